"""What is due for rooms: of a period, and of one group."""

from __future__ import annotations

import re
from itertools import product

from tests.kits.readers.library import loans
from tests.kits.readers.library.common import edition, editions, figure, library_asked, library_of, notices, rows, start
from tests.kits.readers.pages import Unsettled, dates, first, fiscal, fiscal_year, month, number, of_kind, table

USE, GROUP = r"M\d+", r"[A-Z]G\d+"
PARTS = {"morning": 0, "午前": 0, "afternoon": 1, "午後": 1, "evening": 2, "夜間": 2}
RANKS = {"second highest": 2, "third highest": 3, "fourth highest": 4, "fifth highest": 5, "sixth highest": 6}


def need(question, seen):
    """Roles: notice, editions, register of the year, and a log for each month of the period."""
    library = library_asked(question, seen)
    if library is None:
        return None
    begin, end = dates(question)[-2:]
    months = [(begin.year, m) for m in range(begin.month, end.month + 1)]
    logs = [of_kind(seen, "room_log", lambda p, m=m: library_of(p) == library and month(p.title) == m) for m in months]
    return notices(seen), editions(seen, "room_rules", library), registers(question, seen, library), *logs


def registers(question, seen, library):
    day = dates(question)[-1]
    year = fiscal_year(day.year, day.month)
    return of_kind(seen, "groups", lambda p: library_of(p) == library and fiscal(p.title) == (year, ""))


def total(question, notice, pair, register, *logs):
    """Fees of all uses of the period; of one group where the question ends with its number."""
    begin, end = dates(question)[-2:]
    group = re.search(rf"({GROUP})$", question)
    groups = {row[0]: row for row in rows(register, GROUP, 4)}
    return sum(
        fee(row, library_of(log), notice, pair, groups)
        for log in logs
        for row in rows(log, USE, 9)
        if begin <= dates(row[2])[0] <= end and (not group or row[5] == group[1])
    )


def fee(row, library, notice, pair, groups) -> int:
    _, applied, used, room, parts, group, admission, overrun, remark = row
    day = dates(used)[0]
    decides, first_day = start(notice, "Rooms|会議室", library)
    page = edition(pair, day if re.fullmatch("day of use|使用日", decides) else dates(applied)[0], first_day)
    if remark in ("shut", "休"):
        first("unable to open the room|cannot open the room|館の都合", page)
        return 0
    if remark and (day - dates(remark)[0]).days >= free_days(page):
        return 0
    prices = next((r for r in table(page) if len(r) == 8 and r[0] == room), None)
    if prices is None:
        raise Unsettled(f"{page.title}: no {room}")
    weekend = 3 * (day.weekday() >= 5)
    base = sum(number(prices[1 + weekend + PARTS[part]]) for part in re.split("[,・] ?", parts))
    percent = 100 - reduction(page, group, groups)
    if admission:
        percent = figure(r"(\d+)% of (?:the fee|that) in the table|表の額[にの](\d+)%", page)
    return rounded(page, base * percent) + charge(page, prices[7], overrun)


def free_days(page) -> int:
    """Days before the day of use up to which cancelling is free."""
    first(
        "day before the day of use (?:as the first|is one day before)|(?:日数は、)?使用日の前日を1日(?:前として|目として)",
        page,
    )
    return figure(
        r"cancelled less than (\d+) days before|cancelled (\d+) days before the day of use or earlier"
        r"|使用日の(\d+)日前(?:までに取り消し|より後)",
        page,
    )


def reduction(page, group, groups) -> int:
    if not re.fullmatch(GROUP, group):
        return 0
    if group not in groups:
        raise Unsettled(f"{group} is not in the register")
    shares = first(r"A (\d+%|none|減額なし)[,、] ?B (\d+%|none|減額なし)[,、] ?C (\d+%|none|減額なし)", page)
    return int(re.sub(r"\D", "", shares["ABC".index(groups[group][3]) + 1]) or 0)


def rounded(page, hundredths: int) -> int:
    unit = 100 * figure(r"multiple of (\d+) yen|使用料は(\d+)円単位|(\d+)円未満の端数", page)
    up = first("rounded (up)|rounded down|(切り上げ)|切り捨て", page)
    return (-(-hundredths // unit) if any(up.groups()) else hundredths // unit) * unit // 100


def charge(page, price, overrun) -> int:
    unit = figure(r"each started (\d+) minutes|超過(\d+)分までごとに", page)
    return number(price) * -(-int(overrun or 0) // unit)


def ranked_need(question, seen):
    """The sweep of the loans first; its result is a group, and the roles of that group's fees are found with it."""
    roles, library = loans.sweep_need(question, seen), library_asked(question, seen)
    if not roles:
        return None
    m = re.search(r"(\d)番目に", question)
    rank = int(m[1]) if m else next(n for words, n in RANKS.items() if words in question)
    winners = set()
    for register, *choice in product(registers(question, seen, library), *roles):
        at = next(n for n, c in enumerate(choice) if isinstance(c, tuple))
        found = loans.suspensions(library, choice[: at - 1], choice[at - 1], choice[at], choice[at + 1 :])
        totals = {
            group: sum(days for card, days in found if card == holder)
            for group, _, holder, _ in rows(register, GROUP, 4)
        }
        order = sorted(totals.values(), reverse=True)
        if len(order) < rank or order.count(order[rank - 1]) > 1:
            return None
        winners |= {group for group, days in totals.items() if days == order[rank - 1]}
    if len(winners) != 1:
        return None
    return [f"{question} {winners.pop()}"], *need(question, seen)


def ranked(question, asked, *choice):
    return total(asked, *choice)
