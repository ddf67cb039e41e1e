"""Days that are charged, and what hires cost: one, and those that came back in a period."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache

from tests.kits.readers.pages import Page, Unsettled, dates, first, minutes, number, of_kind, table
from tests.kits.readers.rental.common import (
    HIRE,
    branch,
    branch_of,
    circulars,
    edition,
    editions,
    figure,
    machines,
    rows,
)

DAY = timedelta(days=1)
CLOCK = r"(?:\d{1,2}:\d\d|\d{1,2}時(?:\d{1,2}分)?)"


def days_need(question, seen):
    return circulars(seen), editions(branch(question, seen), "terms")


def days_asked(question, circular, pair):
    """Days charged for the hire that the question describes."""
    (out, back), (at, until) = dates(question)[:2], re.findall(CLOCK, question)[:2]
    return days(edition(circular, "Terms of hire|貸出規定", pair, out), out, minutes(at), back, minutes(until))


@lru_cache(maxsize=10_000)
def days(terms: Page, out: date, at: int, back: date, until: int) -> int:
    first(r"from pick-up to return, both included|Both count, unless|両日を含む。\)の暦日数|両日とも算入する", terms)
    counted = {out + DAY * n for n in range((back - out).days + 1)}
    if at >= minutes(
        figure(rf"taken from (\S+) on is|taken at (\S+) or later|({CLOCK})以後に引き|引取りが({CLOCK})以後", terms)
    ):
        counted.discard(out)
    m = first(
        rf"if the machine is back before (?P<before>{CLOCK}) \(\S+ exactly is too late|comes back earlier than (?P<b2>{CLOCK}), "
        rf"|if the machine is back by (?P<by>{CLOCK}) \(\S+ exactly is in time|comes back at (?P<by2>{CLOCK}) or earlier"
        rf"|(?P<b3>{CLOCK})より前に返却|返却が(?P<b4>{CLOCK})より前\({CLOCK}ちょうどを含まない"
        rf"|(?P<by3>{CLOCK})以前に返却|返却が(?P<by4>{CLOCK})まで\({CLOCK}ちょうどを含む",
        terms,
    )
    name, limit = next((name, group) for name, group in m.groupdict().items() if group)
    if until < minutes(limit) or (until == minutes(limit) and name.startswith("by")):
        counted.discard(back)
    m = first(
        r"(Sundays are not counted|Sundays are left out|日曜日は算入しない|日曜日を除く)"
        r"|Sundays are counted like|no exception for Sundays|日曜日も他の日と同様|日曜日についての例外は設けない",
        terms,
    )
    if m[1]:
        counted = {day for day in counted if day.weekday() != 6}
    least = figure(
        r"[Aa]t least (\w+) days? (?:is|are) charged|charged for (\w+) days? or more|少なくとも(\d+)日|レンタル料は(\d+)日分以上",
        terms,
    )
    return max(len(counted), 1 if least == "one" else int(least))


# -- what hires cost ----------------------------------------------------------------------------------------------


def common_need(seen, here):
    """Roles for the charge of any hire of a branch."""
    return circulars(seen), editions(here, "rates"), editions(here, "terms"), of_kind(here, "machines")


def one_need(question, seen):
    code = re.search(HIRE, question)[0]
    sheets = sheets_with(code, seen)
    if not sheets:
        return None
    return *common_need(seen, [page for page in seen if branch_of(page) == branch_of(sheets[0])]), sheets


def sheets_with(code, seen):
    return of_kind(seen, "hires", lambda page: bool(re.search(rf"^{code},", page.text, re.M)))


def one(question, circular, rates, terms, fleet, sheet):
    code = re.search(HIRE, question)[0]
    return charge(next(row for row in table(sheet) if row[0] == code), circular, rates, terms, fleet)


def sheets_need(here):
    """Roles: every sheet of the hire record."""
    sheets = of_kind(here, "hires")
    totals = {int(a or b) for p in sheets for a, b in re.findall(r"Sheet \d+ of (\d+)|全(\d+)葉", p.title)}
    return [
        of_kind(sheets, "hires", lambda p, n=n: bool(re.search(rf"Sheet {n} of|第{n}葉", p.title)))
        for n in range(1, max(totals, default=0) + 1)
    ]


def period_need(question, seen):
    here = branch(question, seen)
    sheets = sheets_need(here)
    return sheets and (*common_need(seen, here), *sheets)


def total(question, circular, rates, terms, fleet, *sheets):
    """Charges of all hires that came back in the period."""
    begin, end = dates(question)[-2:]
    return sum(
        charge(row, circular, rates, terms, fleet)
        for sheet in sheets
        for row in rows(sheet, HIRE, 10)
        if begin <= dates(row[6])[0] <= end
    )


def charge(row, circular, rates, terms, fleet) -> int:
    """What one hire costs without fuel and damage."""
    _, contract, _, machine, out, at, back, until, _, note = row
    picked_up = dates(out)[0]
    page = edition(circular, "Rates|料金表", rates, dates(contract)[0])
    rules = edition(circular, "Terms of hire|貸出規定", terms, picked_up)
    if machine not in machines(fleet):
        raise Unsettled(f"{fleet.title}: no {machine}")
    whole = _steps(
        page, machines(fleet)[machine][0], days(rules, picked_up, minutes(at), dates(back)[0], minutes(until))
    )
    first(r"No other note has|Other notes change nothing|これ以外の摘要|その他の摘要", page)
    if note in ("demo", "試乗"):
        first(r"“demo” is free|\(“demo”\) cost nothing|試乗」のものは無料|試乗は無料", page)
        return 0
    if note in ("breakdown", "故障"):
        share = figure(
            r"“breakdown”, (\d+)% (?:is|are) taken off the whole charge|charge is reduced by (\d+)%|全体から(\d+)%を引き|料金の(\d+)%を減額",
            page,
        )
        first(r"rounded down to 100 yen|under 100 yen are dropped|100円未満(?:の端数)?を切り捨て", page)
        return whole * (100 - int(share)) // 10_000 * 100
    return whole


@lru_cache(maxsize=10_000)
def _steps(page: Page, kind: str, count: int) -> int:
    heads = next((row for row in table(page) if len(row) == 3 and re.search(r"^days 1 to|^1日目", row[0])), None)
    prices = next((row[1:] for row in table(page) if len(row) == 4 and row[0] == kind), None)
    if heads is None or prices is None:
        raise Unsettled(f"{page.title}: no {kind}")
    begins = [int(re.search(r"\d+", head)[0]) for head in heads]
    m = first(
        r"(rate of its own column|applied one after another|その日が属する欄の料金|経過に応じて順に適用)"
        r"|charged at one rate, that of the column which the last|decides on one column, and all days"
        r"|一つの欄を決め、初日からの全日数|最後の日が属する欄の料金を",
        page,
    )
    columns = [sum(n >= begin for begin in begins) - 1 for n in range(1, count + 1)]
    if not m[1]:
        columns = columns[-1:] * count
    return sum(number(prices[column]) for column in columns)
