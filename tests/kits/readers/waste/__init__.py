"""The second reader of the waste kit: one reader for each program, written from the pages as a person reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any

from tests.kits.readers.pages import Unsettled, answer, dates, first, month, number, of_kind, plain, table
from tests.kits.readers.waste import bulky, hauls, rewards
from tests.kits.readers.waste.common import centre_of, days_of, edition, editions, figure, grid, rows, when

KINDS = {  # kind -> pattern of the title, English or Japanese
    "notice": r"Taking Effect of the New Editions|改正要綱の適用について",
    "deferral": r"Notice No\. \d+, .* at \S+|通知第\d+号 \S+クリーンセンターの\S+要綱について",
    "bulky_rules": r"Bulky Waste, Rules|粗大ごみ処理要綱",
    "haul_rules": r"Deliveries by Customers, Rules|直接搬入要綱",
    "reward_rules": r"Rewards for Group Collections, Rules|集団回収奨励金要綱",
    "ash_rules": r"Handling of Ash, Rules|焼却灰取扱要綱",
    "slips": r"Slips of Group Collections|集団回収伝票一覧",
    "customers": r"Register of Delivering Customers|搬入者台帳",
    "associations": r"Register of Associations|集団回収団体登録簿",
    "bulky_log": r"Bulky Waste Collected|粗大ごみ収集簿",
    "scale_log": r"Weighbridge Log|計量簿",
    "furnaces": r"Furnace Plan|炉運転計画",
    "ash_log": r"Shipments of Ash|焼却灰搬出簿",
}


def read(program: str, question: str, documents: Iterable[Mapping[str, str]]) -> Any:
    """The answer in plain form (a whole number) or None where the documents do not settle it."""
    return answer(READERS, KINDS, program, question, documents)


def value(program: str, text: str) -> Any:
    """A reference answer in the form in which `read` gives it."""
    return VALUES[program](plain(text))


# -- the manifest with which the ash of a load left ---------------------------------------------------------------


def _ticket(question):
    return re.search(r"\d{5}", question)[0]


def _ash_need(question, seen):
    """Roles: log of the scales, furnace plan of its month, notices, editions, shipments of this month and the next."""
    ticket = _ticket(question)
    scales = of_kind(seen, "scale_log", lambda page: re.search(rf"^{ticket},", page.text, re.M))
    if not scales:
        return None
    centre, (year, number_) = centre_of(scales[0]), month(scales[0].title)
    following = (year + number_ // 12, number_ % 12 + 1)

    def of(kind, at):
        return of_kind(seen, kind, lambda page: centre_of(page) == centre and month(page.title) == at)

    return (
        scales,
        of("furnaces", (year, number_)),
        when(seen, "ash_rules", centre),
        editions(seen, "ash_rules", centre),
        of("ash_log", (year, number_)) or [None],
        of("ash_log", following) or [None],
    )


def _ash(question, scales, plan, notices, pair, *logs):
    _, on, _, _, pit, *_ = next(row for row in table(scales) if row[0] == _ticket(question))
    burnt, centre = dates(on)[0], centre_of(scales)
    if not pit:
        raise Unsettled("this was not burnt")
    first(
        "what is burnt on the first day|on which the load was burnt decides|適用日以後に焼却|焼却した日を基準",
        notices[0],
    )
    page = edition(pair, burnt >= days_of(notices, "ash_rules", centre)[0])
    first("burnt on the same day|burnt on the day on which it is tipped|投入の当日に焼却|その日のうちに", page)
    days = figure(
        r"cool for (\d+) days, counted from the day after the fire|cools for (\d+) days; the day after the fire"
        r"|灰は(\d+)日間冷却するものとし、焼却日の翌日をその第1日|焼却日の翌日から起算して(\d+)日間冷却",
        page,
    )
    earliest = burnt + timedelta(days=days + 1)
    furnace = _furnace(plan, pit, burnt.day)
    for log in logs:
        if log is not None and month(log.title) < (earliest.year, earliest.month):
            continue
        if log is None:
            if (earliest.year, earliest.month) == (burnt.year, burnt.month) or log is logs[-1]:
                raise Unsettled("shipments are missing")
            continue
        begin = earliest.day if month(log.title) == (earliest.year, earliest.month) else 1
        later = [row for row in rows(log, r"\d{1,2}", 4) if row[1] == furnace and int(row[0]) >= begin]
        if later:
            return int(min(later, key=lambda row: int(row[0]))[3])
    raise Unsettled("no shipment")


def _furnace(plan, pit, day):
    """The furnace that a pit fed on a day of the month."""
    table_ = grid(plan)
    head = next(row for row in table_ if row[1:] == ("1", "2", "3", "4"))
    for row in table_:
        m = re.match(r"(\d+)日?(?: to |~)(\d+|end|末)", row[0])
        if m and int(m[1]) <= day <= (int(m[2]) if m[2].isdigit() else 31):
            return row[head.index(pit, 1)]
    raise Unsettled(f"{plan.title}: no row for day {day}")


READERS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "delivery_charge": (hauls.need, hauls.one),
    "charge_said": (hauls.need, hauls.one),
    "bulky_fee": (bulky.need, bulky.one),
    "bulky_said": (bulky.need, bulky.one),
    "slip_reward": (rewards.need, rewards.one),
    "ash_of_load": (_ash_need, _ash),
    "charges_of_period": (hauls.period_need, hauls.period),
    "fees_of_town": (rewards.ranked_need, rewards.ranked),
}
VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(READERS, number),
    "charge_said": lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0]),
    "bulky_said": lambda text: number(re.findall(r"([\d,]+) ?(?:yen|円)", text)[0]),
}
