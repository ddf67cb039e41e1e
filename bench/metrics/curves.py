"""One point of a sweep's curves: three rates of one language at one setting."""

from __future__ import annotations

from collections.abc import Sequence

from bench.kinds import kind_of
from bench.metrics.lit import over_abstention
from bench.metrics.rag import false_answer
from bench.metrics.rates import rate
from bench.outcomes import Outcome
from bench.records import Lang
from bench.records.retrieval import CurvePoint


def point(lang: Lang, setting: float, run: str, outcomes: Sequence[Outcome]) -> CurvePoint:
    """The point of the run named `run`, from its outcomes of the shuffled arm in `lang`; none gives undefined rates."""
    main = [o for o in outcomes if kind_of(o.kind).answerable and o.scored]
    return CurvePoint(
        lang=lang,
        setting=setting,
        run=run,
        accuracy=rate((o.cluster, o.correct) for o in main),
        over_abstention=over_abstention(outcomes),
        false_answer=false_answer(outcomes),
    )
