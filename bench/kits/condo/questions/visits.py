"""What a flat is charged for a visitor's vehicle, whose class is not named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.condo.ledger import VISIT, Building, Ledger, Stay
from bench.kits.condo.programs import PROGRAMS, in_force, minutes
from bench.kits.ledgers import swap
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.shapes import yen

Case = tuple[Building, Stay]
NIGHT = 22 * 60


def charge(
    b: Building,
    stay: Stay,
    other_edition: bool = False,
    one_edition: int | None = None,
    no_free: bool = False,
    full_units: bool = False,
    night_border: bool = False,
    no_night: bool = False,
    no_cap: bool = False,
    cap_the_other_way: bool = False,
    other_class: bool = False,
    permit_too: bool = False,
) -> int:
    """What the flat pays for a stay, in yen."""
    which = int(in_force(b, VISIT, stay.day) != other_edition)
    rules = b.visit[which if one_edition is None else one_edition]
    length = stay.end - stay.start
    rate = rules.rates[(stay.cls + other_class) % len(rules.rates)]
    if (stay.permit and not permit_too) or not rate or (length <= rules.free and not no_free):
        return 0
    length -= 0 if no_free else rules.free
    units = length // rules.unit if full_units else -(-length // rules.unit)
    late = stay.end > NIGHT or (stay.end == NIGHT and rules.night_closed != night_border)
    night = rules.night if late and not no_night else 0
    if no_cap:
        return units * rate + night
    if rules.night_in_cap != cap_the_other_way:
        return min(units * rate + night, rules.cap)
    return min(units * rate, rules.cap) + night


SLIPS: dict[str, dict[str, bool]] = {
    "other_edition": {"other_edition": True},
    "forgot_the_free_time": {"no_free": True},
    "unit_not_begun": {"full_units": True},
    "forgot_the_limit": {"no_cap": True},
    "limit_the_other_way": {"cap_the_other_way": True},
    "forgot_the_addition": {"no_night": True},
    "range_end": {"night_border": True},
    "other_class": {"other_class": True},
}


def sheet_of(b: Building, stay: Stay) -> str:
    return next(f"visits/{b.key}/{m.first:%Y-%m}" for m in b.months if stay in m.stays)


def other_end(rng: Random, b: Building, stay: Stay) -> Stay:
    """The stay with another end, at another charge; of one that costs nothing just another."""
    return rng.choice([s for s in other_ends(stay) if charge(b, s) != charge(b, stay)] or other_ends(stay))


def other_ends(stay: Stay) -> list[Stay]:
    ends = [stay.end + n for n in (-140, -95, -70, -55, -40, -25, 25, 40, 55, 70, 95)]
    return [replace(stay, end=end) for end in ends if stay.start + 10 < end < 23 * 60 + 30]


def can_change(b: Building, stay: Stay) -> bool:
    """Whether another end leads to another charge: the limit may hide it."""
    return any(charge(b, s) != charge(b, stay) for s in other_ends(stay))


def rule_spans(b: Building, which: int, classes: Sequence[int]) -> tuple[tuple[str, str], ...]:
    doc = f"visit_rules/{b.key}/{b.visit[which].edition}"
    return (*((doc, f"class:{cls}") for cls in classes), *((doc, span) for span in ("unit", "night", "cap", "permit")))


def evidence(case: Case) -> tuple[tuple[str, str], ...]:
    b, stay = case
    rules = rule_spans(b, in_force(b, VISIT, stay.day), (stay.cls,))
    return (sheet_of(b, stay), f"stay:{stay.number}"), *rules[:-1], minutes(b, VISIT)


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """Half of the stays are late, under the limit or a whole number of units long."""
    cases = [
        (b, s)
        for b in ledger.buildings
        for m in b.months
        for s in m.stays
        if charge(b, s) and not s.permit and can_change(b, s)
    ]
    if rng.random() < 0.5:
        special: tuple[dict[str, Any], ...] = ({"no_night": True}, {"no_cap": True}, {"night_border": True})
        cases = [c for c in cases if any(charge(*c, **slip) != charge(*c) for slip in special)] or cases
    needed = slips_of(charge, {name: SLIPS[name] for name in ("other_edition", "forgot_the_free_time")})
    return subject(rng, cases, lambda c: charge(*c), needed, lambda c: in_force(c[0], VISIT, c[1].day) == 0)


@PROGRAMS.add(2, "conceptual_inclusion", "csv", hops=3)
def visit_charge(ledger: Ledger, rng: Random) -> Question:
    case = b, stay = draw_case(ledger, rng)
    rows = next(m.stays for m in b.months if stay in m.stays)
    beside, other = rows[rows.index(stay) - 1], other_end(rng, b, stay)
    return Question(
        ask=ask(
            """
            How many yen is the flat charged for the visitor's vehicle of number {n}?
            What does the visitor's vehicle entered under {n} cost the flat, in yen?
            Number {n} in the record of visitors' vehicles: what is charged to the flat for it, in yen?""",
            """
            来客車両の番号{n}について、訪問先の住戸から徴収する額は何円か。
            番号{n}で記録された来客車両の分として、住戸が支払う額はいくらですか。
            来客車両{n}の駐車に対して住戸に請求する額は何円ですか。""",
            n=stay.number,
        ),
        evidence=evidence(case),
        copied=sheet_of(b, stay),
        rival=swap(ledger, stay, other),
        harmless=swap(ledger, beside, other_end(rng, b, beside)),
        cut=(sheet_of(b, stay), f"stay:{stay.number}"),
        older=in_force(b, VISIT, stay.day) == 0,
        **outcome(
            yen, charge(*case), {name: slip(case) for name, slip in slips_of(charge, SLIPS).items()}, charge(b, other)
        ),
    )
