"""Whose turns of a month were not done in time: the rota, exchanges, days off, what the warden found and when."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from bench.kits.base import Question
from bench.kits.dormitory.ledger import Check, Hall, Ledger, Rota, Turn
from bench.kits.dormitory.programs import PROGRAMS, TURNS, in_force, starts
from bench.kits.dormitory.terms import deadline
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import codes

Checks = tuple[Check, ...]
Case = tuple[Hall, Rota, Checks]


def missed(
    h: Hall,
    rota: Rota,
    checks: Checks,
    no_swaps: bool = False,
    off_too: bool = False,
    late_ones_done: bool = False,
    range_end: bool = False,
    no_weekend: bool = False,
    **edition: Any,
) -> tuple[str, ...]:
    """Numbers of the residents, ascending, each once."""
    found = {(check.day, check.task): check.at for check in checks}
    swapped = {(s.day, s.task): s.resident for s in rota.swaps}

    def is_missed(turn: Turn) -> bool:
        if turn.day in rota.off and not off_too:
            return False
        at = found.get((turn.day, turn.task))
        if at is None:
            return True
        rules = h.turns[in_force(h, TURNS, turn.day, **edition)]
        last = deadline(rules, turn.day, turn.task, no_weekend)
        late = at > last or (at == last and rules.closed == range_end)
        return late and not late_ones_done

    return tuple(
        sorted(
            {
                turn.resident if no_swaps else swapped.get((turn.day, turn.task), turn.resident)
                for turn in rota.rows
                if is_missed(turn)
            }
        )
    )


def _changes(case: Case, decides: bool) -> list[tuple[Check, Check]]:
    """Checks at another time that decides whether somebody is in the answer, or does not."""
    h, rota, checks = case
    right = missed(*case)
    found = []
    for check in checks[1:]:
        for n in (-30, -20, 20, 30):
            other = replace(check, at=check.at + n)
            rules = h.turns[in_force(h, TURNS, check.day)]
            last = deadline(rules, check.day, check.task)
            crosses = (check.at <= last) != (other.at <= last) or last in (check.at, other.at)
            changed = tuple(other if c is check else c for c in checks) if crosses else checks
            if (missed(h, rota, changed) != right) == decides and 300 < other.at < 1440:
                found.append((check, other))
    return found


@PROGRAMS.add(4, "multi_source", "multi_hop", hops=5)
def turns_missed(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        missed,
        {
            "forgot_the_exchanges": {"no_swaps": True},
            "days_off_too": {"off_too": True},
            "late_ones_as_done": {"late_ones_done": True},
            "range_end": {"range_end": True},
            "forgot_the_weekends": {"no_weekend": True},
            "newer_edition_for_all": {"one_edition": 1},
            "older_edition_for_all": {"one_edition": 0},
        },
    )
    telling = {name: slips[name] for name in ("forgot_the_exchanges", "days_off_too", "late_ones_as_done")}
    cases = [
        (h, rota, checks)
        for h in ledger.halls
        for rota, checks in zip(h.rotas, h.checks, strict=True)
        if 4 <= len(missed(h, rota, checks)) <= 18
    ]
    case = h, rota, checks = subject(rng, cases, lambda c: missed(*c), telling)
    old, new = rng.choice(_changes(case, True))
    doc = f"checks/{h.key}/{rota.first:%Y-%m}"
    editions = sorted({in_force(h, TURNS, turn.day) for turn in rota.rows})
    rules = [f"turn_rules/{h.key}/{h.turns[edition].edition}" for edition in editions]
    return Question(
        ask=ask(
            """
            Who at the {h} hall is to be reminded for {m}, because something that fell to them was left undone or was done too late? Give the numbers in ascending order, each once.
            In {m} some residents of the {h} hall did not do in time what they were down for in the end. Give their numbers, each once, in ascending order.
            Give in ascending order, each once, the numbers of the residents of the {h} hall who in {m} left undone what fell to them, or were too late with it.""",
            """
            {h}寮で、{m}に自分の番に当たったことを行わず、又は間に合わなかったため注意を受けるのは誰か。番号を小さい順に、重複なくすべて答えよ。
            {m}に{h}寮で、最終的に自分の番となったことを時間内に済ませなかった寮生の番号を、重複なく小さい順にすべて挙げてください。
            {h}寮の寮生のうち、{m}に割り当てられたこと（交代後のもの）をしなかった者及び間に合わなかった者の番号を、重複なく小さい順に答えてください。""",
            h=h.name,
            m=both("m", rota.first),
        ),
        evidence=(
            *((f"rota/{h.key}/{rota.first:%Y-%m}", span) for span in ("table", "swaps", "off")),
            (doc, "table"),
            (doc, "legend"),
            *((rule, span) for rule in rules for span in ("by", "end", "weekend", "swaps", "off")),
            *starts(h, TURNS),
        ),
        copied=doc,
        rival=swap(ledger, old, new),
        harmless=swap(ledger, *rng.choice(_changes(case, False))),
        cut=(doc, f"check:{rng.randrange(20, len(checks))}"),
        rows=len(rota.rows),
        **outcome(
            codes,
            missed(*case),
            {name: slip(case) for name, slip in slips.items()},
            missed(h, rota, tuple(new if c is old else c for c in checks)),
        ),
    )
