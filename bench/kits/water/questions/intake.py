"""A sum of daily intake followed to the day on which it passes a limit; the bills of the week that begins that day."""

from __future__ import annotations

from datetime import date
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of
from bench.kits.shapes import yen
from bench.kits.water.ledger import District, Intake, Ledger
from bench.kits.water.programs import INTAKE, PROGRAMS, TARIFF, Spans, in_force, put_off, start, starts
from bench.kits.water.questions.bills import SLIPS, other_diameter, rules_evidence, swept, table_evidence, total

Case = tuple[int, date, int]
"""District, day with which the sum begins, limit in cubic metres."""


def counted(
    ledger: Ledger,
    i: int,
    row: Intake,
    flushing_too: bool = False,
    all_clear: bool = False,
    other_side: bool = False,
    **edition: Any,
) -> int:
    """Cubic metres that count for a day."""
    rules = ledger.districts[i].intake[in_force(ledger, i, INTAKE, row.day, **edition)]
    taken = row.raw - (0 if flushing_too else row.flushing)
    turbid = row.turbidity > rules.turbid or (row.turbidity == rules.turbid and rules.closed != other_side)
    if not turbid or all_clear:
        return taken
    return -(-taken * rules.percent // 100) if rules.up else taken * rules.percent // 100


def rows_from(d: District, first: date) -> list[Intake]:
    return [row for month in d.months for row in month.intake if row.day >= first]


def passed(ledger: Ledger, i: int, first: date, limit: int, **slip: Any) -> date | None:
    """The first day on which the sum is above the limit."""
    sum_ = 0
    for row in rows_from(ledger.districts[i], first):
        sum_ += counted(ledger, i, row, **slip)
        if sum_ > limit:
            return row.day
    return None


def billed(
    ledger: Ledger, i: int, first: date, limit: int, then: dict[str, Any] | None = None, late: int = 0, **slip: Any
) -> int | None:
    """The bills of those read in the seven days that begin with the day on which the limit is passed."""
    day = passed(ledger, i, first, limit, **slip)
    if day is None:
        return None
    return total(ledger, i, day + DAY * late, day + DAY * (late + 6), **(then or {})) or None


SUMS: dict[str, dict[str, Any]] = {
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "forgot_the_turbid_days": {"all_clear": True},
    "counted_the_flushing": {"flushing_too": True},
    "wrong_side_of_the_limit": {"other_side": True},
    "a_day_late": {"late": 1},
}
NEXT = {f"bills_{name}": {"then": switch} for name, switch in SLIPS.items()}


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """A limit that is passed in the round of November, with bills of both editions in the week where there are any."""
    open_to = [i for i in range(len(ledger.districts)) if not put_off(ledger, i, INTAKE)]
    i = rng.choice([i for i in open_to if not put_off(ledger, i, TARIFF)] or open_to)
    d = ledger.districts[i]
    round_ = next(r for r in d.rounds if r.first == date(2025, 11, 1))
    cases, score = [], []
    for day in sorted({reading.day for reading in round_.readings}):
        rows = swept(d, day, day + DAY * 6)
        old = sum(reading.before < start(ledger, i, TARIFF) for reading in rows)
        if not 12 <= len(rows) <= 30:
            continue
        for first in rng.sample([date(2025, 9, n) for n in range(1, 13)], 4):
            before = sum(counted(ledger, i, row) for row in rows_from(d, first) if row.day < day)
            today = next(counted(ledger, i, row) for row in rows_from(d, day))
            limit = rng.randrange(before // 100 + 1, (before + today - 1) // 100 + 1) * 100
            case = (i, first, limit)
            others = {passed(ledger, *case, **slip) for slip in list(SUMS.values())[:5]} - {day}
            cases.append(case)
            score.append(min(len(others), 3) + 2 * (3 <= old <= len(rows) - 3))
    return rng.choice([case for case, n in zip(cases, score, strict=True) if n == max(score)])


def sum_evidence(ledger: Ledger, i: int, first: date, day: date) -> Spans:
    d = ledger.districts[i]
    months = [m for m in d.months if first <= m.intake[-1].day and m.first <= day]
    return (
        *((f"intake/{d.key}/{m.first:%Y-%m}", "table") for m in months),
        *((f"intake_rules/{d.key}/{rules.edition}", span) for rules in d.intake for span in ("counted", "turbid")),
        *starts(ledger, i, INTAKE),
    )


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=9)
def week_of_the_limit(ledger: Ledger, rng: Random) -> Question:
    solve = partial(billed, ledger)
    case = i, first, limit = draw_case(ledger, rng)
    slips = slips_of(solve, SUMS | NEXT)
    d, day = ledger.districts[i], passed(ledger, *case)
    assert day is not None
    rows = swept(d, day, day + DAY * 6)
    round_ = next(r for r in d.rounds if rows[0] in r.readings)
    inside = {reading.customer for reading in rows}
    customer = rng.choice([c for c in d.customers if c.number in inside])
    beside = rng.choice([c for c in d.customers if c.number not in inside])
    rival = swap(ledger, customer, other_diameter(rng, customer))
    return Question(
        ask=ask(
            """
            Add up, from {first} on, the water drawn by the {d} works that counts towards the permit. On one day the sum goes above {limit} m³ for the first time. How many yen are billed to the customers of the {d} district whose meters are read on that day or on the six days after it, leaks and outages left aside?
            For the {d} district, follow what is set against the permit day by day from {first} until the total first exceeds {limit} m³. Leaving leaks and outages aside, what do the customers read in the seven days that begin with that day owe together, in yen?
            The quantity that the {d} works have to count against their permit, summed from {first}, is above {limit} m³ on a certain day for the first time. Take the meter readings of that day and the six days following: how many yen in all are charged on them? Leaks and outages are left aside.""",
            """
            {d}給水区の水源について、許可水量に算入される量を{first}から日々合計すると、ある日に初めて{limit}㎥を超える。その日及びその後６日間に検針した同給水区の使用者に請求する額は、合計何円か。漏水及び断水に伴う調整は考慮しない。
            {first}を初日として、{d}給水区で許可水量に算入される量を足していきます。累計が初めて{limit}㎥を超えた日から始まる７日間に検針を受けた使用者の請求額は、全部でいくらですか。漏水や断水による調整はないものとします。
            {d}給水区の許可水量への算入量は、{first}からの累計で、ある日初めて{limit}㎥を上回ります。その日から７日間（その日を含む。）に検針された同給水区の使用者の請求額の合計を、円で答えてください（漏水・断水に伴う調整を除く。）。""",
            d=d.name,
            first=both("d", first),
            limit=f"{limit:,}",
        ),
        evidence=(
            *sum_evidence(ledger, i, first, day),
            *table_evidence(d, round_),
            *rules_evidence(ledger, i),
        ),
        copied=f"customers/{d.key}/2025",
        rival=rival,
        harmless=swap(ledger, beside, other_diameter(rng, beside)),
        cut=(f"intake/{d.key}/2025-10", f"intake:{rng.randrange(8, 28)}"),
        rows=len(rows) + (day - first).days + 1,
        **outcome(yen, solve(*case), {name: slip(case) for name, slip in slips.items()}, billed(rival, *case)),
    )
