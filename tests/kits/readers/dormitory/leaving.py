"""Until which day somebody who leaves a hall owes rent."""

from __future__ import annotations

import re
from datetime import timedelta

from tests.kits.readers.dormitory.common import hall_asked, rules, valid
from tests.kits.readers.pages import Page, dates, either, figure, first, minutes

DAY = timedelta(days=1)


def need(question, seen):
    return rules(seen, ["notice_rules"], hall_asked(question, seen))


def last_day(question, *choice):
    """The day of entry comes before that of the notice; a day that is said to be the last comes after both."""
    entered, notice = sorted(dates(question))[:2]
    page = valid("notice_rules", entered, choice)
    if not in_time(page, question):
        notice += DAY
    days = figure(r"Rent is owed for (\d+) days|rent runs for (\d+) days|寮費は、(\d+)日分|寮費は(\d+)日分", page)
    counted = either(
        page,
        same="The day of the notice is the first|with the day of the notice as day 1|届出の日を第1日|当日を算入する",
        next="The day after that of the notice is the first|without the day of the notice|届出の日の翌日を第1日|当日を算入しない",
    )
    last = notice + DAY * (days - (counted == "same"))
    moved = either(page, later="Monday|次の月曜日", earlier="Friday|前の金曜日")
    while last.weekday() >= 5:
        last += DAY if moved == "later" else -DAY
    return last


def in_time(page: Page, question: str) -> bool:
    """Whether a notice bears the date of the day on which it is handed in."""
    m = first(
        r"handed in at (?P<a>\d+:\d\d) or earlier|until and including (?P<b>\d+:\d\d)"
        r"|earlier than (?P<c>\d+:\d\d)|before (?P<d>\d+:\d\d) \(at \S+ exactly it is too late"
        r"|(?P<e>\d+時(?:\d+分)?)以前に受け付けた|(?P<f>\d+時(?:\d+分)?)まで\(ちょうどを含む"
        r"|(?P<g>\d+時(?:\d+分)?)前に受け付けた|(?P<h>\d+時(?:\d+分)?)より前\(ちょうどを含まない",
        page,
    )
    name, limit = next((name, minutes(found)) for name, found in m.groupdict().items() if found)
    at = minutes(re.sub(r"\d+年\d+月\d+日", "", question))
    return at <= limit if name in "abef" else at < limit
