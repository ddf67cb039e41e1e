"""The entry with which the fees first pass a sum leads to a pupil, an instructor, and a second sweep to allowances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import KitError, Question
from bench.kits.days import DAY
from bench.kits.driving.ledger import Cancel, Duty, Ledger, School
from bench.kits.driving.programs import ALLOWANCE, CANCELLING, PROGRAMS, in_force, pupil_of, sheet_of, starts
from bench.kits.driving.questions import cancelling
from bench.kits.driving.questions.cancelling import Table, fees, log_of, rows_of
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome
from bench.kits.shapes import yen

Case = tuple[School, date, int, date, date]
"""School, first day of the count, the sum to be passed, period of the allowances."""
FIRST: Mapping[str, str] = {f"first_sweep_{name}": name for name in cancelling.SLIPS}
SECOND: Mapping[str, Mapping[str, Any]] = {
    "newer_rules_for_all": {"one_edition": 1},
    "older_rules_for_all": {"one_edition": 0},
    "forgot_the_daily_limit": {"no_most": True},
    "limit_before_sundays": {"most_first": True},
    "forgot_the_sundays": {"no_sunday": True},
    "forgot_the_tests": {"no_test": True},
    "counted_all_lessons": {"all_lessons": True},
}


def allowance(
    b: School,
    duty: Duty,
    one_edition: int | None = None,
    no_most: bool = False,
    most_first: bool = False,
    no_sunday: bool = False,
    no_test: bool = False,
    all_lessons: bool = False,
) -> int:
    """What an instructor gets for one day, in yen, beside the salary."""
    edition = in_force(b, ALLOWANCE, duty.day)
    rules = b.allowance[edition if one_edition is None else one_edition]
    over = duty.lessons if all_lessons else max(duty.lessons - rules.over, 0)
    amount = over * rules.each + duty.evening * rules.evening + (rules.test if duty.test and not no_test else 0)
    if most_first:
        amount = min(amount, rules.most)
    if duty.day.weekday() == 6 and not no_sunday:
        amount = amount * (100 + rules.sunday) // 100
    return amount if no_most or most_first else min(amount, rules.most)


def passed(b: School, first: date, least: int, table: Table) -> Cancel | None:
    """The entry with which the sum of the fees first exceeds `least`, in the order of the log."""
    so_far = 0
    for row in rows_of(b):
        if row.day >= first:
            so_far += table[row.ref]
            if so_far > least:
                return row
    return None


def duties_of(b: School, code: str, first: date, last: date) -> list[Duty]:
    return [duty for half in b.duties for duty in half.rows if duty.instructor == code and first <= duty.day <= last]


def earned(case: Case, table: Table, **slip: Any) -> int | None:
    b, start, least, first, last = case
    row = passed(b, start, least, table)
    if row is None:
        return None
    code = pupil_of(b, row.pupil).instructor
    return sum(allowance(b, duty, **slip) for duty in duties_of(b, code, first, last)) or None


def draw_case(ledger: Ledger, rng: Random) -> tuple[Case, dict[str, Table]]:
    """A case in which mistakes of the first sweep lead to other instructors, and of the second to other sums."""
    best: list[tuple[int, int, Case, dict[str, Table]]] = []
    for b in rng.sample(ledger.schools, 3):
        tables = {name: fees(b, **cancelling.SLIPS[slip]) for name, slip in FIRST.items()} | {"": fees(b)}
        for _ in range(20):
            start = b.starts[1][CANCELLING] - DAY * rng.randrange(10, 28)
            rows = [row for row in rows_of(b) if row.day >= start]
            least = sum(tables[""][row.ref] for row in rows[: rng.randrange(36, 54)]) // 5000 * 5000
            first = b.starts[1][ALLOWANCE] - DAY * rng.randrange(9, 16)
            case = (
                b,
                start,
                least,
                max(first, date(2025, 6, 1)),
                min(first + DAY * rng.randrange(22, 31), date(2025, 7, 31)),
            )
            row = passed(b, start, least, tables[""])
            if row is None or rows.index(row) < 30:
                continue
            duties = duties_of(b, pupil_of(b, row.pupil).instructor, *case[3:])
            old = sum(duty.day < b.starts[1][ALLOWANCE] for duty in duties)
            if min(old, len(duties) - old) < 4:
                continue
            right = earned(case, tables[""])
            wrong = {earned(case, table) for table in tables.values()} - {right, None}
            other = {earned(case, tables[""], **slip) for slip in SECOND.values()} - {right, None}
            best.append((2 * min(len(wrong), 4) + len(other), len(best), case, tables))
    if not best:
        raise KitError("no school has a count that leads to an instructor with enough duties: widen what is drawn")
    _, _, case, tables = max(best, key=lambda each: each[:2])
    return case, tables


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=6)
def allowances_of_instructor(ledger: Ledger, rng: Random) -> Question:
    case, tables = draw_case(ledger, rng)
    b, start, least, first, last = case
    key, right = passed(b, start, least, tables[""]), earned(case, tables[""])
    assert key is not None
    assert right is not None
    code = pupil_of(b, key.pupil).instructor
    duties = duties_of(b, code, first, last)
    duty = rng.choice([row for row in duties if allowance(b, row)])
    counts = [
        n for n in range(4, 12) if n >= duty.evening and allowance(b, replace(duty, lessons=n)) != allowance(b, duty)
    ]
    other = replace(duty, lessons=rng.choice(counts)) if counts else replace(duty, test=not duty.test)
    half = next(half for half in b.duties if duty in half.rows)
    doc = f"duty/{b.key}/{half.first:%Y-%m}-{1 + (half.first.day > 1)}"
    beside = rng.choice([row for row in half.rows if row.instructor != code])
    shifted = replace(
        beside, lessons=beside.lessons - 1 if beside.lessons > max(beside.evening, 4) else beside.lessons + 1
    )
    rows = [row for row in rows_of(b) if row.day >= start]
    counted = rows[: rows.index(key) + 1]
    halves = [h for h in b.duties if any(row in h.rows for row in duties)]
    editions = sorted({in_force(b, ALLOWANCE, row.day) for row in duties})
    at = half.rows.index(rng.choice(half.rows[12:]))
    results = {name: earned(case, tables[name]) for name in FIRST}
    results |= {name: earned(case, tables[""], **slip) for name, slip in SECOND.items()}
    return Question(
        ask=ask(
            """
            Add up what is owed at the {b} school for whatever was called off and was to take place from {start} on, in the order of the numbers in the log. With whom does the sum first exceed {least} yen? How many yen did this person's instructor earn beside the salary from {first} to {last}, both days included?
            At the {b} school what people owe for calling off, counted by the numbers in the log from what was arranged for {start} on, passes {least} yen for the first time with a certain pupil. What did the instructor of this pupil get from {first} to {last} inclusive, in yen, on top of the salary?
            Take what was called off at the {b} school, from {start} (the day on which it was to take place) on, one after the other by the numbers in the log, and add up what is owed. One pupil's entry takes the sum above {least} yen for the first time. How much, in yen, was that pupil's instructor paid beyond the salary for the days from {first} to {last}, both included?""",
            """
            {b}校で{start}以後に予定されていて取りやめになったものについて、本人が支払う額を記録の番号順に足していく。合計が初めて{least}円を超えることになった者を受け持つ指導員が、{first}から{last}まで（初日及び末日を含む。）に給料のほかに得た額は何円か。
            {b}校の取りやめについて、予定日が{start}以後のものの請求額を記録の番号順に累計すると、ある教習生の分で初めて{least}円を超えます。その教習生の指導員は、{first}から{last}まで（初日及び末日を含む。）に、給料とは別に全部でいくら受け取りましたか。
            {start}以後に{b}校で受けるはずだったものの取りやめを記録の番号順に見て、請求される額を累計します。累計が最初に{least}円を超えたときの教習生を受け持つ指導員に、{first}から{last}まで（初日及び末日を含む。）の分として給料に上乗せされた額は、合わせて何円ですか。""",
            b=b.name,
            least=f"{least:,}",
            **{name: both("d", day) for name, day in (("start", start), ("first", first), ("last", last))},
        ),
        evidence=(
            *((log, "table") for log in sorted({log_of(b, row.day) for row in counted})),
            *cancelling.evidence(b, counted),
            (sheet_of(b, key.pupil), "table"),
            *((f"duty/{b.key}/{h.first:%Y-%m}-{1 + (h.first.day > 1)}", "table") for h in halves),
            *(
                (f"allowance/{b.key}/{b.allowance[e].edition}", span)
                for e in editions
                for span in ("each", "sunday", "most")
            ),
            *starts(b, ALLOWANCE)[:2],
        ),
        copied=doc,
        rival=swap(ledger, duty, other),
        harmless=swap(ledger, beside, shifted),
        cut=(doc, f"duty:{at}"),
        rows=len(counted) + len(duties),
        **outcome(yen, right, results, right - allowance(b, duty) + allowance(b, other)),
    )
