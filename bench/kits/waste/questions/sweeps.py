"""Sweeps: the charges of a period; the association with most rewards leads to a town, the town to its bulky items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question, Text
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen
from bench.kits.waste.ledger import BULKY, HAUL, REWARD, SHEETS, Association, Centre, Item, Ledger, Ticket
from bench.kits.waste.programs import PROGRAMS, YEAR, starts
from bench.kits.waste.questions.bulky import cost, other_edge
from bench.kits.waste.questions.bulky import in_force as bulky_edition
from bench.kits.waste.questions.bulky import rule_spans as bulky_spans
from bench.kits.waste.questions.bulky import sheet_of as bulky_sheet
from bench.kits.waste.questions.deliveries import charge, in_force
from bench.kits.waste.questions.deliveries import rule_spans as haul_spans
from bench.kits.waste.questions.rewards import reward
from bench.kits.waste.questions.rewards import rule_spans as reward_spans

Case = tuple[Centre, int, date, date]
"""Centre, rank, first and last day."""
CHARGES: dict[str, dict[str, Any]] = {
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "forgot_the_agreements": {"no_agreement": True},
    "loads_the_other_way": {"other_together": True},
    "unit_not_begun": {"full_units": True},
    "forgot_the_free_weight": {"no_free": True},
    "forgot_the_limits": {"no_limit": True},
    "counted_void_tickets": {"void_too": True},
    "agreements_of_the_year_before": {"year": YEAR - 1},
}
NEEDED = (
    "newer_edition_for_all",
    "older_edition_for_all",
    "loads_the_other_way",
    "unit_not_begun",
)
REWARDS: dict[str, dict[str, Any]] = {
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "edition_by_day_of_collection": {"by_collection": True},
    "kilograms_not_dropped": {"no_step": True},
    "range_end": {"other_side": True},
    "forgot_the_bonus": {"no_bonus": True},
    "forgot_the_limit": {"no_cap": True},
    "neighbouring_column": {"other_column": True},
}
FEES: dict[str, dict[str, Any]] = {
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "forgot_the_transition": {"by_accepted": True},
    "edition_by_day_collected": {"by_collected": True},
    "range_end": {"other_side": True},
    "other_class": {"other_class": True},
    "forgot_the_reduction": {"no_reduction": True},
    "counted_absent": {"absent_too": True},
}


def weighed(c: Centre, first: date, last: date) -> list[Ticket]:
    """The tickets of a period, both days included."""
    return [t for month in c.months for t in month.tickets if first <= t.day <= last]


def edition(c: Centre, ticket: Ticket, year: int = YEAR, no_agreement: bool = False) -> int:
    customer = next(r for r in c.customers[year][1] if r.number == ticket.customer)
    return in_force(c, ticket.day, customer.agreed, no_agreement)


def charges(
    c: Centre,
    tickets: Iterable[Ticket],
    one_edition: int | None = None,
    year: int = YEAR,
    no_agreement: bool = False,
    other_together: bool = False,
    void_too: bool = False,
    **slip: bool,
) -> int:
    """What all these tickets cost, in yen; the loads of one day are taken together where the edition says so."""
    houses = {r.number for r in c.customers[year][1] if r.trade is None}
    kg: dict[tuple[int, str, int, object], int] = {}
    for ticket in tickets:
        if ticket.void and not void_too:
            continue
        which = edition(c, ticket, year, no_agreement) if one_edition is None else one_edition
        together = c.haul[which].together != other_together
        key = which, ticket.customer, ticket.cls, ticket.day if together else ticket.number
        kg[key] = kg.get(key, 0) + ticket.net
    return sum(
        charge(c.haul[which], customer in houses, cls, weight, **slip)
        for (which, customer, cls, _), weight in kg.items()
    )


def charged(c: Centre, first: date, last: date, **slip: Any) -> int:
    return charges(c, weighed(c, first, last), **slip)


def periods(c: Centre) -> Iterator[tuple[date, date]]:
    """Four to seven weeks over two months of the log: 60 to 84 tickets, ten or more under each edition."""
    days = [date(2025, month, day) for month in (6, 7, 8, 9) for day in (6, 11, 16, 21, 26)]
    for i, first in enumerate(days):
        for last in (day - DAY for day in days[i + 4 :] if 1 <= (day - DAY).month - first.month <= 1):
            new = [edition(c, t) for t in weighed(c, first, last)]
            if 60 <= len(new) <= 84 and 10 <= sum(new) <= len(new) - 10:
                yield first, last


def other_net(rng: Random, c: Centre, ticket: Ticket, tickets: list[Ticket]) -> Ticket | None:
    """The ticket with another full weight, at another sum; the vehicle stays the same. None where a limit hides it."""
    made = [replace(ticket, gross=ticket.tare + kg) for kg in range(30, 620, 10) if abs(kg - ticket.net) > 30]
    right = charges(c, tickets)
    changed = [t for t in made if charges(c, [t if o is ticket else o for o in tickets]) != right]
    return rng.choice(changed) if changed else None


@PROGRAMS.add(5, "multi_source", "calculation", hops=5)
def charges_of_period(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(charged, CHARGES)
    c = rng.choice(ledger.centres)
    needed = {name: slips[name] for name in NEEDED}
    case = _, first, last = subject(rng, [(c, *period) for period in periods(c)], lambda c: charged(*c), needed)
    tickets = weighed(*case)
    edges = [m.tickets for m in c.months if {t in tickets for t in m.tickets} == {True, False}]  # some lie outside
    drawn = [t for rows in edges for t in rows if t in tickets and not t.void]
    rng.shuffle(drawn)
    ticket, other = next((t, n) for t in drawn if (n := other_net(rng, c, t, tickets)))
    month = next(m for m in c.months if ticket in m.tickets)
    doc = f"scale_log/{c.key}/{month.first:%Y-%m}"
    beside = rng.choice([t for t in month.tickets if t not in tickets])
    same = replace(beside, gross=beside.gross + rng.choice((-20, 20, 30, 40, 50)))
    logs = [f"scale_log/{c.key}/{m.first:%Y-%m}" for m in c.months if any(t in tickets for t in m.tickets)]
    register = f"customers/{c.key}/{c.customers[YEAR][0]}"
    return Question(
        ask=ask(
            """
            What do all those who drove things to the {c} Centre from {first} to {last}, both days included, owe for it altogether, in yen?
            Add up, in yen, what has to be paid for everything that was brought to the {c} Centre from {first} to {last} inclusive.
            How many yen in all does the {c} Centre take for what was brought over its scales from {first} to {last}, both days included?""",
            """
            {first}から{last}まで（初日及び末日を含む。）に{c}クリーンセンターへ持ち込まれたものについて、持ち込んだ者が支払う額は全部で何円か。
            {c}クリーンセンターが、{first}から{last}まで（初日及び末日を含む。）の持込みについて受け取る額を合計すると何円になりますか。
            {first}から{last}までの間（両日を含む。）に{c}クリーンセンターに持ち込まれた分の支払額の総額はいくらですか。""",
            c=c.name,
            first=both("dn", first),
            last=both("dn", last),
        ),
        evidence=(
            *((log, "table") for log in logs),
            *(span for which in (0, 1) for span in haul_spans(c, which, (0, 1, 2))),
            *((register, f"customer:{r.number}") for r in c.customers[YEAR][1]),
            *starts(c, HAUL),
        ),
        copied=doc,
        rival=swap(ledger, ticket, other),
        harmless=swap(ledger, beside, same),
        cut=(doc, f"ticket:{rng.choice(month.tickets[8:]).number}"),
        rows=len(tickets),
        **outcome(
            yen,
            charged(*case),
            {name: slip(case) for name, slip in slips.items()},
            charges(c, [other if t is ticket else t for t in tickets]),
        ),
    )


RANKS = {
    1: Text("second highest", "２番目に"),
    2: Text("third highest", "３番目に"),
    3: Text("fourth highest", "４番目に"),
    4: Text("fifth highest", "５番目に"),
}
"""Ranks in the middle: there mistakes of a sweep tell."""


def best(c: Centre, rank: int, **slip: Any) -> Association | None:
    """The association of a rank (0 the first) by what its slips of both sheets bring; None where two have as much."""
    totals = {a.code: 0 for a in c.associations[YEAR][1]}
    for row in (row for sheet in c.sheets for row in sheet):
        totals[row.association] += reward(c, row, **slip)
    found = sorted(c.associations[YEAR][1], key=lambda a: -totals[a.code])[rank]
    return found if list(totals.values()).count(totals[found.code]) == 1 else None


def taken(c: Centre, first: date, last: date, town: str) -> list[Item]:
    """The applications of a town collected in a period, both days included."""
    return [i for m in c.months for i in m.items if i.town.en == town and first <= i.collected <= last]


def town_of(c: Centre, rank: int, year: int = YEAR, **slip: Any) -> str | None:
    """The town of the association of a rank; in the register of another year it may be another one."""
    found = best(c, rank, **slip)
    return next(a.town.en for a in c.associations[year][1] if a.code == found.code) if found else None


def fees_of_best(
    c: Centre,
    rank: int,
    first: date,
    last: date,
    further: int = 0,
    year: int = YEAR,
    then: dict[str, Any] | None = None,
    **slip: Any,
) -> int | None:
    town = town_of(c, rank + further, year, **slip)
    return sum(cost(c, item, **(then or {})) for item in taken(c, first, last, town)) if town else None


def then_slip(slip: dict[str, Any], case: Case) -> int | None:
    """The sum where the second sweep has a mistake."""
    return fees_of_best(*case, then=slip)


def draw_best(ledger: Ledger, rng: Random) -> Case:
    """A centre, a rank and two to four months in which mistakes of the first sweep lead to other sums."""
    found = []
    for c in ledger.centres:
        scored = []
        for rank in RANKS:
            town = town_of(c, rank)
            for first, last in ((6, 8), (6, 9), (7, 8), (7, 9)):
                case = c, rank, date(2025, first, 1), date(2025, last + 1, 1) - DAY
                items = taken(c, *case[2:], town) if town else []
                if len({bulky_sheet(c, i) for i in items}) == last - first + 1 and len(items) >= 8:
                    wrong = {fees_of_best(*case, **slip) for slip in REWARDS.values()} - {None, fees_of_best(*case)}
                    scored.append((min(len(wrong), 4), case))
        most = max((score for score, _ in scored), default=0)
        found.append([case for score, case in scored if score == most])
    return rng.choice(rng.choice([cases for cases in found if cases]))


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=7)
def fees_of_town(ledger: Ledger, rng: Random) -> Question:
    case = c, rank, first, last = draw_best(ledger, rng)
    winner = best(c, rank)
    assert winner is not None
    items = taken(c, first, last, winner.town.en)
    item = rng.choice([i for i in items if cost(c, i)])
    doc, other = bulky_sheet(c, item), other_edge(rng, c, item)
    log = next(m.items for m in c.months if item in m.items)
    beside = rng.choice([i for i in log if i.town != winner.town])
    slips = slips_of(
        fees_of_best, REWARDS | {"next_rank": {"further": 1}, "town_of_the_year_before": {"year": YEAR - 1}}
    ) | {f"then_{name}": partial(then_slip, slip) for name, slip in FEES.items()}
    sheet = rng.randrange(2)
    used = sorted({bulky_edition(c, i) for i in items})
    kinds = {which: tuple(sorted({i.cls for i in items if bulky_edition(c, i) == which})) for which in used}
    return Question(
        ask=ask(
            """
            Add up, for each of those who gathered old materials for the {c} Centre, what their slips on the two sheets for {begin} to {end} bring them in. In the town of the one with the {rank} total, what does everything fetched from the houses from {first} to {last}, both days included, cost those who ordered it, in yen?
            Of all who are on the {c} Centre's list for fiscal 2025, one gets the {rank} sum for its slips on the two sheets for {begin} to {end} together. What do the people of the town in which it is active pay, in yen, for the large things fetched from {first} to {last} inclusive?
            Take the two sheets of slips of the {c} Centre for {begin} to {end} and find whose slips bring the {rank} sum in all. What is due, in yen, for all large things fetched from {first} to {last}, both days included, in the town for which that one is registered in fiscal 2025?""",
            """
            {c}クリーンセンターの{begin}から{end}までの２葉の伝票により各団体が受け取る額を合計する。その合計が{rank}多い団体の町において、{first}から{last}まで（初日及び末日を含む。）に引き取られた大型の品物について申込者が納める額は、全部で何円か。
            {c}クリーンセンターの令和7年度の登録簿に載る団体のうち、{begin}から{end}までの２葉の伝票で受け取る額の合計が{rank}多いものがあります。その団体が活動する町で、{first}から{last}まで（初日及び末日を含む。）に引き取られた大型の品物の代金は、合計何円ですか。
            {begin}から{end}までの２葉の伝票を集計し、{c}クリーンセンターから受け取る額の合計が{rank}多い団体を選びます。令和7年度にその団体が登録している町について、{first}から{last}までの間（両日を含む。）に収集された大型の品物に対して納められる額の合計はいくらですか。""",
            c=c.name,
            rank=RANKS[rank],
            begin=both("dn", SHEETS[0][0]),
            end=both("dn", SHEETS[1][1]),
            first=both("dn", first),
            last=both("dn", last),
        ),
        evidence=(
            *((f"slips/{c.key}/{i + 1}", "table") for i in (0, 1)),
            *(span for which in (0, 1) for span in reward_spans(c, which)),
            *starts(c, REWARD),
            (f"associations/{c.key}/{c.associations[YEAR][0]}", f"association:{winner.code}"),
            *((log, "table") for log in dict.fromkeys(bulky_sheet(c, i) for i in items)),
            *(span for which in used for span in bulky_spans(c, which, kinds[which])),
            *starts(c, BULKY),
        ),
        copied=doc,
        rival=swap(ledger, item, other),
        harmless=swap(ledger, beside, other_edge(rng, c, beside)),
        cut=(f"slips/{c.key}/{sheet + 1}", f"slip:{rng.choice(c.sheets[sheet][6:]).number}"),
        rows=sum(len(rows) for rows in c.sheets) + len(items),
        **outcome(
            yen,
            fees_of_best(*case),
            {name: slip(case) for name, slip in slips.items()},
            sum(cost(c, i) for i in items) - cost(c, item) + cost(c, other),
        ),
    )
