"""The smallest and the largest size at which a part is good."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, either, first, table, within
from tests.kits.readers.quality.common import product_of, rules, valid, works_asked


@dataclass(frozen=True)
class Tolerances:
    products: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    """Words for a range of nominal sizes, and micrometres for each product."""


def need(question, seen):
    return rules(seen, ["tolerances"], works_asked(question, seen))


def limit(question, *choice):
    nominal = Decimal(re.search(r"(?<![\d.])(\d+) ?mm", question)[1])
    off = tolerance(choice, question, nominal, ordered=dates(question)[0])
    upper, lower = (re.search(words, question) for words in ("largest|最大", "smallest|最小"))
    if bool(upper) == bool(lower):
        raise Unsettled("largest or smallest?")
    return nominal + off if upper else nominal - off


def tolerance(choice, product: str, nominal: Decimal, **days: date) -> Decimal:
    """By how many millimetres a part may be off. `product`: a text that names it."""
    known = tolerances(valid("tolerances", choice, **days))
    found = [line for line in known.lines if within(line[0], nominal, TESTS)]
    if len(found) != 1:
        raise Unsettled(f"{len(found)} lines for {nominal}")
    return Decimal(found[0][1 + product_of(product, known.products)]) / 1000


TESTS = {
    r"up to (\d+)|(\d+)以下": lambda size, bound: size <= bound,
    r"under (\d+)|(\d+)未満": lambda size, bound: size < bound,
    r"over (\d+)|(\d+)を超え": lambda size, bound: size > bound,
    r"from (\d+)|(\d+)以上": lambda size, bound: size >= bound,
}


@lru_cache(maxsize=10_000)
def tolerances(page: Page) -> Tolerances:
    first("1000 make a millimetre|one thousand make a millimetre|1,?000 ?[µμ]m ?(?:=|を) ?1 ?mm", page)
    said = either(
        page,
        lower="belongs to the larger sizes|lower end of each line is included|大きい方の区分に含め|下端の寸法を含む",
        upper="belongs to the smaller sizes|upper end of each line is included|小さい方の区分に含め|上端の寸法を含む",
    )
    lines = [row for row in table(page) if len(row) == 5]
    products, lines = lines[0][1:], lines[1:]
    if not re.search("over|超え" if said == "upper" else "from|以上", lines[-1][0]):
        raise Unsettled(f"{page.title}: {lines[-1]} is not the last line")
    return Tolerances(products, tuple(lines))
