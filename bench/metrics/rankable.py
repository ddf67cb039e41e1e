"""Whether the results of a run may be ranked, by how it was asked and judged."""

from __future__ import annotations

from itertools import combinations

from bench.cascade import members
from bench.metrics.answered_by import same_model
from bench.metrics.suspects import BARRED
from bench.records import RULE, RunConfig

MOST_EXCLUDED = 0.05
"""Share of the trials that may be invalid or failed in a ranked result."""

NOT_OFFICIAL = "the dataset is not an official one"
"""Holds for every set but the suite's own and LIT-RAGBench; a sealed round has boards for its own set all the same."""


def not_for_leaderboard(
    config: RunConfig, complete: bool, cut: int = 0, suspect: tuple[int, int] = (0, 0), *, drawn: bool = False
) -> list[str]:
    """Every reason why the results of such a run may not be ranked; none if they may.

    `cut`: prompts that the server did not read whole. `suspect`: verdicts of models that the answers speak against, of
    how many. `drawn`: every item was drawn, so that its answer stands on a final line, which rules read.
    """
    models = [members(judge)[-1] for judge in config.judges]
    reasons = {
        "rule results are not for the leaderboard": not drawn and any(judge.spec == RULE for judge in config.judges),
        "the run is not complete": not complete,
        NOT_OFFICIAL: not config.dataset.official,
        "a sample of the dataset was run": config.limit is not None or config.preset == "smoke",
        "built-in baselines are not ranked": config.model.weights == "none",
        "the corpus was cut into other chunks": config.chunk_tokens is not None,
        "a function of the caller's chose the documents": config.retriever.startswith("callable:"),
        "the shuffled arm was laid out anew": config.gold_position is not None or config.distractors is not None,
        "canaries took the place of ordinary trials": config.canaries > 0,
        "another tool asked the questions": config.imported is not None,
        "the server did not read every prompt whole": cut > 0,
        "one model judges twice": any(same_model(a.spec, b.spec) for a, b in combinations(models, 2)),
        "judges voted without a test": config.untested_judge,
        "the answers speak against too many verdicts": suspect[0] > BARRED * suspect[1],
    }
    return [reason for reason, holds in reasons.items() if holds]
