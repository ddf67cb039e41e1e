"""A sweep over a month of visits finds who is furthest above the limit; a second one adds up that user's escorts."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question, Text
from bench.kits.care.ledger import Ledger, Office, Trip
from bench.kits.care.programs import ADDITIONS, ESCORT, PROGRAMS, in_force
from bench.kits.care.questions import visits
from bench.kits.care.questions.escorts import TRIP_SLIPS, trip_evidence, trip_fee
from bench.kits.care.questions.visits import sheets_in, swept, units
from bench.kits.days import DAY, add_months
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome
from bench.kits.shapes import yen

Case = tuple[Ledger, Office, date, int, date, date]
"""Ledger, office, month, rank of the user, period of the trips."""
RANKS = {
    1: Text("by the largest margin", "最も大きく"),
    2: Text("by the second largest margin", "２番目に大きく"),
    3: Text("by the third largest margin", "３番目に大きく"),
    4: Text("by the fourth largest margin", "４番目に大きく"),
}
FIRST: dict[str, dict[str, Any]] = {
    f"first_sweep_{name}": {"ranking": slip}
    for name, slip in (
        visits.SLIPS | {"other_level": {"other_level": True}, "other_year": {"other_year": True}}
    ).items()
}
SECOND = TRIP_SLIPS


def limit(
    ledger: Ledger, o: Office, user: str, month: date, other_level: bool = False, other_year: bool = False
) -> int:
    """The units that a user may have in a month."""
    rules, last = ledger.limits[0 if other_year else 1], add_months(month, 1) - DAY
    plans = [p for p in o.plans if p.user == user and p.first <= last and p.last >= month]
    levels = [rules.units[p.level] for p in plans]
    return max(levels) if rules.higher != other_level else levels[-1]


def ranked(
    ledger: Ledger, o: Office, month: date, rank: int, other_level: bool = False, other_year: bool = False, **slip: Any
) -> str | None:
    """The user with the `rank`th largest number of units above the limit; none where two share it."""
    rows = swept(o, month, add_months(month, 1) - DAY)
    above = []
    for user in sorted({p.user for p in o.plans}):
        have = sum(units(o, v, **slip) for v in rows if v.user == user)
        above.append((have - limit(ledger, o, user, month, other_level, other_year), user))
    above.sort(key=lambda pair: (-pair[0], pair[1]))
    amount, user = above[rank - 1]
    return user if amount > 0 and [a for a, _ in above].count(amount) == 1 else None


def trips_of(o: Office, user: str | None, first: date, last: date) -> list[Trip]:
    return [t for rows in o.trips for t in rows if t.user == user and first <= t.day <= last]


def owed(case: Case, ranking: dict[str, Any] | None = None, **slip: Any) -> int | None:
    """The escort fees of the ranked user in the second period."""
    ledger, o, month, rank, first, last = case
    trips = trips_of(o, ranked(ledger, o, month, rank, **(ranking or {})), first, last)
    return sum(trip_fee(o, t, **slip) for t in trips) or None


def spans(o: Office, user: str | None) -> list[tuple[date, date]]:
    """Periods with five trips or more that are paid for, two or more under each edition."""
    begin = o.trips[0][0].day.replace(day=1)
    days = [add_months(begin, n // 2).replace(day=1 + 15 * (n % 2)) for n in range(12)]
    found = []
    for first, last in [(f, day - DAY) for i, f in enumerate(days) for day in days[i + 4 : i + 9]]:
        trips = [t for t in trips_of(o, user, first, last) if trip_fee(o, t)]
        old = sum(t.ordered < o.start[ESCORT] for t in trips)
        if min(old, len(trips) - old) > 1 and len(trips) > 4:
            found.append((first, last))
    return found


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """A case in which mistakes of either sweep lead to other sums; the offices are tried in a drawn order."""
    best: list[tuple[int, Case]] = []
    for o in rng.sample(ledger.offices, 3):
        start = o.visits[0][0].day.replace(day=1)
        months = [(add_months(start, n), rank) for n in range(3) for rank in RANKS]
        users = [(month, rank, ranked(ledger, o, month, rank)) for month, rank in months]
        usable = [(month, rank, user, periods) for month, rank, user in users if user and (periods := spans(o, user))]
        for month, rank, user, periods in usable:
            slips = {ranked(ledger, o, month, rank, **slip["ranking"]) for slip in FIRST.values()}
            best.append((min(len(slips - {None, user}), 3), (ledger, o, month, rank, *rng.choice(periods))))
    most = max(score for score, _ in best)
    cases = [case for score, case in best if score == most]

    def caught(case: Case) -> int:
        return len({owed(case, **slip) for slip in SECOND.values()} - {None, owed(case)})

    return max(rng.sample(cases, len(cases)), key=caught)


def other_trip(rng: Random, o: Office, trip: Trip) -> Trip:
    """The trip with another end, which leads to another fee."""
    trips = [replace(trip, end=trip.end + n) for n in (-35, -30, -25, 25, 30, 35, 40) if trip.end + n > trip.start + 15]
    return rng.choice([t for t in trips if trip_fee(o, t) != trip_fee(o, trip)])


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=6)
def above_limit(ledger: Ledger, rng: Random) -> Question:
    case = _, o, month, rank, first, last = draw_case(ledger, rng)
    user = ranked(ledger, o, month, rank)
    trip = rng.choice([t for t in trips_of(o, user, first, last) if trip_fee(o, t)])
    sheet = next(i for i, rows in enumerate(o.trips) if trip in rows)
    doc, other = f"trips/{o.key}/{sheet + 1}", other_trip(rng, o, trip)
    beside = rng.choice([t for t in o.trips[sheet] if t.user != user and t.note != "before"])
    month_end = add_months(month, 1) - DAY
    right = owed(case)
    assert right is not None
    results = {name: owed(case, **slip) for name, slip in (FIRST | SECOND).items()}
    return Question(
        ask=ask(
            """
            In {m} one of those whom the {o} office looks after went beyond the units allowed for the month {rank}. How many yen in all does that person pay for being accompanied from {first} to {last}, both days included?
            Take the person at the {o} office whose units in {m} exceed what is allowed {rank}. What do the accompanied outings of this person from {first} to {last} inclusive cost in all, in yen?
            Find out who of those in the care of the {o} office was over the ceiling of units {rank} in {m}. How much does that person owe, in yen, for all outings in company from {first} to {last}, both days included?""",
            """
            {o}事業所の利用者のうち、{m}の単位が月の上限を{rank}超えた者を選ぶ。この者が{first}から{last}まで（初日及び末日を含む。）の外出の同行について支払う額は、合わせて何円か。
            {m}に{o}事業所で上限を{rank}上回る単位を使った方について伺います。この方の{first}から{last}まで（初日及び末日を含む。）の外出の同行に係る料金は、全部でいくらになりますか。
            {o}事業所で{m}の単位が上限を{rank}超過したのは誰かを調べ、その人が{first}から{last}まで（初日及び末日を含む。）の外出の同行に対して支払う金額の合計を答えてください。何円ですか。""",
            o=o.name,
            m=both("m", month),
            rank=RANKS[rank],
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=(
            *((f"visits/{o.key}/{n + 1}", "table") for n in sheets_in(o, month, month_end)),
            *visits.evidence(o, *_editions(o, month, month_end)),
            ("limits/all/2025", "table"),
            ("limits/all/2025", "change"),
            *trip_evidence(o),
        ),
        copied=doc,
        rival=swap(ledger, trip, other),
        harmless=swap(ledger, beside, other_trip(rng, o, beside)),
        cut=(doc, f"trip:{rng.choice(o.trips[sheet][6:]).ref}"),
        rows=len(swept(o, month, month_end)) + len(trips_of(o, user, first, last)),
        **outcome(
            yen,
            right,
            results | {"next_rank": owed((ledger, o, month, rank + 1, first, last))},
            right - trip_fee(o, trip) + trip_fee(o, other),
        ),
    )


def _editions(o: Office, first: date, last: date) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The code tables and the additions that the visits of a period need."""
    rows = swept(o, first, last)
    tables = sorted({visits.table_edition(o, v) for v in rows})
    return tuple(tables), tuple(sorted({in_force(o, ADDITIONS, v.day) for v in rows}))
