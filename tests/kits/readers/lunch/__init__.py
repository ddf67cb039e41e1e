"""The second reader of the lunch kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.kits.readers.lunch import carrier, fees, substitutes
from tests.kits.readers.pages import Readers, answer, dates, number, plain

KINDS = {  # kind -> pattern of the title, English or Japanese
    "order": r"^Order No|教育委員会訓令",
    "agreement": r"^Agreement of|適用開始日に関する申合せ",
    "absence_rules": r"^Absences from School Lunch|^欠食取扱要領",
    "fees": r"^Lunch Fees|^給食費表",
    "carrier_rules": r"^Pay of the Carrier|^配送料規程",
    "certificate_rules": r"^Medical Certificates for|証明書取扱要領",
    "substitutes": r"^Substitutes for|^代替食一覧",
    "menus": r"^Menu of|^献立表",
    "trips": r"^Trips of the Years|^校外学習",
    "absences": r"^Absences, |^欠食者一覧",
    "deliveries": r"^Deliveries to|^配送記録",
    "pupils": r"^Children with Notes|^食事に配慮を要する",
    "certificates": r"^List of Medical Certificates|^証明書一覧",
}
READERS: Readers = {
    "free_from": (fees.free_need, fees.free_from),
    "fee_said": (fees.fee_need, fees.fee),
    "trip_said": (fees.trip_need, fees.trip),
    "fee_of_month": (fees.month_need, fees.charged),
    "dish_instead": (substitutes.dish_need, substitutes.dish),
    "who_gets_one": (substitutes.who_need, substitutes.who),
    "carrier_paid": (carrier.need, carrier.paid),
    "day_of_the_limit": (carrier.limit_need, substitutes.cost),
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (int, date, dish, codes) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


def day(text: str) -> Any:
    return dates(text)[0]


VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0])),
    "free_from": day,
    "trip_said": day,
    "dish_instead": lambda text: text.removeprefix("the "),
    "who_gets_one": lambda text: frozenset(re.findall(r"[A-Z]\d{3}", text)),
}
