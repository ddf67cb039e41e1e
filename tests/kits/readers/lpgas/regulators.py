"""Customers whose regulators should have been exchanged by the end of a month, and were not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tests.kits.readers.lpgas.bills import HOUSEHOLD, customers
from tests.kits.readers.lpgas.common import CUSTOMER, branch_asked, here, made, rules, valid
from tests.kits.readers.pages import (
    Page,
    Unsettled,
    dates,
    either,
    first,
    fiscal,
    fiscal_year,
    month,
    only,
    rows,
    shelf,
)


@dataclass(frozen=True)
class Terms:
    single: int
    double: int
    less: int
    """Years at households, and by how many it is less elsewhere."""
    same_month: bool


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    m = first(
        r"used for (\d+) years and a two-stage one for (\d+) years|is (\d+) years for single-stage and (\d+) years"
        r"|単段式は(\d+)年、二段式は(\d+)年|単段式を(\d+)年、二段式を(\d+)年",
        page,
    )
    single, double = (int(found) for found in m.groups() if found)
    less = first(
        r"time of use is (one|\d+) years? shorter|than households (one|\d+) years? less"
        r"|使用年数を(\d+)年短縮|使用年数から(\d+)年を減じる",
        page,
    )
    years = next(found for found in less.groups() if found)
    first("taps are shut|閉栓", page)
    return Terms(
        single=single,
        double=double,
        less=1 if years == "one" else int(years),
        same_month=either(
            page,
            yes="by the end of May|製造月と同じ月の末日|製造月に当たる月の末日",
            no="by the end of April|製造月の前月の末日|製造月に当たる月の前の月の末日",
        )
        == "yes",
    )


def need(question, seen):
    branch, at = branch_asked(question, seen), month(question)
    year = fiscal_year(*at)
    logs = here(seen, "exchanges", branch, lambda page: fiscal(page.title)[0] == year)
    numbers = [re.search(r"Sheet (\d+) of (\d+)|第(\d+)葉\(全(\d+)葉\)", page.title) for page in logs]
    totals = {int(m[2] or m[4]) for m in numbers}
    if len(totals) != 1:
        return None
    return (
        *(
            [page for page, m in zip(logs, numbers, strict=True) if int(m[1] or m[3]) == n]
            for n in range(1, totals.pop() + 1)
        ),
        here(seen, "regulators", branch, lambda page: dates(page.title)[0].year == year),
        here(seen, "customers", branch, lambda page: fiscal(page.title)[0] == year),
        *rules(seen, ["regulator_rules"], branch),
    )


def overdue(question, *choice):
    end, register = month(question), only(choice, "regulators")
    renewed = {
        key
        for page in shelf(choice, "exchanges")
        for key, day in rows(page, CUSTOMER, 2, r"(\d+) exchanges|全(\d+)件")
        if (dates(day)[0].year, dates(day)[0].month) <= end
    }
    note = first(r".*(?:[Tt]aps|taps of|閉栓).*", register)[0]
    shut = set(re.findall(CUSTOMER, note))
    kinds = customers(only(choice, "customers"))
    found = set()
    for key, type_, when in rows(register, CUSTOMER, 3, r"(\d+) regulators|全(\d+)台"):
        year, number = made(when)
        known = terms(valid("regulator_rules", (year, number), choice))
        if type_ not in ("single-stage", "two-stage", "単段式", "二段式"):
            raise Unsettled(f"what is {type_}?")
        years = known.single if type_ in ("single-stage", "単段式") else known.double
        last = year + years - (known.less if kinds[key][0] not in HOUSEHOLD else 0), number
        if not known.same_month:
            last = (last[0], number - 1) if number > 1 else (last[0] - 1, 12)
        if last <= end and key not in renewed and key not in shut:
            found.add(key)
    return frozenset(found)
