"""The second reader of the warehouse kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.kits.readers.pages import Readers, answer, dates, number, plain
from tests.kits.readers.warehouse import demurrage, free, letters, loading, work

KINDS = {  # kind -> pattern of the title, English or Japanese
    "circular": r"Circular No|通達第",
    "start": r"Announcement of First Days|適用開始日の公示",
    "free": r"^Free Time|^無料期間規程",
    "demurrage": r"^Demurrage|^超過保管料規程",
    "handling": r"^Loading Charges|^積込料規程",
    "reminding": r"^Reminders for|^長期蔵置貨物の督促要領",
    "extra": r"^Extra Work|^附帯作業料金",
    "closings": r"^Days of Closure|^閉鎖日一覧",
    "landings": r"^Landing Sheet|^陸揚票",
    "deliveries": r"^Delivery List|^搬出一覧",
    "jobs": r"^Extra Jobs|^附帯作業一覧",
    "stock": r"^Stocktaking|^在庫表",
    "reminders": r"^Log of Reminders|^督促状発送簿",
}
READERS: Readers = {
    "free_until": (free.need, free.until),
    "free_said": (free.need, free.until),
    "lot_demurrage": (demurrage.one_need, demurrage.one),
    "demurrage_of_period": (demurrage.period_need, demurrage.total),
    "loading_of_firm": (loading.need, loading.of_firm),
    "extra_work": (work.need, work.charged),
    "consignee_said": (work.gone_need, work.consignee),
    "not_reminded": (letters.need, letters.missing),
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (int, date, firm, codes) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


def day(text: str) -> Any:
    """The first day that a sentence says: "ends on 6 July, not on 8 July" comes after the day of landing."""
    found = re.search(r"ends on (.*), not|無料期間は(.*)に終わり", text)
    return dates(found[1] or found[2] if found else text)[0]


VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0])),
    "free_until": day,
    "free_said": day,
    "consignee_said": lambda text: next(
        filter(None, re.search(r" is ([^,]+), not|荷受人は(.+?)であり", text).groups())
    ),
    "not_reminded": lambda text: frozenset(re.findall(r"[A-Z]{2}\d-\d{3}", text)),
}
