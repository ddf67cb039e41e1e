"""The second reader of the travel kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.kits.readers.pages import Readers, answer, number, plain
from tests.kits.readers.travel import daily, expenses, hotels, settlement

KINDS = {  # kind -> pattern of the title, English or Japanese
    "supplement": r"Supplementary Provisions to the Travel Rules|旅費規程附則",
    "daily": r"^Travel Rules, Chapter \d+ \(Daily|^旅費規程第\d+章 日当",
    "hotels": r"^Travel Rules, Chapter \d+ \(Hotels|^旅費規程第\d+章 国外宿泊費",
    "exchange": r"^Travel Rules, Chapter \d+ \(Exchange|^旅費規程第\d+章 換算",
    "settlement": r"^Travel Rules, Chapter \d+ \(Settlement|^旅費規程第\d+章 精算",
    "receipt_rules": r"^Small Expenses, .* fiscal|^小口立替えの取扱い",
    "receipts": r"^Small Expenses, (?!.* fiscal)|^小口立替え一覧",
    "staff": r"^List of the Staff|^社員一覧",
    "promotions": r"^Promotions|^昇級一覧",
    "trips": r"^Trips within the Country|^国内出張一覧",
    "claims": r"^Claims for Hotels Abroad|^国外宿泊費請求一覧",
    "rates": r": Rates of Exchange| 換算相場",
    "holidays": r": Holidays of the Firm| 会社の休日",
    "returned": r"^Group Trips of the Last Seven Weeks|^直近7週間の団体出張",
    "papers": r"^Papers of Group Trips|^団体出張書類の記録",
}
READERS: Readers = {
    "trip_allowance": (daily.one_need, daily.one),
    "allowance_said": (daily.one_need, daily.one),
    "traveller_said": (daily.traveller_need, daily.traveller),
    "allowances_of_period": (daily.period_need, daily.total),
    "small_expenses": (expenses.need, expenses.refunded),
    "hotel_refund": (hotels.one_need, hotels.one),
    "hotels_of_traveller": (hotels.traveller_need, hotels.of_traveller),
    "trips_unsettled": (settlement.need, settlement.late),
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (yen, number of a person, trips) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0])),
    "traveller_said": lambda text: next(
        filter(None, re.search(r"made by (\S+), not|出たのは(\S+?)であり", text).groups())
    ),
    "trips_unsettled": lambda text: frozenset(re.findall(r"[A-Z]{2}\d-\d{3}", text)),
}
