"""Rewards for group collections, and what the town of a ranked association pays for large things."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

from tests.kits.readers.pages import dates, first, fiscal, fiscal_year, month, of_kind, table
from tests.kits.readers.waste import bulky
from tests.kits.readers.waste.common import centre_asked, centre_of, days_of, edition, editions, figure, rows, when

SLIP = r"S\d{4,5}"
RANKS = {"second highest": 2, "third highest": 3, "fourth highest": 4, "fifth highest": 5, "sixth highest": 6}


def need(question, seen):
    slip = re.search(SLIP, question)[0]
    sheets = of_kind(seen, "slips", lambda page: f"<td>{slip}</td>" in page.text)
    if not sheets:
        return None
    centre = centre_of(sheets[0])
    return sheets, when(seen, "reward_rules", centre), editions(seen, "reward_rules", centre)


def one(question, sheet, notices, pair):
    slip = re.search(SLIP, question)[0]
    return reward(next(row for row in table(sheet) if row[0] == slip), centre_of(sheet), notices, pair)


def reward(row, centre, notices, pair) -> int:
    *_, receipt, paper, rags, cans = row
    first("the date of the dealer's receipt|whose dealer's receipt is dated|受領書の日付", notices[0])
    (start,) = days_of(notices, "reward_rules", centre)
    page = edition(pair, dates(receipt)[0] >= start)
    rates = first(r"waste paper (\d+), rags (\d+), cans (\d+)|古紙 (\d+)円、古布 (\d+)円、缶 (\d+)円", page)
    step = figure(
        r"multiple of (\d+) kg|last full (\d+) kg|品目ごとに(\d+)kg未満の端数を切り捨て|品目ごとの重量は、(\d+)kg単位",
        page,
    )
    weights = [int(kg) for kg in (paper, rags, cans)]
    amount = sum(kg // step * step * int(rate) for kg, rate in zip(weights, filter(None, rates.groups()), strict=True))
    limit = first(
        r"at least ([\d,]+) kg|slip with ([\d,]+) kg or more|(?:合計|もの\))が([\d,]+)kg以上"
        r"|more than ([\d,]+) kg|slip with over ([\d,]+) kg|(?:合計|もの\))が([\d,]+)kgを超える",
        page,
    )
    bound = int(next(group for group in limit.groups() if group).replace(",", ""))
    if sum(weights) > bound or (sum(weights) == bound and any(limit.groups()[:3])):
        percent = figure(r"(\d+)% is added|gets (\d+)% on top|(\d+)%を加算|(\d+)%増額", page)
        first("What is less than one yen is left out|Fractions of a yen are dropped|1円未満の端数", page)
        amount = amount * (100 + percent) // 100
    cap = figure(
        r"no more than ([\d,]+) yen is paid|one slip is ([\d,]+) yen at most"
        r"|加算後の額で([\d,]+)円を限度|伝票1枚につき([\d,]+)円を超えない",
        page,
    )
    return min(cap, amount)


def ranked_need(question, seen):
    """The sweep of the slips first; its result is a town, and the roles of that town's fees are found with it."""
    centre = centre_asked(question, seen)
    if centre is None:
        return None
    begin, end = dates(question)[-2:]
    year = fiscal_year(end.year, end.month)
    register = of_kind(seen, "associations", lambda p: centre_of(p) == centre and fiscal(p.title) == (year, ""))
    sheets = [
        of_kind(
            seen, "slips", lambda p, n=n: centre_of(p) == centre and bool(re.search(rf"Sheet {n}\b|第{n}葉", p.title))
        )
        for n in (1, 2)
    ]
    towns = set()
    for choice in product(
        register, *sheets, when(seen, "reward_rules", centre), editions(seen, "reward_rules", centre)
    ):
        towns.add(_town(question, centre, *choice))
    if len(towns) != 1 or None in towns:
        return None
    months = [(begin.year, m) for m in range(begin.month, end.month + 1)]
    logs = [of_kind(seen, "bulky_log", lambda p, m=m: centre_of(p) == centre and month(p.title) == m) for m in months]
    return [(centre, towns.pop())], when(seen, "bulky_rules", centre), editions(seen, "bulky_rules", centre), *logs


def _town(question, centre, register, sheet_1, sheet_2, notices, pair):
    """The town of the association with the rank that is asked for; None where two have it."""
    m = re.search(r"(\d)番目に", question)
    rank = int(m[1]) if m else next(n for words, n in RANKS.items() if words in question)
    lines = rows(register, r"[A-Z]\d+", 4)
    totals = Counter({line[0]: 0 for line in lines})
    for sheet in (sheet_1, sheet_2):
        for row in rows(sheet, SLIP, 7):
            if row[1] in totals:
                totals[row[1]] += reward(row, centre, notices, pair)
    order = sorted(totals.values(), reverse=True)
    if len(order) < rank or order.count(order[rank - 1]) > 1:
        return None
    return next(town for code, _, town, _ in lines if totals[code] == order[rank - 1])


def ranked(question, asked, notices, pair, *logs):
    centre, town = asked
    begin, end = dates(question)[-2:]
    return sum(
        bulky.fee(row, centre, notices, pair)
        for log in logs
        for row in rows(log, bulky.RECEIPT, 7)
        if row[3] == town and begin <= dates(row[2])[0] <= end
    )
