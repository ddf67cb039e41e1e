"""Questions that take for granted what the documents refute: a last day, a charge. The answer is the correction."""

from __future__ import annotations

from random import Random

from bench.kits.base import Question
from bench.kits.ledgers import swap
from bench.kits.library import names
from bench.kits.library.ledger import HOLD, Ledger
from bench.kits.library.programs import PROGRAMS, edition
from bench.kits.library.questions import holds, parcels
from bench.kits.questions import ask, both, premise, slips_of
from bench.kits.shapes import day, yen


@PROGRAMS.add(2, "multi_source", "numerical_inclusion", hops=2, kind="false_premise")
def collect_said(ledger: Ledger, rng: Random) -> Question:
    """The last day that the question names is that of another edition, place or way of counting."""
    case = b, place, reserved, ready = holds.draw_case(ledger, rng)
    right = holds.kept_until(*case)
    results = [slip(case) for slip in slips_of(holds.kept_until, holds.SLIPS).values()]
    wrong = rng.choice([result for result in results if result != right])
    rules = b.hold[edition(b, HOLD, reserved, ready)]
    beside = place - 1 if place else 1
    facts = {"b": b.name, "place": names.PLACES[place], "first": both("d", reserved), "second": both("d", ready)}
    return Question(
        ask=ask(
            """
            At {b} Library an item reserved on {first} and ready on {second} at the {place} can be collected until {wrong}. Which edition of the rules gives this day, and how are the days counted?
            Why does an item that was reserved at {b} Library on {first} and made ready on {second} wait at the {place} until {wrong}?
            An item reserved at {b} Library on {first} and made ready on {second} is kept at the {place} up to and including {wrong}. For how many days is that, by which edition of the rules?""",
            """
            {b}図書館で{first}に予約し、{second}に用意のできた資料は、{place}では{wrong}まで受け取ることができるが、この日は要領のどの版により、どのように数えたものか。
            {b}図書館で{first}に予約を受け付けて{second}に用意のできた資料が、{place}で{wrong}まで取り置かれるのは、なぜですか。
            {first}予約受付、{second}用意の{b}図書館の資料は、{place}で{wrong}まで取り置かれます。これは何版の要領による何日間の取置きですか。""",
            wrong=day(wrong),
            **facts,
        ),
        evidence=holds.evidence(case),
        copied=f"hold_rules/{b.key}/{rules.edition}",
        harmless=holds.with_days(ledger, rules, beside, holds.free_shift(rng, rules, beside)),
        **premise(
            day,
            right,
            wrong,
            "An item reserved at {b} Library on {first} and ready on {second} can be collected at the {place} until {right}, not until {refuted}.",
            "{b}図書館で{first}に予約を受け付け、{second}に用意のできた資料を{place}で受け取ることができるのは{right}までであり、{refuted}までではない。",
            **facts,
        ),
    )


@PROGRAMS.add(3, "conceptual_inclusion", "markdown", hops=3, kind="false_premise")
def parcel_said(ledger: Ledger, rng: Random) -> Question:
    """The charge that the question names is that of another edition, class or weight."""
    case = b, parcel = parcels.draw_case(ledger, rng)
    right = parcels.cost(*case)
    results = [slip(case) for slip in slips_of(parcels.cost, parcels.SLIPS).values()]
    wrong = rng.choice([result for result in results if result != right])
    rows = next(rows for rows in b.parcels if parcel in rows)
    beside = rows[rows.index(parcel) - 1]
    return Question(
        ask=ask(
            """
            The library that received parcel {p} has to pay {wrong}. Which part of it is postage, and which is packing?
            Why does parcel {p} cost the addressee {wrong}?
            Parcel {p} is charged at {wrong}. By which edition, and from which rows of its tables, is that?""",
            """
            小包{p}のあて先の館に{wrong}を請求することになるが、その内訳（送料及び包装料）はいくらずつか。
            発送番号{p}の資料の請求額が{wrong}となるのは、なぜですか。
            {p}の小包の請求額は{wrong}です。これは第何版の、表のどの区分によるものですか。""",
            p=parcel.number,
            wrong=yen(wrong),
        ),
        evidence=parcels.evidence(case),
        copied=parcels.sheet_of(b, parcel),
        harmless=swap(ledger, beside, parcels.other_weight(rng, b, beside)),
        **premise(
            yen,
            right,
            wrong,
            "The charge for parcel {p} is {right}, not {refuted}.",
            "小包{p}の請求額は{right}であり、{refuted}ではない。",
            p=parcel.number,
        ),
    )
