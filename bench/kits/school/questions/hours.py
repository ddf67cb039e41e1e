"""How long lessons of one group of languages took in a month; the log names courses, the list languages only."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.school import names
from bench.kits.school.ledger import Course, Ledger, Lesson, School
from bench.kits.school.programs import PROGRAMS, course
from bench.kits.shapes import number

SHAPE = number("分", "minutes", "minute")


def minutes(s: School, row: Lesson, cancelled_too: bool = False, no_longer: bool = False) -> int:
    if row.note == "cancelled" and not cancelled_too:
        return 0
    return course(s, row.course).minutes + (0 if no_longer else row.extra)


def total(s: School, rows: tuple[Lesson, ...], family: int, **slip: bool) -> int:
    return sum(minutes(s, row, **slip) for row in rows if course(s, row.course).family == family)


@PROGRAMS.add(2, "csv", "conceptual_inclusion", hops=2)
def minutes_taught(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(total, {"cancelled_too": {"cancelled_too": True}, "forgot_the_longer_ones": {"no_longer": True}})
    cases = [
        (s, rows, family)
        for s in ledger.schools
        for rows in s.lessons
        for family in range(4)
        if sum(course(s, row.course).family == family for row in rows) > 4
    ]
    case = s, rows, family = subject(rng, cases, lambda c: total(*c), slips)
    doc = f"lessons/{s.key}/{rows[0].day:%Y-%m}"
    held = {row.course for row in rows if row.note != "cancelled"}
    asked = rng.choice([c for c in s.courses if c.family == family and c.code in held])
    beside = rng.choice([c for c in s.courses if c.family != family])
    rival = swap(ledger, asked, _longer(rng, asked))
    other = next(school for school in rival.schools if school.key == s.key)
    results = {name: slip(case) for name, slip in slips.items()}
    results |= {
        "other_languages": total(s, rows, (family + 1) % 4),
        "both_forgotten": total(*case, cancelled_too=True, no_longer=True),
    }
    return Question(
        ask=ask(
            """
            How many minutes of lessons in the {family} does the annex log of the {s} school show as held in {m}?
            By the annex log of {m}, for how many minutes in all were the {family} taught at the {s} school?
            Add up the minutes of the lessons in the {family} that were held at the {s} school in {m}, by the log of its annex.""",
            """
            {s}校の{m}の別館実施簿によると、{family}のレッスンは合計何分行われたか。
            {m}に{s}校で行われた{family}のレッスンは、別館実施簿では全部で何分になりますか。
            {s}校の別館実施簿から{m}に行われた{family}のレッスンを選び、時間を合計すると何分ですか。""",
            s=s.name,
            family=names.FAMILIES[family],
            m=both("m", rows[0].day),
        ),
        evidence=((doc, "table"), (doc, "notes"), (f"courses/{s.key}/2025", "table")),
        copied=f"courses/{s.key}/2025",
        rival=rival,
        harmless=swap(ledger, beside, _longer(rng, beside)),
        cut=(doc, f"lesson:{rng.randrange(20, len(rows))}"),
        rows=len(rows),
        **outcome(SHAPE, total(*case), results, total(other, rows, family)),
    )


def _longer(rng: Random, c: Course) -> Course:
    return replace(c, minutes=rng.choice([n for n in (40, 45, 50, 55, 70, 75, 80, 95) if 0 < abs(n - c.minutes) < 30]))
