"""Damage of one part in a month, and machines whose inspection is overdue."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, first, fiscal, fiscal_year, month, number, of_kind, table
from tests.kits.readers.rental.common import (
    HIRE,
    MACHINE,
    branch,
    branch_of,
    circulars,
    edition,
    editions,
    figure,
    machines,
    rows,
)
from tests.kits.readers.rental.hires import sheets_with

PARTS = {  # what a reader knows about machines
    "undercarriage|足回り": "crawler|tyre|sprocket|idler|クローラ|タイヤ|駆動輪|遊動輪",
    "glass and lights|ガラス・ランプ": "windscreen|headlamp|mirror|lens|窓|前照灯|鏡|レンズ",
    "hydraulics|油圧": "cylinder|hose|pump|breaker line|シリンダ|ホース|ポンプ|配管",
    "bodywork|外装": "bonnet|door|handrail|step|ボンネット|扉|手すり|踏み段",
}


def damage_need(question, seen):
    here, when = branch(question, seen), month(question)
    return (
        of_kind(here, "damage", lambda page: month(page.title) == when),
        of_kind(here, "damage_rules", lambda page: (fiscal(page.title) or (0,))[0] == fiscal_year(*when)),
    )


def damage(question, record, rules):
    """What is charged for one part of the machines."""
    part = next(name for name in PARTS if re.search(name, question))
    least = number(
        figure(r"Repairs under ([\d,]+) yen|less than ([\d,]+) yen is not|修理費が([\d,]+)円(?:未満|に満たない)", rules)
    )
    first(r"looked at without the cover|before the cover is taken off|補償を(?:考慮しない|差し引く前)", rules)
    share = int(
        figure(
            r"cover takes (\d+)% off|, (\d+)% (?:is|are) taken off the cost|修理費(?:の|から)(\d+)%を差し引く", rules
        )
    )
    hundredths = 0
    for _, _, _, what, cost, cover in rows(record, r"\d+", 6):
        fits = [name for name, words in PARTS.items() if re.search(words, what)]
        if len(fits) != 1:
            raise Unsettled(f"what is {what}?")
        if fits[0] == part and int(cost) >= least:
            hundredths += int(cost) * (100 - (share if cover in ("C", "補") else 0))
    if hundredths % 100:
        raise Unsettled("no rule for parts of a yen")
    return hundredths // 100


# -- inspections --------------------------------------------------------------------------------------------------


def overdue_need(question, seen):
    here = branch(question, seen)
    return _readings(question, here), of_kind(here, "machines"), circulars(seen), editions(here, "inspection")


def _readings(question, here):
    days = dates(question)
    return of_kind(here, "readings", lambda page: dates(page.title)[0] in days)


def overdue(question, readings, fleet, circular, pair):
    """Numbers of the machines that are overdue."""
    now, idle = dates(readings.title)[0], _laid_up(readings)
    found = set()
    for machine, last, then, hours in rows(readings, MACHINE, 4):
        page = edition(circular, "Inspection|点検要領", pair, dates(last)[0])
        first(r"laid up need not be|laid up are left out|休止中の機械は点検を要しない|休止中の機械は対象から除く", page)
        if machine in idle:
            continue
        months = int(
            figure(r"once more than (\d+) months|day after that on which (\d+) months|点検から(\d+)か月を", page)
        )
        if number(hours) - number(then) > _allowed(page, machines(fleet)[machine][0]) or now > _later(
            dates(last)[0], months
        ):
            found.add(machine)
    return frozenset(found)


def _laid_up(readings: Page) -> set[str]:
    lines = [line for line in readings.text.splitlines() if re.search("laid up|Laid up|休止中", line)]
    if not lines:
        raise Unsettled(f"{readings.title}: nothing on machines laid up")
    return set(re.findall(MACHINE, lines[0]))


@lru_cache(maxsize=10_000)
def _allowed(page: Page, kind: str) -> int:
    hours = next((number(row[1]) for row in table(page) if len(row) == 2 and row[0] == kind), None)
    if hours is None:
        raise Unsettled(f"{page.title}: no {kind}")
    return hours + int(
        figure(
            r"Up to (\d+) hours more are|exceeded by up to (\d+)\.|この時間を(\d+)時間まで超える|(\d+)時間以内の超過",
            page,
        )
    )


def _later(day: date, months: int) -> date:
    """The same day of the month, or its last one; no reading is near enough to the end of a month to tell."""
    year, at = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, at + 1, min(day.day, monthrange(year, at + 1)[1]))


def said_need(question, seen):
    sheets = sheets_with(re.search(HIRE, question)[0], seen)
    if not sheets:
        return None
    here = [page for page in seen if branch_of(page) == branch_of(sheets[0])]
    return sheets, _readings(question, here)


def inspected(question, sheet, readings):
    """The day of the last inspection before the reading."""
    code = re.search(HIRE, question)[0]
    machine = next(row[3] for row in table(sheet) if row[0] == code)
    day = next((row[1] for row in table(readings) if row[0] == machine and len(row) == 4), None)
    if day is None:
        raise Unsettled(f"{readings.title}: no {machine}")
    return dates(day)[0]
