"""Advances, fees, haulage and levy for lots of fruit, and what is paid for rejects."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from decimal import Decimal
from functools import lru_cache
from math import ceil, floor

from tests.kits.readers.fruit.common import (
    FAULTS,
    LOT,
    editions,
    figure,
    here,
    rows,
    station_asked,
    station_of,
    valid,
    when,
)
from tests.kits.readers.pages import Page, Unsettled, dates, first, number, of_kind, table

GROWER = r"[A-Z]\d+"
RANKS = {"second": 2, "third": 3, "fourth": 4}

# -- the rate for a kilogram ------------------------------------------------------------------------------------


def rate_need(question, seen):
    station = station_asked(question, seen)
    return station and ([station], when(seen), editions(seen, "rates", station))


def rate_asked(question, station, notices, pair):
    day = dates(question)[0]
    size = re.search(r"(\d+) ?mm", question)[1]
    sugar = re.search(r"([\d.]+) degrees|糖度([\d.]+)度", question)
    acid = re.search(r"([\d.]+)%", question)[1]
    return rate(valid("rates", station, day, notices, pair), day, size, sugar[1] or sugar[2], acid)


@lru_cache(maxsize=10_000)
def rate(page: Page, day: date, size: str, sugar: str, acid: str) -> int:
    """Yen per kilogram, the deduction for acid made."""
    bound = first(
        r"Sorted up to and including (?P<day>\d+) (?P<en>\w+)</th>|(?P<ja>\d+)月(?P<jday>\d+)日までに選果", page
    )
    names = ("September", "October", "November", "December", "January", "February", "March")
    last = (
        int(bound["ja"]) if bound["ja"] else (names.index(bound["en"]) + 8) % 12 + 1,
        int(bound["day"] or bound["jday"]),
    )
    late = in_season(day.month, day.day) > in_season(*last)
    sugars = next((row for row in table(page) if len(row) == 6 and fits(row[0], Decimal(0))), None)
    band = next((row for row in table(page) if len(row) == 7 and "mm" in row[0] and fits(row[0], Decimal(size))), None)
    if sugars is None or band is None:
        raise Unsettled(f"{page.title}: no rate")
    column = next(n for n, head in enumerate(sugars[:3]) if fits(head, Decimal(sugar)))
    m = first(
        r"acid content of [\d.]+%, that value included, \d+ yen|acid content exceeds [\d.]+%, \d+ yen"
        r"|acid is (?:more than )?[\d.]+%(?: or more)?, the rate is \d+ yen|酸(?:の値)?が[\d.]+%(?:以上|を超え)[^。]*?\d+円",
        page,
    )[0]
    limit, *_, less = re.findall(r"\d[\d.]*", m)
    reached = Decimal(acid) > Decimal(limit) or (
        Decimal(acid) == Decimal(limit) and bool(re.search("included|or more|以上", m))
    )
    return int(band[1 + column + 3 * late]) - (int(less) if reached else 0)


def in_season(month: int, day: int) -> tuple[bool, int, int]:
    """A day of the season, which begins in September, as something to compare."""
    return month < 9, month, day


def fits(words: str, value: Decimal) -> bool:
    """Does a value lie in "55 mm and over, under 61 mm" or 55mm以上61mm未満?"""
    figure_ = r"(\d+(?:\.\d+)?)(?: ?mm)?"
    tests = [
        (rf"up to {figure_}|{figure_}以下", lambda n: value <= n),
        (rf"under {figure_}|{figure_}未満", lambda n: value < n),
        (rf"(?<!and )over {figure_}|{figure_}超", lambda n: value > n),
        (rf"{figure_} and over|{figure_} to under|{figure_}以上", lambda n: value >= n),
    ]
    results = [
        test(Decimal(next(group for group in m.groups() if group)))
        for pattern, test in tests
        for m in [re.search(pattern, words)]
        if m
    ]
    return bool(results) and all(results)


# -- what a lot costs -------------------------------------------------------------------------------------------


def cost_need(question, seen):
    lot = re.search(LOT, question)[0]
    receipts = of_kind(seen, "receipts", lambda page: any(row[0] == lot for row in table(page)))
    if not receipts:
        return None
    station = station_of(receipts[0])
    return receipts, here(seen, "growers", station), when(seen), editions(seen, "fees", station)


def cost_asked(question, receipts, register, notices, pair):
    lot = re.search(LOT, question)[0]
    _, _, code, containers, weight = next(row for row in table(receipts) if row[0] == lot)
    return cost(grower(register, code), int(containers), int(weight), station_of(receipts), notices, pair)


def grower(register: Page, code: str) -> tuple[str, ...]:
    row = next((row for row in table(register) if len(row) == 5 and row[0] == code), None)
    if row is None:
        raise Unsettled(f"who is {code}?")
    return row


@lru_cache(maxsize=10_000)
def cost(grower_, containers: int, weight: int, station: str, notices, pair) -> int:
    """Sorting and haulage of a lot."""
    _, _, district, contract, _ = grower_
    page = valid("fees", station, dates(contract)[0], notices, pair)
    price = figure(
        r"For sorting ([\d.]+) yen per kilogram|Each lot is charged ([\d.]+) yen per kilogram"
        r"|sorting fee is ([\d.]+) yen for each|荷受重量1kg(?:当たり|につき)([\d.]+)円",
        page,
    )
    least = figure(
        r"fee for a lot is not lower than ([\d,]+) yen|but not less than ([\d,]+) yen|at least ([\d,]+) yen for a lot"
        r"|選果料が([\d,]+)円に満たない|1荷口につき([\d,]+)円を下回らない|最低([\d,]+)円",
        page,
    )
    first(
        "fraction of a yen is not charged|Fractions of a yen are dropped|1円未満(?:の端数は切り捨て|は控除しない)", page
    )
    begins = re.search(r"charge begins with container number (\d+)", page.text)
    free = (
        int(begins[1]) - 1
        if begins
        else int(
            figure(
                r"first (\d+) containers of each lot|Of each lot (\d+) containers are carried free"
                r"|最初の(\d+)コンテナは無料|1荷口につき(\d+)コンテナまで|荷口ごとに(\d+)コンテナを超える",
                page,
            )
        )
    )
    haulage = next((row[1] for row in table(page) if len(row) == 2 and row[0] == district), None)
    if haulage is None:
        raise Unsettled(f"{page.title}: no {district}")
    return max(int(least), floor(Decimal(price) * weight)) + max(0, containers - free) * number(haulage)


# -- advances of a period ---------------------------------------------------------------------------------------


def period_need(question, seen):
    """Notices, rates, then register and fees, then for each month the records of receipts, sorting and rejects."""
    station = station_asked(question, seen)
    if station is None:
        return None
    begin, end = dates(question)
    months = [
        (begin.year + n // 12, n % 12 + 1) for n in range(begin.month - 1, end.month + 12 * (end.year - begin.year))
    ]
    return (
        when(seen),
        editions(seen, "rates", station),
        here(seen, "growers", station) or [None],
        editions(seen, "fees", station),
        *(here(seen, kind, station, at) for at in months for kind in ("receipts", "sorting", "rejects")),
    )


def lots_of(question, notices, pair, records):
    """For each lot that was sorted in the period: grower, containers, weight, advance."""
    begin, end = dates(question)
    receipts = {row[0]: row for page in records[::3] for row in rows(page, LOT, 5)}
    rejects = Counter()
    for page in records[2::3]:
        for lot, _, _, kg, _ in rows(page, LOT, 5):
            rejects[lot] += int(kg)
    for page in records[1::3]:
        for lot, sorted_, size, sugar, acid, note in rows(page, LOT, 6):
            day = dates(sorted_)[0]
            if not begin <= day <= end:
                continue
            if lot not in receipts:
                raise Unsettled(f"{lot} is not in the receipts")
            _, _, code, containers, kg = receipts[lot]
            rules = valid("rates", station_of(page), day, notices, pair)
            paid = (
                0 if trial(note, rules) else advance(rules, int(kg) - rejects[lot], rate(rules, day, size, sugar, acid))
            )
            yield code, int(containers), int(kg), paid


def trial(note: str, rules: Page) -> bool:
    if note not in ("T", "試"):
        return False
    first(
        "Trial lots are settled in spring|For trial lots there is no advance|No advance is paid for trial lots"
        "|試験区の荷口(?:は春に精算|には、概算金を支払わない|については、概算金を支払わない)",
        rules,
    )
    return True


def advance(rules: Page, weight: int, price: int) -> int:
    m = first(
        "(nearest 10 yen|四捨五入)|rounded down to whole tens|sums of less than 10 yen are dropped"
        "|10円未満の端数があるときは、切り捨て|10円単位とし、端数は切り捨て",
        rules,
    )
    return (weight * price + (5 if m[1] else 0)) // 10 * 10


def period(question, notices, pair, _register, _fees, *records):
    return sum(paid for *_, paid in lots_of(question, notices, pair, records))


def settled(question, notices, pair, register, fees, *records):
    """What the grower of a rank is paid after all deductions; None where two have the rank."""
    if register is None:
        raise Unsettled("no register")
    lots = list(lots_of(question, notices, pair, records))
    totals = Counter()
    for code, _, _, paid in lots:
        totals[code] += paid
    m = re.search(r"(\d)番目に|(second|third|fourth) highest", question)
    rank = 1 if m is None else int(m[1]) if m[1] else RANKS[m[2]]
    order = sorted(totals.values(), reverse=True)
    if len(order) < rank or order.count(order[rank - 1]) > 1:
        raise Unsettled("no single grower of that rank")
    code = next(code for code, total in totals.items() if total == order[rank - 1])
    who, station = grower(register, code), station_of(register)
    rest = totals[code] - sum(
        cost(who, containers, kg, station, notices, fees) for owner, containers, kg, _ in lots if owner == code
    )
    page = valid("fees", station, dates(who[3])[0], notices, fees)
    percent = figure(r"levy is ([\d.]+)%|levy of ([\d.]+)%|額の([\d.]+)%とし|([\d.]+)%の賦課金", page)
    first("rounded up to a whole yen|counting as a whole yen|1円未満の端数は(?:切り上げ|1円とする)", page)
    return rest - ceil(Decimal(percent) * rest / 100)


# -- what is paid for rejects, and their fault ------------------------------------------------------------------


def reject_need(question, seen):
    logs = cause_need(question, seen)
    if not logs:
        return None
    return *logs, when(seen), editions(seen, "reject_rules", station_of(logs[0][0]))


def reject(question, log, notices, pair):
    _, delivered, _, kg, fault = _entry(question, log)
    page = valid("reject_rules", station_of(log), dates(delivered)[0], notices, pair)
    kind = next((name for name, words in FAULTS.items() if re.fullmatch(words, fault)), None)
    price = next((row[1] for row in table(page) if kind and len(row) == 2 and re.fullmatch(kind, row[0])), None)
    if price is None:
        raise Unsettled(f"{page.title}: no price for {fault}")
    up = first(
        "(rounded up to a whole yen|Where half a yen is left for a lot, a whole yen|1円未満の端数は、切り上げ"
        "|1円に満たない端数は1円とする)|rounded down to a whole yen|Half a yen that is left for a lot is not paid"
        "|1円未満の端数は、切り捨て|1円に満たない端数は支払わない",
        page,
    )[1]
    return (ceil if up else floor)(Decimal(price) * int(kg))


def cause_need(question, seen):
    lot = re.search(LOT, question)[0]
    logs = of_kind(seen, "rejects", lambda page: any(row[0] == lot for row in table(page)))
    return logs and (logs,)


def cause(question, log):
    return _entry(question, log)[4]


def _entry(question, log):
    lot = re.search(LOT, question)[0]
    return next(row for row in table(log) if row[0] == lot)
