"""Fuel of the customer with whose hire the charges of a branch pass a sum."""

from __future__ import annotations

import re

from tests.kits.readers.pages import Unsettled, dates, first, month, number, of_kind, table
from tests.kits.readers.rental import hires
from tests.kits.readers.rental.common import HIRE, branch, edition, editions, figure, machines, rows


def need(question, seen):
    """Roles: editions of the fuel rules, prices, then those of the charges."""
    here = branch(question, seen)
    sheets = hires.period_need(question, seen)
    begin, end = dates(question)[-2:]
    years = sorted({day.year - (day.month < 4) for day in (begin, end)})
    prices = [
        of_kind(seen, "prices", lambda page, y=y: bool(re.search(rf"fiscal {y}|令和{y - 2018}年度", page.title)))
        for y in years
    ]
    return sheets and len(prices) == 1 and (editions(here, "fuel"), prices[0], *sheets)


def of_customer(question, pair, prices, circular, rates, terms, fleet, *sheets):
    """What the customer owed for filling up in the second period."""
    since, begin, end = dates(question)[0], *dates(question)[-2:]
    limit = number(re.search(r"([\d,]+) ?(?:yen|円)(?:を超え| for| with|\.|\?)", question)[1])
    back = sorted((dates(row[6])[0], row[0], row) for sheet in sheets for row in rows(sheet, HIRE, 10))
    reached, customer = 0, None
    for day, _, row in back:
        if day >= since:
            reached += hires.charge(row, circular, rates, terms, fleet)
            if reached > limit:
                customer = row[2]
                break
    if customer is None:
        raise Unsettled("the sum is not passed")
    return sum(
        filling(row, circular, pair, prices, fleet)
        for day, _, row in back
        if row[2] == customer and begin <= day <= end
    )


def filling(row, circular, pair, prices, fleet) -> int:
    day, missing = dates(row[6])[0], 8 - int(row[8])
    page = edition(circular, "Fuel|燃料規定", pair, day)
    first(
        r"whatever the note|Demonstrations and breakdowns make no difference|摘要のいかんを問わず|試乗及び故障の場合も同様",
        page,
    )
    m = first(
        r"(at least seven eighths full|no more than one eighth|8分の7以上残って|8分の1以内であるとき)"
        r"|Only a full tank is free|Whatever is missing is charged|満タンの場合に限り|8分の1の不足であっても請求",
        page,
    )
    if missing <= bool(m[1]):
        return 0
    tank = machines(fleet)[row[3]][1]
    first(r"missing eighths of the tank|eighths missing, all of them|不足の割合を乗じた|不足した目盛りの全部", page)
    up = first(r"rounded (up) to|rounded down to|(切り上げ)|切り捨て", page)
    litres = -(-tank * missing // 8) if any(up.groups()) else tank * missing // 8
    first(r"fuel price of the month of return|返却した月の燃料単価", page)
    price = next((int(r[1]) for r in table(prices) if len(r) == 2 and month(r[0]) == (day.year, day.month)), None)
    if price is None:
        raise Unsettled(f"{prices.title}: no price for {day}")
    m = re.search(
        r"month of return and (\d+) yen for handling|month of return (\d+) yen are added for each litre"
        r"|手数料(\d+)円を加えた額|1L当たり(\d+)円の手数料",
        page.text,
    )
    if m:
        return litres * (price + int(next(filter(None, m.groups()))))
    once = figure(
        r"For each filling ([\d,]+) yen are charged besides|([\d,]+) yen are added once|1回当たり([\d,]+)円の手数料|1回につき([\d,]+)円",
        page,
    )
    return litres * price + number(once)
