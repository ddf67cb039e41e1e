"""The curves of a sweep: three rates of each language at each setting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bench.arms import HEADLINE
from bench.kinds import kind_of
from bench.metrics.lit import over_abstention
from bench.metrics.rag import false_answer
from bench.metrics.rates import rate_of
from bench.outcomes import Outcome
from bench.records import Lang, RunConfig
from bench.records.retrieval import Curve, CurvePoint

Scored = tuple[str, RunConfig, Sequence[Outcome]]
"""A run: its name, its configuration and its outcomes."""


def curves(runs: Iterable[Scored]) -> tuple[Curve, ...]:
    """The curves over these runs, points in the order of runs and languages; a curve without a point is left out.

    A run with a place of the evidence is a point of that curve, else one with a number of distractors of the other.
    """
    positions: list[CurvePoint] = []
    numbers: list[CurvePoint] = []
    for run, config, outcomes in runs:
        for lang in config.langs:
            own = [o for o in outcomes if (o.lang, o.arm) == (lang, HEADLINE)]
            if config.gold_position is not None:
                positions.append(_point(lang, config.gold_position, run, own))
            elif config.distractors is not None:
                numbers.append(_point(lang, config.distractors, run, own))
    both = Curve(by="gold_position", points=tuple(positions)), Curve(by="distractors", points=tuple(numbers))
    return tuple(curve for curve in both if curve.points)


def _point(lang: Lang, setting: float, run: str, outcomes: Sequence[Outcome]) -> CurvePoint:
    """The point of the run named `run`, from its outcomes of the shuffled arm in `lang`; none gives undefined rates."""
    return CurvePoint(
        lang=lang,
        setting=setting,
        run=run,
        accuracy=rate_of(outcomes, lambda o: o.correct, lambda o: kind_of(o.kind).answerable),
        over_abstention=over_abstention(outcomes),
        false_answer=false_answer(outcomes),
    )
