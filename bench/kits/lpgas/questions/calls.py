"""What a call-out costs: minutes on the spot at a border, arrival at the very minute at which the night begins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.lpgas.ledger import Branch, CallRules, Ledger
from bench.kits.lpgas.programs import CALLS, PROGRAMS, Spans, in_force, starts
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen

MORNING, MIDNIGHT = 6 * 60, 24 * 60
SPANS = ("base", "more", "night")


@dataclass(frozen=True)
class Call:
    """`arrival` and `leaving` in minutes after the midnight with which the day of the call begins."""

    day: date
    at: int
    arrival: int
    leaving: int


def charge(
    b: Branch,
    call: Call,
    by_arrival: bool = False,
    other_side: bool = False,
    unit_more: bool = False,
    no_night: bool = False,
    from_call: bool = False,
    **edition: Any,
) -> int:
    day = call.day + DAY * (call.arrival // MIDNIGHT) if by_arrival else call.day
    rules = b.calls[in_force(b, CALLS, day, **edition)]
    over = call.leaving - (call.at if from_call else call.arrival) - rules.included
    units = max(over // rules.unit + 1 if unit_more else -(-over // rules.unit), 0)
    at = call.arrival % MIDNIGHT
    night = at > rules.night or at < MORNING or (at == rules.night and rules.closed != other_side)
    return rules.base + units * rules.more + (rules.addition if night and not no_night else 0)


SLIPS: dict[str, dict[str, Any]] = {
    "other_edition": {"other_edition": True},
    "edition_by_arrival": {"by_arrival": True},
    "range_end": {"other_side": True},
    "one_unit_more": {"unit_more": True},
    "forgot_the_night": {"no_night": True},
    "counted_from_the_call": {"from_call": True},
}


def draw_case(ledger: Ledger, rng: Random) -> tuple[Branch, Call]:
    """Near the first day of the new edition: arrival when the night begins, or after midnight on the first day."""
    cases = []
    for b in ledger.branches:
        for n in range(-40, 40):
            day = b.start[CALLS] + DAY * n
            rules = b.calls[in_force(b, CALLS, day)]
            arrival = rules.night if n != -1 else MIDNIGHT + rng.choice((5, 10, 20, 25))
            stay = rules.included + rules.unit * rng.randrange(1, 5) + rng.choice((0, 0, 5))
            cases.append((b, Call(day, arrival - rng.choice((25, 35, 40, 50, 55)), arrival, arrival + stay)))
    eve = [case for case in cases if case[1].arrival >= MIDNIGHT and charge(*case) != charge(*case, by_arrival=True)]
    if eve and rng.random() < 0.15:
        return rng.choice(eve)
    telling = slips_of(charge, {name: SLIPS[name] for name in ("other_edition", "range_end")})
    return subject(rng, cases, lambda c: charge(*c), telling, lambda c: c[1].day < c[0].start[CALLS], 0.32)


def rules_of(case: tuple[Branch, Call]) -> CallRules:
    return case[0].calls[in_force(case[0], CALLS, case[1].day)]


def evidence(case: tuple[Branch, Call]) -> Spans:
    b = case[0]
    return *((f"call_rules/{b.key}/{rules_of(case).edition}", span) for span in SPANS), *starts(b, CALLS)


def facts(case: tuple[Branch, Call]) -> dict[str, Any]:
    b, call = case
    times = {
        name: both("tj", minutes % MIDNIGHT)
        for name, minutes in (("t1", call.at), ("t2", call.arrival), ("t3", call.leaving))
    }
    days = {
        name: both("d", call.day + DAY * (minutes // MIDNIGHT))
        for name, minutes in (("d2", call.arrival), ("d3", call.leaving))
    }
    return {"b": b.name, "d1": both("d", call.day), **times, **days}


@PROGRAMS.add(1, "multi_source", "numerical_inclusion", hops=2)
def call_out(ledger: Ledger, rng: Random) -> Question:
    case = b, call = draw_case(ledger, rng)
    rules = rules_of(case)
    rival = swap(ledger, rules, replace(rules, base=rules.base + rng.choice((-450, -300, -150, 150, 300, 450))))
    other = next(branch for branch in rival.branches if branch.key == b.key)
    doc = f"call_rules/{b.key}/{rules.edition}"
    longer = rng.choice([n for n in (24, 36, 48, 72) if n != rules.wait])
    return Question(
        ask=ask(
            """
            A customer of the {b} branch calls at {t1} on {d1} because the gas has stopped. The fitter arrives at {t2} on {d2} and leaves at {t3} on {d3}. How many yen are charged for coming out?
            On {d1} at {t1} somebody reports to the {b} branch that no gas comes. A fitter is there from {t2} on {d2} until {t3} on {d3}. What does the call-out cost in yen?
            The {b} branch is called at {t1} on {d1}, as a hob has gone out. Its fitter is on the spot from {t2} ({d2}) to {t3} ({d3}). What is the charge for the call-out, in yen?""",
            """
            {d1}の{t1}に{b}営業所の客先から、ガスが出ないとの連絡があった。保安員は{d2}の{t2}に到着し、{d3}の{t3}に退出した。出動料は何円か。
            {b}営業所に{d1}{t1}、ガスが止まったという電話がありました。保安員が現地にいたのは{d2}{t2}から{d3}{t3}までです。出動料はいくらになりますか。
            こんろの火が消えたとの連絡を{d1}の{t1}に受けた{b}営業所の保安員が、{d2}の{t2}に着き、{d3}の{t3}に引き揚げた。請求する出動料は何円ですか。""",
            **facts(case),
        ),
        evidence=evidence(case),
        copied=doc,
        rival=rival,
        harmless=swap(ledger, rules, replace(rules, wait=longer)),
        cut=(doc, "night"),
        older=rules is b.calls[0],
        **outcome(
            yen,
            charge(*case),
            {name: slip(case) for name, slip in slips_of(charge, SLIPS).items()},
            charge(other, call),
        ),
    )
