"""How many cubic metres customers of one class used in a month; the list names trades, the readings numbers only."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.lpgas import names
from bench.kits.lpgas.ledger import Branch, Customer, Ledger, Round
from bench.kits.lpgas.programs import PROGRAMS, customer
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import measure

SHAPE = measure("m³", "㎥", 1)


def total(b: Branch, round_: Round, cls: int, estimated_too: bool = False, only_estimated: bool = False) -> Fraction:
    rows = [row for row in round_.rows if customer(b, row.customer).cls == cls]
    kept = [row for row in rows if (row.estimated if only_estimated else estimated_too or not row.estimated)]
    return Fraction(sum(row.value - row.before for row in kept), 10)


@PROGRAMS.add(2, "markdown", "conceptual_inclusion", hops=2)
def used_by_class(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(total, {"estimates_too": {"estimated_too": True}, "only_the_estimates": {"only_estimated": True}})
    cases = [(b, round_, cls) for b in ledger.branches for round_ in b.rounds for cls in range(4)]
    case = b, round_, cls = subject(rng, cases, lambda c: total(*c), {"estimates_too": slips["estimates_too"]})
    doc = f"readings/{b.key}/{round_.first:%Y-%m}"
    read = {row.customer for row in round_.rows if not row.estimated}
    one = rng.choice([c for c in b.customers if c.cls == cls and c.number in read])
    rival = swap(ledger, one, other_trade(rng, one, range(4)))
    beside = rng.choice([c for c in b.customers if c.cls not in (-1, cls)])
    changed = next(branch for branch in rival.branches if branch.key == b.key)
    results = {name: slip(case) for name, slip in slips.items()}
    results |= {
        "other_trades": total(b, round_, (cls + 1) % 4),
        "all_businesses": sum(total(b, round_, n) for n in range(4)),
    }
    return Question(
        ask=ask(
            """
            How many m³ of gas did the customers of the {b} branch in {cls} use by the readings of {m}, leaving aside those whose meters were estimated?
            Leaving estimated meters aside, what was the use of gas, in m³, of the {b} branch's customers in {cls}, by the readings of {m}?
            Add up, in m³, what the readings of {m} show as used by customers of the {b} branch in {cls}. Meters that were only estimated are left aside.""",
            """
            {b}営業所の{m}の検針によると、{cls}の客先の使用量は合計何㎥か。推定によるものは除く。
            推定で済ませたものを除くと、{b}営業所の{cls}の客先は、{m}の検針で合わせて何㎥のガスを使ったことになりますか。
            {b}営業所の{m}の検針から、{cls}の客先の使用量を（推定のものを除いて）合計すると、何㎥ですか。""",
            b=b.name,
            cls=names.CLASSES[cls],
            m=both("m", round_.first),
        ),
        evidence=((doc, "table"), (doc, "legend"), (f"customers/{b.key}/2025", "table")),
        copied=f"customers/{b.key}/2025",
        rival=rival,
        harmless=swap(ledger, beside, other_trade(rng, beside, [beside.cls])),
        cut=(doc, f"reading:{rng.choice(round_.rows[20:]).customer}"),
        rows=len(round_.rows),
        **outcome(SHAPE, total(*case), results, total(changed, round_, cls)),
    )


def other_trade(rng: Random, c: Customer, classes: range | list[int]) -> Customer:
    """The customer with another trade: of another class, or of its own where that is the only one."""
    of = [
        (text, n) for text, n in names.TRADES if n in classes and text != c.trade and (n != c.cls) == (len(classes) > 1)
    ]
    trade, cls = rng.choice(of)
    return replace(c, trade=trade, cls=cls)
