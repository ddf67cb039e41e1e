"""What extra work on goods of a class cost in a month, and for whom a lot was that left at a certain hour."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tests.kits.readers.pages import (
    Page,
    Unsettled,
    dates,
    figure,
    first,
    fiscal,
    fiscal_year,
    minutes,
    month,
    number,
    rows,
    table,
)
from tests.kits.readers.warehouse.common import CLASSES, LOT, class_of, here, of_class, shed_asked, sheets

# -- extra work -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Terms:
    free: int
    night: int
    """Percent that work at night costs more."""


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    first(
        "yen below one are dropped for each job|fractions of a yen are dropped|1円未満(?:の端数は|を)切り捨てる", page
    )
    none = re.search("No pieces are free|Every piece is charged|無料とする個数はない|最初の1個から料金", page.text)
    return Terms(
        free=0
        if none
        else figure(
            r"Of every job (\d+) pieces are not|first (\d+) pieces of each job|、(\d+)個分の料金は|最初の(\d+)個は無料",
            page,
        ),
        night=figure(
            r"done at night (\d+)% are added|at night costs (\d+)% more|作業には(\d+)%を加算|夜間の作業は(\d+)%増し",
            page,
        ),
    )


def need(question, seen):
    shed, at = shed_asked(question, seen), month(question)
    return (
        here(seen, "jobs", shed, lambda page: month(page.title) == at),
        here(seen, "extra", shed, lambda page: fiscal(page.title)[0] == fiscal_year(*at)),
    )


def charged(question, jobs, prices):
    asked = [name for name in CLASSES if re.search(name, question, re.I)]
    if len(asked) != 1:
        raise Unsettled(f"which class? {asked}")
    known, total = terms(prices), 0
    for _, _, goods, pieces, night in rows(jobs, r"\d+", 5, r"(\d+) jobs|全(\d+)件"):
        if night not in ("", "N", "夜"):
            raise Unsettled(f"what is {night}?")
        if class_of(goods) == asked[0]:
            yen = number(of_class(prices, goods)) * max(0, int(pieces) - known.free)
            total += yen * (100 + (known.night if night else 0)) // 100
    return total


# -- for whom a lot was -----------------------------------------------------------------------------------------


def gone_need(question, seen):
    shed, day = shed_asked(question, seen), dates(question)[0]
    lists = here(seen, "deliveries", shed, lambda page: month(page.title) == (day.year, day.month))
    return (lists, *sheets(seen, shed))


def consignee(question, deliveries, *landings):
    day = dates(question)[0]
    hour = minutes(re.search(r"\d{1,2}:\d\d|\d{1,2}時(?:\d{1,2}分)?", question)[0])
    lots = [row[0] for row in table(deliveries) if len(row) == 5 and re.fullmatch(LOT, row[0]) if _at(row, day, hour)]
    firms = [row[3] for page in landings for row in table(page) if lots and row[0] == lots[0]]
    if len(lots) != 1 or len(firms) != 1:
        raise Unsettled(f"{lots}: {firms}")
    return firms[0]


def _at(row, day, hour) -> bool:
    return dates(row[2])[0] == day and minutes(row[3]) == hour
