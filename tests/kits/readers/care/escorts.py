"""What escorts cost: one, and all of the user who is over the limit of a month."""

from __future__ import annotations

import re
from functools import lru_cache

from tests.kits.readers.care import visits
from tests.kits.readers.care.common import chosen, editions, notices, office_of, offices, rows, start
from tests.kits.readers.pages import Page, Unsettled, dates, first, minutes, number, of_kind, table

TRIP = r"[A-Z]\d-\d{3}"
RANKS = {"second largest": 2, "third largest": 3, "fourth largest": 4, "fifth largest": 5, "the largest": 1}


def need(question, seen):
    return notices(seen, "notice_private"), editions(offices(question, seen), "escort")


def fee(question, notice, pair):
    """The fee of the escort that the question describes."""
    ordered = dates(question)[0]
    page = _tariff(notice, pair, ordered)
    length = int(re.search(r"(\d+)(?: minutes|分)", question)[1])
    outside, sunday = bool(re.search("outside|町外", question)), bool(re.search("Sunday|日曜", question))
    return _fee(page, length, outside, sunday)


def _tariff(notice, pair, ordered) -> Page:
    first(r"by the day of the order|day on which the escort was ordered|申込日を基準|申込みを受けた日により", notice)
    first(r"edition before it|直前の版", notice)
    office = office_of(next(page for page in pair if page))
    return chosen(pair, ordered >= start(notice, "Escort tariff, first day|付添い料金表の適用開始日", office))


@lru_cache(maxsize=10_000)
def _fee(page: Page, length: int, outside: bool, sunday: bool) -> int:
    first(
        r"Saturdays and public holidays are weekdays|Every day but Sunday|土曜日及び祝日は平日|日曜日のほかは、", page
    )
    prices = [row for row in table(page) if len(row) == 5 and _holds(row[0], length)]
    if len(prices) != 1:
        raise Unsettled(f"{page.title}: {len(prices)} rows for {length} minutes")
    return number(prices[0][1 + 2 * outside + sunday])


def _holds(words: str, length: int) -> bool:
    tests = [
        (r"under (\d+)|(\d+)分未満", lambda n: length < n),
        (r"up to and including (\d+)|(\d+)分以下", lambda n: length <= n),
        (r"over (\d+)|(\d+)分を超え", lambda n: length > n),
        (r"(\d+) (?:minutes )?or more|(\d+)分以上", lambda n: length >= n),
    ]
    results = [test(int(m[1] or m[2])) for pattern, test in tests for m in [re.search(pattern, words)] if m]
    return bool(results) and all(results)


# -- all escorts of the user over the limit -----------------------------------------------------------------------


def ranked_need(question, seen):
    """Roles: the tariff's, every sheet of escorts, then those of the sweep over the visits."""
    sheets = of_kind(offices(question, seen), "trips")
    totals = {int(a or b) for p in sheets for a, b in re.findall(r"Sheet \d+ of (\d+)|全(\d+)葉", p.title)}
    numbered = [
        of_kind(sheets, "trips", lambda p, n=n: bool(re.search(rf"Sheet {n} of|第{n}葉", p.title)))
        for n in range(1, max(totals, default=0) + 1)
    ]
    if not numbered:
        return None
    return *need(question, seen), *numbered, *visits.month_need(question, seen)


def ranked(question, notice, pair, *choice):
    """Fees of the user whose units exceed the limit by the margin of the rank asked for."""
    sheets = [page for page in choice if isinstance(page, Page) and page.kind == "trips"]
    above = visits.over(question, *choice[len(sheets) :])
    m = re.search(r"(\d)番目に", question)
    words = next((n for phrase, n in RANKS.items() if phrase in question), None)
    rank = int(m[1]) if m else 1 if "最も大き" in question else words
    margins = [margin for margin, _ in above]
    if rank is None or len(above) < rank or margins.count(margins[rank - 1]) > 1:
        raise Unsettled("no such rank")
    user = above[rank - 1][1]
    begin, end = dates(question)[-2:]
    return sum(
        _due(row, notice, pair)
        for sheet in sheets
        for row in rows(sheet, TRIP, 10)
        if row[4] == user and begin <= dates(row[2])[0] <= end
    )


def _due(row, notice, pair) -> int:
    _, ordered, day, _, _, _, area, begun, ended, note = row
    page = _tariff(notice, pair, dates(ordered)[0])
    if area not in ("T", "O", "内", "外"):
        raise Unsettled(f"what is {area}?")
    outside = area in ("O", "外")
    first(r"time from start to end as planned|from the planned start|予定した開始時刻|予定の開始から", page)
    price = _fee(page, minutes(ended) - minutes(begun), outside, dates(day)[0].weekday() == 6)
    if note in ("cancelled before", "前日までに取消し"):
        first(r"An earlier one is free|cancelled before that day, nothing|前日までの取消し", page)
        return 0
    if note in ("cancelled that day", "当日取消し"):
        m = first(r"costs (\d+)% of the fee|, (\d+)% of its fee|料金の(\d+)%", page)
        first(r"remainder below 10 yen is dropped|rounded down to 10 yen|10円未満の端数は切り捨て|10円未満切捨て", page)
        return price * int(next(filter(None, m.groups()))) // 1000 * 10
    if note in ("wheelchair", "車椅子"):
        prices = next((row for row in table(page) if len(row) == 3 and re.search("wheelchair|車椅子", row[0])), None)
        if prices is None:
            raise Unsettled(f"{page.title}: no price of the wheelchair")
        return price + number(prices[1 + outside])
    return price
