"""The second reader of the fruit kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.kits.readers.fruit import money, store
from tests.kits.readers.fruit.common import FAULTS
from tests.kits.readers.pages import answer, number, plain

KINDS = {  # kind -> pattern of the title, English or Japanese
    "corrections": r"Correction Sheet to Notice|正誤表",
    "notice": r"Notice No\. \d+ of|新規程の適用開始日",
    "rates": r"Advance Rates of|概算金単価表",
    "reject_rules": r"Payment for Rejects, Rules|格外品精算要領",
    "fees": r"Fees and Levy, Rules|控除規程",
    "store_rules": r"Stock and Loading, Rules|在庫及び積込みに関する規程",
    "growers": r"Register of Growers|生産者台帳",
    "receipts": r"^Deliveries|荷受簿",
    "sorting": r"Sorting Record|選果記録",
    "rejects": r"Log of Rejects|格外品記録",
    "loads": r"^Loads|出荷台帳",
    "returns": r"Fruit Refused by Markets|市場返品記録",
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (a whole number or a fault) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


READERS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "lot_costs": (money.cost_need, money.cost_asked),
    "kilogram_rate": (money.rate_need, money.rate_asked),
    "rate_said": (money.rate_need, money.rate_asked),
    "advances_paid": (money.period_need, money.period),
    "settled_with": (money.period_need, money.settled),
    "rejects_paid": (money.reject_need, money.reject),
    "cause_said": (money.cause_need, money.cause),
    "left_in_store": (store.need, store.left),
}
VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, number),
    "rate_said": lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0]),
    "cause_said": lambda text: re.search("|".join(FAULTS.values()), text)[0],
}
