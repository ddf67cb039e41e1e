"""What all readers of rental pages use: which branch, which edition, how many rows a page says it has."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from itertools import product

from tests.kits.readers.pages import Page, Unsettled, dates, first, of_kind, table

MACHINE, HIRE = r"[A-Z]\d{3}", r"[A-Z]\d-\d{3}"
NEW = 2025
"""The year in which the newer editions were adopted."""
Pair = tuple[Page | None, Page | None]


@lru_cache(maxsize=10_000)
def branch_of(page: Page) -> str | None:
    m = re.search(r"(\S+) Branch|([^( ]+)営業所", page.title)
    return m and (m[1] or m[2])


def branch(question: str, seen: list[Page]) -> list[Page]:
    """The pages of the branch that the question names."""
    names = {name for name in map(branch_of, seen) if name and re.search(rf"{name}(?: branch|営業所)", question)}
    return [page for page in seen if branch_of(page) == max(names, key=len, default="")]


@lru_cache(maxsize=10_000)
def rows(page: Page, key: str, width: int) -> list[tuple[str, ...]]:
    """All rows of this width that begin with a key; the page says how many there are, and they must be there."""
    found = [row for row in table(page) if len(row) == width and re.fullmatch(key, row[0])]
    if len(found) != declared(page):
        raise Unsettled(f"{page.title}: {len(found)} rows")
    return found


def declared(page: Page) -> int | None:
    m = re.search(r"(\d+) (?:hires|machines|entries)\b|全(\d+)[件台]", page.text)
    return int(m[1] or m[2]) if m else None


def figure(pattern: str, page: Page) -> str:
    """The group that matched."""
    return next(group for group in first(pattern, page).groups() if group)


def circulars(seen: list[Page]) -> list[Page]:
    """The circular about the editions of January and February 2025; others start the editions before and after them."""
    return of_kind(
        seen, "circular", lambda page: bool(re.search(r"January and February 2025|令和7年1月及び2月に決定", page.text))
    )


def editions(here: list[Page], kind: str) -> list[Pair]:
    """Pairs of (older, newer edition) of one branch: all that the pages may choose from."""
    found = of_kind(here, kind)
    old = [page for page in found if dates(page.text)[0].year != NEW] or [None]
    new = [page for page in found if dates(page.text)[0].year == NEW] or [None]
    return list(product(old, new))


DECIDES = {  # rules, as the columns of the circular call them -> what it must say of them
    "Rates|料金表": "(?:Rates go by|For the rates) the day of the contract|料金表(?:は、契約日|については、契約した日)",
    "Terms of hire|貸出規定": "[Tt]erms of hire (?:go by )?the day of pick-up|貸出規定(?:は、引取日|については、引き取った日)",
    "Fuel|燃料規定": "Fuel rules go by the day of return|For fuel the day of return|燃料規定(?:は、返却日|については、返却された日)",
    "Inspection|点検要領": "Inspection rules go by the day of the last|it is the day of the last inspection"
    "|点検要領(?:は、前回の点検日|については、前回点検を行った日)",
}


@lru_cache(maxsize=10_000)
def start(circular: Page, rules: str, of: str | None) -> date:
    """The first day of the newer edition of a branch's rules; the circular must say which day decides."""
    first(DECIDES[rules], circular)
    first(r"the edition before it|the one before it holds|直前の版|一つ前の版", circular)
    at = None
    for row in table(circular):
        heads = [n for n, cell in enumerate(row) if re.fullmatch(rules, cell)]
        if heads:
            at = heads[0]
        elif at is not None and row[0] == of:
            return dates(row[at])[0]
    raise Unsettled(f"{circular.title}: no day for {of}")


def edition(circular: Page, rules: str, pair: Pair, day: date) -> Page:
    """The edition that holds where this day decides."""
    of = branch_of(next(page for page in pair if page)) if any(pair) else None
    page = pair[day >= start(circular, rules, of)]
    if page is None:
        raise Unsettled("the edition that applies is not there")
    return page


@lru_cache(maxsize=10_000)
def machines(page: Page) -> dict[str, tuple[str, int]]:
    """Number -> class and litres of the tank; all must be there."""
    found, kind = {}, ""
    for row in table(page):
        if len(row) in (3, 4) and re.fullmatch(MACHINE, row[-3]):
            kind = row[0] if len(row) == 4 else kind
            found[row[-3]] = (kind, int(row[-1]))
    if len(found) != declared(page):
        raise Unsettled(f"{page.title}: {len(found)} machines")
    return found
