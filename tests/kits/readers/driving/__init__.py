"""The second reader of the driving kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.kits.readers.driving import allowances, cancels, counter, reviews, terms
from tests.kits.readers.pages import Readers, answer, dates, number, plain

KINDS = {  # kind -> pattern of the title, English or Japanese
    "resolution": r"Resolution No|役員会決議第",
    "notice": r"Notice of First Days|適用開始日の告示",
    "tariff": r"^Prices, |^料金表",
    "cancelling": r"^Cancelled Lessons|^キャンセル規程",
    "terms": r"^Term of Training|^教習期間規程",
    "allowance": r"^Allowances of|^指導員手当規程",
    "refresher": r"^Refresher Hours|^研修時間規程",
    "prices": r"^Counter Prices|^窓口取扱品価格表",
    "cancels": r"^Log of Cancelled|^教習キャンセル記録",
    "duty": r"^Duty Sheet|^指導員勤務表",
    "review": r"^Review of Refresher|^研修時間審査表",
    "pupils": r"^List of Pupils|^教習生一覧",
    "instructors": r"^List of Instructors|^指導員一覧",
    "counter": r"^Slips of the Counter|^窓口伝票一覧",
}
READERS: Readers = {
    "last_day": (terms.need, terms.last_day),
    "term_said": (terms.need, terms.last_day),
    "cancel_fee": (cancels.one_need, cancels.one),
    "fees_of_period": (cancels.period_need, cancels.total),
    "allowances_of_instructor": (allowances.need, allowances.earned),
    "counter_takings": (counter.need, counter.takings),
    "instructor_said": (cancels.teacher_need, cancels.teacher),
    "hours_missing": (reviews.need, reviews.missing),
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (int, date, numbers) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0])),
    "last_day": lambda text: dates(text)[0],
    "term_said": lambda text: dates(text)[0],
    "instructor_said": lambda text: re.search(r"[A-Z]-\d\d", text)[0],
    "hours_missing": lambda text: frozenset(re.findall(r"[A-Z]-\d\d", text)),
}
