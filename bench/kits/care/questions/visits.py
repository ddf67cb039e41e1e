"""Units of visits: a code table under a transition clause, additions by the day, deductions, rounding at each step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.care.ledger import CarePlan, Ledger, Office, Visit
from bench.kits.care.programs import ADDITIONS, PROGRAMS, UNIT_NOTICE, UNITS, in_force, starts
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import number

SHAPE = number("単位", "units", "unit")


def plan_of(o: Office, visit: Visit, other_plan: bool = False) -> CarePlan:
    """The plan in force on the day of a visit."""
    plans = [p for p in o.plans if p.user == visit.user]
    return next(p for p in plans if (p.first <= visit.day <= p.last) != other_plan)


def table_edition(
    o: Office, visit: Visit, by_visit: bool = False, no_end: bool = False, other_plan: bool = False
) -> int:
    """0 where the older code table is applied: the plan was agreed before the new one started, and its end has not come."""
    if by_visit:
        return in_force(o, UNITS, visit.day)
    plan = plan_of(o, visit, other_plan)
    return int(plan.consented >= o.start[UNITS] or (visit.day > o.until and not no_end))


def share(units: int, percent: int) -> int:
    """So many percent of the units, half a unit rounded up."""
    return (2 * units * percent + 100) // 200


def units(
    o: Office,
    visit: Visit,
    one_table: int | None = None,
    by_visit: bool = False,
    no_end: bool = False,
    one_additions: int | None = None,
    by_plan: bool = False,
    no_building: bool = False,
    no_time: bool = False,
    border: bool = False,
    one_carer: bool = False,
    all_notes: bool = False,
    trial_other: bool = False,
) -> int:
    table = table_edition(o, visit, by_visit, no_end)
    edition = table if by_plan else in_force(o, ADDITIONS, visit.day)
    rules = o.additions[edition if one_additions is None else one_additions]
    if not all_notes and (visit.note == "cancelled" or (visit.note == "trial" and rules.trial_counts == trial_other)):
        return 0
    total = o.units[table if one_table is None else one_table].units[visit.service]
    total *= 1 if one_carer else visit.carers
    if plan_of(o, visit).building and not no_building:
        total = share(total, 100 - rules.building)
    early = visit.start < rules.early_until + border
    evening = visit.start >= rules.evening_from + border
    if not no_time:
        total = share(total, 100 + (rules.early if early else rules.evening if evening else 0))
    return total


SLIPS: dict[str, dict[str, Any]] = {
    "table_by_day_of_visit": {"by_visit": True},
    "newer_table_for_all": {"one_table": 1},
    "older_table_for_all": {"one_table": 0},
    "forgot_the_last_day": {"no_end": True},
    "additions_by_the_plan": {"by_plan": True},
    "forgot_the_deduction": {"no_building": True},
    "forgot_the_hour": {"no_time": True},
    "range_end": {"border": True},
    "one_carer": {"one_carer": True},
    "forgot_the_exception": {"all_notes": True},
}


def evidence(
    o: Office, tables: tuple[int, ...] = (0, 1), editions: tuple[int, ...] = (0, 1)
) -> tuple[tuple[str, str], ...]:
    codes = [f"units/{o.key}/{o.units[table].edition}" for table in tables]
    rules = [f"additions/{o.key}/{o.additions[edition].edition}" for edition in editions]
    spans = ("carers", "building", "hour", "order", "notes")
    return (
        *((doc, "table") for doc in codes),
        *((doc, span) for doc in rules for span in spans),
        (f"plans/{o.key}/2025", "table"),
        *starts(o, UNITS),
        (UNIT_NOTICE, f"until:{o.key}"),
        (UNIT_NOTICE, "clause"),
        *starts(o, ADDITIONS),
    )


def sheet_of(o: Office, visit: Visit) -> int:
    return next(i for i, rows in enumerate(o.visits) if visit in rows)


def other_service(rng: Random, o: Office, visit: Visit) -> Visit:
    """The visit with another service, of another number of units."""
    now = units(o, visit)
    return rng.choice([v for s in range(6) if units(o, v := replace(visit, service=s)) != now])


@PROGRAMS.add(3, "multi_source", "calculation", hops=4)
def visit_units(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(units, SLIPS)
    cases = [(o, v) for o in ledger.offices for rows in o.visits for v in rows[1:] if units(o, v)]
    moved = [c for c in cases if c[1].day >= c[0].start[UNITS]]
    added = [c for c in moved if units(*c) != units(*c, no_time=True)]
    built = [c for c in added if units(*c) != units(*c, no_building=True)]
    cases = rng.choice([moved, added, built, cases]) or cases
    telling = {"other_table": lambda c: units(c[0], c[1], one_table=1 - table_edition(*c))}
    case = o, visit = subject(rng, cases, lambda c: units(*c), telling, lambda c: not table_edition(*c))
    table, sheet = table_edition(*case), sheet_of(o, visit)
    doc, other = f"visits/{o.key}/{sheet + 1}", other_service(rng, o, visit)
    beside = rng.choice([v for v in o.visits[sheet] if v is not visit and units(o, v)])
    results = {"other_table": telling["other_table"](case)} | {name: slip(case) for name, slip in slips.items()}
    return Question(
        ask=ask(
            """
            How many units does {ref} come to?
            With how many units does {ref} go into the claim?
            What is {ref} worth, in units?""",
            """
            {ref}について請求できるのは何単位か。
            {ref}は、全部で何単位になりますか。
            {ref}を請求するときの単位は、全部でいくつですか。""",
            ref=visit.ref,
        ),
        evidence=((doc, f"visit:{visit.ref}"), *evidence(o, (table,), (in_force(o, ADDITIONS, visit.day),))),
        copied=doc,
        rival=swap(ledger, visit, other),
        harmless=swap(ledger, beside, other_service(rng, o, beside)),
        cut=(doc, f"visit:{visit.ref}"),
        older=table == 0,
        **outcome(SHAPE, units(*case), results, units(o, other)),
    )


def swept(o: Office, first: date, last: date) -> list[Visit]:
    return [v for rows in o.visits for v in rows if first <= v.day <= last]


def total(o: Office, first: date, last: date, **slip: Any) -> int:
    return sum(units(o, v, **slip) for v in swept(o, first, last))


def additions_in(o: Office, rows: list[Visit]) -> tuple[int, ...]:
    """The editions of the additions that these visits go by."""
    return tuple(sorted({in_force(o, ADDITIONS, v.day) for v in rows}))


def periods(o: Office) -> Iterator[tuple[date, date]]:
    """40 to 62 visits, from any day to any day; ten or more under each code table, none or four or more under
    each edition of the additions, more than five that keep the older table after the newer one began."""
    first, last = o.visits[0][0].day, o.visits[-1][-1].day
    days = [first + DAY * n for n in range(0, (last - first).days, 3)]
    for begin in days:
        for end in (day for day in days if 20 <= (day - begin).days <= 40):
            rows = swept(o, begin, end)
            old = sum(not table_edition(o, v) for v in rows)
            kept = sum(not table_edition(o, v) and v.day >= o.start[UNITS] for v in rows)
            enough = all(
                sum(v.note != "cancelled" and in_force(o, ADDITIONS, v.day) == edition for v in rows) >= 4
                for edition in additions_in(o, rows)
            )
            if 40 <= len(rows) <= 62 and 10 <= old <= len(rows) - 10 and kept > 5 and enough:
                yield begin, end


def sheets_in(o: Office, first: date, last: date) -> list[int]:
    return [i for i, rows in enumerate(o.visits) if any(first <= v.day <= last for v in rows)]


@PROGRAMS.add(5, "multi_source", "calculation", hops=5)
def units_in_period(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(total, SLIPS)
    telling = {name: slips[name] for name in ("table_by_day_of_visit", "additions_by_the_plan", "forgot_the_exception")}
    cases = [(o, *period) for o in ledger.offices for period in periods(o)]
    case = o, first, last = subject(rng, cases, lambda c: total(*c), telling)
    sheets = sheets_in(o, first, last)
    sheet = rng.choice(sheets)
    inside = swept(*case)
    counted = [v for v in o.visits[sheet] if v in inside and units(o, v)]
    sheet = sheet if counted else next(n for n in sheets if any(v in inside and units(o, v) for v in o.visits[n]))
    visit = rng.choice([v for v in o.visits[sheet] if v in inside and units(o, v)])
    beside = rng.choice([v for v in o.visits[sheet] if v not in inside or v.note == "cancelled"] or [visit])
    doc, other = f"visits/{o.key}/{sheet + 1}", other_service(rng, o, visit)
    harmless = (
        swap(ledger, beside, replace(beside, service=(beside.service + 1) % 6))
        if beside is not visit
        else swap(ledger, visit, replace(visit, note="" if visit.note == "key" else "key"))
    )
    return Question(
        ask=ask(
            """
            To how many units does everything come that the {o} office did from {first} to {last}, both days included?
            What is the total, in units, of the work of the {o} office from {first} to {last} inclusive?
            Add up the units that the {o} office may claim from {first} to {last}, both days included. What is the sum?""",
            """
            {o}事業所が{first}から{last}まで（初日及び末日を含む。）に行ったものについて請求できる単位は、合わせて何単位か。
            {first}から{last}まで（初日及び末日を含む。）の{o}事業所の単位は、合計でいくつになりますか。
            {o}事業所が{first}から{last}までの分（初日及び末日を含む。）として請求できる単位を合計すると、何単位ですか。""",
            o=o.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=(
            *((f"visits/{o.key}/{n + 1}", "table") for n in sheets),
            *evidence(o, editions=additions_in(o, inside)),
        ),
        copied=doc,
        rival=swap(ledger, visit, other),
        harmless=harmless,
        cut=(doc, f"visit:{rng.choice(o.visits[sheet][8:]).ref}"),
        rows=len(inside),
        **outcome(
            SHAPE,
            total(*case),
            {name: slip(case) for name, slip in slips.items()},
            total(*case) + units(o, other) - units(o, visit),
        ),
    )
