"""The trip with which the allowances first pass a budget leads to a traveller, and a second sweep to hotels abroad."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import KitError, Question
from bench.kits.days import DAY, add_months
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome
from bench.kits.shapes import yen
from bench.kits.travel.ledger import Branch, Claim, Ledger, Trip
from bench.kits.travel.programs import DAILY, EXCHANGE, PROGRAMS, claim_doc, trip_docs
from bench.kits.travel.questions import daily, hotels
from bench.kits.travel.questions.daily import Table, tables_of
from bench.kits.travel.questions.hotels import Rates, exchange_of, other_nights, refund

Case = tuple[Rates, Branch, date, int, date, date]
"""Rates, branch, first day of the count, the sum to be passed, period of the payments abroad."""
FIRST: Mapping[str, str] = {f"first_sweep_{name}": name for name in daily.SLIPS}
SECOND: Mapping[str, Mapping[str, Any]] = hotels.SLIPS


def in_order(b: Branch, first: date) -> list[Trip]:
    """The trips that ended on a day or later, in the order of the lists."""
    return [trip for month in b.trips for trip in month if trip.back >= first]


def passed(b: Branch, first: date, least: int, table: Table) -> Trip | None:
    """The trip with which the sum of the allowances first exceeds `least`."""
    so_far = 0
    for trip in in_order(b, first):
        so_far += table[trip.ref]
        if so_far > least:
            return trip
    return None


def claims_of(b: Branch, number: str, first: date, last: date) -> list[Claim]:
    return [
        claim for sheet in b.claims for claim in sheet.rows if claim.traveller == number and first <= claim.paid <= last
    ]


def refunded(case: Case, table: Table, **slip: Any) -> int | None:
    rates, b, start, least, first, last = case
    trip = passed(b, start, least, table)
    if trip is None:
        return None
    return sum(refund(rates, b, claim, **slip) for claim in claims_of(b, trip.traveller, first, last)) or None


def draw_case(ledger: Ledger, rng: Random) -> tuple[Case, dict[str, Table]]:
    """A case in which mistakes of the first sweep lead to other travellers, and of the second to other sums."""
    for b in rng.sample(ledger.branches, len(ledger.branches)):
        tables = tables_of(b)
        scored: list[tuple[int, int, Case]] = []
        for _ in range(30):
            start = b.starts[1][DAILY] - DAY * rng.randrange(14, 34)
            rows = in_order(b, start)
            least = sum(tables[""][trip.ref] for trip in rows[: rng.randrange(36, 54)]) // 10_000 * 10_000
            first = b.starts[1][EXCHANGE] - DAY * rng.randrange(28, 50)
            case = ledger.rates, b, start, least, max(first, date(2025, 4, 10)), first + DAY * rng.randrange(84, 100)
            trip = passed(b, start, least, tables[""])
            if trip is None or rows.index(trip) < 30:
                continue
            found = claims_of(b, trip.traveller, *case[4:])
            old = sum(exchange_of(b, claim) == 0 for claim in found)
            if not 5 <= len(found) <= 14 or min(old, len(found) - old) < 2 or not _changes(case, found):
                continue
            right = refunded(case, tables[""])
            wrong = {refunded(case, table) for table in tables.values()} - {right, None}
            other = {refunded(case, tables[""], **slip) for slip in SECOND.values()} - {right, None}
            scored.append((2 * min(len(wrong), 4) + len(other), len(scored), case))
        best = max(scored, key=lambda each: each[:2], default=None)
        if best and best[0] >= 11:
            return best[2], tables
    raise KitError("no branch has a count that leads to a traveller with enough claims: widen what the ledger draws")


def _changes(case: Case, found: list[Claim]) -> list[tuple[Claim, Claim]]:
    """Claims of the traveller, each with one of somebody else on the same sheet; the amounts of both can be changed."""
    rates, b = case[0], case[1]
    pairs = []
    for claim in found:
        rows = next(sheet.rows for sheet in b.claims if claim in sheet.rows)
        pairs += [(claim, row) for row in rows if row.traveller != claim.traveller]
    return [pair for pair in pairs if all(other_nights(rates, Random(0), b, one) is not one for one in pair)]


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=6)
def hotels_of_traveller(ledger: Ledger, rng: Random) -> Question:
    case, tables = draw_case(ledger, rng)
    rates, b, start, least, first, last = case
    key, right = passed(b, start, least, tables[""]), refunded(case, tables[""])
    assert key is not None
    assert right is not None
    found = claims_of(b, key.traveller, first, last)
    claim, beside = rng.choice(_changes(case, found))
    other, doc = other_nights(rates, rng, b, claim), claim_doc(b, claim)
    rows = in_order(b, start)
    counted = rows[: rows.index(key) + 1]
    sheet = next(sheet for sheet in b.claims if claim in sheet.rows)
    spans = [s for s in b.claims if s.first <= last and first < add_months(s.first, 2)]
    results = {name: refunded(case, tables[FIRST[name]]) for name in FIRST}
    results |= {name: refunded(case, tables[""], **slip) for name, slip in SECOND.items()}
    return Question(
        ask=ask(
            """
            Add up what is paid by the day to those who came home to the {b} branch from places within the country from {start} on, in the order of the numbers in the lists. With whom does the sum first exceed {least} yen? How many yen does this person get back for nights paid abroad from {first} to {last}, both days included?
            At the {b} branch what is paid by the day for absences within the country, counted by the numbers in the lists from those that ended on {start} on, passes {least} yen for the first time with a certain person. What is refunded to this person, in yen, for the nights abroad that were paid from {first} to {last} inclusive?
            Go through the lists of the {b} branch by their numbers, from {start} on (the day of coming home from within the country), and add up what is paid by the day. One person takes the sum above {least} yen for the first time. How much, in yen, does the firm bear of what that person paid for nights abroad from {first} to {last}, both days included?""",
            """
            {b}支店に国内から{start}以後に帰った者に日数に応じて支払う額を、一覧の番号順に足していく。合計が初めて{least}円を超えることになった者が、国外で{first}から{last}まで（初日及び末日を含む。）に支払った宿の代金について、払い戻す額は合わせて何円か。
            {b}支店の国内からの帰着について、{start}以後の分を一覧の番号順に見て、日数に応じて支払う額を累計すると、ある人の分で初めて{least}円を超えます。その人が国外で{first}から{last}まで（初日及び末日を含む。）に支払った宿代に対して、会社から全部でいくら戻りますか。
            {start}以後に{b}支店へ国内から戻った分について、日数に応じて支払う額を一覧の番号順に累計します。累計が最初に{least}円を超えたときの人が{first}から{last}まで（初日及び末日を含む。）に国外の宿に支払ったもののうち、会社が負担する額は合わせて何円ですか。""",
            b=b.name,
            least=f"{least:,}",
            **{name: both("d", day) for name, day in (("start", start), ("first", first), ("last", last))},
        ),
        evidence=(
            *((each, "table") for each in trip_docs(b, start, key.back)),
            *daily.evidence(b, counted),
            *((f"claims/{b.key}/{s.first:%Y-%m}", "table") for s in spans),
            *hotels.rule_evidence(rates, b, found)[2:],
        ),
        copied=doc,
        rival=swap(ledger, claim, other),
        harmless=swap(ledger, beside, other_nights(rates, rng, b, beside)),
        cut=(doc, f"claim:{rng.choice(sheet.rows[8:]).ref}"),
        rows=len(counted) + len(found),
        **outcome(yen, right, results, right - refund(rates, b, claim) + refund(rates, b, other)),
    )
