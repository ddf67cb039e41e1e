"""What all readers of fruit pages use: which station, which edition and from when, how many rows a page says it has."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from itertools import product

from tests.kits.readers.pages import Page, Unsettled, dates, first, month, of_kind, table

RULES = {  # kind of the rules -> how the notice and its corrections name them
    "rates": "Advance rates|概算金単価表",
    "reject_rules": "Payment for rejects|格外品精算要領",
    "fees": "Fees and levy|控除規程",
}
FAULTS = {  # what a reader knows about faults of fruit
    "Weather|気象災害": "pits from hail|rubbing in a gale|salt burn after a typhoon|frost browning"
    "|ひょうの当たり跡|強風による枝ずれ|台風後の潮焼け|霜による褐変",
    "Pests and diseases|病害虫": "melanose|scale insects|sooty mould|thrips scars"
    "|黒点病|カイガラムシの付着|すす病|アザミウマの食痕",
    "Picking and carrying|収穫・運搬": "bruises from dropping|clipper cuts|crate marks|stem punctures"
    "|落下による打ち身|はさみの切り込み|コンテナの押し跡|軸刺し",
    "Growth|生理障害": "coarse thick rind|misshapen fruit|puffy rind|uneven colour|粗皮|奇形果|浮皮|着色むら",
}
LOT = r"[A-Z]-\d{4,5}"


@lru_cache(maxsize=10_000)
def station_of(page: Page) -> str | None:
    m = re.search(r"(\S+) Station\b|[( ]([^( )]+)選果場", page.title)
    return m and (m[1] or m[2])


def station_asked(question: str, seen: list[Page]) -> str | None:
    names = {name for name in map(station_of, seen) if name and name in question}
    return max(names, key=len) if names else None


def here(seen: list[Page], kind: str, station: str, at: tuple[int, int] | None = None) -> list[Page]:
    """The pages of a kind and a station; `at`: of this year and month."""
    return of_kind(seen, kind, lambda page: station_of(page) == station and (not at or month(page.title) == at))


@lru_cache(maxsize=10_000)
def rows(page: Page, key: str, width: int) -> tuple[tuple[str, ...], ...]:
    """All rows whose first of `width` last cells is a key; the page says how many there are, and they must be there."""
    found = tuple(row[-width:] for row in table(page) if len(row) >= width and re.fullmatch(key, row[-width]))
    m = re.search(r"(\d+) (?:lots|entries|growers|corrections)\b|(?:全|訂正)(\d+)(?:荷口|件|名|か所)", page.text)
    if not m or len(found) != int(m[1] or m[2]):
        raise Unsettled(f"{page.title}: {len(found)} rows")
    return found


def figure(pattern: str, page: Page) -> str:
    """The number in the group that matched, without commas."""
    return next(group for group in first(pattern, page).groups() if group).replace(",", "")


# -- editions -----------------------------------------------------------------------------------------------------


def when(seen: list[Page]) -> list[tuple[Page, Page]]:
    """The notice of 2025 with its correction sheet: without the latter no first day is certain."""
    return list(
        product(
            *(of_kind(seen, kind, lambda page: dates(page.text)[0].year == 2025) for kind in ("notice", "corrections"))
        )
    )


def editions(seen: list[Page], kind: str, station: str) -> list[tuple[Page | None, Page | None]]:
    """Pairs of (edition of 2023, edition of 2025): all that the pages may choose from."""
    found = here(seen, kind, station)
    old = [page for page in found if dates(page.text)[0].year != 2025] or [None]
    new = [page for page in found if dates(page.text)[0].year == 2025] or [None]
    return list(product(old, new))


@lru_cache(maxsize=10_000)
def start_of(kind: str, station: str, notices: tuple[Page, Page]) -> date:
    """The first day of the new edition of a station, as corrected."""
    notice, sheet = notices
    first(
        "No other day of the notice|All other days of the notice|Nothing else in the table|その他の日付|上記以外の|その他の部分に訂正はない",
        sheet,
    )
    for _, where, _, right in _fixes(sheet, kind):
        if where == station:
            return dates(right)[0]
    head = next((row for row in table(notice) if station in row), None)
    line = next((row for row in table(notice) if re.fullmatch(RULES[kind], row[0])), None)
    if head is None or line is None:
        raise Unsettled(f"no first day for {kind} at {station}")
    return dates(line[head.index(station)])[0]


def _fixes(sheet: Page, kind: str) -> list[tuple[str, ...]]:
    return [row for row in rows(sheet, "|".join(RULES.values()), 4) if re.fullmatch(RULES[kind], row[0])]


def valid(kind: str, station: str, day: date, notices, pair) -> Page:
    """The edition for a case whose deciding day is `day`."""
    first(
        "settled under the edition before|the earlier edition holds|stays under the edition before"
        "|前の版によ(?:る|って取り扱う|り処理する)",
        notices[0],
    )
    page = pair[day >= start_of(kind, station, notices)]
    if page is None:
        raise Unsettled("the edition that applies is not there")
    return page
