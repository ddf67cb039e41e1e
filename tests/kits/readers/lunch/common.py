"""What all readers of lunch pages use: which school, which edition and from when."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from tests.kits.readers.pages import Page, Unsettled, dates, first, group, month, of_kind, table

DAY = timedelta(days=1)
NEW = 2023
"""The year in which the newer editions were adopted."""
NAMES = {  # kind of the rules -> how order and agreement name them
    "absence_rules": "Absences|欠食取扱要領",
    "fees": "Lunch fees|給食費表",
    "carrier_rules": "Carrier's pay|配送料規程",
    "certificate_rules": "Certificates|証明書取扱要領",
    "substitutes": "Substitutes|代替食一覧",
}


@lru_cache(maxsize=10_000)
def school_of(page: Page) -> str | None:
    m = re.search(r"(\S+) School(?! Lunch)|([^\s(]+)学校(?!給食)", page.title)
    return m and (m[1] or m[2])


def school_asked(question: str, seen: list[Page]) -> str:
    names = {name for name in map(school_of, seen) if name and re.search(rf"{name}(?: School|学校)", question)}
    if not names:
        raise Unsettled("no school")
    return max(names, key=len)


def here(seen: list[Page], kind: str, school: str, test=lambda page: True) -> list[Page]:
    return of_kind(seen, kind, lambda page: school_of(page) == school and test(page))


def of_month(seen: list[Page], kind: str, school: str, day: date) -> list[Page]:
    return here(seen, kind, school, lambda page: month(page.title) == (day.year, day.month))


# -- editions ---------------------------------------------------------------------------------------------------


def starts(seen: list[Page], school: str) -> tuple[list[Page], list[Page]]:
    """Roles: the order of the newer editions, and the agreement of the school on it."""
    return (
        of_kind(seen, "order", lambda page: dates(page.text)[0].year == NEW),
        here(seen, "agreement", school),
    )


def editions(seen: list[Page], kind: str, school: str) -> tuple[list[Any], list[Any]]:
    """Roles: the older and the newer edition; None for one that is not there."""
    found = here(seen, kind, school)
    return (
        [page for page in found if dates(page.text)[0].year != NEW] or [None],
        [page for page in found if dates(page.text)[0].year == NEW] or [None],
    )


@lru_cache(maxsize=10_000)
def start_of(kind: str, order: Page, agreement: Page) -> date:
    first(
        "edition before is used|under the earlier edition|handled under the edition before|前の版により|前の版による",
        order,
    )
    lines = re.findall(r"^- .*$", agreement.text, re.M)
    if len(lines) != int(group(r"(\d+) items|全(\d+)件", agreement)):
        raise Unsettled(f"{agreement.title}: {len(lines)} items")
    own = [line for line in lines if re.match(rf"- (?:{NAMES[kind]})", line)]
    if own:
        first("day takes the place|prevails over this order|goes before this order|優先|表の日に代えて", order)
        return dates(own[0])[0]
    first(
        "For the other rules|In all else|Nothing else is agreed|上記以外は|その他の規程は|このほかに申合せはなく",
        agreement,
    )
    row = next((row for row in table(order) if re.fullmatch(NAMES[kind], row[0])), None)
    if row is None:
        raise Unsettled(f"{order.title}: no {kind}")
    return dates(row[-1])[0]


def valid(kind: str, day: date, order: Page, agreement: Page, older: Page | None, newer: Page | None) -> Page:
    """The edition for a case that is judged by `day`."""
    page = newer if day >= start_of(kind, order, agreement) else older
    if page is None:
        raise Unsettled(f"the edition of {kind} is not there")
    return page
