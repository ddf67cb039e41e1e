"""What cancelled lessons cost: prices by the enrolment, limits by the lesson, the first of a month; one, and the sum."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.driving.ledger import Cancel, CancelRules, Ledger, School
from bench.kits.driving.programs import CANCELLING, PRICES, PROGRAMS, in_force, pupil_of, sheet_of, starts
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, subject
from bench.kits.shapes import yen

Table = dict[str, int]
"""Entry -> yen."""


def percent(rules: CancelRules, row: Cancel, mondays: bool = False, other_side: bool = False) -> int:
    """Of the price of the lesson, by how late it was cancelled."""
    if rules.by_clock:
        last = row.day - DAY
        while last.weekday() == 0 and not mondays:
            last -= DAY
        late = [
            (row.called - limit).days * 1440 + row.called_at - at
            for limit, at in ((last, rules.first), (row.day, rules.second))
        ]
    else:
        ahead = (row.day - row.called).days * 1440 + row.time - row.called_at
        late = [limit * 60 - ahead for limit in (rules.first, rules.second)]
    passed = [minutes > 0 or (minutes == 0 and other_side) for minutes in late]
    return rules.whole if passed[1] else rules.part if passed[0] else 0


def fees(
    b: School,
    one_prices: int | None = None,
    prices_by_lesson: bool = False,
    one_rules: int | None = None,
    no_first: bool = False,
    no_certificate: bool = False,
    bus_too: bool = False,
    other_share: bool = False,
    **switch: bool,
) -> Table:
    """What every entry of a school's logs costs; the entries of a month belong together."""
    pupils = {pupil.number: pupil for sheet in b.pupils for pupil in sheet}
    made: Table = {}
    for month in b.cancels:
        let_pass = set()
        for row in month:
            edition = in_force(b, CANCELLING, row.day)
            rules = b.cancelling[edition if one_rules is None else one_rules]
            pupil = pupils[row.pupil]
            edition = in_force(b, PRICES, row.day if prices_by_lesson else pupil.enrolled)
            price = b.tariff[edition if one_prices is None else one_prices].lessons[pupil.course]
            share = percent(rules, row, **switch) * 100
            if share and other_share:
                share = (rules.part + rules.whole) * 100 - share
            if row.reason == "bus" and not bus_too:
                share = 0
            if row.reason == "doctor" and not no_certificate:
                share = share * rules.certificate // 100
            fee = price * share // 100_000 * 10
            if fee and rules.first_free and not no_first and row.pupil not in let_pass:
                let_pass.add(row.pupil)
                fee = 0
            made[row.ref] = fee
    return made


SLIPS: Mapping[str, Mapping[str, Any]] = {
    "prices_by_day_of_lesson": {"prices_by_lesson": True},
    "newer_prices_for_all": {"one_prices": 1},
    "older_prices_for_all": {"one_prices": 0},
    "newer_rules_for_all": {"one_rules": 1},
    "older_rules_for_all": {"one_rules": 0},
    "forgot_the_first_of_the_month": {"no_first": True},
    "range_end": {"other_side": True},
    "mondays_as_open_days": {"mondays": True},
    "forgot_the_certificate": {"no_certificate": True},
    "forgot_the_exception": {"bus_too": True},
    "the_other_percentage": {"other_share": True},
}


def rows_of(b: School) -> list[Cancel]:
    return [row for month in b.cancels for row in month]


def log_of(b: School, day: date) -> str:
    return f"cancels/{b.key}/{day:%Y-%m}"


def evidence(b: School, rows: Sequence[Cancel]) -> tuple[tuple[str, str], ...]:
    """The lists of pupils, the prices and the rules that these entries go by."""
    sheets = sorted({sheet_of(b, row.pupil) for row in rows})
    prices = sorted({in_force(b, PRICES, pupil_of(b, row.pupil).enrolled) for row in rows})
    rules = sorted({in_force(b, CANCELLING, row.day) for row in rows})
    spans = ("limits", "first", "certificate", "bus")
    return (
        *((sheet, "table") for sheet in sheets),
        *((f"tariff/{b.key}/{b.tariff[edition].edition}", "table") for edition in prices),
        *((f"cancelling/{b.key}/{b.cancelling[edition].edition}", span) for edition in rules for span in spans),
        *starts(b, PRICES),
        *starts(b, CANCELLING)[:2],
    )


def variants(row: Cancel) -> list[Cancel]:
    """The entry called in at another time, before the lesson."""
    hours = (8 * 60, 9 * 60, 10 * 60, 11 * 60 + 30, 13 * 60, 14 * 60, 15 * 60, 16 * 60, 17 * 60, 18 * 60, 19 * 60)
    found = [replace(row, called=row.day - DAY * back, called_at=hour) for back in (1, 2) for hour in hours]
    found += [replace(row, called=row.day, called_at=hour) for hour in hours if hour < row.time - 30]
    return [other for other in found if (other.called, other.called_at) != (row.called, row.called_at)]


def shares(b: School, row: Cancel) -> set[int]:
    """The percentages that the entry could come to, called in at other times."""
    rules = b.cancelling[in_force(b, CANCELLING, row.day)]
    return {percent(rules, other) for other in variants(row)}


def school_in(ledger: Ledger, key: str) -> School:
    return next(school for school in ledger.schools if school.key == key)


Worth = Callable[[Table], int]


def change(
    rng: Random, ledger: Ledger, b: School, rows: Sequence[Cancel], worth: Worth, differs: bool
) -> tuple[Cancel, Ledger, int]:
    """One of these entries called in at another time, by which what is asked is another or the same; and what it is."""
    before = worth(fees(b))
    for row in rng.sample(list(rows), len(rows)):
        for other in rng.sample(choices := variants(row), len(choices)):
            changed = swap(ledger, row, other)
            after = worth(fees(school_in(changed, b.key)))
            if (after != before) == differs and after:
                return row, changed, after
    raise ValueError("no entry can be changed")


@PROGRAMS.add(3, "multi_source", "calculation", hops=4)
def cancel_fee(ledger: Ledger, rng: Random) -> Question:
    tables = {b.key: {name: fees(b, **SLIPS.get(name, {})) for name in ("", *SLIPS)} for b in ledger.schools}
    cases = [
        (b, row)
        for b in ledger.schools
        for month in b.cancels
        for row in month[4:]
        if tables[b.key][""][row.ref] and len(shares(b, row) - {0}) == 2
    ]

    def price_edition(case: Any, name: str) -> int:
        b, row = case
        return tables[b.key][name][row.ref]

    def other_prices(case: Any) -> int:
        b, row = case
        newer = in_force(b, PRICES, pupil_of(b, row.pupil).enrolled)
        return price_edition(case, "older_prices_for_all" if newer else "newer_prices_for_all")

    def other_rules(case: Any) -> int:
        b, row = case
        newer = in_force(b, CANCELLING, row.day)
        return price_edition(case, "older_rules_for_all" if newer else "newer_rules_for_all")

    case = b, row = subject(
        rng,
        cases,
        lambda c: price_edition(c, ""),
        {"other_prices": other_prices, "other_rules": other_rules},
        lambda c: pupil_of(c[0], c[1].pupil).enrolled < c[0].starts[1][PRICES],
        rate=0.36,
    )
    doc = log_of(b, row.day)
    month = next(rows for rows in b.cancels if row in rows)
    _, rival, after = change(rng, ledger, b, [row], lambda table: table[row.ref], True)
    others = [other for other in month if other.pupil != row.pupil]
    _, harmless, _ = change(rng, ledger, b, others, lambda table: table[row.ref], False)
    first = ((doc, "table"),) if b.cancelling[in_force(b, CANCELLING, row.day)].first_free else ()
    results = {"other_prices": other_prices(case), "other_rules": other_rules(case)}
    results |= {name: price_edition(case, name) for name in SLIPS}
    return Question(
        ask=ask(
            """
            What has to be paid for No. {ref}, in yen, because the person did not come?
            How many yen does the person in No. {ref} owe for having called off?
            Somebody called off, as No. {ref} says. What does that cost, in yen?""",
            """
            番号{ref}の申出をした者が、これについて支払う額は何円か。
            番号{ref}では直前の取りやめがありました。本人に請求される額はいくらですか。
            番号{ref}の取りやめについて、本人が支払わなければならない金額は何円ですか。""",
            ref=row.ref,
        ),
        evidence=((doc, f"entry:{row.ref}"), *first, *evidence(b, [row])),
        copied=doc,
        rival=rival,
        harmless=harmless,
        cut=(doc, f"entry:{row.ref}"),
        older=pupil_of(b, row.pupil).enrolled < b.starts[1][PRICES],
        **outcome(yen, price_edition(case, ""), results, after),
    )


def swept(b: School, first: date, last: date) -> list[Cancel]:
    return [row for row in rows_of(b) if first <= row.day <= last]


def periods(b: School) -> Iterator[tuple[date, date]]:
    """40 to 60 entries, ten or more under each edition of the rules; the first of a period begins no month."""
    turn = b.starts[1][CANCELLING]
    for first in (turn - DAY * n for n in range(12, 30)):
        for last in (turn + DAY * n for n in range(11, 30)):
            rows = swept(b, first, last)
            old = sum(row.day < turn for row in rows)
            if 40 <= len(rows) <= 60 and 10 <= old <= len(rows) - 10:
                yield first, last


@PROGRAMS.add(5, "multi_source", "calculation", hops=5)
def fees_of_period(ledger: Ledger, rng: Random) -> Question:
    tables = {b.key: {name: fees(b, **SLIPS.get(name, {})) for name in ("", *SLIPS)} for b in ledger.schools}

    def total(case: Any, name: str = "") -> int:
        b, first, last = case
        return sum(tables[b.key][name][row.ref] for row in swept(b, first, last))

    telling: dict[str, Callable[[Any], int]] = {
        name: partial(total, name=name)
        for name in ("prices_by_day_of_lesson", "range_end", "forgot_the_first_of_the_month", "forgot_the_certificate")
    }
    cases = [(b, *period) for b in ledger.schools for period in periods(b)]
    case = b, first, last = subject(rng, cases, total, telling)
    inside = swept(*case)
    refs = {row.ref for row in inside}

    def worth(table: Table) -> int:
        return sum(fee for ref, fee in table.items() if ref in refs)

    row, rival, after = change(rng, ledger, b, [row for row in inside if tables[b.key][""][row.ref]], worth, True)
    month = next(rows for rows in b.cancels if row in rows)
    _, harmless, _ = change(rng, ledger, b, [other for other in month if other is not row], worth, False)
    doc = log_of(b, row.day)
    logs = sorted({log_of(b, row.day) for row in inside})
    whole = [other for rows in b.cancels if set(rows) & set(inside) for other in rows if other.day <= last]
    return Question(
        ask=ask(
            """
            Of everything that was called off at the {b} school and was to take place from {first} to {last}, both days included, what do the people concerned owe together, in yen?
            Add up, in yen, what the {b} school charges for whatever had been arranged for the days from {first} to {last} inclusive and was called off.
            How many yen does the {b} school take in for what was to take place between {first} and {last}, both days included, and was called off?""",
            """
            {b}校で{first}から{last}まで（初日及び末日を含む。）に予定されていて取りやめになったものについて、各本人が支払う額の合計は何円か。
            {first}から{last}まで（初日及び末日を含む。）に{b}校で受けるはずだったものの取りやめにより、全部でいくら請求されますか。
            {b}校の{first}から{last}まで（初日及び末日を含む。）の予定のうち、取りやめとなったものについて請求する額を合計すると、何円ですか。""",
            b=b.name,
            first=both("d", first),
            last=both("d", last),
        ),
        evidence=(*((log, "table") for log in logs), *evidence(b, inside)),
        copied=doc,
        rival=rival,
        harmless=harmless,
        cut=(doc, f"entry:{rng.choice([other for other in month[5:] if other in inside]).ref}"),
        rows=len(whole),
        **outcome(yen, total(case), {name: total(case, name) for name in SLIPS}, after),
    )
