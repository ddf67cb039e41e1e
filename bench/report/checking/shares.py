"""Shares written in another unit: a percentage where a share belongs, or a share divided by 100 once more.

Nothing is rescaled; the faults say in words what the number looks like.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from bench.records.submission import UNITS_2
from bench.report.checking.document import Fault
from bench.schema import dotted

SHARES = frozenset({"rate", *(name for name, unit in UNITS_2.items() if unit == "share")})
TOLERANCE = 1e-6


def worded(document: Any, schema_faults: Sequence[Fault]) -> list[Fault]:
    """The schema's faults, with those on shares above 1 said in words."""
    above = dict(_above_one(document, ()))
    return [*above.items(), *(fault for fault in schema_faults if fault[0] not in above)]


def ratio_faults(document: Any) -> list[Fault]:
    """Every rate of the document that is not its own k / n."""
    return list(_ratios(document, ()))


def _above_one(value: Any, path: tuple[str | int, ...]) -> Iterator[Fault]:
    for key, part in _parts(value):
        if key in SHARES and _is_number(part) and part > 1:
            meant = f"; {part:g} % is written {part / 100:g}" if part <= 100 else ""
            yield dotted((*path, key)), f"{part:g} is no share, which runs from 0 to 1{meant}"
        yield from _above_one(part, (*path, key))


def _ratios(value: Any, path: tuple[str | int, ...]) -> Iterator[Fault]:
    if isinstance(value, dict) and {"k", "n", "rate"} <= value.keys():
        k, n, rate = value["k"], value["n"], value["rate"]
        if _is_count(k) and _is_count(n) and (problem := _ratio(k, n, rate)):
            yield dotted((*path, "rate")), problem
    for key, part in _parts(value):
        yield from _ratios(part, (*path, key))


def _ratio(k: int, n: int, rate: Any) -> str:
    """What is wrong with a rate of k in n; empty for nothing, and for what other checks name."""
    if n == 0 or (_is_number(rate) and rate > 1):
        return "" if n or rate is None else f"is {rate}, but nothing was counted (n is 0): write null"
    if k > n:
        return f"has k = {k} of n = {n}: more than there are"
    if rate is None:
        return f"is null, but {k}/{n} were counted"
    if not _is_number(rate) or math.isclose(rate, k / n, rel_tol=0, abs_tol=TOLERANCE):
        return ""
    again = " (it looks divided by 100 once too often)" if math.isclose(100 * rate, k / n, abs_tol=TOLERANCE) else ""
    return f"is {rate:g}, but {k}/{n} is {k / n:.6g}{again}"


def _parts(value: Any) -> Iterator[tuple[str | int, Any]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
