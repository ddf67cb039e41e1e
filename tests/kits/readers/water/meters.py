"""Meters that should have been exchanged, and the day on which one was."""

from __future__ import annotations

import re
from datetime import date

from tests.kits.readers.pages import Unsettled, dates, first, fiscal, fiscal_year, month, of_kind, table
from tests.kits.readers.water.bills import CUSTOMER
from tests.kits.readers.water.common import district_asked, here, rows

METER = r"[A-Z]-\d+"


def late_need(question, seen):
    district, day = district_asked(question, seen), dates(question)[0]
    if district is None or (day.month, day.day) != (9, 30):
        return None
    year = fiscal_year(day.year, day.month)
    return (
        here(seen, "meters", district, lambda page: month(page.title) == (year, 4)),
        here(seen, "customers", district, lambda page: fiscal(page.title)[0] == year),
        here(seen, "exchange_rules", district, lambda page: fiscal(page.title)[0] == year),
        here(seen, "exchanges", district, lambda page: fiscal(page.title) == (year, "first")),
        here(seen, "exempt", district, lambda page: fiscal(page.title) == (year, "first")),
    )


def late(question, meters, register, rules, exchanges, notice):
    day = dates(question)[0]
    m = first(
        r"used for (\d+) years, one of (\d+) mm or more for (\d+) years"
        r"|(\d+) years later a meter may be used; for meters of (\d+) mm and more it is (\d+) years"
        r"|検定を受けた月から(\d+)年後の同じ月までとする。ただし、口径(\d+)mm以上のものは、(\d+)年"
        r"|検定の月から数えて(\d+)年\(口径(\d+)mm以上のものにあっては(\d+)年\)",
        rules,
    )
    usual, wide, fewer = (int(group) for group in m.groups() if group)
    before = first(
        "(end of the month before that month|month that comes before the month in which|前の?月の末日)"
        "|end of that month|last day of the month in which|満了(?:する|の)月の末日",
        rules,
    )[1]
    first(
        "need not be exchanged|left as they are|No exchange is needed|取替えを要しません|取り替えません|除きます",
        notice,
    )
    kept = set(re.findall(METER, notice.text)) | {
        row[2] for row in rows(exchanges, CUSTOMER, 6) if dates(row[1])[0] <= day
    }
    diameters = {row[0]: int(row[3]) for row in rows(register, CUSTOMER, 5)}
    found = []
    for customer, meter, certified in rows(meters, CUSTOMER, 3):
        year, number = month(certified)
        year += fewer if diameters[customer] >= wide else usual
        if before:
            year, number = (year, number - 1) if number > 1 else (year - 1, 12)
        if date(year, number, 1) <= day and meter not in kept:
            found.append(meter)
    return tuple(sorted(found))


# -- a meter that was not exchanged on the day that is said: the right day --------------------------------------


def day_need(question, seen):
    meter = re.search(METER, question)[0]
    lists = of_kind(seen, "exchanges", lambda page: any(len(row) == 6 and row[2] == meter for row in table(page)))
    return lists and (lists,)


def day_of(question, exchanges):
    meter = re.search(METER, question)[0]
    days = {dates(row[1])[0] for row in table(exchanges) if len(row) == 6 and row[2] == meter}
    if len(days) != 1:
        raise Unsettled(f"{meter}: {days}")
    return days.pop()
