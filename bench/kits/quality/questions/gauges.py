"""Gauges that should no longer have been used: a list minus calibrations that count, minus those withdrawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.days import DAY, add_months
from bench.kits.ledgers import swap
from bench.kits.quality.ledger import Calibration, Check, Gauge, Ledger, Works
from bench.kits.quality.programs import CALIBRATING, PROGRAMS, in_force, starts
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import codes


def is_overdue(
    b: Works,
    check: Check,
    gauge: Gauge,
    other_edition: bool = False,
    any_result: bool = False,
    passed_only: bool = False,
    withdrawn_too: bool = False,
    no_grace: bool = False,
) -> bool:
    rules = b.calibrating[in_force(b, CALIBRATING, check.day, other_edition)]
    if gauge.code in check.withdrawn and not withdrawn_too:
        return False
    good = {"passed"} | ({"adjusted"} if rules.adjusted and not passed_only else set())
    days = [row.day for row in check.rows if row.gauge == gauge.code and (row.result in good or any_result)]
    grace = 0 if no_grace else rules.grace
    return not days or check.day > add_months(max(days), rules.months[gauge.kind]) + DAY * grace


def overdue(b: Works, check: Check, **switch: bool) -> tuple[str, ...]:
    return tuple(gauge.code for gauge in b.gauges if is_overdue(b, check, gauge, **switch))


def _changes(b: Works, check: Check, decides: bool) -> Iterator[tuple[Calibration, Calibration]]:
    """Calibrations on another day, by which a gauge is overdue or not, or without effect."""
    right = overdue(b, check)
    for row in check.rows:
        near = [other.day for other in check.rows if other.gauge == row.gauge and other is not row]
        for shift in (-38, -24, -17, -11, 11, 17, 24, 38):
            other = replace(row, day=row.day + DAY * shift)
            if other.day >= check.day - DAY * 3 or any(abs((day - other.day).days) < 8 for day in near):
                continue
            if other.day <= add_months(check.day, -24):
                continue
            after = overdue(b, replace(check, rows=tuple(other if r is row else r for r in check.rows)))
            if (after != right) == decides and after:
                yield row, other


@PROGRAMS.add(4, "multi_source", "numerical_inclusion", hops=4)
def gauges_overdue(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        overdue,
        {
            "other_edition": {"other_edition": True},
            "failed_ones_too": {"any_result": True},
            "passed_only": {"passed_only": True},
            "withdrawn_too": {"withdrawn_too": True},
            "forgot_the_days_of_grace": {"no_grace": True},
        },
    )
    telling = {name: slips[name] for name in ("other_edition", "failed_ones_too")}
    cases = [
        (b, check)
        for b in ledger.works
        for check in b.checks
        if 3 <= len(overdue(b, check)) <= 12 and next(_changes(b, check, True), None)
    ]
    case = b, check = subject(
        rng, cases, lambda c: overdue(*c), telling, lambda c: c[1].day < c[0].starts[1][CALIBRATING], rate=0.42
    )
    edition = in_force(b, CALIBRATING, check.day)
    old, new = rng.choice(list(_changes(b, check, True)))
    changed = replace(check, rows=tuple(new if row is old else row for row in check.rows))
    period = f"{b.key}/{check.day:%Y-%m}"
    doc, log = f"gauges/{period}", f"calibrations/{period}"
    rules = f"calibrating/{b.key}/{b.calibrating[edition].edition}"
    return Question(
        ask=ask(
            """
            Which of the tools that the {b} works looked through on {day} should by then no longer have been measured with, too much time having passed? Give the numbers in ascending order.
            On {day} the {b} works went through what it measures with. Which of its tools could no longer be relied on that day, having been left for too long? Numbers in ascending order, please.
            Give in ascending order the numbers of everything at the {b} works that on {day} could no longer be used for measuring because too much time had passed.""",
            """
            {b}工場が{day}に調べた測定の道具のうち、期限を過ぎていて、その日にはもう使ってはならなかったものはどれか。番号を小さい順にすべて答えよ。
            {day}に{b}工場が測定に使う道具を調べました。期限を過ぎていて使えないはずのものの番号を、小さい順にすべて挙げてください。
            {b}工場にあるもののうち、{day}の時点で期限を過ぎていて測定に用いることができなかったものの番号を、小さい順にすべて答えてください。""",
            b=b.name,
            day=both("d", check.day),
        ),
        evidence=(
            (doc, "table"),
            (doc, "withdrawn"),
            (log, "table"),
            *((rules, span) for span in ("months", "grace", "counts", "withdrawn")),
            *starts(b, CALIBRATING),
        ),
        copied=log,
        rival=swap(ledger, old, new),
        harmless=swap(ledger, *rng.choice(list(_changes(b, check, False)))),
        cut=(doc, f"gauge:{rng.choice(b.gauges[8:]).code}"),
        older=edition == 0,
        rows=len(check.rows),
        **outcome(codes, overdue(*case), {name: slip(case) for name, slip in slips.items()}, overdue(b, changed)),
    )
