"""The charge for a group that cancels; the edition follows the day of acceptance, not of travel."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.ferry.ledger import FARES, Booking, Branch, Ledger
from bench.kits.ferry.programs import CIRCULAR, GROUP, PROGRAMS, in_force, starts
from bench.kits.ledgers import swap
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.shapes import day, yen


def charge(
    b: Branch,
    booking: Booking,
    other_edition: bool = False,
    both_ends: bool = False,
    unrounded: bool = False,
    neighbour: bool = False,
    one_edition: int | None = None,
    by_cancelled: bool = False,
    exempt_too: bool = False,
) -> int | Fraction | None:
    """What a group pays for cancelling, in yen; None for one that travelled."""
    if booking.cancelled is None:
        return None
    if booking.note == "off" and not exempt_too:
        return 0
    edition = in_force(b, GROUP, booking.cancelled if by_cancelled else booking.accepted, other_edition)
    rules = b.group[edition if one_edition is None else one_edition]
    ahead = (booking.travel - booking.cancelled).days + both_ends
    row = next(i for i, (least, _) in enumerate(rules.scale) if ahead >= least)
    percent = rules.scale[max(row - 1, 0) if neighbour else row][1]
    amount = booking.total * percent
    return Fraction(amount, 100) if unrounded else amount // 1000 * 10


def at_border(b: Branch, booking: Booking) -> bool:
    """Whether counting both ends leads to another row of the scale."""
    rules = b.group[in_force(b, GROUP, booking.accepted)]
    assert booking.cancelled is not None
    return (booking.travel - booking.cancelled).days + 1 in [least for least, _ in rules.scale]


def other_total(rng: Random, booking: Booking) -> Booking:
    """The booking at another fare per person; a total that persons do not divide would give the changed copy away."""
    old = booking.total // booking.persons
    return replace(
        booking, total=booking.persons * rng.choice([fare for fare in FARES if 60 <= abs(fare - old) <= 140])
    )


def free_day(b: Branch, booking: Booking, other_edition: bool = False, both_ends: bool = False, row: int = 0) -> date:
    """The last day on which a group can cancel without charge; with `row`, that of another line of the scale."""
    rules = b.group[in_force(b, GROUP, booking.accepted, other_edition)]
    return booking.travel - DAY * (rules.scale[row][0] - both_ends)


@PROGRAMS.add(1, "multi_source", "numerical_inclusion", hops=3)
def free_until(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        free_day,
        {
            "other_edition": {"other_edition": True},
            "counted_both_ends": {"both_ends": True},
            "neighbouring_row": {"row": 1},
        },
    )
    cases = [(b, r) for b in ledger.branches for rows in b.bookings for r in rows if r.cancelled is None]
    case = b, booking = subject(rng, cases, lambda c: free_day(*c), slips, lambda c: c[1].accepted < c[0].starts[GROUP])
    rules = b.group[in_force(b, GROUP, booking.accepted)]
    sheet = next(i for i, rows in enumerate(b.bookings) if booking in rows)
    doc, rule_doc = f"bookings/{b.key}/{sheet + 1}", f"group_rules/{b.key}/{rules.edition}"
    other = replace(booking, travel=booking.travel + DAY * rng.randrange(3, 10))
    beside = b.bookings[sheet][b.bookings[sheet].index(booking) - 1]
    return Question(
        ask=ask(
            """
            What was the last day on which group {ref} could have called off its trip free of charge?
            Up to and including which day would calling off have cost group {ref} nothing?
            Group {ref} travelled as planned. Until which day, that day included, could it have withdrawn without paying?""",
            """
            団体番号{ref}が無料で取り消すことのできた最後の日はいつか。
            予約{ref}は、何年何月何日までに取り消せば取消料がかからなかったことになりますか。
            {ref}の団体は予定どおり乗船しました。取消料なしで取りやめることができた期限の日を答えてください。""",
            ref=booking.ref,
        ),
        evidence=(
            (doc, f"booking:{booking.ref}"),
            (rule_doc, "scale:0"),
            (rule_doc, "count"),
            *starts(b, GROUP),
        ),
        copied=doc,
        rival=swap(ledger, booking, other),
        harmless=swap(ledger, beside, other_total(rng, beside)),
        cut=(doc, f"booking:{booking.ref}"),
        older=rules is b.group[0],
        **outcome(day, free_day(*case), {name: slip(case) for name, slip in slips.items()}, free_day(b, other)),
    )


@PROGRAMS.add(3, "multi_source", "calculation", hops=3)
def cancellation(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(charge, {"other_edition": {"other_edition": True}, "neighbouring_row": {"neighbour": True}})
    cases = [(b, booking) for b in ledger.branches for rows in b.bookings for booking in rows if charge(b, booking)]
    if rng.random() < 0.5:  # half of the items lie where counting both ends changes the row
        cases = [c for c in cases if at_border(*c)] or cases
    case = b, booking = subject(rng, cases, lambda c: charge(*c), slips, lambda c: c[1].accepted < c[0].starts[GROUP])
    assert booking.cancelled is not None
    edition = in_force(b, GROUP, booking.accepted)
    rules = b.group[edition]
    row = next(i for i, (least, _) in enumerate(rules.scale) if (booking.travel - booking.cancelled).days >= least)
    sheet = next(i for i, rows in enumerate(b.bookings) if booking in rows)
    doc, rule_doc = f"bookings/{b.key}/{sheet + 1}", f"group_rules/{b.key}/{rules.edition}"
    other = other_total(rng, booking)
    beside = b.bookings[sheet][b.bookings[sheet].index(booking) - 1]
    wrong = {
        "counted_both_ends": charge(*case, both_ends=True),
        "not_rounded": charge(*case, unrounded=True),
        **{name: slip(case) for name, slip in slips.items()},
    }
    return Question(
        ask=ask(
            """
            How many yen was group {ref} charged for not travelling?
            What did booking {ref} have to pay, in yen, after it was called off?
            Group {ref} called its trip off. What was the charge in yen?""",
            """
            団体番号{ref}が旅行を取りやめたことにより支払う額は何円か。
            予約{ref}の取消料はいくらですか。
            {ref}の団体は乗船しないことになりました。この団体から受け取る取消料は何円ですか。""",
            ref=booking.ref,
        ),
        evidence=(
            (doc, f"booking:{booking.ref}"),
            (rule_doc, f"scale:{row}"),
            (rule_doc, "count"),
            (rule_doc, "round"),
            *starts(b, GROUP),
            (CIRCULAR, "rule"),
        ),
        copied=doc,
        rival=swap(ledger, booking, other),
        harmless=swap(ledger, beside, other_total(rng, beside)),
        cut=(doc, f"booking:{booking.ref}"),
        older=edition == 0,
        **outcome(yen, charge(*case), wrong, charge(b, other)),
    )
