"""What all readers of driving school pages use: which school, which edition and from when."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, first, group, month, of_kind, table

INSTRUCTOR = r"[A-Z]-\d\d"
DATE = r"\d{4}[-/]\d\d[-/]\d\d"
NAMES = {  # kind of the rules -> how resolution and notice name them
    "tariff": "[Pp]rices|料金表",
    "terms": "[Tt]erms? of training|教習期間",
    "cancelling": "[Cc]ancellation(?:s| rules)|キャンセル",
    "allowance": "[Aa]llowances|手当",
    "refresher": "[Rr]efresher hours|研修時間",
}
DAYS = {  # how the resolution names the day that decides
    "enrolled": "enrolment|enrolled|入校",
    "first_lesson": "first lesson|最初の教習",
    "lesson": "booked lesson|lesson had been booked|予約した教習の日|教習が予定されていた日",
    "called": "day of the call|school is told|連絡を受けた日",
    "duty": "duty|勤務",
    "review": "review|審査の日",
    "appointed": "appointment|任用",
}


@lru_cache(maxsize=10_000)
def school_of(page: Page) -> str | None:
    m = re.search(r"(\S+) School(?!s)|([^\s(]+)校(?!長)", page.title)
    return m and (m[1] or m[2])


def school_asked(question: str, seen: list[Page]) -> str:
    names = {name for name in map(school_of, seen) if name and re.search(rf"{name}(?: school|校)", question)}
    if not names:
        raise Unsettled("no school")
    return max(names, key=len)


def here(seen: list[Page], kind: str, school: str | None, test=lambda page: True) -> list[Page]:
    return of_kind(seen, kind, lambda page: school_of(page) == school and test(page))


# -- roles ------------------------------------------------------------------------------------------------------


def rules(seen: list[Page], kinds: Iterable[str], school: str | None) -> list[list[Page]]:
    """Roles: the board's resolution of 2024, the notice of 2025 if it is there, each edition of each kind."""
    notices = here(seen, "notice", school, lambda page: bool(re.search("2025", page.title)))
    found = [
        of_kind(seen, "resolution", lambda page: dates(page.text)[0].year == 2024),
        *([notices] if notices else []),
    ]
    for kind in kinds:
        pages = here(seen, kind, school)
        found += [[page for page in pages if edition(page) == n] for n in sorted({edition(page) for page in pages})]
    return found


def months(seen: list[Page], kind: str, school: str | None, begin: date, end: date) -> list[list[Page]]:
    """Roles: the pages of every month of a period; an empty one where a month is missing."""
    wanted = range(begin.year * 12 + begin.month - 1, end.year * 12 + end.month)
    return [here(seen, kind, school, lambda page, n=n: month(page.title) == (n // 12, n % 12 + 1)) for n in wanted]


def shelf(choice: Iterable[Page], kind: str) -> list[Page]:
    return [page for page in choice if page.kind == kind]


def only(choice: Iterable[Page], kind: str) -> Page:
    found = shelf(choice, kind)
    if len(found) != 1:
        raise Unsettled(f"{len(found)} {kind}")
    return found[0]


# -- editions ---------------------------------------------------------------------------------------------------


def edition(page: Page) -> int:
    return int(group(r"Edition (\d+)|第(\d+)版", page))


def valid(kind: str, choice: Iterable[Page], **days: date) -> Page:
    """The edition for a case. `days`: those days of it that are known, named as in DAYS."""
    found = {dates(page.text)[0].year == 2024: page for page in shelf(choice, kind)}
    if not found:
        raise Unsettled(f"no {kind}")
    resolution = only(choice, "resolution")
    decides = _deciding(kind, resolution)
    if decides not in days:
        raise Unsettled(f"{kind}: the day {decides} is not known")
    school = school_of(next(iter(found.values())))
    notices = shelf(choice, "notice")
    newer = days[decides] >= _start(kind, school, resolution, notices[0] if notices else None)
    if newer not in found:
        raise Unsettled(f"the edition of {kind} is not there")
    return found[newer]


@lru_cache(maxsize=10_000)
def _deciding(kind: str, resolution: Page) -> str:
    first("the edition before applies|the one before it is used|一つ前の版を適用|直前の版による", resolution)
    line = first(rf"(?m)^\d+\.? (?:For (?:the )?)?(?:{NAMES[kind]}).*$", resolution)[0]
    line = re.split("whenever|教習の日にかかわらず", re.sub(NAMES[kind], "", line, count=1))
    found = {name for part in line for name, words in DAYS.items() if re.search(words, part)}
    if len(found - {"lesson"}) == 1:
        found -= {"lesson"}
    if len(found) != 1:
        raise Unsettled(f"{resolution.title}: {line}")
    return found.pop()


@lru_cache(maxsize=10_000)
def _start(kind: str, school: str | None, resolution: Page, notice: Page | None) -> date:
    """The first day of the newer edition: of prices and terms by the resolution, of all else by the school's notice."""
    if kind in ("tariff", "terms"):
        head = next((row for row in table(resolution) if row[0] in ("School", "教習所")), ())
        at = next((n for n, cell in enumerate(head) if re.fullmatch(NAMES[kind], cell)), None)
        row = next((row for row in table(resolution) if row[0] in (school, f"{school}校")), None)
        if at is None or row is None:
            raise Unsettled(f"{resolution.title}: no day for {school}")
        return dates(row[at])[0]
    if notice is None:
        raise Unsettled("no notice of the school")
    return dates(first(rf"(?m)^[-・] ?(?:.*日から ?|From.*: )?(?:{NAMES[kind]}).*$", notice)[0])[0]
