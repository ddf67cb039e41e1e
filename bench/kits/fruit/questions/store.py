"""What is left of a grower's fruit at the end of a month: deliveries less loads less rejects, and what came back."""

from __future__ import annotations

from functools import partial
from random import Random

from bench.kits.base import Question
from bench.kits.fruit.ledger import Ledger
from bench.kits.fruit.programs import PROGRAMS, grower_of, movable, with_weight
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import measure


def stock(
    ledger: Ledger,
    i: int,
    m: int,
    grower: str,
    held_too: bool = False,
    disposed_too: bool = False,
    returns_wrong: bool = False,
    rejects_wrong: bool = False,
    all_loads: bool = False,
) -> int:
    """Kilograms at the end of month `m` of what a grower delivered in it."""
    s = ledger.stations[i]
    month = s.months[m]
    left = 0
    for lot in (lot for lot in month.lots if lot.grower == grower):
        loads = [load for mm in (s.months if all_loads else (month,)) for load in mm.loads if load.lot == lot.code]
        left += lot.kg - sum(load.kg for load in loads if held_too or not load.held)
        if s.store.rejects_leave != rejects_wrong:
            left -= lot.rejects
        if s.store.returns_count != returns_wrong:
            left += sum(r.kg for r in month.returns if r.lot == lot.code and (r.back or disposed_too))
    return left


@PROGRAMS.add(4, "multi_source", "multi_hop", hops=5)
def left_in_store(ledger: Ledger, rng: Random) -> Question:
    solve = partial(stock, ledger)
    slips = slips_of(
        solve,
        {
            "rejects_the_other_way": {"rejects_wrong": True},
            "returns_the_other_way": {"returns_wrong": True},
            "counted_loads_held_back": {"held_too": True},
            "counted_what_was_disposed_of": {"disposed_too": True},
            "counted_later_loads": {"all_loads": True},
        },
    )
    cases = []
    for i, s in enumerate(ledger.stations):
        weights = movable(s)
        for m, month in enumerate(s.months):
            for grower in s.growers:
                own = [lot for lot in month.lots if lot.grower == grower.code]
                back = [r for r in month.returns if r.lot in [lot.code for lot in own]]
                if len(own) >= 3 and back and any(weights[lot.code][1] for lot in own) and solve(i, m, grower.code) > 0:
                    cases.append((i, m, grower.code))
    needed = {name: slips[name] for name in ("rejects_the_other_way", "counted_later_loads")}
    case = i, m, code = subject(rng, cases, lambda c: solve(*c), needed)
    s, month = ledger.stations[i], ledger.stations[i].months[m]
    _, rival = with_weight(ledger, i, rng, [lot for lot in month.lots if lot.grower == code])
    _, harmless = with_weight(ledger, i, rng, [other for other in month.lots if other.grower != code])
    period = f"{s.key}/{month.first:%Y-%m}"
    return Question(
        ask=ask(
            """
            Of what the {grower} family brought to the {s} station in {m}, how many kilograms were still on the premises when the month closed?
            At the close of {m}, how many kilograms did the {s} station still hold of the fruit that the {grower} family had brought in during the month?
            The {grower} family brought fruit to {s} in {m}. How much of it, in kilograms, remained there at the close of the last day of that month?""",
            """
            {m}に{grower}さんが{s}選果場に持ち込んだ分のうち、その月の末日の終わりに場内に残っていたのは何kgか。
            {s}選果場が{m}に{grower}さんから受け入れた果実は、月末の時点で何kg残っていましたか。
            {grower}さんは{m}に{s}選果場へ果実を出しました。このうち、月末に場に残っている量（kg）を答えてください。""",
            s=s.name,
            grower=grower_of(s, code).name,
            m=both("m", month.first),
        ),
        evidence=(
            (f"growers/{s.key}/2025", f"grower:{code}"),
            (f"receipts/{period}", "table"),
            (f"rejects/{period}", "table"),
            (f"loads/{period}", "table"),
            (f"returns/{period}", "table"),
            (f"store_rules/{s.key}/2025", "stock"),
            (f"store_rules/{s.key}/2025", "rejects"),
            (f"store_rules/{s.key}/2025", "returns"),
        ),
        copied=f"receipts/{period}",
        rival=rival,
        harmless=harmless,
        cut=(f"loads/{period}", f"load:{rng.choice(month.loads[12:]).number}"),
        rows=len(month.lots) + len(month.loads),
        **outcome(
            measure("kg", "kg"),
            solve(*case),
            {name: slip(case) for name, slip in slips.items()},
            stock(rival, *case),
        ),
    )
