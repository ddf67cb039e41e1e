"""What an instalment that was paid late costs in addition; the edition follows the due day, which weekends move."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random

from bench.kits.base import Question
from bench.kits.condo.ledger import LATE, Building, Ledger, Payment, due_day
from bench.kits.condo.programs import PROGRAMS, in_force, minutes
from bench.kits.days import add_months
from bench.kits.ledgers import swap
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.shapes import yen

Case = tuple[Building, Payment]


def damages(
    b: Building,
    payment: Payment,
    other_edition: bool = False,
    one_edition: int | None = None,
    by_paid: bool = False,
    by_month: bool = False,
    weekend_too: bool = False,
    own_month: bool = False,
    other_count: bool = False,
    both_ends: bool = False,
    no_grace: bool = False,
    no_least: bool = False,
    agreed_too: bool = False,
) -> int:
    """The charge for paying late, in yen; 0 for none."""
    if payment.agreed and not agreed_too:
        return 0
    due = due_day(add_months(payment.month, 1) if own_month else payment.month)
    if weekend_too:
        due = add_months(payment.month, -1).replace(day=27)
    deciding: date = payment.paid if by_paid else payment.month if by_month else due
    which = int(in_force(b, LATE, deciding) != other_edition)
    rules = b.late[which if one_edition is None else one_edition]
    days = (payment.paid - due).days
    if days <= (0 if no_grace else rules.grace):
        return 0
    if rules.from_end != other_count:
        days -= rules.grace
    amount = payment.amount * rules.rate * (days + both_ends) // (1000 * 365)
    return amount if amount >= rules.least or no_least else 0


SLIPS: dict[str, dict[str, bool]] = {
    "edition_by_day_paid": {"by_paid": True},
    "edition_by_month": {"by_month": True},
    "other_edition": {"other_edition": True},
    "forgot_the_weekend": {"weekend_too": True},
    "due_in_the_same_month": {"own_month": True},
    "days_the_other_way": {"other_count": True},
    "counted_both_ends": {"both_ends": True},
}


def sheet_of(b: Building, payment: Payment) -> str:
    return f"payments/{b.key}/{next(i for i, rows in enumerate(b.sheets) if payment in rows) + 1}"


def other_amount(rng: Random, b: Building, payment: Payment) -> Payment:
    """The payment with another amount; the water differs from month to month, so that it fits as well."""
    made = [replace(payment, amount=payment.amount + n) for n in range(-1400, 1500, 90) if abs(n) > 300]
    changed = [p for p in made if damages(b, p) not in (0, damages(b, payment))]
    return rng.choice(changed or made)


def rule_spans(b: Building, which: int) -> tuple[tuple[str, str], ...]:
    doc = f"late_rules/{b.key}/{b.late[which].edition}"
    return tuple((doc, span) for span in ("due", "grace", "rate", "least", "agreed"))


@PROGRAMS.add(3, "multi_source", "calculation", hops=3)
def late_charge(ledger: Ledger, rng: Random) -> Question:
    needed = slips_of(damages, {name: SLIPS[name] for name in ("other_edition", "days_the_other_way")})
    cases = [
        (b, p)
        for b in ledger.buildings
        for rows in b.sheets
        for p in rows
        if damages(b, p) and due_day(p.month) > b.meetings[0].day  # before it, the minutes would not be needed
    ]
    across = [c for c in cases if damages(*c, by_paid=True) != damages(*c)]
    if rng.random() < 0.4 and across:
        cases = across
    older = [c for c in cases if in_force(c[0], LATE, due_day(c[1].month)) == 0]
    wanted = rng.random() < 0.36
    cases = (older if wanted else [c for c in cases if c not in older]) or cases
    case = b, payment = subject(rng, cases, lambda c: damages(*c), needed)
    rows = next(rows for rows in b.sheets if payment in rows)
    which = in_force(b, LATE, due_day(payment.month))
    other, beside = other_amount(rng, b, payment), rows[rows.index(payment) - 1]
    return Question(
        ask=ask(
            """
            The money under receipt {n} did not come in time. How much more, in yen, does the household owe on that account?
            How many yen does the household have to add because the money under receipt {n} did not come in time?
            What is asked of the household, in yen, for having been behind with the money under receipt {n}?""",
            """
            領収番号{n}の分は期日に間に合わなかった。そのために追加で支払う額は何円か。
            番号{n}の分の入金が期日より後になりました。そのためにその住戸が余分に払うのは何円ですか。
            {n}の支払が期日に間に合わなかったため、別に請求される額はいくらですか。""",
            n=payment.receipt,
        ),
        evidence=(
            (sheet_of(b, payment), f"payment:{payment.receipt}"),
            *rule_spans(b, which),
            minutes(b, LATE),
        ),
        copied=sheet_of(b, payment),
        rival=swap(ledger, payment, other),
        harmless=swap(ledger, beside, other_amount(rng, b, beside)),
        cut=(sheet_of(b, payment), f"payment:{payment.receipt}"),
        older=which == 0,
        **outcome(
            yen,
            damages(*case),
            {name: slip(case) for name, slip in slips_of(damages, SLIPS).items()},
            damages(b, other),
        ),
    )
