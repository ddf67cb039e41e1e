"""What the sliders of a page rank by: the rates r, w and f of each system, and the situation to begin with.

Guarantees: a page's script gets rates and never works out one; V(k, u), which is linear in each of them, is all that it
computes (bench/metrics/situation.py). Whoever always declines stands among the systems, with rates of 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bench.arms import headline_of
from bench.comparing.decision import shared_rates
from bench.comparing.systems import ScoredRun
from bench.metrics.situation import Rates, Situation
from bench.outcomes import Outcome, ordinary
from bench.records.leaderboard import Entry
from bench.report.sections.parts import arm_word, name
from bench.words import Text, said

MOST_COST = 20.0
"""Where the slider of k ends, unless the reader's own k lies beyond."""
STEP_COST = 0.25
STEP_SHARE = 0.01

Json = dict[str, Any]


def settings(situation: Situation | None = None) -> Json:
    """Where the sliders stand at first, and how far they go."""
    asked = situation or Situation()
    return {
        "cost": asked.cost,
        "unanswerable": asked.unanswerable,
        "most": max(MOST_COST, asked.cost),
        "step": {"cost": STEP_COST, "unanswerable": STEP_SHARE},
        "declining": {**_row(said("situation.declining"), Rates(0.0, 0.0, 0.0)), "declining": True},
    }


def of_runs(runs: Sequence[ScoredRun], situation: Situation | None = None) -> Json:
    """The situation of a report: for each language of the headline arm the rates of each run.

    Several runs are taken over the items that all of them have scored, as in their decision table. Languages and arm
    are those that all runs have; without any, there are no groups and the page has no sliders.
    """
    configs = [run.log.manifest.config for run in runs]
    arms = [arm for arm in configs[0].arms if all(arm in config.arms for config in configs)]
    langs = [lang for lang in configs[0].langs if all(lang in config.langs for config in configs)]
    groups = []
    for lang in langs if arms else []:
        arm = headline_of(arms)
        outcomes = {run.name: _of(run.outcomes, lang, arm) for run in runs}
        systems = [(name(title), rates) for title, rates in shared_rates(outcomes).items()]
        if any(rates.right is not None for _, rates in systems):
            groups.append(
                {"title": said("situation.group", lang=said(f"lang.{lang}"), arm=arm_word(arm)), **of(systems)}
            )
    asked = situation or Situation()
    if groups and all(group["answerable"] for group in groups):
        asked = replace(asked, unanswerable=0.0)
    return {**settings(asked), "groups": groups}


def of(systems: Iterable[tuple[Text, Rates]]) -> Json:
    """A group: its systems, and whether no question without an answer was scored."""
    known = list(systems)
    return {
        "systems": [_row(title, rates) for title, rates in known],
        "answerable": all(rates.false_answer is None for _, rates in known),
    }


def of_entry(entry: Entry) -> Mapping[str, float | None]:
    """r, w and f of an entry of a board without canaries, from its counts of attempts; None where nothing counts.

    What is unanswerable are the trials of its false answers; the others have an answer.
    """
    line, false = entry.penalty, entry.rate("false_answer")
    answerable = line.n - false.n
    right, wrong = (line.correct / answerable, (line.wrong - false.k) / answerable) if answerable else (None, None)
    return _rates(Rates(right, wrong, false.rate))


def _of(outcomes: Iterable[Outcome], lang: str, arm: str) -> list[Outcome]:
    return [o for o in ordinary(outcomes) if (o.lang, o.arm) == (lang, arm)]


def _row(title: Text, rates: Rates) -> Json:
    return {"name": title, **_rates(rates)}


def _rates(rates: Rates) -> Mapping[str, float | None]:
    return {"right": rates.right, "wrong": rates.wrong, "false": rates.false_answer}
