"""Gas used by customers of a class, and the bills of a period."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache

from tests.kits.readers.lpgas.common import CUSTOMER, branch_asked, here, made, months, rules, valid
from tests.kits.readers.pages import (
    Page,
    Unsettled,
    dates,
    either,
    first,
    fiscal,
    fiscal_year,
    month,
    number,
    of_kind,
    of_year,
    only,
    rows,
    shelf,
    table,
)

CLASSES = {  # what a reader knows about customers
    "food production|food producers|食品製造": "fish-cake|sweets|tofu|miso|bakery|かまぼこ|菓子工房|豆腐|味噌|パン工房",
    "eating|meals|cater|restaurant|飲食": "grilled-chicken|coffee|curry|sushi|noodle|焼き鳥|喫茶|カレー|すし|そば",
    "lodg|accommodation|guests|stay|宿泊": "pension|inn|hostel|hotel|lodge|ペンション|旅館|ユースホステル|ビジネスホテル|山荘",
    "educat|teach|school|learning|教育|学校": "nursery|cram|college|primary|kindergarten|託児所|学習塾|短期大学|小学校|幼稚園",
}
HOUSEHOLD = ("household", "一般家庭")


@lru_cache(maxsize=1_000)
def readings(page: Page) -> tuple[tuple[str, date, Decimal, Decimal, bool], ...]:
    """Customer, day, both readings, whether the second is estimated."""
    found = []
    for key, day, before, now in rows(page, CUSTOMER, 4, r"(\d+) readings|全(\d+)件"):
        m = re.fullmatch(r"([\d.]+)( ?[E推])?", now)
        if not m:
            raise Unsettled(f"{page.title}: {now}")
        found.append((key, dates(day)[0], Decimal(before), Decimal(m[1]), bool(m[2])))
    return tuple(found)


@lru_cache(maxsize=1_000)
def customers(page: Page) -> dict[str, tuple[str, ...]]:
    """Customer -> kind, day since, plan."""
    return {row[0]: row[1:] for row in rows(page, CUSTOMER, 4, r"(\d+) customers|全(\d+)件")}


# -- gas used by a class ------------------------------------------------------------------------------------------


def class_need(question, seen):
    branch, at = branch_asked(question, seen), month(question)
    return (
        here(seen, "readings", branch, lambda page: month(page.title) == at),
        here(seen, "customers", branch, lambda page: fiscal(page.title)[0] == fiscal_year(*at)),
    )


def used(question, *choice):
    asked = [words for name, words in CLASSES.items() if re.search(name, question)]
    if len(asked) != 1:
        raise Unsettled(f"which class? {len(asked)}")
    known = customers(only(choice, "customers"))
    sheet = only(choice, "readings")
    first("estimated|推定", sheet)
    return sum(
        (
            now - before
            for key, _, before, now, guess in readings(sheet)
            if not guess and re.search(asked[0], known[key][0])
        ),
        Decimal(0),
    )


# -- the bills of a period ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Terms:
    tenths: bool
    bath: int
    floor: int
    """Percent off the price of the gas."""
    unit: int
    """Yen to which a bill is rounded down."""
    bounds: tuple[int, int]
    rows: tuple[tuple[int, ...], tuple[int, ...]]
    """Basic charge and prices of households and of businesses."""


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    m = first(
        r"bath set have (\d+)% off the price of the gas, those with floor heating (\d+)%"
        r"|reduced by (\d+)% for customers with a bath set and by (\d+)%"
        r"|風呂セットの客先は従量料金の(\d+)%、床暖房の客先は従量料金の(\d+)%|風呂セットの客先は(\d+)%引き、床暖房の客先は(\d+)%引き",
        page,
    )
    first(
        "not taken off the basic charge|without basic charge and adjustment|割り引かない|基本料金と調整額を含まない",
        page,
    )
    bath, floor = (int(found) for found in m.groups() if found)
    heads = next((row for row in table(page) if len(row) == 3 and "m3" in row[0]), ())
    lines = [row for row in table(page) if len(row) == 5]
    if len(heads) != 3 or [bool(re.match("House|家庭用", row[0])) for row in lines] != [True, False]:
        raise Unsettled(f"{page.title}: {heads} {lines}")
    return Terms(
        tenths=either(
            page,
            yes="readings with their tenths|Tenths of a m3 count|0.1m3の位も算入|小数第1位までを含めて",
            no="tenth being dropped|Tenths that the meter shows are left out|1m3未満切捨て|指針の小数は、今回、前回ともに切り捨て",
        )
        == "yes",
        bath=bath,
        floor=floor,
        unit={"ten": 10, "one": 1}[
            either(
                page,
                ten="rounded down to 10 yen|amounts under 10 yen are dropped|請求額の10円未満|についてのみ行い、10円未満",
                one="rounded down to full yen|fractions of a yen are dropped|請求額の1円未満|についてのみ行い、1円未満",
            )
        ],
        bounds=(int(re.search(r"\d+", heads[0])[0]), int(re.search(r"\d+", heads[2])[0])),
        rows=tuple(tuple(map(number, row[1:])) for row in lines),
    )


def need(question, seen):
    branch, (begin, end) = branch_asked(question, seen), dates(question)[:2]
    year = fiscal_year(begin.year, begin.month)
    return (
        *months(seen, "readings", branch, begin, end),
        here(seen, "customers", branch, lambda page: fiscal(page.title)[0] == year),
        here(seen, "fixed", branch, lambda page: fiscal(page.title)[0] == year),
        of_kind(seen, "adjustments", lambda page: fiscal(page.title)[0] == year),
        *rules(seen, ["tariff"], branch),
    )


def total(question, *choice):
    begin, end = dates(question)[:2]
    return sum(
        bill(key, day, before, now, choice)
        for page in shelf(choice, "readings")
        for key, day, before, now, _ in readings(page)
        if begin <= day <= end
    )


def bill(key: str, day: date, before: Decimal, now: Decimal, choice) -> int:
    kind, _, plan = customers(only(choice, "customers"))[key]
    if plan not in ("", "bath set", "floor heating", "風呂セット", "床暖房"):
        raise Unsettled(f"what is {plan}?")
    first("branch's list of fixed prices|固定価格", only(choice, "circular"))
    last = fixed(only(choice, "fixed")).get(key)
    is_fixed = last is not None and day <= last
    page = of_year("tariff", False, choice) if is_fixed else valid("tariff", day, choice)
    known = terms(page)
    gas = now - before if known.tenths else Decimal(int(now) - int(before))
    basic, *prices = known.rows[kind not in HOUSEHOLD]
    low, high = known.bounds
    parts = (min(gas, low), max(Decimal(0), min(gas, high) - low), max(Decimal(0), gas - high))
    off = {"": 0, "bath set": known.bath, "風呂セット": known.bath}.get(plan, known.floor)
    price = sum(part * yen for part, yen in zip(parts, prices, strict=True)) * (100 - off) / 100
    adjustment = Decimal(0) if is_fixed else gas * adjusted(only(choice, "adjustments"))[day.year, day.month]
    return int((basic + price + adjustment) // known.unit) * known.unit


@lru_cache(maxsize=1_000)
def fixed(page: Page) -> dict[str, date]:
    """Customer -> last day of the fixed price."""
    first(
        "up to and including the last day|Up to the last day \\(included\\)|満了日まで\\(当日を含む|満了日以前\\(当日を含む",
        page,
    )
    first("without the adjustment|no adjustment is made|調整額を加減しない|原料費の調整をしない", page)
    return {row[0]: dates(row[1])[0] for row in rows(page, CUSTOMER, 2, r"(\d+) customers|全(\d+)件")}


@lru_cache(maxsize=1_000)
def adjusted(page: Page) -> dict[tuple[int, int], Decimal]:
    """Month -> yen for each cubic metre."""
    found = [row for row in table(page) if len(row) == 2 and re.fullmatch(r"[-−]?[\d.]+", row[1])]
    return {made(row[0]): Decimal(row[1].replace("−", "-")) for row in found}
