"""The fee for a bulky item whose edge lies on a border; its kind is not named, and a transition decides the edition."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.shapes import yen
from bench.kits.waste.ledger import BULKY, Centre, Item, Ledger
from bench.kits.waste.programs import PROGRAMS, starts

Case = tuple[Centre, Item]


def in_force(c: Centre, item: Item, by_accepted: bool = False, by_collected: bool = False) -> int:
    """0 for the older, 1 for the newer edition."""
    early = item.collected < c.starts[BULKY] if by_collected else item.accepted < c.starts[BULKY]
    return int(not (early and (item.collected <= c.grace or by_accepted)))


def cost(
    c: Centre,
    item: Item,
    other_edition: bool = False,
    one_edition: int | None = None,
    by_accepted: bool = False,
    by_collected: bool = False,
    other_side: bool = False,
    other_class: bool = False,
    no_reduction: bool = False,
    other_rounding: bool = False,
    absent_too: bool = False,
) -> int:
    """The fee for one application, in yen."""
    if item.note == "absent" and not absent_too:
        return 0
    which = int(in_force(c, item, by_accepted, by_collected) != other_edition)
    rules = c.bulky[which if one_edition is None else one_edition]
    closed = rules.upper_closed != other_side
    band = sum(item.edge > bound or (item.edge == bound and not closed) for bound in rules.bounds)
    fee = rules.fees[(item.cls + other_class) % len(rules.fees)][band]
    if item.note != "half" or no_reduction:
        return fee
    up = rules.up != other_rounding
    return -(-fee // 20) * 10 if up else fee // 20 * 10


SLIPS: dict[str, dict[str, bool]] = {
    "forgot_the_transition": {"by_accepted": True},
    "edition_by_day_collected": {"by_collected": True},
    "other_edition": {"other_edition": True},
    "range_end": {"other_side": True},
    "other_class": {"other_class": True},
    "forgot_the_reduction": {"no_reduction": True},
    "rounded_the_other_way": {"other_rounding": True},
}


def draw_case(ledger: Ledger, rng: Random) -> Case:
    """Six in ten have a reduction, a border or the transition in them."""
    cases = [(c, item) for c in ledger.centres for month in c.months for item in month.items]
    if rng.random() < 0.6:
        cases = [
            (c, item)
            for c, item in cases
            if item.note == "half"
            or item.edge in c.bulky[in_force(c, item)].bounds
            or in_force(c, item, by_accepted=True) != in_force(c, item)
        ]
    needed = slips_of(cost, {name: SLIPS[name] for name in ("other_edition", "other_class")})
    return subject(rng, [c for c in cases if cost(*c)], lambda c: cost(*c), needed, lambda c: in_force(*c) == 0)


def other_edge(rng: Random, c: Centre, item: Item) -> Item:
    """The item with another longest edge, at another fee; of one that costs nothing just another."""
    made = [replace(item, edge=n) for n in range(74, 206) if abs(n - item.edge) > 8]
    return rng.choice([i for i in made if cost(c, i) != cost(c, item)] or made)


def sheet_of(c: Centre, item: Item) -> str:
    return next(f"bulky_log/{c.key}/{m.first:%Y-%m}" for m in c.months if item in m.items)


def rule_spans(c: Centre, which: int, kinds: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    doc = f"bulky_rules/{c.key}/{c.bulky[which].edition}"
    return (*((doc, f"kind:{kind}") for kind in kinds), (doc, "half"), (doc, "absent"))


def evidence(case: Case) -> tuple[tuple[str, str], ...]:
    c, item = case
    doc = f"bulky_rules/{c.key}/{c.bulky[in_force(*case)].edition}"
    half = ((doc, "half"),) if item.note == "half" else ()
    return (sheet_of(c, item), f"item:{item.receipt}"), (doc, f"kind:{item.cls}"), *half, *starts(c, BULKY)


@PROGRAMS.add(2, "conceptual_inclusion", "html_merged", hops=3)
def bulky_fee(ledger: Ledger, rng: Random) -> Question:
    case = c, item = draw_case(ledger, rng)
    rows = next(m.items for m in c.months if item in m.items)
    beside, other = rows[rows.index(item) - 1], other_edge(rng, c, item)
    return Question(
        ask=ask(
            """
            What amount, in yen, had to be on the sticker for the item with receipt {n}?
            What is the fee, in yen, for the item that was collected under receipt {n}?
            Receipt {n}: how many yen does the household pay for having the item taken away?""",
            """
            受付番号{n}の品物に貼る処理券の額は、何円か。
            受付番号{n}で収集した品物の手数料は何円ですか。
            {n}の申込みをした世帯が納める手数料はいくらですか。""",
            n=item.receipt,
        ),
        evidence=evidence(case),
        copied=sheet_of(c, item),
        rival=swap(ledger, item, other),
        harmless=swap(ledger, beside, other_edge(rng, c, beside)),
        cut=(sheet_of(c, item), f"item:{item.receipt}"),
        older=in_force(*case) == 0,
        **outcome(yen, cost(*case), {name: slip(case) for name, slip in slips_of(cost, SLIPS).items()}, cost(c, other)),
    )
