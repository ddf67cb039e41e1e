"""What shops of one class are charged for the stamps of a month; the list names trades, not classes."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.days import fiscal_year
from bench.kits.ledgers import swap
from bench.kits.parking import names
from bench.kits.parking.ledger import Agreement, Ledger, Park, Shop, Stamps
from bench.kits.parking.programs import PROGRAMS, park
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import yen


def agreement_of(p: Park, stamps: Stamps, other_edition: bool = False) -> Agreement:
    return p.agreements[(fiscal_year(stamps.first) - 2024) ^ other_edition]


def charged(
    rules: Agreement, shop: Shop, one_price: bool = False, not_off: bool = False, range_end: bool = False
) -> int:
    """Yen for the stamps of one shop in one month."""
    count = sum(shop.stamps)
    halves = count if one_price else shop.stamps[0] + 2 * shop.stamps[1] + 4 * shop.stamps[2]
    many = count > rules.many if range_end else count >= rules.many
    return halves * rules.price * (100 - (rules.off if many and not not_off else 0)) // 100


def total(p: Park, stamps: Stamps, cls: int, other_edition: bool = False, **slip: bool) -> int:
    rules = agreement_of(p, stamps, other_edition)
    return sum(charged(rules, shop, **slip) for shop in stamps.rows if shop.cls == cls)


@PROGRAMS.add(2, "html_merged", "conceptual_inclusion", hops=2)
def stamps_charged(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        total,
        {
            "other_edition": {"other_edition": True},
            "all_stamps_at_one_price": {"one_price": True},
            "forgot_the_reduction": {"not_off": True},
            "range_end": {"range_end": True},
        },
    )
    telling = {name: slips[name] for name in ("other_edition", "forgot_the_reduction")}
    cases = [(p, stamps, cls) for p in ledger.parks for stamps in p.stamps for cls in range(4)]
    case = p, stamps, cls = subject(
        rng, cases, lambda c: total(*c), telling, lambda c: agreement_of(c[0], c[1]) is c[0].agreements[0], 0.38
    )
    rules = agreement_of(p, stamps)
    doc = f"stamps/{p.key}/{stamps.first:%Y-%m}"
    one = rng.choice([shop for shop in stamps.rows if shop.cls == cls])
    beside = rng.choice([shop for shop in stamps.rows if shop.cls != cls])
    rival = swap(ledger, one, _recounted(rng, one))
    changed = next(each for each in park(rival, p.key).stamps if each.first == stamps.first)
    results = {name: slip(case) for name, slip in slips.items()} | {"other_trades": total(p, stamps, (cls + 1) % 4)}
    return Question(
        ask=ask(
            """
            How much, in yen, are the shops in {cls} charged in all for the stamps of the {p} car park that they gave out in {m}?
            What do the stamps of {m} at the {p} car park come to, in yen, for the shops in {cls}?
            Add up, in yen, what the shops in {cls} owe the {p} car park for their stamps of {m}.""",
            """
            {p}駐車場の{m}のサービス券について、{cls}関係の店に請求する額は、合わせて何円か。
            {m}に{p}駐車場のサービス券を渡した店のうち、{cls}関係のものへの請求額は全部でいくらになりますか。
            {p}駐車場の{m}分のサービス券で、{cls}関係の店が負担する額を合計すると何円ですか。""",
            p=p.name,
            cls=names.CLASSES[cls],
            m=both("m", stamps.first),
        ),
        evidence=((doc, "table"), *((f"agreement/{p.key}/{rules.year}", span) for span in ("price", "many"))),
        copied=doc,
        rival=rival,
        harmless=swap(ledger, beside, _recounted(rng, beside)),
        cut=(doc, f"shop:{stamps.rows.index(rng.choice(stamps.rows[9:]))}"),
        older=rules is p.agreements[0],
        rows=len(stamps.rows),
        **outcome(yen, total(*case), results, total(p, changed, cls)),
    )


def _recounted(rng: Random, shop: Shop) -> Shop:
    first, second, third = shop.stamps
    return replace(
        shop, stamps=(first, max(second + rng.choice((-5, -3, 3, 4, 6)), second % 3 + 1), third + rng.choice((1, 2, 3)))
    )
