"""What loading costs the firm whose lots owe most demurrage."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, either, figure, first, minutes, number, table
from tests.kits.readers.warehouse.common import class_of, halves, months, rules, shed_asked, sheets, valid
from tests.kits.readers.warehouse.demurrage import by_firm, left_between


@dataclass(frozen=True)
class Terms:
    unit: int
    """Kilograms to which the weight is rounded up."""
    late_from: int
    late: int
    heavy_above: int
    heavy: int
    """Percentages that are added late and for heavy pieces."""
    both: str
    least: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    first("yen for 1,000 kg|1,000kgにつき円", page)
    late = first(
        r"From ([\d:]+) on, [\d:]+ included, (\d+)%|leave at ([\d:]+) or later cost (\d+)% more"
        r"|(\d+時(?:\d+分)?)以後に搬出する貨物は、(\d+)%|搬出が(\d+時(?:\d+分)?)\(ちょうどを含む。\)からのものには、(\d+)%",
        page,
    )
    heavy = first(
        r"on the average of the lot exceed ([\d,]+) kg the charge is (\d+)%|more than ([\d,]+) kg on average, (\d+)%"
        r"|1個平均([\d,]+)kgを超える重量品については、(\d+)%|平均重量が([\d,]+)kgを超える貨物は、[^。]*?(\d+)%",
        page,
    )
    first("Sums below 10 yen are dropped|rounded down to 10 yen|10円に満たない端数は切り捨て|10円未満は切り捨て", page)
    hour, late_percent = (found for found in late.groups() if found)
    above, heavy_percent = (found for found in heavy.groups() if found)
    return Terms(
        unit=figure(r"rounded up to the next ([\d,]+) kg|重量は([\d,]+)kg単位に切り上げ", page),
        late_from=minutes(hour),
        late=int(late_percent),
        heavy_above=number(above),
        heavy=int(heavy_percent),
        both=either(
            page,
            higher="higher percentage alone|higher percentage only|高い率だけ|高い方の率のみ",
            sum="percentages are added up|sum of the two percentages|二つの率を足して|両方の率の和",
        ),
        least=figure(
            r"([\d,]+) yen is the least for a lot|at least ([\d,]+) yen are charged|最低額を([\d,]+)円|1件につき([\d,]+)円以上",
            page,
        ),
    )


def charge(choice, landing, delivery) -> int:
    _, landed, _, _, goods, pieces, weight, _ = landing
    _, ordered, left, hour, _ = delivery
    page = valid("handling", choice, landed=dates(landed)[0], ordered=dates(ordered)[0], left=dates(left)[0])
    known = terms(page)
    heads = next((row for row in table(page) if len(row) == 5 and not row[0][0].isdigit()), ())
    prices = next((row for row in table(page) if len(row) == 5 and row[0][0].isdigit()), ())
    at = next((n for n, cell in enumerate(heads) if re.fullmatch(class_of(goods), cell)), None)
    if at is None or not prices:
        raise Unsettled(f"{page.title}: no price of {goods}")
    late = known.late if minutes(hour) >= known.late_from else 0
    heavy = known.heavy if Fraction(int(weight), int(pieces)) > known.heavy_above else 0
    percent = late + heavy if known.both == "sum" else max(late, heavy)
    kilograms = -(-int(weight) // known.unit) * known.unit
    return max(kilograms * number(prices[at]) * (100 + percent) // 1_000_000 * 10, known.least)


def need(question, seen):
    """Roles: the delivery lists of all months that either period touches, the landing sheets, the rules."""
    shed, days = shed_asked(question, seen), dates(question)[:4]
    return (
        *months(seen, "deliveries", shed, min(days), max(days)),
        *sheets(seen, shed),
        *rules(seen, ["free", "demurrage", "handling"], shed),
        *halves(seen, shed),
    )


def of_firm(question, *choice):
    begin, end, since, until = dates(question)[:4]
    sums = by_firm(choice, begin, end).most_common()
    if not sums or (len(sums) > 1 and sums[0][1] == sums[1][1]):
        raise Unsettled("no firm owes most")
    return sum(
        charge(choice, landing, delivery)
        for landing, delivery in left_between(choice, since, until)
        if landing[3] == sums[0][0]
    )
