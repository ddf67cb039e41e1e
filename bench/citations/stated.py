"""Amounts, percentages, dates and times of day: those that a sentence states, and whether a chunk states them too.

Owns what counts as stated and when two forms are one value. Stricter than the judging of answers: a value that is
rounded, or finer than the chunk's, is not in the chunk.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from bench.rules.same_value import COUNTS
from bench.rules.values import Value, read_values
from bench.text.clock import ClockTime
from bench.text.dates import Date
from bench.text.fold import flatten
from bench.text.quantities import Quantity
from bench.text.ranges import Range
from bench.text.units import Unit

Datum = Quantity | Date | ClockTime


@dataclass(frozen=True, slots=True)
class Stated:
    """One value of a flattened text, and how it is written there."""

    data: Datum
    text: str


def stated_values(flat: str) -> list[Stated]:
    """Every amount, percentage, date and time of a sentence, in order; of a range both ends. Empty text gives [].

    Numbers that name or count without a figure are left out: the label of a list entry, "first", "one of them"; so is
    what stands inside HTML tags.
    """
    body = flatten(_LABEL.sub(" ", _TAG.sub(" ", flat)))
    return [s for s in _all(body, read_values(body)) if not _only_a_word(s.data)]


def holds(chunk: str, value: Datum) -> bool:
    """Whether a chunk (title and text) states the value: equal in size across units, notations and scripts.

    A number without unit is the same number behind any unit, and the reverse: in a table the unit stands in the
    heading. Of a date, every part that it states must be there; where the chunk's own date has no year, the year must
    stand elsewhere in the chunk.
    """
    stated = _chunk_values(chunk)
    if isinstance(value, Date):
        return _holds_date(stated, value)
    if isinstance(value, ClockTime):
        return any(_same_time(value, time) for time in stated.times)
    if any(same_quantity(value, other) for other in stated.quantities):
        return True
    return _in_heading_unit(stated, value) or _part_of_date(stated, value)


def same_quantity(a: Quantity, b: Quantity) -> bool:
    """Equal in size: in one dimension, as bare numbers, or one bare; a bare 0.1 is 10 %, too."""
    if a.units and b.units:
        sizes = (
            a.number.value * x.factor == b.number.value * y.factor
            for x in a.units
            for y in b.units
            if x.dimension == y.dimension
        )
        return any(sizes) or (a.number.value == b.number.value and _counts(a.units) and _counts(b.units))
    if a.number.value == b.number.value:
        return True
    ratio = next((u.factor for u in (*a.units, *b.units) if u.dimension == "ratio"), None)
    if ratio is None:
        return False
    return a.number.value * (ratio if a.units else 1) == b.number.value * (ratio if b.units else 1)


# The number of a list entry, of a step of the answer's own working, or of a heading.
_LABEL = re.compile(
    r"(?m)^\s*(?:[-*•・] +)?(?:\(\d{1,2}\)|\d{1,2}[.):] )|"
    r"(?:\b(?:step|option|point|item|case) ?|ステップ ?|手順 ?)\d{1,2}(?!\d)",
    re.I,
)
_TAG = re.compile(r"<[^<>]{0,300}>")
_CSV_LINE = re.compile(r"(?m)^[^\n]*,(?! )[^\n]*,(?! )[^\n]*$")
_HEADING_SCALES = (
    (re.compile(r"千(?:円|人|台|件|トン|kg)|\bthousands?\b|'000"), Fraction(10**3)),
    (re.compile(r"(?<!百)万(?:円|人|台|件|トン)"), Fraction(10**4)),
    (re.compile(r"百万(?:円|人|台)|\bmillions?\b"), Fraction(10**6)),
    (re.compile(r"億円"), Fraction(10**8)),
    (re.compile(r"\bbillions?\b"), Fraction(10**9)),
)


@dataclass(frozen=True, slots=True)
class _ChunkValues:
    quantities: tuple[Quantity, ...]
    dates: tuple[Date, ...]
    times: tuple[ClockTime, ...]
    years: frozenset[int]
    scales: tuple[Fraction, ...]


@lru_cache(maxsize=4096)
def _chunk_values(chunk: str) -> _ChunkValues:
    flat = flatten(_TAG.sub(" | ", chunk))
    # A grouping comma and a cell border look alike, so cells are read one by one, too.
    cells = "\n".join(cell for line in _CSV_LINE.findall(flat) for cell in line.split(","))
    data = [
        s.data
        for text in (flat, cells)
        for like in ("", "date", "time")
        for s in _all(text, read_values(text, like=like))
    ]
    quantities = tuple(dict.fromkeys(d for d in data if isinstance(d, Quantity)))
    dates = tuple(dict.fromkeys(d for d in data if isinstance(d, Date)))
    years = {d.year for d in dates if d.year} | {
        int(q.number.value) for q in quantities if q.number.value.denominator == 1 and 1000 <= q.number.value <= 2999
    }
    return _ChunkValues(
        quantities,
        dates,
        tuple(dict.fromkeys(d for d in data if isinstance(d, ClockTime))),
        frozenset(years),
        tuple(size for pattern, size in _HEADING_SCALES if pattern.search(flat)),
    )


def _all(flat: str, values: Sequence[Value]) -> Iterator[Stated]:
    for value in values:
        if isinstance(value.data, Range):
            for end in (value.data.low, value.data.high):
                yield Stated(end, flat[end.start : end.end])
        else:
            yield Stated(value.data, flat[value.start : value.end])


def _only_a_word(data: Datum) -> bool:
    if not isinstance(data, Quantity):
        return False
    number = data.number
    return number.ordinal or number.lone_word or (number.in_words and not data.units)


def _counts(units: tuple[Unit, ...]) -> bool:
    return any(unit.dimension in COUNTS for unit in units)


def _in_heading_unit(stated: _ChunkValues, value: Quantity) -> bool:
    """5億円 is the 500 of a column that is headed 百万円."""
    sizes = {u.factor for u in value.units} or {Fraction(1)}
    return any(
        value.number.value * size == other.number.value * scale
        for other in stated.quantities
        if not other.units
        for scale in stated.scales
        for size in sizes
    )


def _part_of_date(stated: _ChunkValues, value: Quantity) -> bool:
    """A bare year, or the 10日 of a date that the chunk states in full."""
    number = value.number.value
    if not value.units:
        return number in stated.years
    day = any(u.dimension == "time" and u.factor == 86400 for u in value.units)
    return day and not value.bound and any(date.day == number for date in stated.dates)


def _holds_date(stated: _ChunkValues, date: Date) -> bool:
    if date.month is None:
        return date.year in stated.years
    for own in _readings(date):
        for other in stated.dates:
            for theirs in _readings(other):
                if own[0] != theirs[0] or (own[1] is not None and own[1] != theirs[1]):
                    continue
                if date.year is None or date.year == other.year:
                    return True
                if other.year is None and _in_years(stated, date.year, own[0]):
                    return True
    return False


def _in_years(stated: _ChunkValues, year: int, month: int | None) -> bool:
    """A year of the chunk; January to March belong to the fiscal year before."""
    return year in stated.years or (month is not None and month <= 3 and year - 1 in stated.years)


def _readings(date: Date) -> list[tuple[int | None, int | None]]:
    return [(date.month, date.day)] if date.other is None else [(date.month, date.day), date.other]


def _same_time(a: ClockTime, b: ClockTime) -> bool:
    if a.half_known and b.half_known:
        return a.minutes == b.minutes
    return (a.minutes - b.minutes) % 720 == 0
