"""Leaks, outages, and the week in which the intake passes a limit."""

from __future__ import annotations

import re
from datetime import date, timedelta
from decimal import Decimal

from tests.kits.readers.pages import Page, Unsettled, dates, first, month, number, of_kind, table
from tests.kits.readers.water import bills
from tests.kits.readers.water.common import district_asked, district_of, editions, figure, here, rows, valid, when

DAY = timedelta(days=1)

# -- the last day on which a reduction can be applied for ----------------------------------------------------------


def leak_need(question, seen):
    district = district_asked(question, seen)
    return district and ([district], when(seen), editions(seen, "leak_rules", district))


def leak(question, district, notices, pair):
    repaired = dates(question)[0]
    page = valid("leak_rules", district, repaired, notices, pair)
    days = figure(
        r"application is made within (\d+) days|There are (\d+) days for the application|日から起算して(\d+)日間"
        r"|日目として(\d+)日以内",
        page,
    )
    after = first(
        "(day after the repair|修理を終えた日の翌日)|[Dd]ay of repair is the first|day on which the repair was made"
        "|修理を終えた日から起算|修理を終えた日を1日目",
        page,
    )[1]
    last = repaired + DAY * (days if after else days - 1)
    back = first(
        "(Friday before|直前の金曜日)|following Monday|Monday after|翌週の月曜日|直後の月曜日",
        page,
    )[1]
    while last.weekday() > 4:
        last += -DAY if back else DAY
    return last


# -- what a household gets back for an outage ---------------------------------------------------------------------

CAUSES = {  # what a reader knows about causes
    "Work by plan|計画作業": "renewal|relining|cleaning|connection|更新|更生|洗浄|接続",
    "Breakdown of the works' own plant|自家設備の故障": "corroded|burst|pump stopped|stuck|腐食|破裂|停止|固着",
    "Damage by others|第三者による損傷": "digger|fence post|lorry|掘削機|支柱|貨物車",
}


def outage_need(question, seen):
    outage = re.search(r"[A-Z]{2}\d+", question)[0]
    logs = of_kind(seen, "outages", lambda page: bool(re.search(rf"^{outage},", page.text, re.M)))
    return logs and (logs, when(seen), editions(seen, "outage_rules", district_of(logs[0])))


def outage(question, log, notices, pair):
    key = re.search(r"[A-Z]{2}\d+", question)[0]
    _, begun, _, lasted, _, cause, _ = next(row for row in table(log) if row[0] == key)
    page = valid("outage_rules", district_of(log), dates(begun)[0], notices, pair)
    kind = next((name for name, words in CAUSES.items() if re.search(words, cause)), None)
    if kind is None:
        raise Unsettled(f"what is {cause}?")
    rate = next((row[1] for row in table(page) if len(row) == 2 and re.fullmatch(kind, row[0])), None)
    if rate is None:
        raise Unsettled(f"{page.title}: no rate for {cause}")
    m = re.fullmatch(r"(\d+) ?(?:h|時間) ?(\d+) ?(?:min|分)", lasted)
    minutes = int(m[1]) * 60 + int(m[2])
    free = first(
        r"Credit begins after (\w+) hours?|The first (?:(\d+) hours|hour) (?:is|are) not"
        r"|最初の(\d+)時間は減額しない|断水が(\d+)時間を超えた分",
        page,
    )
    hours = next((group for group in free.groups() if group), "one")
    most = figure(
        r"limited to (\d+) hours|No more than (\d+) hours|、1回の断水について(\d+)時間分を超えて|につき(\d+)時間を限度",
        page,
    )
    begun_hours = -(-max(0, minutes - 60 * (1 if hours == "one" else int(hours))) // 60)
    return number(rate) * min(most, begun_hours)


# -- the bills of the week in which the intake passes a limit ------------------------------------------------------


def week_need(question, seen):
    """The sweep of the intake first; its result is a day, and the rounds of that week are found with it."""
    district = district_asked(question, seen)
    if district is None:
        return None
    begin = dates(question)[0]
    limit = number(re.search(r"([\d,]+) ?m3", question)[1])
    months = {
        at: here(seen, "intake", district, lambda page, at=at: month(page.title) == at)
        for at in {month(page.title) for page in here(seen, "intake", district)}
    }
    days = {
        _passed(begin, limit, months, district, notices, pair)
        for notices in when(seen)
        for pair in editions(seen, "intake_rules", district)
    }
    if len(days) != 1 or None in days:
        return None
    day = days.pop()
    week = [day + DAY * n for n in range(7)]
    rounds = sorted({(d.year, d.month) for d in week if d.month % 2})
    return [day], *bills.roles(seen, district, rounds)


def _passed(begin: date, limit: int, months, district, notices, pair) -> date | None:
    """The first day on which the sum from `begin` on is above the limit; None where pages are missing or differ."""
    total, day = 0, begin
    while total <= limit:
        counted = {
            _counted(page, valid("intake_rules", district, day, notices, pair), day.day)
            for page in months.get((day.year, day.month), [])
        }
        if len(counted) != 1:
            return None
        total, day = total + counted.pop(), day + DAY
    return day - DAY


def _counted(sheet: Page, rules: Page, day: int) -> int:
    """What counts towards the permit of a day's intake."""
    row = next(row for row in rows(sheet, r"\d{1,2}", 5) if int(row[0]) == day)
    rest, turbidity = int(row[1]) - int(row[2]), Decimal(row[3])
    first(
        "less the part of it used for flushing|flushing water is taken off|洗浄水を除いた|洗浄に用いた量を差し引", rules
    )
    m = first(
        r"turbidity (?:of a day is|of) (above |more than )?([\d.]+) degrees[^%]* (\d+)% of that rest counts"
        r"[,;] [^.]*(?:rounded (up|down)|dropped)"
        r"|濁度が([\d.]+)度(を超え|以上)[^%]*?(\d+)%[^。]*(?:切り?(上)げ|切り?捨て)",
        rules,
    )
    bound, above = Decimal(m[2] or m[5]), bool(m[1]) or m[6] == "を超え"
    if not (turbidity > bound or (turbidity == bound and not above)):
        return rest
    part = rest * int(m[3] or m[7])
    return -(-part // 100) if m[4] == "up" or m[8] else part // 100


def week(question, day, *choice):
    return bills.between(day, day + DAY * 6, *choice)
