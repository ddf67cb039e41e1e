"""Runs in MLflow: parameters, every defined figure as a metric, and the summary as an artifact.

Needs the extra `mlflow` (mlflow-skinny). Written against https://mlflow.org/docs/latest/api_reference/python_api/mlflow.client.html
and the package 3.17.2, read on 2026-11-30. Guarantees: an undefined figure is no metric, never 0; no text of a question
or an answer goes out.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.errors import LogError, UsageError
from bench.export.settings import Settings
from bench.export.source import Source, read_sources
from bench.export.tables import numbers_of

BATCH = 100
"""Parameters, metrics or tags in one call: the least that any of MLflow's limits allows."""
LONGEST = 500
"""Characters of a parameter, which older servers cut there."""


def log_runs(folders: Sequence[Path], to: str, settings: Settings) -> Iterator[str]:
    """Log each run as a new run of the experiment named after its dataset; yield a sentence for each.

    `to`: a folder (MLflow's file store) or a tracking address (`sqlite:///FILE`, `http://HOST`). A run that was logged
    before is logged once more. Raises what reading and scoring a run raises, UsageError where MLflow is missing, and
    LogError where it takes nothing.
    """
    try:
        from mlflow import MlflowClient
        from mlflow.exceptions import MlflowException
    except ImportError as error:
        raise UsageError("Logging to MLflow needs its client: pip install 'rag-generator-bench[mlflow]'.") from error
    sources = read_sources(folders, settings.tell, figures=True)
    try:
        client = MlflowClient(tracking_uri=_address(to))
        for source in sources:
            yield f"Logged {source.log.manifest.run} as the run {_log(client, source, settings)} of MLflow in {to}."
    except (MlflowException, OSError) as error:
        told = " ".join(str(error).split())
        raise LogError(f"--out: MLflow at {to} takes no run: {told}") from error


def _address(to: str) -> str:
    if "://" in to:
        return to
    # MLflow keeps its file store for those who ask for it by this variable; a folder given by name is such a wish.
    os.environ.setdefault("MLFLOW_ALLOW_FILE_STORE", "true")
    return Path(to).resolve().as_uri()


def _log(client: Any, source: Source, settings: Settings) -> str:
    from mlflow.entities import Metric, Param, RunTag

    summary, manifest = source.summary, source.log.manifest
    name = f"rag-generator-bench {summary.dataset.name} {summary.dataset.version[:12]}"
    known = client.get_experiment_by_name(name)
    experiment = known.experiment_id if known else client.create_experiment(name)
    begun = _milliseconds(manifest.created)
    ended = max([begun, *(_milliseconds(call.at) for call in (*source.log.answers, *source.log.votes) if call.at)])
    run = str(client.create_run(experiment, start_time=begun, run_name=manifest.run).info.run_id)
    params = [Param(key, value[:LONGEST]) for key, value in _params(source).items()]
    metrics = [Metric(key, value, ended, 0) for key, value in _metrics(source)]
    tags = {"bench.digest": manifest.digest, "bench.complete": json.dumps(summary.complete)}
    tags |= {"bench.by": settings.by} if settings.by else {}
    client.log_batch(run, tags=[RunTag(key, value) for key, value in tags.items()])
    for rows, kind in ((params, "params"), (metrics, "metrics")):
        for start in range(0, len(rows), BATCH):
            client.log_batch(run, **{kind: rows[start : start + BATCH]})
    client.log_text(run, summary.model_dump_json(indent=2), "summary.json")
    client.set_terminated(run, end_time=ended)
    return run


def _params(source: Source) -> dict[str, str]:
    config = source.log.manifest.config
    facts = {
        "model": config.model.spec,
        "dataset": config.dataset.name,
        "dataset_version": config.dataset.version,
        "dataset_sha256": config.dataset.sha256,
        "suite_version": source.log.manifest.suite_version,
        "langs": ",".join(config.langs),
        "arms": ",".join(config.arms),
        "repeats": str(config.repeats),
        "seed": str(config.seed),
        "preset": config.preset,
        "retriever": config.retriever,
        "judges": ", ".join(judge.spec for judge in config.judges),
    }
    sent = {f"model.{_key(key)}": json.dumps(value, ensure_ascii=False) for key, value in config.model.params.items()}
    return {**facts, **sent}


def _metrics(source: Source) -> Iterator[tuple[str, float]]:
    """Names are LANG/ARM/FIGURE."""
    for result in source.summary.results:
        for number in numbers_of(result):
            if number.value is not None:
                yield f"{result.lang}/{result.arm}/{_key(number.name)}", float(number.value)
    spent = source.summary.usage
    if spent.cost_usd is not None:
        yield "cost_usd", spent.cost_usd
    if spent.latency_s.median is not None:
        yield "latency_s_median", spent.latency_s.median


def _key(name: str) -> str:
    """A name with the characters that MLflow has in names."""
    return re.sub(r"[^\w. -]", "_", name)


def _milliseconds(at: str) -> int:
    moment = datetime.fromisoformat(at)
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
