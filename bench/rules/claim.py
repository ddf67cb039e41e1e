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
from bench.rules.role import CHANGED, answers, behind_title, same_relation
from bench.rules.surplus import loses_negation, says_more
from bench.rules.switches import rule
from bench.rules.tokens import content, plain_letters
from bench.text.fold import flatten, fold
from bench.text.number_words import find_word_numbers


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
        return squeeze_case(expected.text) == squeeze_case(re.sub(r"(?:です|でした|である)[。.]?\s*\Z", "", text))
    forms = {_key(expected.text), *(_key(n) for n in expected.names)} - {""}
    return _key(text) in forms


def claim_of_single(asked: Demands, expected: Expected, text: str) -> Claim:
    """What a cleaned text claims of one value, code, labelled thing or name."""
    parts = clauses(text, asked.lang)
    stands = _concluded(asked, _stands(asked, expected, parts))
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
        sound = not rivals and all(answers(asked, expected, s.mention, s.clause) for s in same)
        sound = sound and not _denied_elsewhere(asked, {s.place for s in stands}, parts)
        return Claim.SAME if sound and any(_is_plain(asked, expected, s, same) for s in same) else Claim.UNSURE
    mentioned = {s.state for s in stands if s.mention.same}
    mentioned |= {"aside"} if "asserted" in mentioned else set()
    if not rivals:
        return Claim.UNSURE if mentioned else Claim.NONE
    if "aside" in mentioned and "rejected" not in mentioned:
        return Claim.UNSURE
    if _is_loose(asked, expected) or any(_is_part_number(asked, s) for s in rivals):
        return Claim.UNSURE
    one = len({_key(s.mention.text) for s in rivals}) == 1
    return Claim.OTHER if one or _offers_choice(asked, rivals[0], rivals[1:]) else Claim.UNSURE


@rule(False)
def _denied_elsewhere(asked: Demands, places: set[int], parts: tuple[Clause, ...]) -> bool:
    """A clause that denies what the question asks about leaves in doubt whether the value of another one answers."""
    table = asked.words
    if table.says("NEGATION", table.of("HARMLESS_NEGATION").sub(" ", asked.text)):
        return False
    for place, part in enumerate(parts):
        text = table.of("HARMLESS_NEGATION").sub(" ", part.text)
        if place in places or not table.says("NEGATION", text) or is_refusal(asked, part.text):
            continue
        said = content(part.text, asked.lang)
        if said and 2 * len(said & content(asked.text, asked.lang)) >= len(said):
            return True
    return False


def _is_plain(asked: Demands, expected: Expected, stand: Stand, same: list[Stand]) -> bool:
    """Whether the clause of a mention says it and nothing that could turn it into another answer."""
    spans = [(s.mention.start, s.mention.end) for s in same if s.place == stand.place]
    if expected.kind != "value" and loses_negation(asked, stand.clause, spans):
        return False
    return not says_more(asked, expected.text, stand.clause, spans)


@rule(False)
def _is_part_number(asked: Demands, stand: Stand) -> bool:
    """A figure beside half, dozen, ダース is one that no rule reads, so it is no certain rival."""
    left = f"{stand.clause[: stand.mention.start]} {stand.clause[stand.mention.end :]}"
    after = stand.clause[stand.mention.end :]
    numbers = find_word_numbers(after[:24])
    if re.match(r" ?(?:and )?\d", after) or (numbers and not after[: numbers[0].start].replace("and", "").strip()):
        # "Four euros fifty": the number goes on.
        return True
    found = asked.words.of("PART_NUMBER").finditer(f"{left} {stand.mention.text}")
    return any(m[0].casefold() not in asked.text.casefold() for m in found)


@rule(False)
def _is_loose(asked: Demands, expected: Expected) -> bool:
    """A reference that is about a value, or a frequency, has other right forms than its own."""
    return asked.words.says("ABOUT", expected.text) or asked.words.says("EVERY", expected.text)


def is_zero(form: str) -> bool:
    """Whether a right form says that there are none: 0, "none", なし."""
    return bool(
        re.match(
            r"0(?![.\d])|(?:none|no(?!\.? ?\d)|zero|nil|nobody)\b|ゼロ|該当(?:は|が)?な|なし|無し|いない|ない",
            fold(form),
        )
    )


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
    return "doubt" if about.denied(asked, text) else "asserted"


def _state(asked: Demands, expected: Expected, text: str, mention: Mention) -> tuple[State, bool | None]:
    """How a mention stands among the words around it, and whether it still is what is expected."""
    same, start, end = mention.same, mention.start, mention.end
    if about.rejected(asked, text, start, end + len(text[end:]) - len(behind_title(asked, text[end:]))):
        return "rejected", same
    if expected.dated and about.at_other_end(asked, text, start, end):
        return "aside", same
    if _parenthesised(text, start, end):
        return "aside", same
    if same and about.against_reference(asked, expected.text, text):
        opposite = about.direction(asked, expected.text) * about.direction(asked, text) < 0
        return ("asserted", False) if opposite else ("doubt", same)
    if same is not None and expected.kind in ("value", "code") and not same_relation(asked, expected, text, start, end):
        return "doubt", same
    return "asserted", same


@rule(False)
def _parenthesised(text: str, start: int, end: int) -> bool:
    """What stands in parentheses is an aside, unless nothing stands outside them."""
    opened = text.rfind("(", 0, start)
    inside = opened > text.rfind(")", 0, start) and text.find(")", end) >= 0
    return inside and bool(text[:opened].strip())


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
    if not cues and not any(CHANGED.match(s.clause, s.mention.end) for s in stands):
        return stands
    cues += [(s.place, s.mention.start - 1) for s in stands if CHANGED.match(s.clause, s.mention.end)]
    last = max(cues)
    return [
        replace(s, state="aside") if s.state == "asserted" and (s.place, s.mention.start) < last else s for s in stands
    ]


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
