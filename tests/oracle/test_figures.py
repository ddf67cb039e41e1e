"""The second implementation against the first, and against scipy: they share no code, so agreement says something."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.metrics.arm import arm_result, attribution
from bench.outcomes import Outcome, from_letter
from bench.records import Aspect, Kind
from bench.records.items import Difficulty
from bench.records.submission import ItemTags
from tests.oracle.audit import Audit
from tests.oracle.figures import ASPECTS, arm_figures, attribution_figures, wilson
from tests.oracle.trials import Trial

KINDS: tuple[Kind, ...] = ("main", "insufficient", "contradictory", "incomplete", "false_premise")


LETTERS = {"main": "cwaif", "contradictory": "ndwif", "false_premise": "cwaif"}


@st.composite
def outcomes(draw: st.DrawFn, arms: tuple[str, ...] = ("shuffled",)) -> list[Outcome]:
    """Trials of up to six questions: a Main item and abstention items, in each arm, twice, some as canaries."""
    found = []
    for question in range(draw(st.integers(0, 6))):
        for kind in draw(st.sets(st.sampled_from(KINDS))):
            apart = kind == "false_premise"
            aspects = draw(st.sampled_from(MAIN)) if kind == "main" else () if apart else (Aspect(kind),)
            own = f"Q-{question}" if kind == "main" else f"Q-{question}-{kind}"
            base = None if kind == "main" or apart else f"Q-{question}"
            size = {"tier": 1 + question % 6, "hops": 1 + question % 2, "rows": question % 3, "context_tokens": 6000}
            tags = ItemTags(
                id=own,
                lang="en",
                kind=kind,
                aspects=aspects,
                base=base,
                cluster=f"Q-{question}",
                difficulty=Difficulty.model_validate(size) if question % 2 else None,
            )
            canary = kind == "main" and draw(st.booleans())
            for arm in arms:
                for repeat in range(2):
                    letter = draw(st.sampled_from(LETTERS.get(kind, "cwif")))
                    o = from_letter(tags, arm, repeat, letter, canary=canary)
                    if tags.difficulty:
                        slip = draw(st.sampled_from(("other", "month"))) if letter == "w" and o.answerable else ""
                        o = replace(o, slip=slip, final_line=None if letter == "f" else draw(st.booleans()))
                    found.append(o)
    return sorted(found, key=lambda o: o.trial_id)


MAIN = ((), (Aspect.MULTI_HOP,), (Aspect.SYNONYM, Aspect.CSV), (Aspect.MULTI_SOURCE,), (Aspect.HTML,))


def trial(o: Outcome) -> Trial:
    aspects = tuple(aspect.value for aspect in o.aspects)
    size = o.difficulty.model_dump() if o.difficulty else None
    where = (o.lang, o.item, o.kind, o.arm, o.repeat, aspects, o.base, o.cluster, o.letter, o.canary)
    return Trial(*where, size=size, slip=o.slip, line=o.final_line)


def agree(printed: Any, computed: Any) -> Audit:
    audit = Audit("the summary")
    audit.compare(json.loads(printed.model_dump_json()), computed, "the second implementation")
    return audit


@settings(max_examples=60)
@given(outcomes())
def test_both_implementations_give_every_figure_of_an_arm(found: list[Outcome]) -> None:
    audit = agree(arm_result("en", "shuffled", found), arm_figures("en", "shuffled", [trial(o) for o in found]))
    assert audit.numbers > 80
    assert audit.not_covered == []


@settings(max_examples=25)
@given(outcomes(("gold", "shuffled", "retrieved", "none")))
def test_both_implementations_say_where_errors_come_from(found: list[Outcome]) -> None:
    audit = agree(attribution("en", found), attribution_figures("en", [trial(o) for o in found]))
    assert audit.numbers >= 12


@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (12, 54), (9, 50), (1234, 2706)])
def test_the_roots_of_wilsons_equation_are_scipys_interval(k: int, n: int) -> None:
    from scipy.stats import binomtest

    expected = binomtest(k, n).proportion_ci(0.95, method="wilson")
    assert wilson(k / n, n) == pytest.approx([expected.low, expected.high], abs=1e-9)


def test_every_aspect_stands_in_the_category_that_the_records_give_it() -> None:
    assert {aspect: name for name, aspects in ASPECTS.items() for aspect in aspects} == {
        aspect.value: aspect.category.value for aspect in Aspect
    }
