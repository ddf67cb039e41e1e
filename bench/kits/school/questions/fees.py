"""The price of a contract: unit price by class and hour, percent by the number of lessons, deductions, entry fee."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.school.ledger import Contract, Fees, Ledger, School
from bench.kits.school.programs import FEES, PROGRAMS, Spans, course, in_force, starts
from bench.kits.shapes import yen

LESSONS = (10, 12, 16, 20, 24, 30, 36, 40, 48)
SPANS = ("table", "evening", "steps", "family", "round", "entry")


def rules_of(ledger: Ledger, i: int, c: Contract, by_signing: bool = False, **edition: Any) -> Fees:
    return ledger.schools[i].fees[in_force(ledger, i, FEES, c.signed if by_signing else c.applied, **edition)]


def base(
    s: School,
    rules: Fees,
    c: Contract,
    always_day: bool = False,
    next_step: bool = False,
    other_order: bool = False,
    other_rounding: bool = False,
    no_family: bool = False,
) -> int:
    """The price without the entry fee, in yen."""
    taught = course(s, c.course)
    band = 2 if taught.weekday > 4 else int(taught.hour >= rules.evening)
    price = c.lessons * rules.prices[taught.cls][0 if always_day else band]
    percent = 0
    for least, off in rules.steps:
        if c.lessons > least or (c.lessons == least and not next_step):
            percent = off
    off = rules.family if c.note == "family" and not no_family else 0
    first = rules.before != other_order
    hundredths = (price - (off if first else 0)) * (100 - percent) - (0 if first else off * 100)
    up = rules.up != other_rounding
    return (-(-hundredths // 10_000) if up else hundredths // 10_000) * 100


def price(ledger: Ledger, i: int, c: Contract, entry_for_all: bool = False, no_entry: bool = False, **slip: Any) -> int:
    """What a contract costs, the entry fee included, in yen."""
    edition = {name: slip.pop(name) for name in EDITION if name in slip}
    rules = rules_of(ledger, i, c, **edition)
    entry = 0 if no_entry or (c.note == "renewal" and not entry_for_all) else rules.entry
    return base(ledger.schools[i], rules, c, **slip) + entry


EDITION = ("other_edition", "uncorrected", "one_edition", "by_signing")
SLIPS: dict[str, dict[str, Any]] = {
    "edition_by_signature": {"by_signing": True},
    "newer_fees_for_all": {"one_edition": 1},
    "older_fees_for_all": {"one_edition": 0},
    "overlooked_the_correction": {"uncorrected": True},
    "wrong_side_of_the_step": {"next_step": True},
    "order_of_deductions": {"other_order": True},
    "daytime_price_for_all": {"always_day": True},
    "rounded_the_other_way": {"other_rounding": True},
    "entry_fee_for_renewals": {"entry_for_all": True},
    "forgot_the_entry_fee": {"no_entry": True},
}


def evidence(ledger: Ledger, i: int, editions: list[int]) -> Spans:
    s = ledger.schools[i]
    return (
        *((f"fees/{s.key}/{s.fees[edition].edition}", span) for edition in editions for span in SPANS),
        (f"courses/{s.key}/2025", "table"),
        *starts(ledger, i, FEES),
    )


def sheet_of(s: School, c: Contract) -> int:
    return next(n for n, rows in enumerate(s.contracts) if c in rows)


def fewer(rng: Random, c: Contract) -> Contract:
    """The contract with the next number of lessons up or down."""
    place = LESSONS.index(c.lessons)
    return replace(c, lessons=rng.choice([LESSONS[n] for n in (place - 1, place + 1) if 0 <= n < len(LESSONS)]))


@PROGRAMS.add(3, "multi_source", "calculation", hops=4)
def contract_price(ledger: Ledger, rng: Random) -> Question:
    solve = partial(price, ledger)
    slips = slips_of(solve, {"other_edition": {"other_edition": True}} | SLIPS)
    cases = [(i, c) for i, s in enumerate(ledger.schools) for rows in s.contracts for c in rows[1:]]
    kinds = ("overlooked_the_correction", "wrong_side_of_the_step", "order_of_deductions", "wrong_side_of_the_step")
    hard = rng.choice(("edition_by_signature", *kinds))
    chosen = [case for case in cases if slips[hard](case) != solve(*case)]
    case = i, c = subject(
        rng,
        chosen if len(chosen) > 3 else cases,
        lambda x: solve(*x),
        {"other_edition": slips["other_edition"]},
        lambda x: not in_force(ledger, x[0], FEES, x[1].applied),
        0.2,
    )
    s = ledger.schools[i]
    edition = in_force(ledger, i, FEES, c.applied)
    doc = f"contracts/{s.key}/{sheet_of(s, c) + 1}"
    other = fewer(rng, c)
    beside = rng.choice([x for x in s.contracts[sheet_of(s, c)] if x is not c])
    return Question(
        ask=ask(
            """
            How many yen in all does the student pay for {ref}, if everything is taken up as agreed?
            What does {ref} come to in yen, with whatever is charged once at the beginning?
            What is the whole sum, in yen, that falls due for {ref}?""",
            """
            {ref}について、最初に一度だけ納める分も含めて、受講生が支払う額は全部で何円か。
            {ref}では、初めに納めるものも合わせて、受講生はいくら支払いますか。
            {ref}の支払総額は、申込み時だけにかかるものも含めて何円になりますか。""",
            ref=c.ref,
        ),
        evidence=((doc, f"contract:{c.ref}"), *evidence(ledger, i, [edition])),
        copied=doc,
        rival=swap(ledger, c, other),
        harmless=swap(ledger, beside, fewer(rng, beside)),
        cut=(doc, f"contract:{c.ref}"),
        older=edition == 0,
        **outcome(yen, solve(*case), {name: slip(case) for name, slip in slips.items()}, price(ledger, i, other)),
    )
