"""Which machines are overdue for inspection: hours and months by class, and the edition by the last inspection."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.days import add_months
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.rental.ledger import Branch, Ledger, Reading, Readings
from bench.kits.rental.programs import CIRCULAR, INSPECTION, PROGRAMS, in_force, machine, starts
from bench.kits.shapes import codes


def is_overdue(
    b: Branch,
    readings: Readings,
    row: Reading,
    one_edition: int | None = None,
    no_over: bool = False,
    hours_only: bool = False,
) -> bool:
    edition = in_force(b, INSPECTION, row.last)
    rules = b.inspection[edition if one_edition is None else one_edition]
    hours = row.now - row.at > rules.hours[machine(b, row.machine).cls] + (0 if no_over else rules.over)
    return hours or (readings.day > add_months(row.last, rules.months) and not hours_only)


def overdue(b: Branch, readings: Readings, laid_up_too: bool = False, **slip: bool) -> tuple[str, ...]:
    """Codes of the machines, in the order of the list."""
    rows = [row for row in readings.rows if laid_up_too or row.machine not in readings.laid_up]
    return tuple(row.machine for row in rows if is_overdue(b, readings, row, **slip))


def _changes(b: Branch, readings: Readings, decides: bool) -> list[tuple[Reading, Reading]]:
    """Rows with another reading of the meter that decides whether the machine is overdue, or does not."""
    found = []
    for row in readings.rows:
        for shift in (-60, -45, -30, -20, -10, 10, 20, 30, 45, 60):
            other = replace(row, now=row.now + shift)
            same = is_overdue(b, readings, row) == is_overdue(b, readings, other)
            if same != decides and row.machine not in readings.laid_up:
                found.append((row, other))
    return found


@PROGRAMS.add(4, "multi_source", "numerical_inclusion", hops=4)
def not_inspected(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        overdue,
        {
            "laid_up_too": {"laid_up_too": True},
            "forgot_the_margin": {"no_over": True},
            "hours_only": {"hours_only": True},
            "newer_edition_for_all": {"one_edition": 1},
            "older_edition_for_all": {"one_edition": 0},
        },
    )
    telling = {name: slips[name] for name in ("laid_up_too", "hours_only")}
    cases = [
        (b, readings)
        for b in ledger.branches
        for readings in b.readings
        if 3 <= len(overdue(b, readings)) <= 10 and _changes(b, readings, True)
    ]
    case = b, readings = subject(rng, cases, lambda c: overdue(*c), telling)
    old, new = rng.choice(_changes(b, readings, True))
    changed = replace(readings, rows=tuple(new if row is old else row for row in readings.rows))
    doc = f"readings/{b.key}/{readings.day:%Y-%m}"
    editions = sorted({in_force(b, INSPECTION, row.last) for row in readings.rows})
    rules = [f"inspection/{b.key}/{b.inspection[edition].edition}" for edition in editions]
    return Question(
        ask=ask(
            """
            By what was read at the {b} branch on {day}, what had gone too long without a check? Give the numbers in ascending order.
            On {day} the {b} branch wrote down how long everything had run. Which numbers were past the point at which they should have been looked over? Ascending order, please.
            Give in ascending order the numbers of all that the {b} branch should have looked over before {day} and had not.""",
            """
            {b}営業所で{day}に読み取った値によると、必要な検査の時期を過ぎていたものはどれか。番号を小さい順にすべて答えよ。
            {day}の{b}営業所の読取りの時点で、検査を受けるべき時期を過ぎていたものの番号を、小さい順にすべて挙げてください。
            {b}営業所が{day}までに検査に出すべきであったのに、そうしていなかったものの番号を、小さい順にすべて答えてください。""",
            b=b.name,
            day=both("d", readings.day),
        ),
        evidence=(
            (doc, "table"),
            (doc, "laid"),
            (f"machines/{b.key}/2025", "table"),
            *((rule, span) for rule in rules for span in ("hours", "over", "months", "laid")),
            *starts(b, INSPECTION),
            (CIRCULAR, "rule"),
        ),
        copied=doc,
        rival=swap(ledger, old, new),
        harmless=swap(ledger, *rng.choice(_changes(b, readings, False))),
        cut=(doc, f"reading:{rng.choice(readings.rows[8:]).machine}"),
        rows=len(readings.rows),
        **outcome(codes, overdue(*case), {name: slip(case) for name, slip in slips.items()}, overdue(b, changed)),
    )
