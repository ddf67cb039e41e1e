"""Sweeps: the fees of a period added up; the card that is barred longest leads to a group, and the group to its fees."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question, Text
from bench.kits.days import DAY
from bench.kits.filters import EN, JA
from bench.kits.ledgers import swap
from bench.kits.library.ledger import LOAN, ROOM, SHEETS, Group, Ledger, Library, Use
from bench.kits.library.programs import PROGRAMS, edition, starts
from bench.kits.library.questions.loans import calendar_spans, suspension
from bench.kits.library.questions.loans import rule_spans as loan_spans
from bench.kits.library.questions.rooms import YEAR, fee, group_of, other_use, register, rule_spans, sheet_of
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen

Case = tuple[Library, int, date, date]
"""Library, rank, first and last day."""
FEES: dict[str, dict[str, Any]] = {
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "other_day_decides": {"other_day": True},
    "rounded_the_other_way": {"other_rounding": True},
    "forgot_the_reduction": {"no_reduction": True},
    "reduced_despite_admission": {"reduced_anyway": True},
    "overrun_not_begun": {"exact_overrun": True},
    "weekday_fee": {"weekday_always": True},
    "category_of_the_year_before": {"other_year": True},
    "late_cancellations_free": {"cancelled_free": True},
}
NEEDED = ("newer_edition_for_all", "older_edition_for_all", "forgot_the_reduction", "overrun_not_begun", "weekday_fee")
"""The slips that must lead to another sum; whether the others do depends on what the period holds."""
BARRED: dict[str, dict[str, Any]] = {
    "newer_edition_for_all": {"one_edition": 1},
    "older_edition_for_all": {"one_edition": 0},
    "edition_by_day_lent": {"by_lent": True},
    "due_on_a_closing_day": {"no_closing": True},
    "closing_days_the_other_way": {"other_count": True},
    "first_days_left_out": {"after_free": True},
    "forgot_the_cap": {"uncapped": True},
    "other_class": {"other_class": True},
    "forgot_the_waivers": {"waived_too": True},
}


SEASON = Text(
    f"{EN['d'](SHEETS[0][0])} to {EN['d'](SHEETS[1][1])}", f"{JA['d'](SHEETS[0][0])}から{JA['d'](SHEETS[1][1])}まで"
)
"""What the two sheets of the follow-up record span."""


def swept(b: Library, first: date, last: date, group: str | None = None, by_applied: bool = False) -> list[Use]:
    """The uses of a period, both days included; of one group or of all."""
    return [
        use
        for month in b.months
        for use in month.uses
        if first <= (use.applied if by_applied else use.day) <= last and group in (None, use.group)
    ]


def fees(b: Library, first: date, last: date, group: str | None = None, by_applied: bool = False, **slip: Any) -> int:
    return sum(fee(b, use, **slip) for use in swept(b, first, last, group, by_applied))


def editions(b: Library, uses: list[Use]) -> list[int]:
    return [edition(b, ROOM, use.applied, use.day) for use in uses]


def periods(b: Library) -> Iterator[tuple[date, date]]:
    """Four to eight weeks over two months of the log: 44 to 66 uses, eight or more under each edition."""
    days = [date(2025, month, day) for month in (6, 7, 8, 9) for day in (6, 11, 16, 21, 26)]
    for i, first in enumerate(days):
        for last in (day - DAY for day in days[i + 5 :] if 1 <= (day - DAY).month - first.month <= 1):
            found = editions(b, swept(b, first, last))
            if 44 <= len(found) <= 66 and 8 <= sum(found) <= len(found) - 8:
                yield first, last


def fee_evidence(b: Library, uses: list[Use]) -> tuple[tuple[str, str], ...]:
    """Logs, both or one of the editions, the register, the notice; rows that decide nothing are left out."""
    logs = dict.fromkeys(sheet_of(b, use) for use in uses)
    used = sorted(set(editions(b, uses)))
    rooms = [sorted({u.room for u, e in zip(uses, editions(b, uses), strict=True) if e == which}) for which in (0, 1)]
    return (
        *((log, "table") for log in logs),
        *(span for which in used for span in rule_spans(b, which, rooms[which])),
        *register(b, *sorted({use.group for use in uses if use.group})),
        *starts(b, ROOM),
    )


@PROGRAMS.add(5, "multi_source", "calculation", hops=5)
def fees_of_period(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(fees, FEES | {"by_day_of_application": {"by_applied": True}})
    b = rng.choice(ledger.libraries)
    needed = {name: slips[name] for name in NEEDED}
    case = _, first, last = subject(rng, [(b, *period) for period in periods(b)], lambda c: fees(*c), needed)
    uses = swept(*case)
    edges = [m.uses for m in b.months if {u in uses for u in m.uses} == {True, False}]  # some rows lie outside
    use = rng.choice([u for rows in edges for u in rows if u in uses and fee(b, u) and not u.cancelled])
    other, doc = other_use(rng, b, use), sheet_of(b, use)
    outside = [u for m in b.months for u in m.uses if u not in uses and sheet_of(b, u) == doc]
    beside = rng.choice(outside)
    rows = next(m.uses for m in b.months if use in m.uses)
    return Question(
        ask=ask(
            """
            What do all visitors together owe {b} Library, in yen, for spaces booked for days from {first} to {last}, both included?
            Add up, in yen, what is due to {b} Library for its spaces for all bookings with a day of use from {first} to {last} inclusive.
            How many yen in all is {b} Library owed for the bookings of its spaces whose day of use lies between {first} and {last}, both days included?""",
            """
            {b}図書館が、{first}から{last}まで（初日及び末日を含む。）を使用日とする部屋の利用について受け取るべき額は、全部で何円か。
            使用日が{first}から{last}まで（初日及び末日を含む。）の{b}図書館の部屋の利用について、納めてもらう額を合計すると何円になりますか。
            {b}図書館の部屋のうち、使用日が{first}から{last}までの間（両日を含む。）にあるものについて、支払われるべき額の総額はいくらですか。""",
            b=b.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=fee_evidence(b, uses),
        copied=doc,
        rival=swap(ledger, use, other),
        harmless=swap(ledger, beside, other_use(rng, b, beside)),
        cut=(doc, f"use:{rng.choice(rows[8:]).number}"),
        rows=len(uses),
        **outcome(
            yen,
            fees(*case),
            {name: slip(case) for name, slip in slips.items()},
            fees(*case) - fee(b, use) + fee(b, other),
        ),
    )


RANKS = {
    1: Text("second highest", "２番目に"),
    2: Text("third highest", "３番目に"),
    3: Text("fourth highest", "４番目に"),
    4: Text("fifth highest", "５番目に"),
}
"""Ranks in the middle: there mistakes of a sweep tell."""


def most_barred(b: Library, rank: int, **slip: Any) -> Group | None:
    """The group of a rank (0 the first) by the days of suspension of its representative's card.

    None where two cards gather as many."""
    totals = {g.card: 0 for g in b.groups[YEAR][1]}
    for loan in (loan for sheet in b.sheets for loan in sheet):
        if loan.card in totals:
            totals[loan.card] += suspension(b, loan, **slip)
    found = sorted(b.groups[YEAR][1], key=lambda g: -totals[g.card])[rank]
    return found if list(totals.values()).count(totals[found.card]) == 1 else None


def fees_of_barred(
    b: Library,
    rank: int,
    first: date,
    last: date,
    further: int = 0,
    then: dict[str, Any] | None = None,
    **slip: Any,
) -> int | None:
    group = most_barred(b, rank + further, **slip)
    return fees(b, first, last, group.code, **(then or {})) if group else None


def then_slip(slip: dict[str, Any], case: Case) -> int | None:
    """The sum where the second sweep has a mistake."""
    return fees_of_barred(*case, then=slip)


def draw_barred(ledger: Ledger, rng: Random) -> Case:
    """A library, a rank and two to four months in which mistakes of the first sweep lead to other sums."""
    found = []
    for b in ledger.libraries:
        scored = []
        for rank in RANKS:
            winner = most_barred(b, rank)
            for first, last in ((7, 8), (7, 9), (6, 8), (6, 9), (8, 9)):
                case = b, rank, date(2025, first, 1), date(2025, last + 1, 1) - DAY
                uses = swept(b, *case[2:], winner.code) if winner else []
                if len(uses) >= 5 and len({sheet_of(b, u) for u in uses}) == last - first + 1:
                    wrong = {fees_of_barred(*case, **slip) for slip in BARRED.values()} - {None, fees_of_barred(*case)}
                    scored.append((min(len(wrong), 4), case))
        best = max((score for score, _ in scored), default=0)
        found.append([case for score, case in scored if score == best])
    return rng.choice(rng.choice([cases for cases in found if cases]))


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=8)
def fees_of_group(ledger: Ledger, rng: Random) -> Question:
    case = b, rank, first, last = draw_barred(ledger, rng)
    group = most_barred(b, rank)
    assert group is not None
    uses = swept(b, first, last, group.code)
    use = rng.choice([u for u in uses if fee(b, u)])
    other, doc = other_use(rng, b, use), sheet_of(b, use)
    beside = rng.choice([u for m in b.months for u in m.uses if sheet_of(b, u) == doc and group_of(b, u) != group])
    slips = slips_of(fees_of_barred, BARRED | {"next_rank": {"further": 1}}) | {
        f"then_{name}": partial(then_slip, slip) for name, slip in FEES.items()
    }
    sheet = rng.randrange(2)
    return Question(
        ask=ask(
            """
            Add up, for each group on {b} Library's list for fiscal 2025, the days for which the person who speaks for it was barred over things on the two sheets for {season}. What does the group with the {rank} total owe, in yen, for spaces booked for days from {first} to {last}, both included?
            One of the groups on {b} Library's list for fiscal 2025 has a spokesperson whose days of being barred, added up over everything on the two sheets for {season}, make the {rank} total. How many yen is due from that group for all its bookings with a day of use from {first} to {last} inclusive?
            Take the two sheets for {season} of {b} Library and, of the spokespersons of the groups listed for fiscal 2025, the one whose days of being barred make the {rank} total. What do the bookings of that group whose day of use lies from {first} to {last}, both included, come to in yen?""",
            """
            {b}図書館の令和７年度の名簿に載る団体について、{season}の２葉に記載されたものにより代表者が借りられなくなる日数を合計する。その合計が{rank}多い団体が、{first}から{last}まで（初日及び末日を含む。）を使用日とする部屋の利用について納めるべき額は、全部で何円か。
            {season}の２葉を集計すると、{b}図書館の令和７年度の名簿の団体のうち一つは、代表者が借りられない日数の合計が{rank}多くなります。その団体が、使用日が{first}から{last}まで（初日及び末日を含む。）の部屋の利用について支払う額の合計は何円ですか。
            {b}図書館の令和７年度の名簿にある団体の代表者のうち、{season}の２葉の分で借りられなくなる日数の合計が{rank}多い者を選びます。その者が代表する団体の、使用日が{first}から{last}までの間（両日を含む。）にある部屋の利用について納める額は、合わせていくらですか。""",
            b=b.name,
            rank=RANKS[rank],
            season=SEASON,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=(
            *((f"loans/{b.key}/{i + 1}", "table") for i in (0, 1)),
            *(span for which in (0, 1) for span in loan_spans(b, which, range(6))),
            *calendar_spans(b),
            *starts(b, LOAN),
            *fee_evidence(b, uses),
        ),
        copied=doc,
        rival=swap(ledger, use, other),
        harmless=swap(ledger, beside, other_use(rng, b, beside)),
        cut=(f"loans/{b.key}/{sheet + 1}", f"loan:{rng.choice(b.sheets[sheet][8:]).number}"),
        rows=sum(len(rows) for rows in b.sheets) + len(uses),
        **outcome(
            yen,
            fees_of_barred(*case),
            {name: slip(case) for name, slip in slips.items()},
            sum(fee(b, u) for u in uses) - fee(b, use) + fee(b, other),
        ),
    )
