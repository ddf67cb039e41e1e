"""Who was on duty when a car left, and what attendants are paid."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, figure, first, minutes, month, number, only, rows, table
from tests.kits.readers.parking.common import DATE, here, months, park_asked, rules, sheets, valid
from tests.kits.readers.parking.stays import charge, covering, stays

SATURDAY, SUNDAY = 5, 6
NAMES = (("Early", "早番"), ("Late", "遅番"), ("Night", "夜勤"))
EARLY, LATE, NIGHT = range(3)


@dataclass(frozen=True)
class Roster:
    begins: tuple[int, ...]
    """First minute of each duty."""
    days: dict[date, tuple[str, ...]]
    events: frozenset[date]


@lru_cache(maxsize=1_000)
def roster(page: Page) -> Roster:
    m = first(
        r"Early: (\d+:\d\d) to (\d+:\d\d)\. Late: (\d+:\d\d) to (\d+:\d\d)\. Night: (\d+:\d\d) to (\d+:\d\d) of the next day"
        r"|early duty is from (\d+:\d\d), the late one from (\d+:\d\d), the night duty from (\d+:\d\d),.* ends at (\d+:\d\d) on the following"
        r"|早番は(\d+時)から(\d+時)まで、遅番は(\d+時)から(\d+時)まで、夜勤は(\d+時)から翌日の(\d+時)まで"
        r"|早番は(\d+時)、遅番は(\d+時)、夜勤は(\d+時)に始まり、.*夜勤は翌日(\d+時)まで",
        page,
    )
    first(
        "At the full hour the next duty has begun|each until the next begins|交代の時刻ちょうどは次の勤務に含む|次の勤務が始まる時まで",
        page,
    )
    first("an event|催事", page)
    told = [minutes(found) for found in m.groups() if found]
    begins = tuple(told[::2]) if len(told) == 6 else tuple(told[:3])
    if tuple((told[1], told[3], told[5]) if len(told) == 6 else (*begins[1:], told[3])) != (*begins[1:], begins[0]):
        raise Unsettled(f"{page.title}: {told}")
    found = rows(page, rf"{DATE}.*", 4, r"(\d+) days|全(\d+)日")
    return Roster(
        begins,
        {dates(row[0])[0]: row[1:] for row in found},
        frozenset(dates(row[0])[0] for row in found if re.search("[*※]", row[0])),
    )


def duties(day: date, choice) -> tuple[Roster, tuple[str, ...]]:
    page = roster(only(choice, "roster", lambda page: month(page.title) == (day.year, day.month)))
    if day not in page.days:
        raise Unsettled(f"no duties on {day}")
    return page, page.days[day]


def on_duty(day: date, at: int, choice) -> str:
    """Whoever had the duty in a minute; what comes before the early duty belongs to the night of the day before."""
    known, names = duties(day, choice)
    if at < known.begins[EARLY]:
        return duties(day - timedelta(days=1), choice)[1][NIGHT]
    return names[max(n for n in (EARLY, LATE, NIGHT) if at >= known.begins[n])]


# -- when a car left --------------------------------------------------------------------------------------------


def need(question, seen):
    park, ticket = park_asked(question, seen), re.search(r"[A-Z]\d{5}", question)[0]
    return (here(seen, "stays", park, lambda page: ticket in page.text), *months(seen, "roster", park))


def on_duty_asked(question, log, *choice):
    ticket = re.search(r"[A-Z]\d{5}", question)[0]
    found = [stay for stay in stays(log) if stay.ticket == ticket]
    if len(found) != 1:
        raise Unsettled(f"{len(found)} {ticket}")
    return on_duty(*found[0].left, choice)


# -- pay --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Terms:
    yen: tuple[int, ...]
    sunday: int
    event: int
    saturday: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    table_of = {row[0]: number(row[1]) for row in table(page) if len(row) == 2 and re.fullmatch(r"[\d,]+", row[1])}
    yen = tuple(table_of.get(en) or table_of.get(ja) or 0 for en, ja in NAMES)
    if not all(yen):
        raise Unsettled(f"{page.title}: {table_of}")
    first(
        "count as duties of the day on which they begin|day on which it begins|day of its beginning|始まった日の勤務として数える|始まる日に属するものとする",
        page,
    )
    return Terms(
        yen,
        figure(
            r"On Sundays the amount in the table is (\d+)% higher|(\d+)% of the amount in the table are added on Sundays"
            r"|Sunday.*?(\d+)%|表の額の(\d+)%",
            page,
        ),
        figure(
            r"On days with an event ([\d,]+) yen|duty of a day with an event brings ([\d,]+) yen"
            r"|催事のある日は、勤務1回につき([\d,]+)円|催事の日の勤務には、1回当たり([\d,]+)円",
            page,
        ),
        figure(
            r"night duty of a Saturday ([\d,]+) yen|Night duties of Saturdays bring ([\d,]+) yen"
            r"|土曜日の夜勤には、([\d,]+)円|土曜日に属するものは、([\d,]+)円",
            page,
        ),
    )


def pay(day: date, duty: int, event: bool, choice) -> int:
    known = terms(valid("duty_rules", day, choice))
    amount = known.yen[duty]
    if day.weekday() == SUNDAY:
        amount = amount * (100 + known.sunday) // 100
    return (
        amount + (known.event if event else 0) + (known.saturday if day.weekday() == SATURDAY and duty == NIGHT else 0)
    )


def pay_need(question, seen):
    park = park_asked(question, seen)
    return (
        *sheets(seen, "stays", park),
        *months(seen, "roster", park),
        here(seen, "gates", park),
        *rules(seen, ["tariff", "duty_rules"], park),
    )


def pay_of_attendant(question, *choice):
    beginning, begin, end = dates(question)
    limit = number(re.search(r"([\d,]+) ?(?:yen|円)", question)[1])
    total = 0
    for stay in covering(beginning, None, choice):
        total += charge(stay, choice)
        if total > limit:
            name = on_duty(*stay.left, choice)
            break
    else:
        raise Unsettled(f"{total} yen only")
    earned = 0
    for n in range((end - begin).days + 1):
        day = begin + timedelta(days=n)
        known, names = duties(day, choice)
        earned += sum(pay(day, duty, day in known.events, choice) for duty in range(3) if names[duty] == name)
    return earned
