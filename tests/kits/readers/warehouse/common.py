"""What all readers of warehouse pages use: which shed, which edition of its rules a lot comes under, which class."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from typing import Any

from tests.kits.readers.pages import Page, Unsettled, dates, first, fiscal, group, month, of_kind, table

LOT = r"[A-Z]\d-\d{3}"
NAMES = {  # kind of the rules -> how announcement and circular name them
    "free": "[Ff]ree time|無料期間",
    "demurrage": "[Dd]emurrage|超過保管料",
    "handling": "[Ll]oading|積込料",
    "reminding": "[Rr]eminders|督促",
}
DAYS = {  # how the circular names the day of a lot that decides
    "landed": "landing|landed|陸揚",
    "ordered": "delivery order|荷渡指図",
    "left": "leaves|搬出",
    "counted": "stocktaking|在庫調査",
}
CLASSES = {  # what a reader knows about goods
    "Foodstuffs|食料品": "tuna|squid|coffee|flour|まぐろ|いか|コーヒー|小麦粉",
    "Timber|木材": "logs|plywood|sleepers|veneer|丸太|合板|まくらぎ|単板",
    "Metals|金属": "aluminium|copper|steel|zinc|アルミ|電気銅|鋼帯|亜鉛",
    "Machinery|機械類": "trucks|presses|lathes|pumps|フォークリフト|射出成形|旋盤|ポンプ",
    "Chemicals|化学品": "soda|sulphur|titanium|urea|ソーダ|硫黄|チタン|尿素",
}


@lru_cache(maxsize=10_000)
def shed_of(page: Page) -> str | None:
    m = re.search(r"(\S+) Shed|([^\s(]+)上屋", page.title)
    return m and (m[1] or m[2])


def shed_asked(question: str, seen: list[Page]) -> str:
    names = {name for name in map(shed_of, seen) if name and re.search(rf"{name}(?: shed|上屋)", question)}
    if not names:
        raise Unsettled("no shed")
    return max(names, key=len)


def here(seen: list[Page], kind: str, shed: str | None, test=lambda page: True) -> list[Page]:
    return of_kind(seen, kind, lambda page: shed_of(page) == shed and test(page))


def class_of(goods: str) -> str:
    fits = [name for name, words in CLASSES.items() if re.search(words, goods)]
    if len(fits) != 1:
        raise Unsettled(f"what is {goods}?")
    return fits[0]


def of_class(page: Page, goods: str) -> str:
    """The second cell of the row for the class that goods belong to."""
    found = [row[1] for row in table(page) if len(row) == 2 and re.fullmatch(class_of(goods), row[0])]
    if len(found) != 1:
        raise Unsettled(f"{page.title}: {found} for {goods}")
    return found[0]


# -- roles: pages that may be missing -----------------------------------------------------------------------------


def rules(seen: list[Page], kinds: Iterable[str], shed: str | None) -> list[list[Any]]:
    """Roles: the circular and the announcement of 2025, and each edition of each kind that is there."""
    found = [
        of_kind(seen, "circular", lambda page: dates(page.text)[0].year == 2025),
        here(seen, "start", shed, lambda page: dates(page.text)[0].year == 2025),
    ]
    for kind in kinds:
        pages = here(seen, kind, shed)
        found += [[page for page in pages if edition(page) == n] for n in sorted({edition(page) for page in pages})]
    return found


def halves(seen: list[Page], shed: str | None) -> list[list[Page]]:
    """Roles: the days of closure of each half-year that is there."""
    pages = here(seen, "closings", shed)
    return [[page for page in pages if fiscal(page.title) == at] for at in sorted({fiscal(p.title) for p in pages})]


def sheets(seen: list[Page], shed: str | None) -> list[list[Page]]:
    """Roles: each landing sheet that is there."""
    pages = here(seen, "landings", shed)
    numbers = sorted({_sheet(page) for page in pages})
    return [[page for page in pages if _sheet(page) == n] for n in numbers]


def _sheet(page: Page) -> int:
    return int(group(r"Sheet (\d+) of|第(\d+)葉", page))


def months(seen: list[Page], kind: str, shed: str | None, begin: date, end: date) -> list[list[Page]]:
    """Roles: the pages of every month of a period; an empty one where a month is missing."""
    wanted = range(begin.year * 12 + begin.month - 1, end.year * 12 + end.month)
    return [here(seen, kind, shed, lambda page, n=n: month(page.title) == (n // 12, n % 12 + 1)) for n in wanted]


def shelf(choice: Iterable[Page], kind: str) -> list[Page]:
    return [page for page in choice if page.kind == kind]


# -- editions ---------------------------------------------------------------------------------------------------


def edition(page: Page) -> int:
    return int(group(r"Edition (\d+)|第(\d+)版", page))


def valid(kind: str, choice: Iterable[Page], **days: date) -> Page:
    """The edition for a lot. `days`: those days of it that are known, named as in DAYS."""
    circular, start = shelf(choice, "circular")[0], shelf(choice, "start")[0]
    decides = _deciding(kind, circular)
    if decides not in days:
        raise Unsettled(f"{kind}: the day {decides} is not known")
    number, begin = _start(kind, start)
    number -= days[decides] < begin
    page = next((page for page in shelf(choice, kind) if edition(page) == number), None)
    if page is None:
        raise Unsettled(f"{kind}: edition {number} is not there")
    return page


@lru_cache(maxsize=10_000)
def _deciding(kind: str, circular: Page) -> str:
    first("under the edition before|edition before applies|一つ前の版による|直前の版を適用", circular)
    line = first(rf"(?m)^\d+\.? (?:For )?(?:{NAMES[kind]}).*$", circular)[0]
    line = re.sub(NAMES[kind], "", line, count=1)
    found = [name for name, words in DAYS.items() if re.search(words, line)]
    if len(found) != 1:
        raise Unsettled(f"{circular.title}: {line}")
    return found[0]


@lru_cache(maxsize=10_000)
def _start(kind: str, start: Page) -> tuple[int, date]:
    """Number and first day of the newer edition."""
    line = first(rf"(?m)^[-・] ?(?:.*日から|From.*:)? ?(?:{NAMES[kind]}).*$", start)[0]
    return int(re.search(r"edition (\d+)|第(\d+)版", line).expand(r"\1\2")), dates(line)[0]
