"""What all readers of condominium pages use: which house, which edition of its by-laws, from when."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import lru_cache
from typing import Any

from tests.kits.readers.pages import Page, Unsettled, dates, group, month, of_kind

DAY = timedelta(days=1)
NAMES = {  # kind of the by-laws -> how minutes name them
    "fee_rules": r"the repair reserve|修繕積立金細則",
    "late_rules": r"late payment|遅延損害金細則",
    "visit_rules": r"visitors' vehicles|来客車両細則",
    "vote_rules": r"voting|議決権行使細則",
}


@lru_cache(maxsize=10_000)
def house_of(page: Page) -> str | None:
    m = re.search(r"(\S+) Court|([^\s(]+)コート", page.title)
    return m and (m[1] or m[2])


def house_asked(question: str, seen: list[Page]) -> str:
    names = {name for name in map(house_of, seen) if name and re.search(rf"{name}(?: Court|コート)", question)}
    if not names:
        raise Unsettled("no house")
    return max(names, key=len)


def here(seen: list[Page], kind: str, house: str | None, test=lambda page: True) -> list[Page]:
    return of_kind(seen, kind, lambda page: house_of(page) == house and test(page))


# -- editions ---------------------------------------------------------------------------------------------------


def by_laws(seen: list[Page], kind: str, house: str | None) -> tuple[list[Any], ...]:
    """Roles: the minutes of 2025, the older and the newer edition; None for an edition that is not there."""
    found = here(seen, kind, house)
    return (
        here(seen, "minutes", house, lambda page: dates(page.title)[0].year == 2025),
        [page for page in found if dates(page.text)[0].year != 2025] or [None],
        [page for page in found if dates(page.text)[0].year == 2025] or [None],
    )


def edition(page: Page) -> int:
    return int(group(r"Edition (\d+)|第(\d+)版", page))


@lru_cache(maxsize=10_000)
def resolution(minutes: Page, kind: str) -> tuple[int, str]:
    """The edition that the meeting voted on, and what it resolved."""
    m = re.search(
        rf"By-laws on (?:{NAMES[kind]}), edition (\d+)\.(.*)|(?:{NAMES[kind]})\(第(\d+)版\)の件(.*)", minutes.text
    )
    if not m:
        raise Unsettled(f"{minutes.title}: nothing on {kind}")
    return int(m[1] or m[3]), m[2] or m[4]


def valid(kind: str, at: Any, minutes: Page, older: Page | None, newer: Page | None) -> Page:
    """The edition for a day, or for (year, month) of an instalment."""
    number, words = resolution(minutes, kind)
    if re.search("Voted down|Not carried|否決", words):
        number -= 1
    elif re.search("Carried|可決", words):
        number -= not _begun(words, at, minutes)
    else:
        raise Unsettled(f"{minutes.title}: {words}")
    page = next((page for page in (older, newer) if page and edition(page) == number), None)
    if page is None:
        raise Unsettled(f"edition {number} is not there")
    return page


def _begun(words: str, at: Any, minutes: Page) -> bool:
    if isinstance(at, tuple):
        start = month(words)
        if start is None:
            raise Unsettled(f"{minutes.title}: from when? {words}")
        return at >= start
    if re.search("meetings after this one|close of this meeting|本総会の次の総会|本総会の終了の時", words):
        return at > dates(minutes.title)[0]
    if not dates(words):
        raise Unsettled(f"{minutes.title}: from when? {words}")
    return at >= dates(words)[0]
