"""What lots owe that were not fetched in their free time: one, and all that left in a period."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache

from tests.kits.readers.pages import (
    Page,
    Unsettled,
    dates,
    either,
    figure,
    first,
    group,
    minutes,
    month,
    number,
    of_kind,
    rows,
    table,
)
from tests.kits.readers.warehouse.common import (
    LOT,
    halves,
    here,
    months,
    rules,
    shed_asked,
    shed_of,
    sheets,
    shelf,
    valid,
)
from tests.kits.readers.warehouse.free import last_free


@dataclass(frozen=True)
class Terms:
    measure: Fraction
    """Cubic metres that are one ton."""
    unit: Fraction
    """Tons are rounded up to this."""
    until: int
    """Minutes after midnight: who leaves before owes nothing for the day."""
    at_until: bool
    """Whether that holds at the very minute too."""
    steps: tuple[tuple[int, int], ...]
    """First day of each step, and yen for a ton and day."""
    least: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    first("every calendar day|すべての暦日について|暦日により超過保管料", page)
    first("before the steps are applied|are deducted first|区分を当てはめる", page)
    first("its own line|higher rate for the further days only|その日が属する行|進んだ後の日数に限り", page)
    first("rounded down to 10 yen|Less than 10 yen is dropped|10円未満(?:の端数)?は切り捨て", page)
    steps = [
        (int(re.search(r"\d+", row[0])[0]), number(row[1]))
        for row in table(page)
        if len(row) == 2 and re.match(r"\d+ (?:to|and more)|\d+日(?:~|以上)", row[0])
    ]
    return Terms(
        measure=Fraction(group(r"or ([\d.]+) cubic metres?|measure \(([\d.]+) cubic metres?|([\d.]+)m3", page)),
        unit={"half": Fraction("0.5"), "whole": Fraction(1)}[
            either(
                page,
                half="half or a whole ton|next half ton|0.5トン",
                whole="to a whole ton|to whole tons|端数は1トン単位|1トンに満たない端数",
            )
        ],
        until=minutes(
            first(
                r"leaves earlier than [\d:]+|leaves at [\d:]+ or earlier|is out (?:before|by) [\d:]+"
                r"|\d+時(?:\d+分)?(?:より前|まで\(|以前に搬出)",
                page,
            )[0]
        ),
        at_until=either(
            page,
            yes="or earlier owes nothing|is out by|ちょうどを含む|以前に搬出した",
            no="leaves earlier than|is out before|ちょうどを含まない|より前に搬出した",
        )
        == "yes",
        steps=tuple(steps),
        least=figure(
            r"at least ([\d,]+) yen a lot|owes ([\d,]+) yen or more|1件につき([\d,]+)円とする|1件([\d,]+)円を下らない",
            page,
        ),
    )


def owed(choice, landing, delivery) -> int:
    """What a lot owes; `landing` and `delivery`: its rows."""
    _, landed_, _, _, goods, _, weight, measure = landing
    _, ordered, left_, hour, held = delivery
    days = {"landed": dates(landed_)[0], "ordered": dates(ordered)[0], "left": dates(left_)[0]}
    last = last_free(choice, goods, **days)
    known = terms(valid("demurrage", choice, **days))
    at = minutes(hour)
    over = (days["left"] - last).days - (at < known.until or (known.at_until and at == known.until))
    over -= 0 if held in ("–", "-") else int(held)
    tons = max(Fraction(weight) / 1000, Fraction(measure) / known.measure)
    tons = -(-tons // known.unit) * known.unit
    starts = [start for start, _ in known.steps[1:]] + [max(over, 0) + 1]
    total = sum(
        max(0, min(over + 1, after) - start) * yen for (start, yen), after in zip(known.steps, starts, strict=True)
    )
    yen = int(tons * total // 10) * 10
    return max(yen, known.least) if yen else 0


# -- one lot ----------------------------------------------------------------------------------------------------


def one_need(question, seen):
    lot = re.search(LOT, question)[0]
    landings = of_kind(seen, "landings", lambda page: any(row[0] == lot for row in table(page)))
    if not landings:
        return None
    shed = shed_of(landings[0])
    return (
        landings,
        here(seen, "deliveries", shed, lambda page: any(row[0] == lot for row in table(page))),
        *rules(seen, ["free", "demurrage"], shed),
        *halves(seen, shed),
    )


def one(question, landings, deliveries, *choice):
    lot = re.search(LOT, question)[0]
    rows_ = [next(row for row in table(page) if row[0] == lot) for page in (landings, deliveries)]
    return owed(choice, *rows_)


# -- a period ---------------------------------------------------------------------------------------------------


def period_need(question, seen):
    shed, (begin, end) = shed_asked(question, seen), dates(question)[:2]
    return (
        *months(seen, "deliveries", shed, begin, end),
        *sheets(seen, shed),
        *rules(seen, ["free", "demurrage"], shed),
        *halves(seen, shed),
    )


def left_between(choice, begin: date, end: date):
    """Rows of landing and delivery of every lot that left in a period."""
    landings = {row[0]: row for page in shelf(choice, "landings") for row in table(page) if len(row) == 8}
    for page in shelf(choice, "deliveries"):
        year, at = month(page.title)
        if not (begin.year, begin.month) <= (year, at) <= (end.year, end.month):
            continue
        for row in rows(page, LOT, 5, r"(\d+) lots|全(\d+)件"):
            if begin <= dates(row[2])[0] <= end:
                if row[0] not in landings:
                    raise Unsettled(f"{row[0]} is on no landing sheet")
                yield landings[row[0]], row


def total(question, *choice):
    begin, end = dates(question)[:2]
    return sum(by_firm(choice, begin, end).values())


def by_firm(choice, begin: date, end: date) -> Counter[str]:
    sums: Counter[str] = Counter()
    for landing, delivery in left_between(choice, begin, end):
        sums[landing[3]] += owed(choice, landing, delivery)
    return sums
