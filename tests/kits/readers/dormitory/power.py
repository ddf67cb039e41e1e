"""What residents pay for electricity: one of them, a whole hall, the wing of the one with the most points."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache

from tests.kits.readers.dormitory.common import (
    BY_METER,
    NOT_YET,
    RESIDENT,
    ROOM,
    hall_asked,
    hall_of,
    here,
    months,
    residents,
    rules,
)
from tests.kits.readers.dormitory.returns import most_points, points_need
from tests.kits.readers.pages import (
    Page,
    Unsettled,
    dates,
    either,
    figure,
    first,
    month,
    of_kind,
    of_year,
    only,
    rows,
    shelf,
)


@lru_cache(maxsize=1_000)
def rooms(page: Page) -> dict[str, tuple[str, int]]:
    """Room -> wing, persons."""
    first("persons who live|persons, who stay|Persons|人数", page)
    return {row[0]: (row[1], int(row[5])) for row in rows(page, ROOM, 6, r"(\d+) rooms|全(\d+)室")}


@lru_cache(maxsize=1_000)
def fitted(page: Page) -> dict[str, date]:
    """Room -> day of its new meter."""
    return {row[0]: dates(row[1])[0] for row in rows(page, ROOM, 2, r"(\d+) rooms|全(\d+)室")}


@lru_cache(maxsize=1_000)
def readings(page: Page) -> tuple[tuple[str, date, int, bool], ...]:
    """Room, day, kWh, whether all were away."""
    first("kWh", page)
    first("“away”|「不在」", page)
    found = []
    for room, day, before, now, note in rows(page, ROOM, 5, r"(\d+) readings|全(\d+)室"):
        if note not in ("", "away", "不在"):
            raise Unsettled(f"{page.title}: {note}")
        found.append((room, dates(day)[0], int(now) - int(before), bool(note)))
    return tuple(found)


# -- the rules --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Terms:
    basic: int
    free: int
    """kWh for each person."""
    step: int
    """kWh at the lower price."""
    low: Fraction
    high: Fraction
    least: int
    up: bool
    """Whether a share is rounded up to full yen."""


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    m = first(
        r"at (?P<a>[\d.]+) yen per kWh for the first (?P<s>\d+) kWh, and at (?P<b>[\d.]+) yen for the rest"
        r"|the first (?P<s2>\d+) cost (?P<a2>[\d.]+) yen each and all further ones (?P<b2>[\d.]+) yen"
        r"|最初の(?P<s3>\d+)kWhまでを1kWh当たり(?P<a3>[\d.]+)円、これを超える分を(?P<b3>[\d.]+)円"
        r"|無料分を超えた(?P<s4>\d+)kWhまでの部分が(?P<a4>[\d.]+)円、その先の部分が(?P<b4>[\d.]+)円",
        page,
    )
    said = {name[0]: found for name, found in m.groupdict().items() if found}
    first("“away”|「不在」", page)
    return Terms(
        basic=figure(r"basic charge of ([\d,]+) yen|基本料([\d,]+)円", page),
        free=figure(
            r"has (\d+) kWh free in each reading for every person|each person in the room (\d+) kWh"
            r"|1人当たり(\d+)kWhを無料|検針ごとに(\d+)kWhに居住人数を乗じた分は無料",
            page,
        ),
        step=int(said["s"]),
        low=Fraction(said["a"]),
        high=Fraction(said["b"]),
        least=figure(
            r"together are under ([\d,]+) yen|pays at least ([\d,]+) yen|合計が([\d,]+)円に満たない|最低([\d,]+)円",
            page,
        ),
        up=either(page, up="rounded up|切り?上げ", down="rounded down|切り?捨て") == "up",
    )


def share(room: str, day: date, used: int, away: bool, choice) -> int:
    """What each person in a room pays on a reading."""
    circular = only(choice, "circular")
    first(BY_METER, circular)
    first(NOT_YET, circular)
    known = terms(of_year("power_rules", day >= fitted(only(choice, "meters"))[room], choice))
    persons = rooms(only(choice, "rooms"))[room][1]
    beyond = max(0, used - known.free * persons)
    amount = known.basic + min(beyond, known.step) * known.low + max(0, beyond - known.step) * known.high
    if not away:
        amount = max(amount, Fraction(known.least))
    each = amount / persons
    return -(-each.numerator // each.denominator) if known.up else each.numerator // each.denominator


def collected(begin: date, end: date, choice, wing: str | None = None) -> int:
    """What all residents pay on the readings of a period, in all wings or in one."""
    known = rooms(only(choice, "rooms"))
    return sum(
        known[room][1] * share(room, day, used, away, choice)
        for page in shelf(choice, "readings")
        for room, day, used, away in readings(page)
        if begin <= day <= end and wing in (None, known[room][0])
    )


# -- one resident -----------------------------------------------------------------------------------------------


def _register(question, seen):
    """The number asked for, and the registers that have it."""
    number = re.search(RESIDENT, question)[0]
    return number, of_kind(seen, "residents", lambda page: number in page.text)


def share_need(question, seen):
    _, registers = _register(question, seen)
    if not registers:
        return None
    hall, at = hall_of(registers[0]), month(question)
    return (
        registers,
        here(seen, "rooms", hall),
        here(seen, "meters", hall),
        here(seen, "readings", hall, lambda page: month(page.title) == at),
        *rules(seen, ["power_rules"], hall),
    )


def share_of_resident(question, register, *choice):
    room = residents(register)[re.search(RESIDENT, question)[0]]
    found = [row for row in readings(only(choice, "readings")) if row[0] == room]
    if len(found) != 1:
        raise Unsettled(f"{len(found)} readings of {room}")
    return share(*found[0], choice)


def meter_need(question, seen):
    return _register(question, seen)[1], here(seen, "meters", hall_asked(question, seen))


def meter_since(question, register, meters):
    return fitted(meters)[residents(register)[re.search(RESIDENT, question)[0]]]


# -- a hall, a wing ---------------------------------------------------------------------------------------------


def _power(seen, hall, begin, end):
    return (here(seen, "rooms", hall), here(seen, "meters", hall), *months(seen, "readings", hall, begin, end))


def need(question, seen):
    hall = hall_asked(question, seen)
    return (*_power(seen, hall, *dates(question)[:2]), *rules(seen, ["power_rules"], hall))


def total(question, *choice):
    return collected(*dates(question)[:2], choice)


def wing_need(question, seen):
    hall, days = hall_asked(question, seen), dates(question)
    return (
        here(seen, "residents", hall),
        *points_need(seen, hall, *days[:2]),
        *_power(seen, hall, *days[2:4]),
        *rules(seen, ["curfew_rules", "power_rules"], hall),
    )


def of_wing(question, *choice):
    days = dates(question)
    resident = most_points(*days[:2], choice)
    wing = rooms(only(choice, "rooms"))[residents(only(choice, "residents"))[resident]][0]
    return collected(*days[2:4], choice, wing)
