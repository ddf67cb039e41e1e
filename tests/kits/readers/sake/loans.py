"""What casks on loan cost: one, and all of the buyer that a sweep over the goods removed leads to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from tests.kits.readers.pages import (
    Page,
    Unsettled,
    dates,
    either,
    figure,
    first,
    fiscal,
    fiscal_year,
    number,
    of_kind,
    rows,
    table,
)
from tests.kits.readers.sake import removals
from tests.kits.readers.sake.common import brewery_asked, brewery_of, editions, here, sheets, valid

LOAN = r"[A-Z]\d-\d{3}"
RANKS = {"second largest": 2, "third largest": 3, "fourth largest": 4, "fifth largest": 5}


@dataclass(frozen=True)
class Terms:
    free: int
    lent_counts: bool
    """Whether the day of lending is counted."""
    cleaning: int


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    first(
        "week that has begun is charged in full|seven days, or part of them|1週間に満たない端数は1週間|又はその端数ごと",
        page,
    )
    first("calendar of closures|休業日一覧", page)
    first("highest sum in the table|表の上限額", page)
    return Terms(
        free=figure(
            r"for the first (\d+) days|beyond the first (\d+)|The first (\d+) days|最初の(\d+)日間|(\d+)日を超える日数",
            page,
        ),
        lent_counts=either(
            page,
            yes="from the day of lending, which is day one|day of lending and the day of return are both counted"
            "|貸出日を1日目とし|貸出日及び返却日をいずれも算入する",
            no="from the day after lending|day of lending is not counted|貸出日の翌日を1日目とし|貸出日を算入せず",
        )
        == "yes",
        cleaning=figure(r"unrinsed (?:costs )?(\d+) yen|洗浄料は?(\d+)円", page),
    )


@lru_cache(maxsize=1_000)
def closed(calendar: Page) -> frozenset[date]:
    """All days of the year on which the brewery is closed."""
    first("three periods|three times in the year|次の三つ|次の3回|次の3期間", calendar)
    first("First and last day are included|初日及び末日を含む", calendar)
    spans = [dates(line)[:2] for line in re.findall(r"^\d\. \d.* to .*:.*$|^\d .*から.*まで .*$", calendar.text, re.M)]
    if len(spans) != 3 or any(len(span) != 2 for span in spans):
        raise Unsettled(f"{calendar.title}: {spans}")
    return frozenset(begin + timedelta(n) for begin, end in spans for n in range((end - begin).days + 1))


def charge(row, calendar, circular, older, newer) -> int:
    """The charge for a row of the loan book."""
    _, applied, _, size, lent_, returned_, note = row
    if note not in ("", "unrinsed", "未洗浄"):
        raise Unsettled(f"what is {note}?")
    page = valid("cask_rules", dates(applied)[0], circular, older, newer)
    known, lent, returned = terms(page), dates(lent_)[0], dates(returned_)[0]
    prices = [row for row in table(page) if len(row) == 3 and re.fullmatch(rf"{size} ?L", row[0])]
    years = {fiscal_year(day.year, day.month) for day in (lent, returned)}
    if len(prices) != 1 or years != {fiscal(calendar.title)[0]}:
        raise Unsettled(f"{size} L, {years}")
    counted = {lent + timedelta(n) for n in range(not known.lent_counts, (returned - lent).days + 1)}
    over = len(counted - closed(calendar)) - known.free
    hire = min(-(-max(0, over) // 7) * number(prices[0][1]), number(prices[0][2]))
    return hire + (known.cleaning if note else 0)


# -- one loan ---------------------------------------------------------------------------------------------------


def one_need(question, seen):
    loan = re.search(LOAN, question)[0]
    books = of_kind(seen, "casks", lambda page: any(row[0] == loan for row in table(page)))
    return books and (books, *_rules(seen, books[0]))


def _rules(seen, book):
    """Roles: the calendar of the loan book's year, the circular, the editions."""
    brewery, year = brewery_of(book), fiscal(book.title)[0]
    return (
        here(seen, "closures", brewery, lambda page: fiscal(page.title)[0] == year),
        *editions(seen, "cask_rules", brewery),
    )


def one(question, book, *choice):
    loan = re.search(LOAN, question)[0]
    return charge(next(row for row in table(book) if row[0] == loan), *choice)


# -- all loans of a buyer -----------------------------------------------------------------------------------------


def buyer_need(question, seen):
    """Roles: calendar, circular, editions, every sheet of the loan book, then those of the sweep before.

    The circular plays one role: the days of both rules stand in one table.
    """
    brewery = brewery_asked(question, seen)
    books = sheets(seen, "casks", brewery)
    if not all(books):
        return None
    return *_rules(seen, books[0][0]), *books, *removals.need(question, seen)[1:]


def of_buyer(question, calendar, circular, older, newer, *choice):
    books = [page for page in choice if page and page.kind == "casks"]
    begin, end, since, until = dates(question)[:4]
    owed = removals.by_buyer(begin, end, circular, *choice[len(books) :])
    m = re.search(r"(\d)番目に", question)
    rank = int(m[1]) if m else next((n for words, n in RANKS.items() if words in question), 1)
    sums = sorted(owed.values(), reverse=True)
    if len(sums) < rank or sums.count(sums[rank - 1]) > 1:
        raise Unsettled("no such rank")
    buyer = next(buyer for buyer, due in owed.items() if due == sums[rank - 1])
    return sum(
        charge(row, calendar, circular, older, newer)
        for book in books
        for row in rows(book, LOAN, 7, r"(\d+) loans|全(\d+)件")
        if row[2] == buyer and row[5] and since <= dates(row[5])[0] <= until
    )
