"""Drawing hires, damage and readings of the hour meters."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.days import DAY, month_days
from bench.kits.rental import names
from bench.kits.rental.ledger import Damage, Damages, Hire, Machine, Reading, Readings

MONTHS = tuple(date(2025, month, 1) for month in (1, 2, 3, 6, 8, 10, 12))
READ = (date(2025, 4, 1), date(2025, 8, 1), date(2025, 10, 1), date(2025, 12, 1))


def hires(rng: Random, number: int, start: Sequence[date], machines: Sequence[Machine]) -> tuple[tuple[Hire, ...], ...]:
    """Four sheets in the order of the contracts, about half of them before the new rates."""
    customers = rng.sample(names.CUSTOMERS, 7)
    busy = {m.code: date.min for m in machines}
    sheets = []
    for sheet, first, days in ((0, -56, 30), (1, -26, 26), (2, 0, 28), (3, 28, 32)):
        refs = sorted(rng.sample(range(100, 999), 30))
        rows = []
        contracted = sorted(start[0] + DAY * (first + rng.randrange(days)) for _ in refs)
        for ref, day in zip(refs, contracted, strict=True):
            out = day + DAY * rng.randrange(1, 19)
            free = [code for code, until in busy.items() if until < out] or [min(busy, key=lambda code: busy[code])]
            machine = rng.choice(free)
            out = max(out, busy[machine] + DAY) if busy[machine] >= out else out
            back = out + DAY * rng.choice((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 19, 21, 22, 25, 27, 30))
            busy[machine] = back
            out_time = rng.choice((420, 450, 480, 510, 600, 690, 780, 900, 930, 960, 1000, 1020, 1035))
            back_time = rng.choice((480, 525, 540, 555, 600, 600, 630, 660, 690, 720, 735, 840, 945, 1010))
            note = rng.choice(("breakdown", "demo", "bucket", "bucket", *[""] * 7))
            level = rng.choice((3, 4, 5, 6, 6, 7, 7, 8, 8))
            rows.append(
                Hire(
                    f"{'BDFHLN'[number]}{sheet + 1}-{ref}",
                    day,
                    rng.choice(customers),
                    machine,
                    out,
                    out_time,
                    back,
                    back_time,
                    level,
                    note,
                )
            )
        sheets.append(tuple(rows))
    return tuple(sheets)


def damages(rng: Random, number: int, machines: Sequence[Machine]) -> tuple[Damages, ...]:
    ref, made = 2000 + 900 * number + rng.randrange(100), []
    for first in MONTHS:
        rows = []
        for day in sorted(rng.choices(month_days(first), k=18)):
            ref += rng.randrange(1, 5)
            what, part = rng.choice(names.DAMAGE)
            cost = rng.choice((24, 28, 30, 34, 39, 40, 46, 50, 55, 60, 66, 78, 90, 112, 135, 160, 184)) * 100
            rows.append(Damage(str(ref), day, rng.choice(machines).code, what, part, cost, rng.random() < 0.5))
        made.append(Damages(first, tuple(rows)))
    return tuple(made)


def readings(rng: Random, machines: Sequence[Machine]) -> tuple[Readings, ...]:
    """All meters on one day; the last inspection lies up to seven months back."""
    made = []
    for month in READ:
        day = month + DAY * rng.randrange(10, 24)
        rows = []
        for machine in machines:
            last = day - DAY * rng.choice((22, 40, 55, 70, 85, 98, 110, 118, 125, 140, 149, 156, 170, 188))
            if month.month == 4:
                last = max(last, date(2024, 11, rng.randrange(1, 28)))
            at = rng.randrange(800, 6000)
            used = rng.choice((60, 95, 130, 160, 180, 200, 205, 215, 220, 250, 255, 265, 275, 300, 310, 320, 325, 350))
            rows.append(Reading(machine.code, last, at, at + used))
        laid = sorted(rng.sample([m.code for m in machines], 3))
        made.append(Readings(day, tuple(rows), tuple(laid)))
    return tuple(made)
