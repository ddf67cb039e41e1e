"""Verdicts that answers speak against: which verdicts there are, and whether those that are named can be such.

Whether an answer has the reference or declines, rules for texts decide; they are not repeated here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bench.errors import LogError
from tests.oracle.cascades import settled_by_rules
from tests.oracle.figures import rate
from tests.oracle.reading import Fields
from tests.oracle.trials import Trial


def suspect_figures(
    config: Fields,
    trials: Sequence[Trial],
    votes: Sequence[Fields],
    texts: Mapping[str, str],
    printed: Fields,
) -> tuple[dict[str, Any], list[str]]:
    """The section, and what of it was taken from `printed`. `trials` without leave-one-out ones; `texts` by answer.

    Raises LogError where a suspect is named that can be none.
    """
    by_rules = settled_by_rules(votes, config["judges"])
    by_model = any(judge["spec"] != "rule" for judge in config["judges"])
    judged = [t for t in trials if by_model and t.counts and t.key in texts and t.key not in by_rules]
    named = {s["answer_key"]: s for s in printed["suspects"]}
    for t in judged:
        if t.key in named and t.letter not in _LETTERS[named[t.key]["doubt"]]:
            raise LogError(f"judge_suspects names {t.key}, whose verdict ({t.letter}) is not what it says")
    strangers: Collection[str] = named.keys() - {t.key for t in judged if t.kind in ("main", "false_premise")}
    if strangers or not set(printed["addressed"]) <= texts.keys():
        raise LogError(f"judge_suspects names answers that it cannot: {sorted(strangers)}")
    figures = {
        "verdicts": rate((t.cluster, t.key in named) for t in judged),
        "suspects": printed["suspects"],
        "addressed": printed["addressed"],
    }
    return figures, [f"judge_suspects ({len(named)} suspect verdicts, by rules for texts)"] if named else []


_LETTERS = {"reference_but_incorrect": "wa", "declines_but_correct": "c"}
