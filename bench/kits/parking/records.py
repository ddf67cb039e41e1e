"""Drawing what the car parks write down: season tickets and their payment, stays, stamps, rosters."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.days import DAY, add_months, month_days, workdays
from bench.kits.parking import names
from bench.kits.parking.ledger import BlockRules, Day, Payment, Payments, Season, Shop, Stamps, Stay, Tariff

PAID = tuple(date(2025, month, 1) for month in (6, 7, 8, 9))
STAMPED = tuple(date(2025, month, 1) for month in (1, 2, 3, 5, 6, 8))
ROSTERS = tuple(date(2025, month, 1) for month in (6, 7, 8))
MIDNIGHT = 24 * 60


def seasons(rng: Random, number: int, start: date, holders: Sequence[Name]) -> tuple[tuple[Season, ...], ...]:
    """Three sheets in the order of application, one before the new rules, one around their first day, one after it."""
    sheets = []
    for sheet, low, span in ((0, -66, 40), (1, -24, 36), (2, 14, 40)):
        refs = sorted(rng.sample(range(100, 999), 30))
        days = sorted(start + DAY * (low + rng.randrange(span)) for _ in refs)
        rows = []
        for ref, applied in zip(refs, days, strict=True):
            first = applied + DAY * rng.choice((0, 1, 2, 4, 6, 9, 11, 14))
            first = add_months(first.replace(day=1), 1) if rng.random() < 0.25 else first
            last = add_months(first.replace(day=1), rng.choice((2, 3, 4, 4, 5, 6, 6, 7))) - DAY
            rows.append(
                Season(
                    f"{'BDFHLN'[number]}{sheet + 1}-{ref}",
                    applied,
                    first,
                    last,
                    rng.choice(holders),
                    rng.randrange(3),
                    rng.choice((0, 1, 1, 2)),
                    rng.random() < 0.6,
                    rng.choice(("resident", "resident", "renewal", "renewal", *[""] * 4)),
                )
            )
        sheets.append(tuple(rows))
    return tuple(sheets)


def payments(
    rng: Random, sheets: Sequence[Sequence[Season]], rules: tuple[BlockRules, BlockRules], start: date
) -> tuple[Payments, ...]:
    """For each month the payments of those who pay by the month: in time, on the last day, too late, or none."""
    made = []
    for month in PAID:
        edition = rules[month >= start]
        due = add_months(month, -1).replace(day=edition.due)
        last = workdays(due, edition.grace)
        rows = []
        for s in (
            s for sheet in sheets for s in sheet if s.monthly and s.first < add_months(month, 1) and month <= s.last
        ):
            day = rng.choice(
                (due - DAY * 6, due - DAY * 3, due - DAY, due, due, last, last, last + DAY, last + DAY * 2)
            )
            if s.first >= month and rng.random() < 0.5:
                day = s.first
            if rng.random() < 0.9:
                rows.append(Payment(s.ref, max(day, s.applied)))
        rows.sort(key=lambda row: (row.day, row.ref))
        made.append(Payments(month, tuple(rows)))
    return tuple(made)


def stays(rng: Random, number: int, gates: date, tariff: tuple[Tariff, Tariff]) -> tuple[tuple[Stay, ...], ...]:
    """Four sheets in the order of the exits; many stays end at the very minute at which a unit does."""
    rows = []
    tickets = rng.sample(range(10_000, 99_999), 128)
    for ticket in tickets:
        entry, at = gates + DAY * rng.randrange(-21, 20), rng.randrange(72, 280) * 5
        rules = tariff[entry >= gates]
        long = rng.choice((0, 0, 0, 0, 1, 1, 2))
        minutes = rng.choice((rules.free, rules.unit[0] * rng.randrange(2, 12), rng.randrange(9, 120) * 5))
        minutes += rules.free if rules.deducted and rng.random() < 0.3 else 0
        left = at + minutes + MIDNIGHT * long
        rows.append(
            Stay(
                f"{'PRSTVW'[number]}{ticket}",
                entry,
                at,
                entry + DAY * (left // MIDNIGHT),
                left % MIDNIGHT,
                rng.choice((0, 0, 0, 0, 1, 1, 2, 3)),
                rng.choice(("badge", "badge", "season", *[""] * 11)),
            )
        )
    rows.sort(key=lambda row: (row.exit, row.exit_at, row.ticket))
    return tuple(tuple(rows[n : n + 32]) for n in range(0, 128, 32))


def stamps(rng: Random) -> tuple[Stamps, ...]:
    """24 shops, the same in all months; six of each class."""
    kinds = [rng.choice([t for t in names.TRADES if t[1] == cls]) for cls in range(4) for _ in range(6)]
    rng.shuffle(kinds)
    shops = list(zip(rng.sample(names.SHOPS, 24), kinds, strict=True))
    made = []
    for first in STAMPED:
        rows = []
        for name, (trade, cls) in shops:
            counts = rng.randrange(4, 45), rng.randrange(0, 30), rng.randrange(0, 14)
            rows.append(Shop(name, trade, cls, counts))
        made.append(Stamps(first, tuple(rows)))
    return tuple(made)


def rosters(rng: Random, staff: Sequence[Name]) -> tuple[tuple[Day, ...], ...]:
    """Three months; nobody has two of the three duties of a day, or one on the morning after a night."""
    sheets = []
    night: Name | None = None
    for first in ROSTERS:
        rows = []
        for day in month_days(first):
            early, late, next_night = rng.sample([who for who in staff if who is not night], 3)
            rows.append(Day(day, (early, late, next_night), rng.random() < 0.14))
            night = next_night
        sheets.append(tuple(rows))
    return tuple(sheets)
