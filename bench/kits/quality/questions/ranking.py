"""The supplier whose lots cost most to inspect leads to what its bills are lowered by, in another period."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import KitError, Question
from bench.kits.days import DAY, add_months
from bench.kits.ledgers import swap
from bench.kits.quality.ledger import Concession, Ledger, Works
from bench.kits.quality.programs import CONCEDING, PROGRAMS, concession_doc
from bench.kits.quality.questions import conceding, inspecting
from bench.kits.quality.questions.conceding import other_pieces, reduction
from bench.kits.quality.questions.inspecting import Table, swept, tables_of
from bench.kits.questions import ask, both, outcome
from bench.kits.shapes import yen

Case = tuple[Works, date, date, date, date]
"""Works, period of the inspections, period of the concessions."""
FIRST: Mapping[str, str] = {f"first_sweep_{name}": name for name in inspecting.SLIPS}
SECOND: Mapping[str, Mapping[str, Any]] = conceding.SLIPS


def costs_most(b: Works, first: date, last: date, table: Table) -> str | None:
    """The supplier with the highest sum, by its English name; None where two share it."""
    sums: dict[str, int] = {}
    for lot in swept(b, first, last):
        sums[lot.supplier.en] = sums.get(lot.supplier.en, 0) + table[lot.ref]
    ranked = sorted(sums.values(), reverse=True)
    return max(sums, key=lambda name: sums[name]) if len(ranked) > 1 and ranked[0] > ranked[1] else None


def conceded(b: Works, supplier: str, first: date, last: date) -> list[Concession]:
    rows = [row for sheet in b.concessions for row in sheet.rows if first <= row.agreed <= last]
    return [row for row in rows if row.supplier.en == supplier]


def lowered(case: Case, table: Table, **slip: Any) -> int | None:
    b, first, last, begin, end = case
    key = costs_most(b, first, last, table)
    return sum(reduction(b, row, **slip) for row in conceded(b, key, begin, end)) or None if key else None


def draw_case(ledger: Ledger, rng: Random) -> tuple[Case, dict[str, Table]]:
    """A case in which mistakes of the first sweep lead to other suppliers, and of the second to other sums."""
    for b in rng.sample(ledger.works, len(ledger.works)):
        tables, spans = tables_of(b), list(inspecting.periods(b))
        scored: list[tuple[int, int, Case]] = []
        for _ in range(40 if spans else 0):
            begin = b.starts[1][CONCEDING] - DAY * rng.randrange(28, 46)
            case = b, *rng.choice(spans), begin, begin + DAY * rng.randrange(70, 91)
            key = costs_most(*case[:3], tables[""])
            rows = conceded(b, key, *case[3:]) if key else []
            old = sum(row.agreed < b.starts[1][CONCEDING] for row in rows)
            if len(rows) < 7 or min(old, len(rows) - old) < 3:
                continue
            wrong = {costs_most(*case[:3], table) for table in tables.values()} - {key, None}
            right = lowered(case, tables[""])
            other = {lowered(case, tables[""], **slip) for slip in SECOND.values()} - {right, None}
            if wrong:
                scored.append((2 * min(len(wrong), 3) + len(other), len(scored), case))
        best = max(scored, key=lambda each: each[:2], default=None)
        if best and best[0] >= 7:
            return best[2], tables
    raise KitError("no works has two periods in which mistakes lead to other sums: widen what the ledger draws")


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=6)
def bill_of_supplier(ledger: Ledger, rng: Random) -> Question:
    case, tables = draw_case(ledger, rng)
    b, first, last, begin, end = case
    key, right = costs_most(b, first, last, tables[""]), lowered(case, tables[""])
    assert key is not None
    assert right is not None
    second = conceded(b, key, begin, end)
    pairs = [(row, other_pieces(rng, b, row)) for row in second if reduction(b, row)]
    row, other = rng.choice([pair for pair in pairs if pair[0] is not pair[1]])
    doc = concession_doc(b, row)
    sheet = next(sheet for sheet in b.concessions if row in sheet.rows)
    apart = [each for each in sheet.rows if each.supplier.en != key]
    beside, shifted = rng.choice(
        [pair for each in apart if (pair := (each, other_pieces(rng, b, each)))[1] is not each]
    )
    counted = swept(b, first, last)
    sheets = [s for s in b.concessions if s.first <= end and begin < add_months(s.first, 2)]
    results = {name: lowered(case, tables[FIRST[name]]) for name in FIRST}
    results |= {name: lowered(case, tables[""], **slip) for name, slip in SECOND.items()}
    return Question(
        ask=ask(
            """
            Of the firms that deliver to the {b} works, one causes it the highest cost, in all, by what has to be looked through (and, where it is turned down, gone through to the end) from {first} to {last}. By how many yen are this firm's bills lowered for what was let pass, by agreement, from {begin} to {end}? The first and the last days are included.
            Which firm's deliveries were the dearest to judge at the {b} works from {first} to {last}, what is picked over after a refusal included? How much less, in yen, is paid to this firm for parts that were not as they should be and that were taken by agreement from {begin} to {end}? Both days of each period are included.
            At the {b} works the deliveries of one firm cost more than those of any other to look through from {first} to {last}; going through the rest of what was turned down counts too. Add up, in yen, what is taken off that firm's bills by what was agreed from {begin} to {end}. First and last days are included.""",
            """
            {b}工場が{first}から{last}までに調べたものについて、抜き取って調べる費用と不合格のものの残りを選別する費用の合計が最も多かった取引先はどこか。その取引先について、{begin}から{end}までの合意により代金から差し引く額は、合わせて何円か。いずれの期間も初日及び末日を含む。
            {first}から{last}までに{b}工場で合否を決めたもののうち、かかった費用（不合格のものの残りを調べる分を含む。）の合計が一番多い取引先について伺います。この取引先への支払は、{begin}から{end}までに合意した分により、全部でいくら減りますか。期間はいずれも初日と末日を含みます。
            {b}工場で{first}から{last}までに合否を見たものの費用（不合格のものの残りを選り分ける費用を含みます。）が最も多くなる取引先があります。寸法の合わないものをその取引先から引き取ることにした{begin}から{end}までの合意により、請求額から引かれる額を合計すると何円ですか（どちらの期間も両端の日を含みます。）。""",
            b=b.name,
            **{n: both("d", day) for n, day in (("first", first), ("last", last), ("begin", begin), ("end", end))},
        ),
        evidence=(
            *inspecting.evidence(b, counted),
            *((f"concessions/{b.key}/{s.first:%Y-%m}", "table") for s in sheets),
            *conceding.evidence(b, second),
        ),
        copied=doc,
        rival=swap(ledger, row, other),
        harmless=swap(ledger, beside, shifted),
        cut=(doc, f"concession:{rng.choice(sheet.rows[8:]).ref}"),
        rows=len(counted) + len(second),
        **outcome(yen, right, results, right - reduction(b, row) + reduction(b, other)),
    )
