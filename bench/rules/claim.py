"""What a text claims against one expected form: the same, another, both or neither with certainty.

Owns the weighing of mentions. A mention counts as asserted only where its clause asserts it: what is rejected, past,
supposed, worked with, put in parentheses or about another case stands aside, and what is denied is in doubt.
"""

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal

from bench.rules import circumstances as about
from bench.rules.answer import Clause, clauses
from bench.rules.asked import Demands
from bench.rules.declines import is_refusal
from bench.rules.expected import Expected
from bench.rules.mentions import Mention, mentions
from bench.rules.switches import rule
from bench.rules.tokens import content, fresh_runs, plain_letters, stem
from bench.text.fold import flatten, fold


class Claim(Enum):
    """SAME and OTHER are certain; UNSURE: it is mentioned without certainty; NONE: nothing of its kind is claimed."""

    SAME = "same"
    OTHER = "other"
    UNSURE = "unsure"
    NONE = "none"


State = Literal["asserted", "aside", "rejected", "doubt"]


@dataclass(frozen=True, slots=True)
class Stand:
    """A mention, the clause that it stands in, and how it stands there."""

    mention: Mention
    place: int
    clause: str
    state: State


def is_whole(expected: Expected, text: str) -> bool:
    """Whether the text is the expected form and nothing else, width, case, articles and full stop aside.

    Of a value the case counts: 5 mW is not 5 MW.
    """
    if expected.kind == "value":
        return squeeze_case(expected.text) == squeeze_case(text)
    forms = {_key(expected.text), *(_key(n) for n in expected.names)} - {""}
    return _key(text) in forms


def claim_of_single(asked: Demands, expected: Expected, text: str) -> Claim:
    """What a cleaned text claims of one value, code, labelled thing or name."""
    stands = _concluded(asked, _stands(asked, expected, clauses(text, asked.lang)))
    kept = _in_focus(asked, stands)
    asserted = [s for s in kept if s.state == "asserted"]
    same = [s for s in asserted if s.mention.same]
    rivals = [s for s in asserted if s.mention.same is False]
    if same and rivals and _offers_choice(asked, same[0], rivals):
        return Claim.OTHER
    in_doubt = any(s.state == "doubt" and s.mention.same is not False for s in kept)
    if in_doubt or any(s.mention.same is None for s in asserted):
        return Claim.UNSURE
    if same:
        sound = not rivals and all(_answers(asked, expected, s) for s in same)
        return Claim.SAME if sound else Claim.UNSURE
    mentioned = {s.state for s in stands if s.mention.same}
    mentioned |= {"aside"} if "asserted" in mentioned else set()
    if not rivals:
        return Claim.UNSURE if mentioned else Claim.NONE
    if "aside" in mentioned and "rejected" not in mentioned:
        return Claim.UNSURE
    if _is_loose(asked, expected):
        return Claim.UNSURE
    one = len({_key(s.mention.text) for s in rivals}) == 1
    return Claim.OTHER if one or _offers_choice(asked, rivals[0], rivals[1:]) else Claim.UNSURE


@rule(False)
def _is_loose(asked: Demands, expected: Expected) -> bool:
    """A reference that is about a value, or a frequency, has other right forms than its own."""
    return asked.words.says("ABOUT", expected.text) or asked.words.says("EVERY", expected.text)


def squeeze_case(text: str) -> str:
    """The flattened text without blanks and full stop, in its own case."""
    return re.sub(r"\s", "", flatten(text)).strip(".。")


def _key(text: str) -> str:
    plain = fold(plain_letters(text)).strip(" .。、,!\"'「」『』*()")
    plain = re.sub(r"(?:です|でした|だ|である|になります|となります|でございます)\Z", "", plain)
    plain = re.sub(r"^(?:(?:in|at|on|by|it is|it's) )?(?:the |an? )?", "", plain).replace(" ", "")
    return "0" if plain in _ZERO else plain


_ZERO = frozenset("none zero nil 0 ゼロ なし 無し".split())


def _stands(asked: Demands, expected: Expected, parts: tuple[Clause, ...]) -> list[Stand]:
    out: list[Stand] = []
    for place, part in enumerate(parts):
        found = mentions(asked, expected, part.text)
        found = [m for m in found if m.same or expected.kind == "name" or not _echoes(asked, expected, m)]
        if len(out) + len(found) > _MOST:
            return []
        text = part.text if expected.kind in ("value", "code") else plain_letters(part.text)
        state = _clause_state(asked, expected, text) if found else "asserted"
        following = parts[place + 1] if place + 1 < len(parts) else None
        if state == "asserted" and following and following.sentence == part.sentence:
            state = "doubt" if _is_condition(asked, following.text) else state
        for mention in found:
            own, same = _state(asked, expected, text, mention)
            worst = max(state, own, key=_WEIGHT.index)
            out.append(Stand(replace(mention, same=same), place, text, worst))
    return out


# A text with more mentions than this enumerates; it claims nothing.
_MOST = 60
_WEIGHT: tuple[State, ...] = ("asserted", "doubt", "aside", "rejected")


@rule(False)
def _is_condition(asked: Demands, clause: str) -> bool:
    """A value with a condition behind it that the question does not make is in doubt."""
    return bool(asked.words.of("HYPOTHETICAL").match(clause)) and bool(
        content(clause, asked.lang) - content(asked.text, asked.lang)
    )


@rule(False)
def _echoes(asked: Demands, expected: Expected, mention: Mention) -> bool:
    """What the question itself says is no answer to it."""
    if expected.kind == "value":
        return any(_key(asked.text[v.start : v.end]) == _key(mention.text) for v in asked.values)
    return _key(mention.text) in plain_letters(asked.text).casefold().replace(" ", "")


def _clause_state(asked: Demands, expected: Expected, text: str) -> State:
    """How a clause stands to whatever it mentions."""
    if is_refusal(asked, text) or about.former(asked, text) or about.supposed(asked, text):
        return "aside"
    if about.other_side(asked, text) or about.other_case(asked, text, expected.dated):
        return "aside"
    return "doubt" if about.denied(asked, text) or about.both_sides(asked, text) else "asserted"


def _state(asked: Demands, expected: Expected, text: str, mention: Mention) -> tuple[State, bool | None]:
    """How a mention stands among the words around it, and whether it still is what is expected."""
    same, start, end = mention.same, mention.start, mention.end
    if about.rejected(asked, text, start, end + len(text[end:]) - len(_behind_title(asked, text[end:]))):
        return "rejected", same
    if expected.dated and about.at_other_end(asked, text, start, end):
        return "aside", same
    if _parenthesised(text, start, end):
        return "aside", same
    if same and about.against_reference(asked, expected.text, text):
        opposite = about.direction(asked, expected.text) * about.direction(asked, text) < 0
        return ("asserted", False) if opposite else ("doubt", same)
    if (
        same is not None
        and expected.kind in ("value", "code")
        and not _same_relation(asked, expected, text, start, end)
    ):
        return "doubt", same
    return "asserted", same


@rule(False)
def _parenthesised(text: str, start: int, end: int) -> bool:
    """What stands in parentheses is an aside, unless nothing stands outside them."""
    opened = text.rfind("(", 0, start)
    inside = opened > text.rfind(")", 0, start) and text.find(")", end) >= 0
    return inside and bool(text[:opened].strip())


@rule(True)
def _same_relation(asked: Demands, expected: Expected, text: str, start: int, end: int) -> bool:
    """A value must stand in the relation asked for: by or to, off or of, a change or a level, nearly or just."""
    table = asked.words
    before, after = text[max(0, start - 48) : start], text[end : end + 16]

    def ends(name: str, head: str) -> bool:
        return bool(re.search(rf"(?:{table.of(name).pattern}) ?[$¥£€]?\Z", head, re.I))

    off = bool(re.match(rf" ?(?:{table.of('OFF_AFTER').pattern})", after, re.I))
    off_stated, off_asked = table.says("OFF_AFTER", expected.text), table.says("OFF_ASKED", asked.text)
    part = bool(re.match(rf" ?(?:{table.of('OF_AFTER').pattern})", after, re.I))
    if (off != off_stated and not off_asked) or (part and (off_stated or off_asked)):
        return False
    by_asked = table.says("BY_ASKED", asked.text) or table.says("BY_BEFORE", expected.text)
    by = ends("BY_BEFORE", before) or bool(
        re.match(r"[だぐ]?(?:け|らい)?(?:の)?(?:増|減|上が|下が|上昇|低下|値上|値下)", after)
    )
    to = ends("TO_BEFORE", before) if table.spaced else bool(_CHANGED.match(text, end))
    if to and by_asked:
        return False
    if by and table.says("TO_ASKED", asked.text):
        return False
    if by and not by_asked and not about.direction(asked, f"{asked.text} {expected.text}"):
        return False
    stated = about.direction(asked, expected.text)
    if (
        stated
        and not about.direction(asked, asked.text)
        and not about.direction(asked, text)
        and expected.text[0] not in "-+▲△"
    ):
        return False
    if table.says("EVERY", expected.text) and not table.says("EVERY", text):
        return False
    around = f"{asked.text} {expected.text}"
    if ends("MODIFIED_BEFORE", before) and not table.says("MODIFIED_BEFORE", around):
        return False
    if re.match(rf" ?(?:{table.of('MODIFIED_AFTER').pattern})", after, re.I) and not (
        by_asked or off_asked or off_stated or table.says("MODIFIED_AFTER", around)
    ):
        return False
    return not (ends("NEARLY", before) and table.spaced and not table.says("NEARLY", expected.text))


@rule(False)
def _choice(asked: Demands, between: str) -> bool:
    """Several candidates joined by "or" are no choice."""
    return len(between) < 24 and asked.words.says("OR", f"{between} ")


def _offers_choice(asked: Demands, one: Stand, others: list[Stand]) -> bool:
    for other in others:
        if other.place != one.place:
            continue
        first, second = sorted((one.mention, other.mention), key=lambda m: m.start)
        if first.end <= second.start and _choice(asked, one.clause[first.end : second.start]):
            return True
    return False


def _concluded(asked: Demands, stands: list[Stand]) -> list[Stand]:
    """What leads to a conclusion stands aside where the conclusion has a mention of its own."""
    cues = [
        (s.place, m.start())
        for s in stands
        if s.state == "asserted"
        for m in (*asked.words.of("RESULT").finditer(s.clause), *re.finditer("=", s.clause))
        if m.start() < s.mention.start
    ]
    if not cues and not any(_CHANGED.match(s.clause, s.mention.end) for s in stands):
        return stands
    cues += [(s.place, s.mention.start - 1) for s in stands if _CHANGED.match(s.clause, s.mention.end)]
    last = max(cues)
    return [
        replace(s, state="aside") if s.state == "asserted" and (s.place, s.mention.start) < last else s for s in stands
    ]


# The new value stands before the words that say so: 21日に変更.
_CHANGED = re.compile(
    r"(?:に|へ)(?:変更|改定|改正|延期|訂正|修正|引き?上げ|引き?下げ|上が|下が|値上|値下|増|減|なり|なった|変わ)"
)


def _in_focus(asked: Demands, stands: list[Stand]) -> list[Stand]:
    """Of several clauses with mentions, the one that has words of the question which no other has."""
    places: dict[int, str] = {}
    for s in stands:
        if s.state == "asserted":
            clause = places.get(s.place, s.clause)
            places[s.place] = (
                clause[: s.mention.start] + "\0" * (s.mention.end - s.mention.start) + clause[s.mention.end :]
            )
    chosen = _focus(asked, tuple(places.items())) if len(places) > 1 else ()
    return [s for s in stands if s.place in chosen or s.state != "asserted"] if chosen else stands


_NOWHERE: tuple[int, ...] = ()


@rule(_NOWHERE)
def _focus(asked: Demands, places: tuple[tuple[int, str], ...]) -> tuple[int, ...]:
    """Of clauses about several things, only the one that takes up what the question asks about answers it."""
    known = content(asked.text, asked.lang)
    found = {place: frozenset(t for t in content(text, asked.lang) if not t.isdigit()) for place, text in places}
    # A topic of one sign (差) is the question's where it stands in it.
    known |= frozenset(t for tokens in found.values() for t in tokens if len(t) == 1 and t in plain_letters(asked.text))
    own = {
        place: (tokens & known) - frozenset().union(*(t for p, t in found.items() if p != place))
        for place, tokens in found.items()
    }
    chosen = [place for place in found if own[place]]
    if len(chosen) != 1 or any(not found[p] - known - found[chosen[0]] for p in found if p != chosen[0]):
        return ()
    return tuple(chosen)


@rule(True)
def _answers(asked: Demands, expected: Expected, stand: Stand) -> bool:
    """A mention answers only where its clause is about what is asked, and where it is not one of several."""
    mention, text = stand.mention, stand.clause
    before, after = text[: mention.start], _behind_title(asked, text[mention.end :])
    if expected.kind in ("name", "labelled", "code"):
        if _is_offered(asked, expected) and len(text) > len(mention.text) + 12:
            return False
        if _coordinated(asked, before, after):
            return False
    if expected.kind == "name" and not _in_role(asked, before, after):
        return False
    return not _off_subject(asked, expected, before, after)


@rule(False)
def _off_subject(asked: Demands, expected: Expected, before: str, after: str) -> bool:
    """What stands before a mention must be the question's own words: "the deposit for a stove" is another's."""
    table = asked.words
    head = re.sub(rf"\A\W*(?:{table.of('PREAMBLE').pattern})", "", before, flags=re.I)
    if not asked.text or re.search(r"、[^、]+の\Z", head):
        # "A、B、Cの3つ": what is counted stands before the count.
        return False
    for name in ("UP", "DOWN", "RESULT", "GUESS", "SETTING", "MATERIAL"):
        head = table.of(name).sub(" ", head)
    known = f"{asked.text} {expected.text}"
    runs = fresh_runs(head, known, asked.lang)
    if not table.spaced:
        runs = [r for r in runs if r[1] - r[0] > 1 and not table.of("PREDICATE").fullmatch(head[slice(*r)])]
        return bool(runs)
    plain = {stem(w, asked.lang) for w in re.findall(r"[a-z]+", str(table.table["PREDICATE"]))}
    fresh = content(" ".join(head[slice(*r)] for r in runs), asked.lang) - plain
    missing = content(asked.text, asked.lang) - content(f"{before} {after}", asked.lang) - plain
    if fresh and not missing - content(expected.text, asked.lang):
        # "The tide gauge" is the gauge asked about, where all the rest is there too.
        last = [re.match(r" ([A-Za-z0-9]+)", head[end:]) for _, end in runs]
        if all(m and content(m[1], asked.lang) & content(asked.text, asked.lang) for m in last):
            fresh = frozenset()
    attribute = re.search(r"\bwhat (?:is|was|are|were) the ((?:\w+ )?\w+)", asked.text, re.I)
    wanted = content(attribute[1], asked.lang) - plain if attribute else frozenset()
    others = content(after, asked.lang) - content(known, asked.lang) - plain
    if wanted and others and not wanted & content(f"{before} {after}", asked.lang):
        return True
    there = re.search(r"\bthere (?:is|are|was|were)\b", head, re.I)
    return bool(fresh) or bool(there and missing and not content(after, asked.lang) & content(asked.text, asked.lang))


@rule(True)
def _in_role(asked: Demands, before: str, after: str) -> bool:
    """A name must stand in the role asked for: done by it, not for it, of it or to it."""
    table = asked.words
    known, rest = content(asked.text, asked.lang), content(f"{before} {after}", asked.lang)
    if not rest:
        return True
    if table.spaced:
        if after.startswith("'s "):
            return False
        if asked.who and re.search(rf"\b(?:{table.of('ROLE_PREPOSITION').pattern}) (?:the )?\Z", before, re.I):
            return False
        if not rest & known:
            return bool(table.of("PRONOUN").match(before.strip())) and len(rest) < 3
        head = _head(asked)
        return not (asked.who and head and head not in rest and rest - known)
    tail = content(after, asked.lang)
    if after.startswith("は"):
        return bool(tail & known) and not any(set(f) & set("".join(known)) for f in tail - known)
    if re.match(r"(?:に|へ|より|から|を|の(?!です|こと))", after) and asked.who:
        return False
    if after.startswith("が") and asked.who:
        return bool(tail & known) or table.says("ROLE_VERB", after)
    return bool(rest & known) or len(rest) < 4


def _behind_title(asked: Demands, after: str) -> str:
    title = next((t for t in asked.words.listed("title") if not asked.words.spaced and after.startswith(t)), "")
    return after.removeprefix(title)


@rule(False)
def _is_offered(asked: Demands, expected: Expected) -> bool:
    """Where the question offers the names to choose from, a sentence about them may choose either."""
    plain = plain_letters(asked.text).casefold()
    return any(name.casefold() in plain for name in (*expected.names, plain_letters(expected.text)) if len(name) > 1)


def _head(asked: Demands) -> str:
    """The stem of what a question about a person asks of them: "chair" of "Who chairs the club?"."""
    match = asked.words.of("WHO_ASKED").search(asked.text)
    rest = re.findall(r"[A-Za-z]+", asked.text[match.end() :]) if match else []
    return next((t for w in rest for t in content(w, asked.lang)), "")


@rule(False)
def _coordinated(asked: Demands, before: str, after: str) -> bool:
    """A name beside others in a list is one of several."""
    table = asked.words
    opened = re.search(rf"(?:{table.of('OPENER').pattern})\Z", before, re.I)
    behind = re.search(rf"(?:{table.of('COORDINATED_BEHIND').pattern})\Z", before, re.I)
    return bool(table.of("COORDINATED_AHEAD").match(after) or (behind and not opened))
