"""How a clause stands to what it says: denied, past, supposed, said by others, about another case, or on another side.

Owns the comparison of a clause's circumstances with the question's: the opposites of the language's table, years,
months, days of the week, and numbers that tell cases apart (Stage 1 and Stage 2, 第1期).
"""

import re

from bench.rules.asked import Demands
from bench.rules.switches import rule
from bench.rules.tokens import plain_letters
from bench.rules.values import read_values
from bench.text.dates import Date


@rule(False)
def denied(asked: Demands, clause: str) -> bool:
    """A clause that denies something says nothing certain of the values beside it."""
    table = asked.words
    if table.says("NEGATION", table.of("HARMLESS_NEGATION").sub(" ", asked.text)):
        return False
    return table.says("NEGATION", table.of("HARMLESS_NEGATION").sub(" ", clause))


@rule(False)
def rejected(asked: Demands, clause: str, start: int, end: int) -> bool:
    """A value is taken back by the words right before or behind it ("not 5", 5ではなく)."""
    table = asked.words
    before = re.compile(rf"(?:{table.of('NOT_THIS').pattern})[ \"'「]*\Z", re.I)
    after = re.compile(rf"[ \"'」]*(?:{table.of('NOT_THIS_AFTER').pattern})", re.I)
    harmless = table.of("HARMLESS_NEGATION")
    head = harmless.sub(lambda m: " " * len(m[0]), clause[max(0, start - 40) : start])
    return bool(before.search(head)) or (bool(after.match(clause, end)) and not harmless.match(clause, end))


@rule(False)
def former(asked: Demands, clause: str) -> bool:
    """What was so before is not what is asked, unless the question asks for it."""
    if asked.words.says("PAST", clause) and not asked.words.says("PAST_ASKED", asked.text):
        return True
    return asked.words.says("FORMER", clause) and not asked.words.says("FORMER", asked.text)


@rule(False)
def supposed(asked: Demands, clause: str) -> bool:
    """What is only supposed ("if it had …") or said by others is not asserted."""
    table = asked.words
    rest = table.of("ATTEMPT").sub(" ", clause)
    if table.says("HYPOTHETICAL", rest) and not table.says("HYPOTHETICAL", asked.text):
        return True
    return table.says("CLAIMED_BY_OTHERS", clause)


@rule(False)
def other_side(asked: Demands, clause: str) -> bool:
    """A clause on the other side of a pair of opposites than the question speaks of another case."""
    return _opposed(asked, asked.text, clause, skip=2)


@rule(False)
def other_case(asked: Demands, clause: str, dated: bool) -> bool:
    """A clause about another year, month, weekday or numbered thing than the question's is about another case."""
    for name in _CASES:
        if dated and name != "CASE_LABEL":
            continue
        wanted, here = _keys(asked, name, asked.text), _keys(asked, name, clause)
        if any(label in here and not here[label] & numbers for label, numbers in wanted.items()):
            return True
    wanted_years, years = _years(asked.text), _years(clause)
    return not dated and bool(wanted_years and years and not wanted_years & years)


@rule(False)
def against_reference(asked: Demands, reference: str, clause: str) -> bool:
    """A clause on the other side of a pair of opposites than the reference does not say the same."""
    return _opposed(asked, f"{reference} {asked.text}", clause) or _opposed(asked, reference, clause)


def direction(asked: Demands, text: str) -> int:
    """+1 for a text that speaks of a rise, gain or surplus, -1 for the reverse, 0 for neither or both."""
    up, down = (asked.words.of(name).search(text) for name in ("UP", "DOWN"))
    return 0 if bool(up) == bool(down) else 1 if up else -1


@rule(False)
def at_other_end(asked: Demands, clause: str, start: int, end: int) -> bool:
    """A date or time ends what the question asks the beginning of ("until 14 March"), or the reverse."""
    table = asked.words
    begins, ends = table.says("BEGIN_ASKED", asked.text), table.says("END_ASKED", asked.text)
    if begins == ends:
        return False
    other = "UNTIL" if begins else "FROM"
    before = re.compile(rf"(?:{table.of(f'{other}_BEFORE').pattern}) ?\Z", re.I)
    return bool(before.search(clause[max(0, start - 12) : start]) or table.of(f"{other}_AFTER").match(clause, end))


def _opposed(asked: Demands, wanted: str, clause: str, skip: int = 0) -> bool:
    for one, other in asked.words.opposites[skip:]:
        mine, theirs = bool(one.search(wanted)), bool(other.search(wanted))
        if mine != theirs:
            here, there = bool(one.search(clause)), bool(other.search(clause))
            if here != there and here != mine:
                return True
    return False


_CASES = ("CASE_MONTH", "CASE_WEEKDAY", "CASE_MEASURE", "CASE_LABEL")


def _keys(asked: Demands, name: str, text: str) -> dict[str, set[str]]:
    """By label ("" where there is none) the numbers or names that tell cases of one kind apart."""
    keys: dict[str, set[str]] = {}
    alike = asked.words.pairs("same")
    for match in asked.words.of(name).finditer(plain_letters(text)):
        number = match["n"].casefold()
        label = (match.groupdict().get("l") or "").casefold()
        keys.setdefault(label, set()).add(alike.get(number, number))
    return keys


def _years(text: str) -> set[int]:
    years = {v.data.year for v in read_values(text) if isinstance(v.data, Date) and v.data.year}
    return years | {int(y) for y in re.findall(r"(?<![\d,.])(?:19|20)\d\d(?![\d,])", text)}
