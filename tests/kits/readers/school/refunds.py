"""What students get back who withdrew from their contracts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, either, figure, first, rows, table
from tests.kits.readers.school.common import NUMBER, every_sheet, here, only, rules, school_asked, sheets, shelf, valid
from tests.kits.readers.school.prices import price

WEEK = timedelta(days=7)


@dataclass(frozen=True)
class Terms:
    undone: int
    """Days, the day of signature among them, in which a contract is undone."""
    same_day: bool
    """Whether a lesson on the day of receipt counts as taken."""
    percent: int
    most: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    first("one lesson a week|one a week|毎週1回", page)
    first("none in the breaks|休講期間", page)
    first("fractions of a yen (?:are )?dropped|1円未満切捨て", page)
    return Terms(
        undone=figure(
            r"received within (\d+) days, counting the day of signature|up to the (\d+)\w\w day, the day of signature"
            r"|契約締結日を第1日として(\d+)日以内|\(当日を含む。\)(\d+)日目まで",
            page,
        ),
        same_day=either(
            page,
            yes="up to and including the day of receipt|until the day on which the letter is received"
            r"|届いた日までのレッスン\(同日のものを含む|届いた当日のものも実施済みに含める",
            no="before the day of receipt|before the day on which the letter is received"
            r"|前日までのレッスン\(届いた日のものを含まない|届いた当日のものは実施済みに含めない",
        )
        == "yes",
        percent=figure(r"keeps (\d+)% of|a charge of (\d+)%|未実施分の(\d+)%|その(\d+)%\(1円未満", page),
        most=figure(r"not more than ([\d,]+) yen|at most ([\d,]+) yen|([\d,]+)円を上限|([\d,]+)円を超えるときは", page),
    )


@lru_cache(maxsize=1_000)
def breaks(page: Page) -> frozenset[date]:
    """The days on which a school holds no lessons."""
    days = dates(first(r".*(?:Breaks|breaks|休講期間).*", page)[0])
    if len(days) != 6:
        raise Unsettled(f"{page.title}: {days}")
    return frozenset(
        begin + timedelta(n)
        for begin, end in zip(days[::2], days[1::2], strict=True)
        for n in range((end - begin).days + 1)
    )


def back(row, received: date, choice) -> int:
    """What is returned of a contract (its row) for a letter."""
    _, _, signed_, _, _, agreed_, begins, _ = row
    signed, agreed = dates(signed_)[0], int(agreed_)
    full, entry = price(row, choice)
    known = terms(valid("refund_rules", signed, choice))
    if (received - signed).days + 1 <= known.undone:
        return full + entry
    closed, taken, day = breaks(only(choice, "courses")), 0, dates(begins)[0]
    while taken < agreed and (day < received or (known.same_day and day == received)):
        taken += day not in closed
        day += WEEK
    value = full * (agreed - taken) // agreed
    return value - min(value * known.percent // 100, known.most)


def need(question, seen):
    school = school_asked(question, seen)
    return (
        *every_sheet(seen, "cancellations", school),
        *sheets(seen, "contracts", school),
        here(seen, "courses", school),
        *rules(seen, ["fees", "refund_rules"], school),
    )


def total(question, *choice):
    begin, end = dates(question)[:2]
    contracts = {row[0]: row for page in shelf(choice, "contracts") for row in table(page) if len(row) == 8}
    sum_ = 0
    for page in shelf(choice, "cancellations"):
        for key, received in rows(page, NUMBER, 2, r"(\d+) letters|全(\d+)件"):
            if begin <= dates(received)[0] <= end:
                if key not in contracts:
                    raise Unsettled(f"no contract {key}")
                sum_ += back(contracts[key], dates(received)[0], choice)
    return sum_
