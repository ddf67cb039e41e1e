"""The stay with which the takings pass a sum leads to whoever was on duty, and a second sweep to that person's pay."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Name, Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.parking.ledger import Day, Ledger, Park, Stay
from bench.kits.parking.programs import DUTIES, PROGRAMS, in_force, park, starts
from bench.kits.parking.questions import charges
from bench.kits.parking.questions.charges import charge
from bench.kits.questions import ask, both, outcome
from bench.kits.shapes import yen

Case = tuple[Park, date, int, date, date]
"""Car park, first day of the count, the sum to be passed, period of the pay."""
SPANS = ("pay", "sunday", "event", "saturday", "day")
EARLY, LATE, NIGHT = 6 * 60, 14 * 60, 22 * 60


def pay(
    p: Park,
    row: Day,
    duty: int,
    no_sunday: bool = False,
    no_event: bool = False,
    no_saturday: bool = False,
    sunday_on_all: bool = False,
    saturday_on_all: bool = False,
    **edition: Any,
) -> int:
    """Yen for one duty."""
    rules = p.duty_rules[in_force(p, DUTIES, row.day, **edition)]
    event = rules.event if row.event and not no_event else 0
    saturday = rules.saturday if row.day.weekday() == 5 and (duty == 2 or saturday_on_all) and not no_saturday else 0
    percent = rules.sunday if row.day.weekday() == 6 and not no_sunday else 0
    base = rules.pay[duty] + (event if sunday_on_all else 0)
    return base + base * percent // 100 + saturday + (0 if sunday_on_all else event)


FIRST: dict[str, dict[str, Any]] = {f"first_sweep_{name}": {"passing": slip} for name, slip in charges.SLIPS.items()}
SECOND: dict[str, dict[str, Any]] = {
    "night_of_the_calendar_day": {"calendar_night": True},
    "newer_rules_for_all": {"one_edition": 1},
    "older_rules_for_all": {"one_edition": 0},
    "forgot_the_sundays": {"no_sunday": True},
    "forgot_the_events": {"no_event": True},
    "forgot_the_saturday_nights": {"no_saturday": True},
    "percent_on_events_too": {"sunday_on_all": True},
    "all_duties_of_saturdays": {"saturday_on_all": True},
}


def days_of(p: Park, first: date, last: date) -> list[Day]:
    return [row for rows in p.rosters for row in rows if first <= row.day <= last]


def on_duty(p: Park, stay: Stay, calendar_night: bool = False) -> Name | None:
    """Who was on duty when a car left; the hours after midnight belong to the night that began the day before."""
    at = stay.exit_at
    duty = 0 if EARLY <= at < LATE else 1 if LATE <= at < NIGHT else 2
    day = stay.exit - DAY if at < EARLY and not calendar_night else stay.exit
    row = next((row for row in days_of(p, day, day)), None)
    return row.on[duty] if row else None


def in_order(p: Park, first: date) -> list[Stay]:
    return [stay for rows in p.stays for stay in rows if stay.exit >= first]


def passed(p: Park, first: date, least: int, **slip: Any) -> Stay | None:
    """The stay with which the takings first exceed `least`."""
    so_far = 0
    for stay in in_order(p, first):
        so_far += charge(p, stay, **slip)
        if so_far > least:
            return stay
    return None


def duties_of(p: Park, who: Name, first: date, last: date) -> list[tuple[Day, int]]:
    return [(row, duty) for row in days_of(p, first, last) for duty in range(3) if row.on[duty] == who]


def earned(case: Case, passing: dict[str, Any] | None = None, calendar_night: bool = False, **slip: Any) -> int | None:
    p, start, least, first, last = case
    stay = passed(p, start, least, **(passing or {}))
    who = on_duty(p, stay, calendar_night) if stay else None
    if who is None:
        return None
    return sum(pay(p, row, duty, **slip) for row, duty in duties_of(p, who, first, last)) or None


def spans(p: Park, who: Name) -> list[tuple[date, date]]:
    """Periods with 16 duties of a person or more, six or more under each edition, an event among them."""
    days = [date(2025, 6, 4) + DAY * n for n in range(0, 88, 6)]
    found = []
    for first, last in ((f, e) for f in days for e in days if 38 <= (e - f).days <= 75):
        rows = duties_of(p, who, first, last)
        old = sum(not in_force(p, DUTIES, row.day) for row, _ in rows)
        if len(rows) >= 16 and 6 <= old <= len(rows) - 6 and any(row.event for row, _ in rows):
            found.append((first, last))
    return found


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """A case in which mistakes of either sweep lead to other sums; the car parks are tried in a drawn order."""
    scored: list[tuple[int, Case]] = []
    for p in rng.sample(ledger.parks, 4):
        periods = {who.en: spans(p, who) for who in p.rosters[0][0].on}
        for _ in range(8):
            start = p.gates - DAY * rng.randrange(14, 19)
            rows = in_order(p, start)
            least = sum(charge(p, stay) for stay in rows[: rng.randrange(56, 88)]) // 1000 * 1000
            stay = passed(p, start, least)
            who = on_duty(p, stay) if stay else None
            if stay is None or who is None or rows.index(stay) < 46 or stay.entry < p.gates:
                continue
            if who.en not in periods:
                periods[who.en] = spans(p, who)
            others = [passed(p, start, least, **slip["passing"]) for slip in FIRST.values()]
            wrong = {other.en for o in others if o and (other := on_duty(p, o))} - {who.en}
            night = on_duty(p, stay, calendar_night=True) not in (None, who)
            if periods[who.en]:
                case = (p, start, least, *rng.choice(periods[who.en]))
                scored.append((min(len(wrong), 3) + night, case))
    most = max(score for score, _ in scored)
    cases = [case for score, case in scored if score == most]

    def caught(case: Case) -> int:
        return len({earned(case, **slip) for slip in SECOND.values()} - {None, earned(case)})

    return max(rng.sample(cases, len(cases)), key=caught)


@PROGRAMS.add(6, "multi_source", "multi_hop", hops=7)
def pay_of_attendant(ledger: Ledger, rng: Random) -> Question:
    case = p, start, least, first, last = draw_case(ledger, rng)
    key, right = passed(p, start, least), earned(case)
    assert key is not None
    assert right is not None
    who = on_duty(p, key)
    assert who is not None
    rows = in_order(p, start)
    counted = rows[: rows.index(key) + 1]
    done = duties_of(p, who, first, last)
    months = sorted({(first + DAY * n).replace(day=1) for n in range((last - first).days + 1)} | {_roster_month(key)})
    row, rival, wrong = _rival(rng, ledger, case, right)
    doc = f"roster/{p.key}/{row.day:%Y-%m}"
    month = next(each for each in p.rosters if row in each)
    beside = rng.choice([each for each in month if who not in each.on])
    results = {name: earned(case, **slip) for name, slip in (FIRST | SECOND).items()}
    return Question(
        ask=ask(
            """
            Add up what is paid at lane 2 of the {p} car park from {start} on, in the order in which cars drive out. With one car the sum first exceeds {least} yen. What does whoever was on duty when that car drove out earn, in yen, with all turns beginning from {first} to {last}, both days included?
            At lane 2 of the {p} car park the payments are added up, exit by exit, beginning with {start}, until they first pass {least} yen. Who was on duty at that moment, and how many yen is that person paid for the turns that begin from {first} to {last} inclusive?
            Count the payments at lane 2 of the {p} car park, one exit after the other from {start} on. A certain car takes the count above {least} yen for the first time as it leaves. How much, in yen, does the person then on duty get for the turns that begin between {first} and {last}, both days included?""",
            """
            {p}駐車場の２番出口で支払われる額を、{start}から出庫の順に足していくと、ある車で初めて{least}円を超える。その車が出たときに勤務していた者に、{first}から{last}まで（初日及び末日を含む。）に始まる勤務について支払う額は、合わせて何円か。
            {start}以後に{p}駐車場の２番出口を出た車の支払額を、出た順に累計します。累計が最初に{least}円を超えたときに勤務中だった人は、{first}から{last}まで（初日及び末日を含む。）に始まる勤務の分として、全部でいくら受け取りますか。
            {p}駐車場２番出口の支払額を{start}の分から出庫順に累計すると、ある車の出庫で初めて{least}円を超えます。そのとき当番であった者が{first}から{last}まで（初日及び末日を含む。）に始まる勤務で受け取る額の合計は、何円ですか。""",
            p=p.name,
            least=f"{least:,}",
            **{name: both("d", day) for name, day in (("start", start), ("first", first), ("last", last))},
        ),
        evidence=(
            *charges.sweep_evidence(p, counted),
            *((f"roster/{p.key}/{each:%Y-%m}", span) for each in months for span in ("table", "hours")),
            *((f"duty_rules/{p.key}/{rules.edition}", span) for rules in p.duty_rules for span in SPANS),
            *starts(p, DUTIES),
        ),
        copied=doc,
        rival=rival,
        harmless=swap(ledger, beside, replace(beside, event=not beside.event)),
        cut=(doc, f"day:{rng.choice(month[8:]).day}"),
        rows=len(counted) + len(done),
        **outcome(yen, right, results, wrong),
    )


def _roster_month(stay: Stay) -> date:
    return (stay.exit - DAY if stay.exit_at < EARLY else stay.exit).replace(day=1)


def _rival(rng: Random, ledger: Ledger, case: Case, right: int) -> tuple[Day, Ledger, int]:
    """A day on which the person is not on duty becomes one: an exchange of two people, or another mark of an event."""
    p, start, least, first, last = case
    key = passed(p, start, least)
    assert key is not None
    who = on_duty(p, key)
    assert who is not None
    done = [row for row, _ in duties_of(p, who, first, last)]
    row = rng.choice(done)
    rival = swap(ledger, row, replace(row, event=not row.event))
    wrong = earned((park(rival, p.key), *case[1:]))
    assert wrong not in (None, right)
    assert wrong is not None
    return row, rival, wrong
