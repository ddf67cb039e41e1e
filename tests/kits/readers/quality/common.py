"""What all readers of quality pages use: which works, and which edition of its rules a case comes under."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, first, group, month, of_kind

NAMES = {  # kind of the rules -> how manual and change notice name them
    "tolerances": "[Tt]olerances|許容差(?:表)?",
    "sampling": "[Ss]ampling|抜取検査(?:規程)?",
    "costs": "[Cc]osts of inspection|検査費用(?:規程)?",
    "conceding": "[Cc]oncessions|特別採用(?:規程)?",
    "calibrating": "[Gg]auges|測定器(?:校正規程)?",
}
DAYS = {  # how the manual names the day that decides
    "ordered": "order|発注",
    "inspected": "inspect|検査",
    "agreed": "agreement|合意",
    "checked": "check|点検",
    "calibrated": "calibration|校正",
}


@lru_cache(maxsize=10_000)
def works_of(page: Page) -> str | None:
    m = re.search(r"(\S+) Works|([^\s(]+)工場", page.title)
    return m and (m[1] or m[2])


def works_asked(question: str, seen: list[Page]) -> str:
    names = {name for name in map(works_of, seen) if name and re.search(rf"{name}(?: works|工場)", question)}
    if not names:
        raise Unsettled("no works")
    return max(names, key=len)


def here(seen: list[Page], kind: str, works: str | None, test=lambda page: True) -> list[Page]:
    return of_kind(seen, kind, lambda page: works_of(page) == works and test(page))


def product_of(words: str, products: Iterable[str]) -> int:
    """The place of the one product that is named in words."""
    found = [at for at, product in enumerate(products) if product and product in words]
    if len(found) != 1:
        raise Unsettled(f"{found} of the products in {words}")
    return found[0]


# -- roles: pages that may be missing -----------------------------------------------------------------------------


def rules(seen: list[Page], kinds: Iterable[str], works: str | None) -> list[list[Page]]:
    """Roles: the manual and the change notice of the newer editions, and each edition of each kind that is there."""
    found = [
        of_kind(seen, "manual", lambda page: _adopted(page) == 2024),
        here(seen, "change", works, lambda page: _adopted(page) == 2024),
    ]
    for kind in kinds:
        pages = here(seen, kind, works)
        found += [[page for page in pages if edition(page) == n] for n in sorted(set(map(edition, pages)))]
    return found


def months(seen: list[Page], kind: str, works: str | None, begin: date, end: date, span: int = 1) -> list[list[Page]]:
    """Roles: the pages of every month of a period, an empty one where a month is missing.

    `span`: how many months a page covers from that of its title, beginning with April.
    """
    starts = range(begin.year * 12 + begin.month - 1, end.year * 12 + end.month)
    wanted = sorted({n - (n - 3) % span for n in starts})
    return [here(seen, kind, works, lambda page, n=n: month(page.title) == (n // 12, n % 12 + 1)) for n in wanted]


def shelf(choice: Iterable[Page], kind: str) -> list[Page]:
    return [page for page in choice if page.kind == kind]


# -- editions -----------------------------------------------------------------------------------------------------


def valid(kind: str, choice: Iterable[Page], **days: date) -> Page:
    """The edition that a case comes under; `days`: the days of the case by name."""
    manual, change = shelf(choice, "manual")[0], shelf(choice, "change")[0]
    start, number = _start(change, kind)
    name = _decides(manual, kind)
    if name not in days:
        raise Unsettled(f"{kind}: no day on which it was {name}")
    wanted = number if days[name] >= start else number - 1
    found = [page for page in shelf(choice, kind) if edition(page) == wanted]
    if len(found) != 1:
        raise Unsettled(f"{kind}: no edition {wanted}")
    return found[0]


@lru_cache(maxsize=10_000)
def edition(page: Page) -> int:
    return int(re.search(r"Edition (\d+)|第(\d+)版", page.title).expand(r"\1\2"))


@lru_cache(maxsize=10_000)
def _adopted(page: Page) -> int:
    """The year in which the editions were adopted of which a manual or a notice speaks."""
    return int(group(r"editions (?:of|adopted in) November (\d+)|(\d{4})年11月(?:に)?決定", page))


@lru_cache(maxsize=10_000)
def _decides(manual: Page, kind: str) -> str:
    first(
        r"lies before the first day of the new edition, the edition before|comes before the announced first day"
        r"|適用開始日より前であるときは、直前の版|適用開始日前のものは、一つ前の版",
        manual,
    )
    line = first(rf"(?m)^\d+\.\d+ (?:For (?:the )?)?(?:{NAMES[kind]})(.*)$", manual)
    found = [name for name, words in DAYS.items() if re.search(words, line[1])]
    if len(found) != 1:
        raise Unsettled(f"{manual.title}: {found} for {kind}")
    return found[0]


@lru_cache(maxsize=10_000)
def _start(change: Page, kind: str) -> tuple[date, int]:
    """First day and number of the newer edition."""
    line = first(rf"(?m)^[-・](?:.*[ :])?(?:{NAMES[kind]})(?:, edition |第)(\d+).*$", change)
    return dates(line[0])[0], int(line[1])
