"""What the extra work on one class of goods came to in a month; the class is not named in the list."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.days import fiscal_year
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen
from bench.kits.warehouse.ledger import ExtraRules, Job, Jobs, Ledger, Shed
from bench.kits.warehouse.programs import PROGRAMS


def rules_of(b: Shed, jobs: Jobs, other_edition: bool = False) -> ExtraRules:
    return b.extra[(fiscal_year(jobs.first) - 2024) ^ other_edition]


def charged(rules: ExtraRules, job: Job, no_free: bool = False, no_night: bool = False) -> int:
    """Yen for one job; rates are multiples of ten, so nothing is left to round but the night surcharge."""
    pieces = max(job.pieces - (0 if no_free else rules.free), 0)
    amount = pieces * rules.rates[job.cls]
    return amount * (100 + (rules.night if job.night and not no_night else 0)) // 100


def total(b: Shed, jobs: Jobs, cls: int, other_edition: bool = False, **slip: bool) -> int:
    rules = rules_of(b, jobs, other_edition)
    return sum(charged(rules, job, **slip) for job in jobs.rows if job.cls == cls)


@PROGRAMS.add(2, "csv", "conceptual_inclusion", hops=2)
def extra_work(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        total,
        {
            "other_edition": {"other_edition": True},
            "forgot_the_night": {"no_night": True},
            "forgot_the_free_pieces": {"no_free": True},
        },
    )
    telling = {name: slips[name] for name in ("other_edition", "forgot_the_night")}
    cases = [
        (b, jobs, cls)
        for b in ledger.sheds
        for jobs in b.jobs
        for cls in range(5)
        if sum(job.cls == cls for job in jobs.rows) > 2
    ]
    case = b, jobs, cls = subject(
        rng, cases, lambda c: total(*c), telling, lambda c: rules_of(c[0], c[1]) is c[0].extra[0], rate=0.42
    )
    rules = rules_of(b, jobs)
    doc = f"jobs/{b.key}/{jobs.first:%Y-%m}"
    row = rng.choice([job for job in jobs.rows if job.cls == cls and charged(rules, job)])
    beside = rng.choice([job for job in jobs.rows if job.cls != cls])
    other = replace(row, pieces=rng.choice([n for n in range(4, 27) if n > rules.free and 0 < abs(n - row.pieces) < 5]))
    shifted = replace(beside, pieces=beside.pieces + rng.choice((1, 2, 3)))
    results = {name: slip(case) for name, slip in slips.items()} | {"other_class": total(b, jobs, (cls + 1) % 5)}
    return Question(
        ask=ask(
            """
            How much, in yen, does the {b} shed charge in all for the extra work that it did on {cls} in {m}?
            What does the {b} shed's extra work of {m} come to in yen, for {cls} alone?
            Add up, in yen, what the {b} shed charges for the jobs of {m} that were done on {cls}.""",
            """
            {b}上屋が{m}に{cls}について行った附帯作業の料金は、合わせて何円か。
            {m}の{b}上屋の附帯作業のうち、{cls}に係るものの料金は全部でいくらになりますか。
            {b}上屋の{m}の附帯作業から{cls}についてのものを選び、その料金を合計すると何円ですか。""",
            b=b.name,
            cls={
                "en": ("foodstuffs", "timber", "metals", "machinery", "chemicals")[cls],
                "ja": ("食料品", "木材", "金属", "機械類", "化学品")[cls],
            },
            m=both("m", jobs.first),
        ),
        evidence=((doc, "table"), *((f"extra/{b.key}/{rules.year}", span) for span in ("rates", "free", "night"))),
        copied=doc,
        rival=swap(ledger, row, other),
        harmless=swap(ledger, beside, shifted),
        cut=(doc, f"job:{rng.choice(jobs.rows[8:]).ref}"),
        older=rules is b.extra[0],
        rows=len(jobs.rows),
        **outcome(yen, total(*case), results, total(*case) - charged(rules, row) + charged(rules, other)),
    )
