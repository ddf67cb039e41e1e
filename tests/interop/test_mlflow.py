"""Runs in MLflow's file store, read back with its own client."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.export.mlflow_runs import log_runs
from bench.export.settings import Settings
from bench.scoring import score
from tests.runs import MODEL, write_dataset, write_run

mlflow = pytest.importorskip("mlflow", reason="mlflow-skinny is not installed: make test-interop")


def test_the_client_finds_the_figures_that_are_defined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    model = MODEL.model_copy(update={"spec": 'openai:<b>"日本語"\n---', "params": {"temperature": 0, "a/b": "x"}})
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "set", mains=8), model=model)
    (said,) = log_runs([run], str(tmp_path / "store"), Settings(by="A Lab"))
    client = mlflow.MlflowClient(tracking_uri=(tmp_path / "store").as_uri())
    (experiment,) = (e for e in client.search_experiments() if e.name.startswith("rag-generator-bench"))
    (found,) = client.search_runs([experiment.experiment_id])
    assert found.info.run_id in said
    assert (found.info.run_name, found.info.status) == ("run", "FINISHED")
    summary = score(run)
    (result,) = summary.results
    metrics = found.data.metrics
    assert metrics["en/shuffled/overall_macro"] == result.overall_macro
    assert metrics["en/shuffled/over_abstention"] == result.over_abstention.rate
    assert "en/shuffled/reach_context" not in metrics, "undefined, so it is not there"
    assert found.data.params["model"] == model.spec
    assert found.data.params["model.a_b"] == '"x"'
    assert found.data.tags["bench.digest"] == summary.digest
    assert [file.path for file in client.list_artifacts(found.info.run_id)] == ["summary.json"]


def test_every_run_is_a_run_of_its_dataset_s_experiment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    data = write_dataset(tmp_path / "set")
    runs = [write_run(tmp_path / name, data) for name in ("one", "two")]
    assert len(list(log_runs(runs, str(tmp_path / "store"), Settings()))) == 2
    client = mlflow.MlflowClient(tracking_uri=(tmp_path / "store").as_uri())
    (experiment,) = (e for e in client.search_experiments() if e.name.startswith("rag-generator-bench"))
    assert {found.info.run_name for found in client.search_runs([experiment.experiment_id])} == {"one", "two"}
