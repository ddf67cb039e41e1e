"""Daily allowances of domestic trips: half days, long stays, near places, meals, promotions; one trip, and the sum."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen
from bench.kits.travel import names
from bench.kits.travel.ledger import Branch, DailyRules, Ledger, Trip
from bench.kits.travel.programs import DAILY, PROGRAMS, deciding, grade_on, in_force, starts, trip_doc, trip_docs

Table = dict[str, int]
"""Trip -> yen."""
Case = tuple[Branch, Trip, int]
"""Branch, a trip that no list has, the grade of the traveller."""
FAR = 200
"""Kilometres beyond which no edition calls a place near."""


def amount(
    rules: DailyRules,
    trip: Trip,
    grade: int,
    other_side: bool = False,
    whole_days: bool = False,
    no_long: bool = False,
    no_near: bool = False,
    near_side: bool = False,
    no_meals: bool = False,
    private_too: bool = False,
) -> int:
    """What one trip comes to under one edition, in yen."""
    halves = 2 * ((trip.back - trip.left).days + 1 - (0 if private_too else trip.private))
    if not whole_days:
        halves -= trip.left_at >= rules.out_from
        halves -= trip.back_at < rules.back_by or (trip.back_at == rules.back_by and rules.by_closed != other_side)
    full = halves if no_long else min(halves, 2 * rules.long_days)
    paid = Fraction(rules.rates[grade], 2) * (full + Fraction((halves - full) * rules.long_share, 100))
    if not no_near and (trip.km < rules.near or (trip.km == rules.near and rules.near_closed != near_side)):
        paid /= 2
    paid -= 0 if no_meals else trip.meals * rules.meal
    return max(int(paid // 10) * 10, 0)


def allowance(
    b: Branch,
    trip: Trip,
    one_edition: int | None = None,
    other_day: bool = False,
    as_listed: bool = False,
    **switch: bool,
) -> int:
    """What one trip of the lists comes to, in yen."""
    edition = in_force(b, DAILY, deciding(b, DAILY, trip.left, trip.ordered, other_day))
    rules = b.daily[edition if one_edition is None else one_edition]
    return amount(rules, trip, grade_on(b, trip.traveller, trip.left, as_listed), **switch)


SLIPS: Mapping[str, Mapping[str, Any]] = {
    "edition_by_the_other_day": {"other_day": True},
    "forgot_the_promotions": {"as_listed": True},
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "forgot_the_half_days": {"whole_days": True},
    "forgot_the_long_stays": {"no_long": True},
    "forgot_the_near_places": {"no_near": True},
    "forgot_the_meals": {"no_meals": True},
    "private_days_too": {"private_too": True},
    "range_end": {"other_side": True},
    "distance_end": {"near_side": True},
}


def table(b: Branch, **slip: Any) -> Table:
    return {trip.ref: allowance(b, trip, **slip) for month in b.trips for trip in month}


def tables_of(b: Branch) -> dict[str, Table]:
    return {"": table(b)} | {name: table(b, **slip) for name, slip in SLIPS.items()}


def edition_of(b: Branch, trip: Trip) -> int:
    return in_force(b, DAILY, deciding(b, DAILY, trip.left, trip.ordered))


def rule_evidence(b: Branch, editions: Sequence[int]) -> tuple[tuple[str, str], ...]:
    spans = ("rates", "halves", "long", "near", "meals")
    return (
        *((f"daily/{b.key}/{b.daily[edition].edition}", span) for edition in editions for span in spans),
        *starts(b, DAILY),
    )


def evidence(b: Branch, trips: Sequence[Trip]) -> tuple[tuple[str, str], ...]:
    """The lists of the staff and the rules that these trips go by."""
    people = (f"staff/{b.key}/2025", "table"), (f"promotions/{b.key}/2025", "table")
    return *people, *rule_evidence(b, sorted({edition_of(b, trip) for trip in trips}))


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """At the very hours and the distance that decide, ordered and begun near the first day of the new edition."""
    cases: list[Case] = []
    for b in ledger.branches:
        for _ in range(50):
            left = b.starts[1][DAILY] + DAY * rng.randrange(-14, 18)
            ordered, back = left - DAY * rng.randrange(3, 16), left + DAY * rng.randrange(2, 10)
            rules = b.daily[in_force(b, DAILY, deciding(b, DAILY, left, ordered))]
            km = rng.choice((rules.near, rules.near, 2 * rules.near + 35))
            trip = Trip("", "", ordered, left, rng.choice((510, rules.out_from)), back, rules.back_by, km, 0, 0)
            cases.append((b, trip, rng.randrange(4)))
    telling = slips_of(solve, {name: OWN[name] for name in ("other_edition", "range_end")})
    return subject(rng, cases, lambda c: solve(*c), telling, lambda c: edition_of(c[0], c[1]) == 0, rate=0.4)


def solve(
    b: Branch, trip: Trip, grade: int, other_edition: bool = False, other_day: bool = False, **switch: bool
) -> int:
    edition = in_force(b, DAILY, deciding(b, DAILY, trip.left, trip.ordered, other_day), other_edition)
    return amount(b.daily[edition], trip, grade, **switch)


OWN: Mapping[str, Mapping[str, Any]] = {
    "other_edition": {"other_edition": True},
    "edition_by_the_other_day": {"other_day": True},
    **{name: SLIPS[name] for name in ("range_end", "distance_end", "forgot_the_half_days", "forgot_the_long_stays")},
}


def facts(case: Case) -> dict[str, Any]:
    b, trip, grade = case
    shown = {
        "o": both("d", trip.ordered),
        "d1": both("d", trip.left),
        "t1": both("tj", trip.left_at),
        "d2": both("d", trip.back),
        "t2": both("tj", trip.back_at),
    }
    return shown | {"b": b.name, "grade": names.GRADES[grade], "km": trip.km}


def changed_rules(rng: Random, case: Case) -> tuple[DailyRules, DailyRules]:
    """The rules with another rate for the grade of the case, and for another grade; the order of grades stays."""
    b, trip, grade = case
    rules = b.daily[edition_of(b, trip)]

    def with_rate(which: int) -> DailyRules:
        shift = rng.choice((-160, -110, -70, 70, 110, 160))
        return replace(rules, rates=tuple(rate + (shift if n == which else 0) for n, rate in enumerate(rules.rates)))

    return with_rate(grade), with_rate(rng.choice([n for n in range(4) if n != grade]))


@PROGRAMS.add(1, "multi_source", "calculation", hops=2)
def trip_allowance(ledger: Ledger, rng: Random) -> Question:
    case = draw_case(ledger, rng)
    b, trip, _ = case
    edition = edition_of(b, trip)
    rules = b.daily[edition]
    changed, same = changed_rules(rng, case)
    rival = swap(ledger, rules, changed)
    other = next(branch for branch in rival.branches if branch.key == b.key)
    doc = f"daily/{b.key}/{rules.edition}"
    return Question(
        ask=ask(
            """
            A {grade} of the {b} branch, whose order for a domestic trip is of {o}, leaves at {t1} on {d1}, goes {km} km one way and is back at {t2} on {d2}. No meals are provided and no day is private. What is the daily allowance for the whole trip, in yen?
            By an order of {o} a {grade} of the {b} branch travels to a place {km} km away within the country, from {d1} ({t1}) to {d2} ({t2}). There are neither provided meals nor private days. How many yen of daily allowance does the trip bring?
            How much daily allowance, in yen, is paid for a trip of {km} km (one way, within the country) by a {grade} of the {b} branch, ordered on {o}, begun on {d1} at {t1} and ended on {d2} at {t2}, without private days or provided meals?""",
            """
            {b}支店の{grade}の社員が、{o}付けの命令により、{d1}{t1}に出発し、片道{km}㎞の国内の出張先から{d2}{t2}に帰着した。食事の提供及び私用の日はない。この出張の日当は全部で何円か。
            {o}付けの命令で、{b}支店の{grade}の社員が片道{km}㎞の国内へ、{d1}（{t1}出発）から{d2}（{t2}帰着）まで出張しました。食事の提供はなく、私用の日もありません。日当はいくらになりますか。
            {b}支店の{grade}の社員の国内出張（命令{o}、片道{km}㎞、出発{d1}{t1}、帰着{d2}{t2}、食事の提供及び私用の日なし）について、支給される日当の合計は何円ですか。""",
            **facts(case),
        ),
        evidence=rule_evidence(b, [edition]),
        copied=doc,
        rival=rival,
        harmless=swap(ledger, rules, same),
        cut=(doc, "halves"),
        older=edition == 0,
        **outcome(
            yen,
            solve(*case),
            {name: slip(case) for name, slip in slips_of(solve, OWN).items()},
            solve(other, *case[1:]),
        ),
    )


def swept(b: Branch, first: date, last: date) -> list[Trip]:
    return [trip for month in b.trips for trip in month if first <= trip.back <= last]


def periods(b: Branch) -> Iterator[tuple[date, date]]:
    """40 to 60 trips that ended, ten or more under each edition."""
    begin = b.starts[1][DAILY]
    for first in (begin - DAY * n for n in range(12, 42, 3)):
        for last in (begin + DAY * n for n in range(12, 48, 3)):
            rows = swept(b, first, last)
            old = sum(edition_of(b, trip) == 0 for trip in rows)
            if 40 <= len(rows) <= 60 and 10 <= old <= len(rows) - 10:
                yield first, last


def other_meals(rng: Random, trip: Trip) -> Trip:
    return replace(trip, meals=rng.choice([n for n in range(4) if n != trip.meals]))


@PROGRAMS.add(5, "multi_source", "calculation", hops=5)
def allowances_of_period(ledger: Ledger, rng: Random) -> Question:
    cases = [(b, *period) for b in ledger.branches for period in periods(b)]
    tables: dict[str, dict[str, Table]] = {}

    def total(case: Any, name: str = "") -> int:
        b, first, last = case
        if b.key not in tables:
            tables[b.key] = tables_of(b)
        return sum(tables[b.key][name][trip.ref] for trip in swept(b, first, last))

    telling: dict[str, Callable[[Any], int]] = {
        name: partial(total, name=name)
        for name in ("edition_by_the_other_day", "forgot_the_promotions", "range_end", "distance_end")
    }
    case = b, first, last = subject(rng, cases, total, telling)
    inside = swept(*case)
    pairs = [(trip, other_meals(rng, trip)) for trip in inside]
    trip, other = rng.choice([(one, two) for one, two in pairs if allowance(b, one) != allowance(b, two)])
    month = next(rows for rows in b.trips if trip in rows)
    beside = rng.choice([row for row in month if row is not trip and row.km > FAR])
    shifted = replace(beside, km=beside.km + rng.choice((-40, 30, 60)))
    doc = trip_doc(b, trip)
    lists = trip_docs(b, first, last)
    return Question(
        ask=ask(
            """
            What do those who came home to the {b} branch from {first} to {last}, both days included, get together, in yen, for the days they had been away within the country?
            Add up, in yen, what the {b} branch pays by the day to all who had been sent out within the country and were back from {first} to {last} inclusive. Fares and hotels are not asked for.
            How many yen does the {b} branch pay by the day (not for fares and hotels) for all absences within the country that ended between {first} and {last}, both days included?""",
            """
            {b}支店に{first}から{last}まで（初日及び末日を含む。）に国内から帰った者に、出ていた日数に応じて支払う額の合計は何円か。
            {first}から{last}まで（初日及び末日を含む。）に{b}支店へ国内から戻った人たちは、日数に応じたものとして全部でいくら受け取りますか。交通費と宿泊費は含みません。
            {b}支店が、{first}から{last}まで（初日及び末日を含む。）に国内から戻ったすべての者に日数に応じて支払う額（交通費と宿泊費を除く。）を合計すると、何円ですか。""",
            b=b.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=(*((sheet, "table") for sheet in lists), *evidence(b, inside)),
        copied=doc,
        rival=swap(ledger, trip, other),
        harmless=swap(ledger, beside, shifted),
        cut=(doc, f"trip:{rng.choice([row for row in month[4:] if row in inside] or month[4:]).ref}"),
        rows=len(inside),
        **outcome(
            yen,
            total(case),
            {name: total(case, name) for name in SLIPS},
            total(case) - allowance(b, trip) + allowance(b, other),
        ),
    )
