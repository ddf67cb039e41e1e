"""Which season tickets are blocked for a month: the register, the payments received in time, two sorts of exemption."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY, add_months, workdays
from bench.kits.ledgers import swap
from bench.kits.parking.ledger import BlockRules, Ledger, Park, Payment, Payments, Season
from bench.kits.parking.programs import BLOCKS, PROGRAMS, in_force, starts
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import codes


def deadline(rules: BlockRules, month: date, no_grace: bool = False, calendar: bool = False) -> date:
    """The last day on which a payment for a month is in time."""
    due = add_months(month, -1).replace(day=rules.due)
    if no_grace:
        return due
    return due + DAY * rules.grace if calendar else workdays(due, rules.grace)


def blocked(
    p: Park,
    payments: Payments,
    advance_too: bool = False,
    first_the_other_way: bool = False,
    late_ones_paid: bool = False,
    range_end: bool = False,
    no_grace: bool = False,
    calendar: bool = False,
    **edition: Any,
) -> tuple[str, ...]:
    """Numbers of the tickets, in the order of the register."""
    month = payments.month
    rules = p.block_rules[in_force(p, BLOCKS, month, **edition)]
    last = deadline(rules, month, no_grace, calendar)
    paid = {row.ref for row in payments.rows if row.day < last or (row.day == last and not range_end) or late_ones_paid}

    def is_blocked(s: Season) -> bool:
        if not (s.first < add_months(month, 1) and month <= s.last) or not (s.monthly or advance_too):
            return False
        begins = s.first >= month
        return s.ref not in paid and not (begins and rules.first != first_the_other_way)

    return tuple(s.ref for rows in p.seasons for s in rows if is_blocked(s))


def _changes(p: Park, payments: Payments, decides: bool) -> list[tuple[Payment, Payment]]:
    """Payments received on another day, in the order of the list, which decides whether a ticket is blocked, or not."""
    rules = p.block_rules[in_force(p, BLOCKS, payments.month)]
    last = deadline(rules, payments.month)
    exempt = {s.ref for rows in p.seasons for s in rows if s.first >= payments.month and rules.first}
    found = []
    for before, row, after in zip(payments.rows, payments.rows[1:], payments.rows[2:], strict=False):
        for n in (-3, -2, -1, 1, 2, 3):
            other = replace(row, day=row.day + DAY * n)
            changes = (row.day <= last) != (other.day <= last) and row.ref not in exempt
            if before.day <= other.day <= after.day and changes == decides:
                found.append((row, other))
    return found


@PROGRAMS.add(4, "multi_source", "multi_hop", hops=4)
def tickets_blocked(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        blocked,
        {
            "other_edition": {"other_edition": True},
            "late_ones_left_out": {"late_ones_paid": True},
            "paid_in_advance_too": {"advance_too": True},
            "first_months_the_other_way": {"first_the_other_way": True},
            "range_end": {"range_end": True},
            "forgot_the_days_of_grace": {"no_grace": True},
            "weekends_counted": {"calendar": True},
        },
    )
    telling = {name: slips[name] for name in ("other_edition", "late_ones_left_out", "forgot_the_days_of_grace")}
    cases = [(p, x) for p in ledger.parks for x in p.payments if 3 <= len(blocked(p, x)) <= 15 and _changes(p, x, True)]
    case = p, payments = subject(
        rng, cases, lambda c: blocked(*c), telling, lambda c: not in_force(c[0], BLOCKS, c[1].month), 0.38
    )
    old, new = rng.choice(_changes(p, payments, True))
    rows = tuple(new if row is old else row for row in payments.rows)
    month = payments.month
    edition = in_force(p, BLOCKS, month)
    doc = f"payments/{p.key}/{month:%Y-%m}"
    sheets = [
        n
        for n, tickets in enumerate(p.seasons)
        if any(s.first < add_months(month, 1) and month <= s.last for s in tickets)
    ]
    return Question(
        ask=ask(
            """
            Which cards no longer opened the gates of the {p} car park in {m}, as nothing had come in for them in time? Give the numbers in the order of the lists, sheet by sheet.
            In {m}, some cards did not work at the {p} car park because their holders had not met the deadline. Which numbers are these? Keep the order of the lists, sheet by sheet.
            Give the numbers, sheet by sheet in the order of the lists, of the cards that were out of use at the {p} car park in {m} for want of timely payment.""",
            """
            {p}駐車場において、{m}分の入金が期限までになかったため使えなくなったカードはどれか。番号を、葉ごとに一覧の順ですべて答えよ。
            期限までに支払われなかったことにより、{m}に{p}駐車場のゲートを開けられなくなったカードの番号を、葉の順、一覧の順にすべて挙げてください。
            {m}分の支払が間に合わず、{p}駐車場で使用を止められたカードの番号を、葉ごとに一覧の順ですべて答えてください。""",
            p=p.name,
            m=both("m", month),
        ),
        evidence=(
            *((f"seasons/{p.key}/{n + 1}", "table") for n in sheets),
            (doc, "table"),
            *(
                (f"block_rules/{p.key}/{p.block_rules[edition].edition}", span)
                for span in ("due", "grace", "first", "advance")
            ),
            *starts(p, BLOCKS),
        ),
        copied=doc,
        rival=swap(ledger, old, new),
        harmless=swap(ledger, *rng.choice(_changes(p, payments, False))),
        cut=(doc, f"payment:{rng.choice(payments.rows[8:]).ref}"),
        older=edition == 0,
        rows=sum(map(len, p.seasons)),
        **outcome(
            codes,
            blocked(*case),
            {name: slip(case) for name, slip in slips.items()},
            blocked(p, replace(payments, rows=rows)),
        ),
    )
