"""The second reader of the school kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.kits.readers.pages import Readers, answer, dates, number, plain
from tests.kits.readers.school import lessons, makeups, prices, refunds

KINDS = {  # kind -> pattern of the title, English or Japanese
    "circular": r": Circular No|通達第\d+号 新版",
    "corrections": r": Corrections to Circular|通達第\d+号の訂正",
    "fees": r"^Fees, |^受講料規程",
    "refund_rules": r"^Refunds, |^返金規程",
    "makeup_rules": r"^Make-up Lessons, |^振替規程",
    "pay_rules": r"^Pay of Teachers|^講師謝金規程",
    "courses": r"^Courses, |^コース一覧",
    "contracts": r"^Contracts, |^契約簿",
    "cancellations": r"^Withdrawals, |^解約届受付簿",
    "absences": r"^Absences, |^欠席簿",
    "makeups": r"^Make-up Lessons Held|^振替簿",
    "teachers": r"^Teachers, |^講師名簿",
    "lessons": r"^Lesson Log|^別館実施簿",
}
READERS: Readers = {
    "made_up_until": (makeups.until_need, makeups.until),
    "until_said": (makeups.until_need, makeups.until),
    "never_made_up": (makeups.never_need, makeups.never),
    "minutes_taught": (lessons.minutes_need, lessons.minutes_of),
    "teacher_said": (lessons.teacher_need, lessons.teacher),
    "contract_price": (prices.need, prices.of_contract),
    "paid_back": (refunds.need, refunds.total),
    "pay_of_teacher": (lessons.pay_need, lessons.pay),
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (int, date, name, codes) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


def day(text: str) -> Any:
    """The last day for a lesson; a sentence names it after the days of notice and lesson."""
    found = re.search(r"made up until (.*), not until|振替の期限は(.*)であり", text)
    return dates(found[1] or found[2] if found else text)[0]


VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0])),
    "made_up_until": day,
    "until_said": day,
    "never_made_up": lambda text: frozenset(re.findall(r"[A-Z]\d-\d{3}", text)),
    "minutes_taught": number,
    "teacher_said": lambda text: next(
        filter(None, re.search(r"is taught by (\S+),|担当は(\S+?)講師であり", text).groups())
    ),
}
