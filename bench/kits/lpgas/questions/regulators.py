"""Which regulators should have been exchanged by the end of a month and had not been; taps that are shut left aside."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import add_months
from bench.kits.ledgers import swap
from bench.kits.lpgas.ledger import Branch, Ledger, Regulator
from bench.kits.lpgas.programs import PROGRAMS, REGULATORS, customer, in_force, starts
from bench.kits.lpgas.terms import last_month
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import codes

MONTHS = tuple(date(2025, month, 1) for month in (10, 11, 12))


def is_due(
    b: Branch, month: date, row: Regulator, no_business: bool = False, other_end: bool = False, **edition: Any
) -> bool:
    """Whether the last month in which it may be used is over at the end of `month`."""
    rules = b.regulator_rules[in_force(b, REGULATORS, row.made, **edition)]
    return last_month(rules, row, customer(b, row.customer).cls >= 0 and not no_business, other_end) <= month


def overdue(
    b: Branch,
    month: date,
    shut_too: bool = False,
    exchanged_later: bool = False,
    exchanged_too: bool = False,
    **slip: Any,
) -> tuple[str, ...]:
    """Customers' numbers, in the order of the list."""
    end = add_months(month, 1)
    done = {x.customer for rows in b.exchanges for x in rows if x.day < end or exchanged_later}
    rows = [row for row in b.regulators if shut_too or row.customer not in b.shut]
    return tuple(
        row.customer for row in rows if is_due(b, month, row, **slip) and (exchanged_too or row.customer not in done)
    )


def _changes(b: Branch, month: date, decides: bool) -> list[tuple[Regulator, Regulator]]:
    """Rows made in another month, which decides whether they are in the answer, or does not."""
    done = {x.customer for rows in b.exchanges for x in rows if x.day < add_months(month, 1)}
    found = []
    for row in b.regulators:
        open_to = row.customer not in done and row.customer not in b.shut
        for n in (-8, -6, -4, -3, 3, 4, 6, 8):
            other = replace(row, made=add_months(row.made, n))
            if (open_to and is_due(b, month, row) != is_due(b, month, other)) == decides:
                found.append((row, other))
    return found


@PROGRAMS.add(4, "multi_source", "numerical_inclusion", hops=5)
def not_exchanged(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        overdue,
        {
            "shut_taps_too": {"shut_too": True},
            "those_exchanged_later_left_out": {"exchanged_later": True},
            "businesses_like_households": {"no_business": True},
            "range_end": {"other_end": True},
            "newer_edition_for_all": {"one_edition": 1},
            "older_edition_for_all": {"one_edition": 0},
            "forgot_the_log": {"exchanged_too": True},
        },
    )
    telling = {
        name: slips[name] for name in ("shut_taps_too", "those_exchanged_later_left_out", "businesses_like_households")
    }
    cases = [(b, month) for b in ledger.branches for month in MONTHS if 3 <= len(overdue(b, month)) <= 14]
    case = b, month = subject(rng, cases, lambda c: overdue(*c), telling)
    old, new = rng.choice(_changes(b, month, True))
    rows = tuple(new if row is old else row for row in b.regulators)
    doc = f"regulators/{b.key}/2025"
    return Question(
        ask=ask(
            """
            At the end of {m}, at which customers of the {b} branch was a device in use that should have been renewed by then? Give their numbers in ascending order.
            Which customers of the {b} branch still had a device in use at the end of {m} that had been in use for too long? Numbers in ascending order, please.
            By the end of {m} the {b} branch should have renewed a device at some customers where gas is drawn, and had not. Give their numbers, in ascending order.""",
            """
            {m}末の時点で、{b}営業所の客先のうち、新しいものに替えるべき時期を過ぎたものを使い続けていたのはどこか。番号を小さい順にすべて答えよ。
            {b}営業所の客先で、{m}末までに新しくすべきであったのに、古いものがまだ使われていたところの番号を、小さい順にすべて挙げてください。
            {b}営業所が{m}末までに取り替えておくべきでありながら、使用中のまま取り替えていなかった客先の番号を、小さい順にすべて答えてください。""",
            b=b.name,
            m=both("m", month),
        ),
        evidence=(
            (doc, "table"),
            (doc, "shut"),
            (f"customers/{b.key}/2025", "table"),
            *((f"exchanges/{b.key}/{n + 1}", "table") for n in range(2)),
            *(
                (f"regulator_rules/{b.key}/{rules.edition}", span)
                for rules in b.regulator_rules
                for span in ("years", "business", "end", "shut")
            ),
            *starts(b, REGULATORS),
        ),
        copied=doc,
        rival=swap(ledger, old, new),
        harmless=swap(ledger, *rng.choice(_changes(b, month, False))),
        cut=(doc, f"regulator:{rng.choice(b.regulators[15:]).customer}"),
        rows=len(b.regulators),
        **outcome(
            codes,
            overdue(*case),
            {name: slip(case) for name, slip in slips.items()},
            overdue(replace(b, regulators=rows), month),
        ),
    )
