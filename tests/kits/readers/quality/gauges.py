"""Gauges whose last calibration lay too far back on the day of a check."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, either, figure, first, rows, table
from tests.kits.readers.quality.common import here, rules, valid, works_asked

GAUGE = r"[A-Z]\d{3}"
RESULTS = {"passed": "passed", "合格": "passed", "adjusted": "adjusted", "調整": "adjusted", "failed": "failed"}
RESULTS["不合格"] = "failed"


@dataclass(frozen=True)
class Terms:
    months: dict[str, int]
    grace: int
    counted: tuple[str, ...]


@lru_cache(maxsize=1_000)
def terms(page: Page) -> Terms:
    first("last day where it has none such|lacks the day, on its last|応当日のない月は、その末日", page)
    first(r"[Ww]ithdrawn|使用を止めている測定器|使用停止中の測定器", page)
    first(
        "a gauge without any in the log is overdue|log has none, the gauge is overdue|期限切れである|ないものは、期限切れとする",
        page,
    )
    counted = either(
        page,
        passed="counts only if the gauge passed|“passed”, and no others|合格した校正に限り|「合格」の校正に限る",
        both="passed, or was adjusted|“passed” or “adjusted”|調整を行った校正を有効|「合格」又は「調整」",
    )
    listed = [row for row in table(page) if len(row) == 2 and row[1].isdigit()]
    return Terms(
        months={name: int(months) for name, months in listed},
        grace=figure(
            r"delay of up to (\d+) days is let pass|once the months and (\d+) days more have passed"
            r"|(\d+)日までの遅れは認め|更に(\d+)日を過ぎたものを",
            page,
        ),
        counted=("passed",) if counted == "passed" else ("passed", "adjusted"),
    )


def need(question, seen):
    works, day = works_asked(question, seen), dates(question)[0]
    return (
        here(seen, "gauges", works, lambda page: dates(page.title)[0] == day),
        here(seen, "calibrations", works, lambda page: dates(page.title)[0] == day),
        *rules(seen, ["calibrating"], works),
    )


def overdue(question, gauges, log, *choice):
    day = dates(question)[0]
    known = terms(valid("calibrating", choice, checked=day))
    note = first(r".*(?:[Ww]ithdrawn|使用停止中|使用を止めている).*", gauges)[0]
    first(r"All the others are in use|No others|その他はすべて使用中|その他 ?なし", gauges)
    out = set(re.findall(GAUGE, note))
    last: dict[str, date] = {}
    for when, gauge, result in rows(log, r"\d{4}[-/]\d\d[-/]\d\d", 3, r"(\d+) calibrations|全(\d+)件"):
        if RESULTS[result] in known.counted:
            last[gauge] = max(dates(when)[0], last.get(gauge, date.min))
    found = set()
    for gauge, kind in rows(gauges, GAUGE, 2, r"(\d+) gauges|全(\d+)個"):
        if kind not in known.months:
            raise Unsettled(f"how often is a {kind} calibrated?")
        if gauge not in out and (gauge not in last or _late(last[gauge], known.months[kind], known.grace, day)):
            found.add(gauge)
    return frozenset(found)


def _late(last: date, months: int, grace: int, day: date) -> bool:
    at = last.year * 12 + last.month - 1 + months
    year, number = at // 12, at % 12 + 1
    end = min(
        date(year, number, 1) + timedelta(last.day - 1), date((at + 1) // 12, (at + 1) % 12 + 1, 1) - timedelta(1)
    )
    return day > end + timedelta(grace)
