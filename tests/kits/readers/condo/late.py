"""What being late with an instalment costs."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise

from tests.kits.readers.condo.common import DAY, by_laws, here, house_asked, house_of, valid
from tests.kits.readers.pages import Page, Unsettled, dates, either, figure, first, group, month, of_kind, rows, table

RECEIPT = r"R\d+"
COUNTED = r"(\d+) receipts|全(\d+)件"


@dataclass(frozen=True)
class Terms:
    grace: int
    from_due: bool
    """Whether days are counted from the due day, not from the end of the days of grace."""
    percent: Decimal
    least: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    first(r"mark “A”|marked “A”|摘要に「分」|摘要「分」", page)
    first(
        "what is less than one yen is dropped|Fractions of a yen are dropped|1円未満の端数(?:は|があるときは、)切り?捨て",
        page,
    )
    first("365 days to every year|1/365|1年は常に365日|365分の1", page)
    return Terms(
        grace=figure(
            r"paid within (\d+) days after the due day|Until (\d+) days after the due day"
            r"|納期限の(\d+)日後まで|納期限後(\d+)日以内",
            page,
        ),
        from_due=either(
            page,
            due=r"from the day after the due day|納期限の翌日から",
            grace=r"day after those \d+ days|come after those \d+ days|期間が満了した日の翌日から|期間の末日の翌日から",
        )
        == "due",
        percent=Decimal(group(r"1/365 of ([\d.]+)%|charge is ([\d.]+)% a year|納付額の([\d.]+)%|年([\d.]+)%", page)),
        least=figure(
            r"charge of less than (\d+) yen|Charges below (\d+) yen|(\d+)円に満たない|(\d+)円未満の損害金", page
        ),
    )


@lru_cache(maxsize=1_000)
def due_day(page: Page, of: tuple[int, int]) -> date | None:
    """The day on which the instalment for a month is due by an edition; None where the page has no word on it."""
    if not re.search("27th of the month before|前月27日", page.text):
        return None
    first("it is the following Monday|the Monday after it is the due day|次の月曜日|直後の月曜日", page)
    year, number = of
    day = date(year - (number == 1), number - 1 or 12, 27)
    while day.weekday() > 4:
        day += DAY
    return day


def charge(row, minutes, older, newer):
    """The charge for a row of the list of instalments paid late."""
    _, _, of, amount, paid_, mark = row
    year, number = map(int, re.split("[-/]", of))
    fits = []
    for page in (older, newer):
        if page and (due := due_day(page, (year, number))) and valid("late_rules", due, minutes, older, newer) is page:
            fits.append((page, due))
    if len(fits) != 1:
        raise Unsettled(f"due day of {of}")
    (page, due), paid = fits[0], dates(paid_)[0]
    known = terms(page)
    if mark not in ("", "A", "分"):
        raise Unsettled(f"what is {mark}?")
    if mark or paid <= due + DAY * known.grace:
        return 0
    days = (paid - due).days - (0 if known.from_due else known.grace)
    yen = int(int(amount) * known.percent * days / 36500)
    return yen if yen >= known.least else 0


# -- one receipt ------------------------------------------------------------------------------------------------


def one_need(question, seen):
    receipt = re.search(RECEIPT, question)[0]
    sheets = of_kind(seen, "payments", lambda page: any(row[0] == receipt for row in table(page)))
    return sheets and (sheets, *by_laws(seen, "late_rules", house_of(sheets[0])))


def one(question, sheet, *by):
    receipt = re.search(RECEIPT, question)[0]
    return charge(next(row for row in table(sheet) if row[0] == receipt), *by)


# -- all of a house ---------------------------------------------------------------------------------------------


def months(text: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """The first two months that a text names."""
    found = re.findall(r"[A-Z][a-z]+ \d{4}|令和\d+年\d+月", text)
    of = [at for at in map(month, found) if at]
    return of[0], of[1]


def span(sheet: Page) -> tuple[tuple[int, int], tuple[int, int]]:
    """The months whose late instalments are all on a sheet."""
    return months(first(r"instalments for .*, all that were paid late|全\d+件\(.*遅れたものの全部\)", sheet)[0])


def all_need(question, seen):
    """Roles: minutes and editions, and a sheet for each span of months that the question touches."""
    house, (begin, end) = house_asked(question, seen), months(question)
    sheets = here(seen, "payments", house)
    touched = sorted({span(sheet) for sheet in sheets if span(sheet)[0] <= end and begin <= span(sheet)[1]})
    if not touched or touched[0][0] > begin or touched[-1][1] < end:
        return None
    if any(after[0] != _next(before[1]) for before, after in pairwise(touched)):
        return None
    return (*by_laws(seen, "late_rules", house), *([s for s in sheets if span(s) == at] for at in touched))


def _next(at: tuple[int, int]) -> tuple[int, int]:
    return (at[0] + 1, 1) if at[1] == 12 else (at[0], at[1] + 1)


def by_flat(question, minutes, older, newer, *sheets) -> Counter[str]:
    begin, end = months(question)
    owed: Counter[str] = Counter()
    for sheet in sheets:
        for row in rows(sheet, RECEIPT, 6, COUNTED):
            year, number = map(int, re.split("[-/]", row[2]))
            if begin <= (year, number) <= end:
                owed[row[1]] += charge(row, minutes, older, newer)
    return owed


def total(question, *choice):
    return sum(by_flat(question, *choice).values())
