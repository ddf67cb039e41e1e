"""Rice: what milling costs a customer, and how many bags have to be dried again."""

from __future__ import annotations

import re
from decimal import Decimal

from tests.kits.readers.pages import Unsettled, dates, either, first, group, month, number, of_kind, rows, table, within
from tests.kits.readers.sake.common import brewery_asked, brewery_of, editions, here, valid

BANDS = {
    r"(\d+)% or more|(\d+)%以上": lambda ratio, bound: ratio >= bound,
    r"under (\d+)%|(\d+)%未満": lambda ratio, bound: ratio < bound,
    r"over (\d+)%|(\d+)%を超え": lambda ratio, bound: ratio > bound,
    r"including (\d+)%|(\d+)% or less|(\d+)%以下": lambda ratio, bound: ratio <= bound,
}

# -- milling ----------------------------------------------------------------------------------------------------


def need(question, seen):
    return editions(seen, "milling", brewery_asked(question, seen))


def fee(question, *choice):
    page = valid("milling", dates(question)[0], *choice)
    m = re.search(r"(\d+) bags|(\d+)俵", question)
    ratio = int(re.search(r"(\d+)%", question)[1])
    rice = 0 if re.search("table rice|一般米", question) else 1
    fetched = 1 if re.search("brewery collects|引取り", question) else 0
    kinds = next((row for row in table(page) if row[0] in ("Polishing ratio", "精米歩合")), ())
    ways = next((row for row in table(page) if row[0] in ("brought", "持込み")), ())
    if not re.fullmatch("Table rice,Brewing rice|一般米,酒米", ",".join(kinds[1:])) or not re.fullmatch(
        "brought,fetched,brought,fetched|持込み,引取り,持込み,引取り", ",".join(ways)
    ):
        raise Unsettled(f"{page.title}: {kinds} {ways}")
    found = [row for row in table(page) if len(row) == 5 and within(row[0], ratio, BANDS)]
    if len(found) != 1:
        raise Unsettled(f"{page.title}: {len(found)} rows for {ratio}")
    return int(m[1] or m[2]) * number(found[0][1 + 2 * rice + fetched])


# -- moisture ---------------------------------------------------------------------------------------------------


def rice_need(question, seen):
    received = here(seen, "rice", brewery_asked(question, seen), lambda page: month(page.title) == month(question))
    crops = {_crop(page) for page in received}
    if len(crops) != 1:
        return None
    crop = crops.pop()
    return (
        received,
        of_kind(seen, "dry_rules", lambda page: brewery_of(page) == brewery_of(received[0]) and _crop(page) == crop),
    )


def _crop(page) -> int:
    m = re.search(r"Crop of (\d{4})|令和(\d+)年産", page.title)
    return int(m[1]) if m[1] else int(m[2]) + 2018


def dried(question, received, rules):
    limit = Decimal(
        group(
            r"moisture (?:of more than|is above|exceeds|is|of|reaches) ([\d.]+)%|水分が?([\d.]+)%(?:を超える|以上)",
            rules,
        )
    )
    over = either(
        rules,
        over=r"moisture (?:of more than|is above|exceeds) |水分が?[\d.]+%を超える",
        reached=r"moisture (?:is|of) [\d.]+% or|moisture reaches|水分が?[\d.]+%以上",
    )
    first("Trial lots are left as they are|Trial lots are not dried again|試験米は|試験米については", rules)
    bags = 0
    for _, _, _, _, count, moisture, mark in rows(received, r"R\d+", 7, r"(\d+) lots|全(\d+)ロット"):
        if mark not in ("", "T", "試"):
            raise Unsettled(f"what is {mark}?")
        damp = Decimal(moisture) > limit or (over == "reached" and Decimal(moisture) == limit)
        bags += int(count) if damp and not mark else 0
    return bags
