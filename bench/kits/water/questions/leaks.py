"""Until when a reduction for a leak can be applied for: days, the first of them, and a last day at the weekend."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from random import Random

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import day
from bench.kits.water.drawing import HOLIDAYS
from bench.kits.water.ledger import Ledger
from bench.kits.water.programs import LEAK, PROGRAMS, in_force, start, starts


def last_day(
    ledger: Ledger,
    i: int,
    repaired: date,
    other_edition: bool = False,
    no_resolution: bool = False,
    both_ends: bool = False,
    no_weekend: bool = False,
    other_way: bool = False,
    other_days: bool = False,
) -> date:
    edition = in_force(ledger, i, LEAK, repaired, other_edition, no_resolution)
    rules, other = ledger.districts[i].leak[edition], ledger.districts[i].leak[1 - edition]
    end = repaired + DAY * ((other if other_days else rules).days - (rules.first_day_counts != both_ends))
    over = end.weekday() - 4
    if over > 0 and not no_weekend:
        end += DAY * ((3 - over) if rules.forward != other_way else -over)
    return end


@PROGRAMS.add(1, "multi_source", "numerical_inclusion", hops=3)
def apply_until(ledger: Ledger, rng: Random) -> Question:
    solve = partial(last_day, ledger)
    slips = slips_of(
        solve,
        {
            "other_edition": {"other_edition": True},
            "counted_both_ends": {"both_ends": True},
            "forgot_the_weekend": {"no_weekend": True},
            "weekend_the_other_way": {"other_way": True},
            "days_of_the_other_edition": {"other_days": True},
            "overlooked_the_resolution": {"no_resolution": True},
        },
    )
    cases = [
        (i, repaired)
        for i in range(len(ledger.districts))
        for repaired in (start(ledger, i, LEAK, no_resolution=True) + DAY * shift for shift in range(-25, 25))
        if repaired.weekday() < 5 and repaired not in HOLIDAYS and solve(i, repaired) not in HOLIDAYS
    ]
    if rng.random() < 0.6:  # a last day at a weekend
        cases = [c for c in cases if slips["forgot_the_weekend"](c) != solve(*c)] or cases
    needed = {"other_edition": slips["other_edition"]}
    case = i, repaired = subject(
        rng, cases, lambda c: solve(*c), needed, lambda c: not in_force(ledger, *_leak(c)), 0.4
    )
    d = ledger.districts[i]
    edition = in_force(ledger, i, LEAK, repaired)
    rules = d.leak[edition]
    doc = f"leak_rules/{d.key}/{rules.edition}"
    others = [replace(rules, days=n) for n in (15, 18, 25, 35, 50) if n != rules.days]
    rivals = [swap(ledger, rules, other) for other in others]
    rival = rng.choice([other for other in rivals if last_day(other, *case) != solve(*case)])
    beside = replace(rules, percent=rng.choice([n for n in (45, 55, 65, 75) if n != rules.percent]))
    return Question(
        ask=ask(
            """
            A leak in a wall of a house in the {d} district was repaired on {wd}, {day}. What is the last day on which a reduction can be applied for?
            In the {d} district a pipe under a floor leaked and was repaired on {wd}, {day}. Until which day, that day included, may the owner apply for a reduction?
            On {wd}, {day} a leak below ground was repaired at a house in the {d} district. By which day at the latest must the reduction be applied for?""",
            """
            {d}給水区の住宅で壁内の漏水があり、{day}（{wd}）に修理を終えた。減免を申請することができる最後の日はいつか。
            {d}給水区で床下の漏水を{day}（{wd}）に修理しました。減免の申請は何年何月何日までにすることになりますか。
            {day}（{wd}）に、{d}給水区の家の地中の漏水が修理されました。減免の申請期限の日を答えてください。""",
            d=d.name,
            day=both("d", repaired),
            wd=both("wd", repaired),
        ),
        evidence=((doc, "deadline"), (doc, "weekend"), *starts(ledger, i, LEAK)),
        copied=doc,
        rival=rival,
        harmless=swap(ledger, rules, beside),
        cut=(doc, "deadline"),
        older=edition == 0,
        **outcome(day, solve(*case), {name: slip(case) for name, slip in slips.items()}, last_day(rival, *case)),
    )


def _leak(case: tuple[int, date]) -> tuple[int, int, date]:
    return case[0], LEAK, case[1]
