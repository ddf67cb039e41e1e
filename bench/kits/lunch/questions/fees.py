"""A pupil's fee for a month: lunches served to the year, less those excused in time, at two editions of unit fees."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.lunch.ledger import Absence, Ledger, Month, Pupil
from bench.kits.lunch.programs import ABSENCES, FEES, PROGRAMS, away, in_force, starts, weekday_after
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen


def excused(
    ledger: Ledger,
    i: int,
    month: Month,
    row: Absence,
    day: date,
    any_length: bool = False,
    whole: bool = False,
    **edition: Any,
) -> bool:
    """Whether the lunch of a day is free because of an absence."""
    if not row.first <= day <= row.last:
        return False
    rules = ledger.schools[i].absence[in_force(ledger, i, ABSENCES, row.notice, **edition)]
    covered = sum(row.first <= menu.day <= row.last for menu in month.menus)
    if covered < rules.least and not any_length:
        return False
    return whole or day >= weekday_after(row.notice, rules.weekdays)


def unit(ledger: Ledger, i: int, pupil: Pupil, day: date, no_milk_off: bool = False, **edition: Any) -> int:
    rules = ledger.schools[i].fees[in_force(ledger, i, FEES, day, **edition)]
    return rules.units[(pupil.year - 1) // 3] - (rules.milk if pupil.no_milk and not no_milk_off else 0)


def month_fee(
    ledger: Ledger,
    i: int,
    m: int,
    number: str,
    trips_too: bool = False,
    none_excused: bool = False,
    absence: dict[str, Any] | None = None,
    **fee: Any,
) -> int:
    """Yen for a month."""
    s = ledger.schools[i]
    month = s.months[m]
    pupil = next(p for p in s.pupils if p.number == number)
    rows = [] if none_excused else [row for row in month.absences if row.pupil == number]
    total = 0
    for menu in month.menus:
        if away(month, pupil, menu.day) and not trips_too:
            continue
        if not any(excused(ledger, i, month, row, menu.day, **(absence or {})) for row in rows):
            total += unit(ledger, i, pupil, menu.day, **fee)
    return total


SLIPS: dict[str, dict[str, Any]] = {
    "other_edition": {"other_edition": True},
    "whole_absence_excused": {"absence": {"whole": True}},
    "nothing_excused": {"none_excused": True},
    "other_edition_of_the_absences": {"absence": {"other_edition": True}},
    "forgot_the_least_length": {"absence": {"any_length": True}},
    "forgot_the_trip": {"trips_too": True},
    "forgot_the_milk": {"no_milk_off": True},
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "overlooked_the_agreement": {"no_agreement": True},
}


@PROGRAMS.add(3, "multi_source", "calculation", hops=6)
def fee_of_month(ledger: Ledger, rng: Random) -> Question:
    solve = partial(month_fee, ledger)
    slips = slips_of(solve, SLIPS)
    cases = [
        (i, m, pupil.number)
        for i, s in enumerate(ledger.schools)
        for m, month in enumerate(s.months)
        if month.first < date(2024, 3, 1)
        for pupil in s.pupils
        if any(row.pupil == pupil.number for row in month.absences)
    ]
    needed = {name: slips[name] for name in ("other_edition", "whole_absence_excused")}

    def first_edition(case: tuple[int, int, str]) -> int:
        return in_force(ledger, case[0], FEES, ledger.schools[case[0]].months[case[1]].menus[0].day)

    if rng.random() < 0.5:  # a pupil whose year was on a trip
        cases = [c for c in cases if slips["forgot_the_trip"](c) != solve(*c)] or cases
    case = i, m, number = subject(rng, cases, lambda c: solve(*c), needed, lambda c: not first_edition(c), 0.4)
    s, month = ledger.schools[i], ledger.schools[i].months[m]
    pupil = next(p for p in s.pupils if p.number == number)
    row = next(row for row in month.absences if row.pupil == number)
    beside = rng.choice([p for p in s.pupils if p is not pupil])
    rival = swap(ledger, pupil, replace(pupil, no_milk=not pupil.no_milk))
    editions = sorted({in_force(ledger, i, FEES, menu.day) for menu in month.menus})
    period = f"{s.key}/{month.first:%Y-%m}"
    absence_doc = f"absence_rules/{s.key}/{s.absence[in_force(ledger, i, ABSENCES, row.notice)].edition}"
    stage = (pupil.year - 1) // 3
    return Question(
        ask=ask(
            """
            What do the parents of {pupil}, {s} School, owe for {m}, in yen?
            How many yen are collected for the child {pupil} of {s} School for {m}?
            Settle {m} for {pupil} of {s} School: what sum, in yen, is due?""",
            """
            {s}学校の{pupil}さんについて、{m}分として保護者から徴収する額は何円か。
            {s}学校の{pupil}さんの{m}分の負担額はいくらになりますか。
            {m}分を精算すると、{s}学校の{pupil}さんの保護者が納める額は何円ですか。""",
            s=s.name,
            pupil=pupil.name,
            m=both("m", month.first),
        ),
        evidence=(
            (f"pupils/{s.key}/2023", f"pupil:{number}"),
            (f"menus/{period}", "table"),
            (f"trips/{period}", "table"),
            (f"absences/{period}", f"absence:{number}"),
            *(
                (f"fees/{s.key}/{s.fees[edition].edition}", span)
                for edition in editions
                for span in (f"unit:{stage}", "milk", "served")
            ),
            (absence_doc, "free"),
            (absence_doc, "least"),
            *starts(ledger, i, FEES),
            *starts(ledger, i, ABSENCES),
        ),
        copied=f"pupils/{s.key}/2023",
        rival=rival,
        harmless=swap(ledger, beside, replace(beside, no_milk=not beside.no_milk)),
        cut=(f"absences/{period}", f"absence:{number}"),
        older=not editions[0] if len(editions) == 1 else None,
        rows=len(month.menus),
        **outcome(yen, solve(*case), {name: slip(case) for name, slip in slips.items()}, month_fee(rival, *case)),
    )
