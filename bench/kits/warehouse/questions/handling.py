"""The firm that owes most for lying too long in one period leads to what its lots cost to load in another."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import KitError, Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome
from bench.kits.shapes import yen
from bench.kits.warehouse.ledger import Ledger, Lot, Shed
from bench.kits.warehouse.programs import (
    DEMURRAGE,
    HANDLING,
    PROGRAMS,
    delivery_docs,
    in_force,
    landing_docs,
    sheet_of,
    starts,
)
from bench.kits.warehouse.questions import demurrage
from bench.kits.warehouse.questions.demurrage import Table, other_size, swept, table

Case = tuple[Shed, date, date, date, date]
"""Shed, period of the demurrage, period of the loading."""


def handling(
    b: Shed,
    lot: Lot,
    one_edition: int | None = None,
    by_leaving: bool = False,
    other_adding: bool = False,
    no_evening: bool = False,
    no_heavy: bool = False,
    no_least: bool = False,
    exact_weight: bool = False,
) -> int:
    """What is charged for loading a lot, in yen."""
    edition = in_force(b, HANDLING, lot.left if by_leaving else lot.ordered)
    rules = b.handling[edition if one_edition is None else one_edition]
    kg = lot.kg if exact_weight else -(-lot.kg // 500) * 500
    evening = rules.evening if lot.time >= rules.evening_from and not no_evening else 0
    heavy = rules.heavy_more if lot.kg > rules.heavy * lot.pieces and not no_heavy else 0
    more = evening + heavy if rules.together != other_adding else max(evening, heavy)
    amount = kg * rules.rates[lot.cls] * (100 + more) // 1_000_000 * 10
    return amount if no_least else max(amount, rules.least)


FIRST: Mapping[str, str] = {f"first_sweep_{name}": name for name in demurrage.SLIPS}
SECOND: Mapping[str, Mapping[str, Any]] = {
    "edition_by_day_of_leaving": {"by_leaving": True},
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "surcharges_the_other_way": {"other_adding": True},
    "forgot_the_evening": {"no_evening": True},
    "forgot_the_heavy_pieces": {"no_heavy": True},
    "forgot_the_least_charge": {"no_least": True},
    "weight_not_rounded": {"exact_weight": True},
}


def owes_most(b: Shed, first: date, last: date, owed: Table) -> str | None:
    """The consignee with the highest sum, by its English name; None where two share it."""
    sums: dict[str, int] = {}
    for lot in swept(b, first, last):
        sums[lot.consignee.en] = sums.get(lot.consignee.en, 0) + owed[lot.ref]
    ranked = sorted(sums.values(), reverse=True)
    return max(sums, key=lambda name: sums[name]) if len(ranked) > 1 and ranked[0] > ranked[1] else None


def loaded(b: Shed, consignee: str, first: date, last: date) -> list[Lot]:
    return [lot for lot in swept(b, first, last) if lot.consignee.en == consignee]


def paid(case: Case, owed: Table, **slip: Any) -> int | None:
    b, first, last, begin, end = case
    key = owes_most(b, first, last, owed)
    return sum(handling(b, lot, **slip) for lot in loaded(b, key, begin, end)) or None if key else None


def draw_case(ledger: Ledger, rng: Random) -> tuple[Case, dict[str, Table]]:
    """A case in which mistakes of the first sweep lead to other firms, and of the second to other sums."""
    for b in rng.sample(ledger.sheds, len(ledger.sheds)):
        tables = {name: table(b, **demurrage.SLIPS[slip]) for name, slip in FIRST.items()} | {"": table(b)}
        scored: list[tuple[int, int, Case]] = []
        for _ in range(60):
            first = b.starts[1][DEMURRAGE] - DAY * rng.randrange(9, 24)
            begin = b.starts[1][HANDLING] - DAY * rng.randrange(9, 24)
            case = b, first, first + DAY * rng.randrange(30, 41), begin, begin + DAY * rng.randrange(38, 54)
            key = owes_most(*case[:3], tables[""])
            if key is None or not 40 <= len(swept(*case[:3])) <= 64:
                continue
            rows = loaded(b, key, *case[3:])
            old = sum(lot.ordered < b.starts[1][HANDLING] for lot in rows)
            if len(rows) < 6 or min(old, len(rows) - old) < 2 or not _changes(b, case, tables[""]):
                continue
            wrong = {owes_most(*case[:3], owed) for owed in tables.values()} - {key, None}
            other = {paid(case, tables[""], **slip) for slip in SECOND.values()} - {paid(case, tables[""])}
            if wrong:
                scored.append((2 * min(len(wrong), 3) + len(other), len(scored), case))
        if scored and max(scored, key=lambda each: each[:2])[0] >= 7:
            return max(scored, key=lambda each: each[:2])[2], tables
    raise KitError("no shed has two periods in which mistakes lead to other sums: widen what the ledger draws")


def _changes(b: Shed, case: Case, owed: Table) -> list[tuple[Lot, Lot]]:
    """Lots of the second period, with a lot of another firm on the same sheet that is in neither sum."""
    _, first, last, begin, end = case
    key = owes_most(b, first, last, owed) or ""
    found = []
    for lot in loaded(b, key, begin, end):
        rows = b.landings[sheet_of(b, lot)]
        apart = [row for row in rows if row.consignee.en != key and not first <= row.left <= last]
        if not first <= lot.left <= last and apart and handling(b, lot) > b.handling[0].least:
            found += [(lot, row) for row in apart]
    return [pair for pair in found if all(other_size(Random(0), b, lot, handling) is not lot for lot in pair)]


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=6)
def loading_of_firm(ledger: Ledger, rng: Random) -> Question:
    case, tables = draw_case(ledger, rng)
    b, first, last, begin, end = case
    key = owes_most(b, first, last, tables[""])
    right = paid(case, tables[""])
    assert key is not None
    assert right is not None
    lot, beside = rng.choice(_changes(b, case, tables[""]))
    other = other_size(rng, b, lot, handling)
    shifted = other_size(rng, b, beside, handling)
    rows = b.landings[sheet_of(b, lot)]
    counted, second = swept(b, first, last), loaded(b, key, begin, end)
    needed = [*counted, *swept(b, begin, end)]
    doc = f"landings/{b.key}/{sheet_of(b, lot) + 1}"
    lists = dict.fromkeys((*delivery_docs(b, first, last), *delivery_docs(b, begin, end)))
    editions = sorted({in_force(b, HANDLING, row.ordered) for row in second})
    rules = [f"handling/{b.key}/{b.handling[edition].edition}" for edition in editions]
    results = {name: paid(case, tables[name]) for name in FIRST}
    results |= {name: paid(case, tables[""], **slip) for name, slip in SECOND.items()}
    return Question(
        ask=ask(
            """
            Of the firms whose goods left the {b} shed from {first} to {last}, one owes more than any other for goods that had lain too long. How many yen did it have to pay for loading what it fetched there from {begin} to {end}? The first and the last days are included.
            Which firm has to pay most, in all, because goods fetched from the {b} shed from {first} to {last} had stayed beyond the free days? What did the loading of all that this firm fetched from {begin} to {end} cost, in yen? Both days of each period are included.
            At the {b} shed one firm's goods that left from {first} to {last} owe the highest sum for not having been fetched in time. Add up, in yen, what the loading of that firm's goods that left from {begin} to {end} came to. First and last days are included.""",
            """
            {b}上屋から{first}から{last}までに搬出されたものについて、無料の日数を超えて置かれたために支払う額の合計が最も多い会社はどこか。その会社が{begin}から{end}までに同じ上屋から引き取ったものの積込みのために支払う額は、合わせて何円か。いずれの期間も初日及び末日を含む。
            {first}から{last}までに{b}上屋を出たもののうち、置きすぎた分として請求される額の合計が一番多い会社について伺います。この会社が{begin}から{end}までに同上屋から引き取ったものの積込みの代金は、全部でいくらになりますか。期間はいずれも初日と末日を含みます。
            {b}上屋で{first}から{last}までに引き取られたものについて、期限を過ぎたことによる請求額が最も多くなる会社があります。その会社が同上屋から{begin}から{end}までに搬出したものの積込みに係る請求額を合計すると、何円ですか（どちらの期間も両端の日を含みます。）。""",
            b=b.name,
            **{n: both("d", day) for n, day in (("first", first), ("last", last), ("begin", begin), ("end", end))},
        ),
        evidence=(
            *((sheet, "table") for sheet in landing_docs(b, needed)),
            *((sheet, "table") for sheet in lists),
            *demurrage.evidence(b, counted),
            *((rule, span) for rule in rules for span in ("rates", "evening", "heavy", "least")),
            *starts(b, HANDLING)[:2],
        ),
        copied=doc,
        rival=swap(ledger, lot, other),
        harmless=swap(ledger, beside, shifted),
        cut=(
            doc,
            f"lot:{rng.choice([row for row in rows[4:] if row in needed] or [row for row in rows[1:] if row in needed]).ref}",
        ),
        rows=len(counted) + len(second),
        **outcome(yen, right, results, right - handling(b, lot) + handling(b, other)),
    )
