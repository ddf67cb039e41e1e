"""Daily allowances of trips within the country, and who made a trip."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tests.kits.readers.pages import Page, Unsettled, dates, either, first, group, minutes, number, rows, table
from tests.kits.readers.travel.common import (
    branch_asked,
    by_month,
    grade,
    here,
    none,
    of_month,
    people,
    rules,
    valid,
)

TRIP = r"[A-Z]\d-\d{3}"
CLOCK = r"\d{1,2}:\d\d|\d{1,2}時(?:\d{1,2}分)?"


@dataclass(frozen=True)
class Terms:
    grades: dict[str, int]
    late_from: int
    early_until: int
    early_included: bool
    full: int
    """Days that are paid in full."""
    beyond: int
    """Percent of the other days."""
    near: int
    near_included: bool
    meal: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    first("grade that the traveller has when leaving|grade on the day of leaving|出発時の職級|出発の日の職級", page)
    first("without private days|but no private days|私用の日は数えない|私用の日数を除いた", page)
    first("rest is rounded down to 10 yen|remains is rounded down to 10 yen|10円未満(?:を|は)切り捨て", page)
    late = group(
        rf"leaves at ({CLOCK}) or later|leaves from ({CLOCK}) on|({CLOCK})以後に出発した|出発が({CLOCK})以後", page
    )
    full, beyond = _pair(
        r"more than (\d+) days are counted, those beyond \d+ are paid with (\d+)%"
        r"|first (\d+) of the days counted are paid in full; of what comes after, (\d+)%"
        r"|日数のうち(\d+)日までは全額を、その後の分は(\d+)%|日数が(\d+)日を超えるときは、超える分を(\d+)%",
        page,
    )
    return Terms(
        grades={row[0]: number(row[1]) for row in table(page) if len(row) == 2 and re.fullmatch(r"[\d,]+", row[1])},
        late_from=minutes(late),
        early_until=minutes(
            group(
                rf"back (?:at|by|before|earlier than) ({CLOCK})|、({CLOCK})(?:より前|以前)に帰着した|帰着が({CLOCK})(?:まで|より前)",
                page,
            )
        ),
        early_included=either(
            page,
            yes=r"at [\d:]+ or earlier for the last|[\d:]+ included\)\.|以前に帰着した|まで\(ちょうどを含む",
            no=r"back earlier than|[\d:]+ not included\)|より前に帰着した|より前\(ちょうどを含まない",
        )
        == "yes",
        full=full,
        beyond=beyond,
        near=number(
            group(
                r"less than (\d+) km away|up to (\d+) km away|nearer than (\d+) km|no more than (\d+) km away"
                r"|片道(\d+)kmに満たない|片道(\d+)kmを超えない|片道(\d+)km以下|片道(\d+)km未満",
                page,
            )
        ),
        near_included=either(
            page,
            yes="up to [0-9]+ km away|no more than [0-9]+ km away|kmを超えない|km以下の地",
            no="less than [0-9]+ km away|nearer than [0-9]+ km|kmに満たない|km未満の地",
        )
        == "yes",
        meal=number(
            group(
                r"(\d+) yen are taken off for each meal|provided (\d+) yen are deducted|食ごとに(\d+)円|食につき(\d+)円",
                page,
            )
        ),
    )


def _pair(pattern: str, page: Page) -> tuple[int, ...]:
    return tuple(int(found) for found in first(pattern, page).groups() if found)


@dataclass(frozen=True)
class Trip:
    ordered: date
    left: date
    left_at: int
    back: date
    back_at: int
    km: int
    meals: int = 0
    private: int = 0


def allowance(choice, trip: Trip, rank: str) -> int:
    known = terms(valid("daily", choice, ordered=trip.ordered, left=trip.left, back=trip.back))
    if rank not in known.grades:
        raise Unsettled(f"what does a {rank} get?")
    early = trip.back_at <= known.early_until if known.early_included else trip.back_at < known.early_until
    near = trip.km <= known.near if known.near_included else trip.km < known.near
    days = Fraction((trip.back - trip.left).days + 1 - trip.private)
    days -= Fraction((trip.left_at >= known.late_from) + early, 2)
    paid = min(days, known.full) + max(days - known.full, 0) * Fraction(known.beyond, 100)
    yen = paid * known.grades[rank] / (2 if near else 1) - known.meal * trip.meals
    return max(0, int(yen // 10) * 10)


# -- one trip -----------------------------------------------------------------------------------------------------


def one_need(question, seen):
    return rules(seen, ["daily"], branch_asked(question, seen))


def one(question, *choice):
    ordered, left, back = sorted(dates(question)[:3])
    left_at, back_at = (minutes(found) for found in re.findall(CLOCK, question)[:2])
    known = terms(valid("daily", choice, ordered=ordered, left=left, back=back))
    named = [rank for rank in known.grades if rank in question]
    if not named:
        raise Unsettled("which grade?")
    km = int(re.search(r"(\d+) ?km", question)[1])
    return allowance(choice, Trip(ordered, left, left_at, back, back_at, km), max(named, key=len))


# -- a period -----------------------------------------------------------------------------------------------------


def period_need(question, seen):
    branch = branch_asked(question, seen)
    return (*by_month(seen, "trips", branch), *people(seen, branch), *rules(seen, ["daily"], branch))


def total(question, *choice):
    begin, end = dates(question)[:2]
    return sum(yen for _, yen in paid(choice, begin, end))


def paid(choice, begin: date, end: date) -> Iterator[tuple[str, int]]:
    """Person and allowance of every trip that ended in a period, by number."""
    for n in range(begin.year * 12 + begin.month - 1, end.year * 12 + end.month):
        page = of_month(choice, "trips", n // 12, n % 12 + 1)
        listed = rows(page, TRIP, 10, r"(\d+) trips|全(\d+)件")
        for row in sorted(listed):
            if begin <= dates(row[5])[0] <= end:
                yield row[1], _of_row(choice, row)


def _of_row(choice, row) -> int:
    _, person, ordered, left, left_at, back, back_at, km, meals, private = row
    days: dict[str, Any] = {"ordered": dates(ordered)[0], "left": dates(left)[0], "back": dates(back)[0]}
    trip = Trip(
        **days,
        left_at=minutes(left_at),
        back_at=minutes(back_at),
        km=number(km),
        meals=none(meals),
        private=none(private),
    )
    return allowance(choice, trip, grade(choice, person, trip.left))


# -- who made a trip ----------------------------------------------------------------------------------------------


def traveller_need(question, seen):
    trip = re.search(TRIP, question)[0]
    return [here(seen, "trips", branch_asked(question, seen), lambda page: any(row[0] == trip for row in table(page)))]


def traveller(question, page):
    return next(row[1] for row in table(page) if row[0] == re.search(TRIP, question)[0])
