"""What the counter took in a month for articles of a class."""

from __future__ import annotations

from tests.kits.readers.driving.common import here, school_asked
from tests.kits.readers.pages import Unsettled, cells, figure, first, fiscal, fiscal_year, month, number, rows


def need(question, seen):
    school, at = school_asked(question, seen), month(question)
    return (
        here(seen, "counter", school, lambda page: month(page.title) == at),
        here(seen, "prices", school, lambda page: fiscal(page.title)[0] == fiscal_year(*at)),
    )


def takings(question, slips, prices):
    listed, kind = {}, None
    for row in cells(prices.text):
        if len(row) == 3 and row[0] not in ("Class", "区分"):
            kind, row = row[0], row[1:]
        if len(row) == 2 and kind:
            listed[row[0]] = kind, number(row[1])
    classes = {kind for kind, _ in listed.values() if kind.lower() in question.lower()}
    if len(classes) != 1:
        raise Unsettled(f"which class? {classes}")
    m = first(
        r"For students (\d+)% is taken off, but only from “(.+?)” and “(.+?)”"
        r"|Students pay (\d+)% less for the classes “(.+?)” and “(.+?)”"
        r"|学生割引は(\d+)%とし、「(.+?)」と「(.+?)」に限る"
        r"|「(.+?)」及び「(.+?)」の区分を(\d+)%引きとし",
        prices,
    )
    found = [group for group in m.groups() if group]
    percent = int(next(group for group in found if group.isdigit()))
    reduced = {group for group in found if not group.isdigit()}
    first(
        "rounded down to whole yen on each slip|On each slip fractions of a yen|1円未満(?:の端数)?は、?伝票ごとに",
        prices,
    )
    many = figure(
        r"takes (\d+) or more on one slip|slip for (\d+) or more|伝票1枚につき(\d+)点以上|1枚の伝票で(\d+)点以上",
        prices,
    )
    total = 0
    for _, _, article, count_, student in rows(slips, r"\d+", 5, r"(\d+) slips|全(\d+)枚"):
        if student not in ("", "S", "学") or article not in listed:
            raise Unsettled(f"what is {article} {student}?")
        kind, each = listed[article]
        if kind in classes:
            count = int(count_) - (int(count_) >= many)
            yen = count * each
            total += yen * (100 - percent) // 100 if student and kind in reduced else yen
    return total
