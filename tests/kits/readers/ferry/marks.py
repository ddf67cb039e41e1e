"""How documents of the ferry operator are told apart: kind, branch, number of rows, edition."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache
from itertools import product

from tests.kits.readers.pages import Page, cells, dates, of_kind

DAY = timedelta(days=1)
KINDS = {  # kind -> pattern of the title, English or Japanese
    "circular": r"Circular No|通達第",
    "group_rules": r"Group Bookings, Rules|団体乗船取扱規程",
    "bookings": r"Group Booking Record|団体予約台帳",
    "lost_rules": r"Lost Property, Rules|遺失物取扱規程",
    "lost_ledger": r"Lost Property Ledger|遺失物台帳",
    "tariff": r"Vehicle Tariff|自動車航送運賃表",
    "deployment": r"Ships by Service|便別使用船一覧",
    "ships": r"Register of Ships|船舶台帳",
    "docks": r"Yard Contacts|入渠班連絡先",
    "stops": r"List of Bus Stops|停留所一覧",
    "stop_log": r"Log of Stop Inspections|停留所点検簿",
    "stop_notice": r"Stop Inspections in the|停留所点検について",
    "stat_rules": r"Rules for Traffic Statistics|運輸統計作成要領",
    "departures": r"Record of Departures|出港記録",
    "gate": r"Passengers by Day, Gate|日別旅客数\(改札機\)",
    "purser": r"Passengers by Day, Pursers|日別旅客数\(事務長",
    "gate_log": r"Interruptions of the Gate|改札機停止記録",
}


@lru_cache(maxsize=10_000)
def branch_of(page: Page) -> str | None:
    m = re.search(r"(\S+) Branch|[( ]([^( )]+)営業所", page.title)
    return m and (m[1] or m[2])


def declared(page: Page) -> int | None:
    """How many rows the document says it has; a reader who counts needs to see all of them."""
    m = re.search(r"(\d+) (?:lines|slips|bookings|days|entries|stops)\b|全(\d+)(?:行|件|便|か所)|(\d+)日分", page.text)
    return int(next(g for g in m.groups() if g)) if m else None


def branch_asked(question: str, seen: list[Page]) -> str | None:
    names = {branch_of(page) for page in seen if branch_of(page) and branch_of(page) in question}
    return max(names, key=len) if names else None


def circulars_of(seen: list[Page]) -> list[Page]:
    """The one that starts the editions of 2025; that of 2023 started those before them."""
    return of_kind(seen, "circular", lambda page: dates(page.text)[0].year == 2025)


def start_of(circular: Page, row: str, branch: str) -> date | None:
    """First day of the new edition of a branch, from the circular's table."""
    table = cells(circular.text)
    head = next((r for r in table if branch in r), None)
    line = next((r for r in table if re.match(row, r[0])), None)
    if not head or not line:
        return None
    return dates(line[2 + head.index(branch)])[0]


def is_new(rules: Page) -> bool:
    """The circular speaks of the editions adopted in its own year."""
    return dates(rules.text)[0].year == 2025


def editions_of(seen, kind, branch):
    """Pairs of (old edition or None, new edition or None): all that the documents may choose from."""
    old = of_kind(seen, kind, lambda p: branch_of(p) == branch and not is_new(p)) or [None]
    new = of_kind(seen, kind, lambda p: branch_of(p) == branch and is_new(p)) or [None]
    return list(product(old, new))


def valid_of(circular, row, branch, day, pair) -> Page | None:
    start = start_of(circular, row, branch)
    return None if start is None else pair[day >= start]
