"""Whether what sentences cite carries them, counted over what a judge model logged."""

from __future__ import annotations

import pytest

from bench.metrics.cited import section
from bench.records import Answer, DatasetRef, Failure, Item, Rate, RunConfig
from bench.records.claims import CitationSupport, ClaimCall
from tests import runs
from tests.runs import MODEL
from tests.vectors import VECTORS

WORDS = {"S": "supported", "P": "partly", "N": "not_supported"}
CONFIG = RunConfig(
    model=MODEL, dataset=DatasetRef(name="d", version="1", sha256="0" * 64), data="d", langs=("en",),
    arms=("shuffled",), judges=(runs.JUDGE,),
)  # fmt: skip


def item(n: int) -> Item:
    return Item(id=f"Q-{n}", lang="en", kind="main", question="On which day?", answer="day 10", cluster=f"Q-{n}")


def trial(n: int, sentences: int) -> Answer:
    text = " ".join(f"Fact {place} is so [1]." for place in range(1, sentences + 1))
    return runs.answer(item(n), "shuffled", 0, "c").model_copy(update={"chunks": ("a", "b"), "text": text})


def call(n: int, place: int, of: int, **fields: object) -> ClaimCall:
    base = {"key": f"{n}-{place}", "model": "openai:j", "judge": "openai:j", "step": "cited", "item": f"Q-{n}",
            "lang": "en", "answer_key": trial(n, of).key, "chunks": ("a",), "sentence": f"Fact {place} is so.",
            "place": place, "sentences": of}  # fmt: skip
    return ClaimCall.model_validate({**base, **fields})


def calls(n: int, letters: str) -> list[ClaimCall]:
    """A call for each letter; `-` is a sentence that was not asked about, `x` a reply that could not be read."""
    said = {**WORDS, "x": None}
    return [
        call(n, place, len(letters), support=said[letter])
        for place, letter in enumerate(letters, 1)
        if letter != "-"
    ]  # fmt: skip


def results(*answers: str) -> CitationSupport:
    items = {("en", f"Q-{n}"): item(n) for n in range(len(answers))}
    trials = [trial(n, len(letters)) for n, letters in enumerate(answers)]
    (found,) = section(CONFIG, items, trials, [c for n, letters in enumerate(answers) for c in calls(n, letters)])  # type: ignore[arg-type]
    return found


def counts(rate: Rate) -> tuple[int, int]:
    return rate.k, rate.n


def test_the_vector() -> None:
    vector, found = VECTORS["cited"], results(*VECTORS["cited"]["answers"])
    for name in ("supported", "partly", "not_supported", "whole_answers"):
        k, n, share = vector[name]
        assert counts(getattr(found, name)) == (k, n)
        assert getattr(found, name).rate == pytest.approx(share)
    assert found.supported.ci95 == pytest.approx(vector["wilson"], abs=5e-4)
    assert found.supported.ci95_questions == pytest.approx(vector["over_questions"], abs=5e-4)
    assert found.undefined == ()


def test_what_is_not_carried_is_listed_by_answer_and_place() -> None:
    found = results("SN", "PS")
    assert [(f.item, f.what, f.reason) for f in found.faults] == [
        ("Q-0", "Fact 2 is so.", "not_supported"),
        ("Q-1", "Fact 1 is so.", "partly"),
    ]


def test_a_sentence_without_a_verdict_is_in_no_rate_and_keeps_its_answer_from_being_whole() -> None:
    found = results("Sx", "S-", "SS")
    assert counts(found.supported) == (4, 4)
    assert counts(found.whole_answers) == (1, 1)
    assert [(f.item, f.what, f.reason) for f in found.undefined] == [
        ("Q-0", "Fact 2 is so.", "unreadable"),
        ("Q-1", "", "not asked"),
    ]


def test_a_failed_call_is_listed_with_its_kind() -> None:
    failed = call(0, 1, 1, failure=Failure(stage="judge", kind="timeout", message="no reply"))
    (found,) = section(CONFIG, {("en", "Q-0"): item(0)}, [trial(0, 1)], [failed])
    assert [f.reason for f in found.undefined] == ["timeout"]
    assert found.supported.rate is None
    assert found.whole_answers.rate is None


def test_the_later_verdict_counts_and_one_on_another_text_does_not() -> None:
    strange = call(0, 1, 1, key="other", sentence="Fact 9 is so.", support="not_supported")
    older, newer = call(0, 1, 1, support="not_supported"), call(0, 1, 1, key="again", support="supported")
    (found,) = section(CONFIG, {("en", "Q-0"): item(0)}, [trial(0, 1)], [older, newer, strange])
    assert counts(found.supported) == (1, 1)


def test_each_judge_has_results_of_its_own_and_no_calls_give_none() -> None:
    other = [c.model_copy(update={"judge": "anthropic:k", "model": "anthropic:k"}) for c in calls(0, "N")]
    found = section(CONFIG, {("en", "Q-0"): item(0)}, [trial(0, 1)], [*calls(0, "S"), *other])
    assert [(r.judge, r.supported.k) for r in found] == [("openai:j", 1), ("anthropic:k", 0)]
    assert section(CONFIG, {("en", "Q-0"): item(0)}, [trial(0, 1)], []) == ()
