"""What is paid back of the small expenses of a month in one class."""

from __future__ import annotations

import re

from tests.kits.readers.pages import Unsettled, first, fiscal, fiscal_year, month, number, rows, table
from tests.kits.readers.travel.common import branch_asked, here

CLASSES = {  # how rules and questions name a class -> what a reader knows about expenses
    "getting about|移動": "ferry|bicycle|toll|taxi|フェリー|自転車|高速道路|タクシー",
    "communication|通信": "fax|parcel|stamps|telephone|ファクシミリ|宅配便|切手|テレホンカード",
    "hospitality|接待": "sweets|flowers|lunch with|tea for|菓子折り|花束|昼食|来客用の茶",
    "supplies|消耗品": "tape|batteries|ink|notebooks|粘着テープ|乾電池|インク|ノート",
}


def need(question, seen):
    branch, at = branch_asked(question, seen), month(question)
    return (
        here(seen, "receipts", branch, lambda page: month(page.title) == at),
        here(seen, "receipt_rules", branch, lambda page: fiscal(page.title)[0] == fiscal_year(*at)),
    )


def refunded(question, receipts, rules):
    asked = [name for name in CLASSES if re.search(name, question)]
    limits = [number(row[1]) for row in table(rules) if len(row) == 2 and re.fullmatch(asked[0], row[0], re.I)]
    if len(asked) != 1 or len(limits) != 1:
        raise Unsettled(f"classes {asked}, limits {limits}")
    first("limit for each entry|each entry has a limit|1件につき次のとおり|1件ごとの上限", rules)
    said = first(
        r"bring (?P<p>\d+)% of what they would bring with one, .*? if no more than (?P<y>[\d,]+) yen were spent"
        r"|nothing is paid if more than (?P<y2>[\d,]+) yen were spent\. Otherwise (?P<p2>\d+)% of"
        r"|支出が(?P<y3>[\d,]+)円以下のものに限り、本来の払戻額の(?P<p3>\d+)%"
        r"|支出が(?P<y4>[\d,]+)円を超えるときは払い戻さない。その他のときは、領収証があれば払い戻すべき額の(?P<p4>\d+)%",
        rules,
    )
    known = {name[0]: number(found) for name, found in said.groupdict().items() if found}
    total = 0
    for _, _, what, spent, receipt in rows(receipts, r"\d+", 5, r"(\d+) entries|全(\d+)件"):
        if receipt not in ("", "N", "無"):
            raise Unsettled(f"what is {receipt}?")
        if class_of(what) == asked[0]:
            yen = min(int(spent), limits[0])
            if receipt:
                yen = yen * known["p"] // 100 if int(spent) <= known["y"] else 0
            total += yen
    return total


def class_of(what: str) -> str:
    fits = [name for name, words in CLASSES.items() if re.search(words, what)]
    if len(fits) != 1:
        raise Unsettled(f"what is {what}?")
    return fits[0]
