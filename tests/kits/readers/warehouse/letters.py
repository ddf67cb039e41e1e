"""Lots for which a letter to the owner was due on the day of a stocktaking, and was not there or had lapsed."""

from __future__ import annotations

import re
from datetime import timedelta

from tests.kits.readers.pages import Unsettled, dates, figure, first, group, number, rows
from tests.kits.readers.warehouse.common import here, of_class, rules, shed_asked, valid

LOT = r"[A-Z]{2}\d-\d{3}"


def need(question, seen):
    shed, day = shed_asked(question, seen), dates(question)[0]
    return (
        here(seen, "stock", shed, lambda page: dates(page.title)[0] == day),
        here(seen, "reminders", shed, lambda page: dates(page.title)[0] == day),
        *rules(seen, ["reminding"], shed),
    )


def missing(question, stock, log, *choice):
    day = dates(question)[0]
    note = first(r".*(?:customs hold|held by the customs|通関保留中|税関が保留).*", stock)[0]
    held = set(re.findall(LOT, note))
    sent = {lot: dates(when)[0] for when, lot in re.findall(rf"^[-・] ?(.*?):? ({LOT})$", log.text, re.M)}
    if len(sent) != int(group(r"(\d+) letters|全(\d+)通", log)):
        raise Unsettled(f"{log.title}: {len(sent)} letters")
    found = set()
    listed = [row[-3:] for row in _lots(stock)]
    for lot, goods, landed_ in listed:
        landed = dates(landed_)[0]
        page = valid("reminding", choice, landed=landed, counted=day)
        first("day after the landing|landed on the 1st has lain for nine|陸揚日の翌日から|10日には9日", page)
        first("No letter is needed for lots under customs hold|customs hold are left out|通関保留中|税関が保留", page)
        first("longer than its class|more days than the table|次の日数を超え", page)
        good = figure(
            r"good for (\d+) days|Letters sent (\d+) days before|効力は(\d+)日間|(\d+)日前以後に出した督促状は有効",
            page,
        )
        overdue = (day - landed).days > number(of_class(page, goods))
        if overdue and lot not in held and (lot not in sent or sent[lot] < day - timedelta(good)):
            found.add(lot)
    return frozenset(found)


def _lots(stock):
    """Bay, lot, goods, day of landing."""
    return rows(stock, r"[A-Z]\d+", 4, r"(\d+) lots|全(\d+)件")
