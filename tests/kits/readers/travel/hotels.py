"""What is paid back for nights abroad."""

from __future__ import annotations

import re
from datetime import date, timedelta
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, either, first, group, month, number, of_kind, rows, table
from tests.kits.readers.travel.common import (
    branch_asked,
    branch_of,
    by_month,
    grade,
    of_month,
    people,
    rules,
    valid,
)
from tests.kits.readers.travel.daily import paid

DAY = timedelta(days=1)
ROUNDING = {"up": ROUND_CEILING, "down": ROUND_FLOOR, "half": ROUND_HALF_UP}
CLAIM = r"\d{5}"


def refund(choice, row) -> int:
    _, person, ordered, left, city, nights, paid_on, money, amount = row
    days = {"ordered": dates(ordered)[0], "left": dates(left)[0], "paid": dates(paid_on)[0]}
    chapter, rules_ = valid("hotels", choice, **days), valid("exchange", choice, **days)
    first("whichever is less|up to the limit for all nights|少ない方とする|全泊数分の上限額の範囲", chapter)
    first(
        "day of leaving decides on the grade|grade is that on the day of leaving|出発の日の職級|職級は出発の日", chapter
    )
    rank = grade(choice, person, days["left"])
    limits = [row[1:] for row in table(chapter) if len(row) == 3 and row[0] == rank]
    if len(limits) != 1:
        raise Unsettled(f"{chapter.title}: {limits} for {rank}")
    limit = number(limits[0][city not in first_class(chapter)]) * int(nights)
    rate = _rate(choice, rules_, days[_day(rules_)], money)
    return min(limit, int((Decimal(amount) * rate).to_integral_value(ROUNDING[_rounding(rules_)])))


@lru_cache(maxsize=1_000)
def first_class(page: Page) -> frozenset[str]:
    """The cities of the first class. All others are of the second."""
    first("All other cities are of class 2|Class 2 is every other city|これ以外のすべての都市|その他の都市は乙地", page)
    if not any(row in (("class 1", "class 2"), ("甲地", "乙地")) for row in table(page)):
        raise Unsettled(f"{page.title}: which column?")
    named = group(
        r"(?m)Class 1: ([^.]*)\.|^\d+\. ([^.]*) are cities of class 1|甲地は(.*?)とし、その他|^\d+ (.*?)を甲地とする",
        page,
    )
    return frozenset(re.split(", |、", named))


@lru_cache(maxsize=1_000)
def _day(page: Page) -> str:
    return either(
        page,
        left="rate is that of the day on which the traveller left|rate of the day of leaving, not"
        "|本人が出発した日のもの|用いるのは出発日の相場",
        paid="rate is that of the day on which the traveller paid|rate of the day of payment, not"
        "|本人が支払った日のもの|用いるのは支払日の相場",
    )


@lru_cache(maxsize=1_000)
def _rounding(page: Page) -> str:
    return either(
        page,
        up="rounded up to whole yen|fractions count as one|切り上げ",
        down="rounded down to whole yen|fractions are dropped|切り捨て|切捨て",
        half="half a yen upwards|四捨五入",
    )


def _rate(choice, rule: Page, day: date, money: str) -> Decimal:
    step = either(
        rule,
        before="last one published before it|the one before is used|その前の最後に公表|直前に公表された",
        after="next one published after it|one that follows is used|その後最初に公表|次に公表された",
    )
    while True:
        found = _published(of_month(choice, "rates", day.year, day.month))
        if day in found:
            return found[day][money]
        day += DAY if step == "after" else -DAY


@lru_cache(maxsize=1_000)
def _published(page: Page) -> dict[date, dict[str, Decimal]]:
    heads = [row[1:] for row in table(page) if len(row) == 5 and row[0] in ("Day", "日")]
    listed = rows(page, r"\d{4}[-/]\d\d[-/]\d\d.*", 5, r"Published on (\d+) days|公表(\d+)日")
    if len(heads) != 1:
        raise Unsettled(f"{page.title}: no head")
    return {dates(row[0])[0]: dict(zip(heads[0], map(Decimal, row[1:]), strict=True)) for row in listed}


def _rates(seen):
    """Roles: the rates of each month that is there, of all branches alike."""
    pages = of_kind(seen, "rates")
    return [[page for page in pages if month(page.title) == at] for at in sorted({month(page.title) for page in pages})]


# -- one claim ----------------------------------------------------------------------------------------------------


def one_need(question, seen):
    claim = re.search(CLAIM, question)[0]
    sheets = of_kind(seen, "claims", lambda page: any(row[0] == claim for row in table(page)))
    if not sheets:
        return None
    branch = branch_of(sheets[0])
    return (sheets, *_rates(seen), *people(seen, branch), *rules(seen, ["hotels", "exchange"], branch))


def one(question, sheet, *choice):
    claim = re.search(CLAIM, question)[0]
    return refund(choice, next(row for row in table(sheet) if row[0] == claim))


# -- the person with whom a sum is exceeded -----------------------------------------------------------------------


def traveller_need(question, seen):
    branch = branch_asked(question, seen)
    return (
        *by_month(seen, "trips", branch),
        *by_month(seen, "claims", branch),
        *_rates(seen),
        *people(seen, branch),
        *rules(seen, ["daily", "hotels", "exchange"], branch),
    )


def of_traveller(question, *choice):
    begin, since, until = dates(question)[:3]
    bound = number(re.search(r"([\d,]+) ?(?:yen|円)", question)[1])
    person = _exceeds(paid(choice, begin, date(begin.year, 12, 31)), bound)
    wanted = sorted({n - (n - 3) % 2 for n in range(since.month - 1, until.month)})
    sheets = [of_month(choice, "claims", since.year, n + 1) for n in wanted]
    return sum(
        refund(choice, row)
        for sheet in sheets
        for row in rows(sheet, CLAIM, 9, r"(\d+) claims|全(\d+)件")
        if row[1] == person and since <= dates(row[6])[0] <= until
    )


def _exceeds(sums, bound: int) -> str:
    total = 0
    for person, yen in sums:
        total += yen
        if total > bound:
            return person
    raise Unsettled(f"{total} does not exceed {bound}")
