"""Charges for what customers bring to a centre."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date

from tests.kits.readers.pages import Unsettled, dates, first, fiscal, fiscal_year, month, number, of_kind, table
from tests.kits.readers.waste.common import centre_asked, centre_of, days_of, edition, editions, figure, rows, when

CLASSES = {  # what a reader knows about waste
    "Combustible waste|可燃物": "paper|scraps|curtains|boots|紙|生ごみ|カーテン|長靴",
    "Incombustible waste|不燃物": "crockery|pans|umbrella|window|瀬戸物|鉄鍋|傘|窓ガラス",
    "Garden waste|庭木類": "branches|lawn|leaves|cuttings|枝|芝|落ち葉|刈りくず",
}


def need(question, seen):
    """Roles for a load that the question describes."""
    centre = centre_asked(question, seen)
    return centre and ([centre], when(seen, "haul_rules", centre), editions(seen, "haul_rules", centre))


def one(question, centre, notices, pair):
    day, weight = dates(question)[0], number(re.search(r"([\d,]+) ?kg", question)[1])
    if not re.search("household|without an agreement|一般家庭|契約のない", question):
        raise Unsettled("who brings it?")
    kind = next(name for name in CLASSES if re.search(rf"\b(?:{name.split('|')[0].lower()})|{name[-3:]}", question))
    page = valid(day, None, centre, notices, pair)
    return charge(page, kind, weight, bool(re.search("household|一般家庭", question)))


def period_need(question, seen):
    """Roles for all of a period: notices, editions, register, and a log for each month."""
    centre = centre_asked(question, seen)
    if centre is None:
        return None
    begin, end = dates(question)[:2]
    year = fiscal_year(end.year, end.month)
    register = of_kind(seen, "customers", lambda p: centre_of(p) == centre and fiscal(p.title) == (year, ""))
    months = [(begin.year, m) for m in range(begin.month, end.month + 1)]
    logs = [of_kind(seen, "scale_log", lambda p, m=m: centre_of(p) == centre and month(p.title) == m) for m in months]
    return [centre], when(seen, "haul_rules", centre), editions(seen, "haul_rules", centre), register, *logs


def period(question, centre, notices, pair, register, *logs):
    begin, end = dates(question)[:2]
    customers = {row[0]: row for row in rows(register, r"\d+", 3)}
    charges: Counter[tuple[str, ...]] = Counter()
    facts = {}
    for row in (row for log in logs for row in rows(log, r"\d{5}", 8)):
        ticket, on, customer, load, _, full, empty, mark = row
        day = dates(on)[0]
        if not begin <= day <= end:
            continue
        if customer not in customers:
            raise Unsettled(f"{customer} is not in the register")
        _, sort, agreed = customers[customer]
        page = valid(day, (dates(agreed) or [None])[0], centre, notices, pair)
        if mark:
            first("Tickets marked V|A ticket with a V is void|「無効」の記入がある|「無効」とあるもの", page)
            continue
        kind = next((name for name, words in CLASSES.items() if re.search(words, load)), None)
        if kind is None:
            raise Unsettled(f"what is {load}?")
        key = (customer, on, kind) if together(page) else (ticket,)
        charges[key] += int(full) - int(empty)
        facts[key] = page, kind, bool(re.match("household|家庭", sort))
    return sum(charge(page, kind, charges[key], household) for key, (page, kind, household) in facts.items())


def valid(day: date, agreed: date | None, centre, notices, pair):
    """The edition for a load of a day; `agreed`: when the customer made an agreement."""
    first("Loads delivered on the first day|The day of delivery decides|搬入日が適用日以後|搬入日を基準", notices[0])
    start, last = days_of(notices, "haul_rules", centre)
    kept = agreed is not None and agreed < start and day <= last
    return edition(pair, day >= start and not kept)


def together(page) -> bool:
    """Are the loads of a customer, day and class one charge?"""
    m = first(
        r"(One charge is made for all that a customer brings|all loads of one class that a customer delivers)"
        r"|(重量を合算し|重量を合計して)"
        r"|Loads are not added up|Every load is charged by itself|合算しない",
        page,
    )
    return any(m.groups())


def charge(page, kind, weight, household) -> int:
    unit = figure(
        r"each started (\d+) kg the charge|yen for every (\d+) kg|、(\d+)kgにつき次のとおり|、(\d+)kgまでごとに", page
    )
    rate = next((row for row in table(page) if len(row) == 3 and re.fullmatch(kind, row[0])), None)
    if rate is None:
        raise Unsettled(f"{page.title}: no row for {kind}")
    if household:
        free = figure(
            r"charge to a household the first (\d+) kg are free|household's charge the first (\d+) kg"
            r"|1件につき(\d+)kgを重量から控除|最初の(\d+)kgを無料",
            page,
        )
        most = figure(
            r"the charge is ([\d,]+) yen at most|household pays no more than ([\d,]+) yen"
            r"|手数料は1件([\d,]+)円を限度|手数料が([\d,]+)円を超えるとき",
            page,
        )
        return min(most, -(-max(0, weight - free) // unit) * number(rate[1]))
    least = figure(
        r"charge to a business of less than ([\d,]+) yen is raised|least that a business pays for one charge is ([\d,]+) yen"
        r"|1件につき([\d,]+)円を最低額|手数料が1件([\d,]+)円に満たない",
        page,
    )
    return max(least, -(-weight // unit) * number(rate[2]))
