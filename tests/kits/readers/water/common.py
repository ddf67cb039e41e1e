"""What all readers of water pages use: which district, which edition and from when, how many rows a page says it has."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from itertools import product

from tests.kits.readers.pages import Page, Unsettled, dates, first, of_kind, table

RULES = {  # kind of the rules -> how the proclamation and the resolution name them
    "tariff": "Charges|水道料金表",
    "leak_rules": "Reductions for leaks|漏水減免要綱",
    "outage_rules": "Credits for outages|断水減額要綱",
    "intake_rules": "Counting of intake|取水量算定要領",
}


@lru_cache(maxsize=10_000)
def district_of(page: Page) -> str | None:
    m = re.search(r"(\S+) District|[( ]([^( )]+)給水区", page.title)
    return m and (m[1] or m[2])


def district_asked(question: str, seen: list[Page]) -> str | None:
    names = {
        name for name in map(district_of, seen) if name and re.search(rf"{name}(?: district| works|給水区)", question)
    }
    return max(names, key=len) if names else None


def here(seen: list[Page], kind: str, district: str, test=lambda page: True) -> list[Page]:
    return of_kind(seen, kind, lambda page: district_of(page) == district and test(page))


@lru_cache(maxsize=10_000)
def rows(page: Page, key: str, width: int) -> tuple[tuple[str, ...], ...]:
    """All rows of `width` cells whose first is a key; the page says how many there are, and they must be there."""
    found = tuple(row for row in table(page) if len(row) == width and re.fullmatch(key, row[0]))
    m = re.search(r"(\d+) (?:customers|meters|entries|days)\b|全(\d+)(?:件|個)|(\d+)日分", page.text)
    if not m or len(found) != int(m[1] or m[2] or m[3]):
        raise Unsettled(f"{page.title}: {len(found)} rows")
    return found


def figure(pattern: str, page: Page) -> int:
    """The number in the group that matched."""
    return int(next(group for group in first(pattern, page).groups() if group).replace(",", ""))


# -- editions -----------------------------------------------------------------------------------------------------


def when(seen: list[Page]) -> list[tuple[Page, Page]]:
    """The proclamation of 2025 with the council's resolution on it: without the latter no first day is certain."""
    return list(
        product(
            *(
                of_kind(seen, kind, lambda page: dates(page.text)[0].year == 2025)
                for kind in ("proclamation", "resolution")
            )
        )
    )


def editions(seen: list[Page], kind: str, district: str) -> list[tuple[Page | None, Page | None]]:
    """Pairs of (edition of 2022, edition of 2025): all that the pages may choose from."""
    found = here(seen, kind, district)
    old = [page for page in found if dates(page.text)[0].year != 2025] or [None]
    new = [page for page in found if dates(page.text)[0].year == 2025] or [None]
    return list(product(old, new))


@lru_cache(maxsize=10_000)
def start_of(kind: str, district: str, notices: tuple[Page, Page]) -> date:
    """The first day of the new edition of a district."""
    proclamation, resolution = notices
    first(
        "The other days of the proclamation stand|All other first days are as proclaimed|Nothing else in the proclamation"
        "|上記以外のものは、告示した日から施行する|その他の施行期日は、告示のとおり|その他に延期するものはない",
        resolution,
    )
    put_off = re.findall(
        rf"^- (?:{RULES[kind]})(?:, {district} district|\({district}給水区\))(.*)$", resolution.text, re.M
    )
    items = re.search(r"(\d+) items|全(\d+)件", resolution.text)
    if not items or len(re.findall("^- ", resolution.text, re.M)) != int(items[1] or items[2]):
        raise Unsettled("items of the resolution are missing")
    if put_off:
        return dates(put_off[0])[0]
    head = next((row for row in table(proclamation) if district in row), None)
    line = next((row for row in table(proclamation) if re.fullmatch(RULES[kind], row[0])), None)
    if head is None or line is None:
        raise Unsettled(f"no first day for {kind} in {district}")
    return dates(line[head.index(district)])[0]


def valid(kind: str, district: str, day: date, notices, pair) -> Page:
    """The edition for a case that is judged by `day`."""
    first(
        "A case is not divided|If the day by which a case is judged|The edition before remains in use|前の版による",
        notices[0],
    )
    page = pair[day >= start_of(kind, district, notices)]
    if page is None:
        raise Unsettled("the edition that applies is not there")
    return page
