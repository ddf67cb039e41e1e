"""Sweeps over the bookings called off in a period: their charges added up, or ranked to find the next key."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question, Text
from bench.kits.days import DAY
from bench.kits.ferry.ledger import Booking, Branch, Ledger
from bench.kits.ferry.programs import CIRCULAR, GROUP, PROGRAMS, starts
from bench.kits.ferry.questions.groups import charge, other_total
from bench.kits.ferry.questions.traffic import PASSENGERS, official, other_count
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen

SLIPS: dict[str, dict[str, Any]] = {
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "edition_by_day_cancelled": {"by_cancelled": True},
    "forgot_the_exception": {"exempt_too": True},
    "counted_both_ends": {"both_ends": True},
}


def swept(b: Branch, first: date, last: date, by_travel: bool = False) -> list[Booking]:
    """The bookings called off in a period, both days included."""
    return [
        r
        for rows in b.bookings
        for r in rows
        if r.cancelled and first <= (r.travel if by_travel else r.cancelled) <= last
    ]


def charges(
    b: Branch, first: date, last: date, by_travel: bool = False, rounded_once: bool = False, **slip: Any
) -> int:
    total = sum(charge(b, r, unrounded=rounded_once, **slip) or 0 for r in swept(b, first, last, by_travel))
    return int(total) // 10 * 10 if rounded_once else int(total)


def periods(b: Branch) -> Iterator[tuple[date, date]]:
    """From a first or sixteenth to a fifteenth or last day: 20 to 32 bookings called off, some under each edition.

    Five or more were called off before or after it, so that the border of the period decides too."""
    everything = len(swept(b, date.min, date.max))
    days = [date(2025, month, day) for month in range(5, 12) for day in (1, 16)]
    for i, first in enumerate(days):
        for last in (day - DAY for day in days[i + 2 :]):
            rows = swept(b, first, last)
            old = [r.accepted < b.starts[GROUP] for r in rows if charge(b, r)]
            if 20 <= len(rows) <= min(32, everything - 5) and 4 <= sum(old) <= len(old) - 4:
                yield first, last


def evidence(b: Branch) -> tuple[tuple[str, str], ...]:
    rules = [f"group_rules/{b.key}/{edition.edition}" for edition in b.group]
    spans = [*(f"scale:{row}" for row in range(4)), "count", "round", "exempt"]
    return (
        *((f"bookings/{b.key}/{sheet}", "table") for sheet in (1, 2)),
        *((doc, span) for doc in rules for span in spans),
        *starts(b, GROUP),
        (CIRCULAR, "rule"),
    )


@PROGRAMS.add(5, "multi_source", "calculation", hops=4)
def month_charges(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(charges, SLIPS | {"by_day_of_travel": {"by_travel": True}})
    cases = [(b, *period) for b in ledger.branches for period in periods(b)]
    case = b, first, last = subject(rng, cases, lambda c: charges(*c), slips)
    booking = rng.choice([r for r in swept(*case) if charge(b, r)])
    sheet = next(i for i, rows in enumerate(b.bookings) if booking in rows)
    doc, other = f"bookings/{b.key}/{sheet + 1}", other_total(rng, booking)
    while charge(b, other) == charge(b, booking):
        other = other_total(rng, booking)
    beside = rng.choice([r for r in b.bookings[sheet] if r not in swept(*case)])
    results = {name: slip(case) for name, slip in slips.items()}
    row = rng.choice([r for r in b.bookings[sheet][6:] if r.cancelled])
    return Question(
        ask=ask(
            """
            What do the cancellation charges of the groups of the {b} branch that cancelled from {first} to {last}, both days included, come to in yen?
            Add up, in yen, what the {b} branch charged for all group bookings cancelled from {first} to {last} inclusive.
            From {first} to {last} inclusive groups of the {b} branch cancelled. How many yen is the total of their charges?""",
            """
            {b}営業所の団体のうち、{first}から{last}まで（初日及び末日を含む。）に取り消したものの取消料の合計は何円か。
            {first}から{last}までの間（初日及び末日を含む。）に取り消された{b}営業所の団体予約について、取消料は全部でいくらになりますか。
            {b}営業所が、{first}から{last}まで（初日及び末日を含む。）に取消しのあった団体から受け取る取消料の合計額は何円ですか。""",
            b=b.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=evidence(b),
        copied=doc,
        rival=swap(ledger, booking, other),
        harmless=swap(ledger, beside, other_total(rng, beside)),
        cut=(doc, f"booking:{row.ref}"),
        rows=len(swept(*case)),
        **outcome(
            yen,
            charges(*case),
            results | {"rounded_once": charges(*case, rounded_once=True)},
            charges(*case) - (charge(b, booking) or 0) + (charge(b, other) or 0),
        ),
    )


RANKS = {
    2: Text("second highest", "２番目に"),
    3: Text("third highest", "３番目に"),
    4: Text("fourth highest", "４番目に"),
    5: Text("fifth highest", "５番目に"),
}


def ranked(b: Branch, first: date, last: date, rank: int, **slip: Any) -> Booking | None:
    """The booking with the `rank`th highest charge of a period; none where two share that charge."""
    priced = [(charge(b, r, **slip) or 0, r) for r in swept(b, first, last)]
    priced.sort(key=lambda pair: -pair[0])
    amount, booking = priced[rank - 1]
    return booking if [a for a, _ in priced].count(amount) == 1 else None


def on_its_day(
    b: Branch, first: date, last: date, rank: int, other_source: bool = False, further: int = 0, **slip: Any
) -> int | None:
    """The passengers of the day on which the booking was to travel; None where there is no record of that day."""
    booking = ranked(b, first, last, rank + further, **slip)
    for month in b.months:
        for count in month.counts:
            if booking and count.day == booking.travel:
                return official(month, count, other_source=other_source)
    return None


def draw_ranked(ledger: Ledger, rng: Random) -> tuple[Branch, date, date, int]:
    """A case in which mistakes of the sweep lead to other numbers: one that leads to none would be noticed."""
    cases = [
        (b, *period, rank)
        for b in ledger.branches
        for period in periods(b)
        for rank in RANKS
        if on_its_day(b, *period, rank) is not None
    ]
    branch = rng.choice(cases)[0]  # one branch first: the best of all would always be of the same branch
    cases = [case for case in cases if case[0] is branch]

    def caught(case: tuple[Branch, date, date, int]) -> int:
        return min(len({on_its_day(*case, **slip) for slip in SLIPS.values()} - {None, on_its_day(*case)}), 2)

    def stopped(case: tuple[Branch, date, date, int]) -> bool:
        booking = ranked(*case)
        return any(booking and o.day == booking.travel for month in case[0].months for o in month.outages)

    score = [caught(case) for case in cases]
    best = [case for case, n in zip(cases, score, strict=True) if n == max(score)]
    with_outage = [case for case in best if stopped(case)]
    return rng.choice(with_outage if with_outage and rng.random() < 0.6 else best)


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=6)
def ranked_group(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(on_its_day, SLIPS | {"forgot_the_rule": {"other_source": True}, "next_rank": {"further": 1}})
    case = b, first, last, rank = draw_ranked(ledger, rng)
    booking = ranked(*case)
    assert booking is not None
    month = next(m for m in b.months if booking.travel in [c.day for c in m.counts])
    count = next(c for c in month.counts if c.day == booking.travel)
    source = "purser" if official(month, count) == count.purser else "gate"
    period, sheet = f"{b.key}/{month.first:%Y-%m}", next(i for i, rows in enumerate(b.bookings) if booking in rows)
    log = f"outage:{count.day}" if any(o.day == count.day for o in month.outages) else "rest"
    other = other_count(rng, count, source)
    beside = month.counts[month.counts.index(count) - 1]
    return Question(
        ask=ask(
            """
            Of the groups of the {b} branch that cancelled from {first} to {last} inclusive, one had to pay the {rank} charge. How many passengers does the branch report for the day on which that group was to travel?
            Rank the group bookings of the {b} branch cancelled from {first} to {last}, both days included, by their charge. For the day of travel of the one with the {rank} charge, what number of passengers holds for the branch?
            From {first} to {last} inclusive groups of the {b} branch cancelled. Take the one with the {rank} charge: what number of passengers goes into the statistics of the branch for the day it had meant to travel?""",
            """
            {b}営業所の団体で{first}から{last}まで（初日及び末日を含む。）に取り消したもののうち、取消料が{rank}高いものが乗船する予定であった日について、同営業所が報告する旅客数は何人か。
            {first}から{last}までの間（初日及び末日を含む。）に取り消された{b}営業所の団体予約を、取消料の高い順に並べます。{rank}高い団体の乗船予定日の旅客は、統計上、何人になりますか。
            {b}営業所では、{first}から{last}まで（初日及び末日を含む。）に団体の取消しがありました。取消料が{rank}高かった団体の乗船予定日の旅客数は、何人として扱われますか。""",
            b=b.name,
            first=both("d", first),
            last=both("d", last),
            rank=RANKS[rank],
        ),
        evidence=(
            *evidence(b),
            (f"stat_rules/{b.key}/{month.rules.fiscal_year}", "source"),
            (f"gate_log/{period}", log),
            (f"{source}/{period}", f"{source}:{count.day}"),
        ),
        copied=f"{source}/{period}",
        rival=swap(ledger, count, other),
        harmless=swap(ledger, beside, other_count(rng, beside, source)),
        cut=(f"bookings/{b.key}/{sheet + 1}", f"booking:{rng.choice(b.bookings[sheet][6:]).ref}"),
        rows=len(swept(b, first, last)),
        **outcome(
            PASSENGERS,
            on_its_day(*case),
            {name: slip(case) for name, slip in slips.items()},
            getattr(other, source),
        ),
    )
