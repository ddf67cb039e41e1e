"""Sweeps: what late payment costs in all; the flat with much of it leads to the charges for its visitors."""

from __future__ import annotations

from datetime import date
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question, Text
from bench.kits.condo.ledger import LATE, SHEETS, VISIT, Building, Ledger, Payment, Stay, due_day
from bench.kits.condo.programs import PROGRAMS, in_force, minutes
from bench.kits.condo.questions.late import damages, other_amount
from bench.kits.condo.questions.late import rule_spans as late_spans
from bench.kits.condo.questions.visits import can_change, charge, other_end
from bench.kits.condo.questions.visits import rule_spans as visit_spans
from bench.kits.condo.questions.visits import sheet_of as visit_sheet
from bench.kits.days import DAY, add_months
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen

Case = tuple[Building, int, date, date]
"""Building, rank, first and last day."""
DAMAGES: dict[str, dict[str, Any]] = {
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "edition_by_day_paid": {"by_paid": True},
    "edition_by_month": {"by_month": True},
    "forgot_the_weekend": {"weekend_too": True},
    "days_the_other_way": {"other_count": True},
    "counted_both_ends": {"both_ends": True},
    "forgot_the_days_of_grace": {"no_grace": True},
    "small_charges_too": {"no_least": True},
    "forgot_the_agreements": {"agreed_too": True},
}
NEEDED = ("newer_edition_for_all", "older_edition_for_all", "days_the_other_way", "counted_both_ends")
CHARGES: dict[str, dict[str, Any]] = {
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "forgot_the_free_time": {"no_free": True},
    "unit_not_begun": {"full_units": True},
    "forgot_the_limit": {"no_cap": True},
    "limit_the_other_way": {"cap_the_other_way": True},
    "forgot_the_addition": {"no_night": True},
    "forgot_the_permits": {"permit_too": True},
    "other_class": {"other_class": True},
}
RANKS = {
    0: Text("highest", "最も"),
    1: Text("second highest", "２番目に"),
    2: Text("third highest", "３番目に"),
    3: Text("fourth highest", "４番目に"),
    4: Text("fifth highest", "５番目に"),
}


def swept(b: Building, first: date, last: date) -> list[Payment]:
    """The instalments for the months from `first` to `last` that were paid late."""
    return [p for rows in b.sheets for p in rows if first <= p.month <= last]


def damages_of(b: Building, first: date, last: date, **slip: Any) -> int:
    return sum(damages(b, p, **slip) for p in swept(b, first, last))


def sheets_of(b: Building, rows: list[Payment]) -> list[int]:
    return [i for i, sheet in enumerate(b.sheets) if any(p in sheet for p in rows)]


@PROGRAMS.add(5, "multi_source", "calculation", hops=4)
def damages_in_all(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(damages_of, DAMAGES)
    months = [add_months(SHEETS[0][0], i) for i in range(8)]
    cases = [
        (b, first, last)
        for b in ledger.buildings
        for first, last in (
            (months[0], months[5]),
            (months[0], months[6]),
            (months[1], months[6]),
            (months[1], months[7]),
        )
        if b.starts[LATE] and {in_force(b, LATE, due_day(p.month)) for p in swept(b, first, last)} == {0, 1}
    ]
    one = rng.choice([c[0] for c in cases])
    needed = {name: slips[name] for name in NEEDED}
    case = b, first, last = subject(rng, [c for c in cases if c[0] is one], lambda c: damages_of(*c), needed)
    rows = swept(*case)
    edges = [s for s in b.sheets if {p in rows for p in s} == {True, False}]  # some rows lie outside
    drawn = [p for sheet in edges for p in sheet if p in rows and damages(b, p)]
    payment = rng.choice([p for p in drawn if damages(b, other_amount(rng, b, p)) != damages(b, p)])
    sheet = next(i for i, sheet in enumerate(b.sheets) if payment in sheet)
    other, doc = other_amount(rng, b, payment), f"payments/{b.key}/{sheet + 1}"
    beside = rng.choice([p for p in b.sheets[sheet] if p not in rows])
    return Question(
        ask=ask(
            """
            What do the households of {b} Court owe altogether, in yen, for having been behind with the money for the months from {first} to {last}, both included?
            Add up, in yen, what is asked of all households of {b} Court for having been behind with the money for {first} to {last} inclusive.
            For {first} to {last}, both months included, some households of {b} Court were behind with their money. How many yen more does that cost them in all?""",
            """
            {b}コートで、{first}分から{last}分まで（両月分を含む。）の支払が期日に間に合わなかった住戸が、そのために追加で支払う額は、合計何円か。
            {first}分から{last}分まで（両月分を含む。）について、{b}コートの各住戸が期日より後に支払ったことにより別に請求される額を、すべて合計すると何円になりますか。
            {b}コートの{first}分から{last}分までの支払（両月分を含む。）で期日に遅れたものについて、余分に払うことになる額の総額はいくらですか。""",
            b=b.name,
            first=both("m", first),
            last=both("m", last),
        ),
        evidence=(
            *((f"payments/{b.key}/{i + 1}", "table") for i in sheets_of(b, rows)),
            *(span for which in (0, 1) for span in late_spans(b, which)),
            minutes(b, LATE),
        ),
        copied=doc,
        rival=swap(ledger, payment, other),
        harmless=swap(ledger, beside, other_amount(rng, b, beside)),
        cut=(doc, f"payment:{rng.choice(b.sheets[sheet][8:]).receipt}"),
        rows=len(rows),
        **outcome(
            yen,
            damages_of(*case),
            {name: slip(case) for name, slip in slips.items()},
            damages_of(*case) - damages(b, payment) + damages(b, other),
        ),
    )


def most_late(b: Building, rank: int, **slip: Any) -> str | None:
    """The flat of a rank (0 the first) by what late payment costs it; None where two owe as much or it owes nothing."""
    totals: dict[str, int] = {}
    for p in (p for rows in b.sheets for p in rows):
        totals[p.flat] = totals.get(p.flat, 0) + damages(b, p, **slip)
    flat = sorted(totals, key=lambda number: (-totals[number], number))[rank]
    return flat if totals[flat] and list(totals.values()).count(totals[flat]) == 1 else None


def visitors(b: Building, first: date, last: date, flat: str) -> list[Stay]:
    """The stays of a flat's visitors in a period, both days included."""
    return [s for m in b.months for s in m.stays if s.flat == flat and first <= s.day <= last]


def charges_of_late(
    b: Building,
    rank: int,
    first: date,
    last: date,
    further: int = 0,
    then: dict[str, Any] | None = None,
    **slip: Any,
) -> int | None:
    flat = most_late(b, rank + further, **slip)
    return sum(charge(b, s, **(then or {})) for s in visitors(b, first, last, flat)) if flat else None


def then_slip(slip: dict[str, Any], case: Case) -> int | None:
    """The sum where the second sweep has a mistake."""
    return charges_of_late(*case, then=slip)


def draw_late(ledger: Ledger, rng: Random) -> Case:
    """A building, a rank and three to five months in which mistakes of the first sweep lead to other sums."""
    found = []
    for b in ledger.buildings:
        scored = []
        for rank in RANKS:
            flat = most_late(b, rank)
            for first, last in ((6, 9), (7, 9), (7, 10), (7, 11), (6, 10)):
                case = b, rank, date(2025, first, 1), date(2025, last + 1, 1) - DAY
                stays = visitors(b, *case[2:], flat) if flat else []
                if len({visit_sheet(b, s) for s in stays}) == last - first + 1 and len(stays) >= 9:
                    wrong = {charges_of_late(*case, **slip) for slip in DAMAGES.values()} - {
                        None,
                        charges_of_late(*case),
                    }
                    scored.append((min(len(wrong), 4), case))
        best = max((score for score, _ in scored), default=0)
        found.append([case for score, case in scored if score == best])
    return rng.choice(rng.choice([cases for cases in found if cases]))


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=7)
def visitors_of_late(ledger: Ledger, rng: Random) -> Question:
    case = b, rank, first, last = draw_late(ledger, rng)
    flat = most_late(b, rank)
    assert flat is not None
    stays = visitors(b, first, last, flat)
    stay = rng.choice([s for s in stays if charge(b, s) and can_change(b, s)])
    doc, other = visit_sheet(b, stay), other_end(rng, b, stay)
    log = next(m.stays for m in b.months if stay in m.stays)
    beside = rng.choice([s for s in log if s.flat != flat])
    slips = slips_of(charges_of_late, DAMAGES | {"next_rank": {"further": 1}}) | {
        f"then_{name}": partial(then_slip, slip) for name, slip in CHARGES.items()
    }
    late = sorted({in_force(b, LATE, due_day(p.month)) for rows in b.sheets for p in rows})
    used = sorted({in_force(b, VISIT, s.day) for s in stays})
    classes = {which: sorted({s.cls for s in stays if in_force(b, VISIT, s.day) == which}) for which in used}
    sheet = rng.randrange(2)
    return Question(
        ask=ask(
            """
            Add up for each flat of {b} Court what being behind with the money for {begin} to {end} costs it. What does the flat with the {rank} total owe, in yen, for the vehicles of those who came to see it from {in} to {out}, both days included?
            Among the flats of {b} Court, one has the {rank} total of what being behind with the money for {begin} to {end}, both months included, costs. How many yen is that flat charged for the vehicles in which its callers came from {in} to {out} inclusive?
            Work out for every flat of {b} Court what being behind with the money for {begin} to {end} costs it in all, and take the flat with the {rank} sum. What is charged to it, in yen, for the vehicles in which its callers came from {in} to {out}, both days included?""",
            """
            {b}コートの住戸ごとに、{begin}分から{end}分までの支払が期日に間に合わなかったことにより追加で支払う額を合計する。その合計が{rank}多い住戸が、{in}から{out}まで（初日及び末日を含む。）に訪ねてきた人の乗り物について支払う額は、全部で何円か。
            {b}コートの住戸のうち、{begin}分から{end}分まで（両月分を含む。）について期日に遅れたために別に請求される額の合計が{rank}多いものがあります。その住戸が、{in}から{out}まで（初日及び末日を含む。）に訪ねてきた人の乗り物のために請求される額は、合わせて何円ですか。
            {b}コートの各住戸が{begin}分から{end}分までの支払に遅れて余分に払う額を集計し、合計が{rank}多い住戸を選びます。{in}から{out}までの間（両日を含む。）にその住戸を訪ねた人の乗り物に対して徴収される額の総額はいくらですか。""",
            b=b.name,
            rank=RANKS[rank],
            begin=both("m", SHEETS[0][0]),
            end=both("m", SHEETS[1][1]),
            **{"in": both("d", first), "out": both("d", last)},
        ),
        evidence=(
            *((f"payments/{b.key}/{i + 1}", "table") for i in (0, 1)),
            *(span for which in late for span in late_spans(b, which)),
            minutes(b, LATE),
            *((log, "table") for log in dict.fromkeys(visit_sheet(b, s) for s in stays)),
            *(span for which in used for span in visit_spans(b, which, classes[which])),
            minutes(b, VISIT),
        ),
        copied=doc,
        rival=swap(ledger, stay, other),
        harmless=swap(ledger, beside, other_end(rng, b, beside)),
        cut=(f"payments/{b.key}/{sheet + 1}", f"payment:{rng.choice(b.sheets[sheet][8:]).receipt}"),
        rows=sum(len(rows) for rows in b.sheets) + len(stays),
        **outcome(
            yen,
            charges_of_late(*case),
            {name: slip(case) for name, slip in slips.items()},
            sum(charge(b, s) for s in stays) - charge(b, stay) + charge(b, other),
        ),
    )
