"""From which day on the lunches of an absent pupil are free: weekdays counted from the notice."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from random import Random

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.lunch.drawing import CLOSED
from bench.kits.lunch.ledger import Ledger
from bench.kits.lunch.programs import ABSENCES, PROGRAMS, in_force, start, starts, weekday_after
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import day


def free_day(
    ledger: Ledger,
    i: int,
    notice: date,
    other_edition: bool = False,
    no_agreement: bool = False,
    notice_counts: bool = False,
    weekends_too: bool = False,
) -> date:
    rules = ledger.schools[i].absence[in_force(ledger, i, ABSENCES, notice, other_edition, no_agreement)]
    if weekends_too:
        return notice + DAY * rules.weekdays
    return weekday_after(notice, rules.weekdays - notice_counts)


@PROGRAMS.add(1, "multi_source", "numerical_inclusion", hops=3)
def free_from(ledger: Ledger, rng: Random) -> Question:
    solve = partial(free_day, ledger)
    slips = slips_of(
        solve,
        {
            "other_edition": {"other_edition": True},
            "counted_the_day_of_notice": {"notice_counts": True},
            "counted_the_weekend": {"weekends_too": True},
            "overlooked_the_agreement": {"no_agreement": True},
        },
    )
    cases = [
        (i, notice)
        for i in range(len(ledger.schools))
        for notice in (start(ledger, i, ABSENCES) + DAY * shift for shift in range(-22, 22))
        if notice.weekday() < 5 and not any(notice + DAY * n in CLOSED for n in range(9))
    ]
    needed = {name: slips[name] for name in ("other_edition", "counted_the_day_of_notice")}
    if rng.random() < 0.3:  # a day on which the agreement decides
        asked = [*needed, "overlooked_the_agreement"]
        cases = [c for c in cases if solve(*c) not in [slips[name](c) for name in asked]] or cases
    case = i, notice = subject(
        rng, cases, lambda c: solve(*c), needed, lambda c: not in_force(ledger, c[0], ABSENCES, c[1]), 0.4
    )
    s = ledger.schools[i]
    edition = in_force(ledger, i, ABSENCES, notice)
    rules = s.absence[edition]
    doc = f"absence_rules/{s.key}/{rules.edition}"
    rival = swap(ledger, rules, replace(rules, weekdays=rng.choice([n for n in (2, 3, 4, 5) if n != rules.weekdays])))
    beside = replace(rules, least=rng.choice([n for n in (2, 3, 4, 5) if n != rules.least]))
    return Question(
        ask=ask(
            """
            On {wd}, {day} the parents of a pupil of {s} School gave notice that the child would stay at home for four weeks from the next day on. Which is the first day whose lunch is not charged?
            A pupil of {s} School is away for a month from the day after the school was told so, which was on {wd}, {day}. From which day on does the lunch cost nothing?
            For a stay in hospital of four weeks from the next day on, notice was given at {s} School on {wd}, {day}. On which day does the time begin for which no lunch is charged?""",
            """
            {day}（{wd}）に、{s}学校の児童が翌日から４週間休むとの届出があった。給食費が徴収されなくなる最初の日はいつか。
            {s}学校の生徒が１か月欠席することになり、その前日の{day}（{wd}）に届け出ました。給食費がかからなくなるのは何年何月何日からですか。
            {s}学校に{day}（{wd}）付けで、翌日から４週間入院するとの届出がありました。給食費を徴収しない期間の初日を答えてください。""",
            s=s.name,
            day=both("d", notice),
            wd=both("wd", notice),
        ),
        evidence=((doc, "free"), *starts(ledger, i, ABSENCES)),
        copied=doc,
        rival=rival,
        harmless=swap(ledger, rules, beside),
        cut=(doc, "free"),
        older=edition == 0,
        **outcome(day, solve(*case), {name: slip(case) for name, slip in slips.items()}, free_day(rival, *case)),
    )
