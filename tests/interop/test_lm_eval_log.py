"""Samples and results of lm-evaluation-harness that somebody has changed: one sentence each, and never a traceback.

The files are made as the harness lays them out, so that it need not be installed.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.errors import DataError
from bench.interop.imported import import_run
from bench.interop.lm_eval_log import read_lm_eval
from bench.interop.lm_eval_task import PARAMS, rows
from bench.interop.prepared import prepare_task
from bench.options import RunOptions
from tests.runs import write_dataset

DATE = "2026-01-02T03-04-05.000006"
RESULTS: dict[str, Any] = {
    "lm_eval_version": "0.4.9",
    "date": 1767323045.0,
    "config": {
        "model": "local-chat-completions",
        "model_args": "model=m,base_url=http://localhost:1/v1/chat/completions",
    },
}


@pytest.fixture
def samples(tmp_path: Path) -> list[dict[str, Any]]:
    options = RunOptions(
        model="openai-compatible:lm-eval",
        base_url="http://localhost/v1",
        params=PARAMS,
        data=write_dataset(tmp_path / "set"),
        arms=("shuffled",),
        limit=3,
        judge=("rule",),
    )
    ready = prepare_task(options)
    sent = {"do_sample": False, "temperature": 0, "top_p": 1, "max_gen_toks": 16384, "seed": 0, "until": []}
    return [
        {"doc": doc, "arguments": {"gen_args_0": {"arg_0": [_conversation(doc)], "arg_1": sent}}, "resps": [["No."]]}
        for doc in rows(ready)
    ]


def _conversation(doc: dict[str, Any]) -> str:
    return json.dumps([{"role": role, "content": doc[role]} for role in ("system", "user")])


def written(folder: Path, samples: list[dict[str, Any]], results: dict[str, Any] = RESULTS) -> Path:
    path = folder / f"samples_rag_{DATE}.jsonl"
    path.write_text("".join(json.dumps(sample) + "\n" for sample in samples), "utf-8")
    (folder / f"results_{DATE}.json").write_text(json.dumps(results), "utf-8")
    return path


def test_untouched_files_are_imported(samples: list[dict[str, Any]], tmp_path: Path) -> None:
    made = import_run(read_lm_eval([written(tmp_path, samples)]), ("rule",), tmp_path / "run")
    assert (made.answers, made.missing, made.dropped) == (3, 0, ())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param(
            lambda s: s["doc"].update(arm=["gold"]), "is not a sample of this suite's tasks", id="a list as arm"
        ),
        pytest.param(lambda s: s["doc"].update(suite="[" * 100_000), "holds no configuration", id="depth in the suite"),
        pytest.param(
            lambda s: s["arguments"]["gen_args_0"].update(arg_0=["[" * 100_000]),
            "does not hold a conversation and its reply",
            id="depth in a prompt",
        ),
        pytest.param(
            lambda s: s.update(resps=[["half \ud800"]]),
            "does not hold a conversation and its reply",
            id="half a character",
        ),
    ],
)
def test_a_changed_sample_is_refused(
    samples: list[dict[str, Any]], tmp_path: Path, change: Callable[[dict[str, Any]], None], words: str
) -> None:
    change(samples[0])
    with pytest.raises(DataError, match=words):
        read_lm_eval([written(tmp_path, samples)])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param({"date": 1e300}, "where a time belongs", id="a time beyond all calendars"),
        pytest.param({"date": "\x1b[31m"}, r"has .\\x1b\[31m. where a time belongs", id="no time"),
        pytest.param({"config": ["x"]}, "of another form", id="a list as configuration"),
        pytest.param({"config": {"model_args": 3}}, "of another form", id="a number as arguments"),
    ],
)
def test_changed_results_are_refused(
    samples: list[dict[str, Any]], tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    with pytest.raises(DataError, match=words):
        read_lm_eval([written(tmp_path, samples, {**copy.deepcopy(RESULTS), **change})])
