"""Retrieval by a function of the caller's: asked once a question, recorded, and its errors failures of a trial."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bench import score, trials
from bench.api import run
from bench.campaign import prepare
from bench.errors import ConfigError, LogError, UsageError
from bench.log import read
from bench.options import RunOptions
from bench.records import Answer, Chunk, Summary
from bench.retrieval import called
from bench.retrieval.called import ask, failures_told, name_of
from bench.returned import passages
from bench.verify.runs import verify_run
from tests.dataset.sources import jsonl
from tests.retrieval.asking import ADDED, CORPORA, ITEMS, MAIN, MAIN_JA, REMOVED, SHORT
from tests.runs import write_dataset

FEE, DOGS, PIER = CORPORA["en"].values()
OWN = "A berth may be booked by telephone."


def always(*found: Any) -> Callable[[str, int], Iterable[Any]]:
    """A function that finds the same for every question."""

    def search(question: str, k: int) -> Iterable[Any]:
        del question, k
        return list(found)

    return search


def returned(*found: Any, k: int = 3) -> called.Returned:
    """The record of a function that returns `found` for the Main question."""
    asked = ask(always(*found), CORPORA, [MAIN, MAIN_JA], k, spare=False)
    return next(one for one in asked if one.lang == "en")


def test_each_question_is_asked_once_and_for_as_many_more_as_an_item_takes_away() -> None:
    seen: list[tuple[str, int]] = []

    def search(question: str, k: int) -> list[str]:
        seen.append((question, k))
        return [PIER.text]

    assert len(ask(search, CORPORA, ITEMS, 2, spare=False)) == 2
    assert seen == [(MAIN.question, 3), (MAIN_JA.question, 2)]
    seen.clear()
    ask(search, CORPORA, [MAIN], 2, spare=True)
    assert seen == [(MAIN.question, 3)]  # a canary loses its gold chunk


def test_what_is_a_chunk_by_text_or_id_is_that_chunk_and_all_else_a_passage_of_its_own() -> None:
    found = returned(f" {FEE.text}\n", ("b", DOGS.text), {"id": "c"}, {"id": 7, "title": "Booking", "text": OWN}, k=4)
    *chunks, own = found.chunks
    assert chunks == ["a", "b", "c"]
    assert [(p.id, p.doc_id, p.title, p.text) for p in found.passages] == [(own, "7", "Booking", OWN)]
    assert passages([found]) == {"en": {own: found.passages[0]}}
    other = returned(("b", "Dogs are not welcome.")).passages[0]
    assert (other.doc_id, other.text) == ("b", "Dogs are not welcome.")


def test_what_comes_back_twice_is_one_passage_and_no_more_than_wanted_are_kept() -> None:
    assert returned(FEE.text, DOGS.text, FEE.text, k=2).chunks == ("a", "b")
    assert returned(FEE.text, FEE.text, DOGS.text, k=3).chunks == ("a", "b")
    assert returned().chunks == ()


@pytest.mark.parametrize(
    ("found", "fault"),
    [
        ("berth fee", "TypeError: it returned str, not a list of passages"),
        (None, "TypeError: it returned NoneType, not a list of passages"),
        (["half \ud800"], "passage 1 holds half of a surrogate pair"),
        ([FEE.text, " ", 4], "passage 2 is empty; passage 3 is no text, (id, text) or {text, id, title}"),
    ],
)
def test_what_is_no_list_of_passages_is_a_failure_of_its_question(found: Any, fault: str) -> None:
    def search(question: str, k: int) -> Any:
        del k
        return found if question == MAIN.question else [FEE.text]

    failed, sound = ask(search, CORPORA, [MAIN, MAIN_JA], 3, spare=False)
    assert (failed.failure, failed.chunks, sound.failure) == (fault, (), "")


def test_an_error_on_every_question_is_said_before_anything_is_paid_for() -> None:
    def search(question: str) -> list[str]:
        return [question]

    with pytest.raises(UsageError, match=r"The retriever .*search failed on every question: TypeError: .*argument"):
        ask(search, CORPORA, [MAIN, MAIN_JA], 3, spare=False)  # type: ignore[arg-type]


def test_an_item_that_changes_the_corpus_needs_chunks_of_it() -> None:
    """What it takes away cannot be taken from passages that nobody knows."""
    (found,) = ask(always(FEE.text, DOGS.text, PIER.text), CORPORA, [MAIN, REMOVED], 2, spare=False)
    (ranking,) = called.rankings("callable:x@0", [found]).values()
    assert (ranking.rank(MAIN, 2), ranking.rank(REMOVED, 2)) == (("a", "b"), ("b", "c"))
    assert ranking.failure(REMOVED, 2) is None
    (found,) = ask(always(OWN), CORPORA, [MAIN, REMOVED], 2, spare=False)
    (ranking,) = called.rankings("callable:x@0", [found]).values()
    assert ranking.failure(MAIN, 2) is None
    for changed in (REMOVED, ADDED, SHORT):
        failure = ranking.failure(changed, 2)
        assert failure is not None
        assert (failure.stage, failure.kind, failure.transient) == ("retrieval", "retrieval", False)


class Search:
    def __call__(self, question: str, k: int) -> list[str]:
        return [question][:k]


def test_a_function_is_called_by_its_name() -> None:
    search = always()
    assert name_of(search) == "always.locals.search"
    assert name_of(partial(search, k=1)) == name_of(search) == name_of(called.Remembered(search))
    assert name_of(Search()) == "Search"


# ---- a run with one ----

GOOD = {"contexts": ["It is kept for 14 days."], "answer": "14 days"}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows = [{"question": f"How long is {what} kept?", **GOOD} for what in ("a hat", "a dog", "a key")]
    return jsonl(tmp_path / "mine.jsonl", *rows)


def search(question: str, k: int) -> Iterable[Any]:
    """A search whose index is down for one question, and has a passage of its own for another."""
    del k
    if "dog" in question:
        raise ConnectionError("the index is down")
    return [("k1", "Keys: 14 days.")] if "key" in question else GOOD["contexts"]


def sparse(question: str, k: int) -> Iterable[Any]:
    """A search that is up and finds nothing for the question at which the other one fails."""
    return [] if "dog" in question else search(question, k)


def asked(data: Path, folder: Path, function: Callable[[str, int], Iterable[Any]] = search) -> Summary:
    return run("baseline:echo", data=data, arms="retrieved", judge="rule", retriever=function, top_k=2, out=folder)


def test_a_run_is_whole_without_the_function(data: Path, tmp_path: Path) -> None:
    """Passages and failures stand in its folder: it can be scored again, verified and shown."""
    summary = asked(data, tmp_path / "run")
    assert summary.complete
    assert summary.config.retriever.startswith("callable:search@")
    table = trials(tmp_path / "run").set_index("item")
    assert table.loc["mine-3", "text"] == "Keys: 14 days."
    assert table.loc["mine-2", ["outcome", "stage", "reason"]].tolist() == ["failed", "retrieval", "retrieval"]
    assert [(e.item, e.stage) for e in summary.exclusions] == [("mine-2", "retrieval")]
    (failed,) = [a for a in read(tmp_path / "run" / "answers.jsonl", Answer).records.values() if a.failure]
    assert (failed.attempts, failed.failure and failed.failure.message) == (0, "ConnectionError: the index is down")
    (measured,) = summary.retrieval
    assert {(q.item, q.reason) for q in measured.not_eligible} == {
        ("mine-2", "the retriever failed"),
        ("mine-3", "passages that are no chunks of the dataset"),
    }
    assert score(tmp_path / "run").results == summary.results
    assert verify_run(tmp_path / "run").not_covered == []


def test_the_same_results_are_the_same_run_and_other_results_are_seen(data: Path, tmp_path: Path) -> None:
    first = asked(data, tmp_path / "run")
    assert asked(data, tmp_path / "run").results == first.results
    with pytest.raises(ConfigError, match="it differs in retriever"):
        asked(data, tmp_path / "run", always("Nothing of that."))


def test_a_failed_search_takes_over_no_answer_of_one_that_found_nothing(data: Path, tmp_path: Path) -> None:
    """Both show no document; runs in one folder share the answers to equal prompts."""
    assert [e.stage for e in asked(data, tmp_path / "runs" / "empty", sparse).exclusions] == ["judge"]
    summary = asked(data, tmp_path / "runs" / "failing")
    assert [(e.item, e.stage) for e in summary.exclusions] == [("mine-2", "retrieval")]
    assert verify_run(tmp_path / "runs" / "failing").not_covered == []


def test_a_changed_record_of_what_was_returned_is_refused(data: Path, tmp_path: Path) -> None:
    asked(data, tmp_path / "run")
    path = tmp_path / "run" / "retrieved.jsonl"
    path.write_text(path.read_text("utf-8").replace("Keys: 14", "Keys: 15"), "utf-8")
    with pytest.raises(LogError, match=r"retrieved\.jsonl has changed"):
        score(tmp_path / "run")
    path.unlink()
    with pytest.raises(LogError, match="its retriever is a function"):
        score(tmp_path / "run")


def test_the_function_is_not_asked_where_no_arm_shows_what_it_finds(tmp_path: Path) -> None:
    def never(question: str, k: int) -> list[str]:
        raise AssertionError(question, k)

    summary = run(
        "baseline:extractive",
        data=write_dataset(tmp_path / "set"),
        arms="gold",
        retriever=never,
        judge="rule",
        out=tmp_path / "run",
    )
    assert summary.config.retriever.startswith("callable:")
    assert summary.complete
    assert (tmp_path / "run" / "retrieved.jsonl").read_text() == ""


def test_overlays_hold_where_chunks_of_the_corpus_come_back(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set")
    texts = {c["id"]: Chunk(**c) for c in map(json.loads, (data / "en" / "chunks.jsonl").read_text().splitlines())}

    def by_pier(question: str, k: int) -> list[tuple[str, str]]:
        number = question.partition("pier ")[2][0]
        names = sorted(texts, key=lambda name: name != f"W-{number}")
        return [(name, texts[name].text) for name in names][:k]

    summary = run(
        "baseline:oracle", data=data, arms="retrieved", retriever=by_pier, top_k=1, judge="rule", out=tmp_path / "run"
    )
    assert summary.exclusions == ()
    (measured,) = summary.retrieval
    assert measured.slices[0].recall.value == 1.0
    shown = {a.item: a.chunks for a in read(tmp_path / "run" / "answers.jsonl", Answer).records.values()}
    assert shown["Q-1"] == ("W-1",)
    assert len(shown["Q-1-INS"]) == 1
    assert "W-1" not in shown["Q-1-INS"]


async def _late(question: str, k: int) -> list[str]:
    return [question] * k


async def _stream(question: str, k: int) -> AsyncIterator[str]:
    yield question * k


class _Searcher:
    async def __call__(self, question: str, k: int) -> list[str]:
        return [question] * k


@pytest.mark.parametrize("function", [_late, _stream, _Searcher(), partial(_late, k=2)])
@pytest.mark.filterwarnings("error")
def test_an_asynchronous_function_is_refused_at_its_first_question(function: Any) -> None:
    asked = function if not isinstance(function, partial) else lambda question, _: function(question)
    with pytest.raises(UsageError, match=r"is asynchronous: it returned \w+\. Give a function that waits itself"):
        ask(asked, CORPORA, [MAIN, MAIN_JA], 3, spare=False)


def test_what_the_function_raised_is_told_once_with_the_question(tmp_path: Path) -> None:
    def search(question: str, k: int) -> list[str]:
        if "kept" in question:
            raise ValueError("index is down")
        return ["It opens at 9."][:k]

    rows = (("How long is it kept?", "14 days"), ("When does it open?", "at 9"))
    data = jsonl(tmp_path / "mine.jsonl", *({"question": q, "contexts": [a], "answer": a} for q, a in rows))
    ready = prepare(RunOptions(data=data, judge="rule", retriever=search))
    (told,) = [notice for notice in ready.notices if "failed on" in notice]
    assert "search failed on 1 of 2 questions" in told
    assert told.endswith("the first, 'How long is it kept?': ValueError: index is down")
    assert failures_told(search, ask(search, {}, [], 3, spare=False)) == []
