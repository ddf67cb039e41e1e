"""Figures of drawn items (METRICS §10): rates per tier, how far a model reaches, slips, final lines, false premises.

All over the outcomes of one language in one arm; written items are in none of them but false premises. Questions of one
program are one cluster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from bench.arms import arm_of
from bench.kinds import kind_of
from bench.metrics.rates import rate, rate_of
from bench.outcomes import Outcome
from bench.records import Rate
from bench.records.items import TIERS, Difficulty
from bench.records.rates import NO_REACH, Reach, ReachStep

REACHED = 0.8
"""A step is reached where the lower bound of its accuracy is this or more."""


def tiers(outcomes: Sequence[Outcome]) -> dict[str, Rate]:
    """Accuracy of drawn Main items by tier, `tier1` to `tier6`. A tier without a scored trial has no value.

    {} where no drawn Main item was asked.
    """
    main = _main(outcomes)
    if not any(o.scored for o, _ in main):
        return {}
    return {
        f"tier{tier}": rate_of((o for o, drawn in main if drawn.tier == tier), lambda o: o.correct)
        for tier in range(TIERS[0], TIERS[1] + 1)
    }


def reach_context(outcomes: Sequence[Outcome]) -> Reach:
    """How long a context may be, in tokens of the nominal length, for a model still to answer 80 %.

    Only where the whole context is shown, evidence among its distractors; nothing in other arms.
    """
    whole = [o for o in outcomes if arm_of(o.arm).evidence and arm_of(o.arm).distractors]
    return _reach(whole, lambda drawn: drawn.context_tokens)


def reach_hops(outcomes: Sequence[Outcome]) -> Reach:
    """How deep a chain may be, in hops, for a model still to answer 80 %."""
    return _reach(outcomes, lambda drawn: drawn.hops)


def reach_rows(outcomes: Sequence[Outcome]) -> Reach:
    """How many rows a sweep may have for a model still to answer 80 %; questions without a sweep are in no step."""
    return _reach(outcomes, lambda drawn: drawn.rows)


def slips(outcomes: Sequence[Outcome]) -> dict[str, Rate]:
    """The wrong answers to drawn Main items by name, each as a share of all of them; `other` among them.

    {} where no answer was wrong.
    """
    maybe = [o for o, _ in _main(outcomes) if o.outcome == "wrong" or not o.scored]
    counts = Counter(o.slip for o in maybe if o.scored)
    names = sorted(counts.items(), key=lambda found: (-found[1], found[0]))
    return {name: rate_of(maybe, _is("slip", name)) for name, _ in names}


def no_final_line(outcomes: Sequence[Outcome]) -> Rate:
    """Replies without the final line that their prompt asks for / replies that were asked for one.

    A call that failed replied nothing and is in neither.
    """
    return rate((o.cluster, not o.final_line) for o in outcomes if o.final_line is not None)


def false_premise(outcomes: Sequence[Outcome]) -> dict[str, Rate]:
    """What became of questions that take something for granted which the documents refute: the premise was corrected,
    the answer declined, or it went along with the premise. Shares of the scored trials; {} where there are none."""
    asked = [o for o in outcomes if kind_of(o.kind).apart]
    if not any(o.scored for o in asked):
        return {}
    by_outcome = {"corrected": "correct", "premise_declined": "abstained", "went_along": "wrong"}
    return {name: rate_of(asked, _is("outcome", end)) for name, end in by_outcome.items()}


def _is(field: str, value: str) -> Callable[[Outcome], bool]:
    return lambda o: getattr(o, field) == value


def _main(outcomes: Iterable[Outcome]) -> list[tuple[Outcome, Difficulty]]:
    """The trials of drawn questions with an answer, but for canaries."""
    return [(o, o.difficulty) for o in outcomes if o.difficulty is not None and o.answerable]


def _reach(outcomes: Sequence[Outcome], size: Callable[[Difficulty], int]) -> Reach:
    """The largest step whose accuracy has a lower 95 % bound of REACHED or more, and the curve that it is read from.

    The bound is that of Wilson's interval over clusters. A step is every size that was asked; 0 is none.
    """
    main = [(o, size(drawn)) for o, drawn in _main(outcomes)]
    sizes = sorted({at for o, at in main if o.scored} - {0})
    if not sizes:
        return NO_REACH
    steps = tuple(ReachStep(at=at, rate=rate_of((o for o, n in main if n == at), lambda o: o.correct)) for at in sizes)
    reached = [step.at for step in steps if step.rate.ci95_questions and step.rate.ci95_questions[0] >= REACHED]
    if not reached:
        return Reach(at=None, shown=f"< {sizes[0]:,}", steps=steps)
    beyond = "≥ " if len(reached) == len(sizes) else ""
    return Reach(at=reached[-1], shown=f"{beyond}{reached[-1]:,}", steps=steps)
