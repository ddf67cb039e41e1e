"""What the faults of one class cost in a month."""

from __future__ import annotations

import re

from tests.kits.readers.pages import Unsettled, figure, first, fiscal, fiscal_year, month, number, rows, table
from tests.kits.readers.quality.common import here, product_of, works_asked

CLASSES = {  # how a question names a class -> what a reader knows about faults
    "dimension|寸法": "bore too wide|out of round|too short|穴の広がり|真円|全長の不足",
    "surface|外観": "rust|scratches|burrs|さび|引っかき傷|ばり",
    "material|材質": "slag|too soft|wrong alloy|スラグ|硬さ不足|合金の取り違え",
    "marking|packing|表示|包装": "crate|label|wrong number|木箱|ラベル|刻印",
}


def need(question, seen):
    works, at = works_asked(question, seen), month(question)
    return (
        here(seen, "faults", works, lambda page: month(page.title) == at),
        here(seen, "fault_costs", works, lambda page: fiscal(page.title)[0] == fiscal_year(*at)),
    )


def cost(question, log, prices):
    asked = [found for words, found in CLASSES.items() if re.search(words, question)]
    if len(asked) != 1:
        raise Unsettled("which class?")
    first("four classes|Faults are of dimension|種類は、寸法|不良は、寸法", prices)
    first("Entries are not put together|Every entry is looked at by itself|合算しない|1件ごとに見る", prices)
    first("yen below one are dropped|fractions of a yen of the entry are dropped|1円未満", prices)
    least = figure(
        r"Entries of fewer than (\d+) pieces cost nothing|Only entries of (\d+) pieces or more"
        r"|(\d+)個に満たないものは|1件(\d+)個以上",
        prices,
    )
    percent = figure(
        r"customer found costs (\d+)% more|customer found it, (\d+)% are added"
        r"|客先での発見については(\d+)%|客先で見付かった不良は(\d+)%増し",
        prices,
    )
    listed = [row for row in table(prices) if len(row) == 2 and re.fullmatch(r"[\d,]+", row[1])]
    total = 0
    for _, _, product, found, pieces, customer in rows(log, r"\d{4}", 6, r"(\d+) entries|全(\d+)件"):
        if customer not in ("", "K", "客"):
            raise Unsettled(f"what is {customer}?")
        if class_of(found) == asked[0] and int(pieces) >= least:
            yen = number(listed[product_of(product, [name for name, _ in listed])][1]) * int(pieces)
            total += yen * (100 + percent) // 100 if customer else yen
    return total


def class_of(found: str) -> str:
    fits = [words for words in CLASSES.values() if re.search(words, found)]
    if len(fits) != 1:
        raise Unsettled(f"what is {found}?")
    return fits[0]
