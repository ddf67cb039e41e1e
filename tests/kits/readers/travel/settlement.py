"""Trips whose papers had not been accepted in time on the day of a check."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, first, fiscal, fiscal_year, group, of_kind, rows
from tests.kits.readers.travel.common import branch_asked, here, rules, shelf, valid

TRIP = r"[A-Z]{2}\d-\d{3}"
DAY = timedelta(days=1)


def need(question, seen):
    branch, day = branch_asked(question, seen), dates(question)[0]
    years = of_kind(seen, "holidays")
    return (
        here(seen, "returned", branch, lambda page: dates(page.title)[0] == day),
        here(seen, "papers", branch, lambda page: dates(page.title)[0] == day),
        *([page for page in years if fiscal(page.title) == at] for at in sorted({fiscal(p.title) for p in years})),
        *rules(seen, ["settlement"], branch),
    )


def late(question, returned, papers, *choice):
    day = dates(question)[0]
    note = first(rf".*{TRIP}.*(?:extended|延).*|.*(?:extended|延).*{TRIP}.*", returned)[0]
    out, accepted = set(re.findall(TRIP, note)), _accepted(papers)
    found = set()
    for trip, left, back, advance in rows(returned, TRIP, 4, r"(\d+) trips|全(\d+)件"):
        if advance not in ("", "A", "仮"):
            raise Unsettled(f"what is {advance}?")
        page = valid("settlement", choice, left=dates(left)[0], back=dates(back)[0])
        if (
            trip not in out
            and trip not in accepted
            and day > _last(choice, dates(back)[0], _limits(page)[bool(advance)])
        ):
            found.add(trip)
    return frozenset(found)


@lru_cache(maxsize=1_000)
def _accepted(page: Page) -> frozenset[str]:
    first("[Nn]othing (?:else )?has been handed in|何も提出されていない|提出されたものはない", page)
    lines = re.findall(rf"(?m)^[-・] ?.*?({TRIP}) (accepted|sent back|受理|差戻し)$", page.text)
    if len(lines) != int(group(r"(\d+) entries|全(\d+)件", page)):
        raise Unsettled(f"{page.title}: {len(lines)} entries")
    return frozenset(trip for trip, what in lines if what in ("accepted", "受理"))


@lru_cache(maxsize=1_000)
def _limits(page: Page) -> tuple[int, int]:
    """Working days after coming back: without and with an advance."""
    first("Saturdays, Sundays and the holidays of the firm|土曜日、日曜日及び会社の休日", page)
    first("day of coming back is not counted|on the day after coming back|帰着の日は算入しない|帰着の翌日から", page)
    first("time was extended|has extended the time|期限の延長を認めた|期限を延ばした", page)
    first(
        "Sent back means not accepted|sent back do not count|差戻しは受理に当たらない|差し戻されたものは含まない", page
    )
    said = first(
        r"with an advance are settled within (?P<a>\d+) working days after coming back, others within (?P<o>\d+)"
        r"|within (?P<o2>\d+) working days after coming back, and within (?P<a2>\d+) where an advance"
        r"|仮払いのある出張は帰着後(?P<a3>\d+)営業日以内に、その他の出張は(?P<o3>\d+)営業日"
        r"|帰着後(?P<o4>\d+)営業日以内\(仮払いを受けたものは(?P<a4>\d+)営業日",
        page,
    )
    known = {name[0]: int(found) for name, found in said.groupdict().items() if found}
    return known["o"], known["a"]


def _last(choice, back: date, limit: int) -> date:
    day = back
    while limit:
        day += DAY
        limit -= day.weekday() < 5 and day not in _holidays(choice, day)
    return day


def _holidays(choice, day: date) -> frozenset[date]:
    wanted = fiscal_year(day.year, day.month)
    found = [page for page in shelf(choice, "holidays") if fiscal(page.title)[0] == wanted]
    if len(found) != 1:
        raise Unsettled(f"no holidays for {day}")
    return _listed(found[0])


@lru_cache(maxsize=1_000)
def _listed(page: Page) -> frozenset[date]:
    listed = rows(page, r"\d+ [A-Z]\w+ \d{4}|令和\d+年\d+月\d+日", 2, r"(\d+) days beside|のほか(\d+)日")
    return frozenset(dates(row[0])[0] for row in listed)
