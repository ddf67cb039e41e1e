"""What an escort costs whose length lies on the border of two bands; the edition follows the day of the order."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Ledger as AnyLedger
from bench.kits.base import Question, Text
from bench.kits.care.ledger import EscortTariff, Ledger, Office, Trip
from bench.kits.care.programs import ESCORT, PRIVATE_NOTICE, PROGRAMS, in_force, starts
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen

Case = tuple[Office, int, int, date]
"""Office, minutes, column of the tariff, day of the order."""
AREAS = (Text("within the town", "町内"), Text("outside the town", "町外"))
DAYS = (Text("a weekday", "平日"), Text("a Sunday", "日曜日"))


def row_of(rules: EscortTariff, minutes: int, other_side: bool = False) -> int:
    closed = rules.upper_closed != other_side
    return sum(minutes > bound or (minutes == bound and not closed) for bound in rules.bounds)


def cell(
    case: Any,
    other_edition: bool = False,
    other_side: bool = False,
    other_day: bool = False,
    other_area: bool = False,
) -> tuple[EscortTariff, int, int]:
    """Tariff, row and column."""
    o, minutes, column, ordered = case
    rules = o.escort[in_force(o, ESCORT, ordered, other_edition)]
    return rules, row_of(rules, minutes, other_side), column ^ (1 if other_day else 2 if other_area else 0)


def fee(*case: Any, **slip: bool) -> int:
    rules, row, column = cell(case, **slip)
    return rules.fares[row][column]


SLIPS = {
    "other_edition": {"other_edition": True},
    "neighbouring_row": {"other_side": True},
    "neighbouring_column": {"other_day": True},
    "other_area": {"other_area": True},
}


def draw_case(ledger: Ledger, rng: Random) -> Case:
    return subject(
        rng,
        [
            (o, minutes, column, o.start[ESCORT] + DAY * shift)
            for o in ledger.offices
            for minutes in (30, 60, 90, 120)
            for column in range(4)
            for shift in range(-24, 24)
        ],
        lambda c: fee(*c),
        slips_of(fee, SLIPS),
        lambda c: c[3] < c[0].start[ESCORT],
    )


def with_fee(ledger: Ledger, rules: EscortTariff, row: int, column: int, shift: int) -> AnyLedger:
    """The ledger with one fee changed. The cell is found by row and column: values recur."""
    fares = [list(line) for line in rules.fares]
    fares[row][column] += shift
    return swap(ledger, rules, replace(rules, fares=tuple(map(tuple, fares))))


def evidence(case: Case) -> tuple[tuple[str, str], ...]:
    rules, row, _ = cell(case)
    return (f"escort/{case[0].key}/{rules.edition}", f"band:{row}"), *starts(case[0], ESCORT)


def facts(case: Case) -> dict[str, Any]:
    o, minutes, column, ordered = case
    return {"o": o.name, "n": minutes, "area": AREAS[column // 2], "when": DAYS[column % 2], "day": both("d", ordered)}


@PROGRAMS.add(1, "html_merged", "numerical_inclusion", hops=2)
def escort_fee(ledger: Ledger, rng: Random) -> Question:
    case = draw_case(ledger, rng)
    o = case[0]
    rules, row, column = cell(case)
    doc, shift = f"escort/{o.key}/{rules.edition}", rng.choice((-1, 1)) * rng.randrange(2, 6) * 10
    slips = {name: slip(case) for name, slip in slips_of(fee, SLIPS).items()}
    return Question(
        ask=ask(
            """
            An escort {area} was ordered from the {o} office on {day}. It takes {n} minutes and falls on {when}. What is the fee in yen?
            How many yen does the {o} office charge for an escort of {n} minutes {area} on {when}, if it was ordered on {day}?
            On {day} somebody orders an escort {area} from the {o} office, for {when} and for {n} minutes. What does it cost in yen?""",
            """
            {o}事業所に{day}に申し込まれた{area}の付添いで、{when}に{n}分間行うものの料金は何円か。
            {area}で{when}に{n}分の付添いを{o}事業所に頼みます。申込みは{day}です。料金はいくらになりますか。
            {day}に{o}事業所へ申し込んだ付添い（{area}、{when}、{n}分）の料金は何円ですか。""",
            **facts(case),
        ),
        evidence=evidence(case),
        copied=doc,
        rival=with_fee(ledger, rules, row, column, shift),
        harmless=with_fee(ledger, rules, row - 1, column, shift),
        cut=(doc, f"band:{max(row, 1)}"),
        older=rules is o.escort[0],
        **outcome(yen, fee(*case), slips, fee(*case) + shift),
    )


def trip_fee(
    o: Office,
    trip: Trip,
    one_edition: int | None = None,
    by_day: bool = False,
    other_side: bool = False,
    no_share: bool = False,
    no_sunday: bool = False,
    cancelled_too: bool = False,
) -> int:
    """What one trip of the record costs, in yen."""
    edition = in_force(o, ESCORT, trip.day if by_day else trip.ordered)
    rules = o.escort[edition if one_edition is None else one_edition]
    if trip.note == "before" and not cancelled_too:
        return 0
    sunday = trip.day.weekday() == 6 and not no_sunday
    amount = rules.fares[row_of(rules, trip.end - trip.start, other_side)][2 * trip.outside + sunday]
    return amount * rules.share // 1000 * 10 if trip.note == "same day" and not no_share else amount


TRIP_SLIPS: dict[str, dict[str, Any]] = {
    "edition_by_day_of_trip": {"by_day": True},
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "range_end": {"other_side": True},
    "cancelled_in_full": {"no_share": True},
    "forgot_sundays": {"no_sunday": True},
    "forgot_the_exception": {"cancelled_too": True},
}


def trip_evidence(o: Office) -> tuple[tuple[str, str], ...]:
    rules = [f"escort/{o.key}/{edition.edition}" for edition in o.escort]
    spans = [*(f"band:{row}" for row in range(5)), "cancelled", "length"]
    return (
        *((f"trips/{o.key}/{sheet}", "table") for sheet in (1, 2, 3)),
        *((doc, span) for doc in rules for span in spans),
        *starts(o, ESCORT),
        (PRIVATE_NOTICE, "rule"),
    )
