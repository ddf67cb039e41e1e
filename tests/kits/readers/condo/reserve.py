"""What a flat pays into the repair reserve."""

from __future__ import annotations

import re
from decimal import Decimal

from tests.kits.readers.condo.common import by_laws, house_asked, valid
from tests.kits.readers.pages import Unsettled, either, month, number, table, within

CLASSES = {
    r"up to and including (\d+)|(\d+)m2以下": lambda area, bound: area <= bound,
    r"under (\d+)|(\d+)m2未満": lambda area, bound: area < bound,
    r"over (\d+)|(\d+)m2を超え": lambda area, bound: area > bound,
    r"from (\d+)|(\d+)m2以上": lambda area, bound: area >= bound,
}
ROUNDINGS = {
    "nearest": r"nearest 10 yen, 5 yen upwards|5 yen and more are rounded up|5円以上は切り上げ|四捨五入",
    "up": r"rounded up to a multiple|fraction of that counts as full|端数は切り上げる|10円に切り上げる",
    "down": r"rounded down to a multiple|left over is dropped|端数は、?切り捨てる",
}


def need(question, seen):
    return by_laws(seen, "fee_rules", house_asked(question, seen))


def instalment(question, minutes, older, newer):
    page = valid("fee_rules", month(question), minutes, older, newer)
    area = Decimal(re.search(r"([\d.]+) ?m2", question)[1])
    rates = [row[1] for row in table(page) if len(row) == 2 and within(row[0], area, CLASSES)]
    if len(rates) != 1:
        raise Unsettled(f"{page.title}: {rates} for {area}")
    product = area * number(rates[0])
    add = {"nearest": 5, "up": Decimal("9.99"), "down": 0}[either(page, **ROUNDINGS)]
    return int((product + add) // 10) * 10
