"""Drawing what the halls write down: rooms, residents, readings, late returns, turns of cleaning, broken things."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random

from bench.kits.days import DAY, month_days
from bench.kits.dormitory import names
from bench.kits.dormitory.ledger import (
    Broken,
    Check,
    CurfewRules,
    Fitted,
    Reading,
    Resident,
    Return,
    Room,
    Rota,
    Swap,
    Turn,
    TurnRules,
)
from bench.kits.dormitory.terms import MIDNIGHT, curfew, deadline

READ = tuple(date(2025, month, 1) for month in (6, 7, 8, 9))
RETURNED = tuple(date(2025, month, 1) for month in (6, 7, 8))
ROTAS = tuple(date(2025, month, 1) for month in (6, 7, 8))
PRICES = ((180, 980), (120, 760), (60, 240), (190, 880))
"""Tens of yen that a new thing costs, by names.CLASSES."""
BROKEN = tuple(date(2025, month, 1) for month in (1, 2, 3, 5, 6, 9))


def rooms(rng: Random, number: int) -> tuple[Room, ...]:
    """40 rooms, about ten in each wing; most beds are taken."""
    codes = sorted(rng.sample(range(101, 560), 40))
    wings = [n for n in range(4) for _ in range(10)]
    rng.shuffle(wings)
    made = []
    for code, wing in zip(codes, wings, strict=True):
        beds = rng.choice((1, 2, 2, 3))
        made.append(
            Room(
                f"{'GHKLMP'[number]}{code}",
                wing,
                code // 100,
                4 + 3 * beds + rng.randrange(3),
                beds,
                beds if rng.random() < 0.75 else max(beds - 1, 1),
            )
        )
    return tuple(made)


def residents(rng: Random, number: int, listed: Sequence[Room]) -> tuple[Resident, ...]:
    """As many in each room as it says, by number."""
    places = [room.code for room in listed for _ in range(room.persons)]
    rng.shuffle(places)
    numbers = sorted(rng.sample(range(1001, 9999), len(places)))
    return tuple(
        Resident(
            f"{'DFJQRT'[number]}{n}",
            rng.choice(names.PEOPLE),
            room,
            rng.choice(
                (
                    date(2025, 3, rng.randrange(17, 30)),
                    *(date(year, 4, rng.randrange(1, 29)) for year in (2022, 2023, 2024)),
                )
            ),
        )
        for n, room in zip(numbers, places, strict=True)
    )


def fitted(rng: Random, listed: Sequence[Room]) -> tuple[Fitted, ...]:
    """New meters, wing by wing and not in one go, from July to the middle of August."""
    return tuple(Fitted(room.code, date(2025, 7, 7) + DAY * (room.wing * 8 + rng.randrange(12))) for room in listed)


def readings(rng: Random, listed: Sequence[Room]) -> tuple[tuple[Reading, ...], ...]:
    """Every month each room is read, in an order of its own, from the 8th to the 27th."""
    order = rng.sample(listed, len(listed))
    value = {room.code: rng.randrange(200, 9000) for room in listed}
    sheets = []
    for first in READ:
        rows = []
        for place, room in enumerate(order):
            away = rng.random() < 0.1
            used = rng.randrange(0, 12) if away else rng.randrange(14, 68) * room.persons + rng.randrange(9)
            day = first + DAY * (7 + place // 2 + rng.randrange(2))
            rows.append(Reading(room.code, day, value[room.code], value[room.code] + used, away))
            value[room.code] += used
        rows.sort(key=lambda row: (row.day, row.room))
        sheets.append(tuple(rows))
    return tuple(sheets)


def returns(
    rng: Random, people: Sequence[Resident], rules: tuple[CurfewRules, CurfewRules], start: date
) -> tuple[tuple[Return, ...], ...]:
    """What the night porter wrote down: some in time, many at the very end of a unit, some after midnight."""
    often = rng.sample([r.number for r in people], 13)
    sheets = []
    for first in RETURNED:
        rows = []
        seen: set[tuple[date, str]] = set()
        for _ in range(34):
            evening, who = rng.choice(month_days(first)[:-1]), rng.choice(often)
            if (evening, who) in seen:
                continue
            seen.add((evening, who))
            edition = rules[evening >= start]
            late = rng.choice(
                (-10, 0, edition.unit, 2 * edition.unit, edition.long, edition.long + 5, *range(5, 100, 10))
            )
            note = rng.choice(("call", "call", "train", *[""] * 7))
            at = curfew(edition, evening) + late + (edition.call if note == "call" and rng.random() < 0.5 else 0)
            rows.append(Return(evening + DAY * (at // MIDNIGHT), at % MIDNIGHT, who, note))
        rows.sort(key=lambda row: (row.day, row.at, row.resident))
        sheets.append(tuple(rows))
    return tuple(sheets)


def rotas(rng: Random, people: Sequence[Resident]) -> tuple[Rota, ...]:
    """The kitchen is cleaned every day, the bath every other, the entrance and the bins twice a week."""
    made = []
    for first in ROTAS:
        days = month_days(first)
        turns = []
        group = rng.sample([r.number for r in people], 26)
        for day in days:
            tasks = [
                0,
                *([1] if day.day % 2 else []),
                *([2] if day.weekday() in (2, 5) else []),
                *([3] if day.weekday() in (0, 3) else []),
            ]
            turns += [Turn(day, task, who) for task, who in zip(tasks, rng.sample(group, len(tasks)), strict=True)]
        chosen = sorted(rng.sample(turns, 7), key=lambda turn: (turn.day, turn.task))
        swaps = []
        for turn in chosen:
            busy = {t.resident for t in turns if t.day == turn.day}
            swaps.append(Swap(turn.day, turn.task, rng.choice([who for who in group if who not in busy])))
        off = tuple(sorted(rng.sample(days, 2)))
        made.append(Rota(first, tuple(turns), tuple(s for s in swaps if s.day not in off), off))
    return tuple(made)


def checks(
    rng: Random, lists: Sequence[Rota], rules: tuple[TurnRules, TurnRules], start: date
) -> tuple[tuple[Check, ...], ...]:
    """What the warden found done and when: in time, at the very minute that decides, too late; some never."""
    sheets = []
    for rota in lists:
        rows = []
        for turn in rota.rows:
            last = deadline(rules[turn.day >= start], turn.day, turn.task)
            chance = rng.random()
            if turn.day in rota.off or chance < 0.06:
                continue
            at = (
                last - rng.randrange(1, 9) * 10
                if chance < 0.72
                else last
                if chance < 0.88
                else last + rng.choice((5, 10, 20))
            )
            rows.append(Check(turn.day, turn.task, at))
        sheets.append(tuple(rows))
    return tuple(sheets)


def breakage(rng: Random, number: int) -> tuple[tuple[Broken, ...], ...]:
    ref, made = 3000 + 900 * number + rng.randrange(100), []
    for first in BROKEN:
        rows = []
        for day in sorted(rng.choices(month_days(first), k=20)):
            ref += rng.randrange(1, 5)
            what, cls = rng.choice(names.THINGS)
            rows.append(Broken(f"{ref}", day, what, cls, rng.randrange(0, 9), rng.randrange(*PRICES[cls]) * 10))
        made.append(tuple(rows))
    return tuple(made)
