"""What an instructor is paid beside the salary, after a count of fees has led to the instructor."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import pairwise, takewhile

from tests.kits.readers.driving.cancels import fees, pupil_lists, pupil_of
from tests.kits.readers.driving.common import INSTRUCTOR, here, months, rules, school_asked, shelf, valid
from tests.kits.readers.pages import Page, Unsettled, cells, dates, figure, first, number


@dataclass(frozen=True)
class Terms:
    included: int
    """Lessons of a day that are part of the salary."""
    more: int
    evening: int
    test: int
    sunday: int
    """Percent."""
    most: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    first("includes those in the evening|contained in the number of lessons|夜間の分を含む|時限数の内数", page)
    first("limit comes last|limit is applied after|限度は最後に|加算をした後の額に適用", page)
    first("fractions of a yen are dropped|1円未満", page)
    return Terms(
        included=figure(
            r"(\d+) lessons a day are part|lesson of a day beyond (\d+)|1日に(\d+)時限を超える|1日(\d+)時限までは", page
        ),
        more=figure(
            r"each one more is paid with ([\d,]+) yen|beyond \d+: ([\d,]+) yen|教習について1時限当たり([\d,]+)円"
            r"|超える1時限ごとに([\d,]+)円",
            page,
        ),
        evening=figure(
            r"evening lesson of the day adds ([\d,]+) yen|whether beyond \d+ or not, ([\d,]+) yen"
            r"|1時限につき([\d,]+)円を加える|すべて1時限([\d,]+)円を加算",
            page,
        ),
        test=figure(
            r"test duty adds ([\d,]+) yen|day with test duty: ([\d,]+) yen|検定を担当した日は([\d,]+)円"
            r"|検定を担当した日には([\d,]+)円",
            page,
        ),
        sunday=figure(
            r"raised by (\d+)%|sum of a Sunday is (\d+)% higher|合計額を(\d+)%増し|額は(\d+)%を加算した額", page
        ),
        most=figure(
            r"No more than ([\d,]+) yen is paid for one day|one day ([\d,]+) yen is the highest"
            r"|日曜日を含め([\d,]+)円を限度|上限額は([\d,]+)円",
            page,
        ),
    )


def day_pay(known: Terms, day: date, lessons: int, evening: int, test: bool) -> int:
    pay = max(0, lessons - known.included) * known.more + evening * known.evening + (known.test if test else 0)
    if day.weekday() == 6:
        pay = pay * (100 + known.sunday) // 100
    return min(pay, known.most)


@lru_cache(maxsize=1_000)
def duties(page: Page) -> tuple[tuple[date, str, int, int, bool], ...]:
    """Day, instructor, lessons, those in the evening, test duty."""
    day, found = None, []
    for row in cells(page.text):
        if len(row) == 5 and re.match(r"\d{4}", row[0]):
            day, row = dates(row[0])[0], row[1:]
        if len(row) == 4 and re.fullmatch(INSTRUCTOR, row[0]):
            if day is None or row[3] not in ("", "T", "検"):
                raise Unsettled(f"{page.title}: {row}")
            found.append((day, row[0], int(row[1]), int(row[2]), bool(row[3])))
    if len(found) != figure(r"(\d+) duties|延べ(\d+)件", page):
        raise Unsettled(f"{page.title}: {len(found)} duties")
    return tuple(found)


def need(question, seen):
    """Roles: logs of cancellations from a month on as far as they are there one after the other, lists of pupils, duty
    sheets that touch the period, the rules.
    """
    school, (since, begin, end) = school_asked(question, seen), dates(question)[:3]
    sheets = here(seen, "duty", school, lambda page: dates(page.title)[0] <= end and begin <= dates(page.title)[1])
    spans = sorted({tuple(dates(page.title)[:2]) for page in sheets})
    if not spans or spans[0][0] > begin or spans[-1][1] < end:
        return None
    if any(after[0].toordinal() - before[1].toordinal() != 1 for before, after in pairwise(spans)):
        return None
    return (
        *takewhile(bool, months(seen, "cancels", school, since, date(since.year + 1, 3, 1))),
        *pupil_lists(seen, school),
        *([page for page in sheets if tuple(dates(page.title)[:2]) == span] for span in spans),
        *rules(seen, ["tariff", "cancelling", "allowance"], school),
    )


def earned(question, *choice):
    since, begin, end = dates(question)[:3]
    limit = number(re.search(r"([\d,]+) ?(?:yen|円)", question)[1])
    total = 0
    for row, owed in fees(choice):
        if dates(row[2])[0] >= since:
            total += owed
            if total > limit:
                return _paid(pupil_of(choice, row[1])[2], begin, end, choice)
    raise Unsettled("the limit is not passed")


def _paid(person: str, begin: date, end: date, choice) -> int:
    return sum(
        day_pay(terms(valid("allowance", choice, duty=day)), day, lessons, evening, test)
        for page in shelf(choice, "duty")
        for day, who, lessons, evening, test in duties(page)
        if who == person and begin <= day <= end
    )
