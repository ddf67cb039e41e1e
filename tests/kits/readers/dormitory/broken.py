"""What residents are charged for things they have broken."""

from __future__ import annotations

import re

from tests.kits.readers.dormitory.common import hall_asked, here
from tests.kits.readers.pages import (
    Page,
    Unsettled,
    dates,
    figure,
    first,
    fiscal,
    fiscal_year,
    month,
    number,
    rows,
)

CLASSES = {  # what a reader knows about things
    "cleaning|清掃": "dustpan|broom|bucket|mop|ちり取り|ほうき|バケツ|モップ",
    "cooking|調理": "frying pan|kettle|rice pot|toaster|フライパン|やかん|炊飯器|トースター",
    "sleeping|睡眠": "blanket|mattress|pillow|quilt|毛布|マットレス|枕|布団",
    "studying|学習": "bookshelf|chair|desk lamp|drawing board|本棚|椅子|電気スタンド|製図板",
}


def need(question, seen):
    hall, at = hall_asked(question, seen), month(question)
    return (
        here(seen, "breakage", hall, lambda page: month(page.title) == at),
        here(seen, "breakage_rules", hall, lambda page: fiscal(page.title)[0] == fiscal_year(*at)),
    )


def charged(question, page, rules):
    asked = [words for name, words in CLASSES.items() if re.search(name, question)]
    if len(asked) != 1:
        raise Unsettled(f"which things? {len(asked)}")
    found = rows(page, r"\d{4}", 5, r"(\d+) entries|全(\d+)件")
    if unknown := [row[2] for row in found if not any(re.fullmatch(words, row[2]) for words in CLASSES.values())]:
        raise Unsettled(f"what are {unknown} for?")
    if wrong := [row[1] for row in found if (dates(row[1])[0].year, dates(row[1])[0].month) != month(page.title)]:
        raise Unsettled(f"{page.title}: {wrong}")
    return sum(
        charge(rules, int(age), number(price)) for _, _, thing, age, price in found if re.fullmatch(asked[0], thing)
    )


def charge(rules: Page, age: int, price: int) -> int:
    """The price less a part for each year, but never less than a part of it; a trifle is not charged."""
    off = figure(
        r"(\d+)% of the price when new are taken off|reduced by (\d+)% of it|新品価格の(\d+)%を新品価格|ごとに新品価格の(\d+)%",
        rules,
    )
    least = figure(
        r"at least (\d+)% of the price|never less than (\d+)%|新品価格の(\d+)%を下回らない|新品価格の(\d+)%は負担",
        rules,
    )
    trifle = figure(r"under ([\d,]+) yen|less than ([\d,]+) yen|([\d,]+)円未満となるときは|([\d,]+)円に満たない", rules)
    first("Fractions of a yen are dropped|cut to full yen|1円未満の端数は切捨て|1円未満は切り捨て", rules)
    by_age = price * (100 - off * age) // 100
    amount = max(by_age, price * least // 100)
    return 0 if amount < trifle else amount
