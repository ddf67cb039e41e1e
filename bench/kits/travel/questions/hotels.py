"""What is paid back for a hotel abroad: the rate of one of two days, a limit by grade and city, rounding by edition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, outcome, subject
from bench.kits.shapes import yen
from bench.kits.travel import names
from bench.kits.travel.ledger import Branch, Claim, ExchangeRules, Ledger, Rate
from bench.kits.travel.programs import (
    EXCHANGE,
    HOTELS,
    PROGRAMS,
    claim_doc,
    deciding,
    grade_on,
    in_force,
    published,
    starts,
)

Rates = Sequence[Sequence[Rate]]


def exchange_of(b: Branch, claim: Claim, other_day: bool = False) -> int:
    return in_force(b, EXCHANGE, deciding(b, EXCHANGE, claim.paid, claim.left, other_day))


def hotels_of(b: Branch, claim: Claim, other_day: bool = False) -> int:
    return in_force(b, HOTELS, deciding(b, HOTELS, claim.left, claim.ordered, other_day))


def rate_of(
    rates: Rates, rules: ExchangeRules, claim: Claim, other_date: bool = False, other_way: bool = False
) -> Rate:
    day = claim.paid if rules.of_payment != other_date else claim.left
    return published(rates, day, rules.next_day != other_way)


def refund(
    rates: Rates,
    b: Branch,
    claim: Claim,
    one_exchange: int | None = None,
    exchange_by_other_day: bool = False,
    one_limits: int | None = None,
    limits_by_other_day: bool = False,
    other_date: bool = False,
    other_way: bool = False,
    no_limit: bool = False,
    other_class: bool = False,
    as_listed: bool = False,
    rounded_down: bool = False,
) -> int:
    """What one claim comes to, in yen."""
    edition = exchange_of(b, claim, exchange_by_other_day)
    rules = b.exchange[edition if one_exchange is None else one_exchange]
    rate = rate_of(rates, rules, claim, other_date, other_way).values[names.CITY_CURRENCY[claim.city]]
    add = {"up": Fraction(9999, 10_000), "half": Fraction(1, 2), "down": Fraction(0)}
    cost = int((Fraction(claim.amount * rate, 10_000) + add["down" if rounded_down else rules.rounding]) // 1)
    if no_limit:
        return cost
    edition = hotels_of(b, claim, limits_by_other_day)
    limits = b.hotels[edition if one_limits is None else one_limits].limits
    limit = limits[grade_on(b, claim.traveller, claim.left, as_listed)][
        (claim.city >= names.FIRST_CLASS) != other_class
    ]
    return min(cost, limit * claim.nights)


SLIPS: Mapping[str, Mapping[str, Any]] = {
    "rate_of_the_other_day": {"other_date": True},
    "next_and_last_rate_exchanged": {"other_way": True},
    "newer_exchange_for_all": {"one_exchange": 1},
    "older_exchange_for_all": {"one_exchange": 0},
    "exchange_edition_by_the_other_day": {"exchange_by_other_day": True},
    "newer_limits_for_all": {"one_limits": 1},
    "older_limits_for_all": {"one_limits": 0},
    "limits_edition_by_the_other_day": {"limits_by_other_day": True},
    "forgot_the_limit": {"no_limit": True},
    "class_of_the_other_cities": {"other_class": True},
    "forgot_the_promotions": {"as_listed": True},
    "rounded_down": {"rounded_down": True},
}


def rate_docs(rates: Rates, b: Branch, claims: Sequence[Claim]) -> list[str]:
    """The months of rates that these claims go by; no claim looks for a rate outside the month of its day."""
    days = {rate_of(rates, b.exchange[exchange_of(b, claim)], claim).day for claim in claims}
    return sorted({f"rates/all/{day:%Y-%m}" for day in days})


def rule_evidence(rates: Rates, b: Branch, claims: Sequence[Claim]) -> tuple[tuple[str, str], ...]:
    """The lists, rates and rules that these claims go by."""
    exchange = sorted({exchange_of(b, claim) for claim in claims})
    hotels = sorted({hotels_of(b, claim) for claim in claims})
    return (
        (f"staff/{b.key}/2025", "table"),
        (f"promotions/{b.key}/2025", "table"),
        *((doc, "table") for doc in rate_docs(rates, b, claims)),
        *((f"hotels/{b.key}/{b.hotels[e].edition}", span) for e in hotels for span in ("table", "cities", "least")),
        *(
            (f"exchange/{b.key}/{b.exchange[e].edition}", span)
            for e in exchange
            for span in ("day", "missing", "rounding")
        ),
        *starts(b, HOTELS),
        *starts(b, EXCHANGE)[:1],
    )


def other_nights(rates: Rates, rng: Random, b: Branch, claim: Claim) -> Claim:
    """The claim of another amount, with another refund; the claim itself where the limit hides every change."""
    found = [replace(claim, amount=claim.amount * share // 100) for share in (74, 81, 88, 93, 107, 112, 119)]
    found = [other for other in found if refund(rates, b, other) != refund(rates, b, claim)]
    return rng.choice(found) if found else claim


@PROGRAMS.add(3, "multi_source", "calculation", hops=5)
def hotel_refund(ledger: Ledger, rng: Random) -> Question:
    telling: dict[str, Callable[[Any], Any]] = {
        "other_exchange": lambda c: refund(ledger.rates, c[0], c[1], one_exchange=1 - exchange_of(c[0], c[1])),
        "rate_of_the_other_day": lambda c: refund(ledger.rates, c[0], c[1], other_date=True),
    }
    cases = [
        (b, claim)
        for b in ledger.branches
        for sheet in b.claims
        for claim in sheet.rows[4:]
        if other_nights(ledger.rates, Random(0), b, claim) is not claim
    ]
    case = b, claim = subject(
        rng,
        cases,
        lambda c: refund(ledger.rates, *c),
        telling,
        lambda c: exchange_of(c[0], c[1]) == 0,
        rate=0.4,
    )
    sheet = next(sheet for sheet in b.claims if claim in sheet.rows)
    others = [
        one for one in sheet.rows if one is not claim and other_nights(ledger.rates, Random(0), b, one) is not one
    ]
    beside, other, doc = rng.choice(others), other_nights(ledger.rates, rng, b, claim), claim_doc(b, claim)
    slips = {name: partial_refund(ledger.rates, slip) for name, slip in SLIPS.items()}
    results = {name: slip(case) for name, slip in (telling | slips).items()}
    return Question(
        ask=ask(
            """
            How many yen does the person in No. {ref} get back?
            What is paid out for No. {ref}, in yen?
            No. {ref} was paid abroad. How much of it, in yen, does the firm bear?""",
            """
            番号{ref}について、本人に払い戻す額は何円か。
            番号{ref}の支払に対して、会社からいくら戻りますか。
            国外で支払われた番号{ref}のうち、会社が負担する額は何円ですか。""",
            ref=claim.ref,
        ),
        evidence=((doc, f"claim:{claim.ref}"), *rule_evidence(ledger.rates, b, [claim])),
        copied=doc,
        rival=swap(ledger, claim, other),
        harmless=swap(ledger, beside, other_nights(ledger.rates, rng, b, beside)),
        cut=(doc, f"claim:{claim.ref}"),
        older=exchange_of(b, claim) == 0,
        **outcome(yen, refund(ledger.rates, *case), results, refund(ledger.rates, b, other)),
    )


def partial_refund(rates: Rates, slip: Mapping[str, Any]) -> Callable[[Any], int]:
    return lambda case: refund(rates, case[0], case[1], **slip)
