"""What is set aside for liquor tax on goods that left a brewery, slip by slip."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from tests.kits.readers.pages import (
    Page,
    Unsettled,
    dates,
    either,
    first,
    fiscal,
    fiscal_year,
    group,
    number,
    rows,
    table,
    within,
)
from tests.kits.readers.sake.common import brewery_asked, editions, here, numbered, sheets, valid
from tests.kits.readers.sake.milling import BANDS

SLIP = r"[A-Z]\d-\d{3}"


@dataclass(frozen=True)
class Terms:
    samples: bool
    """Whether something is set aside for samples."""
    rounding: str
    bands: tuple[tuple[str, int, int], ...]
    """Band of the polishing ratio, yen a litre without and with added spirit."""


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    first("set aside for exports|for export are left out|輸出用", page)
    first("corrected entry counts|corrected counts as corrected|訂正後の", page)
    heads = next((row for row in table(page) if len(row) == 2 and re.search("spirit added|添加あり", row[1])), None)
    if heads is None or not re.fullmatch("no spirit added|アルコール添加なし", heads[0]):
        raise Unsettled(f"{page.title}: {heads}")
    return Terms(
        samples=either(
            page,
            no="exports or for samples|so are samples|及び見本については引き当てない|及び見本は、引当ての対象としない",
            yes="For samples it is|Samples are treated as goods sold|見本については、販売したものと同様|見本は販売したものとして",
        )
        == "yes",
        rounding=either(
            page,
            nearest="nearest whole litre|rounded to whole litres|四捨五入",
            up="rounded up to whole litres|any part of a litre counts|端数は切り上げる|端数を1Lに切り上げる",
            down="left over is dropped|rounded down to whole litres|端数は切り捨てる|端数を切り捨てる",
        ),
        bands=tuple((row[0], number(row[1]), number(row[2])) for row in table(page) if len(row) == 3 and "%" in row[0]),
    )


@lru_cache(maxsize=1_000)
def products(page: Page) -> dict[str, tuple[int, bool, int, int]]:
    """Code -> polishing ratio, whether spirit is added, millilitres, bottles in a case."""
    found = rows(page, r"[A-Z]\d{3}", 6, r"(\d+) products|全(\d+)品")
    if any(row[3] not in ("A", "–", "有", "無") for row in found):
        raise Unsettled(f"{page.title}: spirit or not?")
    return {row[0]: (int(row[2]), row[3] in ("A", "有"), int(row[4]), int(row[5])) for row in found}


@lru_cache(maxsize=1_000)
def corrected(sheet: Page, notice: Page) -> tuple[tuple[str, ...], ...]:
    """The slips of a sheet as they are read with its notice of corrections."""
    lines = re.findall(rf"^\d+\.? ({SLIP})(.*)$", notice.text, re.M)
    if len(lines) != int(group(r"(\d+) corrections|全(\d+)件", notice)):
        raise Unsettled(f"{notice.title}: {len(lines)} corrections")
    first("All other entries|Nothing else on these slips|その他の欄|その他の記載", notice)
    changes = dict(lines)
    found = []
    for row in rows(sheet, SLIP, 8, r"(\d+) slips|全(\d+)枚"):
        words = changes.pop(row[0], "")
        cells = list(row)
        if words and dates(words):
            cells[2] = dates(words)[0].isoformat()
        elif words:
            m = re.search(r"had (\d+) full case|number of cases is (\d+)|箱数(?:は|を)(\d+)箱", words)
            if not m:
                raise Unsettled(f"{notice.title}: {words}")
            cells[5] = next(figure for figure in m.groups() if figure)
        found.append(tuple(cells))
    if changes:
        raise Unsettled(f"{notice.title}: not on the sheet: {list(changes)}")
    return tuple(found)


# -- a period ---------------------------------------------------------------------------------------------------


def need(question, seen):
    """Roles: circular, editions, products, then every sheet with its notice of corrections."""
    brewery = brewery_asked(question, seen)
    day = dates(question)[0]
    year = fiscal_year(day.year, day.month)
    found = sheets(seen, "shipments", brewery)
    notices = here(seen, "corrections", brewery)
    pairs = [role for n, pages in enumerate(found, 1) for role in (pages, numbered(notices, n))]
    return (
        *editions(seen, "rates", brewery),
        here(seen, "products", brewery, lambda page: fiscal(page.title)[0] == year),
        *pairs,
    )


def by_buyer(begin: date, end: date, circular, older, newer, listed, *pairs) -> Counter[str]:
    known = products(listed)
    owed: Counter[str] = Counter()
    for sheet, notice in zip(pairs[::2], pairs[1::2], strict=True):
        for _, _, removed, buyer, code, cases, singles, note in corrected(sheet, notice):
            day = dates(removed)[0]
            if begin <= day <= end:
                rules = terms(valid("rates", day, circular, older, newer))
                ratio, spirit, bottle, in_case = known[code]
                owed[buyer] += _amount(rules, ratio, spirit, (int(cases) * in_case + int(singles)) * bottle, note)
    return owed


def _amount(rules: Terms, ratio: int, spirit: bool, millilitres: int, note: str) -> int:
    if note not in ("", "export", "sample", "on pallet", "輸出", "見本", "パレット積"):
        raise Unsettled(f"what is {note}?")
    if note in ("export", "輸出") or (note in ("sample", "見本") and not rules.samples):
        return 0
    rates = [band[1 + spirit] for band in rules.bands if within(band[0], ratio, BANDS)]
    if len(rates) != 1:
        raise Unsettled(f"{len(rates)} rates for {ratio}")
    add = {"nearest": 500, "up": 999, "down": 0}[rules.rounding]
    return (millilitres + add) // 1000 * rates[0]


def total(question, *choice):
    return sum(by_buyer(*dates(question)[:2], *choice).values())
