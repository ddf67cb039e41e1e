"""Difficulty: exact on a small world, the same every time, and without a trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.authoring.difficulty import BASELINES, CUTOFFS, Difficulty, measure, near_twins, retrieval
from bench.dataset import load
from bench.errors import DataError
from bench.records import ARMS
from bench.retrieval import Bm25
from tests.dataset.sources import jsonl
from tests.dataset.world import sound_world, write


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write(tmp_path_factory.mktemp("set") / "world", sound_world()))


@pytest.fixture(scope="module")
def measured(source: str) -> Difficulty:
    return measure(source, ["en", "ja"])


def test_each_baseline_has_every_language_and_arm(measured: Difficulty) -> None:
    assert list(measured.baselines) == list(BASELINES)
    for results in measured.baselines.values():
        assert [(r.lang, r.arm) for r in results] == [(lang, arm) for lang in ("en", "ja") for arm in ARMS]
        none = [r for r in results if r.arm == "none"]
        assert [(r.trials, set(r.aspects)) for r in none] == [
            (2, {"markdown", "calculation", "multi_source", "synonym"})
        ] * 2
        shuffled = next(r for r in results if r.arm == "shuffled")
        assert shuffled.trials == 8
        assert sum(shuffled.outcomes.model_dump().values()) == 8


def test_a_baseline_that_abstains_without_documents_is_never_right_there(measured: Difficulty) -> None:
    for result in measured.baselines["extractive"]:
        if result.arm == "none":
            assert result.outcomes.abstained == result.trials == 2
            assert result.main_avg is None or result.main_avg == 0


def test_recall_by_slice_is_that_of_the_ranking(measured: Difficulty, source: str) -> None:
    data = load(source, ["ja"]).langs["ja"]
    found = next(r for r in measured.retrieval if r.lang == "ja")
    assert found.chunks == 9
    retriever = Bm25(data.corpus, "ja")
    main = [item for item in data.items if item.kind == "main"]
    for k in CUTOFFS:
        shares = [len(set(item.positive) & set(retriever.rank(item, k))) / len(item.positive) for item in main]
        assert found.slices["all"]["Main items"].recall[str(k)] == pytest.approx(sum(shares) / 2)
    assert found.slices["all"]["Main items"].recall["10"] == 1.0


def test_slices_have_their_counts_and_only_names_that_occur(measured: Difficulty) -> None:
    counts = {title: {name: r.n for name, r in group.items()} for title, group in measured.retrieval[0].slices.items()}
    assert counts == {
        "all": {"Main items": 2},
        "kind": {"main": 2, "contradictory": 2, "incomplete": 2},
        "category": {"Integration": 1, "Reasoning": 1, "Logic": 1, "Table": 1},
        "aspect": {"multi_source": 1, "calculation": 1, "synonym": 1, "markdown": 1},
        "positives": {"1": 1, "2": 1},
    }


TARIFF = "Tariff of the slipway, season of {year}. Haul-out {haul} yen, launch {launch} yen, winter berth {berth} yen."


def test_a_near_twin_above_its_gold_chunk_is_counted(tmp_path: Path) -> None:
    new, old = (
        TARIFF.format(year=2026, haul=9800, launch=7300, berth=41000),
        TARIFF.format(year=2025, haul=9200, launch=6900, berth=38500),
    )
    other = "The harbour master has a dog that sleeps under the crane and barks at nobody."
    rows = [
        {"id": "up", "question": "Season 2025 haul-out: what is it now?", "answer": "9,800", "contexts": [new]},
        {"id": "down", "question": "What is the launch in 2026?", "answer": "7,300", "contexts": [new]},
        {"id": "alone", "question": "What barks?", "answer": "nothing", "contexts": [other]},
    ]
    for row in rows:
        row["negative"] = [old]
    data = load(str(jsonl(tmp_path / "harbour.jsonl", *rows)), ["en"])
    items = data.langs["en"].items
    twins = [len(near_twins(item, data.langs["en"].corpus, "en")) for item in items]
    assert twins == [1, 1, 0]
    (found,) = retrieval(data)
    assert (found.twin_above.k, found.twin_above.n) == (1, 2)


def test_a_set_without_positive_chunks_has_no_recall(tmp_path: Path) -> None:
    row = {"id": "a", "question": "Q?", "answer": "No document says it.", "kind": "insufficient", "negative": ["x y z"]}
    (found,) = retrieval(load(str(jsonl(tmp_path / "none.jsonl", row)), ["en"]))
    assert all(group == {} for group in found.slices.values())
    assert (found.twin_above.n, found.twin_above.rate) == (0, None)


def test_measuring_twice_gives_the_same_to_the_last_digit(measured: Difficulty, source: str) -> None:
    assert measure(source, ["en", "ja"]).model_dump_json() == measured.model_dump_json()


def test_nothing_is_left_behind(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    monkeypatch.chdir(tmp_path)
    told: list[str] = []
    measure(source, ["en"], tell=told.append)
    assert [path.name for path in tmp_path.rglob("*")] == ["temporary"]
    assert told == ["extractive: 24 answers.", "echo: 24 answers."]


def test_a_wrong_source_is_the_loaders_sentence() -> None:
    with pytest.raises(DataError, match="There is no dataset"):
        measure("nowhere", ["en"])
