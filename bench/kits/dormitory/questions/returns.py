"""Whoever has the most points for late returns leads to a wing, and a second sweep to that wing's electricity."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY, add_months
from bench.kits.dormitory.ledger import Hall, Ledger, Reading, Return
from bench.kits.dormitory.programs import CURFEW, PROGRAMS, in_force, resident, room, starts
from bench.kits.dormitory.questions import power
from bench.kits.dormitory.questions.power import swept, wing_periods, wing_total
from bench.kits.dormitory.terms import MIDNIGHT, MORNING, curfew
from bench.kits.questions import ask, both, outcome
from bench.kits.shapes import yen

Case = tuple[Hall, date, date, date, date]
"""Hall, period of the points, period of the readings."""
SPANS = ("times", "points", "call", "long")


def evening(row: Return) -> date:
    """The evening to which a return belongs."""
    return row.day - DAY if row.at < MORNING else row.day


def points(
    h: Hall,
    row: Return,
    calendar_day: bool = False,
    unit_more: bool = False,
    no_call: bool = False,
    no_train: bool = False,
    no_extra: bool = False,
    no_weekend: bool = False,
    **edition: Any,
) -> int:
    day = evening(row)
    at = row.at + MIDNIGHT * (row.day - day).days
    rules = h.curfew[in_force(h, CURFEW, row.day if calendar_day else day, **edition)]
    late = at - (rules.usual if no_weekend else curfew(rules, row.day if calendar_day else day))
    late -= rules.call if row.note == "call" and not no_call else 0
    if late <= 0 or (row.note == "train" and not no_train):
        return 0
    units = late // rules.unit + 1 if unit_more else -(-late // rules.unit)
    return units * rules.points + (rules.extra if late > rules.long and not no_extra else 0)


FIRST: dict[str, dict[str, Any]] = {
    f"first_sweep_{name}": {"ranking": slip}
    for name, slip in {
        "newer_rules_for_all": {"one_edition": 1},
        "older_rules_for_all": {"one_edition": 0},
        "overlooked_the_assembly": {"not_put_off": True},
        "by_the_calendar_day": {"calendar_day": True},
        "one_unit_more": {"unit_more": True},
        "forgot_the_calls": {"no_call": True},
        "forgot_the_trains": {"no_train": True},
        "forgot_the_long_ones": {"no_extra": True},
        "forgot_the_weekends": {"no_weekend": True},
        "counted_returns": {"entries": True},
    }.items()
}
SECOND = power.SLIPS


def counted(h: Hall, first: date, last: date) -> list[Return]:
    return [row for rows in h.returns for row in rows if first <= evening(row) <= last]


def most(h: Hall, first: date, last: date, entries: bool = False, **slip: Any) -> str | None:
    """The resident with the most points; None where two share the first place."""
    sums: dict[str, int] = {}
    for row in counted(h, first, last):
        sums[row.resident] = sums.get(row.resident, 0) + (1 if entries else points(h, row, **slip))
    ranked = sorted(sums.items(), key=lambda pair: -pair[1])
    return None if len(ranked) > 1 and ranked[0][1] == ranked[1][1] else ranked[0][0]


def wing_of(h: Hall, number: str) -> int:
    return room(h, resident(h, number).room).wing


def paid(case: Case, ranking: dict[str, Any] | None = None, **slip: Any) -> int | None:
    h, first, last, begin, end = case
    who = most(h, first, last, **(ranking or {}))
    return wing_total(h, wing_of(h, who), begin, end, **slip) if who else None


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """A case in which mistakes of either sweep lead to other sums; the halls are tried in a drawn order."""
    scored: list[tuple[int, Case]] = []
    for h in rng.sample(ledger.halls, 5):
        periods = [wing_periods(h, wing) for wing in range(4)]
        for _ in range(18):
            first = date(2025, 6, 1) + DAY * rng.randrange(1, 14)
            last = first + DAY * rng.randrange(52, 72)
            who = most(h, first, last)
            rows = counted(h, first, last)
            old = sum(not in_force(h, CURFEW, evening(row)) for row in rows)
            if who is None or len(rows) < 50 or not 10 <= old <= len(rows) - 10:
                continue
            wing = wing_of(h, who)
            others = [most(h, first, last, **slip["ranking"]) for slip in FIRST.values()]
            wrong = sum(o is not None and wing_of(h, o) != wing for o in others)
            if periods[wing]:
                scored.append((min(wrong, 6), (h, first, last, *rng.choice(periods[wing]))))
    best = max(score for score, _ in scored)
    cases = [case for score, case in scored if score == best]

    def caught(case: Case) -> int:
        return len({paid(case, **slip) for slip in SECOND.values()} - {None, paid(case)})

    return max(rng.sample(cases, len(cases)), key=caught)


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=9)
def electricity_of_wing(ledger: Ledger, rng: Random) -> Question:
    case = h, first, last, begin, end = draw_case(ledger, rng)
    who, right = most(h, first, last), paid(case)
    assert who is not None
    assert right is not None
    wing = wing_of(h, who)
    rows = counted(h, first, last)
    held = [row for row in swept(h, begin, end) if room(h, row.room).wing == wing]
    rival, wrong = power.refit(
        rng, ledger, h, {row.room for row in held}, lambda other: paid((other, *case[1:])) or 0, True
    )
    outside = {r.code for r in h.rooms if r.wing != wing}
    harmless, _ = power.refit(rng, ledger, h, outside, lambda other: paid((other, *case[1:])) or 0, False)
    month = power.month_of(h, rng.choice(held))
    doc = f"readings/{h.key}/{month[0].day:%Y-%m}"
    months = [f"readings/{h.key}/{r[0].day:%Y-%m}" for r in h.readings if _touches(r, begin, end)]
    logs = [f"returns/{h.key}/{r[9].day:%Y-%m}" for r in h.returns if any(each in rows for each in r)]
    return Question(
        ask=ask(
            """
            At the {h} hall, whoever has the most points for the evenings from {first} to {last}, both included, lives in one of the wings. How many yen do the residents of all rooms of that wing pay together on the meters read from {begin} to {end}, both days included?
            Find who at the {h} hall collected the most points on the evenings from {first} to {last} inclusive, and in which wing that person lives. What is charged, in yen, to all rooms of this wing on the meters that were read from {begin} to {end} inclusive?
            One resident of the {h} hall has more points than any other for the evenings between {first} and {last}, both included. Add up, in yen, what all rooms in the wing of that resident are charged on meters read from {begin} to {end}, both days included.""",
            """
            {h}寮で{first}から{last}まで（初日及び末日を含む。）の夜について点数の合計が最も多い寮生の住む棟を考える。その棟のすべての部屋の寮生が、{begin}から{end}まで（初日及び末日を含む。）に検針した分として支払う額は、合わせて何円か。
            {h}寮の寮生のうち、{first}から{last}まで（初日及び末日を含む。）の夜の点数が一番多かった人の住んでいる棟について伺います。この棟の全室の寮生が{begin}から{end}まで（初日及び末日を含む。）の検針の分として支払う額は、全部でいくらになりますか。
            {first}から{last}まで（初日及び末日を含む。）の夜の点数が{h}寮で最多の寮生と同じ棟にある全部の部屋について、{begin}から{end}まで（初日及び末日を含む。）の検針に基づく寮生の支払額を合計すると、何円ですか。""",
            h=h.name,
            **{
                name: both("d", day) for name, day in (("first", first), ("last", last), ("begin", begin), ("end", end))
            },
        ),
        evidence=(
            *((log, "table") for log in logs),
            (logs[0], "legend"),
            *((f"curfew_rules/{h.key}/{rules.edition}", span) for rules in h.curfew for span in SPANS),
            *starts(h, CURFEW),
            (f"residents/{h.key}/2025", f"resident:{who}"),
            (f"rooms/{h.key}/2025", "table"),
            (f"meters/{h.key}/2025", "table"),
            *((month_doc, span) for month_doc in months for span in ("table", "legend")),
            *power.evidence(h, [0, 1]),
        ),
        copied=f"meters/{h.key}/2025",
        rival=rival,
        harmless=harmless,
        cut=(doc, f"reading:{rng.choice(month[10:]).room}"),
        rows=len(rows) + len(held),
        **outcome(
            yen,
            right,
            {name: paid(case, **slip) for name, slip in (FIRST | SECOND).items()},
            wrong,
        ),
    )


def _touches(rows: tuple[Reading, ...], begin: date, end: date) -> bool:
    """Whether days of a month's readings lie in the period, by the calendar."""
    month = rows[0].day.replace(day=1)
    return month <= end and begin < add_months(month, 1)
