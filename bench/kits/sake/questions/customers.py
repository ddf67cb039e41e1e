"""A sweep over the slips ranks the customers; the one found leads to a second sweep, over the casks on loan to it."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

from bench.kits.base import Question, Text
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome
from bench.kits.sake.ledger import Brewery, Ledger, Loan
from bench.kits.sake.programs import PROGRAMS
from bench.kits.sake.questions import casks, taxes
from bench.kits.sake.questions.casks import hire, other_return, sheet_of
from bench.kits.sake.questions.taxes import periods, set_aside, swept
from bench.kits.shapes import yen

Case = tuple[Brewery, date, date, int, date, date]
"""Brewery, period of removal, rank of the customer, period in which casks came back."""
RANKS = {
    1: Text("the largest", "最も"),
    2: Text("the second largest", "２番目に"),
    3: Text("the third largest", "３番目に"),
    4: Text("the fourth largest", "４番目に"),
}
FIRST: dict[str, dict[str, Any]] = {f"first_sweep_{name}": {"ranking": slip} for name, slip in taxes.SLIPS.items()}
SECOND: dict[str, dict[str, Any]] = {
    name: casks.SLIPS[name]
    for name in (
        "edition_by_day_lent",
        "counted_closed_days",
        "first_day_miscounted",
        "whole_weeks_only",
        "forgot_the_cap",
    )
} | {"newer_edition_for_all": {"one_edition": 1}, "older_edition_for_all": {"one_edition": 0}}


def ranked(b: Brewery, first: date, last: date, rank: int, as_written: bool = False, **slip: Any) -> Text | None:
    """The customer with the `rank`th largest sum set aside; none where two share that sum."""
    sums: dict[Text, Fraction] = defaultdict(Fraction)
    for s in swept(b, first, last, as_written):
        sums[s.customer] += set_aside(b, s, **slip)
    order = sorted(sums.items(), key=lambda pair: (-pair[1], pair[0].en))
    if len(order) < rank or [amount for _, amount in order].count(order[rank - 1][1]) > 1:
        return None
    return order[rank - 1][0]


def loans_of(b: Brewery, customer: Text | None, first: date, last: date) -> list[Loan]:
    return [
        r for rows in b.loans for r in rows if r.customer == customer and r.returned and first <= r.returned <= last
    ]


def owed(case: Case, ranking: dict[str, Any] | None = None, **slip: Any) -> int | None:
    """The hire for the casks which the ranked customer brought back in the second period."""
    b, first, last, rank, back_first, back_last = case
    loans = loans_of(b, ranked(b, first, last, rank, **(ranking or {})), back_first, back_last)
    return sum(hire(b, loan, **slip) for loan in loans) or None


def cases_of(b: Brewery) -> list[Case]:
    """Five loans or more in the second period, two or more under each edition."""
    days = [date(2025, month, day) for month in range(6, 13) for day in (1, 16)]
    spans = [(f, day - DAY) for i, f in enumerate(days) for day in days[i + 5 : i + 9]]
    found = []
    for first, last in periods(b):
        for rank in RANKS:
            customer = ranked(b, first, last, rank)
            for span in spans:
                loans = loans_of(b, customer, *span)
                old = sum(loan.applied < b.starts[1] for loan in loans if hire(b, loan))
                new = sum(loan.applied >= b.starts[1] for loan in loans if hire(b, loan))
                if old > 1 and new > 1 and old + new > 4:
                    found.append((b, first, last, rank, *span))
    return found


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """A case in which mistakes of either sweep lead to other sums, from a brewery drawn first."""
    cases = cases_of(rng.choice([b for b in ledger.breweries if cases_of(b)]))
    cases = rng.sample(cases, min(len(cases), 40))

    def caught(case: Case) -> tuple[int, int]:
        right = owed(case)
        one, two = ({owed(case, **slip) for slip in slips.values()} - {None, right} for slips in (FIRST, SECOND))
        return min(len(one), 2) + min(len(two), 3), len(one) + len(two)

    return max(cases, key=caught)


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=6)
def customer_casks(ledger: Ledger, rng: Random) -> Question:
    case = b, first, last, rank, back_first, back_last = draw_case(ledger, rng)
    customer = ranked(b, first, last, rank)
    loans = [r for r in loans_of(b, customer, back_first, back_last) if hire(b, r)]
    changed = [(r, other_return(rng, b, r, back_first, back_last)) for r in loans]
    loan, other = rng.choice([pair for pair in changed if pair[0] is not pair[1]])
    sheet = sheet_of(b, loan)
    doc = f"casks/{b.key}/{sheet + 1}"
    strangers = [r for r in b.loans[sheet] if r.returned and r.customer != customer]
    beside = rng.choice([r for r in strangers if other_return(Random(0), b, r) is not r])
    results = {name: owed(case, **slip) for name, slip in (FIRST | SECOND).items()}
    right = owed(case)
    assert right is not None
    return Question(
        ask=ask(
            """
            Take everything that left the {b} brewery from {first} to {last}, and what is put by for it against duty. One buyer stands for {rank} part of that amount. How many yen in all did this buyer owe for the vessels that it gave back from {c} to {d}? All days named are included.
            Rank the buyers of the {b} brewery by what had to be put by against duty for the goods that went out to each from {first} to {last} inclusive. What did the buyer with {rank} amount have to pay, in yen, for the vessels it gave back from {c} to {d}, both days included?
            From {first} to {last} inclusive, one of the buyers of the {b} brewery caused {rank} amount to be put by against duty. For the vessels which that buyer gave back from {c} to {d} inclusive, how much did it owe altogether, in yen?""",
            """
            {b}蔵から{first}から{last}までに出荷されたものについて、納税に備えて計上する額を得意先ごとに合計し、その合計が{rank}大きい得意先を選ぶ。この得意先が{c}から{d}までに戻した容器について支払う額は、合わせて何円か。期間はいずれも初日及び末日を含む。
            {first}から{last}まで（初日及び末日を含む。）に{b}蔵が出荷した分について、納税に備えて計上する額を得意先別に集計します。その額が{rank}多い得意先が、{c}から{d}まで（初日及び末日を含む。）に戻した容器に対して支払う金額は、全部でいくらですか。
            {b}蔵の得意先のうち、{first}から{last}まで（初日及び末日を含む。）の出荷に係る納税への備えとして計上する額が{rank}大きいところについて伺います。その得意先が{c}から{d}まで（初日及び末日を含む。）に戻した容器の分として請求される額は、合計何円になりますか。""",
            b=b.name,
            rank=RANKS[rank],
            **{
                name: both("d", day)
                for name, day in (("first", first), ("last", last), ("c", back_first), ("d", back_last))
            },
        ),
        evidence=(
            *taxes.evidence(b),
            *((f"casks/{b.key}/{n}", "table") for n in (1, 2, 3)),
            *casks.evidence(b),
        ),
        copied=doc,
        rival=swap(ledger, loan, other),
        harmless=swap(ledger, beside, other_return(rng, b, beside)),
        cut=(doc, f"loan:{rng.choice(b.loans[sheet][6:]).ref}"),
        rows=len(swept(b, first, last)) + len(loans_of(b, customer, back_first, back_last)),
        **outcome(
            yen,
            right,
            results | {"next_rank": owed((b, first, last, rank + 1, back_first, back_last))},
            right - hire(b, loan) + hire(b, other),
        ),
    )
