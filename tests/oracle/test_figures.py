"""The second implementation against the first, and against scipy: they share no code, so agreement says something."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.metrics.arm import arm_result, attribution
from bench.outcomes import Outcome, from_letter
from bench.records import Aspect, Kind
from bench.records.submission import ItemTags
from tests.oracle.audit import Audit
from tests.oracle.figures import ASPECTS, arm_figures, attribution_figures, wilson
from tests.oracle.trials import Trial

KINDS: tuple[Kind, ...] = ("main", "insufficient", "contradictory", "incomplete")


@st.composite
def outcomes(draw: st.DrawFn, arms: tuple[str, ...] = ("shuffled",)) -> list[Outcome]:
    """Trials of up to six questions: a Main item and abstention items, in each arm, twice, some as canaries."""
    found = []
    for question in range(draw(st.integers(0, 6))):
        for kind in draw(st.sets(st.sampled_from(KINDS))):
            aspects = draw(st.sampled_from(MAIN)) if kind == "main" else (Aspect(kind),)
            own = f"Q-{question}" if kind == "main" else f"Q-{question}-{kind}"
            base = None if kind == "main" else f"Q-{question}"
            tags = ItemTags(id=own, lang="en", kind=kind, aspects=aspects, base=base, cluster=f"Q-{question}")
            canary = kind == "main" and draw(st.booleans())
            for arm in arms:
                for repeat in range(2):
                    letter = draw(st.sampled_from({"main": "cwaif", "contradictory": "ndwif"}.get(kind, "cwif")))
                    found.append(from_letter(tags, arm, repeat, letter, canary=canary))
    return sorted(found, key=lambda o: o.trial_id)


MAIN = ((), (Aspect.MULTI_HOP,), (Aspect.SYNONYM, Aspect.CSV), (Aspect.MULTI_SOURCE,), (Aspect.HTML,))


def trial(o: Outcome) -> Trial:
    aspects = tuple(aspect.value for aspect in o.aspects)
    return Trial(o.lang, o.item, o.kind, o.arm, o.repeat, aspects, o.base, o.cluster, o.letter, o.canary)


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
