"""Fees for large things fetched from the houses."""

from __future__ import annotations

import re

from tests.kits.readers.pages import Unsettled, cells, dates, first, number, of_kind, table
from tests.kits.readers.waste.common import centre_of, days_of, edition, editions, fits, when

RECEIPT = r"B\d{4,5}"
KINDS = {  # what a reader knows about things
    "Seating|椅子類": "recliner|sofa|garden bench|リクライニングチェア|ソファ|ベンチ",
    "Storage furniture|収納家具": "bookcase|chest of drawers|sideboard|wardrobe|本棚|[ただ]んす|サイドボード",
    "Bedding|寝具": "bed frame|futon|mattress|ベッド|布団|マットレス",
    "Appliances for heating and cooking|暖房・調理機器": "heater|gas range|oil stove|ファンヒーター|ガスこんろ|石油ストーブ",
    "Wheeled goods|車輪付きのもの": "bicycle|handcart|pushchair|自転車|リヤカー|ベビーカー",
    "Sports goods|スポーツ用品": "golf bag|skis|surfboard|table tennis|ゴルフバッグ|スキー板|サーフボード|卓球台",
}


def need(question, seen):
    receipt = re.search(RECEIPT, question)[0]
    logs = of_kind(seen, "bulky_log", lambda page: re.search(rf"^{receipt},", page.text, re.M))
    if not logs:
        return None
    centre = centre_of(logs[0])
    return logs, when(seen, "bulky_rules", centre), editions(seen, "bulky_rules", centre)


def one(question, log, notices, pair):
    receipt = re.search(RECEIPT, question)[0]
    return fee(next(row for row in table(log) if row[0] == receipt), centre_of(log), notices, pair)


def fee(row, centre, notices, pair) -> int:
    _, accepted, collected, _, item, edge, note = row
    first("accepted (?:on|before) the first day|適用日(?:以後|前)に受け付けたもの", notices[0])
    start, transition = days_of(notices, "bulky_rules", centre)
    page = edition(pair, dates(accepted)[0] >= start or dates(collected)[0] > transition)
    if note in ("X", "無"):
        first("nothing is charged and the application lapses|there is no fee|手数料を(?:要しない|徴収せず)", page)
        return 0
    kind = next((name for name, words in KINDS.items() if re.search(words, item)), None)
    if kind is None:
        raise Unsettled(f"what is {item}?")
    heads = next((row for row in cells(page.text) if len(row) == 3 and re.search(r"\d+ ?cm", row[0])), None)
    prices = next((row for row in table(page) if len(row) == 4 and re.fullmatch(kind, row[0])), None)
    if heads is None or prices is None:
        raise Unsettled(f"{page.title}: no row for {item}")
    amount = number(next(price for head, price in zip(heads, prices[1:], strict=True) if fits(head, int(edge), "cm")))
    if note in ("R", "減"):
        up = first(
            r"certificate of reduction[^.]*(?:; [^.]*)?rounded (?:(up)|down)|減免証[^条]*?端数は(?:10円に)?(?:(切り上げ)|切り捨て)",
            page,
        )
        amount = -(-amount // 20) * 10 if any(up.groups()) else amount // 20 * 10
    return amount
