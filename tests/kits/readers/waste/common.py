"""What all readers of waste pages use: which centre, which edition and from when, how many rows a page says it has."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from functools import lru_cache
from itertools import product

from tests.kits.readers.pages import Page, Unsettled, dates, first, of_kind, table

RULES = {  # kind of the rules -> how a deferral names them
    "bulky_rules": r"Bulky Waste at|粗大ごみ処理要綱",
    "haul_rules": r"Deliveries by Customers at|直接搬入要綱",
    "reward_rules": r"Group Collections at|集団回収奨励金要綱",
    "ash_rules": r"Ash at|焼却灰取扱要綱",
}
COLUMNS = {"bulky_rules": (1, 2), "haul_rules": (3, 4), "reward_rules": (5,), "ash_rules": (6,)}


@lru_cache(maxsize=10_000)
def centre_of(page: Page) -> str | None:
    m = re.search(r"(\S+) Centre|No\. \d+, .* at (\S+)|[( ]([^( )]+)クリーンセンター", page.title)
    return m and (m[1] or m[2] or m[3])


def centre_asked(question: str, seen: list[Page]) -> str | None:
    names = {name for name in map(centre_of, seen) if name and re.search(rf"{name}(?: Centre|クリーン)", question)}
    return max(names, key=len) if names else None


@lru_cache(maxsize=10_000)
def grid(page: Page) -> tuple[tuple[str, ...], ...]:
    """Rows of HTML tables with merged cells repeated."""
    out: list[tuple[str, ...]] = []
    hanging: dict[int, tuple[int, str]] = {}
    for line in page.text.splitlines():
        if not line.startswith("<tr>"):
            continue
        row: list[str] = []

        def hang() -> None:
            while len(row) in hanging:
                left, text = hanging.pop(len(row))
                if left > 1:
                    hanging[len(row)] = (left - 1, text)
                row.append(text)

        for attributes, text in re.findall(r"<t[hd]([^>]*)>(.*?)</t[hd]>", line):
            hang()
            across, down = (int(m[1]) if (m := re.search(rf'{a}="(\d+)"', attributes)) else 1 for a in SPANS)
            for _ in range(across):
                if down > 1:
                    hanging[len(row)] = (down - 1, text)
                row.append(text)
        hang()
        out.append(tuple(row))
    return tuple(out)


SPANS = ("colspan", "rowspan")


def rows(page: Page, key: str, width: int) -> list[tuple[str, ...]]:
    """All rows of `width` cells whose first is a key; the page says how many there are, and they must be there."""
    found = [row for row in table(page) if len(row) == width and re.fullmatch(key, row[0])]
    m = re.search(
        r"(\d+) (?:slips|customers|associations|applications|tickets|shipments)\b|全(\d+)(?:枚|件|団体|便)", page.text
    )
    if not m or len(found) != int(m[1] or m[2]):
        raise Unsettled(f"{page.title}: {len(found)} rows")
    return found


def figure(pattern: str, page: Page) -> int:
    """The number in the group that matched."""
    return int(next(group for group in first(pattern, page).groups() if group).replace(",", ""))


def fits(words: str, size: int, unit: str) -> bool:
    """Does a size lie in "from 100 cm, under 160 cm" or 100cm以上160cm未満?"""
    tests: list[tuple[str, Callable[[int], bool]]] = [
        (rf"up to and including (\d+) {unit}|(\d+){unit}以下", lambda n: size <= n),
        (rf"under (\d+) {unit}|(\d+){unit}未満", lambda n: size < n),
        (rf"over (\d+) {unit}|(\d+){unit}を超え", lambda n: size > n),
        (rf"from (\d+) {unit}|(\d+){unit}以上", lambda n: size >= n),
    ]
    results = [test(int(m[1] or m[2])) for pattern, test in tests for m in [re.search(pattern, words)] if m]
    return bool(results) and all(results)


# -- editions -----------------------------------------------------------------------------------------------------


def when(seen: list[Page], kind: str, centre: str) -> list[tuple[Page, Page | None]]:
    """The notice that starts the editions of 2025, with the one for this centre and these rules if there is one."""
    general = of_kind(seen, "notice", lambda page: dates(page.text)[0].year == 2025)
    own = of_kind(seen, "deferral", lambda page: centre_of(page) == centre and bool(re.search(RULES[kind], page.title)))
    return list(product(general, own or [None]))


def editions(seen: list[Page], kind: str, centre: str) -> list[tuple[Page | None, Page | None]]:
    """Pairs of (edition of 2023, edition of 2025): all that the pages may choose from."""
    here = of_kind(seen, kind, lambda page: centre_of(page) == centre)
    old = [page for page in here if dates(page.text)[0].year != 2025] or [None]
    new = [page for page in here if dates(page.text)[0].year == 2025] or [None]
    return list(product(old, new))


def days_of(notices: tuple[Page, Page | None], kind: str, centre: str) -> list[date]:
    """First day of the new edition, then the last day of the old one in special cases where there is one."""
    general, own = notices
    row = next((row for row in grid(general) if row and row[0] == centre), None)
    if row is None:
        raise Unsettled(f"no row for {centre}")
    columns = COLUMNS[kind]
    if row[columns[0]] not in ("put off", "延期"):
        return [dates(row[column])[0] for column in columns]
    if own is None:
        raise Unsettled("put off, and no other notice")
    days = dates(own.text)[1:]
    if len(days) != len(columns):
        raise Unsettled(f"{own.title}: {days}")
    return days


def edition(pair: tuple[Page | None, Page | None], new: bool) -> Page:
    page = pair[new]
    if page is None:
        raise Unsettled("the edition that applies is not there")
    return page
