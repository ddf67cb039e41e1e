"""What all readers of sake pages use: which brewery, which edition and from when, all sheets of a year."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import Any

from tests.kits.readers.pages import Page, Unsettled, dates, first, of_kind, table

DATE = r"\d{4}[-/]\d\d[-/]\d\d"
NEW = 2025
"""The year in which the newer editions were adopted."""
COLUMNS = {  # kind of the rules -> column of the circular, and how the circular says by which day a case is judged
    "milling": (
        "Milling tariff|受託精米料金表",
        "day on which the contract was concluded|day of the contract that decides|契約日を基準|契約を結んだ日により",
    ),
    "cask_rules": (
        "Casks on loan|通い樽貸出規程",
        "day on which the customer applied|day of application that decides|申し込んだ日により|申込日を基準",
    ),
    "rates": (
        "Sums set aside for liquor tax|酒税引当基準",
        "day on which the goods are removed|day of removal that decides|移出日を基準|移出した日により",
    ),
}


@lru_cache(maxsize=10_000)
def brewery_of(page: Page) -> str | None:
    m = re.search(r"(\S+) Brewery|([^\s(]+)蔵", page.title)
    return m and (m[1] or m[2])


def brewery_asked(question: str, seen: list[Page]) -> str:
    names = {name for name in map(brewery_of, seen) if name and re.search(rf"{name}(?: brewery|蔵)", question)}
    if not names:
        raise Unsettled("no brewery")
    return max(names, key=len)


def here(seen: list[Page], kind: str, brewery: str | None, test=lambda page: True) -> list[Page]:
    return of_kind(seen, kind, lambda page: brewery_of(page) == brewery and test(page))


def sheets(seen: list[Page], kind: str, brewery: str | None) -> list[list[Page]]:
    """The pages of each sheet; Unsettled where no page says how many sheets there are."""
    found = here(seen, kind, brewery)
    totals = {int(a or b) for page in found for a, b in re.findall(r"Sheet \d+ of (\d+)|全(\d+)葉", page.title)}
    if len(totals) != 1:
        raise Unsettled(f"{totals} sheets of {kind}")
    return [numbered(found, n) for n in range(1, totals.pop() + 1)]


def numbered(found: list[Page], n: int) -> list[Page]:
    return [page for page in found if re.search(rf"Sheet {n}\b|第{n}葉", page.title)]


# -- editions ---------------------------------------------------------------------------------------------------


def editions(seen: list[Page], kind: str, brewery: str | None) -> tuple[list[Any], ...]:
    """Roles: the circular on the editions of 2025, the older and the newer edition; None for one that is not there."""
    found = here(seen, kind, brewery)
    return (
        of_kind(
            seen,
            "circular",
            lambda page: bool(re.search(r"adopted in January and February 2025|令和7年1月及び2月に決定", page.text)),
        ),
        [page for page in found if dates(page.text)[0].year != NEW] or [None],
        [page for page in found if dates(page.text)[0].year == NEW] or [None],
    )


@lru_cache(maxsize=10_000)
def start_of(kind: str, circular: Page, brewery: str | None) -> date:
    column, decides = COLUMNS[kind]
    first(decides, circular)
    first("with the edition before|under the edition before it|直前の版による|一つ前の版により", circular)
    head = next((row for row in table(circular) if row[0] in ("Brewery", "蔵")), ())
    at = next((n for n, cell in enumerate(head) if re.fullmatch(column, cell)), None)
    row = next((row for row in table(circular) if row[0] == brewery), None)
    if at is None or row is None:
        raise Unsettled(f"{circular.title}: no day for {brewery}")
    return dates(row[at])[0]


def valid(kind: str, day: date, circular: Page, older: Page | None, newer: Page | None) -> Page:
    """The edition for a case that is judged by `day`."""
    brewery = next(brewery_of(page) for page in (older, newer) if page) if older or newer else None
    page = newer if day >= start_of(kind, circular, brewery) else older
    if page is None:
        raise Unsettled(f"the edition of {kind} is not there")
    return page
