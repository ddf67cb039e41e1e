"""The second reader of the care kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.kits.readers.care import escorts, incidents, shifts, visits
from tests.kits.readers.pages import answer, number, plain

KINDS = {  # kind -> pattern of the title, English or Japanese
    "notice_units": r"First Days of the Unit Table|単位数表及び加算・減算要領の適用",
    "notice_private": r"First Days for Escorts|付添い及び事故報告の新版",
    "limits": r"Monthly Limits of Units|月間の単位数の上限",
    "units": r"^Unit Table|^単位数表",
    "additions": r"^Additions and Deductions|^加算・減算要領",
    "escort": r"^Tariff for Escorts|^付添い料金表",
    "incident_rules": r"^Reports of Incidents|^事故報告要領",
    "shift_rules": r"^Shifts and Breaks|^勤務区分及び休憩",
    "plans": r"^List of Care Plans|^計画一覧",
    "visits": r"^Record of Visits|^訪問記録",
    "trips": r"^Record of Escorts|^付添い記録",
    "incidents": r"^Log of Incidents|^事故記録簿",
    "roster": r"^Roster|^勤務表",
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (int, name, codes) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


READERS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "escort_fee": (escorts.need, escorts.fee),
    "fee_said": (escorts.need, escorts.fee),
    "hours_rostered": (shifts.need, shifts.hours),
    "night_said": (shifts.need, shifts.night),
    "reported_late": (incidents.need, incidents.late),
    "visit_units": (visits.one_need, visits.one),
    "units_in_period": (visits.period_need, visits.total),
    "above_limit": (escorts.ranked_need, escorts.ranked),
}
VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, number),
    "fee_said": lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0]),
    "hours_rostered": shifts.duration,
    "night_said": lambda text: next(
        filter(None, re.search(r"covered by (\S+),|勤めたのは(\S+?)であり", text).groups())
    ),
    "reported_late": lambda text: frozenset(re.findall(r"[A-Z]\d{3}", text)),
}
