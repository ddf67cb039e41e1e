"""The second reader of the parking kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.kits.readers.pages import Readers, answer, number, plain
from tests.kits.readers.parking import duties, seasons, stamps, stays

KINDS = {  # kind -> pattern of the title, English or Japanese
    "circular": r": Circular No|通達第",
    "gates": r"^New Gates|^新しいゲートのお知らせ",
    "tariff": r"^Tariff, |^駐車料金表",
    "season_rules": r"^Season Tickets|^定期券規程",
    "block_rules": r"^Unpaid Season Tickets|^定期券未納規程",
    "duty_rules": r"^Pay for Duties|^勤務手当規程",
    "agreement": r"^Agreement with the Shops|^サービス券に関する協定",
    "seasons": r"^Register of Season Tickets|^定期券台帳",
    "payments": r"^Payments for Season Tickets|^定期券入金簿",
    "stays": r"^Log of Lane 2|^2番出口記録",
    "stamps": r"^Stamps of the Shops|^サービス券集計表",
    "roster": r"^Roster of Attendants|^管理員勤務表",
}
READERS: Readers = {
    "stay_charge": (stays.need, stays.charge_asked),
    "charge_said": (stays.need, stays.charge_asked),
    "takings": (stays.log_need, stays.takings),
    "pay_of_attendant": (duties.pay_need, duties.pay_of_attendant),
    "duty_said": (duties.need, duties.on_duty_asked),
    "season_price": (seasons.price_need, seasons.price),
    "tickets_blocked": (seasons.blocked_need, seasons.blocked),
    "stamps_charged": (stamps.need, stamps.charged),
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (yen, a name, numbers of tickets) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0])),
    "duty_said": lambda text: next(
        a or b for a, b in re.findall(r"(\S+) was on duty, not|勤務していたのは(\S+?)であり", text)
    ),
    "tickets_blocked": lambda text: tuple(re.findall(r"[A-Z]\d-\d{3}", text)),
}
