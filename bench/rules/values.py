"""The values a text states: quantities, ranges, dates and times of day, each with its place.

Owns the order in which the readers of `bench.text` get their turn, so that one stretch of text is read once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bench.text.clock import ClockTime, find_times
from bench.text.dates import Date, find_dates
from bench.text.fold import flatten
from bench.text.quantities import Quantity, find_quantities
from bench.text.ranges import Range, find_ranges


@dataclass(frozen=True, slots=True)
class Value:
    """One value at [start, end) of the flattened text."""

    start: int
    end: int
    data: Quantity | Range | Date | ClockTime

    @property
    def kind(self) -> str:
        """quantity, range, date or time."""
        return _KINDS[type(self.data)]


def read_values(text: str, *, like: str = "") -> tuple[Value, ...]:
    """Every value of `text` in order. `like` is the kind that is looked for: 3/4 is the fourth of March only among
    dates, 15.10 is ten past three only among times."""
    return _read(flatten(text), like)


@lru_cache(maxsize=1 << 13)  # a chunk is shown to many answers, and looked at for several figures
def _read(flat: str, like: str) -> tuple[Value, ...]:
    dates = [d for d in _dates(flat) if like == "date" or not d.slashed]
    spans = [(d.start, d.end) for d in dates]
    times = [t for t in _times(flat, like == "time") if not any(t.start < e and s < t.end for s, e in spans)]
    spans += [(t.start, t.end) for t in times]
    values = [Value(d.start, d.end, d) for d in dates]
    values += [Value(t.start, t.end, t) for t in times]
    return tuple(sorted((*values, *_amounts(flat, tuple(spans))), key=lambda v: v.start))


# What does not depend on the kind looked for is read once: kinds are asked for one after the other.


@lru_cache(maxsize=64)
def _dates(flat: str) -> Sequence[Date]:
    return find_dates(flat)


@lru_cache(maxsize=64)
def _times(flat: str, dotted: bool) -> Sequence[ClockTime]:
    return find_times(flat, dotted=dotted)


@lru_cache(maxsize=64)
def _amounts(flat: str, taken: tuple[tuple[int, int], ...]) -> tuple[Value, ...]:
    """Quantities and ranges beside what is `taken` by dates and times: [start, end) of each."""
    quantities = find_quantities(flat, skip=taken)
    ranges = find_ranges(flat, quantities)
    in_range = {q.start for r in ranges for q in (r.low, r.high)}
    values = [Value(r.high.start, r.high.end, r.high) if r.changed else Value(r.start, r.end, r) for r in ranges]
    values += [Value(q.start, q.end, q) for q in quantities if q.start not in in_range]
    return tuple(values)


_KINDS = {Quantity: "quantity", Range: "range", Date: "date", ClockTime: "time"}
