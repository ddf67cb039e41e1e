"""The last day on which a reserved item waits for its reader."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random

from bench.kits.base import Ledger as AnyLedger
from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.library import names
from bench.kits.library.ledger import HOLD, HoldRules, Ledger, Library
from bench.kits.library.programs import PROGRAMS, edition, starts
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import day

Case = tuple[Library, int, date, date]
"""Library, place of collection, day reserved, day made ready."""


def kept_until(
    b: Library,
    place: int,
    reserved: date,
    ready: date,
    other_edition: bool = False,
    other_day: bool = False,
    both_ends: bool = False,
    neighbour: bool = False,
) -> date:
    rules = b.hold[edition(b, HOLD, reserved, ready, other_edition, other_day)]
    days = rules.days[(place + neighbour) % len(rules.days)]
    return ready + DAY * (days - (rules.first_day_counts != both_ends))


SLIPS = {
    "other_day_decides": {"other_day": True},
    "other_edition": {"other_edition": True},
    "counted_both_ends": {"both_ends": True},
    "neighbouring_row": {"neighbour": True},
}


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """Half of the cases are reserved before the first day and made ready on it or later."""
    across = rng.random() < 0.5
    cases = [
        (b, place, b.starts[HOLD] + DAY * first, b.starts[HOLD] + DAY * second)
        for b in ledger.libraries
        for place in range(len(names.PLACES))
        for first in range(-25, 12)
        for second in (first + 3, first + 7, first + 12)
        if (first < 0 <= second) == across
    ]
    slips = slips_of(kept_until, {name: slip for name, slip in SLIPS.items() if name != "other_day_decides"})
    return subject(rng, cases, lambda c: kept_until(*c), slips, lambda c: edition(c[0], HOLD, *c[2:]) == 0, 0.4)


def with_days(ledger: Ledger, rules: HoldRules, place: int, shift: int) -> AnyLedger:
    """The ledger with one number of days changed, found by its row: numbers recur."""
    days = list(rules.days)
    days[place] += shift
    return swap(ledger, rules, replace(rules, days=tuple(days)))


def free_shift(rng: Random, rules: HoldRules, *places: int) -> int:
    """A change after which no two places have one number of days."""
    days = rules.days
    fits = [s for s in (-2, -1, 1, 2, 3) if all(days[p] + s > 3 and days[p] + s not in days for p in places)]
    return rng.choice(fits or [1])


def evidence(case: Case) -> tuple[tuple[str, str], ...]:
    b, place, reserved, ready = case
    doc = f"hold_rules/{b.key}/{b.hold[edition(b, HOLD, reserved, ready)].edition}"
    return (doc, f"place:{place}"), (doc, "first"), *starts(b, HOLD)


@PROGRAMS.add(1, "multi_source", "numerical_inclusion", hops=2)
def collect_by(ledger: Ledger, rng: Random) -> Question:
    case = b, place, reserved, ready = draw_case(ledger, rng)
    rules = b.hold[edition(b, HOLD, reserved, ready)]
    doc, shift = f"hold_rules/{b.key}/{rules.edition}", free_shift(rng, rules, place)
    beside = place - 1 if place else 1
    return Question(
        ask=ask(
            """
            At {b} Library an item was reserved on {first} and made ready on {second}, to be collected at the {place}. What is the last day on which the reader can collect it?
            A reader of {b} Library made a reservation on {first}; the item was ready on {second} for collection at the {place}. Until which day, that day included, does it wait there?
            Reserved at {b} Library on {first}, ready on {second}, place of collection: {place}. On which day does the time for collecting it end?""",
            """
            {b}図書館で{first}に予約を受け付け、{second}に用意のできた資料を、{place}で受け取ることになっている。受け取ることのできる最後の日はいつか。
            {b}図書館の利用者が{first}に予約した資料が、{second}に用意できました。受取場所は{place}です。この資料は何年何月何日まで取り置かれますか。
            {first}予約受付、{second}用意、受取場所は{place}。この{b}図書館の予約資料の取置きの末日を答えてください。""",
            b=b.name,
            place=names.PLACES[place],
            first=both("d", reserved),
            second=both("d", ready),
        ),
        evidence=evidence(case),
        copied=doc,
        rival=with_days(ledger, rules, place, shift),
        harmless=with_days(ledger, rules, beside, free_shift(rng, rules, beside)),
        cut=(doc, f"place:{place}") if place else (doc, "first"),
        older=rules is b.hold[0],
        **outcome(
            day,
            kept_until(*case),
            {name: slip(case) for name, slip in slips_of(kept_until, SLIPS).items()},
            kept_until(*case) + DAY * shift,
        ),
    )
