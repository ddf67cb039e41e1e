"""What a final line claims: it holds the answer alone, so one typed comparison with the reference decides it.

Owns the splitting of lists, what stands in parentheses or behind a comma as an explanation, and the refusals that are
plain only because nothing else stands in the line. None where a line is no plain statement of the reference's type.
"""

import re
from typing import cast

from bench.rules import circumstances as about
from bench.rules.asked import Demands
from bench.rules.claim import Claim, is_whole, squeeze_case
from bench.rules.expected import Expected, code_key
from bench.rules.mentions import mentions
from bench.rules.role import same_relation
from bench.rules.surplus import says_more
from bench.rules.switches import rule
from bench.rules.tokens import content, fresh_runs, plain_letters
from bench.rules.values import read_values
from bench.text.quantities import Quantity
from bench.text.weekdays import days_spelled_out

_NOTHING = cast("Claim | None", None)


@rule(_NOTHING)
def claim_of_line(asked: Demands, expected: Expected, line: str) -> Claim | None:
    """Compares a final line with one expected form by its type; another value of the type is another answer."""
    if is_whole(expected, line):
        return Claim.SAME
    text = _answer_alone(line)
    if not text or expected.bare:
        return None
    if is_whole(expected, text):
        return Claim.SAME
    if expected.kind == "list":
        return _list(asked, expected, text)
    if expected.kind in ("value", "code", "labelled"):
        return _typed(asked, expected, text)
    return _name(asked, expected, text) if expected.kind == "name" else None


@rule(False)
def declines_alone(asked: Demands, line: str) -> bool:
    """A final line that says of nothing but that it cannot be found, with no value and no guess, declines."""
    table = asked.words
    if asked.yes_no or any(table.says(name, line) for name in ("STRONG_GUESS", "NOT_MISSING", "NO_RULE")):
        return False
    if any(line[v.start : v.end] not in asked.text for v in read_values(line) if not _is_year(line, v.start, v.end)):
        return False
    return table.says("CANNOT", line) or table.says("UNKNOWN", line) or table.says("UNDECIDED_LINE", line)


def _is_year(line: str, start: int, end: int) -> bool:
    return bool(re.fullmatch(r"(?:19|20)\d\d年?度?", line[start:end]))


def _answer_alone(line: str) -> str:
    """The line without explanations in parentheses; the whole line where it stands in them."""
    outside = re.sub(r" ?[(\[][^()\[\]]*[)\]]", " ", line).strip(" .。")
    return outside or line.strip(" .。()[]")


def _typed(asked: Demands, expected: Expected, text: str) -> Claim | None:
    found = mentions(asked, expected, text)
    if not found:
        return _of_other_unit(asked, expected, text)
    if len(found) > 1 and {m.same for m in found} != {True}:
        between = text[found[0].end : found[1].start]
        if asked.words.says("OR", f"{between} ") and len(between) < 16:
            return Claim.OTHER
        explained = re.match(r", [a-z]|、|。", between) and "=" not in text and "→" not in text
        found = found[:1] if explained and not asked.words.says("RESULT", between) else found
    same = {m.same for m in found}
    if len({squeeze_case(m.text) for m in found}) > 1 and same != {True}:
        return None
    if same == {True}:
        return Claim.SAME if _is_clean(asked, expected, text, [(m.start, m.end) for m in found]) else None
    if same == {False}:
        denied = about.denied(asked, text) or about.rejected(asked, text, found[0].start, found[0].end)
        return None if denied else Claim.OTHER
    return None


def _is_clean(asked: Demands, expected: Expected, text: str, spans: list[tuple[int, int]]) -> bool:
    """Whether nothing beside the value takes it back, turns it or puts it on another side."""
    wrong_side = about.other_side(asked, text) or about.against_reference(asked, expected.text, text)
    if wrong_side or about.denied(asked, text) or about.supposed(asked, text) or about.former(asked, text):
        return False
    weekday = re.sub(rf"(?:{asked.words.of('WEEKDAY').pattern}),? ?", lambda m: " " * len(m[0]), text, flags=re.I)
    related = all(same_relation(asked, expected, text, start, end) for start, end in spans)
    return related and not says_more(asked, expected.text, weekday, spans)


def _of_other_unit(asked: Demands, expected: Expected, text: str) -> Claim | None:
    """A number with a unit of another sort than the reference's is another answer, also where the numbers agree."""
    values = read_values(text)
    if expected.value is None or len(values) != 1 or fresh_runs(_without(text, values[0]), asked.text, asked.lang):
        return None
    mine, theirs = expected.value.data, values[0].data
    if not isinstance(mine, Quantity) or not isinstance(theirs, Quantity) or not mine.units or not theirs.units:
        return None
    return Claim.OTHER if not about.denied(asked, text) else None


def _without(text: str, value: object) -> str:
    start, end = value.start, value.end  # type: ignore[attr-defined]
    return f"{text[:start]} {text[end:]}"


def _name(asked: Demands, expected: Expected, text: str) -> Claim | None:
    """A few words that share nothing with the name, and deny nothing, are another name."""
    plain = plain_letters(text)
    short = len(plain.split()) <= 6 if asked.words.spaced else len(plain) <= 20
    if not short or any(asked.words.says(n, text) for n in ("NEGATION", "UNKNOWN", "CANNOT", "GUESS")):
        return None
    if any(name.casefold() in plain.casefold() for name in expected.names):
        return Claim.OTHER if asked.words.says("OR", f"{text} ") and "/" not in expected.text else None
    mine = set().union(*(_marks(asked, name) for name in expected.names))
    theirs = _marks(asked, plain)
    return Claim.OTHER if theirs - _marks(asked, asked.text) and not mine & theirs else None


def _marks(asked: Demands, text: str) -> set[str]:
    """What tells names apart: stems of words, or single letters that are no hiragana particles."""
    if asked.words.spaced:
        return set(content(text, asked.lang))
    return set(re.findall(r"[\u3400-\u9fff々\u30a1-\u30fcA-Za-z0-9ぁ-ん]", text)) - set("のはがをにですだとも")


_SEPARATOR = re.compile(r"\s*(?:[,;、・/\n]|\band\b|&|および|及び|ならびに|並びに|(?<=[^\s])と(?=[^\s]))\s*(?:and\s+)?")


def _list(asked: Demands, expected: Expected, text: str) -> Claim | None:
    """Sets of parts: all of them and nothing else is the same, one missing or one more is another answer."""
    if any(asked.words.says(n, text) for n in ("NEGATION", "GUESS", "NOT_THIS")) or re.search(r"~|\bto\b|から", text):
        return None
    text = days_spelled_out(text) if any("day" in p.text or "曜" in p.text for p in expected.parts) else text
    if asked.words.says("OR", f"{re.sub(r' ?/ ?', ', ', text)} "):
        return None
    pieces = [p.strip(' .。です「」"') for p in _SEPARATOR.split(re.sub(r"^[^:]{0,40}: ?", "", text))]
    if all(part.kind == "code" for part in expected.parts):
        pieces = [q for p in pieces for q in p.split()]
    given = {key: piece for piece in pieces if (key := _part_key(asked, piece))}
    wanted = {_part_key(asked, part.text): part for part in expected.parts}
    if any(part.united for part in expected.parts) or len(wanted) != len(expected.parts):
        return None
    missing = {key for key in wanted if key not in given and not any(is_whole(wanted[key], p) for p in pieces)}
    extra = {key for key, p in given.items() if key not in wanted and not any(is_whole(w, p) for w in wanted.values())}
    if not missing and not extra:
        return Claim.SAME
    alike = all(len(p) <= 24 and len(p.split()) <= 4 for p in pieces)
    shared = any(_trace(key, other) for key in missing for other in extra)
    codes = all(part.kind == "code" for part in expected.parts) or all(len(k) <= 8 for k in (*missing, *extra))
    return Claim.OTHER if alike and given and (codes or not shared) else None


def _part_key(asked: Demands, piece: str) -> str:
    """One part without the question's own words before it ("kiln 4" of "Which kilns?")."""
    plain = plain_letters(piece)
    words: list[str] = re.findall(r"[\w.-]+", plain)
    if asked.words.spaced:
        known = content(asked.text, asked.lang)
        kept = [w for w in words if not content(w, asked.lang) <= known or any(c.isdigit() for c in w)]
        words = kept or words
    return code_key("".join(words)).casefold()


def _trace(one: str, other: str) -> bool:
    return one in other or other in one or len(set(one) & set(other)) * 2 > min(len(set(one)), len(set(other)))
