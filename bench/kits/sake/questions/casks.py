"""The hire for a cask on loan: free days, days on which the brewery is closed, started weeks, a cap, cleaning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from random import Random

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.sake.drawing import open_day
from bench.kits.sake.ledger import Brewery, Ledger, Loan
from bench.kits.sake.programs import CASKS, CIRCULAR, PROGRAMS, in_force, starts
from bench.kits.shapes import yen


def closed_days(b: Brewery, first: date, last: date) -> int:
    """How many days of a period, both ends included, the brewery was closed in fiscal 2025."""
    return sum(max((min(last, end) - max(first, start)).days + 1, 0) for start, end in b.closures[1].periods)


def hire(
    b: Brewery,
    loan: Loan,
    other_edition: bool = False,
    by_lent: bool = False,
    one_edition: int | None = None,
    first_day: bool = False,
    closed_too: bool = False,
    whole_weeks: bool = False,
    uncapped: bool = False,
    no_cleaning: bool = False,
    all_days: bool = False,
) -> int:
    """What one loan costs, in yen; 0 for a cask that is still out."""
    if loan.returned is None:
        return 0
    edition = in_force(b, CASKS, loan.lent if by_lent else loan.applied, other_edition)
    rules = b.cask_rules[edition if one_edition is None else one_edition]
    days = (loan.returned - loan.lent).days + (rules.first_counts != first_day)
    days -= 0 if closed_too else closed_days(b, loan.lent, loan.returned)
    over = max(days - (0 if all_days else rules.free), 0)
    weeks = over // 7 if whole_weeks else -(-over // 7)
    amount = weeks * rules.rates[loan.size]
    if not uncapped:
        amount = min(amount, rules.caps[loan.size])
    return amount + (rules.cleaning if loan.unrinsed and not no_cleaning else 0)


SLIPS = {
    "edition_by_day_lent": {"by_lent": True},
    "other_edition": {"other_edition": True},
    "counted_closed_days": {"closed_too": True},
    "first_day_miscounted": {"first_day": True},
    "whole_weeks_only": {"whole_weeks": True},
    "forgot_the_cap": {"uncapped": True},
    "forgot_cleaning": {"no_cleaning": True},
    "forgot_free_days": {"all_days": True},
}


def other_return(rng: Random, b: Brewery, loan: Loan, first: date = date.min, last: date = date(2026, 1, 25)) -> Loan:
    """The loan brought back on another day, with another hire; the loan itself where no day leads there."""
    assert loan.returned is not None
    days = [open_day(b.closures[1], loan.returned + DAY * n) for n in (*range(-13, -2), *range(3, 16))]
    days = [day for day in days if max(loan.lent + 2 * DAY, first) <= day <= last]
    loans = [replace(loan, returned=day) for day in days]
    loans = [other for other in loans if hire(b, other) != hire(b, loan)]
    return rng.choice(loans) if loans else loan


def sheet_of(b: Brewery, loan: Loan) -> int:
    return next(i for i, rows in enumerate(b.loans) if loan in rows)


def evidence(b: Brewery, editions: Sequence[int] = (0, 1)) -> tuple[tuple[str, str], ...]:
    spans = ("free", "count", "week", "cleaning", "cap", *(f"size:{n}" for n in range(3)))
    return (
        *((f"cask_rules/{b.key}/{b.cask_rules[edition].edition}", span) for edition in editions for span in spans),
        (f"closures/{b.key}/2025", "periods"),
        *starts(b, CASKS),
        (CIRCULAR, "rule"),
    )


@PROGRAMS.add(3, "multi_source", "calculation", hops=4)
def cask_hire(ledger: Ledger, rng: Random) -> Question:
    telling = slips_of(hire, {name: SLIPS[name] for name in ("other_edition", "whole_weeks_only")})
    cases = [
        (b, loan)
        for b in ledger.breweries
        for rows in b.loans
        for loan in rows
        if hire(b, loan) and other_return(Random(0), b, loan) is not loan
    ]
    closed = [c for c in cases if hire(*c, closed_too=True) != hire(*c)]
    moved = [c for c in cases if in_force(c[0], CASKS, c[1].lent) != in_force(c[0], CASKS, c[1].applied)]
    cases = rng.choice([closed, moved, cases]) or cases
    case = b, loan = subject(
        rng, cases, lambda c: hire(*c), telling, lambda c: c[1].applied < c[0].starts[CASKS], rate=0.2
    )
    edition, sheet = in_force(b, CASKS, loan.applied), sheet_of(b, loan)
    doc, other = f"casks/{b.key}/{sheet + 1}", other_return(rng, b, loan)
    beside = rng.choice(
        [r for r in b.loans[sheet] if r.returned and r is not loan and other_return(Random(0), b, r) is not r]
    )
    return Question(
        ask=ask(
            """
            How many yen came due when {ref} was brought back?
            What did the borrower of {ref} owe in all, in yen?
            {ref} has come back. What sum in yen does the brewery ask of whoever had it?""",
            """
            {ref}が戻ったことに伴い、借主に請求する額は何円か。
            {ref}を借りた店が支払う額は、全部でいくらになりますか。
            {ref}が戻ってきました。蔵が借主から受け取る金額は何円ですか。""",
            ref=loan.ref,
        ),
        evidence=((doc, f"loan:{loan.ref}"), *evidence(b, [edition])),
        copied=doc,
        rival=swap(ledger, loan, other),
        harmless=swap(ledger, beside, other_return(rng, b, beside)),
        cut=(doc, f"loan:{loan.ref}") if loan is not b.loans[sheet][0] else (doc, f"loan:{b.loans[sheet][1].ref}"),
        older=edition == 0,
        **outcome(yen, hire(*case), {name: slip(case) for name, slip in slips_of(hire, SLIPS).items()}, hire(b, other)),
    )
