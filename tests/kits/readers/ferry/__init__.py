"""The second reader of the ferry kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

from tests.kits.readers.ferry.groups import cancel_of, cancel_roles, free_of, rank_of, rank_roles, sum_of, sweep_roles
from tests.kits.readers.ferry.lost import (
    keep_of,
    keep_roles,
    kept_of,
    kept_roles,
    signs_of,
    signs_roles,
    yard_of,
    yard_roles,
)
from tests.kits.readers.ferry.marks import KINDS, branch_asked, branch_of, circulars_of, declared, editions_of, valid_of
from tests.kits.readers.ferry.traffic import late_of, late_roles, people_of, people_roles, total_of, total_roles
from tests.kits.readers.pages import cells, dates, fiscal, number, of_kind, pages, plain, settle


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (int, date, name, codes) or None where the documents do not settle it."""
    question, seen = plain(question), pages(documents, KINDS)
    need, solve = READERS[program]
    roles = need(question, seen)
    return settle(roles, lambda *choice: solve(question, *choice)) if roles else None


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


# -- vehicle fare -----------------------------------------------------------------------------------------------


def fare_roles(question, seen):
    branch = branch_asked(question, seen)
    return branch and ([branch], circulars_of(seen), editions_of(seen, "tariff", branch))


def fare_of(question, branch, circular, pair):
    sailing, length = dates(question)[0], int(re.search(r"(\d+) ?cm", question)[1]) / 100
    page = valid_of(circular, "Vehicle tariff|自動車航送", branch, sailing, pair)
    if page is None:
        return None
    table = cells(page.text)
    routes = next((r for r in table if r[0].startswith(branch)), None)
    column = next((i for i, r in enumerate(routes or []) if re.split("[–~～]", r)[1] in question), None)
    peak = peak_of(page.text, sailing.year)
    row = next((r for r in table if len(r) == 5 and fits(r[0], length)), None)
    if column is None or peak is None or row is None:
        return None
    return int(row[1 + column % 2 + 2 * (peak[0] <= sailing <= peak[1])].replace(",", ""))


def peak_of(text, year):
    m = re.search(r"from (\d+) ([A-Z]\w+) to (\d+) ([A-Z]\w+)", text)
    if m:
        return dates(f"{m[1]} {m[2]} {year}")[0], dates(f"{m[3]} {m[4]} {year}")[0]
    m = re.search(r"(\d+)月(\d+)日から(\d+)月(\d+)日まで", text)
    return m and (date(year, int(m[1]), int(m[2])), date(year, int(m[3]), int(m[4])))


def fits(words, length):
    tests = [
        (r"up to and including (\d+)|(\d+)m以下", lambda n: length <= n),
        (r"under (\d+)|(\d+)m未満", lambda n: length < n),
        (r"over (\d+)|(\d+)mを超え", lambda n: length > n),
        (r"from (\d+)|(\d+)m以上", lambda n: length >= n),
    ]
    results = [test(int(m[1] or m[2])) for pattern, test in tests for m in [re.search(pattern, words)] if m]
    return bool(results) and all(results)


# -- stops not inspected ----------------------------------------------------------------------------------------


def stops_roles(question, seen):
    branch, half = branch_asked(question, seen), fiscal(question)

    def here(page):
        return branch_of(page) == branch and fiscal(page.title) == half

    return (
        of_kind(seen, "stops", lambda p: branch_of(p) == branch),
        of_kind(seen, "stop_log", here),
        of_kind(seen, "stop_notice", here),
    )


def stops_of(question, stops, log, notice):
    code = r"[A-Z]\d\d"
    listed = [r[-3:] for r in cells(stops.text) if len(r) >= 3 and re.fullmatch(code, r[-3])]
    entries = [r for r in cells(log.text) if len(r) == 3 and re.fullmatch(code, r[1])]
    exempt = next((line for line in notice.text.splitlines() if re.search(code, line)), None)
    duty = re.search(r"shelter|上屋のある", notice.text)
    if len(listed) != declared(stops) or len(entries) != declared(log) or not exempt or not duty:
        return None
    done = {stop for _, stop, result in entries if result in ("OK", "済")}
    due = {stop for stop, _, kind in listed if kind in ("S", "上屋")} - set(re.findall(code, exempt))
    return frozenset(due - done)


READERS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "vehicle_fare": (fare_roles, fare_of),
    "fare_said": (fare_roles, fare_of),
    "keep_until": (keep_roles, keep_of),
    "cancellation": (cancel_roles, cancel_of),
    "passengers": (people_roles, people_of),
    "late_departures": (late_roles, late_of),
    "not_inspected": (stops_roles, stops_of),
    "who_signs": (signs_roles, signs_of),
    "yard_said": (yard_roles, yard_of),
    "free_until": (cancel_roles, free_of),
    "month_passengers": (total_roles, total_of),
    "last_kept": (kept_roles, kept_of),
    "month_charges": (sweep_roles, sum_of),
    "ranked_group": (rank_roles, rank_of),
}
VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, number),
    "keep_until": lambda text: dates(text)[0],
    "free_until": lambda text: dates(text)[0],
    "not_inspected": lambda text: frozenset(re.findall(r"[A-Z]\d\d", text)),
    "who_signs": lambda text: text,
    "last_kept": lambda text: text,
    "fare_said": lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0]),
    "yard_said": lambda text: next(a or b for a, b in re.findall(r"ordered by (\S+) in|工務監督は(\S+?)であり", text)),
}
