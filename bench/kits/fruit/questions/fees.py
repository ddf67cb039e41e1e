"""What a lot costs its grower: the contract, not the delivery, decides the edition."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from random import Random

from bench.kits.base import Question
from bench.kits.days import DAY
from bench.kits.fruit.ledger import Grower, Ledger, Lot
from bench.kits.fruit.programs import FEES, PROGRAMS, Spans, grower_of, in_force, lots, start, starts
from bench.kits.ledgers import swap
from bench.kits.questions import ask, outcome, slips_of, subject
from bench.kits.shapes import yen


def fees(
    ledger: Ledger,
    i: int,
    lot: Lot,
    by_delivery: bool = False,
    uncorrected: bool = False,
    other_edition: bool = False,
    no_least: bool = False,
    none_free: bool = False,
    other_district: bool = False,
    haulage_only: bool = False,
) -> int:
    """Yen for sorting and haulage of a lot; fractions of a yen are dropped."""
    s = ledger.stations[i]
    grower = grower_of(s, lot.grower)
    day = lot.delivered if by_delivery else grower.contract
    rules = s.fees[in_force(ledger, i, FEES, day, other_edition, uncorrected)]
    sorting = lot.kg * rules.sorting // 10
    district = (grower.district + other_district) % len(rules.haulage)
    haulage = rules.haulage[district] * max(lot.containers - (0 if none_free else rules.free), 0)
    return haulage + (0 if haulage_only else sorting if no_least else max(sorting, rules.least))


def fee_evidence(ledger: Ledger, i: int, grower: Grower) -> Spans:
    s = ledger.stations[i]
    doc = f"fees/{s.key}/{s.fees[in_force(ledger, i, FEES, grower.contract)].edition}"
    return (
        (f"growers/{s.key}/2025", f"grower:{grower.code}"),
        (doc, "sorting"),
        (doc, f"haulage:{grower.district}"),
        (doc, "free"),
        *starts(ledger, i, FEES),
    )


def other_contract(rng: Random, ledger: Ledger, i: int, grower: Grower) -> Grower:
    """The grower with a contract of the other side of the start of the newer edition."""
    first = start(ledger, i, FEES)
    shift = rng.randrange(2, 16)
    return replace(grower, contract=first + DAY * shift if grower.contract < first else first - DAY * shift)


def _beside(ledger: Ledger, i: int, grower: Grower, rng: Random) -> Ledger:
    other = rng.choice([g for g in ledger.stations[i].growers if g is not grower])
    day: date = other.contract + DAY * rng.choice((-5, -4, -3, 3, 4, 5))
    return swap(ledger, other, replace(other, contract=day))


@PROGRAMS.add(3, "multi_source", "calculation", hops=5)
def lot_costs(ledger: Ledger, rng: Random) -> Question:
    solve = partial(fees, ledger)
    slips = slips_of(
        solve,
        {
            "by_day_of_delivery": {"by_delivery": True},
            "other_edition": {"other_edition": True},
            "without_the_correction": {"uncorrected": True},
            "forgot_the_minimum": {"no_least": True},
            "forgot_the_free_ones": {"none_free": True},
            "neighbouring_row": {"other_district": True},
            "sorting_left_out": {"haulage_only": True},
        },
    )
    cases = [(i, lot) for i, _, lot in lots(ledger)]
    if rng.random() < 0.5:
        cases = [c for c in cases if slips["forgot_the_minimum"](c) != solve(*c)]
    needed = {name: slips[name] for name in ("other_edition", "neighbouring_row", "forgot_the_free_ones")}

    def older(case: tuple[int, Lot]) -> bool:
        return grower_of(ledger.stations[case[0]], case[1].grower).contract < start(ledger, case[0], FEES)

    case = i, lot = subject(rng, cases, lambda c: solve(*c), needed, older, 0.36)
    s = ledger.stations[i]
    grower = grower_of(s, lot.grower)
    month = next(m for m in s.months if lot in m.lots)
    rival = swap(ledger, grower, other_contract(rng, ledger, i, grower))
    return Question(
        ask=ask(
            """
            Lot {lot}: how much, in yen, does it cost its owner to have it carried and run over the line? The levy is left out of account.
            What do carrying and grading of lot {lot} come to in yen, the levy not counted?
            Leaving the levy aside, what sum in yen is charged for bringing in lot {lot} and putting it through the machine?""",
            """
            ロット{lot}について、運んで選果機に通すまでに持ち主が負担する額は何円か。ただし、賦課金は含めない。
            ロット{lot}の運賃と選別の費用は、合わせていくらになりますか。賦課金は除いて答えてください。
            ロット{lot}を出した農家が、運ぶ費用と選別の費用として差し引かれる額は何円ですか（賦課金を除く。）。""",
            lot=lot.code,
        ),
        evidence=((f"receipts/{s.key}/{month.first:%Y-%m}", f"lot:{lot.code}"), *fee_evidence(ledger, i, grower)),
        copied=f"growers/{s.key}/2025",
        rival=rival,
        harmless=_beside(ledger, i, grower, rng),
        cut=(f"receipts/{s.key}/{month.first:%Y-%m}", f"lot:{lot.code}"),
        older=older(case),
        **outcome(yen, solve(*case), {name: slip(case) for name, slip in slips.items()}, fees(rival, i, lot)),
    )
