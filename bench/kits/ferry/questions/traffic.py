"""Traffic statistics: two sources that never agree, and sailings that count as late."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.ferry.ledger import APART, Branch, Count, Ledger, Month, StatRules
from bench.kits.ferry.programs import PROGRAMS
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, subject
from bench.kits.shapes import number

PASSENGERS = number("人", "passengers", "passenger")


def official(
    month: Month, count: Count, rules: StatRules | None = None, other_source: bool = False, other_side: bool = False
) -> int:
    """The number of passengers of a day: the gate's, or the pursers' where the gate stood still too long."""
    rules = rules or month.rules
    lengths = [o.end - o.start for o in month.outages if o.day == count.day]
    reached = any(n > rules.outage or (n == rules.outage and rules.outage_closed != other_side) for n in lengths)
    return count.purser if reached != other_source else count.gate


def other_count(rng: Random, count: Count, source: str) -> Count:
    """Another number of one source, as near to the other source as numbers of one day are."""
    apart = rng.choice([n for n in APART if abs(n - count.purser + count.gate) > 2])
    return (
        replace(count, purser=count.gate + apart) if source == "purser" else replace(count, gate=count.purser - apart)
    )


@PROGRAMS.add(3, "multi_source", "html", hops=3)
def passengers(ledger: Ledger, rng: Random) -> Question:
    cases = [
        (b, m, c) for b in ledger.branches for m in b.months for c in m.counts if any(o.day == c.day for o in m.outages)
    ]
    wanted = rng.random() < 0.5
    cases = [c for c in cases if (official(*c[1:]) == c[2].purser) == wanted] or cases
    b, month, count = subject(
        rng,
        cases,
        lambda c: official(*c[1:]),
        {"forgot_the_rule": lambda c: official(*c[1:], other_source=True)},
        lambda c: c[1].rules is c[0].stat_rules[0],
    )
    source = "purser" if official(month, count) == count.purser else "gate"
    period = f"{b.key}/{month.first:%Y-%m}"
    doc, rules = f"{source}/{period}", f"stat_rules/{b.key}/{month.rules.fiscal_year}"
    other = other_count(rng, count, source)
    twin = next(rules for rules in b.stat_rules if rules != month.rules)
    beside = month.counts[month.counts.index(count) - 1]
    results = {
        "range_end": official(month, count, other_side=True),
        "other_edition": official(month, count, twin),
        "forgot_the_rule": official(month, count, other_source=True),
        "neighbouring_row": getattr(beside, source),
    }
    return Question(
        ask=ask(
            """
            How many passengers does the {b} branch report for {day}?
            What number of passengers goes into the statistics of the {b} branch for {day}?
            Which number of passengers holds for the {b} branch on {day}?""",
            """
            {b}営業所が{day}の旅客数として報告する人数は何人か。
            統計上、{b}営業所の{day}の旅客は何人になりますか。
            {day}の{b}営業所の旅客数は、何人として扱われますか。""",
            b=b.name,
            day=both("d", count.day),
        ),
        evidence=((doc, f"{source}:{count.day}"), (rules, "source"), (f"gate_log/{period}", f"outage:{count.day}")),
        copied=doc,
        rival=swap(ledger, count, other),
        harmless=swap(ledger, beside, other_count(rng, beside, source)),
        cut=(doc, f"{source}:{count.day}"),
        older=month.rules is b.stat_rules[0],
        **outcome(PASSENGERS, official(month, count), results, getattr(other, source)),
    )


def late(
    month: Month,
    rules: StatRules | None = None,
    other_side: bool = False,
    counted_held: bool = False,
    counted_cancelled: bool = False,
) -> int:
    """How many of the month's recorded sailings are late."""
    rules = rules or month.rules
    hits = 0
    for s in month.sailings:
        if s.actual is None:
            hits += counted_cancelled
        elif not s.held or counted_held:
            hits += s.actual - s.scheduled >= rules.late_from + other_side
    return hits


@PROGRAMS.add(2, "markdown", "numerical_inclusion", hops=2)
def late_departures(ledger: Ledger, rng: Random) -> Question:
    case = b, month = subject(
        rng,
        [(b, month) for b in ledger.branches for month in b.months],
        lambda c: late(c[1]),
        {
            "range_end": lambda c: late(c[1], other_side=True),
            "forgot_the_exception": lambda c: late(c[1], counted_held=True),
            "other_edition": lambda c: late(c[1], next(r for r in c[0].stat_rules if r != c[1].rules)),
        },
        lambda c: c[1].rules is c[0].stat_rules[0],
    )
    twin = next(rules for rules in b.stat_rules if rules != month.rules)
    doc, rules = f"departures/{b.key}/{month.first:%Y-%m}", f"stat_rules/{b.key}/{month.rules.fiscal_year}"
    on_time = [
        s
        for s in month.sailings
        if s.actual is not None and not s.held and s.actual - s.scheduled < month.rules.late_from
    ]
    sailing, beside = rng.sample(on_time, 2)
    changed = replace(sailing, actual=sailing.scheduled + month.rules.late_from + rng.randrange(1, 8))
    same = replace(beside, actual=beside.scheduled + (beside.actual == beside.scheduled))
    results = {
        "range_end": late(month, other_side=True),
        "forgot_the_exception": late(month, counted_held=True),
        "other_edition": late(month, twin),
        "counted_cancelled": late(month, counted_cancelled=True),
    }
    return Question(
        ask=ask(
            """
            How many of the sailings of the {b} branch on the first ten days of {m} were late?
            On days 1 to 10 of {m}, how many late sailings does the {b} branch have?
            Of the sailings recorded by the {b} branch for 1 to 10 {m}, how many count as late?""",
            """
            {b}営業所の{m}１日から10日までの便のうち、遅発となるものは何便か。
            {m}１日～10日に{b}営業所で遅発とされた便は何便ですか。
            {b}営業所で{m}の最初の10日間に遅発として扱われる便は何便ですか。""",
            b=b.name,
            m=both("m", month.first),
        ),
        evidence=((doc, "table"), (rules, "late")),
        copied=doc,
        rival=swap(ledger, sailing, changed),
        harmless=swap(ledger, beside, same),
        cut=(doc, f"sailing:{rng.randrange(4, 10)}:{month.sailings[0].service}"),
        older=month.rules is b.stat_rules[0],
        rows=len(month.sailings),
        **outcome(number("便", "sailings", "sailing"), late(case[1]), results, late(month) + 1),
    )


def month_total(month: Month, rules: StatRules | None = None, other_side: bool = False, only: str | None = None) -> int:
    """The passengers of a month, day by day from the source that holds for it; `only`: from one source throughout."""
    if only:
        return sum(getattr(count, only) for count in month.counts)
    return sum(official(month, count, rules, other_side=other_side) for count in month.counts)


@PROGRAMS.add(5, "multi_source", "html", hops=4)
def month_passengers(ledger: Ledger, rng: Random) -> Question:
    slips: dict[str, Callable[[tuple[Branch, Month]], int]] = {
        "gate_only": lambda c: month_total(c[1], only="gate"),
        "purser_only": lambda c: month_total(c[1], only="purser"),
        "range_end": lambda c: month_total(c[1], other_side=True),
        "other_edition": lambda c: month_total(c[1], next(r for r in c[0].stat_rules if r != c[1].rules)),
    }
    b, month = subject(
        rng,
        [(b, month) for b in ledger.branches for month in b.months],
        lambda c: month_total(c[1]),
        {name: slips[name] for name in ("gate_only", "purser_only", "range_end")},
        lambda c: c[1].rules is c[0].stat_rules[0],
    )
    period, rules = f"{b.key}/{month.first:%Y-%m}", f"stat_rules/{b.key}/{month.rules.fiscal_year}"
    by_gate = [c for c in month.counts if official(month, c) == c.gate]
    by_purser = [c for c in month.counts if c not in by_gate]
    count, beside = rng.choice(by_gate[8:]), rng.choice(by_purser)
    other = other_count(rng, count, "gate")
    return Question(
        ask=ask(
            """
            How many passengers does the {b} branch report for the whole of {m}?
            What do the numbers of passengers that hold for the {b} branch on each day of {m} add up to?
            Add up the passengers of the {b} branch for {m}, with the number that goes into the statistics for each day. What is the sum?""",
            """
            {b}営業所が{m}の１か月分として報告する旅客数の合計は何人か。
            統計上、{b}営業所の{m}中の旅客は、全部で何人になりますか。
            {m}の各日の旅客数として扱われる人数を{b}営業所について合計すると、何人ですか。""",
            b=b.name,
            m=both("m", month.first),
        ),
        evidence=(
            (f"gate/{period}", "table"),
            *((f"purser/{period}", f"purser:{c.day}") for c in by_purser),
            (rules, "source"),
            (f"gate_log/{period}", "table"),
            (f"gate_log/{period}", "rest"),
        ),
        copied=f"gate/{period}",
        rival=swap(ledger, count, other),
        harmless=swap(ledger, beside, other_count(rng, beside, "gate")),
        cut=(f"gate/{period}", f"gate:{count.day}"),
        older=month.rules is b.stat_rules[0],
        rows=len(month.counts),
        **outcome(
            PASSENGERS,
            month_total(month),
            {name: slip((b, month)) for name, slip in slips.items()},
            month_total(month) + other.gate - count.gate,
        ),
    )
