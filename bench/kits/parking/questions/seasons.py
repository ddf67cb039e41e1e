"""The price of a season ticket: a partial month, full months with a reduction, residents, the card."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.days import DAY, add_months, month_days
from bench.kits.ledgers import swap
from bench.kits.parking.ledger import Ledger, Park, Season
from bench.kits.parking.programs import PROGRAMS, SEASONS, in_force, starts
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.shapes import yen

SPANS = ("table", "part", "steps", "resident", "card")


def edition_of(p: Park, s: Season, other_day: bool = False, **edition: Any) -> int:
    """By the day of application, for renewals by the first day; `other_day` is the slip."""
    return in_force(p, SEASONS, s.first if (s.note == "renewal") != other_day else s.applied, **edition)


def full_months(s: Season) -> int:
    """Whole calendar months from the first to the last day."""
    begin = s.first if s.first.day == 1 else add_months(s.first.replace(day=1), 1)
    return (s.last.year - begin.year) * 12 + s.last.month - begin.month + 1


def price(
    p: Park,
    s: Season,
    whole_first: bool = False,
    part_counts: bool = False,
    reduced_the_other_way: bool = False,
    not_reduced: bool = False,
    no_resident: bool = False,
    card_for_renewals: bool = False,
    no_card: bool = False,
    other_rounding: bool = False,
    **edition: Any,
) -> int:
    """Yen for the whole time of a ticket, the card included."""
    rules = p.season_rules[edition_of(p, s, **edition)]
    monthly, months = rules.prices[s.kind][s.size], full_months(s)
    part = Fraction(0)
    if s.first.day != 1:
        days = len(month_days(s.first.replace(day=1)))
        share = Fraction(monthly * (days - s.first.day + 1), days) / 10
        part = Fraction(-(-share // 1) if rules.up != other_rounding else share // 1) * 10
        part = Fraction(monthly) if whole_first else part
    counted = months + (1 if part_counts and s.first.day != 1 else 0)
    percent = 0
    for least, off in rules.steps:
        if counted >= least and not not_reduced:
            percent = off
    kept = Fraction(100 - percent, 100)
    amount = monthly * months * kept + part * (kept if rules.part_too != reduced_the_other_way else 1)
    if s.note == "resident" and not no_resident:
        amount = amount * (100 - rules.resident) / 100
    card = 0 if no_card or (s.note == "renewal" and not card_for_renewals) else rules.card
    return int(amount // 10) * 10 + card


SLIPS: dict[str, dict[str, Any]] = {
    "edition_by_the_other_day": {"other_day": True},
    "other_edition": {"other_edition": True},
    "reduced_the_other_way": {"reduced_the_other_way": True},
    "partial_month_counted_as_full": {"part_counts": True},
    "first_month_in_full": {"whole_first": True},
    "forgot_the_reduction": {"not_reduced": True},
    "forgot_the_residents": {"no_resident": True},
    "card_for_renewals": {"card_for_renewals": True},
    "forgot_the_card": {"no_card": True},
    "rounded_the_other_way": {"other_rounding": True},
}


def longer(rng: Random, s: Season) -> Season:
    """The ticket with another last day, by a month or two."""
    ends = [add_months(s.last.replace(day=1), n + 1) - DAY for n in (-2, -1, 1, 2)]
    return replace(s, last=rng.choice([end for end in ends if full_months(replace(s, last=end)) > 0]))


@PROGRAMS.add(3, "multi_source", "calculation", hops=4)
def season_price(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(price, SLIPS)
    cases = [(p, s) for p in ledger.parks for rows in p.seasons for s in rows[1:]]
    hard = rng.choice(("edition_by_the_other_day", "partial_month_counted_as_full", "reduced_the_other_way"))
    chosen = [case for case in cases if slips[hard](case) != price(*case)]
    case = p, s = subject(
        rng,
        chosen if len(chosen) > 3 else cases,
        lambda c: price(*c),
        {"other_edition": slips["other_edition"]},
        lambda c: not edition_of(*c),
        0.35,
    )
    sheet = next(n for n, rows in enumerate(p.seasons) if s in rows)
    doc = f"seasons/{p.key}/{sheet + 1}"
    other = longer(rng, s)
    beside = rng.choice([x for x in p.seasons[sheet] if x is not s])
    edition = edition_of(p, s)
    return Question(
        ask=ask(
            """
            How many yen in all does the holder of {ref} pay from its first day to its last?
            What does {ref} cost its holder altogether, in yen, for the whole time entered?
            For {ref}, what sum in yen is due for the time from beginning to end, with everything that is charged once?""",
            """
            {ref}の名義人が、初日から末日までの分として支払う額は全部で何円か。
            {ref}では、名義人は全期間の分として（一度だけかかるものも含めて）いくら支払いますか。
            {ref}の全期間について、名義人が支払う総額は何円になりますか。""",
            ref=s.ref,
        ),
        evidence=(
            (doc, f"season:{s.ref}"),
            *((f"season_rules/{p.key}/{p.season_rules[edition].edition}", span) for span in SPANS),
            *starts(p, SEASONS),
        ),
        copied=doc,
        rival=swap(ledger, s, other),
        harmless=swap(ledger, beside, longer(rng, beside)),
        cut=(doc, f"season:{s.ref}"),
        older=edition == 0,
        **outcome(yen, price(*case), {name: slip(case) for name, slip in slips.items()}, price(p, other)),
    )
