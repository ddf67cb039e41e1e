"""The second reader of the lpgas kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any

from tests.kits.readers.lpgas import bills, calls, haulage, regulators
from tests.kits.readers.pages import Readers, answer, dates, number, plain

KINDS = {  # kind -> pattern of the title, English or Japanese
    "circular": r": Circular No|通達第",
    "adjustments": r": Adjustment for the Price|原料費調整単価",
    "tariff": r"^Tariff, |^ガス料金表",
    "delivery_rules": r"^Delivery Fees|^配送料規程",
    "stock_rules": r"^Quantity Handed Out|^払出重量規程",
    "call_rules": r"^Call-outs|^出動料規程",
    "regulator_rules": r"^Renewal of Regulators|^調整器更新規程",
    "readings": r"^Meter Readings|^検針記録",
    "deliveries": r"^Deliveries, |^配送記録",
    "customers": r"^Customers, |^客先一覧",
    "fixed": r"^Customers with Fixed|^固定価格の客先",
    "hauliers": r"^Hauliers under|^契約運送業者",
    "regulators": r"^Regulators, |^調整器台帳",
    "exchanges": r"^Log of Exchanged|^調整器交換記録",
}
READERS: Readers = {
    "call_out": (calls.need, calls.charge),
    "charge_said": (calls.need, calls.charge),
    "used_by_class": (bills.class_need, bills.used),
    "bills_of_period": (bills.need, bills.total),
    "delivery_fee": (haulage.one_need, haulage.one),
    "renewed_said": (haulage.renewed_need, haulage.renewed),
    "fees_of_haulier": (haulage.sum_need, haulage.of_haulier),
    "not_exchanged": (regulators.need, regulators.overdue),
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (a number, a date, codes) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0])),
    "used_by_class": lambda text: Decimal(re.search(r"[\d,.]+", text)[0].replace(",", "")),
    "renewed_said": lambda text: dates(text)[0],
    "not_exchanged": lambda text: frozenset(re.findall(r"[A-Z]\d{4}", text)),
}
