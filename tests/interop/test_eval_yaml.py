"""eval.yaml of an export is a task that inspect_ai takes from the Hub, and it asks what a run asks."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from bench.authoring.export import export, prompts_of
from bench.dataset import load
from tests.dataset.world import sound_world, write

pytest.importorskip("inspect_ai", reason="inspect_ai is not installed: make test-interop")

from inspect_ai._eval.loader import scorer_from_spec, solver_from_spec
from inspect_ai._eval.task.hf import HFTask, _record_to_sample_hf
from inspect_ai.scorer._scorer import ScorerSpec
from inspect_ai.solver._solver import SolverSpec


def test_inspect_takes_its_tasks_and_makes_samples_of_the_prompts(tmp_path: Path) -> None:
    source = str(write(tmp_path / "world", sound_world()))
    export(source, ["en", "ja"], tmp_path / "out", with_prompts=True)
    tasks = yaml.safe_load((tmp_path / "out" / "eval.yaml").read_text("utf-8"))["tasks"]
    rows = prompts_of(load(source, ["en", "ja"]))
    for task in map(HFTask.model_validate, tasks):
        for row in rows[task.split]:
            sample = _record_to_sample_hf(row, task.field_spec)
            assert (sample.input, sample.target) == (row["prompt"], row["target"])
            assert sample.metadata == {"id": row["id"], "kind": row["kind"], "system": row["system"]}
        for solver in task.solvers:
            assert solver_from_spec(SolverSpec(solver=solver.name, args=solver.args, args_passed=solver.args))
        for scorer in task.scorers:
            assert scorer_from_spec(ScorerSpec(scorer=scorer.name), task_path=None, **scorer.args)
