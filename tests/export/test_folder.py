"""Exported runs: what a stranger reads with `load_dataset` has the counts and outcomes of the summary."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench.errors import DataError, UsageError
from bench.export.folder import export_runs
from bench.export.tables import COLUMNS
from bench.log import Writer, read
from bench.records import Answer, Arm, Item
from bench.scoring import outcomes_of, read_run, score
from tests.runs import JUDGE, RULE, write_dataset, write_run

LOAD = """
import json, sys, datasets
datasets.disable_progress_bars()
found = {name: list(datasets.load_dataset(sys.argv[1], name, cache_dir=sys.argv[1] + "-cache")["train"])
         for name in datasets.get_dataset_config_names(sys.argv[1])}
found["default"] = datasets.load_dataset(sys.argv[1], cache_dir=sys.argv[1] + "-cache")["train"].num_rows
print(json.dumps(found))
"""
JAPANESE = "第２便は１０時１５分に出航します。［１］"


def loaded(folder: Path) -> dict[str, Any]:
    """Every table as a stranger gets it, in a process that knows neither the suite nor the network."""
    done = subprocess.run(
        [sys.executable, "-c", LOAD, str(folder)],
        env={**os.environ, "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"},
        cwd=folder.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def varied(item: Item, arm: Arm, repeat: int) -> str:
    """Every outcome there is: a failure, an answer that nobody has judged, an invalid vote, and real ones."""
    if arm == "gold":
        return "n" if item.kind == "contradictory" else "w"
    return {"Q-0": "c", "Q-1": "a", "Q-2": "f", "Q-3": "i" if repeat else "-"}.get(item.id, "w")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    data = write_dataset(folder / "data", langs=("en", "ja"))
    run = write_run(
        folder / "run-1",
        data,
        varied,
        langs=("en", "ja"),
        arms=("gold", "shuffled"),
        repeats=2,
        judges=(JUDGE, RULE),
    )
    first = next(iter(read(run / "answers.jsonl", Answer).records.values()))
    rewritten = first.model_copy(update={"text": JAPANESE, "raw": f"<think>…</think>{JAPANESE}"})
    others = [a for a in read(run / "answers.jsonl", Answer).records.values() if a.key != first.key]
    (run / "answers.jsonl").unlink()
    with Writer[Answer](run / "answers.jsonl") as log:
        for answer in (rewritten, *others):
            log.append(answer)
    return run


@pytest.fixture(scope="module")
def tables(run: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    out = tmp_path_factory.mktemp("out") / "exported"
    export_runs([run], out)
    return loaded(out)


def test_every_trial_is_there_with_the_outcome_that_the_summary_counts(run: Path, tables: dict[str, Any]) -> None:
    log = read_run(run)
    decided = {o.trial_id: o for o in outcomes_of(log)}
    assert tables["default"] == len(tables["trials"]) == len(log.answers)
    for row in tables["trials"]:
        outcome = decided.get((row["lang"], row["item"], row["arm"], row["repeat"]))
        assert row["outcome"] == (outcome.outcome if outcome else None)
        assert row["letter"] == (outcome.letter if outcome else None)
        assert (row["stage"] or "", row["reason"] or "") == ((outcome.stage, outcome.reason) if outcome else ("", ""))
    for result in score(run).results:
        own = [row for row in tables["trials"] if (row["lang"], row["arm"]) == (result.lang, result.arm)]
        counts = Counter(row["outcome"] for row in own)
        assert {name: counts.get(name, 0) for name in result.outcomes.model_dump()} == result.outcomes.model_dump()
    assert {row["outcome"] for row in tables["trials"]} >= {"correct", "wrong", "abstained", "invalid", "failed", None}


def test_figures_are_those_of_the_summary_and_undefined_ones_are_null(run: Path, tables: dict[str, Any]) -> None:
    rates = {(row["lang"], row["arm"], row["metric"]): row for row in tables["rates"]}
    for result in score(run).results:
        row = rates[result.lang, result.arm, "over_abstention"]
        rate = result.over_abstention
        assert (row["k"], row["n"], row["rate"]) == (rate.k, rate.n, rate.rate)
        assert ((row["ci95_low"], row["ci95_high"]) if row["n"] else None) == rate.ci95
        assert rates[result.lang, result.arm, "overall_macro"]["rate"] == result.overall_macro
        assert rates[result.lang, result.arm, "quality.k4"]["rate"] == result.quality[2].value
    without = rates["en", "gold", "discrimination"]
    assert (without["n"], without["rate"], without["ci95_low"]) == (0, None, None)


def test_a_trial_has_tags_verdicts_tokens_and_cost(tables: dict[str, Any]) -> None:
    row = next(r for r in tables["trials"] if (r["lang"], r["item"], r["arm"]) == ("en", "Q-0", "shuffled"))
    assert (row["kind"], row["categories"], row["aspects"]) == ("main", ["Integration"], ["multi_source"])
    assert [(v["judge"], v["verdict"], v["failure"]) for v in row["verdicts"]] == [
        ("openai:judge-1", "correct", None),
        ("rule", "correct", None),
    ]
    assert (row["prompt_tokens"], row["completion_tokens"], row["latency_s"]) == (100, 10, 0.5)
    assert row["cost_usd"] == pytest.approx((100 * 1.0 + 10 * 4.0) / 1e6)
    assert set(tables["trials"][0]) == set(COLUMNS["trials"])


def test_texts_come_back_as_they_were(run: Path, tables: dict[str, Any]) -> None:
    answers = read(run / "answers.jsonl", Answer).records
    assert {row["answer_key"]: row["text"] for row in tables["answers"]} == {k: a.text for k, a in answers.items()}
    assert JAPANESE in {row["text"] for row in tables["answers"]}
    assert {row["failure"] for row in tables["answers"] if row["text"] is None} == {"cut by the limit"}


def test_without_texts_no_text_of_an_answer_or_a_question_is_in_the_folder(run: Path, tmp_path: Path) -> None:
    written = export_runs([run], tmp_path / "bare", texts=False)
    assert set(written) == {"trials", "rates", "runs"}
    assert not (tmp_path / "bare" / "answers.parquet").exists()
    import pyarrow.parquet as parquet

    whole = "".join(str(parquet.read_table(path).to_pylist()) for path in (tmp_path / "bare").glob("*.parquet"))
    assert "Q-0" in whole
    for text in (JAPANESE, "answer w", "tide gauge", "cut by the limit", str(run.parent)):
        assert text not in whole


def test_the_card_names_hostile_models_without_markup(tmp_path: Path) -> None:
    from tests.runs import MODEL

    hostile = MODEL.model_copy(update={"spec": "openai:<img src=x>|\n---\nconfigs: []"})
    run = write_run(tmp_path / "run-2", write_dataset(tmp_path / "data"), model=hostile)
    export_runs([run], tmp_path / "out")
    card = (tmp_path / "out" / "README.md").read_text("utf-8")
    assert "<img" not in card
    assert card.count("\n---\n") == 1, "only the end of the front matter"
    assert str(tmp_path) not in card


def test_what_cannot_be_exported_is_refused_and_leaves_nothing(run: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Two runs have the name run-1"):
        export_runs([run, run], tmp_path / "out")
    empty = write_run(tmp_path / "run-3", write_dataset(tmp_path / "data"), lambda *_: ".")
    with pytest.raises(DataError, match="no answer yet"):
        export_runs([empty], tmp_path / "out")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    with pytest.raises(UsageError, match="is not an empty folder"):
        export_runs([run], tmp_path / "full")
    assert not (tmp_path / "out").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "full", "run-3"]


def test_what_a_log_lacks_is_told(tmp_path: Path) -> None:
    whole = write_run(tmp_path / "whole", write_dataset(tmp_path / "set"))
    half = write_run(tmp_path / "half", tmp_path / "set")
    first, *_ = (half / "answers.jsonl").read_text("utf-8").splitlines(keepends=True)
    (half / "answers.jsonl").write_text(first + "garbage\n" + first[:100], "utf-8")
    told: list[str] = []
    export_runs([whole, half], tmp_path / "out", tell=told.append)
    assert [notice.split(":")[0] for notice in told[:2]] == ["half", "half"]
    assert "half-written line" in told[0]
    assert "answers.jsonl:2" in told[1]
    assert told[2:] == ["half is not complete: trials are missing, or failed in a way that may pass."]
