"""The carrier's pay: day by day with containers, minimum and lateness; summed, and followed to the day of a limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.lunch.drawing import FIRST
from bench.kits.lunch.ledger import Delivery, Ledger
from bench.kits.lunch.programs import CARRIER, PROGRAMS, SUBSTITUTES, Spans, in_force, months_of, start, starts
from bench.kits.lunch.questions.substitutes import SLIPS as DAY_SLIPS
from bench.kits.lunch.questions.substitutes import day_evidence, month_of, other_certificates, other_days, portions
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen


def pay(
    ledger: Ledger,
    i: int,
    row: Delivery,
    full_only: bool = False,
    one_rate: bool = False,
    no_least: bool = False,
    never_late: bool = False,
    none_excused: bool = False,
    other_side: bool = False,
    unrounded: bool = False,
    **edition: Any,
) -> int:
    """Yen for a day; hundredths of a yen where `unrounded`."""
    s = ledger.schools[i]
    rules = s.carrier[in_force(ledger, i, CARRIER, row.day, **edition)]
    containers = row.meals // rules.meals if full_only else -(-row.meals // rules.meals)
    many = containers if one_rate else min(containers, rules.many)
    amount = many * rules.rate + (containers - many) * rules.further
    if not no_least:
        amount = max(amount, rules.least)
    minutes = row.arrival - s.due
    late = minutes > rules.late or (minutes == rules.late and rules.late_closed != other_side)
    share = 100 - (rules.percent if late and not never_late and (none_excused or not row.excused) else 0)
    unit = 10 if rules.tens else 1
    return amount * share if unrounded else amount * share // (100 * unit) * unit


SLIPS: dict[str, dict[str, Any]] = {
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "overlooked_the_agreement": {"no_agreement": True},
    "full_containers_only": {"full_only": True},
    "one_rate_for_all": {"one_rate": True},
    "forgot_the_minimum": {"no_least": True},
    "forgot_the_lateness": {"never_late": True},
    "forgot_the_excuses": {"none_excused": True},
    "wrong_side_of_the_limit": {"other_side": True},
}


def swept(ledger: Ledger, i: int, first: date, last: date) -> list[Delivery]:
    s = ledger.schools[i]
    return [row for month in s.months for row in month.deliveries if first <= row.day <= last]


def paid(ledger: Ledger, i: int, first: date, last: date, **slip: Any) -> int:
    """The pay of all days of a period."""
    return sum(pay(ledger, i, row, **slip) for row in swept(ledger, i, first, last))


def periods(ledger: Ledger, i: int) -> Iterator[tuple[int, date, date]]:
    """From 45 to 70 days with lunch, twelve or more under each edition."""
    opening = start(ledger, i, CARRIER)
    for before in range(24, 48, 2):
        for after in range(30, 62, 3):
            first, last = opening - DAY * before, opening + DAY * after
            rows = swept(ledger, i, first, last)
            old = sum(row.day < opening for row in rows)
            if 9 <= first.day <= 22 and first >= FIRST and 45 <= len(rows) <= 70 and 12 <= old <= len(rows) - 12:
                yield i, first, last


def evidence(ledger: Ledger, i: int, first: date, last: date) -> Spans:
    s = ledger.schools[i]
    spans = ("containers", "least", "late", "round")
    return (
        *((f"deliveries/{s.key}/{month.first:%Y-%m}", "table") for month in months_of(s, first, last)),
        *((f"carrier_rules/{s.key}/{rules.edition}", span) for rules in s.carrier for span in spans),
        (f"deliveries/{s.key}/{first:%Y-%m}", "due"),
        *starts(ledger, i, CARRIER),
    )


def other_meals(ledger: Ledger, i: int, rows: list[Delivery], rng: Random) -> Ledger:
    """The ledger with another number of meals on one of these days, which leads to another pay."""
    cases = [
        (row, replace(row, meals=row.meals + shift)) for row in rows for shift in range(-75, 76) if abs(shift) > 20
    ]
    row, other = rng.choice([(row, new) for row, new in cases if pay(ledger, i, new) != pay(ledger, i, row)])
    return swap(ledger, row, other)


@PROGRAMS.add(5, "multi_source", "calculation", hops=5)
def carrier_paid(ledger: Ledger, rng: Random) -> Question:
    solve = partial(paid, ledger)
    slips = slips_of(solve, SLIPS)
    needed = {name: slips[name] for name in ("newer_edition_for_all", "older_edition_for_all", "forgot_the_lateness")}
    cases = list(periods(ledger, rng.randrange(len(ledger.schools))))
    case = i, first, last = subject(rng, cases, lambda c: solve(*c), needed)
    s, rows = ledger.schools[i], swept(ledger, *case)
    month = month_of(s, first)
    inside = [row for row in month.deliveries if row.day >= first]
    outside = [row for row in month.deliveries if row.day < first]
    rival = other_meals(ledger, i, inside, rng)
    doc = f"deliveries/{s.key}/{month.first:%Y-%m}"
    sums = [pay(ledger, i, row, unrounded=True) for row in rows]
    results = {name: slip(case) for name, slip in slips.items()} | {"rounded_once": sum(sums) // 100}
    return Question(
        ask=ask(
            """
            What does the transport firm get for bringing lunch to {s} School on the days from {first} to {last}, both included, in yen?
            Add up what the haulier is owed for {s} School for {first} to {last} inclusive. How many yen is it?
            From {first} to {last} inclusive lunch was driven to {s} School. How many yen in all does the firm receive for these runs?""",
            """
            {s}学校への配送について、{first}から{last}まで（初日及び末日を含む。）の分として運送業者に支払う額の合計は何円か。
            {first}から{last}までの間（初日及び末日を含む。）に{s}学校へ運んだ分の運送料は、全部でいくらになりますか。
            運送業者が{s}学校への運搬により受け取る額を、{first}から{last}まで（初日及び末日を含む。）について合計すると何円ですか。""",
            s=s.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=evidence(ledger, i, first, last),
        copied=doc,
        rival=rival,
        harmless=other_meals(ledger, i, outside, rng),
        cut=(doc, f"delivery:{rng.choice(inside).day}"),
        rows=len(rows),
        **outcome(yen, solve(*case), results, paid(rival, *case)),
    )


def passed(ledger: Ledger, i: int, first: date, limit: int, **slip: Any) -> date | None:
    """The first day on which the pay since `first` is above the limit."""
    total = 0
    for row in swept(ledger, i, first, date.max):
        total += pay(ledger, i, row, **slip)
        if total > limit:
            return row.day
    return None


def substitutes_cost(
    ledger: Ledger,
    i: int,
    first: date,
    limit: int,
    then: dict[str, Any] | None = None,
    listed: dict[str, Any] | None = None,
    **slip: Any,
) -> int | None:
    """Yen for the substitutes of the day on which the limit is passed."""
    day = passed(ledger, i, first, limit, **slip)
    if day is None:
        return None
    rules = ledger.schools[i].substitutes[in_force(ledger, i, SUBSTITUTES, day, **(listed or {}))]
    return sum(rules.dishes[p.group][course][1] for p, course in portions(ledger, i, day, **(then or {}))) or None


NEXT: dict[str, dict[str, Any]] = {
    **{f"then_{name}": {"then": switch} for name, switch in DAY_SLIPS.items()},
    "other_edition_of_the_list": {"listed": {"other_edition": True}},
}


def draw_case(ledger: Ledger, rng: Random) -> tuple[int, date, int]:
    """A limit passed on a day with three substitutes or more; mistakes in the sum lead to other days."""
    i = rng.randrange(len(ledger.schools))
    opening = start(ledger, i, CARRIER)
    cases, score = [], []
    later = swept(ledger, i, opening + DAY * 24, opening + DAY * 70)
    for row in rng.sample(later, min(len(later), 14)):
        if len(portions(ledger, i, row.day)) < 4 or not other_days(ledger, i, row.day):
            continue
        first = max(opening - DAY * rng.randrange(24, 42), FIRST + DAY * rng.randrange(4))
        before = paid(ledger, i, first, row.day - DAY)
        limit = (before + rng.randrange(100, pay(ledger, i, row) - 100)) // 100 * 100
        case = (i, first, limit)
        if passed(ledger, *case) != row.day:
            continue
        others = {passed(ledger, *case, **slip) for slip in SLIPS.values()} - {row.day}
        changed = sum(
            substitutes_cost(ledger, *case, **slip) != substitutes_cost(ledger, *case) for slip in NEXT.values()
        )
        cases.append(case)
        score.append(min(len(others), 3) + min(changed, 5))
    return rng.choice([case for case, n in zip(cases, score, strict=True) if n >= max(score) - 1])


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=10)
def day_of_the_limit(ledger: Ledger, rng: Random) -> Question:
    solve = partial(substitutes_cost, ledger)
    case = i, first, limit = draw_case(ledger, rng)
    slips = slips_of(solve, SLIPS | NEXT)
    s, day = ledger.schools[i], passed(ledger, *case)
    assert day is not None
    rival, harmless = other_certificates(ledger, i, day, rng)
    while substitutes_cost(rival, *case) in (None, solve(*case)):
        rival, harmless = other_certificates(ledger, i, day, rng)
    edition = in_force(ledger, i, SUBSTITUTES, day)
    listed = f"substitutes/{s.key}/{s.substitutes[edition].edition}"
    return Question(
        ask=ask(
            """
            Follow what the transport firm earns with {s} School, day by day from {first} on. On the day on which the total is above {limit} yen for the first time, what do the dishes made in place of others for the children of that school cost, in yen?
            Add up the haulier's pay for {s} School from {first}. On one day the sum first exceeds {limit} yen. How many yen does the kitchen spend that day on what it gives the school's children in place of dishes they may not eat?
            The sums owed to the transport firm for {s} School, counted from {first}, pass {limit} yen on a certain day. What is the total cost in yen of the replacement dishes for the school's children on that day?""",
            """
            {s}学校への配送により運送業者に支払う額を{first}から日々加算すると、ある日に初めて{limit}円を超える。その日、同校の児童生徒に別の料理を用意する費用は、合計何円か。
            {first}を初日として、{s}学校の分の運送業者への支払額を足していきます。累計が初めて{limit}円を超えた日に、同校で食べられない料理の代わりに出すものの費用は、全部でいくらですか。
            {s}学校の分として運送業者が受け取る額の累計は、{first}から数えて、ある日初めて{limit}円を上回ります。その日に同校の児童生徒のために代わりの料理を作る費用の合計を、円で答えてください。""",
            s=s.name,
            first=both("d", first),
            limit=f"{limit:,}",
        ),
        evidence=(
            *evidence(ledger, i, first, day),
            *day_evidence(ledger, i, day),
            *((listed, span) for span in (*(f"group:{group}" for group in range(4)), "none")),
            *starts(ledger, i, SUBSTITUTES),
        ),
        copied=f"certificates/{s.key}/2023",
        rival=rival,
        harmless=harmless,
        cut=(f"deliveries/{s.key}/{first:%Y-%m}", f"delivery:{month_of(s, first).deliveries[-2].day}"),
        rows=len(swept(ledger, i, first, day)) + len(s.pupils),
        **outcome(
            yen, solve(*case), {name: slip(case) for name, slip in slips.items()}, substitutes_cost(rival, *case)
        ),
    )
