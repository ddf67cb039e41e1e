"""With which manifest the ash of a load left: pit, furnace, cooling, the next shipment of the furnace."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.shapes import code
from bench.kits.waste.ledger import ASH, Centre, Ledger, Month, Shipment, Ticket
from bench.kits.waste.programs import PROGRAMS, starts

Case = tuple[Centre, Month, Ticket]


def in_force(c: Centre, ticket: Ticket) -> int:
    return int(ticket.day >= c.starts[ASH])


def shipment(
    c: Centre,
    month: Month,
    ticket: Ticket,
    other_edition: bool = False,
    last_day_too: bool = False,
    other_third: bool = False,
    other_pit: bool = False,
    any_furnace: bool = False,
    no_cooling: bool = False,
) -> Shipment | None:
    """The shipment with which the ash of a load leaves; None where it is in none of this month."""
    rules = c.ash[in_force(c, ticket) != other_edition]
    third = (min((ticket.day.day - 1) // 10, 2) + other_third) % 3
    furnace = month.plan[third][(ticket.pit - 1 + other_pit) % 4]
    earliest = ticket.day + timedelta(days=1 if no_cooling else rules.days + (not last_day_too))
    fits = (s for s in month.shipments if s.day >= earliest and (s.furnace == furnace or any_furnace))
    return next(fits, None)


def manifest(*case: object, **slip: bool) -> str | None:
    found = shipment(*case, **slip)  # type: ignore[arg-type]
    return found.manifest if found else None


SLIPS = {
    "other_edition": {"other_edition": True},
    "last_day_of_cooling": {"last_day_too": True},
    "neighbouring_row": {"other_third": True},
    "neighbouring_column": {"other_pit": True},
    "other_furnace": {"any_furnace": True},
    "forgot_the_cooling": {"no_cooling": True},
}


@PROGRAMS.add(4, "multi_hop", "markdown", hops=5)
def ash_of_load(ledger: Ledger, rng: Random) -> Question:
    cases = [
        (c, month, ticket)
        for c in ledger.centres
        for month in c.months
        for ticket in month.tickets
        if ticket.day.day <= 19 and ticket.pit and not ticket.void and shipment(c, month, ticket)
    ]
    if rng.random() < 0.5:  # the furnace ships on the last day of cooling itself
        cases = [c for c in cases if manifest(*c, last_day_too=True) != manifest(*c)]
    slips = slips_of(manifest, {"other_edition": {"other_edition": True}, "forgot_the_cooling": {"no_cooling": True}})
    case = c, month, ticket = subject(rng, cases, lambda c: manifest(*c), slips, lambda c: in_force(c[0], c[2]) == 0)
    sent, period = shipment(*case), f"{c.key}/{month.first:%Y-%m}"
    assert sent is not None
    rules, log = f"ash_rules/{c.key}/{c.ash[in_force(c, ticket)].edition}", f"ash_log/{period}"
    taken = {s.manifest for s in month.shipments}
    head, free = sent.manifest[:2], range(1000, 1999)
    other = replace(sent, manifest=f"{head}{rng.choice([n for n in free if f'{head}{n}' not in taken])}")
    at = month.shipments.index(sent)
    beside = month.shipments[at - 1]
    same = replace(beside, tonnes=beside.tonnes + rng.choice((-7, -5, 6, 8)))
    third = min((ticket.day.day - 1) // 10, 2)
    merged = third == 1 and month.plan[0][ticket.pit - 1] == month.plan[1][ticket.pit - 1]
    return Question(
        ask=ask(
            """
            Which number is on the papers with which the residue of what was brought in under number {n} left the plant?
            What was brought in under number {n} was incinerated. Give the number of the transport papers with which its residue left the plant.
            Under which number of the transport papers did the residue of number {n} go to the landfill?""",
            """
            番号{n}で持ち込まれたものの残りかすは、どの番号の書類とともに運び出されたか。
            番号{n}で受け入れたものは燃やされました。その燃え殻を運び出したときの書類の番号を答えてください。
            番号{n}の荷を燃やした後に残ったものが処分場へ運ばれたのは、何番の書類によってですか。""",
            n=ticket.number,
        ),
        evidence=(
            (f"scale_log/{period}", f"ticket:{ticket.number}"),
            (f"furnaces/{period}", f"third:{0 if merged else third}"),
            (rules, "burnt"),
            (rules, "cooling"),
            *starts(c, ASH),
            (log, f"shipment:{sent.day}:{sent.furnace}"),
        ),
        copied=log,
        rival=swap(ledger, sent, other),
        harmless=swap(ledger, beside, same),
        cut=(log, f"shipment:{sent.day}:{sent.furnace}"),
        older=in_force(c, ticket) == 0,
        **outcome(
            code, sent.manifest, {name: slip(case) for name, slip in slips_of(manifest, SLIPS).items()}, other.manifest
        ),
    )
