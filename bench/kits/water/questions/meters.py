"""Meters whose time was up and that were not exchanged: a list less a log less exceptions, by a rule of years."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

from bench.kits.base import Question
from bench.kits.days import add_months, half_end
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import codes
from bench.kits.water.drawing import due
from bench.kits.water.ledger import District, Ledger, Meter
from bench.kits.water.programs import PROGRAMS

HALF = 0


def due_now(d: District, meter: Meter, one_length: bool = False, other_month: bool = False) -> bool:
    """Whether a meter is to be exchanged by the end of that half-year."""
    diameter = next(c.diameter for c in d.customers if c.number == meter.customer)
    rules = replace(d.exchange, wide_years=d.exchange.years) if one_length else d.exchange
    if other_month:
        rules = replace(rules, month_before=not rules.month_before)
    return due(rules, meter, diameter) <= half_end(d.halves[HALF].start)


def left(
    ledger: Ledger, i: int, no_exempt: bool = False, later_too: bool = False, none_exchanged: bool = False, **slip: bool
) -> tuple[str, ...]:
    """Numbers of the meters that were due and not exchanged, in the order of the list."""
    d = ledger.districts[i]
    half = d.halves[HALF]
    logs = d.halves if later_too else (half,)
    done = {x.old for log in logs for x in log.exchanges if not none_exchanged}
    return tuple(
        meter.number
        for meter in d.meters
        if due_now(d, meter, **slip) and meter.number not in done and (no_exempt or meter.number not in half.exempt)
    )


@PROGRAMS.add(4, "multi_source", "multi_hop", hops=5)
def not_exchanged(ledger: Ledger, rng: Random) -> Question:
    solve = partial(left, ledger)
    slips = slips_of(
        solve,
        {
            "forgot_the_exception": {"no_exempt": True},
            "one_length_for_all": {"one_length": True},
            "month_too_early_or_late": {"other_month": True},
            "counted_later_exchanges": {"later_too": True},
            "forgot_the_log": {"none_exchanged": True},
        },
    )
    needed = {name: slips[name] for name in ("forgot_the_exception", "forgot_the_log")}
    case = (i,) = subject(rng, [(i,) for i in range(len(ledger.districts))], lambda c: solve(*c), needed)
    d = ledger.districts[i]
    half = d.halves[HALF]
    period = f"{d.key}/{half.start:%Y-%m}"
    known = {x.old for log in d.halves for x in log.exchanges} | set(half.exempt)
    idle = [m for m in d.meters[6:] if not due_now(d, m) and m.number not in known and m.certified.year > 2018]
    late = [m for m in d.meters[6:] if m.number in solve(*case)]
    meter = rng.choice(late if rng.random() < 0.5 and len(late) > 1 else idle)
    shift = rng.choice((11, 13, 14))
    other = replace(meter, certified=add_months(meter.certified, shift))
    if meter in idle:
        model = rng.choice([m for m in d.meters if due_now(d, m) and same_length(d, m, meter)])
        other = replace(meter, certified=model.certified)
    beside = rng.choice([m for m in idle if m is not meter])
    changed = replace(beside, certified=add_months(beside.certified, rng.choice((1, 2, 3))))
    rival = swap(ledger, meter, other)
    return Question(
        ask=ask(
            """
            Which meters of the {d} district ought to have been replaced by {last} at the latest and were still in place when that day ended? Give their numbers.
            Give the numbers of the meters for which the {d} district was in arrears with replacement at the end of {last}.
            At the end of {last}, which meters of the {d} district were overdue for replacement? Answer with their numbers.""",
            """
            {d}給水区のメーターのうち、遅くとも{last}までに取り替えるべきであったのに、同日の終わりに取り替えられていなかったものはどれか。番号で答えよ。
            {last}の終わりの時点で、{d}給水区において取替えが遅れていたメーターの番号をすべて挙げてください。
            {d}給水区で{last}までに取替えを終えていなければならなかったのに、残っていたメーターを番号で答えてください。""",
            d=d.name,
            last=both("d", half_end(half.start)),
        ),
        evidence=(
            (f"meters/{d.key}/2025", "table"),
            (f"customers/{d.key}/2025", "table"),
            (f"exchanges/{period}", "table"),
            (f"exempt/{period}", "exempt"),
            (f"exchange_rules/{d.key}/2025", "years"),
            (f"exchange_rules/{d.key}/2025", "month"),
        ),
        copied=f"meters/{d.key}/2025",
        rival=rival,
        harmless=swap(ledger, beside, changed),
        cut=(f"exchanges/{period}", f"exchange:{rng.choice(half.exchanges[5:]).customer}"),
        rows=len(d.meters) + len(half.exchanges),
        **outcome(codes, solve(*case), {name: slip(case) for name, slip in slips.items()}, left(rival, *case)),
    )


def same_length(d: District, one: Meter, other: Meter) -> bool:
    """Whether two meters have the same number of years."""
    wide = [next(c.diameter for c in d.customers if c.number == m.customer) >= 2 for m in (one, other)]
    return wide[0] == wide[1]
