"""Units of visits: of one, of a period, and of the users of an office in a month."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache

from tests.kits.readers.care.common import chosen, declared, editions, notices, office_of, offices, rows, start
from tests.kits.readers.pages import (
    Page,
    Unsettled,
    dates,
    first,
    fiscal,
    fiscal_year,
    minutes,
    month,
    number,
    of_kind,
    table,
)

DAY = timedelta(days=1)
VISIT, USER = r"V\d+", r"[A-Z]\d{3}"


def common_need(seen, here):
    """Roles for the units of any visit of an office."""
    return (
        notices(seen, "notice_units"),
        editions(here, "units"),
        editions(here, "additions"),
        of_kind(here, "plans"),
    )


def one_need(question, seen):
    code = re.search(VISIT, question)[0]
    records = of_kind(seen, "visits", lambda page: bool(re.search(rf"^{code},", page.text, re.M)))
    if not records:
        return None
    here = [page for page in seen if office_of(page) == office_of(records[0])]
    return *common_need(seen, here), records


def one(question, notice, tables, additions, plans, record):
    code = re.search(VISIT, question)[0]
    row = next(row for row in table(record) if row[0] == code)
    return units(row, notice, tables, additions, plans)


def period_need(question, seen):
    here = offices(question, seen)
    return *common_need(seen, here), *records(here, *dates(question)[-2:])


def total(question, notice, tables, additions, plans, *records):
    """Units of all visits of the period."""
    begin, end = dates(question)[-2:]
    return sum(
        units(row, notice, tables, additions, plans)
        for record in records
        for row in rows(record, VISIT, 7)
        if begin <= dates(row[1])[0] <= end
    )


def records(here: list[Page], begin: date, end: date) -> list[list[Page]]:
    """Records for each half of a month that the period touches."""
    halves = sorted({(d.year, d.month, d.day > 15) for d in _days(begin, end)})
    return [of_kind(here, "visits", lambda page, half=half: _half(page) == half) for half in halves]


@lru_cache(maxsize=10_000)
def _half(page: Page) -> tuple[int, int, bool] | None:
    year_month = month(page.title)
    return year_month and (*year_month, bool(re.search(r"to the End|末日", page.title)))


def _days(begin: date, end: date) -> list[date]:
    return [begin + DAY * n for n in range((end - begin).days + 1)]


def units(row, notice, tables, additions, plans) -> int:
    """Units of one visit after additions and deductions; 0 where it is not claimed."""
    _, day_, user, code, begun, carers, note = row
    day = dates(day_)[0]
    rules = chosen(additions, day >= _additions_from(notice, office_of(plans)))
    if not _claimed(note, rules):
        return 0
    same_building, found = _plans(plans).get(user, ("", ()))
    agreed = next((agreed for _, agreed, begin, end in found if begin <= day <= end), None)
    if agreed is None:
        raise Unsettled(f"no plan of {user} on {day}")
    page = chosen(tables, _newer_table(notice, office_of(plans), agreed, day))
    worth = next((number(r[3]) for r in table(page) if len(r) == 4 and r[0] == code), None)
    if worth is None:
        raise Unsettled(f"{page.title}: no {code}")
    if int(carers) == 2:
        first(r"doubled first|taken twice, before anything else|初めに単位数を2倍|先立ち、表の単位数を2倍", rules)
        worth *= 2
    return _steps(worth, bool(same_building), minutes(begun), rules)


@lru_cache(maxsize=10_000)
def _additions_from(notice: Page, office: str | None) -> date:
    first(r"by the day of the visit alone|only the day of the visit decides|訪問日のみを基準|訪問日により版", notice)
    return start(notice, "Additions and deductions, first day|加算・減算要領の適用開始日", office)


@lru_cache(maxsize=10_000)
def _newer_table(notice: Page, office: str | None, agreed: date, day: date) -> bool:
    first(
        r"day on which the user agreed to the care plan that is in force on the day of the visit"
        r"|under a plan to which the user agreed on the first day of the new table or later"
        r"|訪問日に効力のある計画(?:に利用者が同意した日|の同意日)",
        notice,
    )
    first(
        r"not beyond the last day of the old table|From the day after its last day, however, the old table is not"
        r"|旧表の適用最終日を過ぎた日の訪問|旧表の適用最終日の翌日からは",
        notice,
    )
    last = start(notice, "Old unit table, last day|旧単位数表の適用最終日", office)
    return agreed >= start(notice, "New unit table, first day|新単位数表の適用開始日", office) or day > last


def _claimed(note: str, rules: Page) -> bool:
    first(r"No other note|Other notes|これ以外の摘要|その他の摘要", rules)
    if note in ("cancelled", "中止"):
        first(
            r"visit that was cancelled has no|Cancelled visits are not|中止(?:となった訪問は請求しない|の訪問に)", rules
        )
        return False
    if note in ("trial", "体験"):
        m = first(
            r"(trial visit is claimed like|Trial visits have units|体験の訪問は、他の訪問と同様|体験の訪問にも、通常)"
            r"|trial visit has no units|same goes for trial visits|体験の訪問についても同様|体験の訪問も請求しない",
            rules,
        )
        return bool(m[1])
    return True


def _steps(worth: int, same_building: bool, begun: int, rules: Page) -> int:
    """Deduction, then addition; each ends with whole units, half a unit upwards."""
    first(r"First the deduction|deduction is made before|減算、加算の順|減算を先に", rules)
    first(
        r"half a unit is rounded up|half a unit upwards|(?:その都度|計算の都度|計算の後)、(?:1単位未満を)?四捨五入",
        rules,
    )
    if same_building:
        m = first(
            r"reduced by (\d+)%|(\d+)% of the units are deducted|単位数の(\d+)%を減算|単位数から(\d+)%を差し引", rules
        )
        worth = _share(worth, 100 - int(next(filter(None, m.groups()))))
    m = first(
        r"(?P<a>\d+)% is added where a visit starts before (?P<b>\S+), and (?P<c>\d+)% where it starts at (?P<d>\S+) or"
        r"|start before (?P<e>\S+) have an addition of (?P<f>\d+)%, those that start from (?P<g>\S+) on one of (?P<h>\d+)%"
        r"|(?P<i>\d+時(?:\d+分)?)より前に始まる訪問には(?P<j>\d+)%を、(?P<k>\d+時(?:\d+分)?)以後に始まる訪問には(?P<l>\d+)%"
        r"|開始が(?P<m>\d+時(?:\d+分)?)前の訪問は(?P<n>\d+)%、(?P<o>\d+時(?:\d+分)?)以後の訪問は(?P<p>\d+)%",
        rules,
    )
    one, two, three, four = filter(None, m.groups())
    early, early_share, late, late_share = (two, one, four, three) if m["a"] else (one, two, three, four)
    if begun < minutes(early):
        return _share(worth, 100 + int(early_share))
    if begun >= minutes(late):
        return _share(worth, 100 + int(late_share))
    return worth


def _share(worth: int, percent: int) -> int:
    return (worth * percent + 50) // 100


@lru_cache(maxsize=10_000)
def _plans(page: Page) -> dict[str, tuple[str, tuple[tuple[str, date, date, date], ...]]]:
    """User -> mark of the building, and (level, day of consent, first day, last day) of each plan; all must be there."""
    found: dict[str, tuple[str, tuple[tuple[str, date, date, date], ...]]] = {}
    user, count = None, 0
    for row in table(page):
        if len(row) == 7 and re.fullmatch(USER, row[0]):
            user = row[0]
            found[user] = (row[2], ())
        if len(row) in (4, 7) and user and dates(row[-1]):
            agreed, begin, end = (dates(cell)[0] for cell in row[-3:])
            found[user] = (found[user][0], (*found[user][1], (row[-4], agreed, begin, end)))
            count += 1
    if count != declared(page):
        raise Unsettled(f"{page.title}: {count} plans")
    return found


# -- over the limit of a month ------------------------------------------------------------------------------------


def month_need(question, seen):
    """Roles for the users over the limit: the limits, then those of any visit, then the record of each half."""
    here = offices(question, seen)
    begin, end = month_asked(question)
    year = fiscal_year(begin.year, begin.month)
    limits = of_kind(seen, "limits", lambda page: (fiscal(page.title) or (0,))[0] == year)
    return limits, *common_need(seen, here), *records(here, begin, end)


def month_asked(question) -> tuple[date, date]:
    year, at = month(question)
    return date(year, at, 1), date(year + at // 12, at % 12 + 1, 1) - DAY


def over(question, limits, notice, tables, additions, plans, *halves) -> list[tuple[int, str]]:
    """(Units above the limit, user) of all users above it, the largest first."""
    begin, end = month_asked(question)
    sums: dict[str, int] = {}
    for record in halves:
        for row in rows(record, VISIT, 7):
            sums[row[2]] = sums.get(row[2], 0) + units(row, notice, tables, additions, plans)
    margins = [(worth - _limit(user, limits, plans, begin, end), user) for user, worth in sums.items()]
    return sorted((margin for margin in margins if margin[0] > 0), reverse=True)


def _limit(user: str, limits: Page, plans: Page, begin: date, end: date) -> int:
    allowed = {
        row[0]: number(row[1]) for row in table(limits) if len(row) == 2 and re.match("Level [A-C]|区分[A-C]", row[0])
    }
    first(
        r"after additions and deductions|with the additions and deductions|加算・減算後|加算及び減算を行った後", limits
    )
    levels = [level for level, _, b, e in _plans(plans)[user][1] if b <= end and e >= begin]
    last = [level for level, _, b, e in _plans(plans)[user][1] if b <= end <= e]
    m = first(
        r"(higher of the two limits|higher limit throughout|高い方の上限)"
        r"|limit of the level on the last day|level that is in force on the last day|末日の区分の上限|末日における区分の上限",
        limits,
    )
    if not last or not {*levels} <= {*allowed}:
        raise Unsettled(f"no limit for {user}")
    return max(allowed[level] for level in (levels if m[1] else last))
