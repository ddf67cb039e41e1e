"""Trips that should have been settled and were not: a list minus what was accepted, minus extensions, by working days."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from random import Random

from bench.kits.base import Question
from bench.kits.days import DAY, workdays
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import codes
from bench.kits.travel.ledger import Branch, Check, Holidays, Ledger, Returned
from bench.kits.travel.programs import PROGRAMS, SETTLEMENT, deciding, in_force, starts

Free = tuple[Holidays, ...]


def is_overdue(
    free: Free,
    b: Branch,
    check: Check,
    row: Returned,
    one_edition: int | None = None,
    sent_back_too: bool = False,
    extended_too: bool = False,
    no_holidays: bool = False,
    calendar: bool = False,
    one_limit: bool = False,
) -> bool:
    edition = in_force(b, SETTLEMENT, deciding(b, SETTLEMENT, row.back, row.left))
    rules = b.settlement[edition if one_edition is None else one_edition]
    if row.ref in check.extended and not extended_too:
        return False
    if any(entry.ref == row.ref and (entry.accepted or sent_back_too) for entry in check.entries):
        return False
    days = rules.with_advance if row.advance and not one_limit else rules.without
    off = frozenset(() if no_holidays else (day for year in free for day in year.days))
    return check.day > (row.back + DAY * days if calendar else workdays(row.back, days, off))


def overdue(free: Free, b: Branch, check: Check, **switch: bool) -> tuple[str, ...]:
    return tuple(sorted(row.ref for row in check.rows if is_overdue(free, b, check, row, **switch)))


def _changes(free: Free, b: Branch, check: Check, decides: bool) -> Iterator[tuple[Returned, Returned]]:
    """Trips that ended on another day, by which they are overdue or not, or without effect."""
    for row in check.rows:
        first = min((entry.day for entry in check.entries if entry.ref == row.ref), default=date.max)
        for shift in (-9, -6, -4, -3, 3, 4, 6, 9):
            other = replace(row, back=row.back + DAY * shift)
            if not row.left <= other.back < min(first, check.day):
                continue
            if (is_overdue(free, b, check, row) != is_overdue(free, b, check, other)) == decides:
                yield row, other


@PROGRAMS.add(4, "multi_source", "numerical_inclusion", hops=4)
def trips_unsettled(ledger: Ledger, rng: Random) -> Question:
    free = ledger.holidays
    slips = slips_of(
        overdue,
        {
            "sent_back_too": {"sent_back_too": True},
            "one_limit_for_all": {"one_limit": True},
            "extended_too": {"extended_too": True},
            "newer_edition_for_all": {"one_edition": 1},
            "older_edition_for_all": {"one_edition": 0},
            "calendar_days": {"calendar": True},
            "forgot_the_holidays": {"no_holidays": True},
        },
    )
    telling = {name: slips[name] for name in ("sent_back_too", "one_limit_for_all")}
    cases = [
        (free, b, check)
        for b in ledger.branches
        for check in b.checks
        if 3 <= len(overdue(free, b, check)) <= 12 and next(_changes(free, b, check, True), None)
    ]
    case = _, b, check = subject(rng, cases, lambda c: overdue(*c), telling)
    old, new = rng.choice(list(_changes(free, b, check, True)))
    changed = replace(check, rows=tuple(new if row is old else row for row in check.rows))
    period = f"{b.key}/{check.day:%Y-%m}"
    doc, log = f"returned/{period}", f"settled/{period}"
    accepted = {entry.ref for entry in check.entries if entry.accepted} | set(check.extended)
    unsure = [row for row in check.rows if row.ref not in accepted]
    editions = sorted({in_force(b, SETTLEMENT, deciding(b, SETTLEMENT, row.back, row.left)) for row in unsure})
    rules = [f"settlement/{b.key}/{b.settlement[edition].edition}" for edition in editions]
    return Question(
        ask=ask(
            """
            On {day} the {b} branch looked through the parties that had been away. For which numbers should an approved statement have been there by then, and was not? Ascending order, please.
            By what was known at the {b} branch on {day}, for which numbers of parties had the time for handing in run out without anything being approved? Give them in ascending order.
            Give in ascending order the numbers of all parties of the {b} branch that on {day} were behind with what they had to hand in: nothing had been approved, and the time was over.""",
            """
            {b}支店が複数名で出た一行について{day}に調べたところ、書類を出して認められていなければならないのに、そうなっていないものはどれか。番号を小さい順にすべて答えよ。
            {day}の{b}支店の調べで、一行で出たもののうち、認められた書類のないまま期限を過ぎていたものの番号を、小さい順にすべて挙げてください。
            {b}支店から一行で出たもののうち、{day}の時点で期限が過ぎ、まだ認められた書類のなかったものの番号を、小さい順にすべて答えてください。""",
            b=b.name,
            day=both("d", check.day),
        ),
        evidence=(
            (doc, "table"),
            (doc, "extended"),
            (log, "table"),
            *((f"holidays/all/{year}", "table") for year in _years(check)),
            *((rule, span) for rule in rules for span in ("limits", "days", "extended")),
            *starts(b, SETTLEMENT),
        ),
        copied=doc,
        rival=swap(ledger, old, new),
        harmless=swap(ledger, *rng.choice(list(_changes(free, b, check, False)))),
        cut=(log, f"entry:{rng.randrange(6, len(check.entries))}"),
        rows=len(check.rows),
        **outcome(codes, overdue(*case), {name: slip(case) for name, slip in slips.items()}, overdue(free, b, changed)),
    )


def _years(check: Check) -> list[int]:
    """The lists of holidays over which the working days run: from the first return to the day of the check."""
    first = min(row.back for row in check.rows)
    return sorted({day.year - (day.month < 4) for day in (first, check.day)})
