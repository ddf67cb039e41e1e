"""What the counter took in a month for one class of articles: a price list with classes, students, one free of many."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.days import fiscal_year
from bench.kits.driving import names
from bench.kits.driving.ledger import Counter, Ledger, PriceList, School, Slip
from bench.kits.driving.programs import PROGRAMS
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen


def prices_of(b: School, counter: Counter, other_edition: bool = False) -> PriceList:
    return b.prices[(fiscal_year(counter.first) - 2024) ^ other_edition]


def paid(prices: PriceList, slip: Slip, no_student: bool = False, all_off: bool = False, no_bulk: bool = False) -> int:
    count = slip.count - (slip.count >= prices.bulk and not no_bulk)
    off = prices.off if slip.student and (slip.cls in prices.off_for or all_off) and not no_student else 0
    return count * prices.prices[slip.cls][slip.item] * (100 - off) // 100


def total(b: School, counter: Counter, cls: int, other_edition: bool = False, **switch: bool) -> int:
    prices = prices_of(b, counter, other_edition)
    return sum(paid(prices, slip, **switch) for slip in counter.rows if slip.cls == cls)


@PROGRAMS.add(2, "html_merged", "calculation", hops=2)
def counter_takings(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        total,
        {
            "other_edition": {"other_edition": True},
            "forgot_the_students": {"no_student": True},
            "students_for_all_classes": {"all_off": True},
            "forgot_the_free_one": {"no_bulk": True},
        },
    )
    telling = {name: slips[name] for name in ("other_edition", "forgot_the_free_one")}
    cases = [
        (b, counter, cls)
        for b in ledger.schools
        for counter in b.counters
        for cls in range(4)
        if sum(slip.cls == cls for slip in counter.rows) > 3
    ]
    case = b, counter, cls = subject(
        rng, cases, lambda c: total(*c), telling, lambda c: prices_of(c[0], c[1]) is c[0].prices[0], rate=0.4
    )
    prices = prices_of(b, counter)
    doc = f"counter/{b.key}/{counter.first:%Y-%m}"
    row = rng.choice([slip for slip in counter.rows if slip.cls == cls])
    beside = rng.choice([slip for slip in counter.rows if slip.cls != cls])
    counts = [n for n in (1, 2, 3, 4, 5, 6, 7) if paid(prices, replace(row, count=n)) != paid(prices, row)]
    other = replace(row, count=rng.choice(counts))
    shifted = replace(beside, count=beside.count + rng.choice((-1, 1)) if beside.count > 1 else 2)
    results = {name: slip(case) for name, slip in slips.items()} | {"other_class": total(b, counter, (cls + 1) % 4)}
    return Question(
        ask=ask(
            """
            How many yen did the counter of the {b} school take in {m} for {cls}?
            What did {cls} bring in at the counter of the {b} school in {m}, in yen?
            Add up, in yen, what was paid at the counter of the {b} school for {cls} in {m}.""",
            """
            {b}校の窓口で{m}に収納した額のうち、{cls}に係るものは合わせて何円か。
            {m}の{b}校の窓口では、{cls}について全部でいくら受け取りましたか。
            {b}校の窓口が{m}に{cls}の代金として収納した額を合計すると、何円ですか。""",
            b=b.name,
            cls={
                "en": ("printed matter", "certificates", "hired articles", "tests")[cls],
                "ja": names.CLASSES[cls].ja,
            },
            m=both("m", counter.first),
        ),
        evidence=((doc, "table"), *((f"prices/{b.key}/{prices.year}", span) for span in ("table", "off", "bulk"))),
        copied=doc,
        rival=swap(ledger, row, other),
        harmless=swap(ledger, beside, shifted),
        cut=(doc, f"slip:{rng.choice(counter.rows[8:]).ref}"),
        older=prices is b.prices[0],
        rows=len(counter.rows),
        **outcome(yen, total(*case), results, total(*case) - paid(prices, row) + paid(prices, other)),
    )
