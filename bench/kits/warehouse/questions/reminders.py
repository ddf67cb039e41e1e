"""Lots that had lain so long that their owners should have been reminded and were not: a list minus a log minus holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import codes
from bench.kits.warehouse.ledger import Ledger, Reminder, Shed, Stocktaking, Stored
from bench.kits.warehouse.programs import PROGRAMS, REMINDING, in_force, starts


def is_due(
    b: Shed,
    stock: Stocktaking,
    row: Stored,
    one_edition: int | None = None,
    any_letter: bool = False,
    no_letter: bool = False,
    held_too: bool = False,
    at_limit: bool = False,
) -> bool:
    """Whether a reminder is missing on the day of the stocktaking."""
    edition = in_force(b, REMINDING, row.landed)
    rules = b.reminding[edition if one_edition is None else one_edition]
    if row.ref in stock.held and not held_too:
        return False
    if (stock.day - row.landed).days + at_limit <= rules.days[row.cls]:
        return False
    letters = [letter for letter in stock.reminders if letter.ref == row.ref]
    return no_letter or not any(any_letter or (stock.day - letter.day).days <= rules.lapse for letter in letters)


def due(b: Shed, stock: Stocktaking, **slip: bool) -> tuple[str, ...]:
    return tuple(sorted(row.ref for row in stock.rows if is_due(b, stock, row, **slip)))


def _changes(b: Shed, stock: Stocktaking, decides: bool) -> Iterator[tuple[Reminder, Reminder]]:
    """Reminders sent on another day, by which a lot is on the list or off it, or is neither."""
    for letter in stock.reminders:
        row = next(row for row in stock.rows if row.ref == letter.ref)
        for shift in (-14, -11, -8, -6, 6, 8, 11, 14):
            other = replace(letter, day=letter.day + DAY * shift)
            if not row.landed + DAY * 10 < other.day < stock.day:
                continue
            changed = replace(stock, reminders=tuple(other if r is letter else r for r in stock.reminders))
            if (is_due(b, stock, row) != is_due(b, changed, row)) == decides:
                yield letter, other


@PROGRAMS.add(4, "multi_source", "conceptual_inclusion", hops=4)
def not_reminded(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        due,
        {
            "old_reminders_too": {"any_letter": True},
            "forgot_the_reminders": {"no_letter": True},
            "held_lots_too": {"held_too": True},
            "newer_edition_for_all": {"one_edition": 1},
            "older_edition_for_all": {"one_edition": 0},
            "range_end": {"at_limit": True},
        },
    )
    telling = {name: slips[name] for name in ("old_reminders_too", "held_lots_too")}
    cases = [
        (b, stock)
        for b in ledger.sheds
        for stock in b.stock
        if 3 <= len(due(b, stock)) <= 12 and next(_changes(b, stock, True), None)
    ]
    case = b, stock = subject(rng, cases, lambda c: due(*c), telling)
    old, new = rng.choice(list(_changes(b, stock, True)))
    changed = replace(stock, reminders=tuple(new if letter is old else letter for letter in stock.reminders))
    period = f"{b.key}/{stock.day:%Y-%m}"
    doc, log = f"stock/{period}", f"reminders/{period}"
    editions = sorted({in_force(b, REMINDING, row.landed) for row in stock.rows if row.ref not in stock.held})
    rules = [f"reminding/{b.key}/{b.reminding[edition].edition}" for edition in editions]
    return Question(
        ask=ask(
            """
            Of what was counted at the {b} shed on {day}, whose owners ought to have had a letter by then, and had none that still held? Give the numbers in ascending order.
            By the count of {day} at the {b} shed, which numbers lay there beyond the limit without a letter to the owner that was still good? Ascending order, please.
            Give in ascending order the numbers of all that had lain too long at the {b} shed on {day}, the day of the count, and for which a letter was missing or no longer valid.""",
            """
            {b}上屋で{day}に数えたもののうち、持ち主に書状を出すべきであるのに、有効な書状のないものはどれか。番号を小さい順にすべて答えよ。
            {day}に{b}上屋で行った調べで、長く置かれているのに、持ち主への書状が出ていないか、効力を失っていたものの番号を、小さい順にすべて挙げてください。
            {b}上屋の{day}の調べによると、期限を超えて置かれていて、その日に効力のある書状が出ていなかったものはどれですか。番号を小さい順にすべて答えてください。""",
            b=b.name,
            day=both("d", stock.day),
        ),
        evidence=(
            (doc, "table"),
            (doc, "held"),
            (log, "table"),
            *((rule, span) for rule in rules for span in ("days", "lapse", "held")),
            *starts(b, REMINDING),
        ),
        copied=log,
        rival=swap(ledger, old, new),
        harmless=swap(ledger, *rng.choice(list(_changes(b, stock, False)))),
        cut=(doc, f"stored:{rng.choice(stock.rows[8:]).ref}"),
        rows=len(stock.rows),
        **outcome(codes, due(*case), {name: slip(case) for name, slip in slips.items()}, due(b, changed)),
    )
