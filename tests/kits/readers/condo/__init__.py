"""The second reader of the condo kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.kits.readers.condo import late, visits, votes
from tests.kits.readers.condo import reserve as reserves
from tests.kits.readers.pages import Readers, answer, number, plain

KINDS = {  # kind -> pattern of the title, English or Japanese
    "minutes": r"^Minutes of the General|^総会議事録",
    "fee_rules": r"^By-laws on the Repair|^修繕積立金細則",
    "late_rules": r"^By-laws on Late|^遅延損害金細則",
    "visit_rules": r"^By-laws on Visitors|^来客車両細則",
    "vote_rules": r"^By-laws on Voting|^議決権行使細則",
    "payments": r"^Instalments Paid|^納期限後納付一覧",
    "visits": r"^Visitors' Vehicles|^来客車両記録",
    "flats": r"^Register of Flats|^住戸台帳",
    "attendance": r"^Attendance List|^出席者・書面一覧",
    "convening": r"^Notice of the|総会招集通知",
}
READERS: Readers = {
    "reserve_instalment": (reserves.need, reserves.instalment),
    "reserve_said": (reserves.need, reserves.instalment),
    "late_charge": (late.one_need, late.one),
    "damages_in_all": (late.all_need, late.total),
    "visit_charge": (visits.one_need, visits.one),
    "visit_said": (visits.one_need, visits.one),
    "visitors_of_late": (visits.ranked_need, visits.ranked),
    "without_vote": (votes.need, votes.silent),
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (int, codes) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


def yen(text: str) -> int:
    return number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0])


VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, yen),
    "without_vote": lambda text: frozenset(re.findall(r"[A-Z]\d{3}", text)),
}
