"""What is missing from a log, by a join with the list of stops and the notice of exceptions."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bench.kits.base import Question
from bench.kits.ferry.ledger import Branch, Half, Ledger
from bench.kits.ferry.programs import PROGRAMS
from bench.kits.ledgers import swap
from bench.kits.questions import ask, both, outcome, slips_of, subject
from bench.kits.shapes import codes


def missing(
    b: Branch, half: Half, no_exception: bool = False, deferred_counts: bool = False, posts_too: bool = False
) -> tuple[str, ...]:
    """Codes of the stops that had to be inspected in a half-year and were not."""
    done = {check.code for check in half.log if not check.deferred or deferred_counts}
    return tuple(
        sorted(
            stop.code
            for stop in b.stops
            if (stop.shelter or posts_too) and stop.code not in done and (no_exception or stop.code not in half.exempt)
        )
    )


@PROGRAMS.add(4, "multi_source", "csv", hops=3)
def not_inspected(ledger: Ledger, rng: Random) -> Question:
    slips = slips_of(
        missing, {"forgot_the_exception": {"no_exception": True}, "counted_deferred": {"deferred_counts": True}}
    )
    cases = [(b, half) for b in ledger.branches for half in b.halves]
    case = b, half = subject(rng, cases, lambda c: missing(*c), slips)
    doc, notice = f"stop_log/{b.key}/{half.start:%Y-%m}", f"stop_notice/{b.key}/{half.start:%Y-%m}"
    shelters = {stop.code for stop in b.stops if stop.shelter} - set(half.exempt)
    posts = {stop.code for stop in b.stops if not stop.shelter}
    check = rng.choice([c for c in half.log[8:] if c.code in shelters and not c.deferred])
    post = rng.choice([c for c in half.log if c.code in posts])
    results = {name: slip(case) for name, slip in slips.items()} | {
        "posts_too": missing(*case, posts_too=True),
        "other_half": missing(b, next(other for other in b.halves if other != half)),
    }
    return Question(
        ask=ask(
            """
            Which stops of the {b} branch had to be inspected in the {half} and were not? Give the codes.
            Give the codes of the stops for which the {b} branch still owed an inspection at the end of the {half}.
            In the {half}, which stops of the {b} branch went without the inspection that was due? Answer with codes.""",
            """
            {b}営業所の停留所のうち、{half}に点検すべきであったのに点検が済まなかったものはどれか。番号で答えよ。
            {half}の終わりに点検が残っていた{b}営業所の停留所を、番号で挙げてください。
            {b}営業所で{half}の点検漏れとなった停留所の番号をすべて答えてください。""",
            b=b.name,
            half=both("half", half.start),
        ),
        evidence=((f"stops/{b.key}/2025", "table"), (doc, "table"), (notice, "duty"), (notice, "exempt")),
        copied=doc,
        rival=swap(ledger, check, replace(check, deferred=True)),
        harmless=swap(ledger, post, replace(post, deferred=not post.deferred)),
        cut=(doc, f"check:{rng.randrange(10, len(half.log) - 4)}"),
        rows=len(b.stops) + len(half.log),
        **outcome(codes, missing(*case), results, tuple(sorted({*missing(*case), check.code}))),
    )
