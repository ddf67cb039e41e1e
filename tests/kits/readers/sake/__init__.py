"""The second reader of the sake kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.kits.readers.pages import Readers, answer, dates, number, plain
from tests.kits.readers.sake import cellar, loans, milling, removals

KINDS = {  # kind -> pattern of the title, English or Japanese
    "circular": r"Circular No|通達第",
    "milling": r"^Tariff for Milling|^受託精米料金表",
    "cask_rules": r"^Casks on Loan|^通い樽貸出規程",
    "rates": r"^Sums Set Aside|^酒税引当基準",
    "dry_rules": r"^Receiving Standard|^原料米受入基準",
    "press_rules": r"^When to Press|^上槽判定要領",
    "panel_rules": r"^Tasting Rules|^きき酒審査要領",
    "casks": r"^Loan Book for Casks|^通い樽貸出台帳",
    "closures": r"^Calendar of Closures|^休業日一覧",
    "products": r"^List of Products|^製品一覧",
    "shipments": r"^Slips of Goods Removed|^移出伝票一覧",
    "corrections": r"^Notice of Corrections|^移出伝票訂正通知",
    "panel": r"^Tasting Sheet|^きき酒採点表",
    "samples": r"^List of Samples|^出品試料一覧",
    "rice": r"^Rice Receipts|^原料米受入台帳",
    "ferment": r"^Fermentation Log|^もろみ経過簿",
    "batches": r"^List of Batches|^仕込一覧",
}
READERS: Readers = {
    "milling_fee": (milling.need, milling.fee),
    "fee_said": (milling.need, milling.fee),
    "dried_again": (milling.rice_need, milling.dried),
    "cask_hire": (loans.one_need, loans.one),
    "pressed_said": (cellar.press_need, cellar.pressed),
    "turned_down": (cellar.panel_need, cellar.refused),
    "tax_set_aside": (removals.need, removals.total),
    "customer_casks": (loans.buyer_need, loans.of_buyer),
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (int, date, codes) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0])),
    "dried_again": number,
    "pressed_said": lambda text: dates(text)[0],
    "turned_down": lambda text: frozenset(re.findall(r"[A-Z]\d{3}", text)),
}
