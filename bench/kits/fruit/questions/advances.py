"""Sweeps over the lots sorted in a period: their advances added up, or ranked by grower to find whose fees to settle."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import partial
from itertools import islice
from random import Random
from typing import Any

from bench.kits.base import Question, Text
from bench.kits.days import DAY
from bench.kits.fruit.ledger import Ledger, Lot, Rates
from bench.kits.fruit.programs import (
    PROGRAMS,
    RATES,
    Spans,
    grower_of,
    in_force,
    movable,
    start,
    starts,
    with_weight,
)
from bench.kits.fruit.questions.fees import fee_evidence, fees
from bench.kits.fruit.questions.rates import cell
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen

Period = tuple[int, date, date]
"""Station, first and last day of sorting."""


def advance(
    ledger: Ledger,
    i: int,
    lot: Lot,
    by_delivery: bool = False,
    trial_too: bool = False,
    no_acid: bool = False,
    gross: bool = False,
    unrounded: bool = False,
    other_side: bool = False,
    one_period: bool = False,
    **edition: Any,
) -> int:
    """Yen for the fruit of a lot that was not rejected."""
    if lot.trial and not trial_too:
        return 0
    day = lot.delivered if by_delivery else lot.sorted
    rules: Rates = ledger.stations[i].rates[in_force(ledger, i, RATES, day, **edition)]
    row, column = cell(rules, lot.mm, lot.sugar, lot.sorted, other_side=other_side)
    rate = rules.table[row][column % 3 if one_period else column]
    if (lot.acid > rules.acid or (lot.acid == rules.acid and rules.acid_closed)) and not no_acid:
        rate -= rules.less
    amount = rate * (lot.kg if gross else lot.kg - lot.rejects)
    return amount if unrounded else (amount + (5 if rules.half_up else 0)) // 10 * 10


SWEEP: dict[str, dict[str, Any]] = {
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "edition_by_day_of_delivery": {"by_delivery": True},
    "without_the_correction": {"uncorrected": True},
    "wrong_side_of_the_limits": {"other_side": True},
    "forgot_the_rejects": {"gross": True},
    "forgot_the_trial_lots": {"trial_too": True},
    "forgot_the_acid": {"no_acid": True},
    "first_period_for_all": {"one_period": True},
}


def swept(ledger: Ledger, i: int, first: date, last: date, by_delivery: bool = False) -> list[Lot]:
    return [
        lot
        for month in ledger.stations[i].months
        for lot in month.lots
        if first <= (lot.delivered if by_delivery else lot.sorted) <= last
    ]


def total(ledger: Ledger, i: int, first: date, last: date, delivered_in: bool = False, **slip: Any) -> int:
    """The advances of all lots sorted in a period."""
    return sum(advance(ledger, i, lot, **slip) for lot in swept(ledger, i, first, last, delivered_in))


def periods(ledger: Ledger, i: int) -> Iterator[Period]:
    """From 40 to 68 lots, eight or more under each edition, and more in the lists before or after it.

    Every month that the period touches has lots in it: where the list of a month is not shown, it is missing.
    """
    opening = start(ledger, i, RATES)
    for before in range(13, 34):
        for after in range(13, 34, 2):
            first, last = opening - DAY * before, opening + DAY * after
            rows = swept(ledger, i, first, last)
            old = sum(lot.sorted < opening for lot in rows)
            ends = {first.month, last.month} <= {lot.sorted.month for lot in rows}
            if ends and 40 <= len(rows) <= 68 and 8 <= old <= len(rows) - 8:
                yield i, first, last


def draw_periods(ledger: Ledger, rng: Random, count: int) -> list[Period]:
    """Some periods of one station in which weights may be changed, those first in which the table turns."""
    found = list(periods(ledger, rng.randrange(len(ledger.stations))))
    rng.shuffle(found)

    def turns(case: Period) -> bool:
        i, first, last = case
        ends = [(rules.turn.month, rules.turn.day) for rules in ledger.stations[i].rates]
        return all((first.month, first.day) <= end < (last.month, last.day) for end in ends)

    found.sort(key=turns, reverse=True)
    fit = (case for case in found if _changeable(ledger, case[0], swept(ledger, *case)))
    return list(islice(fit, count))


def sweep_evidence(ledger: Ledger, i: int, first: date, last: date) -> Spans:
    s = ledger.stations[i]
    rows = {lot.code for lot in swept(ledger, i, first, last)}
    months = [month for month in s.months if any(lot.code in rows for lot in month.lots)]
    kinds = ("receipts", "sorting", "rejects")
    spans = (*(f"band:{row}" for row in range(5)), "columns", "acid", "round", "trial")
    return (
        *((f"{kind}/{s.key}/{month.first:%Y-%m}", "table") for month in months for kind in kinds),
        *((f"rates/{s.key}/{rules.edition}", span) for rules in s.rates for span in spans),
        *starts(ledger, i, RATES),
    )


def _document(ledger: Ledger, i: int, lot: Lot) -> str:
    s = ledger.stations[i]
    return f"receipts/{s.key}/{next(m for m in s.months if lot in m.lots).first:%Y-%m}"


def _beside(ledger: Ledger, i: int, lot: Lot, used: list[Lot], rng: Random) -> Ledger:
    """Another lot of the same list at another weight, outside the sweep."""
    month = next(m for m in ledger.stations[i].months if lot in m.lots)
    return with_weight(ledger, i, rng, [row for row in month.lots if row not in used])[1]


def _changeable(ledger: Ledger, i: int, rows: list[Lot]) -> list[Lot]:
    """Lots whose weight may be changed, in lists with ten or more of the sweep and another such lot outside it."""
    s, fit, swept_codes = ledger.stations[i], list[Lot](), {lot.code for lot in rows}
    weights = movable(s)
    for month in s.months:
        free = [lot for lot in month.lots if weights[lot.code][1]]
        inside = [lot for lot in free if lot.code in swept_codes and not lot.trial]
        if len(swept_codes & {lot.code for lot in month.lots}) >= 10 and len(free) > len(
            [lot for lot in free if lot.code in swept_codes]
        ):
            fit += inside
    return fit


def _cut(ledger: Ledger, i: int, rows: list[Lot], doc: str, rng: Random) -> tuple[str, str]:
    """A row of the sweep in that list, not one of the first."""
    inside = [row for row in rows if _document(ledger, i, row) == doc]
    return doc, f"lot:{rng.choice(inside[5:]).code}"


@PROGRAMS.add(5, "multi_source", "calculation", hops=5)
def advances_paid(ledger: Ledger, rng: Random) -> Question:
    solve = partial(total, ledger)
    slips = slips_of(solve, SWEEP | {"by_day_of_delivery": {"delivered_in": True}})
    needed = {name: slips[name] for name in ("newer_edition_for_all", "older_edition_for_all", "forgot_the_rejects")}
    cases = draw_periods(ledger, rng, 20)
    case = i, first, last = subject(rng, cases, lambda c: solve(*c), needed)
    s, rows = ledger.stations[i], swept(ledger, *case)
    lot = rng.choice(_changeable(ledger, i, rows))
    rival = swap_weight(ledger, i, lot, rng)
    doc = _document(ledger, i, lot)
    results = {name: slip(case) for name, slip in slips.items()}
    results["rounded_once"] = solve(*case, unrounded=True) // 10 * 10
    return Question(
        ask=ask(
            """
            What do the advances of the {s} station for the lots that went over the line from {first} to {last}, both days included, come to in yen?
            Add up, in yen, the advances due for everything that was graded at {s} from {first} to {last} inclusive.
            From {first} to {last} inclusive the {s} station ran many lots over its line. How many yen is the total of their advances?""",
            """
            {s}選果場で{first}から{last}まで（初日及び末日を含む。）に選別された荷口に対する概算金の合計は何円か。
            {first}から{last}までの間（初日及び末日を含む。）に{s}選果場の選果機にかけられた分について、概算金は全部でいくらになりますか。
            {s}選果場が{first}から{last}まで（初日及び末日を含む。）に選別した荷口すべての概算金を合計すると、何円ですか。""",
            s=s.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=sweep_evidence(ledger, *case),
        copied=doc,
        rival=rival,
        harmless=_beside(ledger, i, lot, rows, rng),
        cut=_cut(ledger, i, rows, doc, rng),
        rows=len(rows),
        **outcome(yen, solve(*case), results, total(rival, *case)),
    )


def swap_weight(ledger: Ledger, i: int, lot: Lot, rng: Random) -> Ledger:
    return with_weight(ledger, i, rng, [lot])[1]


RANKS = {
    1: Text("highest", "最も"),
    2: Text("second highest", "２番目に"),
    3: Text("third highest", "３番目に"),
    4: Text("fourth highest", "４番目に"),
}


def of_growers(ledger: Ledger, i: int, first: date, last: date, **slip: Any) -> list[tuple[int, str]]:
    """(advances, code) of every grower with lots in the period, the highest first."""
    sums: dict[str, int] = {}
    for lot in swept(ledger, i, first, last):
        sums[lot.grower] = sums.get(lot.grower, 0) + advance(ledger, i, lot, **slip)
    return sorted(((amount, code) for code, amount in sums.items()), reverse=True)


def ranked(ledger: Ledger, i: int, first: date, last: date, rank: int, **slip: Any) -> str | None:
    """The code of the grower with the `rank`th highest advances; none where two share that sum."""
    order = of_growers(ledger, i, first, last, **slip)
    return order[rank - 1][1] if [amount for amount, _ in order].count(order[rank - 1][0]) == 1 else None


def paid_out(
    ledger: Ledger,
    i: int,
    first: date,
    last: date,
    rank: int,
    levy_first: bool = False,
    levy_down: bool = False,
    fee: dict[str, bool] | None = None,
    **slip: Any,
) -> int | None:
    """What is left to the ranked grower after fees and levy; the levy is taken of the rest and rounded up."""
    code = ranked(ledger, i, first, last, rank, **slip)
    if code is None:
        return None
    s = ledger.stations[i]
    own = [lot for lot in swept(ledger, i, first, last) if lot.grower == code]
    gross = sum(advance(ledger, i, lot, **slip) for lot in own)
    left = gross - sum(fees(ledger, i, lot, **(fee or {})) for lot in own)
    rules = s.fees[in_force(ledger, i, 2, grower_of(s, code).contract)]
    base = (gross if levy_first else left) * rules.levy
    return left - (base // 1000 if levy_down else -(-base // 1000))


NEXT: dict[str, dict[str, Any]] = {
    "fees_by_day_of_delivery": {"fee": {"by_delivery": True}},
    "other_edition_of_the_fees": {"fee": {"other_edition": True}},
    "forgot_the_minimum": {"fee": {"no_least": True}},
    "forgot_the_free_ones": {"fee": {"none_free": True}},
    "levy_before_the_fees": {"levy_first": True},
    "levy_rounded_down": {"levy_down": True},
}


def draw_ranked(ledger: Ledger, rng: Random) -> tuple[int, date, date, int]:
    """A case in which mistakes of the sweep lead to other growers, from a station drawn first."""
    cases = [(*case, rank) for case in draw_periods(ledger, rng, 12) for rank in RANKS]
    cases = [case for case in cases if ranked(ledger, *case) and _of_rank(ledger, *case)]

    def caught(case: tuple[int, date, date, int]) -> int:
        right = ranked(ledger, *case)
        return min(sum(ranked(ledger, *case, **slip) not in (None, right) for slip in SWEEP.values()), 3)

    score = [caught(case) for case in cases]
    return rng.choice([case for case, n in zip(cases, score, strict=True) if n == max(score)])


def _of_rank(ledger: Ledger, i: int, first: date, last: date, rank: int) -> list[Lot]:
    """Lots of the ranked grower whose weight may be changed."""
    code = ranked(ledger, i, first, last, rank)
    return [lot for lot in _changeable(ledger, i, swept(ledger, i, first, last)) if lot.grower == code]


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=8)
def settled_with(ledger: Ledger, rng: Random) -> Question:
    solve = partial(paid_out, ledger)
    case = i, first, last, rank = draw_ranked(ledger, rng)
    slips = slips_of(solve, SWEEP | NEXT) | {"next_rank": lambda c: solve(c[0], c[1], c[2], c[3] + 1)}
    s, rows = ledger.stations[i], swept(ledger, i, first, last)
    code = ranked(ledger, *case)
    assert code is not None
    lot = rng.choice(_of_rank(ledger, *case))
    rival = swap_weight(ledger, i, lot, rng)
    while paid_out(rival, *case) in (None, solve(*case)):
        rival = swap_weight(ledger, i, lot, rng)
    grower = grower_of(s, code)
    doc = _document(ledger, i, lot)
    rules = s.fees[in_force(ledger, i, 2, grower.contract)]
    return Question(
        ask=ask(
            """
            Add up, for each grower, the advances on what the {s} station graded from {first} to {last}, both days included. For the one with the {rank} sum, what is left in yen of that sum once sorting, haulage and levy for the same lots have been taken off?
            Of the growers whose lots went over the line at {s} from {first} to {last} inclusive, one comes {rank} by the total of the advances. After all that this grower owes on those lots, levy included, how many yen of that total are transferred?
            From {first} to {last} inclusive the {s} station graded lots of several growers. Take the one with the {rank} total of advances: how many yen of it does that person receive after the deductions for those lots, the levy among them?""",
            """
            {s}選果場で{first}から{last}まで（初日及び末日を含む。）に選別された荷口の概算金を生産者ごとに合計する。その額が{rank}高い生産者について、その額から同じ荷口に係る選果料、運賃及び賦課金を差し引いた残りは何円か。
            {first}から{last}までの間（初日及び末日を含む。）に{s}選果場で選別された分について、生産者別に概算金を集計します。{rank}多い生産者が、その概算金から選果料・運賃・賦課金を引かれて受け取る額はいくらですか。
            {s}選果場が{first}から{last}まで（初日及び末日を含む。）に選別した荷口のうち、概算金の合計が{rank}高い生産者を選びます。この人の概算金の手取りは、それらの荷口に係る賦課金その他の控除をした後、何円になりますか。""",
            s=s.name,
            first=both("d", first),
            last=both("d", last),
            rank=RANKS[rank],
        ),
        evidence=(
            *sweep_evidence(ledger, i, first, last),
            *fee_evidence(ledger, i, grower),
            (f"fees/{s.key}/{rules.edition}", "levy"),
        ),
        copied=doc,
        rival=rival,
        harmless=_beside(ledger, i, lot, rows, rng),
        cut=_cut(ledger, i, rows, doc, rng),
        rows=len(rows),
        **outcome(yen, solve(*case), {name: slip(case) for name, slip in slips.items()}, paid_out(rival, *case)),
    )
