"""The contract with which the prices first pass a sum leads to a teacher, and a second sweep to that teacher's pay."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY, add_months
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome
from bench.kits.school.ledger import Contract, Ledger, Lesson
from bench.kits.school.programs import FEES, PAY, PROGRAMS, course, in_force, starts, teacher
from bench.kits.school.questions import fees
from bench.kits.school.questions.fees import price
from bench.kits.shapes import yen

Case = tuple[Ledger, int, date, int, date, date]
"""Ledger, school, first day of the count, the sum to be passed, period of the pay."""
SPANS = ("rates", "units", "late", "sunday", "cancelled", "substitute")


def pay(
    ledger: Ledger,
    i: int,
    row: Lesson,
    other_units: bool = False,
    no_late: bool = False,
    no_sunday: bool = False,
    cancelled_whole: bool = False,
    no_substitute: bool = False,
    no_longer: bool = False,
    **edition: Any,
) -> int:
    """What the teacher is paid for one lesson, in yen."""
    s = ledger.schools[i]
    rules, taught = s.pay[in_force(ledger, i, PAY, row.day, **edition)], course(s, row.course)
    minutes = taught.minutes + (0 if no_longer else row.extra)
    units = -(-minutes // rules.unit) if rules.started != other_units else minutes // rules.unit
    amount = units * rules.rates[teacher(s, row.teacher).rank]
    if row.day.weekday() == 6 and not no_sunday:
        amount += amount * rules.sunday // 100
    if row.note == "cancelled" and not cancelled_whole:
        return amount * rules.cancelled // 100
    if taught.hour >= rules.late_from and not no_late:
        amount += rules.late
    return amount + (rules.substitute if row.note == "substitute" and not no_substitute else 0)


FIRST: dict[str, dict[str, Any]] = {f"first_sweep_{name}": {"passing": slip} for name, slip in fees.SLIPS.items()}
SECOND: dict[str, dict[str, Any]] = {
    "newer_pay_for_all": {"one_edition": 1},
    "older_pay_for_all": {"one_edition": 0},
    "units_the_other_way": {"other_units": True},
    "cancelled_lessons_in_full": {"cancelled_whole": True},
    "forgot_the_late_hours": {"no_late": True},
    "forgot_the_sundays": {"no_sunday": True},
    "forgot_the_substitutes": {"no_substitute": True},
    "forgot_the_extra_minutes": {"no_longer": True},
    "lessons_of_the_courses": {"by_course": True},
    "overlooked_the_correction": {"uncorrected": True},
}


def in_order(ledger: Ledger, i: int, first: date) -> list[Contract]:
    """The contracts applied for from a day on, in the order of the sheets."""
    return [c for rows in ledger.schools[i].contracts for c in rows if c.applied >= first]


def passed(ledger: Ledger, i: int, first: date, least: int, **slip: Any) -> Contract | None:
    """The contract with which the sum of the prices first exceeds `least`."""
    so_far = 0
    for c in in_order(ledger, i, first):
        so_far += price(ledger, i, c, **slip)
        if so_far > least:
            return c
    return None


def lessons_of(ledger: Ledger, i: int, number: str, first: date, last: date, by_course: bool = False) -> list[Lesson]:
    s = ledger.schools[i]
    rows = [row for sheet in s.lessons for row in sheet if first <= row.day <= last]
    return [row for row in rows if (course(s, row.course).teacher if by_course else row.teacher) == number]


def earned(case: Case, passing: dict[str, Any] | None = None, by_course: bool = False, **slip: Any) -> int | None:
    ledger, i, start, least, first, last = case
    c = passed(ledger, i, start, least, **(passing or {}))
    if c is None:
        return None
    number = course(ledger.schools[i], c.course).teacher
    return sum(pay(ledger, i, row, **slip) for row in lessons_of(ledger, i, number, first, last, by_course)) or None


def spans(ledger: Ledger, i: int, number: str) -> list[tuple[date, date]]:
    """Periods inside the log with eight lessons of a teacher or more, three or more under each edition."""
    days = [date(2025, 6, 2) + DAY * n for n in range(0, 119, 5)]
    found = []
    for first, last in ((f, e) for f in days for e in days if 40 <= (e - f).days <= 95):
        rows = lessons_of(ledger, i, number, first, last)
        old = sum(not in_force(ledger, i, PAY, row.day) for row in rows)
        if len(rows) >= 8 and min(old, len(rows) - old) >= 3:
            found.append((first, last))
    return found


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """A case in which mistakes of either sweep lead to other sums; the schools are tried in a drawn order."""
    scored: list[tuple[int, Case]] = []
    for i in rng.sample(range(len(ledger.schools)), 4):
        s = ledger.schools[i]
        periods = {t.number: spans(ledger, i, t.number) for t in s.teachers}
        for _ in range(8):
            start = s.contracts[0][0].applied + DAY * rng.randrange(5, 30)
            rows = in_order(ledger, i, start)
            least = sum(price(ledger, i, c) for c in rows[: rng.randrange(44, 74)]) // 50_000 * 50_000
            c = passed(ledger, i, start, least)
            number = course(s, c.course).teacher if c else ""
            if c and periods[number] and rows.index(c) > 35:
                others = [passed(ledger, i, start, least, **slip["passing"]) for slip in FIRST.values()]
                wrong = {course(s, o.course).teacher for o in others if o} - {number}
                scored.append((min(len(wrong), 3), (ledger, i, start, least, *rng.choice(periods[number]))))
    most = max(score for score, _ in scored)
    cases = [case for score, case in scored if score == most]

    def caught(case: Case) -> int:
        return len({earned(case, **slip) for slip in SECOND.values()} - {None, earned(case)})

    return max(rng.sample(cases, len(cases)), key=caught)


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=7)
def pay_of_teacher(ledger: Ledger, rng: Random) -> Question:
    case = _, i, start, least, first, last = draw_case(ledger, rng)
    s = ledger.schools[i]
    key = passed(ledger, i, start, least)
    right = earned(case)
    assert key is not None
    assert right is not None
    number = course(s, key.course).teacher
    held = lessons_of(ledger, i, number, first, last)
    row, other = _changed(rng, ledger, i, held)
    month = next(rows for rows in s.lessons if row in rows)
    doc = f"lessons/{s.key}/{row.day:%Y-%m}"
    beside = rng.choice([r for r in month if r.teacher != number and r.present > 1])
    rows = in_order(ledger, i, start)
    counted = rows[: rows.index(key) + 1]
    sheets = sorted({fees.sheet_of(s, c) for c in counted})
    results = {name: earned(case, **slip) for name, slip in (FIRST | SECOND).items()}
    months = [f"lessons/{s.key}/{rows[0].day:%Y-%m}" for rows in s.lessons if _touches(rows, first, last)]
    return Question(
        ask=ask(
            """
            Take what was applied for at the {s} school from {start} on, in the order of application (within a day by number), and add up what the students pay, all charges at the beginning included. With one of them the sum first exceeds {least} yen. Who gives the lessons agreed on there, and how many yen does that person earn, by the log of the annex, for {first} to {last}, both days included?
            At the {s} school the payments for everything applied for since {start}, entry included, are added up one after the other (by day of application, then by number) until they first pass {least} yen. By the log of the annex, what did the person who gives the course booked last in this count earn, in yen, from {first} to {last} inclusive?
            Count what students of the {s} school have to pay in all, from the applications of {start} on, by day of application and then by number. One application takes the count above {least} yen for the first time. How much, in yen, is paid by the log of the annex to the person in charge of the course it is for, for {first} to {last}, both days included?""",
            """
            {s}校に{start}以後に申し込まれたものについて、入会時の分を含めて受講生が支払う額を、申込みの順（同じ日のものは番号順）に足していくと、あるもので初めて{least}円を超える。そのコースを受け持つ者に、別館実施簿に基づき{first}から{last}まで（初日及び末日を含む。）の分として支払う額は何円か。
            {start}以後に{s}校へ申し込まれた分の支払額（入会時に納めるものを含む。）を、申込日順（同日のものは番号順）に累計します。累計が最初に{least}円を超えたときのコースを担当する人は、{first}から{last}まで（初日及び末日を含む。）に、別館実施簿によるといくら支払われますか。
            {s}校の受講生の支払額を、入会時の分も含めて{start}の申込みから順に（同じ日は番号順に）累計すると、ある申込みで初めて{least}円を超えます。その申込みのコースを担当する人が{first}から{last}まで（初日及び末日を含む。）の分として別館実施簿により受け取る額は、何円ですか。""",
            s=s.name,
            least=f"{least:,}",
            **{name: both("d", day) for name, day in (("start", start), ("first", first), ("last", last))},
        ),
        evidence=(
            *((f"contracts/{s.key}/{n + 1}", "table") for n in sheets),
            *fees.evidence(ledger, i, sorted({in_force(ledger, i, FEES, c.applied) for c in counted})),
            (f"teachers/{s.key}/2025", "table"),
            *((month, span) for month in months for span in ("table", "notes")),
            *((f"pay_rules/{s.key}/{rules.edition}", span) for rules in s.pay for span in SPANS),
            *starts(ledger, i, PAY),
        ),
        copied=doc,
        rival=swap(ledger, row, other),
        harmless=swap(ledger, beside, replace(beside, present=beside.present - 1)),
        cut=(doc, f"lesson:{rng.randrange(12, len(month))}"),
        rows=len(counted) + len(held),
        **outcome(yen, right, results, right - pay(ledger, i, row) + pay(ledger, i, other)),
    )


def _touches(rows: tuple[Lesson, ...], first: date, last: date) -> bool:
    """Whether days of a month's log lie in the period, by the calendar."""
    month = rows[0].day.replace(day=1)
    return month <= last and first < add_months(month, 1)


def _changed(rng: Random, ledger: Ledger, i: int, held: list[Lesson]) -> tuple[Lesson, Lesson]:
    """One of the lessons with other minutes beyond those of its course, paid differently."""
    found = []
    for row in held:
        for extra in range(3, 20) if row.present else ():
            other = replace(row, extra=extra)
            if pay(ledger, i, row) != pay(ledger, i, other):
                found.append((row, other))
    return rng.choice(found)
