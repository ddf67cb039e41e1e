"""The last day of the term of training."""

from __future__ import annotations

import calendar
from datetime import date, timedelta

from tests.kits.readers.driving.common import rules, school_asked, valid
from tests.kits.readers.pages import Unsettled, dates, either, figure, first, number, table

DAY = timedelta(days=1)


def need(question, seen):
    return rules(seen, ["terms"], school_asked(question, seen))


def last_day(question, *choice):
    """Enrolment, first lesson and both ends of the leave: the question's four earliest days."""
    days = sorted(dates(question))[:4]
    enrolled, first_lesson, left, back = days
    page = valid("terms", choice, enrolled=enrolled, first_lesson=first_lesson)
    months = [number(row[1]) for row in table(page) if len(row) == 2 and row[1].isdigit() and row[0] in question]
    if len(months) != 1:
        raise Unsettled(f"{page.title}: {months}")
    begin = {"enrolment": enrolled, "lesson": first_lesson}[
        either(
            page,
            enrolment="run from the day of enrolment|counted from the day of enrolment|最初の教習の日でなく入校日|入校した日から起算",
            lesson="from the day of the first lesson|入校日でなく最初の教習の日|最初の教習を受けた日から起算",
        )
    ]
    same = either(
        page,
        yes="on a 10th|end on the 10th|応当日とし|応当日に満了",
        no="on a 9th|end on the 9th|応当日の前日",
    )
    end = _later(begin, months[0]) - (DAY if same == "no" else timedelta())
    least = figure(
        r"absence of (\d+) days or more|if it lasts (\d+) days or more|(\d+)日以上の休学|休学が(\d+)日以上", page
    )
    first("shorter one adds nothing|otherwise not at all|短いものは加えない|満たない休学によっては延長しない", page)
    away = (back - left).days + 1
    return end + DAY * (away if away >= least else 0)


def _later(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if day.day > calendar.monthrange(year, month + 1)[1]:
        raise Unsettled(f"no such day in the last month: {day}")
    return date(year, month + 1, day.day)
