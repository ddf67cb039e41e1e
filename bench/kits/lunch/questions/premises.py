"""Questions that take for granted what the documents refute: a fee, the day of a trip. The answer is the correction."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.lunch import names
from bench.kits.lunch.ledger import Ledger
from bench.kits.lunch.programs import FEES, PROGRAMS, in_force, start, starts
from bench.kits.questions import ask, both, premise
from bench.kits.shapes import day_narrow, yen


@PROGRAMS.add(2, "markdown", "numerical_inclusion", hops=3, kind="false_premise")
def fee_said(ledger: Ledger, rng: Random) -> Question:
    """The fee that the question names is that of the other edition or of the years beside."""
    i = rng.randrange(len(ledger.schools))
    s = ledger.schools[i]
    day = start(ledger, i, FEES) + DAY * rng.choice([*range(-9, 0), *range(9)])
    while day.weekday() > 4:
        day += DAY
    year = rng.randrange(1, 10)
    stage, edition = (year - 1) // 3, in_force(ledger, i, FEES, day)
    rules, other = s.fees[edition], s.fees[1 - edition]
    right = rules.units[stage]
    wrong = rng.choice([n for n in (other.units[stage], rules.units[stage - 1]) if n != right])
    facts = {"s": s.name, "year": both("z", year), "day": both("d", day)}
    return Question(
        ask=ask(
            """
            At {s} School a lunch with milk for a child in year {year} costs {wrong} on {day}. By which edition of the fees is that, and for which years?
            Why is {wrong} charged for the lunch, milk included, of a child in year {year} at {s} School on {day}?
            On {day} a child in year {year} at {s} School has lunch with milk, for which {wrong} are charged. Which line of the fees is this?""",
            """
            {s}学校の{year}年生の給食費（牛乳あり）は、{day}において１食{wrong}であるが、これはどの版の、どの学年の区分の額か。
            {day}の{s}学校の{year}年生の給食費が、牛乳を含めて１食{wrong}となるのは、なぜですか。
            {s}学校の{year}年生が{day}に食べた牛乳付きの給食には、１食{wrong}の給食費がかかります。これは給食費表のどの区分によるものですか。""",
            wrong=yen(wrong),
            **facts,
        ),
        evidence=((f"fees/{s.key}/{rules.edition}", f"unit:{stage}"), *starts(ledger, i, FEES)),
        copied=f"fees/{s.key}/{rules.edition}",
        harmless=swap(ledger, rules, replace(rules, milk=rules.milk + rng.choice((-6, -4, 3, 5)))),
        **premise(
            yen,
            right,
            wrong,
            "A lunch with milk for a child in year {year} at {s} School cost {right} on {day}, not {refuted}.",
            "{day}における{s}学校の{year}年生の給食費（牛乳あり）は１食{right}であり、{refuted}ではない。",
            **facts,
        ),
    )


@PROGRAMS.add(3, "multi_hop", "html", hops=1, kind="false_premise")
def trip_said(ledger: Ledger, rng: Random) -> Question:
    """The day that the question names is that of another year's trip in the same month."""
    s = rng.choice(ledger.schools)
    month = rng.choice(s.months)
    at = rng.randrange(len(month.trips))
    trip = month.trips[at]
    wrong = rng.choice([t.day for t in month.trips[max(at - 1, 0) : at + 2] if t is not trip])
    beside = rng.choice([t for t in month.trips if t is not trip])
    place = rng.choice([p for p in names.PLACES if p not in [t.place for t in month.trips]])
    doc = f"trips/{s.key}/{month.first:%Y-%m}"
    return Question(
        ask=ask(
            """
            On {wrong} year {year} of {s} School was away on its trip. Which place did it visit?
            Year {year} of {s} School went on its trip on {wrong}. What was the place to which it went that day?
            When year {year} of {s} School made its trip on {wrong}, to which place did it go?""",
            """
            {wrong}に、{s}学校の{year}年生は校外学習に出掛けた。その日の行き先はどこか。
            {s}学校の{year}年生の校外学習は{wrong}に行われました。その日の行き先はどこですか。
            {s}学校の{year}年生が{wrong}の校外学習で訪れた場所を答えてください。""",
            s=s.name,
            year=both("z", trip.year),
            wrong=both("dn", wrong),
        ),
        evidence=((doc, f"trip:{trip.year}"),),
        copied=doc,
        harmless=swap(ledger, beside, replace(beside, place=place)),
        **premise(
            day_narrow,
            trip.day,
            wrong,
            "The trip of year {year} of {s} School was on {right}, not on {refuted}.",
            "{s}学校の{year}年生の校外学習は{right}であり、{refuted}ではない。",
            s=s.name,
            year=both("z", trip.year),
        ),
    )
