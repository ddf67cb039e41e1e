"""The second reader of the rental kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.kits.readers.pages import answer, dates, number, plain
from tests.kits.readers.rental import fuel, hires, yard

KINDS = {  # kind -> pattern of the title, English or Japanese
    "circular": r"First Days of the New Editions|新版の適用開始日について",
    "prices": r"Fuel Prices|燃料単価",
    "rates": r"^Rates,|^料金表",
    "terms": r"^Terms of Hire|^貸出規定",
    "fuel": r"^Fuel on Return|^返却時燃料規定",
    "inspection": r"^Inspection of Machines|^点検要領",
    "damage_rules": r"^Charging for Damage|^損傷の請求基準",
    "machines": r"^List of Machines|^機械一覧",
    "hires": r"^Hire Record|^貸出記録",
    "damage": r"^Record of Damage|^損傷記録",
    "readings": r"^Hour Meters|^アワメーター読取記録",
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (int, date, numbers) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


READERS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "days_charged": (hires.days_need, hires.days_asked),
    "days_said": (hires.days_need, hires.days_asked),
    "hire_charge": (hires.one_need, hires.one),
    "charges_of_period": (hires.period_need, hires.total),
    "damage_charged": (yard.damage_need, yard.damage),
    "fuel_of_customer": (fuel.need, fuel.of_customer),
    "not_inspected": (yard.overdue_need, yard.overdue),
    "inspected_said": (yard.said_need, yard.inspected),
}
VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, number),
    "days_said": lambda text: number(re.search(r"charged is (\d+)|レンタル料は(\d+)日分", text)[0]),
    "not_inspected": lambda text: frozenset(re.findall(r"[A-Z]\d{3}", text)),
    "inspected_said": lambda text: dates(text)[1],
}
