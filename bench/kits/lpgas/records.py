"""Drawing what the branches write down: customers, readings, deliveries, regulators and their exchange."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.base import Text
from bench.kits.days import DAY, add_months, month_days
from bench.kits.lpgas import names
from bench.kits.lpgas.ledger import (
    Customer,
    Delivery,
    Exchange,
    Fixed,
    Haulier,
    Reading,
    Regulator,
    RegulatorRules,
    Round,
)
from bench.kits.lpgas.terms import last_month

MONTHS = tuple(date(2025, month, 1) for month in (6, 7, 8, 9))
HANDED_OUT = tuple(date(2025, month, 1) for month in (6, 7, 8))
LISTED = date(2025, 4, 1)
"""The list of regulators is of this day; what was exchanged since stands in the log."""
ASKED = date(2025, 11, 1)
"""About this month regulators are due."""
HALF = date(2025, 9, 1)
"""The second sheet of exchanges begins on this day."""


def customers(rng: Random, number: int) -> tuple[Customer, ...]:
    """56 customers: 24 households, eight of each class of trades."""
    numbers = sorted(rng.sample(range(1001, 9999), 56))
    kinds: list[tuple[Text, int]] = [(names.HOUSEHOLD, -1)] * 24
    for cls in range(4):
        kinds += [(rng.choice([t for t, n in names.TRADES if n == cls]), cls) for _ in range(8)]
    rng.shuffle(kinds)
    return tuple(
        Customer(
            f"{'GKMPRT'[number]}{n}",
            trade,
            cls,
            rng.choice((-1, -1, -1, 0, 1)),
            date(rng.randrange(1994, 2024), rng.randrange(1, 13), rng.randrange(1, 29)),
        )
        for n, (trade, cls) in zip(numbers, kinds, strict=True)
    )


def fixed(rng: Random, people: Sequence[Customer]) -> tuple[Fixed, ...]:
    """Fifteen contracts that end before, in or after the months of the readings."""
    ends = (
        date(2025, 5, 31),
        date(2025, 6, 30),
        date(2025, 7, 15),
        date(2025, 7, 31),
        date(2025, 8, 31),
        date(2025, 11, 30),
    )
    chosen = sorted(rng.sample([c.number for c in people], 17))
    return tuple(Fixed(number, rng.choice((*ends, *ends[3:], ends[5]))) for number in chosen)


def readings(rng: Random, people: Sequence[Customer], shut: Sequence[str]) -> tuple[Round, ...]:
    """Every month each customer is read, in the same order, from the 6th to about the 25th; taps that are shut are not."""
    order = [c for c in rng.sample(people, len(people)) if c.number not in shut]
    value = {c.number: rng.randrange(2000, 60_000) for c in people}
    usual = {c.number: rng.randrange(35, 260) if c.cls < 0 else rng.randrange(180, 1250) for c in people}
    rounds = []
    for first in MONTHS:
        rows = []
        for place, c in enumerate(order):
            day = first + DAY * (5 + place * 19 // len(order) + rng.randrange(2))
            used = usual[c.number] * rng.randrange(70, 131) // 100
            before = value[c.number]
            value[c.number] += used
            rows.append(Reading(c.number, day, before, before + used, rng.random() < 0.12))
        rows.sort(key=lambda row: (row.day, row.customer))
        rounds.append(Round(first, tuple(rows)))
    return tuple(rounds)


def hauliers(rng: Random) -> tuple[Haulier, ...]:
    """Five, whose contracts are renewed on five days."""
    days = rng.sample([date(2025, 7, 1), date(2025, 7, 8), date(2025, 7, 11), date(2025, 7, 16), date(2025, 7, 21)], 5)
    return tuple(Haulier(name, day) for name, day in zip(rng.sample(names.HAULIERS, 5), days, strict=True))


def deliveries(rng: Random, number: int, under_contract: Sequence[Haulier]) -> tuple[tuple[Delivery, ...], ...]:
    """Three months in the order of the days, within a day by slip."""
    sheets = []
    for month, first in enumerate(HANDED_OUT):
        slips = sorted(rng.sample(range(100, 999), 40))
        days = sorted(rng.choice([day for day in month_days(first) if day.weekday() < 6]) for _ in slips)
        rows = []
        for slip, day in zip(slips, days, strict=True):
            ordered = day - DAY * rng.choice((0, 1, 1, 2, 3, 4, 5, 7, 9))
            note = rng.choice(("urgent", "urgent", "back", *[""] * 6))
            counts = (rng.choice((0, 0, 1, 2, 2, 3, 4, 6)), rng.choice((0, 0, 1, 2, 3)), rng.choice((0, 0, 1, 2, 4)))
            rows.append(
                Delivery(
                    f"{'ACEHLN'[number]}{month + 1}{slip}",
                    ordered,
                    day,
                    rng.choice(under_contract).name,
                    counts if any(counts) else (2, 0, 1),
                    rng.choice((1, 1, 1, 2, 2, 3, 4, 5)),
                    note,
                )
            )
        sheets.append(tuple(rows))
    return tuple(sheets)


def regulators(
    rng: Random, people: Sequence[Customer], rules: tuple[RegulatorRules, RegulatorRules], start: date
) -> tuple[Regulator, ...]:
    """One for each customer, due from seven months before the month that is asked about to a year after it."""
    rows = []
    for c in people:
        fitting = []
        for due in range(-7, 14):
            for edition in (0, 1):
                for type_ in (0, 1):
                    over = 12 * (rules[edition].years[type_] - (rules[edition].business if c.cls >= 0 else 0))
                    made = add_months(ASKED, due - over)
                    if (made >= start) == bool(edition) and made < date(2025, 1, 1):
                        fitting.append((type_, made))
        type_, made = rng.choice(fitting)
        rows.append(Regulator(c.number, type_, made))
    return tuple(rows)


def exchanges(
    rng: Random,
    listed: Sequence[Regulator],
    people: Sequence[Customer],
    rules: tuple[RegulatorRules, RegulatorRules],
    start: date,
) -> tuple[tuple[Exchange, ...], ...]:
    """Two sheets: April to August, September to January. Most of those that are due, and some that are not."""
    business = {c.number: c.cls >= 0 for c in people}
    rows = []
    for regulator in listed:
        last = last_month(rules[regulator.made >= start], regulator, business[regulator.customer])
        if rng.random() < (0.62 if last <= ASKED else 0.18):
            low = add_months(last, -3 if rng.random() < 0.7 else 1)
            low = max(min(low, date(2025, 12, 1)), date(2025, 4, 1))
            rows.append(Exchange(regulator.customer, low + DAY * rng.randrange(2, 52)))
    rows.sort(key=lambda row: (row.day, row.customer))
    return tuple(row for row in rows if row.day < HALF), tuple(row for row in rows if row.day >= HALF)
