"""Faithfulness and relevance from what a judge model logged (REF, ERG)."""

from __future__ import annotations

import pytest

from bench.metrics.faithfulness import (
    Measured,
    answer_relevance,
    context_relevance,
    faithfulness,
    hallucination,
    section,
)
from bench.records import Answer, DatasetRef, Failure, Item, RunConfig
from bench.records.claims import ClaimCall, FaithfulnessResult
from tests import runs
from tests.runs import MODEL

FAILED = Failure(stage="judge", kind="timeout", message="no reply")


def item(n: int) -> Item:
    return Item(id=f"Q-{n}", lang="en", kind="main", question="On which day?", answer="day 10", cluster=f"Q-{n}")


def trial(n: int) -> Answer:
    return runs.answer(item(n), "shuffled", 0, "c").model_copy(update={"chunks": ("a", "b")})


def call(step: str, n: int, key: str = "", **fields: object) -> ClaimCall:
    about = "" if step == "context" else trial(n).key
    base = {"key": key or f"{step}-{n}", "model": "openai:j", "judge": "openai:j", "step": step, "item": f"Q-{n}",
            "lang": "en", "answer_key": about, "chunks": ("a", "b")}  # fmt: skip
    return ClaimCall.model_validate({**base, **fields})


def checked(n: int, supported: list[bool]) -> list[ClaimCall]:
    return [
        call("extract", n, claims=[f"claim {i}" for i in range(len(supported))]),
        *([call("verify", n, of=f"extract-{n}", supported=supported)] if supported else []),
    ]


def results(calls: list[ClaimCall], trials: int = 4) -> FaithfulnessResult:
    config = RunConfig(
        model=MODEL,
        dataset=DatasetRef(name="d", version="1", sha256="0" * 64),
        data="d",
        langs=("en",),
        arms=("shuffled",),
        judges=(runs.JUDGE,),
    )
    items = {("en", f"Q-{n}"): item(n) for n in range(trials)}
    (found,) = section(config, items, [trial(n) for n in range(trials)], calls)  # type: ignore[arg-type]
    return found


def measured(**steps: ClaimCall) -> Measured:
    return Measured(trial(0), "Q-0", **steps)


def test_faithfulness_is_supported_claims_of_all_claims() -> None:
    extract, verify = checked(0, [True, True, False, True])
    m = measured(extract=extract, verify=verify)
    assert (faithfulness(m), hallucination(m)) == (0.75, 0.25)


def test_a_refusal_asserts_nothing_so_it_is_faithful_and_no_hallucination() -> None:
    m = measured(extract=call("extract", 0, claims=[]))
    assert (faithfulness(m), hallucination(m)) == (1.0, 0.0)


@pytest.mark.parametrize(
    "steps",
    [
        {"extract": call("extract", 0, failure=FAILED)},
        {"extract": call("extract", 0)},
        {"extract": checked(0, [True])[0], "verify": call("verify", 0, failure=FAILED)},
        {"extract": checked(0, [True])[0], "verify": call("verify", 0)},
        {"extract": checked(0, [True])[0]},
    ],
)
def test_a_judge_that_failed_gives_undefined_neither_one_nor_zero(steps: dict[str, ClaimCall]) -> None:
    assert faithfulness(measured(**steps)) is None
    assert hallucination(measured(**steps)) is None


def test_answer_relevance_is_the_mean_cosine_and_a_decline_has_none_of_it() -> None:
    asked = call("questions", 0, questions=["a?", "b?"])
    near = call("embed", 0, of="questions-0", similarities=[0.5, 1.0])
    assert answer_relevance(measured(questions=asked, embed=near)) == 0.75
    assert answer_relevance(measured(questions=call("questions", 0, questions=[]))) == 0
    assert answer_relevance(measured(questions=asked)) is None
    assert answer_relevance(measured(questions=call("questions", 0, failure=FAILED))) is None
    assert answer_relevance(measured()) is None


def test_context_relevance_is_the_share_of_chunks_that_bear_on_the_question() -> None:
    assert context_relevance(measured(context=call("context", 0, bearing=[True, False]))) == 0.5
    assert context_relevance(measured(context=call("context", 0))) is None


def test_means_are_over_defined_values_only_and_the_rest_is_counted_and_listed() -> None:
    calls = [
        *checked(0, [True, False]),
        *checked(1, []),
        call("extract", 2, failure=FAILED),
        call("extract", 3, claims=["x"]),
        call("verify", 3, of="extract-3"),
    ]
    found = results(calls)
    assert (found.faithfulness.value, found.faithfulness.n, found.faithfulness.undefined) == (0.75, 2, 2)
    assert (found.hallucination.value, found.hallucination.n) == (0.25, 2)
    assert (found.claims.k, found.claims.n, found.without_claims) == (1, 2, 1)
    listed = [(u.item, u.step, u.reason) for u in found.undefined if u.measure == "faithfulness"]
    assert listed == [("Q-2", "extract", "timeout"), ("Q-3", "verify", "unreadable")]
    assert {u.item for u in found.undefined if u.measure == "context_relevance"} == {"Q-0", "Q-1", "Q-2", "Q-3"}
    assert found.answer_relevance.value is None
    assert found.answer_relevance.undefined == 0  # nobody was asked for it


def test_the_interval_is_over_questions_and_mirrors_for_hallucination() -> None:
    found = results([c for n in range(4) for c in checked(n, [True, n % 2 == 0])])
    assert found.faithfulness.ci95 is not None
    assert found.hallucination.ci95 is not None
    assert found.faithfulness.ci95[0] == pytest.approx(1 - found.hallucination.ci95[1])
    assert found.faithfulness.ci95[0] <= 0.75 <= found.faithfulness.ci95[1]


def test_the_later_extraction_counts_and_only_its_own_verification() -> None:
    older = checked(0, [False])
    newer = call("extract", 0, key="again", claims=["claim 0"])
    assert results([*older, newer], trials=1).faithfulness.value is None
    verified = call("verify", 0, key="v2", of="again", supported=[True])
    assert results([*older, newer, verified], trials=1).faithfulness.value == 1


def test_the_bearing_of_a_set_of_chunks_counts_for_every_answer_that_was_shown_it() -> None:
    calls = [*checked(0, [True]), call("context", 0, chunks=("b", "a"), bearing=[True, False])]
    assert results(calls, trials=1).context_relevance.value == 0.5


def test_each_judge_has_results_of_its_own() -> None:
    other = [c.model_copy(update={"judge": "anthropic:k", "model": "anthropic:k"}) for c in checked(0, [False])]
    config = RunConfig(
        model=MODEL, dataset=DatasetRef(name="d", version="1", sha256="0" * 64), data="d", langs=("en",),
        arms=("shuffled",), judges=(runs.JUDGE,),
    )  # fmt: skip
    found = section(config, {("en", "Q-0"): item(0)}, [trial(0)], [*checked(0, [True]), *other])
    assert [(r.judge, r.faithfulness.value) for r in found] == [("openai:j", 1.0), ("anthropic:k", 0.0)]


def test_without_calls_there_are_no_results() -> None:
    config = RunConfig(
        model=MODEL, dataset=DatasetRef(name="d", version="1", sha256="0" * 64), data="d", langs=("en",),
        arms=("shuffled",), judges=(runs.JUDGE,),
    )  # fmt: skip
    assert section(config, {("en", "Q-0"): item(0)}, [trial(0)], []) == ()
