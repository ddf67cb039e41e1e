"""What all readers of library pages use: which library, which edition, how many rows a page says it has."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from itertools import product

from tests.kits.readers.pages import Page, Unsettled, dates, first, of_kind, table

CLASSES = {  # what a reader knows about things in a library
    "Periodicals|逐次刊行物": "monthly|quarterly|fortnightly|magazine|月刊誌|季刊誌|隔週誌|雑誌",
    "Recorded sound|録音資料": "compact disc|vinyl|cassette|CD|LPレコード|カセットテープ",
    "Moving images|映像資料": "DVD|Blu-ray|videotape|ブルーレイ|ビデオテープ",
    "Books|図書": "guide|encyclopaedia|novel|anthology|手引|百科事典|小説|アンソロジー",
    "Sheet music|楽譜": "score|スコア",
    "Toys|玩具": "puzzle|karuta|reversi|blocks|パズル|かるた|リバーシ|積み木",
}


@lru_cache(maxsize=10_000)
def library_of(page: Page) -> str | None:
    m = re.search(r"(\S+) Library|[( ]([^( )]+)図書館", page.title)
    return m and (m[1] or m[2])


def library_asked(question: str, seen: list[Page]) -> str | None:
    names = {name for name in map(library_of, seen) if name and re.search(rf"{name}(?: Library|図書館)", question)}
    return max(names, key=len) if names else None


def rows(page: Page, key: str, width: int) -> list[tuple[str, ...]]:
    """All rows whose first of `width` last cells is a key; the page says how many there are, and they must be there."""
    found = [row[-width:] for row in table(page) if len(row) >= width and re.fullmatch(key, row[-width])]
    if len(found) != declared(page):
        raise Unsettled(f"{page.title}: {len(found)} rows")
    return found


def declared(page: Page) -> int | None:
    m = re.search(r"(\d+) (?:loans|groups|titles|lines|uses)\b|全(\d+)(?:件|団体|誌|行)", page.text)
    return int(m[1] or m[2]) if m else None


def figure(pattern: str, page: Page) -> int:
    """The number in the group that matched."""
    return int(next(group for group in first(pattern, page).groups() if group))


def notices(seen: list[Page]) -> list[Page]:
    """The one that starts the editions of 2025; that of 2023 started those before them."""
    return of_kind(seen, "notice", lambda page: dates(page.text)[0].year == 2025)


def editions(seen: list[Page], kind: str, library: str) -> list[tuple[Page | None, Page | None]]:
    """Pairs of (edition of 2023, edition of 2025): all that the pages may choose from."""
    here = of_kind(seen, kind, lambda page: library_of(page) == library)
    old = [page for page in here if dates(page.text)[0].year != 2025] or [None]
    new = [page for page in here if dates(page.text)[0].year == 2025] or [None]
    return list(product(old, new))


def start(notice: Page, rules: str, library: str) -> tuple[str, date]:
    """The day that decides, in the words of the notice, and the first day of the new edition."""
    at = None
    for row in table(notice):
        if len(row) == 4:
            at = row[0]
        if at == library and len(row) >= 3 and re.match(rules, row[-3]):
            return row[-2], dates(row[-1])[0]
    raise Unsettled(f"no first day for {library}")


def edition(pair: tuple[Page | None, Page | None], day: date, first_day: date) -> Page:
    page = pair[day >= first_day]
    if page is None:
        raise Unsettled("the edition that applies is not there")
    return page


def class_of(thing: str) -> str:
    """The class of a thing, as a pattern of both languages."""
    for name, words in CLASSES.items():
        if re.search(words, thing):
            return name
    raise Unsettled(f"what is {thing}?")


def class_row(page: Page, thing: str, width: int) -> tuple[str, ...]:
    name = class_of(thing)
    for row in table(page):
        if len(row) == width and re.fullmatch(name, row[0]):
            return row
    raise Unsettled(f"{page.title}: no row for {name}")
