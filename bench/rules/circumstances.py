"""The circumstances under which a text states a value: the year, the rank, the condition of its clause.

Owns the comparison of a clause's circumstances with the question's own: 第1期 is no answer where 第2期 is asked,
"with less than 6 years" none for someone with 6.
"""

import re
from bisect import bisect_left, bisect_right
from fractions import Fraction
from functools import lru_cache

from bench.rules.phrases import opens_with, says, wording
from bench.rules.values import Value, read_values
from bench.text.clock import ClockTime
from bench.text.dates import Date
from bench.text.fold import flatten
from bench.text.numbers import find_numbers
from bench.text.quantities import Quantity
from bench.text.ranges import Range


def clause_of(flat: str, value: Value) -> str:
    """The clause in which a value stands, at most 200 characters to either side."""
    bounds = clause_bounds(flat)
    start = bounds[bisect_right(bounds, value.start) - 1]
    after = bisect_left(bounds, value.end)
    end = bounds[after] if after < len(bounds) else len(flat)
    return flat[max(start, value.start - 200) : min(end, value.end + 200)]


@lru_cache(maxsize=512)
def clause_bounds(flat: str) -> tuple[int, ...]:
    return (
        0,
        *(m.end() for m in wording("CLAUSE_BOUNDS").finditer(flat) if not _splits_number(flat, m.start())),
        len(flat),
    )


def is_superseded(flat: str, question: str, value: Value) -> bool:
    return says("FORMER", clause_of(flat, value)) and not says("FORMER", flatten(question))


def is_of_another_year(flat: str, question: str, value: Value) -> bool:
    wanted = years_of(question)
    here = years_of(clause_of(flat, value))
    return bool(wanted and here and not wanted & here and not isinstance(value.data, Date))


def is_of_another_rank(flat: str, question: str, value: Value) -> bool:
    return about_another_rank(clause_of(flat, value), question)


def about_another_rank(clause: str, question: str) -> bool:
    """Whether a clause speaks of the first where the question asks for the second (第1期, first phase)."""
    wanted, here = _ranks(question), _ranks(clause)
    return bool(wanted and here and not wanted & here)


def years_of(text: str) -> set[int]:
    years = {v.data.year for v in read_values(text) if isinstance(v.data, Date) and v.data.year}
    years |= {int(m) for m in re.findall(r"(?<![\d,.])(?:19|20)\d\d(?![\d,])", flatten(text))}
    return years


def is_at_other_end(flat: str, question: str, value: Value) -> bool:
    """Whether a date or time ends what the question asks the beginning of ("until 14 March"), or the reverse."""
    if not isinstance(value.data, (Date, ClockTime)):
        return False
    flat_question = flatten(question)
    begins, ends = says("BEGIN_ASKED", flat_question), says("END_ASKED", flat_question)
    if begins == ends:
        return False
    before, after = flat[max(0, value.start - 12) : value.start], flat[value.end : value.end + 3]
    other = "UNTIL" if begins else "FROM"
    return says(f"{other}_BEFORE", before) or opens_with(f"{other}_AFTER", after)


def is_on_other_basis(flat: str, wanted: str, value: Value) -> bool:
    """Whether the words at a value set it on the other basis than `wanted` does: 税抜 against 税込, one way, net."""
    wanted = flatten(wanted)
    for one, other in _BASES:
        mine, theirs = says(one, wanted), says(other, wanted)
        if mine == theirs:
            continue
        said = _nearest_basis(flat, value, one, other)
        if said not in (None, one if mine else other):
            return True
    return False


def _nearest_basis(flat: str, value: Value, one: str, other: str) -> str | None:
    """Which of two opposites stands right behind the value in parentheses, else last before it in its clause."""
    behind = _BEHIND.match(flat, value.end)
    for basis in (one, other):
        said = wording(basis).match(behind["words"]) if behind else None
        # "5,500円（税抜5,000円）": a word right before a figure of its own says nothing about this one.
        if behind and said and not (behind["figure"] and not behind["words"][said.end() :].strip(" はで:")):
            return basis
    bounds = clause_bounds(flat)
    start = bounds[bisect_right(bounds, value.start) - 1]
    before = flat[max(start, value.start - 60) : value.start]
    last = {b: max((m.end() for m in wording(b).finditer(before)), default=-1) for b in (one, other)}
    return None if last[one] == last[other] else max(last, key=lambda b: last[b])


def is_for_another_case(flat: str, question: str, value: Value) -> bool:
    """Whether the clause sets a condition ("with less than 6 years") that the question's own figures do not meet."""
    clause = clause_of(flat, value)
    own = flat[value.start : value.end]
    known = [q.data for q in read_values(question) if isinstance(q.data, Quantity)]
    for condition in read_values(clause.replace(own, " ")):
        alike = [k for k in known if _same_dimension(k, condition)]
        if alike and not any(_meets(k, condition) for k in alike):
            return True
    return False


def size_of(quantity: Quantity) -> Fraction:
    return quantity.number.value * (quantity.units[0].factor if quantity.units else 1)


def _ranks(text: str) -> set[str]:
    flat = flatten(text)
    ranks = {m[0].casefold() for m in wording("RANKS").finditer(flat)}
    return ranks | {str(n.value) for m in _RANK_JA.finditer(flat) for n in find_numbers(m[1] + "円")[:1]}


def _same_dimension(known: Quantity, condition: Value) -> bool:
    data = condition.data
    units = data.units if isinstance(data, Quantity) else data.high.units if isinstance(data, Range) else ()
    return bool({u.dimension for u in known.units} & {u.dimension for u in units})


def _meets(known: Quantity, condition: Value) -> bool:
    data = condition.data
    size = size_of(known)
    if isinstance(data, Range):
        low, high = size_of(data.low), size_of(data.high)
        return (size >= low if data.low_included else size > low) and (
            size <= high if data.high_included else size < high
        )
    if not isinstance(data, Quantity) or not data.bound:
        return True
    other = size_of(data)
    return {">=": size >= other, ">": size > other, "<=": size <= other, "<": size < other}[data.bound]


def _splits_number(flat: str, pos: int) -> bool:
    return flat[pos] == "," and flat[pos - 1 : pos].isdigit() and flat[pos + 1 : pos + 2].isdigit()


# Opposites that make the same figure another amount.
_BASES = (("WITH_TAX", "WITHOUT_TAX"), ("ONE_WAY", "RETURN_TRIP"), ("NET", "GROSS"))
_BEHIND = re.compile(r" ?[(,]? ?(?:で|は)?(?P<words>[^()、。,.;\d¥$£€]{1,24})(?P<figure>[¥$£€]?\d)?")
_RANK_JA = re.compile(r"第(\d{1,3}|[一二三四五六七八九十]{1,3})")
