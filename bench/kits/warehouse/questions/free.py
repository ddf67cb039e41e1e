"""The last day of the free time: days by class, the day of landing, Sundays, closing days; the edition by the landing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question, Text
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import day
from bench.kits.warehouse import names
from bench.kits.warehouse.ledger import FreeRules, Ledger, Shed
from bench.kits.warehouse.programs import FREE, PROGRAMS, in_force, starts

Case = tuple[Shed, date, Text, int]
"""Shed, day of landing, goods, their class."""
CLOSINGS = "2025-04"
"""The half-year of closing days in which all lots have their free time."""


def closed_days(b: Shed, part_days: bool = False) -> frozenset[date]:
    rows = next(c for c in b.closings if f"{c.first:%Y-%m}" == CLOSINGS).rows
    return frozenset(row.day for row in rows if part_days or not row.until)


def free_end(
    b: Shed,
    landed: date,
    cls: int,
    other_edition: bool = False,
    one_free: int | None = None,
    sundays_other_way: bool = False,
    landing_other_way: bool = False,
    no_closings: bool = False,
    part_days: bool = False,
) -> date:
    """The last day of the free time of a lot."""
    rules = b.free[in_force(b, FREE, landed, other_edition) if one_free is None else one_free]
    closed = frozenset() if no_closings else closed_days(b, part_days)
    at, left = landed - DAY * (rules.landing_counts != landing_other_way), rules.days[cls]
    while left:
        at += DAY
        left -= at not in closed and (rules.sundays != sundays_other_way or at.weekday() != 6)
    return at


def solve(b: Shed, landed: date, goods: Text, cls: int, **slip: Any) -> date:  # noqa: ARG001
    return free_end(b, landed, cls, **slip)


SLIPS: Mapping[str, Mapping[str, Any]] = {
    "other_edition": {"other_edition": True},
    "forgot_the_closing_days": {"no_closings": True},
    "closed_for_hours_too": {"part_days": True},
    "day_of_landing_the_other_way": {"landing_other_way": True},
    "sundays_the_other_way": {"sundays_other_way": True},
}


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """Landed within eleven weeks of the first day of the new edition, with a closing day in the free time."""
    cases = []
    for b in ledger.sheds:
        for _ in range(40):
            goods, cls = rng.choice(names.GOODS)
            landed = b.starts[1][FREE] + DAY * rng.randrange(-75, 76)
            if landed not in closed_days(b) and date(2025, 4, 3) <= landed <= date(2025, 9, 8):
                cases.append((b, landed, goods, cls))
    telling = slips_of(solve, {name: SLIPS[name] for name in ("other_edition", "forgot_the_closing_days")})
    return subject(rng, cases, lambda c: solve(*c), telling, lambda c: c[1] < c[0].starts[1][FREE], rate=0.36)


def rules_of(case: Case) -> FreeRules:
    b, landed, *_ = case
    return b.free[in_force(b, FREE, landed)]


def evidence(case: Case) -> tuple[tuple[str, str], ...]:
    b = case[0]
    doc = f"free/{b.key}/{rules_of(case).edition}"
    return (
        *((doc, span) for span in ("days", "landing", "closed")),
        (f"closings/{b.key}/{CLOSINGS}", "table"),
        *starts(b, FREE),
    )


def facts(case: Case) -> dict[str, Any]:
    b, landed, goods, _ = case
    return {"b": b.name, "goods": goods, "d": both("d", landed), "w": both("wd", landed)}


def changed_rules(rng: Random, case: Case) -> tuple[FreeRules, FreeRules]:
    """The rules with another number of days for the class of the case, and for another class."""
    cls, rules = case[3], rules_of(case)

    def with_days(which: int, days: int) -> FreeRules:
        return replace(rules, days=tuple(days if n == which else old for n, old in enumerate(rules.days)))

    beside = rng.choice([n for n in range(len(rules.days)) if n != cls])
    one = rng.choice([n for n in range(3, 12) if 1 <= abs(n - rules.days[cls]) <= 2])
    two = rng.choice([n for n in range(3, 12) if 1 <= abs(n - rules.days[beside]) <= 2])
    return with_days(cls, one), with_days(beside, two)


@PROGRAMS.add(1, "multi_source", "numerical_inclusion", hops=2)
def free_until(ledger: Ledger, rng: Random) -> Question:
    case = draw_case(ledger, rng)
    b, landed, _, cls = case
    rules = rules_of(case)
    changed, same = changed_rules(rng, case)
    rival = swap(ledger, rules, changed)
    other = next(shed for shed in rival.sheds if shed.key == b.key)
    doc = f"free/{b.key}/{rules.edition}"
    return Question(
        ask=ask(
            """
            A lot of {goods} is landed at the {b} shed on {w}, {d}. What is the last day on which it lies there free of charge?
            Until which day, that day included, does a lot of {goods} landed at the {b} shed on {d} ({w}) stay without demurrage?
            A lot of {goods} comes off the ship at the {b} shed on {d}, a {w}. On which day does its free time end?""",
            """
            {b}上屋に{d}（{w}）に陸揚げした{goods}を、無料で置くことができる最後の日はいつか。
            {d}（{w}）に{b}上屋へ陸揚げされた{goods}は、何日まで（その日を含む。）超過保管料がかかりませんか。
            {goods}が{d}（{w}）に{b}上屋へ揚がりました。無料期間の最終日はいつですか。""",
            **facts(case),
        ),
        evidence=evidence(case),
        copied=doc,
        rival=rival,
        harmless=swap(ledger, rules, same),
        cut=(doc, "closed"),
        older=rules is b.free[0],
        **outcome(
            day,
            solve(*case),
            {name: slip(case) for name, slip in slips_of(solve, SLIPS).items()},
            free_end(other, landed, cls),
        ),
    )
