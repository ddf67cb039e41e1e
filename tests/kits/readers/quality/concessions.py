"""By how much a bill is lowered for parts out of tolerance that were taken by agreement."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, either, figure, first, number, of_kind, rows, table
from tests.kits.readers.quality.common import months, rules, shelf, valid, works_asked, works_of
from tests.kits.readers.quality.lots import by_supplier
from tests.kits.readers.quality.sizes import tolerance

ROUNDING = {"up": ROUND_CEILING, "down": ROUND_FLOOR, "half": ROUND_HALF_UP}


@dataclass(frozen=True)
class Terms:
    bounds: tuple[int, int]
    """Percent of the tolerance."""
    cuts: tuple[int, int, int]
    """Percent of the price up to the first bound, up to the second, and beyond."""
    lower_at_bound: bool
    rounding: str
    most: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    m = first(
        r"(?P<r>\d+)% of the price up to a share of (?P<a>\d+)%, (?P<s>\d+)% up to (?P<b>\d+)%, and (?P<t>\d+)% beyond"
        r"|Up to (?P<a2>\d+)% the price is reduced by (?P<r2>\d+)%, up to (?P<b2>\d+)% by (?P<s2>\d+)%, above that by (?P<t2>\d+)%"
        r"|(?P<a3>\d+)%までを代金の(?P<r3>\d+)%、(?P<b3>\d+)%までを(?P<s3>\d+)%、それより上を(?P<t3>\d+)%"
        r"|(?P<a4>\d+)%までは代金の(?P<r4>\d+)%、(?P<b4>\d+)%までは(?P<s4>\d+)%、これを上回れば(?P<t4>\d+)%",
        page,
    )
    said = {name[0]: int(found) for name, found in m.groupdict().items() if found}
    first("within tolerance|許容差内のもの|許容差に収まって", page)
    first("of all its pieces|for all pieces of the entry together|全数をまとめて|全数を合わせた", page)
    return Terms(
        bounds=(said["a"], said["b"]),
        cuts=(said["r"], said["s"], said["t"]),
        lower_at_bound=either(
            page,
            yes="has the lower of the two|the smaller reduction applies|小さい方の減額|低い方の率",
            no="has the higher of the two|the greater reduction applies|大きい方の減額|高い方の率",
        )
        == "yes",
        rounding=either(
            page,
            up="always upwards|rounded up to 10 yen|切り上げ",
            down="always downwards|rounded down to 10 yen|切り捨て|切捨て",
            half="five yen and more upwards|to the nearest, five yen upwards|四捨五入",
        ),
        most=figure(
            r"([\d,]+) yen is the highest reduction|No entry is reduced by more than ([\d,]+) yen"
            r"|減額の上限は([\d,]+)円|1件につき([\d,]+)円を限度",
            page,
        ),
    )


def reduction(choice, row) -> int:
    _, agreed, _, product, ordered, nominal, measured, pieces, price = row
    days = {"agreed": dates(agreed)[0], "ordered": dates(ordered)[0]}
    off = tolerance(choice, product, Decimal(nominal), **days)
    known = terms(valid("conceding", choice, **days))
    excess = abs(Decimal(measured) - Decimal(nominal)) - off
    if excess <= 0:
        return 0
    above = [
        excess * 100 > bound * off or (excess * 100 == bound * off and not known.lower_at_bound)
        for bound in known.bounds
    ]
    yen = Decimal(int(pieces) * number(price) * known.cuts[sum(above)]) / 100
    return min(known.most, int((yen / 10).to_integral_value(ROUNDING[known.rounding])) * 10)


def _entries(sheet: Page):
    return rows(sheet, r"\d{5}", 9, r"(\d+) entries|全(\d+)件")


# -- one entry ----------------------------------------------------------------------------------------------------


def one_need(question, seen):
    number_ = re.search(r"\d{5}", question)[0]
    sheets = of_kind(seen, "concessions", lambda page: any(row[0] == number_ for row in table(page)))
    return sheets and (sheets, *rules(seen, ["tolerances", "conceding"], works_of(sheets[0])))


def one(question, sheet, *choice):
    number_ = re.search(r"\d{5}", question)[0]
    return reduction(choice, next(row for row in table(sheet) if row[0] == number_))


# -- the firm whose lots cost most --------------------------------------------------------------------------------


def bill_need(question, seen):
    works, (begin, end, since, until) = works_asked(question, seen), dates(question)[:4]
    return (
        *months(seen, "lots", works, begin, end),
        *months(seen, "concessions", works, since, until, span=2),
        *rules(seen, ["sampling", "costs", "tolerances", "conceding"], works),
    )


def bill(question, *choice):
    begin, end, since, until = dates(question)[:4]
    sums = by_supplier(choice, begin, end).most_common(2)
    if not sums or (len(sums) > 1 and sums[0][1] == sums[1][1]):
        raise Unsettled("no firm costs most")
    return sum(
        reduction(choice, row)
        for sheet in shelf(choice, "concessions")
        for row in _entries(sheet)
        if row[2] == sums[0][0] and since <= dates(row[1])[0] <= until
    )
