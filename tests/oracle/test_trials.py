"""From votes to letters, against the suite's own panel and outcomes, which share no code with it."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bench.outcomes import outcome
from bench.records import Answer, Failure, Item, Vote
from bench.records.panel import Intent
from tests.oracle.trials import trials_of
from tests.runs import MODEL, answer

JUDGES = ("a", "b", "c", "d")
KINDS = st.sampled_from(["main", "insufficient", "contradictory", "incomplete"])
FAILURE = Failure(stage="judge", kind="timeout", message="too late")


def item(kind: str) -> Item:
    fields: dict[str, Any] = {"id": "Q-1", "lang": "en", "kind": kind, "question": "Which?", "answer": "This."}
    return Item.model_validate({**fields, "cluster": "Q-1", "base": None if kind == "main" else "Q-0"})


@st.composite
def cast(draw: st.DrawFn, given_to: Answer) -> list[Vote]:
    """A vote of each judge but a few; whatever the fields can say, incoherent combinations too."""
    votes = []
    for judge in draw(st.permutations(JUDGES)):
        if draw(st.integers(0, 9)) == 0:
            continue
        failed = draw(st.integers(0, 5)) == 0
        votes.append(
            Vote(
                key=f"{judge}/{given_to.key}",
                model=judge,
                answer_key=given_to.key,
                verdict="invalid" if failed else draw(st.sampled_from(["correct", "incorrect", "invalid"])),
                abstained=draw(st.sampled_from([True, False, None])),
                conflict_named=draw(st.sampled_from([True, False, None])),
                failure=FAILURE if failed else None,
            )
        )
    return votes


@settings(max_examples=300)
@given(st.data())
def test_both_readings_of_the_same_votes_agree(data: st.DataObject) -> None:
    asked = item(data.draw(KINDS))
    panel = JUDGES[: data.draw(st.integers(1, 4))]
    given_to = answer(asked, "shuffled", 0, data.draw(st.sampled_from("cccf")), MODEL)
    votes = data.draw(cast(given_to))
    intent = None
    if data.draw(st.booleans()):
        said = data.draw(st.sampled_from(["attempt", "abstention", "conflict_named", "unclear"]))
        failure = FAILURE if data.draw(st.integers(0, 4)) == 0 else None
        intent = Intent(key="i", model="a", answer_key=given_to.key, intent=said, failure=failure)
    expected = outcome(given_to, {v.model: v for v in votes}, asked, panel, intent)
    trials, answers, counted = trials_of(
        [given_to.model_dump(mode="json")],
        [v.model_dump(mode="json") for v in votes],
        {("en", "Q-1"): asked},
        panel,
        None if intent is None else {given_to.key: intent.model_dump(mode="json")},
    )
    assert len(answers) == 1
    assert len(counted) == sum(v.model in panel for v in votes)
    if expected is None:
        assert trials == []
        return
    (trial,) = trials
    assert (trial.letter, trial.stage, trial.reason) == (expected.letter, expected.stage, expected.reason)
    assert (trial.counts, trial.good) == (expected.scored, expected.correct)
    assert not trial.counts or trial.attempt == expected.attempted


def test_regrades_do_not_count_and_the_last_answer_of_a_trial_does() -> None:
    asked = item("main")
    old, new = (answer(asked, "shuffled", 0, "c").model_dump(mode="json") | {"key": key} for key in ("old", "new"))
    vote = {"model": "a", "verdict": "correct", "abstained": False}
    votes = [
        {**vote, "key": "1", "answer_key": "new"},
        {**vote, "key": "2", "answer_key": "new", "verdict": "incorrect", "round": 1},
        {**vote, "key": "3", "answer_key": "old", "verdict": "incorrect"},
    ]
    trials, answers, counted = trials_of([old, new], votes, {("en", "Q-1"): asked}, ["a"])
    assert [t.letter for t in trials] == ["c"]
    assert ([a["key"] for a in answers], [v["key"] for v in counted]) == (["new"], ["1"])


def test_two_stage_judging_without_an_intent_is_not_decided() -> None:
    asked = item("main")
    given_to = answer(asked, "shuffled", 0, "c").model_dump(mode="json")
    vote = {"key": "1", "model": "a", "answer_key": given_to["key"], "verdict": "correct", "abstained": False}
    assert trials_of([given_to], [vote], {("en", "Q-1"): asked}, ["a"], {})[0] == []
