"""LIT-RAGBench's figures, against the published counts and by what each must not do."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.metrics import lit
from bench.metrics.rates import MeanOfRates
from bench.outcomes import Outcome
from bench.records import Aspect, Category, Kind
from bench.wilson import wilson
from tests.runs import outcomes
from tests.vectors import VECTORS

ONE_ASPECT = {
    Category.INTEGRATION: Aspect.MULTI_SOURCE,
    Category.REASONING: Aspect.CALCULATION,
    Category.LOGIC: Aspect.SYNONYM,
    Category.TABLE: Aspect.CSV,
    Category.ABSTENTION: Aspect.INSUFFICIENT,
}


def published() -> list[Outcome]:
    """One trial for each published tag, right or wrong in the published numbers."""
    vector = VECTORS["lit"]["gpt5_ja"]
    found = []
    for category, aspect in ONE_ASPECT.items():
        right, tagged = vector["correct"][category.value], vector["tagged"][category.value]
        kind: Kind = "insufficient" if category is Category.ABSTENTION else "main"
        found += outcomes("c" * right + "w" * (tagged - right), kind, aspect, prefix=f"{category}-")
    return found


def test_the_published_category_accuracies() -> None:
    vector = VECTORS["lit"]["gpt5_ja"]
    for category, found in lit.categories(published()).items():
        assert found.rate == pytest.approx(vector["rates"][category.value], abs=0.0005)
        assert (found.k, found.n) == (vector["correct"][category.value], vector["tagged"][category.value])


def test_the_published_means_and_the_three_overall_figures() -> None:
    vector = VECTORS["lit"]["gpt5_ja"]
    trials = published()
    assert lit.main_avg(trials) == pytest.approx(vector["main_avg"], abs=vector["tolerance"])
    assert lit.overall_macro(trials) == pytest.approx(vector["overall_macro"], abs=vector["tolerance"])
    micro = lit.overall_tag_micro(trials)
    assert (micro.k, micro.n) == (136, vector["tags"])
    assert micro.rate == pytest.approx(vector["overall_tag_micro"], abs=0.0005)


def test_an_item_with_two_aspects_counts_in_both_categories_but_is_one_item() -> None:
    trials = outcomes("c", "main", Aspect.MULTI_HOP, Aspect.HTML) + outcomes("w", "main", Aspect.HTML, prefix="x")
    categories = lit.categories(trials)
    assert (categories[Category.REASONING].k, categories[Category.REASONING].n) == (1, 1)
    assert (categories[Category.TABLE].k, categories[Category.TABLE].n) == (1, 2)
    assert (lit.overall_tag_micro(trials).k, lit.overall_tag_micro(trials).n) == (2, 3)
    assert (lit.overall_item_micro(trials).k, lit.overall_item_micro(trials).n) == (1, 2)


def test_a_mean_over_a_missing_category_is_undefined_not_a_mean_of_the_rest() -> None:
    without_table = [o for o in published() if Category.TABLE not in o.categories]
    assert lit.main_avg(without_table) is None
    assert lit.overall_macro(without_table) is None
    assert lit.categories(without_table)[Category.TABLE].rate is None
    without_abstention = [o for o in published() if o.answerable]
    assert lit.main_avg(without_abstention) == pytest.approx(0.852, abs=0.001)
    assert lit.overall_macro(without_abstention) is None


@pytest.mark.parametrize("vector", VECTORS["lit"]["over_abstention"], ids=lambda v: str(v["abstained"]))
def test_the_published_over_abstention(vector: dict[str, float]) -> None:
    abstained, main = int(vector["abstained"]), int(vector["main"])
    trials = outcomes("a" * abstained + "c" * (main - abstained)) + outcomes("c" * 60, "insufficient")
    found = lit.over_abstention(trials)
    assert (found.k, found.n) == (abstained, main)
    assert found.rate == pytest.approx(vector["rate"], abs=0.0005)


@pytest.mark.parametrize(
    ("main", "twins", "k"),
    [
        ("ccwa", "cwcc", 1),  # only the first pair: right and declined
        ("cccc", "wwww", 0),  # always answers
        ("aaaa", "cccc", 0),  # always declines
        ("cccc", "cccc", 4),
    ],
)
def test_discrimination_needs_the_answer_and_the_refusal(main: str, twins: str, k: int) -> None:
    found = lit.discrimination(outcomes(main) + outcomes(twins, "insufficient"))
    assert (found.k, found.n) == (k, 4)


def test_discrimination_pairs_by_repeat_and_leaves_out_twins_without_a_scored_partner() -> None:
    # Two items with two repeats each; the second repeat of item 0 failed on the Main side.
    found = lit.discrimination(outcomes("cfcc", repeats=2) + outcomes("ccwc", "insufficient", repeats=2))
    assert (found.k, found.n, found.questions) == (2, 3, 2)


def test_contradictory_items_keep_three_things_apart() -> None:
    found = lit.contradictory(outcomes("nnddwif", "contradictory") + outcomes("w", "incomplete"))
    assert (found.named, found.declined, found.took_side) == (2, 2, 1)


@given(st.text("cwaif", max_size=30))
def test_what_is_not_scored_is_in_no_denominator(letters: str) -> None:
    trials = outcomes(letters, "main", Aspect.CSV)
    scored = sum(letter in "cwa" for letter in letters)
    for found in (lit.overall_item_micro(trials), lit.over_abstention(trials), lit.categories(trials)[Category.TABLE]):
        assert found.n == scored
        assert (found.rate is None) == (scored == 0)
        if found.rate is not None and found.ci95 is not None:
            assert found.ci95[0] <= found.rate <= found.ci95[1]


def test_untagged_items_have_an_item_overall_and_no_categories() -> None:
    trials = outcomes("ccw")
    assert lit.overall_item_micro(trials).rate == pytest.approx(2 / 3)
    assert lit.overall_tag_micro(trials).rate is None
    assert lit.aspects(trials) == {}


def test_aspects_are_listed_in_the_papers_order() -> None:
    trials = outcomes("cw", "main", Aspect.CSV) + outcomes("c", "main", Aspect.MULTI_SOURCE, prefix="x")
    assert list(lit.aspects(trials)) == [Aspect.MULTI_SOURCE, Aspect.CSV]
    assert lit.aspects(trials)[Aspect.CSV].rate == 0.5


def test_nothing_gives_nothing() -> None:
    assert lit.overall_macro([]) is None
    assert lit.main_avg([]) is None
    assert lit.discrimination([]).rate is None
    assert lit.contradictory([]).named == 0


def test_the_interval_of_the_macro_overall_is_over_questions_and_holds_it() -> None:
    aspects = (Aspect.MULTI_SOURCE, Aspect.MULTI_HOP, Aspect.SYNONYM, Aspect.HTML)
    trials = [o for a in aspects for o in outcomes("c" * 30 + "w" * 10, "main", a, prefix=f"{a.value}-")]
    trials += outcomes("c" * 30 + "w" * 10, "insufficient", Aspect.INSUFFICIENT, prefix="x-")
    found = lit.overall_mean(trials)
    assert found.ci95 is not None
    assert found.value == lit.overall_macro(trials) == pytest.approx(0.75)
    assert 0.65 < found.ci95[0] < 0.75 < found.ci95[1] < 0.85
    assert found.bounds is None
    again = lit.overall_mean([*trials, *trials])
    assert again.ci95 == pytest.approx(found.ci95)  # repeats are no new questions
    main = lit.main_mean(trials)
    assert main.value == lit.main_avg(trials)
    assert main.ci95 is not None
    assert main.ci95 != found.ci95


def test_the_interval_of_an_undefined_mean_is_undefined() -> None:
    for trials in (outcomes("cw", "main", Aspect.HTML), []):
        for mean in (lit.main_mean, lit.overall_mean):
            assert mean(trials) == MeanOfRates(None, None, None)


def test_a_mean_of_which_every_question_agrees_has_the_bounds_of_its_rates() -> None:
    """METRICS 12: never a width of zero. Four categories of 20 questions, all right: Wilson's 20 of 20 from 0.839."""
    aspects = (Aspect.MULTI_SOURCE, Aspect.MULTI_HOP, Aspect.SYNONYM, Aspect.HTML)
    trials = [o for a in aspects for o in outcomes("c" * 20, "main", a, prefix=f"{a.value}-")]
    found = lit.main_mean(trials)
    low, _ = wilson(20, 20) or (0.0, 0.0)
    assert found.ci95 == pytest.approx((1 - math.sqrt(4 * (1 - low) ** 2) / 4, 1))


def test_a_mean_says_what_it_could_be_with_every_trial_scored() -> None:
    aspects = (Aspect.MULTI_HOP, Aspect.SYNONYM, Aspect.HTML)
    trials = [o for a in aspects for o in outcomes("cw", "main", a, prefix=f"{a.value}-")]
    trials += outcomes("ccii", "main", Aspect.MULTI_SOURCE, prefix="x-")
    found = lit.main_mean(trials)
    assert found.value == pytest.approx((0.5 * 3 + 1) / 4)
    assert found.bounds == pytest.approx(((0.5 * 3 + 0.5) / 4, (0.5 * 3 + 1) / 4))
