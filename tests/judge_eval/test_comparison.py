"""Agreement, kappa and error rates of a judge, on tables computed by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.judge_eval.comparison import JudgedCase, agreement, disagreements, kappa
from bench.records import Failure, Kind, Verdict, Vote
from bench.records.judging import Confusion, JudgeCase
from tests.judge_eval.cases import label, line


def judged(
    labelled: str,
    said: Verdict,
    *,
    kind: Kind = "main",
    abstained: tuple[bool, bool | None] = (False, False),
    named: tuple[bool, bool | None] = (False, False),
    question: str = "Which?",
    failure: Failure | None = None,
) -> JudgedCase:
    """A case with one label and a vote; pairs are (label, vote)."""
    case = JudgeCase.model_validate(
        line(kind=kind, question=question, label=label(labelled, abstained[0], named[0]), answer=f"{labelled} {said}")
    )
    vote = Vote(
        key="k",
        model="judge",
        answer_key="a",
        verdict=said,
        abstained=abstained[1],
        conflict_named=named[1],
        failure=failure,
    )
    return JudgedCase("seen", "en", case, vote)


def many(right_right: int, right_wrong: int, wrong_right: int, wrong_wrong: int) -> list[JudgedCase]:
    return [
        *(judged("correct", "correct", question=f"a{n}") for n in range(right_right)),
        *(judged("correct", "incorrect", question=f"b{n}") for n in range(right_wrong)),
        *(judged("incorrect", "correct", question=f"c{n}") for n in range(wrong_right)),
        *(judged("incorrect", "incorrect", question=f"d{n}") for n in range(wrong_wrong)),
    ]


def confusion(right_right: int, right_wrong: int, wrong_right: int, wrong_wrong: int) -> Confusion:
    return Confusion(right_right=right_right, right_wrong=right_wrong, wrong_right=wrong_right, wrong_wrong=wrong_wrong)


@pytest.mark.parametrize(
    ("table", "value"),
    [
        # 35 of 50 agree; by chance 25/50 * 30/50 + 25/50 * 20/50 = 0.5; (0.7 - 0.5) / 0.5
        ((20, 5, 10, 15), 0.4),
        # 60 of 100 agree; by chance 0.6 * 0.7 + 0.4 * 0.3 = 0.54; 0.06 / 0.46
        ((45, 15, 25, 15), 0.06 / 0.46),
        # 60 of 100 agree; by chance 0.6 * 0.3 + 0.4 * 0.7 = 0.46; 0.14 / 0.54
        ((25, 35, 5, 35), 0.14 / 0.54),
        ((10, 0, 0, 10), 1.0),
        ((0, 10, 10, 0), -1.0),
    ],
)
def test_kappa_of_tables_computed_by_hand(table: tuple[int, int, int, int], value: float) -> None:
    found = kappa(confusion(*table))
    assert found.value == pytest.approx(value)


def test_the_interval_of_kappa_is_wilsons_for_the_agreement_beyond_chance() -> None:
    # 35 of 50: (0.7 + 3.8415/100) / 1.07683 = 0.68573, half-width 0.12324: 0.5625 to 0.8090; minus 0.5, over 0.5
    assert kappa(confusion(20, 5, 10, 15)).ci95 == pytest.approx((0.1250, 0.6179), abs=2e-4)
    low, high = kappa(confusion(10, 0, 0, 10)).ci95 or (0, 0)
    assert high == 1.0
    assert low < 0.75, "twenty agreements out of twenty are not certainty"


@pytest.mark.parametrize("table", [(0, 0, 0, 0), (7, 0, 0, 0), (5, 2, 0, 0), (0, 0, 3, 4)])
def test_kappa_is_undefined_without_votes_and_where_all_labels_are_the_same(table: tuple[int, int, int, int]) -> None:
    found = kappa(confusion(*table))
    assert (found.value, found.ci95) == (None, None)


@given(st.tuples(*[st.integers(0, 60)] * 4))
def test_kappa_lies_in_its_interval_and_does_not_depend_on_which_verdict_comes_first(
    table: tuple[int, int, int, int],
) -> None:
    found, mirrored = kappa(confusion(*table)), kappa(confusion(*reversed(table)))
    if found.value is None:
        assert mirrored.value is None
        return
    assert mirrored.value is not None
    assert math.isclose(found.value, mirrored.value, abs_tol=1e-12)
    assert found.ci95 is not None
    assert -1 <= found.ci95[0] <= found.value <= found.ci95[1] <= 1


def test_rates_have_the_denominators_that_their_names_say() -> None:
    found = agreement(many(18, 2, 3, 7))
    assert (found.n, found.invalid) == (30, 0)
    assert (found.agreement.k, found.agreement.n) == (25, 30)
    assert (found.false_correct.k, found.false_correct.n) == (3, 10)
    assert (found.false_wrong.k, found.false_wrong.n) == (2, 20)
    # Wilson 95 %: 3/10 -> 10.8 to 60.3; 2/20 -> 2.8 to 30.1
    assert found.false_correct.ci95 == pytest.approx((0.108, 0.603), abs=5e-4)
    assert found.false_wrong.ci95 == pytest.approx((0.028, 0.301), abs=5e-4)


def test_an_invalid_vote_is_no_error_of_either_kind_but_a_disagreement_of_all() -> None:
    lost = Failure(stage="judge", kind="timeout", message="too slow")
    unusable = [
        judged("correct", "invalid"),  # the judge cannot tell
        judged("correct", "invalid", failure=lost),
        judged("incorrect", "correct", abstained=(True, True)),  # says "correct" of a refusal: incoherent
        judged("incorrect", "incorrect", abstained=(False, None)),  # does not say whether it was an abstention
    ]
    found = agreement([*many(3, 0, 0, 3), *unusable])
    assert (found.n, found.invalid) == (10, 4)
    assert (found.agreement.k, found.agreement.n) == (6, 6)
    assert (found.agreement_of_all.k, found.agreement_of_all.n) == (6, 10)
    assert (found.coverage.k, found.coverage.n) == (6, 10)
    # Of all with the label, whatever the vote: two undecided ones of each are in what is divided by.
    assert (found.false_correct.k, found.false_correct.n) == (0, 5)
    assert (found.false_wrong.k, found.false_wrong.n) == (0, 5)
    assert found.kappa.value == 1.0
    reasons = [case.reason for case in disagreements(unusable)]
    assert reasons == ["undecided", "timeout: too slow", "incoherent", "incoherent"]


def test_flags_are_compared_where_they_decide_something() -> None:
    some = [
        judged("incorrect", "incorrect", abstained=(True, True)),
        judged("incorrect", "incorrect", abstained=(True, False)),
        # The conflict is named: whether that is also an abstention decides nothing.
        judged("correct", "correct", kind="contradictory", abstained=(True, False), named=(True, True)),
        judged("incorrect", "incorrect", kind="contradictory", named=(True, False)),
        judged("correct", "correct", named=(False, True)),  # not a contradictory case
    ]
    found = agreement(some)
    assert (found.abstained.k, found.abstained.n) == (3, 4)
    assert (found.conflict_named.k, found.conflict_named.n) == (1, 2)
    assert [case.fault for case in disagreements(some)] == ["abstained", "conflict_named"]


def test_a_disagreement_is_listed_with_its_gravest_difference() -> None:
    some = [*many(1, 1, 1, 1), judged("correct", "incorrect", abstained=(False, True))]
    assert [case.fault for case in disagreements(some)] == ["false_wrong", "false_correct", "false_wrong"]


def test_no_cases_give_undefined_figures() -> None:
    nothing = agreement([])
    assert nothing.n == 0
    assert nothing.agreement.rate is None
    assert nothing.false_correct.ci95 is None
    assert nothing.kappa.value is None


def test_cases_of_one_question_are_not_taken_for_independent() -> None:
    found = agreement([judged("correct", "correct", question="the same") for _ in range(20)])
    assert (found.agreement.n, found.agreement.questions) == (20, 1)
