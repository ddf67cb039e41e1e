"""What shops are charged for the stamps they have given out."""

from __future__ import annotations

import re

from tests.kits.readers.pages import Unsettled, figure, first, fiscal, fiscal_year, month, rows, table
from tests.kits.readers.parking.common import here, park_asked

CLASSES = {  # what a reader knows about shops
    "clothing|衣料": "hat maker|shirt shop|tailor|kimono dealer|glove shop|帽子店|シャツ専門店|仕立て屋|呉服店|手袋屋",
    "eating|飲食": "noodle shop|coffee shop|curry restaurant|beer hall|sushi bar|そば店|喫茶店|カレー店|ビアホール|すし店",
    "culture|文化": "cinema|antiquarian bookshop|record shop|music school|gallery|映画館|古書店|レコード店|音楽教室|画廊",
    "health|medic|医療|健康": "pharmacy|optician|acupuncturist|orthopaedic surgeon|dentist|薬局|眼鏡店|鍼灸院|整形外科|歯科医院",
}
HEADS = (("30 minutes", "60 minutes", "120 minutes"), ("30分券", "60分券", "120分券"))


def need(question, seen):
    park, at = park_asked(question, seen), month(question)
    return (
        here(seen, "stamps", park, lambda page: month(page.title) == at),
        here(seen, "agreement", park, lambda page: fiscal(page.title)[0] == fiscal_year(*at)),
    )


def charged(question, page, agreement):
    asked = [words for name, words in CLASSES.items() if re.search(name, question)]
    if len(asked) != 1:
        raise Unsettled(f"which shops? {len(asked)}")
    if not any(row in HEADS for row in table(page)):
        raise Unsettled(f"{page.title}: which lengths?")
    each = figure(
        r"stamp of 30 minutes costs the shop ([\d,]+) yen|pay ([\d,]+) yen for each 30 minutes"
        r"|30分当たり([\d,]+)円|30分券1枚につき([\d,]+)円",
        agreement,
    )
    first(
        "in proportion to their minutes|counts twice, one of 120 minutes four times|分数に比例|60分券は2枚分、120分券は4枚分",
        agreement,
    )
    many = first(
        r"gives out (?P<n>\d+) stamps or more in a month, of whatever length, has (?P<p>\d+)% off"
        r"|From (?P<n2>\d+) stamps in a month on, all lengths counted together, .* reduced by (?P<p2>\d+)%"
        r"|合計\)が(?P<n3>\d+)枚以上の店は、その月の代金を(?P<p3>\d+)%引き|(?P<n4>\d+)枚以上渡した店については、その月の全額から(?P<p4>\d+)%",
        agreement,
    )
    said = {name[0]: int(found) for name, found in many.groupdict().items() if found}
    total = 0
    for _, trade, *counts in rows(page, r".+", 5, r"(\d+) shops|全(\d+)店"):
        if not any(re.fullmatch(words, trade) for words in CLASSES.values()):
            raise Unsettled(f"what is a {trade}?")
        if re.fullmatch(asked[0], trade):
            half, one, two = map(int, counts)
            off = said["p"] if half + one + two >= said["n"] else 0
            total += each * (half + 2 * one + 4 * two) * (100 - off) // 100
    return total
