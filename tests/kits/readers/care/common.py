"""What all readers of care pages use: which office, which edition, how many rows a page says it has."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from itertools import product

from tests.kits.readers.pages import Page, Unsettled, dates, of_kind, table

NEW = 2025
"""The year in which the newer editions were adopted."""


@lru_cache(maxsize=10_000)
def office_of(page: Page) -> str | None:
    m = re.search(r"(\S+) Office|([^( ]+)事業所", page.title)
    return m and (m[1] or m[2])


def offices(question: str, seen: list[Page]) -> list[Page]:
    """The pages of the office that the question names."""
    names = {name for name in map(office_of, seen) if name and re.search(rf"{name}(?: office|事業所)", question)}
    return [page for page in seen if office_of(page) == max(names, key=len, default="")]


@lru_cache(maxsize=10_000)
def rows(page: Page, key: str, width: int) -> list[tuple[str, ...]]:
    """All rows of this width that begin with a key; the page says how many there are, and they must be there."""
    found = [row for row in table(page) if len(row) == width and re.fullmatch(key, row[0])]
    if len(found) != declared(page):
        raise Unsettled(f"{page.title}: {len(found)} rows")
    return found


def declared(page: Page) -> int | None:
    m = re.search(r"(\d+) (?:visits|plans|escorts|entries)\b|全(\d+)件", page.text)
    return int(m[1] or m[2]) if m else None


def notices(seen: list[Page], kind: str) -> list[Page]:
    """The notices about the editions of January and February 2025; others start the editions before and after them."""
    return of_kind(
        seen, kind, lambda page: bool(re.search(r"January and February 2025|令和7年1月及び2月に決定", page.text))
    )


def editions(here: list[Page], kind: str) -> list[tuple[Page | None, Page | None]]:
    """Pairs of (older, newer edition) of one office: all that the pages may choose from."""
    found = of_kind(here, kind)
    old = [page for page in found if dates(page.text)[0].year != NEW] or [None]
    new = [page for page in found if dates(page.text)[0].year == NEW] or [None]
    return list(product(old, new))


def start(notice: Page, column: str, office: str | None) -> date:
    """The day in a column of the notice, in the row of an office."""
    at = None
    for row in table(notice):
        heads = [n for n, cell in enumerate(row) if re.fullmatch(column, cell)]
        if heads:
            at = heads[0]
        elif at is not None and row[0] == office:
            return dates(row[at])[0]
    raise Unsettled(f"{notice.title}: no day for {office}")


def chosen(pair: tuple[Page | None, Page | None], newer: bool) -> Page:
    page = pair[newer]
    if page is None:
        raise Unsettled("the edition that applies is not there")
    return page
