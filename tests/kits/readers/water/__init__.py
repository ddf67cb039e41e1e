"""The second reader of the water kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.kits.readers.pages import answer, dates, number, plain
from tests.kits.readers.water import bills, meters, works

KINDS = {  # kind -> pattern of the title, English or Japanese
    "resolution": r"Resolution on Proclamation|議会議決書",
    "proclamation": r"Proclamation No|水道事業告示第",
    "tariff": r"Water Charges of|水道料金表",
    "leak_rules": r"Reductions for Leaks, Rules|漏水減免要綱",
    "outage_rules": r"Credits for Outages, Rules|断水減額要綱",
    "intake_rules": r"Counting of Intake under|取水量算定要領",
    "exchange_rules": r"Exchange of Meters, Rules|メーター取替要領",
    "customers": r"Register of Customers|使用者台帳",
    "meters": r"List of Meters|メーター一覧",
    "readings": r"Meter Readings|検針簿",
    "exchanges": r"Meters Exchanged|メーター取替一覧",
    "exempt": r"Notice on the Exchange of Meters|のメーター取替えについて",
    "outages": r"Log of Outages|断水記録",
    "intake": r"Daily Intake and Level|取水日報",
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (a number, a date, a tuple of meters) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


READERS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "two_months": (bills.need, bills.one),
    "all_bills": (bills.all_need, bills.all_of),
    "week_of_the_limit": (works.week_need, works.week),
    "apply_until": (works.leak_need, works.leak),
    "not_exchanged": (meters.late_need, meters.late),
    "outage_credit": (works.outage_need, works.outage),
    "basic_said": (bills.said_need, bills.said),
    "exchange_said": (meters.day_need, meters.day_of),
}
VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("two_months", "all_bills", "week_of_the_limit", "outage_credit"), number),
    **dict.fromkeys(("apply_until", "exchange_said"), lambda text: dates(text)[0]),
    "not_exchanged": lambda text: tuple(sorted(re.findall(meters.METER, text))),
    "basic_said": lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0]),
}
