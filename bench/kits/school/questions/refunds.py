"""What is paid back for the contracts that were cancelled in a period: lessons taken, what is left, a charge."""

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
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.school.ledger import Cancellation, Contract, Ledger, School
from bench.kits.school.programs import FEES, PROGRAMS, REFUNDS, Spans, in_force, starts
from bench.kits.school.questions import fees
from bench.kits.school.terms import lesson_days
from bench.kits.shapes import yen

SPANS = ("cooling", "taken", "left", "charge")


def contract(s: School, ref: str) -> Contract:
    return next(c for rows in s.contracts for c in rows if c.ref == ref)


def refund(
    ledger: Ledger,
    i: int,
    row: Cancellation,
    by_receipt: bool = False,
    no_cooling: bool = False,
    cooling_end: bool = False,
    other_end: bool = False,
    no_breaks: bool = False,
    no_cap: bool = False,
    no_charge: bool = False,
    one_edition: int | None = None,
    **slip: Any,
) -> int:
    """What is paid back, in yen; `slip` are mistakes with the price."""
    s = ledger.schools[i]
    c = contract(s, row.contract)
    rules = s.refunds[in_force(ledger, i, REFUNDS, row.received if by_receipt else c.signed, one_edition=one_edition)]
    since = (row.received - c.signed).days + (0 if cooling_end else 1)
    if since <= rules.cooling and not no_cooling:
        return fees.price(ledger, i, c, **slip)
    last = row.received if rules.inclusive != other_end else row.received - DAY
    taken = sum(day <= last for day in lesson_days(c, () if no_breaks else s.breaks))
    left = fees.price(ledger, i, c, no_entry=True, **slip) * (c.lessons - taken) // c.lessons
    charge = left * rules.percent // 100
    return left - (0 if no_charge else charge if no_cap else min(charge, rules.cap))


SLIPS: dict[str, dict[str, Any]] = {
    "refund_edition_by_receipt": {"by_receipt": True},
    "newer_refund_rules_for_all": {"one_edition": 1},
    "older_refund_rules_for_all": {"one_edition": 0},
    "lesson_on_the_day_of_receipt": {"other_end": True},
    "forgot_the_breaks": {"no_breaks": True},
    "end_of_the_cooling_off_period": {"cooling_end": True},
    "forgot_the_cooling_off_period": {"no_cooling": True},
    "forgot_the_most": {"no_cap": True},
    "fees_by_signature": {"by_signing": True},
    "overlooked_the_correction": {"uncorrected": True},
    "order_of_deductions": {"other_order": True},
    "wrong_side_of_the_step": {"next_step": True},
}


def swept(s: School, first: date, last: date) -> list[Cancellation]:
    return [row for rows in s.cancellations for row in rows if first <= row.received <= last]


def total(ledger: Ledger, i: int, first: date, last: date, **slip: Any) -> int:
    return sum(refund(ledger, i, row, **slip) for row in swept(ledger.schools[i], first, last))


def periods(ledger: Ledger, i: int) -> Iterator[tuple[int, date, date]]:
    """36 to 60 cancellations, of both sheets, eight or more under each edition of fees and of refunds."""
    s = ledger.schools[i]
    begin = s.cancellations[0][0].received
    days = [begin + DAY * n for n in range(3, 200, 7)]
    for first in days:
        for last in days:
            rows = swept(s, first, last) if first < last else []
            if not 36 <= len(rows) <= 60 or {row in s.cancellations[0] for row in rows} != {True, False}:
                continue
            of = [contract(s, row.contract) for row in rows]
            old = (
                sum(not in_force(ledger, i, FEES, c.applied) for c in of),
                sum(not in_force(ledger, i, REFUNDS, c.signed) for c in of),
            )
            if all(8 <= n <= len(rows) - 8 for n in old):
                yield i, first, last


def evidence(ledger: Ledger, i: int, rows: list[Cancellation]) -> Spans:
    s = ledger.schools[i]
    sheets = sorted({fees.sheet_of(s, contract(s, row.contract)) for row in rows})
    return (
        *((f"cancellations/{s.key}/{n + 1}", "table") for n in range(2)),
        *((f"contracts/{s.key}/{n + 1}", "table") for n in sheets),
        (f"courses/{s.key}/2025", "breaks"),
        *((f"refund_rules/{s.key}/{rules.edition}", span) for rules in s.refunds for span in SPANS),
        *starts(ledger, i, REFUNDS),
        *fees.evidence(ledger, i, [0, 1]),
    )


def changes(ledger: Ledger, i: int, first: date, last: date) -> list[tuple[Cancellation, Cancellation]]:
    """Rows of the period received on another day of it, in the order of the list, which pays back something else."""
    s = ledger.schools[i]
    found = []
    for sheet in s.cancellations:
        for before, row, after in zip(sheet, sheet[1:], sheet[2:], strict=False):
            if not first <= row.received <= last:
                continue
            low, high = max(before.received, first), min(after.received, last)
            days = [low + DAY * n for n in range((high - low).days + 1)]
            others = [replace(row, received=day) for day in days if day > contract(s, row.contract).signed]
            found += [(row, o) for o in others if refund(ledger, i, o) != refund(ledger, i, row)]
    return found


@PROGRAMS.add(5, "multi_source", "calculation", hops=6)
def paid_back(ledger: Ledger, rng: Random) -> Question:
    solve = partial(total, ledger)
    slips = slips_of(solve, SLIPS)
    open_to = [i for i in range(len(ledger.schools)) if next(periods(ledger, i), None)]
    cases = list(periods(ledger, rng.choice(open_to)))
    telling = {
        name: slips[name] for name in ("refund_edition_by_receipt", "lesson_on_the_day_of_receipt", "forgot_the_breaks")
    }
    case = i, first, last = subject(rng, cases, lambda c: solve(*c), telling)
    s = ledger.schools[i]
    rows = swept(s, first, last)
    row, other = rng.choice(changes(ledger, i, first, last))
    sheet = next(n for n, each in enumerate(s.cancellations) if row in each)
    doc = f"cancellations/{s.key}/{sheet + 1}"
    return Question(
        ask=ask(
            """
            Students of the {s} school gave up their courses, and the letters came in from {first} to {last}, both days included. How many yen does the school return to them in all?
            Add up, in yen, what the {s} school gives back for everything from which students withdrew by a letter received from {first} to {last} inclusive.
            What do the repayments of the {s} school come to in yen, for all withdrawals received between {first} and {last}, both days included?""",
            """
            {s}校が{first}から{last}まで（初日及び末日を含む。）に届出を受けたものについて、受講生に返す額の合計は何円か。
            {first}から{last}まで（初日及び末日を含む。）に届いた書面で受講をやめた人に、{s}校が返す額は全部でいくらになりますか。
            受講をやめる旨の書面が{first}から{last}まで（初日及び末日を含む。）に{s}校へ届いた分について、戻される額を合計すると何円ですか。""",
            s=s.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=evidence(ledger, i, rows),
        copied=doc,
        rival=swap(ledger, row, other),
        harmless=_harmless(rng, ledger, i, sheet, first, last),
        cut=(doc, f"cancellation:{rng.choice(s.cancellations[sheet][8:]).contract}"),
        rows=len(rows),
        **outcome(
            yen,
            solve(*case),
            {name: slip(case) for name, slip in slips.items()},
            solve(*case) - refund(ledger, i, row) + refund(ledger, i, other),
        ),
    )


def _harmless(rng: Random, ledger: Ledger, i: int, sheet: int, first: date, last: date) -> Ledger:
    """A row outside the period, or one whose refund stays the same, received on another day."""
    rows = ledger.schools[i].cancellations[sheet]
    found = []
    for before, row, after in zip(rows, rows[1:], rows[2:], strict=False):
        for n in range((after.received - before.received).days + 1):
            other = replace(row, received=before.received + DAY * n)
            inside = first <= row.received <= last, first <= other.received <= last
            same = inside == (False, False) or (all(inside) and refund(ledger, i, row) == refund(ledger, i, other))
            if same and other != row:
                found.append((row, other))
    return swap(ledger, *rng.choice(found))
