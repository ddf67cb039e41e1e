"""Drawing the ledger: random numbers -> the facts of one provider, within what ledger.py guarantees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from random import Random

from bench.kits.base import Name
from bench.kits.care import names
from bench.kits.care.ledger import (
    Additions,
    CarePlan,
    EscortTariff,
    IncidentRules,
    Ledger,
    Limits,
    Notice,
    Office,
    ShiftRules,
    Trip,
    UnitTable,
    Visit,
)
from bench.kits.care.records import quarters, rosters
from bench.kits.days import DAY, add_months, month_days

USERS = 8


def draw(rng: Random) -> Ledger:
    towns, people = (rng.sample(pool, len(pool)) for pool in (names.TOWNS, names.PEOPLE))
    offices = tuple(_office(rng, i, towns[i], people[i * 10 : i * 10 + 10], people) for i in range(5))
    before, later = (
        [_starts(rng, year) for _ in offices] for year in (2023, 2026)
    )  # the later ones are not in force yet
    drawn = (
        (date(2023, 3, 1), before),
        (date(2025, 3, 1), [(o.start, o.until) for o in offices]),
        (date(2025, 11, 1), later),
    )
    numbers = sorted(rng.sample(range(11, 79, 2), 3))
    notices = tuple(
        Notice(number, month + DAY * rng.randrange(10, 27), tuple(s for s, _ in days), tuple(u for _, u in days))
        for number, (month, days) in zip(numbers, drawn, strict=True)
    )
    higher = rng.random() < 0.5
    limits = tuple(
        Limits(year, date(year, 1, rng.randrange(8, 28)), _levels(rng, 60 * (year - 2024)), higher == (year == 2025))
        for year in (2024, 2025, 2026)
    )
    return Ledger(rng.choice(names.PROVIDERS), offices, limits, notices)


def _levels(rng: Random, add: int) -> tuple[int, ...]:
    lowest = rng.randrange(90, 112) * 10 + add
    middle = lowest + rng.randrange(26, 42) * 10
    return lowest, middle, middle + rng.randrange(30, 46) * 10


def _office(rng: Random, number: int, name: Name, staff: Sequence[Name], people: Sequence[Name]) -> Office:
    start, until = _starts(rng, 2025)
    first = add_months(start[0].replace(day=1), -1)
    plans = _plans(rng, number, start[0], [p for p in people if p not in staff])
    return Office(
        key=name.en.lower(),
        name=name,
        extension=rng.randrange(210, 890),
        clerk=staff[0],
        start=start,
        until=until,
        units=_units(rng),
        additions=_additions(rng),
        plans=plans,
        visits=_visits(rng, number, first, plans),
        escort=_escort(rng),
        trips=_trips(rng, number, start[2], plans),
        incident_rules=_incident_rules(rng),
        quarters=quarters(rng, number),
        shift_rules=_shift_rules(rng),
        rosters=rosters(rng, staff),
    )


def _starts(rng: Random, year: int) -> tuple[tuple[date, date, date, date], date]:
    """The four first days; and the last day of the old unit table, two months after the first of the new one or so."""
    units = date(year, rng.choice((6, 7)), 1)
    additions = units + DAY * rng.choice((10, 15, 20, 25))
    escort = date(year, rng.choice((7, 8)), rng.choice((1, 11, 16, 21)))
    incidents = date(year, 8, rng.choice((1, 11, 16, 21)))
    until = add_months(units, 1) + DAY * rng.choice((9, 14, 19))
    return (units, additions, escort, incidents), until


def _adopted(rng: Random, year: int) -> date:
    return date(year, rng.choice((1, 2)), rng.randrange(5, 28))


def _units(rng: Random) -> tuple[UnitTable, UnitTable]:
    old = []
    for least, most in ((148, 172), (226, 262), (350, 398), (166, 188), (204, 236), (286, 322)):
        old.append(rng.randrange(least, most))
    new = [n + rng.choice((-9, -7, 5, 6, 8, 11, 13)) for n in old]
    edition = rng.randrange(4, 10)
    return UnitTable(edition, _adopted(rng, 2023), tuple(old)), UnitTable(edition + 1, _adopted(rng, 2025), tuple(new))


def _additions(rng: Random) -> tuple[Additions, Additions]:
    edition, trial = rng.randrange(3, 9), rng.random() < 0.5
    early, evening = (
        rng.sample((7 * 60 + 30, 8 * 60, 8 * 60 + 30), 2),
        rng.sample((17 * 60 + 30, 18 * 60, 18 * 60 + 30), 2),
    )
    rate, late, building = rng.sample((20, 25, 30), 2), rng.sample((15, 20, 25, 35), 2), rng.sample((8, 10, 12, 15), 2)
    old, new = (
        Additions(
            edition + i, _adopted(rng, year), early[i], evening[i], rate[i], late[i], building[i], trial == (i == 0)
        )
        for i, year in enumerate((2023, 2025))
    )
    return old, new


def _plans(rng: Random, number: int, start: date, people: Sequence[Name]) -> tuple[CarePlan, ...]:
    """Two plans a user, one after the other; about half of the second ones were agreed before the new unit table."""
    plans = []
    users = sorted(rng.sample(range(101, 999), USERS))
    for user, name in zip(users, rng.sample(list(people), USERS), strict=True):
        key, level, building = f"{'KPSTW'[number]}{user}", rng.randrange(3), rng.random() < 0.4
        change = start + DAY * rng.choice((-14, -7, 2, 6, 11, 16, 22, 29, 36))
        began = date(2025, rng.choice((1, 2, 3)), 1)
        early = rng.random() < 0.5
        agreed = change - DAY * rng.randrange(3, 9)
        if early and change > start:
            agreed = min(agreed, start - DAY * rng.randrange(1, 6))
        later = rng.choice((level, level, max(level - 1, 0), min(level + 1, 2)))
        plans.append(
            CarePlan(f"{key}-1", key, name, level, began - DAY * rng.randrange(5, 20), began, change - DAY, building)
        )
        plans.append(CarePlan(f"{key}-2", key, name, later, agreed, change, date(2025, 12, 31), building))
    return tuple(plans)


def _visits(rng: Random, number: int, first: date, plans: Sequence[CarePlan]) -> tuple[tuple[Visit, ...], ...]:
    """Six sheets of half a month; a user has a usual service and another now and then."""
    users = sorted({p.user for p in plans})
    usual = {user: (rng.randrange(6), rng.randrange(6)) for user in users}
    ref, sheets = 1000 + 1500 * number + rng.randrange(100), []
    for half in range(6):
        month = month_days(add_months(first, half // 2))
        days = month[15:] if half % 2 else month[:15]
        visits = []
        rows = sorted(
            (
                rng.choice(days),
                rng.choice(
                    (
                        415,
                        435,
                        450,
                        465,
                        480,
                        485,
                        510,
                        515,
                        560,
                        620,
                        690,
                        840,
                        905,
                        990,
                        1045,
                        1050,
                        1065,
                        1080,
                        1085,
                        1110,
                        1125,
                    )
                ),
                i,
            )
            for i in range(30)
        )
        for day, start, _ in rows:
            ref += rng.randrange(1, 6)
            user = rng.choice(users)
            note = rng.choice(("cancelled", "trial", "key", "key", *[""] * 8))
            carers = 2 if rng.random() < 0.13 else 1
            visits.append(Visit(f"V{ref}", day, user, usual[user][rng.random() < 0.3], start, carers, note))
        sheets.append(tuple(visits))
    return tuple(sheets)


def _escort(rng: Random) -> tuple[EscortTariff, EscortTariff]:
    closed, edition, base = rng.random() < 0.5, rng.randrange(3, 9), rng.randrange(62, 84) * 10
    shares = rng.sample((30, 40, 50, 60), 2)

    def table(add: int) -> tuple[tuple[int, ...], ...]:
        rows, town = [], base + add
        for _ in range(5):
            sunday = town + rng.randrange(12, 22) * 10
            outside = town + rng.randrange(24, 34) * 10
            rows.append((town, sunday, outside, outside + sunday - town + rng.randrange(2, 6) * 10))
            town += rng.randrange(38, 58) * 10
        return tuple(rows)

    return (
        EscortTariff(edition, _adopted(rng, 2023), (30, 60, 90, 120), closed, table(0), shares[0]),
        EscortTariff(
            edition + 1, _adopted(rng, 2025), (30, 60, 90, 120), not closed, table(rng.randrange(4, 12) * 10), shares[1]
        ),
    )


def _trips(rng: Random, number: int, start: date, plans: Sequence[CarePlan]) -> tuple[tuple[Trip, ...], ...]:
    users, sheets = sorted({p.user for p in plans}), []
    for sheet, first, days in ((0, start - 58 * DAY, 44), (1, start - 14 * DAY, 32), (2, start + 18 * DAY, 38)):
        refs = sorted(rng.sample(range(100, 999), 26))
        trips = []
        for ref, ordered in zip(refs, sorted(first + DAY * rng.randrange(days) for _ in refs), strict=True):
            day = ordered + DAY * rng.randrange(3, 25)
            if rng.random() < 0.25:
                day += DAY * (6 - day.weekday())
            begin = rng.randrange(8 * 60, 16 * 60, 5)
            length = rng.choice((25, 30, 30, 35, 45, 60, 60, 65, 75, 90, 90, 100, 120, 120, 135))
            place = rng.randrange(len(names.PLACES))
            note = rng.choice(("same day", "before", "wheelchair", "wheelchair", *[""] * 7))
            outside = place in (1, 2, 5)
            trips.append(
                Trip(
                    f"{'CDFGH'[number]}{sheet + 1}-{ref}",
                    ordered,
                    day,
                    rng.choice(users),
                    names.PLACES[place],
                    outside,
                    begin,
                    begin + length,
                    note,
                )
            )
        sheets.append(tuple(trips))
    return tuple(sheets)


def _incident_rules(rng: Random) -> tuple[IncidentRules, IncidentRules]:
    edition, first, moves = rng.randrange(2, 7), rng.random() < 0.5, rng.random() < 0.5
    old = rng.sample((3, 4, 5, 6, 7), 4)
    rules = IncidentRules(edition, _adopted(rng, 2023), (*old, None), first, moves)
    new = [rng.choice([n for n in (2, 3, 4, 5, 7, 8) if abs(n - days) > 1]) for days in old]
    return rules, replace(
        rules,
        edition=edition + 1,
        adopted=_adopted(rng, 2025),
        days=(*new, None),
        first_counts=not first,
        sunday_moves=not moves,
    )


def _shift_rules(rng: Random) -> tuple[ShiftRules, ShiftRules]:
    def hours() -> tuple[tuple[int, int, int], ...]:
        early = rng.choice((6 * 60 + 30, 7 * 60, 7 * 60 + 15))
        day, late, night = (
            rng.choice((8 * 60 + 30, 8 * 60 + 45, 9 * 60)),
            rng.choice((10 * 60 + 30, 11 * 60, 11 * 60 + 30)),
            rng.choice((16 * 60 + 30, 17 * 60)),
        )
        return (
            (early, early + 60 * 8 + rng.choice((30, 45, 60)), rng.choice((45, 60))),
            (day, day + 60 * 9 - rng.choice((0, 15, 30)), 60),
            (late, late + 60 * 8 + rng.choice((30, 45, 60)), rng.choice((45, 60))),
            (day, day + rng.choice((225, 240, 255)), 0),
            (night, night + rng.choice((16 * 60, 16 * 60 + 30)) - 24 * 60, rng.choice((90, 120))),
        )

    old, new = hours(), hours()
    return ShiftRules(2024, date(2024, 3, rng.randrange(5, 28)), old), ShiftRules(
        2025, date(2025, 3, rng.randrange(5, 28)), new
    )
