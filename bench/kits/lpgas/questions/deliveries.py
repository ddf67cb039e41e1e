"""What a haulier is paid for a delivery: cylinders, stairs, a least sum, percentages, by the haulier's contract."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.lpgas.ledger import Branch, Delivery, Ledger
from bench.kits.lpgas.programs import DELIVERY, PROGRAMS, Spans, haulier, starts
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.shapes import yen

SPANS = ("rates", "stairs", "least", "urgent", "back", "round")


def edition_of(
    b: Branch, row: Delivery, other_edition: bool = False, one_edition: int | None = None, by_delivery: bool = False
) -> int:
    if one_edition is not None:
        return one_edition
    day = row.day if by_delivery else row.ordered
    return int((day >= haulier(b, row.haulier).renewed) != other_edition)


def fee(
    b: Branch,
    row: Delivery,
    no_stairs: bool = False,
    all_floors: bool = False,
    no_least: bool = False,
    least_last: bool = False,
    no_urgent: bool = False,
    back_whole: bool = False,
    other_rounding: bool = False,
    **edition: Any,
) -> int:
    """Yen for one delivery."""
    rules = b.delivery[edition_of(b, row, **edition)]
    amount = sum(n * rate for n, rate in zip(row.counts, rules.rates, strict=True))
    floors = max(row.floor - (1 if all_floors else rules.floor - 1), 0)
    amount += 0 if no_stairs else floors * rules.stairs * sum(row.counts)
    if not (no_least or least_last):
        amount = max(amount, rules.least)
    percent = 100
    if row.note == "urgent" and not no_urgent:
        percent = 100 + rules.urgent
    if row.note == "back" and not back_whole:
        percent = rules.taken_back
    hundredths = amount * percent
    if least_last:
        hundredths = max(hundredths, rules.least * 100)
    return (-(-hundredths // 1000) if rules.up != other_rounding else hundredths // 1000) * 10


SLIPS: dict[str, dict[str, Any]] = {
    "edition_by_day_of_delivery": {"by_delivery": True},
    "newer_rules_for_all": {"one_edition": 1},
    "older_rules_for_all": {"one_edition": 0},
    "forgot_the_stairs": {"no_stairs": True},
    "counted_all_floors": {"all_floors": True},
    "forgot_the_least_sum": {"no_least": True},
    "least_sum_last": {"least_last": True},
    "forgot_the_urgent_ones": {"no_urgent": True},
    "taken_back_in_full": {"back_whole": True},
    "rounded_the_other_way": {"other_rounding": True},
}


def evidence(b: Branch, editions: list[int]) -> Spans:
    return (
        *((f"delivery_rules/{b.key}/{b.delivery[edition].edition}", span) for edition in editions for span in SPANS),
        *starts(b, DELIVERY),
    )


def sheet_id(b: Branch, row: Delivery) -> str:
    return f"deliveries/{b.key}/{row.day:%Y-%m}"


def recounted(rng: Random, b: Branch, row: Delivery) -> Delivery:
    """The delivery with one cylinder more or less of one size, at another fee; itself where there is none."""
    found = []
    for size in range(3):
        for more in (-1, 1):
            counts = [n + (more if i == size else 0) for i, n in enumerate(row.counts)]
            other = replace(row, counts=(counts[0], counts[1], counts[2]))
            if min(counts) >= 0 and any(counts) and fee(b, other) != fee(b, row):
                found.append(other)
    return rng.choice(found) if found else row


@PROGRAMS.add(3, "multi_source", "calculation", hops=4)
def delivery_fee(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(fee, {"other_edition": {"other_edition": True}} | SLIPS)
    cases = [(b, row) for b in ledger.branches for rows in b.deliveries for row in rows[1:]]
    cases = [case for case in cases if recounted(Random(0), *case) is not case[1]]
    hard = rng.choice(("edition_by_day_of_delivery", "counted_all_floors", "least_sum_last", "taken_back_in_full"))
    chosen = [case for case in cases if slips[hard](case) != fee(*case)]
    case = b, row = subject(
        rng,
        chosen if len(chosen) > 3 else cases,
        lambda c: fee(*c),
        {"other_edition": slips["other_edition"]},
        lambda c: not edition_of(*c),
        0.27,
    )
    doc = sheet_id(b, row)
    sheet = next(rows for rows in b.deliveries if row in rows)
    other = recounted(rng, b, row)
    beside = rng.choice([r for r in sheet if r is not row and recounted(Random(0), b, r) is not r])
    return Question(
        ask=ask(
            """
            How many yen does the firm that carried {ref} get for it?
            What is paid, in yen, to whoever brought or fetched what is on {ref}?
            For {ref}, what sum in yen goes to the firm on whose lorry it was?""",
            """
            {ref}を運んだ業者に支払う額は何円か。
            {ref}を運搬した業者には、その分としていくら支払いますか。
            {ref}の分として、運んだ会社が受け取る額は何円になりますか。""",
            ref=row.slip,
        ),
        evidence=(
            (doc, f"delivery:{row.slip}"),
            (
                f"hauliers/{b.key}/2025",
                f"haulier:{b.hauliers.index(next(h for h in b.hauliers if h.name == row.haulier))}",
            ),
            *evidence(b, [edition_of(b, row)]),
        ),
        copied=doc,
        rival=swap(ledger, row, other),
        harmless=swap(ledger, beside, recounted(rng, b, beside)),
        cut=(doc, f"delivery:{row.slip}"),
        older=not edition_of(b, row),
        **outcome(yen, fee(*case), {name: slip(case) for name, slip in slips.items()}, fee(b, other)),
    )
