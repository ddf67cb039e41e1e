"""What a customer owes for two months, all customers of a round, and the basic charge of a diameter."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, first, fiscal, fiscal_year, month, number, table
from tests.kits.readers.water.common import district_asked, district_of, editions, figure, here, rows, valid, when

CUSTOMER = r"[A-Z]\d+"
USES = {  # what a reader knows about buildings
    "Household use|家庭用": "house$|flat|一戸建て|アパート|長屋",
    "Business use|営業用": "inn|noodle shop|barber|bakery|brewery|filling station|旅館|そば店|理髪店|パン店|酒蔵|ガソリン",
    "Public use|公共用": "library|school|town hall|fire station|図書館|学校|役場|消防署",
}


def need(question, seen):
    district, at = district_asked(question, seen), month(question)
    if district is None or at is None:
        return None
    return roles(seen, district, [at])


def roles(seen, district, rounds):
    """Register, lists of exchanges and editions of a district, then the readings of some rounds (year, month)."""
    return (
        here(seen, "customers", district),
        *(
            here(seen, "exchanges", district, lambda page, half=half: fiscal(page.title) == (2025, half)) or [None]
            for half in ("first", "second")
        ),
        when(seen),
        editions(seen, "tariff", district),
        *(here(seen, "readings", district, lambda page, at=at: month(page.title) == at) for at in rounds),
    )


def one(question, register, early, late, notices, pair, readings):
    customer = next(
        (row for row in table(register) if len(row) == 5 and re.search(rf"(?:\b|の){row[1]}(?: |さん)", question)), None
    )
    if customer is None:
        raise Unsettled("the customer is not in the register")
    reading = next((row for row in table(readings) if len(row) == 5 and row[0] == customer[0]), None)
    if reading is None:
        raise Unsettled("no reading")
    return bill(customer, reading, (early, late), notices, pair, district_of(readings))


def all_need(question, seen):
    district = district_asked(question, seen)
    begin, end = dates(question)
    if district is None or (begin.year, begin.month) != (end.year, end.month):
        return None
    return roles(seen, district, [(begin.year, begin.month)])


def all_of(question, *choice):
    begin, end = dates(question)
    return between(begin, end, *choice)


def between(begin: date, end: date, register, early, late, notices, pair, *rounds) -> int:
    """The bills on all readings from `begin` to `end`."""
    customers = {row[0]: row for row in rows(register, CUSTOMER, 5)}
    return sum(
        bill(customers[row[0]], row, (early, late), notices, pair, district_of(register))
        for readings in rounds
        for row in rows(readings, CUSTOMER, 5)
        if begin <= dates(row[3])[0] <= end
    )


@lru_cache(maxsize=10_000)
def bill(customer, reading, lists, notices, pair, district) -> int:
    _, before, _, _, _ = reading
    _, _, building, diameter, remark = customer
    page = valid("tariff", district, dates(before)[0], notices, pair)
    used = usage(reading, lists)
    basic = basic_of(page, diameter)
    charge = basic + priced(page, building, used)
    if used == 0:
        first("half of the basic charge|基本料金の(?:半額|2分の1)", page)
        doubled = basic
    else:
        if remark in ("R", "減"):
            charge -= figure(
                r"pay (\d+) yen less basic charge|basic charge is (\d+) yen lower"
                r"|基本料金から(\d+)円を差し引く|基本料金は、(\d+)円を減じた",
                page,
            )
        doubled = 2 * charge
    step = 10 if re.search(r"whole tens of yen|less than 10 yen in the sum|、10円未満", page.text) else 1
    if step == 1:
        first(r"rounded down to a whole yen|a fraction of a yen is dropped|、1円未満", page)
    tax = figure(r"(\d+)% tax is added|A tax of (\d+)% is added|消費税\((\d+)%\)を加算|(\d+)%の消費税を加え", page)
    return doubled * (100 + tax) // (200 * step) * step


def usage(reading, lists) -> int:
    """Cubic metres between two readings, over all meters that were in place."""
    customer, before, then, on, now = reading
    begin, end = dates(before)[0], dates(on)[0]
    touched = {half_of(begin), half_of(end)}
    total, value = 0, int(then)
    for half, page in zip(("first", "second"), lists, strict=True):
        if half not in touched:
            continue
        if page is None:
            raise Unsettled("a list of exchanges is missing")
        for row in rows(page, CUSTOMER, 6):
            if row[0] == customer and begin <= dates(row[1])[0] <= end:
                if dates(row[1])[0] in (begin, end):
                    raise Unsettled("exchanged on the day of a reading: before or after it?")
                total, value = total + int(row[3]) - value, int(row[5])
    if int(now) < value:
        raise Unsettled("the meter ran backwards")
    return total + int(now) - value


def half_of(day: date) -> str:
    if fiscal_year(day.year, day.month) != 2025:
        raise Unsettled("another fiscal year")
    return "first" if 4 <= day.month <= 9 else "second"


def basic_of(page: Page, diameter: str) -> int:
    price = next((row[1] for row in table(page) if len(row) == 2 and re.fullmatch(rf"{diameter} ?mm", row[0])), None)
    if price is None:
        raise Unsettled(f"{page.title}: no {diameter} mm")
    return number(price)


def priced(page: Page, building: str, used: int) -> int:
    """The price of what is used beyond the quantity that the basic charge covers."""
    use = next((name for name, words in USES.items() if re.search(words, building)), None)
    if use is None:
        raise Unsettled(f"what is {building}?")
    heads = next((row for row in table(page) if len(row) == 3 and "m3" in row[0]), None)
    prices = next((row for row in table(page) if len(row) == 4 and re.fullmatch(use, row[0])), None)
    if heads is None or prices is None:
        raise Unsettled(f"{page.title}: prices are missing")
    bounds = [int(re.search(r"(\d+) ?m3", head)[1]) for head in heads]
    free = figure(
        r"covers the first (\d+) m3|in which (\d+) m3 are included|基本料金には(\d+)m3まで|料金は、(\d+)m3までの使用を含む",
        page,
    )
    if free != bounds[0]:
        raise Unsettled(f"{page.title}: {free} or {bounds[0]} cubic metres?")
    tops = [*bounds[1:], max(used, bounds[-1])]
    return sum(
        max(0, min(used, top) - low) * int(price) for low, top, price in zip(bounds, tops, prices[1:], strict=True)
    )


# -- a wrong basic charge: the right one ------------------------------------------------------------------------


def said_need(question, seen):
    district = district_asked(question, seen)
    return district and ([district], when(seen), editions(seen, "tariff", district))


def said(question, district, notices, pair):
    diameter = re.search(r"(\d+) ?mm", question)[1]
    return basic_of(valid("tariff", district, dates(question)[0], notices, pair), diameter)
