"""What a stay costs: units of day and night, free minutes, a most for 24 hours; and the takings of a period."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.parking.ledger import Ledger, Park, Stay, Tariff
from bench.kits.parking.programs import PROGRAMS, TARIFF, Spans, in_force, park, starts
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen

MIDNIGHT = 24 * 60
SPANS = ("units", "free", "cap")
NOTES = ("stamps", "badge", "season")


def minutes(stay: Stay) -> int:
    return (stay.exit - stay.entry).days * MIDNIGHT + stay.exit_at - stay.entry_at


def charge(
    p: Park,
    stay: Stay,
    by_exit: bool = False,
    free_the_other_way: bool = False,
    range_end: bool = False,
    unit_more: bool = False,
    all_day: bool = False,
    no_cap: bool = False,
    calendar_cap: bool = False,
    no_stamps: bool = False,
    no_badge: bool = False,
    season_too: bool = False,
    other_rounding: bool = False,
    **edition: Any,
) -> int:
    """Yen for one stay."""
    rules = p.tariff[in_force(p, TARIFF, stay.exit if by_exit else stay.entry, **edition)]
    length = minutes(stay)
    if length < rules.free or (length == rules.free and not range_end) or (stay.note == "season" and not season_too):
        return 0
    at, end = (rules.free if rules.deducted != free_the_other_way else 0), length + (1 if unit_more else 0)
    sums: dict[int, int] = {}
    while at < end:
        clock = (stay.entry_at + at) % MIDNIGHT
        night = 0 if all_day or rules.day[0] <= clock < rules.day[1] else 1
        block = (stay.entry_at + at if calendar_cap else at) // MIDNIGHT
        sums[block] = sums.get(block, 0) + rules.price[night]
        at += rules.unit[night]
    amount = sum(n if no_cap else min(n, rules.cap) for n in sums.values())
    if stay.note == "badge" and not no_badge:
        hundredths = amount * (100 - rules.badge)
        amount = (-(-hundredths // 1000) if rules.up != other_rounding else hundredths // 1000) * 10
    return max(amount - (0 if no_stamps else stay.stamps * rules.stamp), 0)


SLIPS: dict[str, dict[str, Any]] = {
    "edition_by_exit": {"by_exit": True},
    "newer_tariff_for_all": {"one_edition": 1},
    "older_tariff_for_all": {"one_edition": 0},
    "free_minutes_the_other_way": {"free_the_other_way": True},
    "one_unit_more": {"unit_more": True},
    "day_prices_at_night": {"all_day": True},
    "forgot_the_most": {"no_cap": True},
    "most_by_the_calendar_day": {"calendar_cap": True},
    "forgot_the_stamps": {"no_stamps": True},
    "forgot_the_badges": {"no_badge": True},
    "charged_season_tickets": {"season_too": True},
}
ONE = {"other_edition": {"other_edition": True}} | {
    name: SLIPS[name]
    for name in ("edition_by_exit", "free_minutes_the_other_way", "one_unit_more", "day_prices_at_night")
}


def draw_case(ledger: Ledger, rng: Random) -> tuple[Park, Stay]:
    """A stay of some hours that ends when a unit does and reaches into the night, or over the first day's midnight."""
    cases = []
    for p in ledger.parks:
        for n in range(-45, 45):
            entry = p.gates + DAY * n
            rules = p.tariff[in_force(p, TARIFF, entry)]
            at = rules.day[1] - rng.randrange(1, 8) * rules.unit[0] - (rules.free if rules.deducted else 0)
            left = rules.day[1] + rng.randrange(1, 4) * rules.unit[1]
            if n == -1:
                left = MIDNIGHT + rng.randrange(2, 14) * 5
            cases.append((p, Stay("", entry, at, entry + DAY * (left // MIDNIGHT), left % MIDNIGHT, 0, "")))
            at = rng.randrange(rules.day[0] // 5 + 1, rules.day[0] // 5 + 40) * 5
            left = at + rng.randrange(3, 11) * rules.unit[0] + (rules.free if rules.deducted else 0)
            cases.append((p, Stay("", entry, at, entry, left, 0, "")))
    eve = [case for case in cases if charge(*case) not in (0, charge(*case, by_exit=True))]
    if eve and rng.random() < 0.2:
        return rng.choice(eve)
    telling = {name: slip for name, slip in slips_of(charge, ONE).items() if name in ("other_edition", "one_unit_more")}
    return subject(rng, cases, lambda c: charge(*c), telling, lambda c: c[1].entry < c[0].gates, 0.36)


def rules_of(case: tuple[Park, Stay]) -> Tariff:
    return case[0].tariff[in_force(case[0], TARIFF, case[1].entry)]


def evidence(case: tuple[Park, Stay]) -> Spans:
    p = case[0]
    return *((f"tariff/{p.key}/{rules_of(case).edition}", span) for span in SPANS), *starts(p, TARIFF)


def facts(case: tuple[Park, Stay]) -> dict[str, Any]:
    p, stay = case
    return {
        "p": p.name,
        "d1": both("d", stay.entry),
        "t1": both("tj", stay.entry_at),
        "d2": both("d", stay.exit),
        "t2": both("tj", stay.exit_at),
    }


def other_badge(rules: Tariff) -> Tariff:
    return replace(rules, badge=rules.badge + (10 if rules.badge < 60 else -10))


@PROGRAMS.add(1, "multi_source", "calculation", hops=2)
def stay_charge(ledger: Ledger, rng: Random) -> Question:
    case = p, stay = draw_case(ledger, rng)
    rules = rules_of(case)
    prices = [replace(rules, price=(rules.price[0] + n, rules.price[1])) for n in (-30, -20, -10, 10, 20, 30)]
    at_night = [replace(rules, price=(rules.price[0], rules.price[1] + n)) for n in (-20, -10, 10, 20)]
    changed = [new for new in prices + at_night if new.price[0] > new.price[1] > 0]
    rivals = [swap(ledger, rules, new) for new in rng.sample(changed, len(changed))]
    rival = next(r for r in rivals if charge(park(r, p.key), stay) != charge(*case))
    doc = f"tariff/{p.key}/{rules.edition}"
    return Question(
        ask=ask(
            """
            A car enters the {p} car park at {t1} on {d1} and leaves at {t2} on {d2}, without a badge or stamps. How many yen does it pay?
            Somebody without stamps or a badge parks at the {p} car park from {t1} on {d1} to {t2} on {d2}. What does that cost in yen?
            What is the charge in yen at the {p} car park for a stay from {d1}, {t1}, to {d2}, {t2}? There are no stamps and no badge.""",
            """
            {p}駐車場に{d1}の{t1}に入庫し、{d2}の{t2}に出庫した車（サービス券及び手帳なし）の駐車料金は何円か。
            サービス券も手帳も使わずに、{d1}{t1}から{d2}{t2}まで{p}駐車場に止めました。料金はいくらになりますか。
            {p}駐車場への入庫が{d1}{t1}、出庫が{d2}{t2}のとき、支払う料金は何円ですか。サービス券や手帳は使わないものとします。""",
            **facts(case),
        ),
        evidence=evidence(case),
        copied=doc,
        rival=rival,
        harmless=swap(ledger, rules, other_badge(rules)),
        cut=(doc, "cap"),
        older=rules is p.tariff[0],
        **outcome(
            yen,
            charge(*case),
            {name: slip(case) for name, slip in slips_of(charge, ONE).items()},
            charge(park(rival, p.key), stay),
        ),
    )


def swept(p: Park, first: date, last: date) -> list[Stay]:
    return [stay for rows in p.stays for stay in rows if first <= stay.exit <= last]


def total(p: Park, first: date, last: date, **slip: Any) -> int:
    return sum(charge(p, stay, **slip) for stay in swept(p, first, last))


def periods(p: Park) -> Iterator[tuple[Park, date, date]]:
    """40 to 60 stays, twelve or more under each tariff."""
    for first in (p.gates - DAY * n for n in range(4, 14)):
        for last in (p.gates + DAY * n for n in range(3, 14)):
            rows = swept(p, first, last)
            old = sum(stay.entry < p.gates for stay in rows)
            if 40 <= len(rows) <= 60 and 12 <= old <= len(rows) - 12:
                yield p, first, last


def sheets_of(p: Park, rows: list[Stay]) -> list[str]:
    return [f"stays/{p.key}/{n + 1}" for n, sheet in enumerate(p.stays) if any(stay in rows for stay in sheet)]


def sweep_evidence(p: Park, rows: list[Stay]) -> Spans:
    return (
        *((sheet, "table") for sheet in sheets_of(p, rows)),
        *((f"tariff/{p.key}/{rules.edition}", span) for rules in p.tariff for span in (*SPANS, *NOTES)),
        *starts(p, TARIFF),
    )


def recounted(rng: Random, p: Park, rows: list[Stay]) -> tuple[Stay, Stay]:
    """One of the stays with another number of stamps, at another charge."""
    found = []
    for stay in rows:
        others = [replace(stay, stamps=n) for n in range(4) if n != stay.stamps]
        found += [(stay, other) for other in others if charge(p, other) != charge(p, stay)]
    return rng.choice(found)


def beside(rng: Random, p: Park, sheet: int, rows: list[Stay]) -> tuple[Stay, Stay]:
    """A stay of a sheet that is not among the rows, or one that is free either way, with another number of stamps."""
    found = []
    for stay in p.stays[sheet]:
        for n in range(4):
            other = replace(stay, stamps=n)
            if n != stay.stamps and (stay not in rows or charge(p, stay) == charge(p, other)):
                found.append((stay, other))
    return rng.choice(found)


@PROGRAMS.add(5, "multi_source", "calculation", hops=5)
def takings(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(total, SLIPS)
    p = rng.choice([p for p in ledger.parks if next(periods(p), None)])
    telling = {name: slips[name] for name in ("free_minutes_the_other_way", "most_by_the_calendar_day")}
    case = _, first, last = subject(rng, list(periods(p)), lambda c: total(*c), telling)
    rows = swept(p, first, last)
    stay, other = recounted(rng, p, rows)
    sheet = next(n for n, each in enumerate(p.stays) if stay in each)
    doc = f"stays/{p.key}/{sheet + 1}"
    inside = [each for each in p.stays[sheet][6:] if each in rows]
    return Question(
        ask=ask(
            """
            What do the cars that left the {p} car park by lane 2 from {first} to {last}, both days included, pay in all, in yen?
            Add up, in yen, the charges of everything that went out by lane 2 of the {p} car park from {first} to {last} inclusive.
            How many yen does lane 2 of the {p} car park take with all that drove out between {first} and {last}, both days included?""",
            """
            {p}駐車場の２番出口を、{first}から{last}まで（初日及び末日を含む。）に出た車が支払う額の合計は何円か。
            {first}から{last}まで（初日及び末日を含む。）に{p}駐車場の２番出口を出た車の支払額は、全部でいくらになりますか。
            {p}駐車場２番出口の{first}から{last}まで（初日及び末日を含む。）の収入を合計すると、何円ですか。""",
            p=p.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=sweep_evidence(p, rows),
        copied=doc,
        rival=swap(ledger, stay, other),
        harmless=swap(ledger, *beside(rng, p, sheet, rows)),
        cut=(doc, f"stay:{rng.choice(inside or p.stays[sheet][6:]).ticket}"),
        rows=len(rows),
        **outcome(
            yen,
            total(*case),
            {name: slip(case) for name, slip in slips.items()},
            total(*case) - charge(p, stay) + charge(p, other),
        ),
    )
