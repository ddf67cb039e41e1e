"""Drawing lots, concessions, faults, gauges and their calibrations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.base import Text
from bench.kits.days import DAY, add_months, month_days
from bench.kits.quality import names
from bench.kits.quality.ledger import (
    Calibration,
    Check,
    Concession,
    ConcessionRules,
    Concessions,
    Fault,
    Faults,
    Gauge,
    Lot,
    Tolerances,
)

INSPECTED = tuple(date(2025, month, 1) for month in (4, 5, 6, 7, 8))
AGREED = tuple(date(2025, month, 1) for month in (4, 6, 8))
MONTHS = tuple(date(2025, month, 1) for month in (1, 2, 3, 5, 7, 9, 11))
CHECKS = (date(2025, 3, 1), date(2025, 6, 1), date(2025, 9, 1), date(2025, 12, 1))


def lots(rng: Random, number: int, suppliers: Sequence[Text], start: date) -> tuple[tuple[Lot, ...], ...]:
    """Per month of inspection, in its order; sizes lie at the borders of the ranges, orders on both sides of a change."""
    made = []
    for n, first in enumerate(INSPECTED):
        days = sorted(rng.choices([day for day in month_days(first) if day.weekday() < 5], k=32))
        refs = sorted(rng.sample(range(100, 999), len(days)))
        rows = []
        for ref, day in zip(refs, days, strict=True):
            size = rng.choice(
                (
                    120,
                    150,
                    151,
                    180,
                    181,
                    200,
                    201,
                    260,
                    400,
                    401,
                    500,
                    501,
                    640,
                    800,
                    801,
                    1000,
                    1001,
                    1200,
                    1201,
                    1500,
                )
            )
            ordered = day - DAY * rng.randrange(12, 48)
            if rng.random() < 0.3:
                ordered = min(max(start + DAY * rng.randrange(-6, 7), day - DAY * 60), day - DAY * 8)
            rows.append(
                Lot(
                    f"{'PQSTV'[number]}{n + 4}-{ref}",
                    day,
                    rng.randrange(4),
                    rng.choice(suppliers),
                    ordered,
                    size,
                    rng.choice((0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5)),
                    rng.random() < 0.3,
                )
            )
        made.append(tuple(rows))
    return tuple(made)


def concessions(
    rng: Random,
    number: int,
    suppliers: Sequence[Text],
    tolerances: tuple[Tolerances, Tolerances],
    rules: tuple[ConcessionRules, ConcessionRules],
    start: Sequence[date],
) -> tuple[Concessions, ...]:
    """Two months a sheet; sizes at the bounds of ranges, excesses at the steps, orders on both sides of the change."""
    ref, made = 20_000 + 7000 * number + rng.randrange(300), []
    for first in AGREED:
        days = [day for n in (0, 1) for day in month_days(add_months(first, n)) if day.weekday() < 5]
        rows = []
        for agreed in sorted(rng.choices(days, k=30)):
            ref += rng.randrange(3, 29)
            ordered = agreed - DAY * rng.randrange(20, 75)
            product = rng.randrange(4)
            table = tolerances[int(ordered >= start[0])]
            bound = rng.choice(table.bounds)
            nominal = rng.choice((bound, bound, bound + 2, bound - 2))
            at = sum(nominal > b or (nominal == b and not table.upper_in) for b in table.bounds)
            tolerance = table.values[at][product]
            step = rng.choice(rules[int(agreed >= start[3])].steps)
            excess = rng.choice(
                (tolerance * step // 100, tolerance * step // 100 + rng.choice((1, 2, 4)), rng.randrange(1, tolerance))
            )
            if rng.random() < 0.12:
                excess = -rng.randrange(0, 3)
            measured = nominal * 1000 + rng.choice((-1, 1)) * (tolerance + excess)
            pieces, price = rng.choice((24, 30, 36, 40, 48, 60, 75, 80, 96, 120)), rng.randrange(310, 1980)
            rows.append(
                Concession(str(ref), agreed, rng.choice(suppliers), product, ordered, nominal, measured, pieces, price)
            )
        made.append(Concessions(first, tuple(rows)))
    return tuple(made)


def faults(rng: Random, number: int) -> tuple[Faults, ...]:
    ref, made = 3000 + 1100 * number + rng.randrange(100), []
    for first in MONTHS:
        rows = []
        for day in sorted(rng.choices([day for day in month_days(first) if day.weekday() < 6], k=24)):
            ref += rng.randrange(1, 6)
            what, cls = rng.choice(names.FAULTS)
            rows.append(
                Fault(
                    str(ref),
                    day,
                    rng.randrange(4),
                    what,
                    cls,
                    rng.choice((1, 2, 2, 3, 3, 4, 5, 6, 7, 9, 12, 16)),
                    rng.random() < 0.3,
                )
            )
        made.append(Faults(first, tuple(rows)))
    return tuple(made)


def gauges(rng: Random, number: int) -> tuple[Gauge, ...]:
    codes = sorted(rng.sample(range(101, 999), 24))
    kinds = [*range(5), *(rng.randrange(5) for _ in range(19))]
    rng.shuffle(kinds)
    return tuple(Gauge(f"{'JKLWX'[number]}{code}", kind) for code, kind in zip(codes, kinds, strict=True))


def checks(rng: Random, tools: Sequence[Gauge]) -> tuple[Check, ...]:
    """The calibrations of two years before the check; gauges are calibrated about twice a year."""
    made = []
    for month in CHECKS:
        day = month + DAY * rng.randrange(9, 27)
        rows = []
        for gauge in tools:
            at = day - DAY * rng.choice((20, 45, 80, 110, 118, 126, 135, 150, 158, 170, 182, 190, 205, 225, 245, 262))
            for _ in range(rng.choice((2, 2, 3))):
                rows.append(
                    Calibration(at, gauge.code, rng.choice(("passed", "passed", "passed", "adjusted", "failed")))
                )
                at -= DAY * rng.randrange(14, 170)
        rows = [row for row in rows if row.day > add_months(day, -24)]
        rows.sort(key=lambda row: (row.day, row.gauge))
        made.append(Check(day, tuple(rows), tuple(sorted(rng.sample([gauge.code for gauge in tools], 3)))))
    return tuple(made)
