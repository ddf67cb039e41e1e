"""Whether a mention answers: in the relation, about the subject and in the role that the question asks for.

Owns by and to, off and of, a change and a level; the deposit for a stove where that for a tent is asked; done by, for
or to someone; one of several.
"""

import re

from bench.rules import circumstances as about
from bench.rules.asked import Demands
from bench.rules.expected import Expected
from bench.rules.mentions import Mention
from bench.rules.switches import rule
from bench.rules.tokens import content, plain_letters, stem

# The new value stands before the words that say so: 21日に変更.
CHANGED = re.compile(
    r"(?:に|へと?)(?:変更|改定|改正|延期|訂正|修正|引き?上げ|引き?下げ|上が|下が|値上|値下|増|減|なり|なった|変わ)"
)


@rule(True)
def same_relation(asked: Demands, expected: Expected, text: str, start: int, end: int) -> bool:
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
    to = ends("TO_BEFORE", before) if table.spaced else bool(CHANGED.match(text, end))
    if to and by_asked:
        return False
    if by and table.says("TO_ASKED", asked.text):
        return False
    figure = expected.value is None or expected.value.kind == "quantity"
    if by and figure and not by_asked and not about.direction(asked, f"{asked.text} {expected.text}"):
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
    modified = re.search(rf"(?:{table.of('MODIFIED_BEFORE').pattern}) ?[$¥£€]?\Z", before, re.I)
    if modified and modified[0].strip(" $¥£€").casefold() not in around.casefold():
        return False
    if _of_other_whole(asked, before, text[end:]):
        return False
    if re.match(rf" ?(?:{table.of('MODIFIED_AFTER').pattern})", after, re.I) and not (
        by_asked or off_asked or off_stated or table.says("MODIFIED_AFTER", around)
    ):
        return False
    return not (ends("NEARLY", before) and table.spaced and not table.says("NEARLY", expected.text))


@rule(False)
def _of_other_whole(asked: Demands, before: str, after: str) -> bool:
    """A share of something else than the question's whole is another share (35% of the pears, 梨のうち35%)."""
    whole, part = (asked.words.of(name) for name in ("WHOLE_ASKED", "WHOLE_STATED"))
    wanted = whole.search(asked.text)
    stated = part.match(after) if asked.words.spaced else part.search(before)
    if wanted is None or stated is None:
        return False
    mine = content(stated["x"], asked.lang)
    return bool(mine) and not mine & content(wanted["x"], asked.lang)


@rule(True)
def answers(asked: Demands, expected: Expected, mention: Mention, text: str) -> bool:
    """A mention answers only where its clause is about what is asked, and where it is not one of several."""
    before, after = text[: mention.start], behind_title(asked, text[mention.end :])
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
    if not table.spaced:
        return False
    plain = {stem(w, asked.lang) for w in re.findall(r"[a-z]+", str(table.table["PREDICATE"]))}
    missing = content(asked.text, asked.lang) - content(f"{before} {after}", asked.lang) - plain
    attribute = re.search(r"\bwhat (?:is|was|are|were) the ((?:\w+ )?\w+)", asked.text, re.I)
    wanted = content(attribute[1], asked.lang) - plain if attribute else frozenset()
    others = content(after, asked.lang) - content(known, asked.lang) - plain
    if wanted and others and not wanted & content(f"{before} {after}", asked.lang):
        return True
    there = re.search(r"\bthere (?:is|are|was|were)\b", head, re.I)
    return bool(there and missing and not content(after, asked.lang) & content(asked.text, asked.lang))


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


def behind_title(asked: Demands, after: str) -> str:
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
