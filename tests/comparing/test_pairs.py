"""Two systems on the same questions: planted differences are found, and nothing is found where nothing differs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.comparing.measures import measures
from bench.comparing.pairs import compare_pair, told_apart, verdict
from bench.metrics.arm import arm_result
from bench.metrics.situation import Situation
from bench.outcomes import Outcome, from_letter
from bench.records import Aspect
from bench.records.comparison import MeasuredDifference, Pair
from bench.records.submission import ItemTags
from tests.runs import outcomes

MEASURES = measures((1.0, 4.0))
NAMES = ("A", "B")
MAIN = (Aspect.MULTI_SOURCE, Aspect.MULTI_HOP, Aspect.SYNONYM, Aspect.HTML)


def system(mains: str, twins: str = "", repeats: int = 1) -> list[Outcome]:
    """Main items, their categories in turn, and evidence-removed twins of the first ones."""
    found = []
    for number, letter in enumerate(mains):
        item, repeat = divmod(number, repeats)
        tags = ItemTags(id=f"Q-{item}", lang="en", kind="main", aspects=(MAIN[item % 4],), cluster=f"Q-{item}")
        found.append(from_letter(tags, "shuffled", repeat, letter))
    for number, letter in enumerate(twins):
        item, repeat = divmod(number, repeats)
        own, aspects = f"Q-{item}-INS", (Aspect.INSUFFICIENT,)
        tags = ItemTags(id=own, lang="en", kind="insufficient", aspects=aspects, base=f"Q-{item}", cluster=f"Q-{item}")
        found.append(from_letter(tags, "shuffled", repeat, letter))
    return found


def compared(first: list[Outcome], second: list[Outcome], level: float = 0.05) -> Pair:
    return compare_pair(NAMES, first, second, MEASURES, level)


def measure(pair: Pair, name: str) -> MeasuredDifference:
    return next(m for m in pair.measures if m.measure == name)


def test_a_planted_difference_lies_in_its_interval_and_is_told_in_words() -> None:
    first = system("c" * 90 + "w" * 10, "c" * 100)
    second = system("c" * 60 + "w" * 40, "c" * 100)
    accuracy = measure(compared(first, second), "main_avg")
    assert accuracy.difference == pytest.approx(0.30, abs=0.001)
    assert accuracy.ci95 is not None
    assert accuracy.ci95[0] < 0.30 < accuracy.ci95[1]
    assert (accuracy.p, accuracy.finding) == (1e-4, "first")
    assert accuracy.verdict.startswith("A is better by 30.0 points [2")
    turned = measure(compared(second, first), "main_avg")
    assert turned.finding == "second"
    assert turned.verdict.split(" [")[0] == "B is better by 30.0 points"


def test_a_collapse_is_a_finding_in_the_readers_situation_though_every_question_shows_the_same_difference() -> None:
    first, second = system("c" * 180, "c" * 20), system("a" * 180, "c" * 20)
    told = compare_pair(NAMES, first, second, measures((1.0,), situation=Situation(5.0, 0.1)), 0.05)
    worth = measure(told, "reader_value")
    assert worth.difference == pytest.approx(0.9)
    assert worth.ci95 is not None
    assert 0.5 < worth.ci95[0] < 0.9 < worth.ci95[1] < 1.3
    assert worth.finding == "first"


def test_of_rates_of_errors_the_lower_one_is_better() -> None:
    first = system("a" * 5 + "c" * 95, "c" * 100)
    second = system("a" * 40 + "c" * 60, "w" * 50 + "c" * 50)
    pair = compared(first, second)
    abstained, answered = measure(pair, "over_abstention"), measure(pair, "false_answer")
    assert (abstained.difference, abstained.finding) == (pytest.approx(-0.35), "first")
    assert abstained.verdict.startswith("A is better by 35.0 points [2")
    assert (answered.difference, answered.finding) == (pytest.approx(-0.5), "first")


@settings(max_examples=25)
@given(st.text("cwaif", min_size=8, max_size=40), st.text("cwif", max_size=20))
def test_a_system_against_itself_is_never_distinguishable(mains: str, twins: str) -> None:
    found = system(mains, twins)
    for m in compared(found, found).measures:
        assert m.finding in ("not_distinguishable", "undefined")
        if m.finding == "not_distinguishable":
            assert (m.difference, m.p) == (0, 1)
            assert "not distinguishable at this size" in m.verdict


def test_not_distinguishable_says_what_would_have_shown() -> None:
    first, second = system("c" * 20 + "w" * 34), system("w" * 3 + "c" * 19 + "w" * 32)
    accuracy = measure(compared(first, second), "overall_item_micro")
    assert accuracy.finding == "not_distinguishable"
    assert accuracy.detectable is not None
    assert f"differences from {100 * accuracy.detectable:.1f} points on would show four times" in accuracy.verdict
    assert accuracy.difference is not None
    assert abs(accuracy.difference) < accuracy.detectable


@settings(max_examples=25)
@given(st.text("cwa", min_size=24, max_size=24), st.text("cwa", min_size=24, max_size=24))
def test_what_would_show_and_how_many_questions_would_show_it_are_one_promise(first: str, second: str) -> None:
    """More questions are needed exactly where the difference is below the one that these would show."""
    for m in compared(system(first), system(second)).measures:
        assert (m.needed is None) or m.finding == "not_distinguishable"
        if m.needed is not None and m.difference and m.detectable is not None:
            assert m.needed > m.questions
            assert abs(m.difference) < m.detectable or m.needed == m.questions + 1


def test_an_interval_that_holds_0_is_no_finding_however_small_p_is() -> None:
    """Of six questions all show the same difference: p is 1/32, and the bounds of so few questions hold 0."""
    told = compare_pair(NAMES, system("c" * 6), system("a" * 6), measures((1.0,)), 0.05)
    worth = measure(told, "quality_1")
    assert worth.p == pytest.approx(2**-5)
    assert worth.ci95 is not None
    assert worth.ci95[0] < 0
    assert worth.finding == "not_distinguishable"
    assert "(p = 0.031, but the interval holds 0)" in worth.verdict


def test_a_finding_must_pass_the_corrected_level() -> None:
    first, second = system("c" * 8 + "w" * 52), system("w" * 60)
    alone = measure(compared(first, second), "overall_item_micro")
    assert alone.p == pytest.approx(2**-7)
    assert alone.finding == "first"
    among_many = measure(compared(first, second, level=0.05 / 45), "overall_item_micro")
    assert among_many.finding == "not_distinguishable"
    assert "(p = 0.0078, not below the level 0.0011)" in among_many.verdict


@pytest.mark.parametrize(
    ("p", "level", "told"),
    [
        (0.0078, 0.0011, ("0.0078", "0.0011")),
        (0.0252, 0.025, ("0.0252", "0.025")),
        (0.02504, 0.025, ("0.02504", "0.025")),
        (0.025, 0.025, ("0.025", "0.025")),
    ],
)
def test_p_and_its_level_have_the_digits_that_tell_them_apart(p: float, level: float, told: tuple[str, str]) -> None:
    assert told_apart(p, level) == told


def test_the_bounds_of_a_verdict_have_a_true_minus_sign() -> None:
    found = measure(compared(system("c" * 90 + "w" * 10), system("c" * 60 + "w" * 40)), "main_avg")
    assert "by 30.0 points [−2.0, 62.0]" in verdict(NAMES, found.model_copy(update={"ci95": (-0.02, 0.62)}))["en"]


@pytest.mark.slow
@settings(max_examples=30)
@given(st.data())
def test_over_the_same_items_the_parts_add_up_to_the_figures_of_the_summary(data: st.DataObject) -> None:
    sides = []
    for _ in NAMES:
        mains = data.draw(st.text("cwa", min_size=16, max_size=16))
        sides.append(system(mains, data.draw(st.text("cw", min_size=8, max_size=8)), repeats=2))
    pair = compared(*sides)
    for side, value in zip(sides, ("first", "second"), strict=True):
        printed = arm_result("en", "shuffled", side)
        assert getattr(measure(pair, "main_avg"), value) == pytest.approx(printed.main_avg)
        assert getattr(measure(pair, "overall_macro"), value) == pytest.approx(printed.overall_macro)
        for name in ("overall_item_micro", "over_abstention", "false_answer"):
            assert getattr(measure(pair, name), value) == pytest.approx(getattr(printed, name).rate)
        for quality in (q for q in printed.quality if q.k in (1, 4)):
            assert getattr(measure(pair, f"quality_{quality.k:g}"), value) == pytest.approx(quality.value)


def test_repeats_of_a_question_are_averaged_and_count_as_one_question() -> None:
    first, second = system("cccwww" * 10, repeats=3), system("cwwccw" * 10, repeats=3)
    accuracy = measure(compared(first, second), "overall_item_micro")
    assert (accuracy.items, accuracy.questions) == (20, 20)
    assert accuracy.difference == pytest.approx(0.0)


def test_items_that_one_side_lacks_are_listed_and_left_out() -> None:
    first, second = system("ccfw"), system("cfcw")
    pair = compared(first, second)
    assert (pair.items, pair.unpaired.first, pair.unpaired.second) == (2, ("Q-1",), ("Q-2",))
    accuracy = measure(pair, "overall_item_micro")
    assert (accuracy.first, accuracy.second, accuracy.items) == (0.5, 0.5, 2)


def test_with_no_item_in_common_counts_are_tested_by_fisher() -> None:
    first, second = system("c" * 20 + "f" * 20), system("f" * 20 + "w" * 18 + "cc")
    accuracy = measure(compared(first, second), "overall_item_micro")
    assert (accuracy.method, accuracy.items, accuracy.questions) == ("Fisher", 40, 0)
    assert (accuracy.first, accuracy.second) == (1.0, 0.1)
    assert accuracy.p is not None
    assert accuracy.p < 1e-6
    assert "Fisher" in accuracy.verdict
    macro = measure(compared(first, second), "overall_macro")
    assert (macro.method, macro.finding, macro.difference) == ("none", "undefined", None)


def test_what_is_undefined_has_no_difference_and_a_reason() -> None:
    pair = compared(system("cw"), system("cc"))
    for name in ("main_avg", "overall_macro"):
        assert "undefined on the items in common" in measure(pair, name).verdict
    assert "no scored item in common" in measure(pair, "false_answer").verdict
    one = measure(compared(system("c"), system("w")), "overall_item_micro")
    assert (one.difference, one.p, one.finding) == (1.0, None, "undefined")
    assert "one question" in one.verdict


def test_canaries_are_compared_by_counts_of_items_as_published() -> None:
    """WRH: 3 of 18 questions against 4 of 18, p = 1.00; each was asked three times."""

    def canaries(violated: int) -> list[Outcome]:
        made = outcomes("ccc" * violated + "aaa" * (18 - violated), repeats=3)
        tags = [(o, ItemTags(id=o.item, lang="en", kind="main", cluster=o.cluster)) for o in made]
        return [from_letter(tag, o.arm, o.repeat, o.letter, canary=True) for o, tag in tags]

    pair = compare_pair(NAMES, canaries(3), canaries(4), measures((4.0,), canaries=True), 0.05)
    found = measure(pair, "canary_violations")
    assert (found.method, found.p, found.finding) == ("Fisher", pytest.approx(1.0), "not_distinguishable")
    assert (found.first, found.second) == (pytest.approx(3 / 18), pytest.approx(4 / 18))
    violating = measure(pair, "quality_4")
    assert (violating.first, violating.second) == (pytest.approx(-4 * 3 / 18), pytest.approx(-4 * 4 / 18))
