"""What a library outside the town pays for a parcel whose weight lies on a border; the class is not named."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.library.ledger import PARCEL, Ledger, Library, Parcel
from bench.kits.library.programs import PROGRAMS, edition, starts
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.shapes import yen

Case = tuple[Library, Parcel]


def cell(
    b: Library,
    parcel: Parcel,
    other_edition: bool = False,
    other_day: bool = False,
    other_side: bool = False,
) -> tuple[int, int]:
    """Edition and row of the postage."""
    which = edition(b, PARCEL, parcel.asked, parcel.sent, other_edition, other_day)
    rules = b.parcel[which]
    closed = rules.upper_closed != other_side
    return which, sum(parcel.grams > n or (parcel.grams == n and not closed) for n in rules.bounds)


def cost(
    b: Library,
    parcel: Parcel,
    no_packing: bool = False,
    other_class: bool = False,
    next_row: bool = False,
    **slip: bool,
) -> int:
    which, row = cell(b, parcel, **slip)
    rules = b.parcel[which]
    packing = rules.packing[(parcel.cls + other_class) % len(rules.packing)]
    return rules.postage[min(row + next_row, len(rules.postage) - 1)] + (0 if no_packing else packing)


SLIPS = {
    "other_day_decides": {"other_day": True},
    "other_edition": {"other_edition": True},
    "range_end": {"other_side": True},
    "other_class": {"other_class": True},
    "postage_only": {"no_packing": True},
    "neighbouring_row": {"next_row": True},
}
NEEDED = ("other_edition", "other_class", "postage_only")


def draw_case(ledger: Ledger, rng: Random) -> Case:
    cases = [(b, p) for b in ledger.libraries for rows in b.parcels for p in rows]
    if rng.random() < 0.6:  # weights on a border
        cases = [c for c in cases if c[1].grams in c[0].parcel[0].bounds]
    slips = slips_of(cost, {name: SLIPS[name] for name in NEEDED})
    return subject(rng, cases, lambda c: cost(*c), slips, lambda c: cell(*c)[0] == 0, 0.4)


def other_weight(rng: Random, b: Library, parcel: Parcel) -> Parcel:
    """The parcel at another weight, in another row of either edition, within the weights of the book."""
    choices = [replace(parcel, grams=n) for n in range(230, 4500, 10)]
    return rng.choice([p for p in choices if cost(b, p) != cost(b, parcel)])


def evidence(case: Case) -> tuple[tuple[str, str], ...]:
    b, parcel = case
    which, row = cell(b, parcel)
    rules = f"parcel_rules/{b.key}/{b.parcel[which].edition}"
    return (
        (sheet_of(b, parcel), f"parcel:{parcel.number}"),
        (rules, f"weight:{row}"),
        (rules, f"class:{parcel.cls}"),
        *starts(b, PARCEL),
    )


def sheet_of(b: Library, parcel: Parcel) -> str:
    return f"parcels/{b.key}/{next(i for i, rows in enumerate(b.parcels) if parcel in rows) + 1}"


@PROGRAMS.add(2, "conceptual_inclusion", "markdown", hops=3)
def parcel_cost(ledger: Ledger, rng: Random) -> Question:
    case = b, parcel = draw_case(ledger, rng)
    other = other_weight(rng, b, parcel)
    rows = next(rows for rows in b.parcels if parcel in rows)
    beside = rows[rows.index(parcel) - 1]
    return Question(
        ask=ask(
            """
            How many yen is the library that received parcel {p} charged for it?
            What does the addressee of parcel {p} have to pay, in yen, postage and packing together?
            Parcel {p} was sent out of town. What is the charge for it in yen?""",
            """
            小包{p}について、あて先の図書館に請求する額は何円か。
            発送番号{p}の資料を受け取った館が支払う額は、送料と包装料を合わせて何円ですか。
            {p}の小包の発送に係る請求額はいくらになりますか。""",
            p=parcel.number,
        ),
        evidence=evidence(case),
        copied=sheet_of(b, parcel),
        rival=swap(ledger, parcel, other),
        harmless=swap(ledger, beside, other_weight(rng, b, beside)),
        cut=(sheet_of(b, parcel), f"parcel:{parcel.number}"),
        older=cell(*case)[0] == 0,
        **outcome(yen, cost(*case), {name: slip(case) for name, slip in slips_of(cost, SLIPS).items()}, cost(b, other)),
    )
