"""What the carrier is paid over a period, and the day on which its pay passes a limit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import product

from tests.kits.readers.lunch import substitutes
from tests.kits.readers.lunch.common import editions, here, school_asked, starts, valid
from tests.kits.readers.pages import Page, Unsettled, dates, either, figure, first, minutes, month, number, rows


@dataclass(frozen=True)
class Terms:
    size: int
    first_ones: int
    each: int
    further: int
    least: int
    late: int
    late_closed: bool
    percent: int
    unit: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    first("is not full counts as a container|last one counting in full|端数は1個に切り上げる|満たないものも1個", page)
    m = first(
        r"(?P<a>[\d,]+) yen each up to (?P<n>\d+) containers a day, (?P<b>[\d,]+) yen for each one above"
        r"|For the first (?P<n2>\d+) containers of a day (?P<a2>[\d,]+) yen each are paid, for each further one (?P<b2>[\d,]+)"
        r"|1日(?:につき)?(?P<n3>\d+)個まで(?:の分)?は1個(?:当たり)?(?P<a3>[\d,]+)円、[^。]*?は1個(?:当たり)?(?P<b3>[\d,]+)円",
        page,
    )
    each, first_ones, further = (number(m[key] or m[f"{key}2"] or m[f"{key}3"]) for key in "anb")
    return Terms(
        size=figure(r"containers of (\d+) lunches|container holds (\d+) lunches|(\d+)食入り|容量は(\d+)食分", page),
        first_ones=first_ones,
        each=each,
        further=further,
        least=figure(
            r"No day is paid less than ([\d,]+) yen|pay for a day is ([\d,]+) yen at least"
            r"|減額前の額で([\d,]+)円を下回らない|1日の額が([\d,]+)円に満たない",
            page,
        ),
        late=figure(
            r"arrives (?:more than )?(\d+) minutes after|delay of (?:more than )?(\d+) minutes"
            r"|(\d+)分(?:以上|を超えて)遅れ|遅れが(\d+)分(?:以上|を超えた)",
            page,
        ),
        late_closed=either(
            page,
            closed=r"time at which it is due, or later|minutes or more costs|分以上",
            open=r"arrives more than|delay of more than|分を超え",
        )
        == "closed",
        percent=figure(r"(\d+)% of the (?:day's )?pay|(\d+)%を(?:減額|差し引)", page),
        unit={"ten": 10, "one": 1}[
            either(
                page,
                ten="less than 10 yen in the pay|whole tens of yen|10円未満",
                one="a whole yen|fraction of a yen|less than one yen|1円未満",
            )
        ],
    )


def day_pay(known: Terms, lunches: int, late: int, excused: bool) -> int:
    """`late`: minutes after the time at which lunch is due, negative where it came earlier."""
    containers = -(-lunches // known.size)
    pay = min(containers, known.first_ones) * known.each + max(0, containers - known.first_ones) * known.further
    pay = max(pay, known.least)
    if not excused and (late > known.late or (known.late_closed and late == known.late)):
        pay = pay * (100 - known.percent)
        return pay // (100 * known.unit) * known.unit
    return pay // known.unit * known.unit


@lru_cache(maxsize=1_000)
def due(sheet: Page) -> int:
    return minutes(first("Due at the ramp at.*|[Ll]unch is due at.*|lunch is due is.*|指定時刻.*|給食は、.*", sheet)[0])


def delivered(sheet: Page, order, agreement, older, newer) -> list[tuple[date, int]]:
    """Day and pay of all deliveries of a month."""
    year, at = month(sheet.title)
    found = []
    for row in rows(sheet, r"\d{1,2}", 4, r"(\d+) days|(\d+)日分"):
        day = date(year, at, int(row[0]))
        if row[3] not in ("", "E", "免"):
            raise Unsettled(f"what is {row[3]}?")
        known = terms(valid("carrier_rules", day, order, agreement, older, newer))
        found.append((day, day_pay(known, number(row[1]), minutes(row[2]) - due(sheet), bool(row[3]))))
    return found


# -- a period ---------------------------------------------------------------------------------------------------


def need(question, seen):
    school, (begin, end) = school_asked(question, seen), dates(question)
    months = range(begin.year * 12 + begin.month - 1, end.year * 12 + end.month)
    return (
        *starts(seen, school),
        *editions(seen, "carrier_rules", school),
        *(here(seen, "deliveries", school, lambda page, n=n: _month(page) == n) for n in months),
    )


def _month(page: Page) -> int:
    year, at = month(page.title)
    return year * 12 + at - 1


def paid(question, order, agreement, older, newer, *sheets):
    begin, end = dates(question)
    return sum(
        pay for sheet in sheets for day, pay in delivered(sheet, order, agreement, older, newer) if begin <= day <= end
    )


# -- the day on which a limit is passed, and what the dishes of that day cost -----------------------------------


def limit_need(question, seen):
    """The sweep first; its result is a day, and the roles of that day are found with it."""
    school, begin = school_asked(question, seen), dates(question)[0]
    limit = number(re.search(r"([\d,]+) ?(?:yen|円)", question)[1])
    sheets: dict[int, list[Page]] = {}
    for page in here(seen, "deliveries", school):
        sheets.setdefault(_month(page), []).append(page)
    days = {
        _passed(begin, limit, sheets, choice)
        for choice in product(*starts(seen, school), *editions(seen, "carrier_rules", school))
    }
    if len(days) != 1 or None in days:
        return None
    return substitutes.cost_need(seen, school, days.pop())


def _passed(begin: date, limit: int, sheets, choice) -> date | None:
    """The first day on which the sum is above the limit; None where pages are missing or their copies differ."""
    total, at = 0, begin.year * 12 + begin.month - 1
    while True:
        seen = {
            tuple((day, pay) for day, pay in delivered(sheet, *choice) if day >= begin) for sheet in sheets.get(at, ())
        }
        if not seen:
            return None
        totals = {_first_above(rows_, limit - total) for rows_ in seen}
        if len(totals) != 1:
            return None
        found = totals.pop()
        if isinstance(found, date):
            return found
        total, at = total + found, at + 1


def _first_above(paid_, rest: int) -> date | int:
    """The day on which the sum of a month passes the rest; the sum, where it does not."""
    total = 0
    for day, pay in paid_:
        total += pay
        if total > rest:
            return day
    return total
