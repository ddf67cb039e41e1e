"""Electricity: kWh beyond the free ones of each person, two prices, a least sum, equal shares; the room's new meter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.dormitory.ledger import Hall, Ledger, Reading
from bench.kits.dormitory.programs import POWER, PROGRAMS, Spans, room, starts
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen

SPANS = ("basic", "free", "prices", "least", "share")
FITTED = tuple(date(2025, 7, 7) + DAY * n for n in range(43))
"""Days on which meters were fitted."""
NEAR = 36
"""Days by which another day of a meter is away from the true one: fewer than that."""


def edition_of(
    h: Hall, row: Reading, other_edition: bool = False, one_edition: int | None = None, by_month: bool = False
) -> int:
    """By whether the room had its new meter when it was read; `by_month`: whether the month had begun with it."""
    if one_edition is not None:
        return one_edition
    day = next(f.day for f in h.fitted if f.room == row.room)
    return int((row.day.replace(day=1) >= day if by_month else row.day >= day) != other_edition)


def share(
    h: Hall,
    row: Reading,
    free_once: bool = False,
    no_free: bool = False,
    one_price: bool = False,
    no_basic: bool = False,
    no_least: bool = False,
    least_when_away: bool = False,
    beds: bool = False,
    other_rounding: bool = False,
    **edition: Any,
) -> int:
    """Yen that each resident of a room pays for one reading."""
    rules, here = h.power[edition_of(h, row, **edition)], room(h, row.room)
    persons = here.beds if beds else here.persons
    free = 0 if no_free else rules.free * (1 if free_once else persons)
    over = max(row.value - row.before - free, 0)
    first = over if one_price else min(over, rules.bound)
    cost = Fraction(first * rules.prices[0] + (over - first) * rules.prices[1], 10) + (0 if no_basic else rules.basic)
    if not no_least and (not row.away or least_when_away):
        cost = max(cost, Fraction(rules.least))
    part = cost / persons
    return int(-(-part // 1) if rules.up != other_rounding else part // 1)


SLIPS: dict[str, dict[str, Any]] = {
    "edition_by_month": {"by_month": True},
    "newer_rules_for_all": {"one_edition": 1},
    "older_rules_for_all": {"one_edition": 0},
    "free_for_one_person_only": {"free_once": True},
    "forgot_the_free_part": {"no_free": True},
    "first_price_for_all": {"one_price": True},
    "forgot_the_basic_charge": {"no_basic": True},
    "forgot_the_least_sum": {"no_least": True},
    "least_sum_of_those_away": {"least_when_away": True},
    "shared_by_beds": {"beds": True},
    "rounded_the_other_way": {"other_rounding": True},
}


def refit(
    rng: Random, ledger: Ledger, h: Hall, rooms: set[str], solve: Callable[[Hall], int], decides: bool
) -> tuple[Ledger, int]:
    """A ledger in which one of the rooms got its meter on another day, and what `solve` comes to: another sum, or not."""
    right = solve(h)
    for f in rng.sample(h.fitted, len(h.fitted)):
        near = [day for day in FITTED if f.room in rooms and 0 < abs((day - f.day).days) < NEAR]
        for day in rng.sample(near, len(near)):
            value = solve(replace(h, fitted=tuple(replace(f, day=day) if x is f else x for x in h.fitted)))
            if (value != right) == decides:
                return swap(ledger, f, replace(f, day=day)), value
    raise ValueError("no other day of a meter leads there")


def refittable(h: Hall, row: Reading) -> bool:
    """Whether a day near that of the room's meter puts the reading under the other edition."""
    fitted = next(f.day for f in h.fitted if f.room == row.room)
    return any(abs((day - fitted).days) < NEAR and (day <= row.day) != (fitted <= row.day) for day in FITTED)


def evidence(h: Hall, editions: list[int]) -> Spans:
    return (
        *((f"power_rules/{h.key}/{h.power[edition].edition}", span) for edition in editions for span in SPANS),
        *starts(h, POWER),
    )


def month_of(h: Hall, row: Reading) -> tuple[Reading, ...]:
    return next(rows for rows in h.readings if row in rows)


@PROGRAMS.add(3, "multi_source", "calculation", hops=6)
def share_of_resident(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(share, {"other_edition": {"other_edition": True}} | SLIPS)
    cases = [(h, row) for h in ledger.halls for rows in h.readings[1:3] for row in rows[1:]]
    cases = [case for case in cases if FITTED[0] < case[1].day < FITTED[-3] and refittable(*case)]
    hard = rng.choice(("edition_by_month", "shared_by_beds", "first_price_for_all", "free_for_one_person_only"))
    chosen = [case for case in cases if slips[hard](case) != share(*case)]
    case = h, row = subject(
        rng,
        chosen if len(chosen) > 3 else cases,
        lambda c: share(*c),
        {"other_edition": slips["other_edition"]},
        lambda c: not edition_of(*c),
        0.5,
    )
    who = rng.choice([r for r in h.residents if r.room == row.room])
    doc = f"readings/{h.key}/{row.day:%Y-%m}"
    meters = f"meters/{h.key}/2025"
    rival, wrong = refit(rng, ledger, h, {row.room}, lambda other: share(other, row), True)
    others = {r.code for r in h.rooms} - {row.room}
    harmless, _ = refit(rng, ledger, h, others, lambda other: share(other, row), False)
    edition = edition_of(*case)
    return Question(
        ask=ask(
            """
            What is {who}'s part, in yen, of the bill that followed from the reading of {m}?
            How many yen does {who} owe on the meter reading of {m}?
            For the reading of {m}, what sum in yen is asked of {who}?""",
            """
            {m}の検針に基づいて{who}が負担する額は何円か。
            {who}は、{m}の検針の分としていくら支払いますか。
            {m}の検針による{who}の支払額は何円になりますか。""",
            who=who.number,
            m=both("m", row.day),
        ),
        evidence=(
            (f"residents/{h.key}/2025", f"resident:{who.number}"),
            (f"rooms/{h.key}/2025", f"room:{row.room}"),
            (meters, f"fitted:{row.room}"),
            (doc, f"reading:{row.room}"),
            (doc, "legend"),
            *evidence(h, [edition]),
        ),
        copied=meters,
        rival=rival,
        harmless=harmless,
        cut=(doc, f"reading:{row.room}"),
        older=edition == 0,
        **outcome(yen, share(*case), {name: slip(case) for name, slip in slips.items()}, wrong),
    )


def charged(h: Hall, row: Reading, **slip: Any) -> int:
    """What all residents of a room pay together; `slip` may share by beds, which are then all paid for."""
    here = room(h, row.room)
    return share(h, row, **slip) * (here.beds if slip.get("beds") else here.persons)


def swept(h: Hall, first: date, last: date) -> list[Reading]:
    return [row for rows in h.readings for row in rows if first <= row.day <= last]


def total(h: Hall, first: date, last: date, **slip: Any) -> int:
    return sum(charged(h, row, **slip) for row in swept(h, first, last))


def periods(h: Hall) -> Iterator[tuple[Hall, date, date]]:
    """40 to 60 readings of July and August, twelve or more under each edition."""
    for first in (date(2025, 7, n) for n in range(12, 26)):
        for last in (date(2025, 8, n) for n in range(9, 28)):
            rows = swept(h, first, last)
            old = sum(not edition_of(h, row) for row in rows)
            if 40 <= len(rows) <= 60 and 12 <= old <= len(rows) - 12:
                yield h, first, last


@PROGRAMS.add(5, "multi_source", "calculation", hops=6)
def electricity(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(total, SLIPS)
    h = rng.choice([h for h in ledger.halls if next(periods(h), None)])
    telling = {name: slips[name] for name in ("edition_by_month", "shared_by_beds")}
    case = _, first, last = subject(rng, list(periods(h)), lambda c: total(*c), telling)
    rows = swept(h, first, last)
    inside = {row.room for row in rows}
    meters = f"meters/{h.key}/2025"
    rival, wrong = refit(rng, ledger, h, inside, lambda other: total(other, first, last), True)
    everywhere = {r.code for r in h.rooms}
    harmless, _ = refit(rng, ledger, h, everywhere, lambda other: total(other, first, last), False)
    month = month_of(h, rows[-1])
    return Question(
        ask=ask(
            """
            What do all residents of the {h} hall together pay for electricity on the readings made from {first} to {last}, both days included, in yen?
            Add up, in yen, what the residents of the {h} hall are charged for electricity on all meters read from {first} to {last} inclusive.
            How many yen in all does the {h} hall collect for electricity on what was read between {first} and {last}, both days included?""",
            """
            {h}寮で{first}から{last}まで（初日及び末日を含む。）に検針した分の電気代として、寮生全員が支払う額の合計は何円か。
            {first}から{last}まで（初日及び末日を含む。）に検針された{h}寮の各室の電気代は、寮生の支払額で全部でいくらになりますか。
            {h}寮が{first}から{last}まで（初日及び末日を含む。）の検針に基づいて寮生から集める電気代を合計すると、何円ですか。""",
            h=h.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=(
            *(
                (f"readings/{h.key}/{each:%Y-%m}", span)
                for each in sorted({row.day.replace(day=1) for row in rows})
                for span in ("table", "legend")
            ),
            (f"rooms/{h.key}/2025", "table"),
            (meters, "table"),
            *evidence(h, [0, 1]),
        ),
        copied=meters,
        rival=rival,
        harmless=harmless,
        cut=(
            f"readings/{h.key}/{rows[-1].day:%Y-%m}",
            f"reading:{rng.choice([r for r in month[2:] if r in rows] or month[2:]).room}",
        ),
        rows=len(rows),
        **outcome(yen, total(*case), {name: slip(case) for name, slip in slips.items()}, wrong),
    )


def wing_total(h: Hall, wing: int, first: date, last: date, **slip: Any) -> int:
    """What the rooms of one wing pay for the readings of a period."""
    return sum(charged(h, row, **slip) for row in swept(h, first, last) if room(h, row.room).wing == wing)


def wing_periods(h: Hall, wing: int) -> list[tuple[date, date]]:
    """Periods with 14 to 26 readings of a wing, four or more under each edition."""
    found = []
    for first in (date(2025, 6, 8) + DAY * n for n in range(0, 50, 4)):
        for last in (first + DAY * n for n in range(34, 72, 4)):
            rows = [row for row in swept(h, first, last) if room(h, row.room).wing == wing]
            old = sum(not edition_of(h, row) for row in rows)
            if 14 <= len(rows) <= 26 and 4 <= old <= len(rows) - 4:
                found.append((first, last))
    return found
