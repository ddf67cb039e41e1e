"""What every second reader needs: documents put together again from chunks, dates, numbers and tables in them.

Written from rendered text alone; nothing here knows a ledger, and nothing here imports the suite.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from itertools import product
from typing import Any

MONTHS = {
    name: number + 1
    for number, name in enumerate(
        "January February March April May June July August September October November December".split()
    )
}
ERAS = {"令和": 2018, "平成": 1988, "R": 2018, "H": 1988}

_DATE = re.compile(
    r"(?P<y>\d{4})[-/年](?P<m>\d{1,2})[-/月](?P<d>\d{1,2})(?:日|(?!\d))"
    r"|(?P<era>令和|平成)(?P<ey>\d+|元)年(?P<em>\d{1,2})月(?P<ed>\d{1,2})日"
    r"|(?P<r>[RH])(?P<ry>\d{1,2})\.(?P<rm>\d{1,2})\.(?P<rd>\d{1,2})"
    r"|(?P<sd>\d{2})/(?P<sm>\d{2})/(?P<sy>\d{4})"
    rf"|(?P<nd>\d{{1,2}}) (?P<name>{'|'.join(MONTHS)}) (?P<ny>\d{{4}})"
)
_MONTH = re.compile(
    rf"(?P<name>{'|'.join(MONTHS)}) (?P<ny>\d{{4}})|(?P<era>令和|平成)(?P<ey>\d+|元)年(?P<em>\d{{1,2}})月"
)
_FISCAL = re.compile(
    r"(?:(?P<half>first|second) half of )?fiscal (?P<y>\d{4})|(?P<era>令和|平成)(?P<ey>\d+|元)年度(?P<jhalf>上期|下期)?"
)


class Unsettled(Exception):
    """The pages do not settle the question."""


@dataclass(frozen=True)
class Page:
    """A document as far as it was shown. `kind`: by its title."""

    kind: str
    title: str
    text: str


Readers = Mapping[str, tuple[Callable[..., Any], Callable[..., Any]]]
"""Program -> (what finds the roles in the question and the pages, what solves the question with one page for each)."""


def answer(readers: Readers, kinds: Mapping[str, str], program: str, question: str, documents: Any) -> Any:
    """The one answer that the documents settle, whichever copies are taken; None where they settle none.

    A role is a list of pages that could play it. Roles may be None, where a document is missing altogether.
    """
    question, seen = plain(question), pages(documents, kinds)
    need, solve = readers[program]

    def tried(*choice: Any) -> Any:
        try:
            return solve(question, *choice)
        except Unsettled:
            return None

    try:
        roles = need(question, seen)
    except Unsettled:
        return None
    return settle(roles, tried) if roles else None


def pages(documents: Iterable[Mapping[str, str]], kinds: Mapping[str, str]) -> list[Page]:
    """The documents of known kinds; `kinds`: kind -> pattern of the title, English or Japanese. NFKC throughout.

    Chunks of one document share their title. The chunk with the head comes first, the others as they are given.
    """
    together: dict[str, list[str]] = {}
    for document in documents:
        together.setdefault(plain(document["title"]), []).append(plain(document["text"]))
    found = []
    for title, texts in together.items():
        kind = _kind(title, tuple(kinds.items()))
        if kind:
            texts.sort(key=lambda text: not title.startswith(text.split("\n")[0]))
            found.append(Page(kind, title, "\n".join(texts)))
    return found


@lru_cache(maxsize=10_000)
def _kind(title: str, kinds: tuple[tuple[str, str], ...]) -> str | None:
    return next((kind for kind, pattern in kinds if re.search(pattern, title)), None)


@lru_cache(maxsize=50_000)
def plain(text: str) -> str:
    """Full-width figures and letters as half-width ones."""
    return unicodedata.normalize("NFKC", text)


def of_kind(seen: Iterable[Page], kind: str, test: Callable[[Page], bool] = lambda page: True) -> list[Page]:
    return [page for page in seen if page.kind == kind and test(page)]


def shelf(choice: Iterable[Page], kind: str) -> list[Page]:
    return [page for page in choice if page.kind == kind]


def only(choice: Iterable[Page], kind: str, test: Callable[[Page], bool] = lambda page: True) -> Page:
    """The one page of a kind. Raises Unsettled where there is none or another one."""
    found = [page for page in shelf(choice, kind) if test(page)]
    if len(found) != 1:
        raise Unsettled(f"{len(found)} {kind}")
    return found[0]


def edition(page: Page) -> int:
    return int(group(r"Edition (\d+)|第(\d+)版", page))


def of_year(kind: str, newer: bool, choice: Iterable[Page]) -> Page:
    """The edition of 2025, or the one before it."""
    page = next((page for page in shelf(choice, kind) if (dates(page.text)[0].year == 2025) == newer), None)
    if page is None:
        raise Unsettled(f"the edition of {kind} is not there")
    return page


def settle(choices: Sequence[Sequence[Any]], solve: Callable[..., Any]) -> Any:
    """The one answer to which every choice leads, one of each sequence; None where there is none or more than one.

    Each sequence holds the documents that could play one role: two where a document is shown in two copies.
    """
    answers = {solve(*choice) for choice in product(*choices)}
    return answers.pop() if len(answers) == 1 else None


# -- what stands on a page --------------------------------------------------------------------------------------


@lru_cache(maxsize=10_000)
def table(page: Page) -> tuple[tuple[str, ...], ...]:
    """The rows of all its tables."""
    return tuple(map(tuple, cells(page.text)))


@lru_cache(maxsize=10_000)
def rows(page: Page, key: str, width: int, counted: str) -> tuple[tuple[str, ...], ...]:
    """All rows of a width that begin with a key. The page says how many (`counted`), and they must be there."""
    found = tuple(row for row in table(page) if len(row) == width and re.fullmatch(key, row[0]))
    if len(found) != int(group(counted, page).replace(",", "")):
        raise Unsettled(f"{page.title}: {len(found)} rows")
    return found


def first(pattern: str, page: Page) -> re.Match[str]:
    """Where a page says something of this form; Unsettled where it does not."""
    m = re.search(pattern, page.text)
    if not m:
        raise Unsettled(f"{page.title}: no {pattern}")
    return m


def group(pattern: str, page: Page) -> str:
    """The first group that took part where a page says something."""
    return next(found for found in first(pattern, page).groups() if found)


def figure(pattern: str, page: Page) -> int:
    """The number that a page gives."""
    return number(group(pattern, page))


def either(page: Page, **patterns: str) -> str:
    """The name of the one pattern that the page has; Unsettled where it has none or several."""
    found = [name for name, pattern in patterns.items() if re.search(pattern, page.text)]
    if len(found) != 1:
        raise Unsettled(f"{page.title}: {found or list(patterns)}")
    return found[0]


def within(words: str, amount: Any, tests: Mapping[str, Callable[[Any, Any], bool]]) -> bool:
    """Whether an amount is in a class that is told in words, "over 55, up to and including 70".

    `tests`: pattern with the bound in its groups -> whether (amount, bound) passes. False where no pattern is there.
    """
    results = [
        test(amount, Decimal(next(bound for bound in m.groups() if bound).replace(",", "")))
        for pattern, test in tests.items()
        for m in [re.search(pattern, words)]
        if m
    ]
    return bool(results) and all(results)


# -- dates and numbers ------------------------------------------------------------------------------------------


def dates(text: str) -> list[date]:
    """Every date in a text, in order; text must be `plain`."""
    return [_date(match) for match in _DATE.finditer(text)]


def _date(m: re.Match[str]) -> date:
    if m["y"]:
        return date(int(m["y"]), int(m["m"]), int(m["d"]))
    if m["era"]:
        return date(_era_year(m["era"], m["ey"]), int(m["em"]), int(m["ed"]))
    if m["r"]:
        return date(_era_year(m["r"], m["ry"]), int(m["rm"]), int(m["rd"]))
    if m["sy"]:
        return date(int(m["sy"]), int(m["sm"]), int(m["sd"]))
    return date(int(m["ny"]), MONTHS[m["name"]], int(m["nd"]))


def month(text: str) -> tuple[int, int] | None:
    """Year and month of the first "March 2025" or 令和7年3月; a day may follow."""
    m = _MONTH.search(text)
    if not m:
        return None
    if m["name"]:
        return int(m["ny"]), MONTHS[m["name"]]
    return _era_year(m["era"], m["ey"]), int(m["em"])


def fiscal(text: str) -> tuple[int, str] | None:
    """Fiscal year, and "first" or "second" where a half of it is meant, else ""."""
    m = _FISCAL.search(text)
    if not m:
        return None
    half = m["half"] or {"上期": "first", "下期": "second"}.get(m["jhalf"] or "", "")
    return int(m["y"]) if m["y"] else _era_year(m["era"], m["ey"]), half


def fiscal_year(year: int, number: int) -> int:
    """The fiscal year that a month belongs to."""
    return year - (number < 4)


def minutes(text: str) -> int:
    """Minutes after midnight of the first 9:05 or 9時05分."""
    m = re.search(r"(\d{1,2})(?::(\d\d)|時(?:(\d{1,2})分)?)", text)
    if not m:
        raise ValueError(f"no time of day in {text!r}")
    return int(m[1]) * 60 + int(m[2] or m[3] or 0)


def number(text: str) -> int:
    """The figures of a text as one whole number: 1,234 yen."""
    return int(re.sub(r"\D", "", plain(text)))


def cells(text: str) -> list[list[str]]:
    """Rows of HTML, Markdown and CSV tables, without merging; head rows come along as they are.

    Quoted fields of CSV keep their commas as semicolons.
    """
    rows = []
    for line in text.splitlines():
        if line.startswith("<tr>"):
            rows.append([cell.strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line)])
        elif line.startswith("|") and "---" not in line:
            rows.append([cell.strip() for cell in line.strip().strip("|").split("|")])
        elif "," in line and not re.search(r"[。、.] |。|、", line):
            rows.append(re.sub(r'"([^"]*)"', lambda m: m[1].replace(",", ";"), line).split(","))
    return rows


def _era_year(era: str, year: str) -> int:
    return ERAS[era] + (1 if year == "元" else int(year))
