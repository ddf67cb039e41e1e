"""The second reader of the dormitory kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.kits.readers.dormitory import broken, leaving, power, turns
from tests.kits.readers.pages import Readers, answer, dates, number, plain

KINDS = {  # kind -> pattern of the title, English or Japanese
    "circular": r": Circular No|通達第",
    "assembly": r"^Minutes of the Residents' Assembly|^寮生総会議事録",
    "notice_rules": r"^Notice to Leave|^退寮規程",
    "power_rules": r"^Electricity, |^電気料規程",
    "curfew_rules": r"^Late Returns|^門限規程",
    "turn_rules": r"^Turns of Cleaning|^当番規程",
    "breakage_rules": r"^Charges for Broken Things|^破損物の負担基準",
    "rooms": r"^Rooms, |^部屋一覧",
    "residents": r"^Register of Residents|^寮生名簿",
    "meters": r"^New Meters|^新メーター取付簿",
    "readings": r"^Meter Readings|^検針簿",
    "returns": r"^Book of the Night Porter|^夜警日誌",
    "rota": r"^Rota of Cleaning|^清掃当番表",
    "checks": r"^Checks of the Warden|^寮監確認簿",
    "breakage": r"^Broken Things|^破損簿",
}
READERS: Readers = {
    "broken_charged": (broken.need, broken.charged),
    "rent_until": (leaving.need, leaving.last_day),
    "until_said": (leaving.need, leaving.last_day),
    "share_of_resident": (power.share_need, power.share_of_resident),
    "meter_said": (power.meter_need, power.meter_since),
    "electricity": (power.need, power.total),
    "electricity_of_wing": (power.wing_need, power.of_wing),
    "turns_missed": (turns.need, turns.missed),
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (yen, a date, numbers of residents) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, number),
    "rent_until": lambda text: dates(text)[0],
    "until_said": lambda text: dates(text)[-2],  # "until the right day, not until the wrong one"
    "meter_said": lambda text: dates(text)[-2],
    "turns_missed": lambda text: frozenset(re.findall(r"[A-Z]\d{4}", text)),
}
