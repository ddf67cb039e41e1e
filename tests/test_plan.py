"""The plan of a run: each trial once, in an order that the seed decides; prompts without a client."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.campaign import PreparedRun, prepare
from bench.log import call_key
from bench.options import RunOptions
from bench.plan import Prompter, plan
from bench.records import Lang
from bench.retrieval import Retriever
from bench.retrieval.bm25 import Bm25
from tests.runs import write_dataset


@pytest.fixture
def run(tmp_path: Path) -> PreparedRun:
    data = write_dataset(tmp_path / "set", langs=("en", "ja"))
    return prepare(RunOptions("openai-compatible:m@http://127.0.0.1:9/v1", data=str(data), judge=("rule",), repeats=2))


def prompter(run: PreparedRun, wire: str) -> Prompter:
    rankers: dict[Lang, Retriever] = {lang: Bm25(data.corpus, lang) for lang, data in run.dataset.langs.items()}
    return Prompter(run.config, run.dataset, run.model, wire, rankers)


def items(run: PreparedRun) -> list[object]:
    return [item for data in run.dataset.langs.values() for item in data.items]


def test_every_trial_stands_in_the_plan_once(run: PreparedRun) -> None:
    ids = [trial.trial_id for trial in run.trials]
    assert len(set(ids)) == len(ids) > 0


def test_the_order_depends_on_the_seed_and_not_on_the_order_of_items(run: PreparedRun) -> None:
    backwards = plan(reversed(items(run)), run.config)  # type: ignore[arg-type]
    assert backwards == plan(items(run), run.config) == run.trials  # type: ignore[arg-type]
    other = plan(items(run), run.config.model_copy(update={"seed": 1}))  # type: ignore[arg-type]
    assert other != run.trials
    assert {trial.trial_id for trial in other} == {trial.trial_id for trial in run.trials}


def test_the_repeats_of_a_prompt_are_neighbours(run: PreparedRun) -> None:
    assert [trial.repeat for trial in run.trials] == [0, 1] * (len(run.trials) // 2)


def test_no_items_make_an_empty_plan(run: PreparedRun) -> None:
    assert plan([], run.config) == ()


def test_a_prepared_trial_has_the_key_that_its_call_is_logged_under(run: PreparedRun) -> None:
    trial = run.trials[0]
    prepared = prompter(run, "openai").prepare(trial)
    lang, item, arm, repeat = trial.trial_id
    assert prepared.key == prepared.request.key
    assert prepared.key == call_key(run.model.spec, prepared.request.params, prepared.messages, repeat, item, lang, arm)


def test_only_a_baseline_is_given_a_task_besides_the_prompt(run: PreparedRun) -> None:
    for trial in run.trials:
        assert prompter(run, "openai").prepare(trial).request.task is None
        task = prompter(run, "baseline").prepare(trial).request.task
        assert task is not None
        assert task.question == trial.item.question


def test_a_trial_whose_arm_needs_a_retriever_cannot_be_prepared_without_one(run: PreparedRun) -> None:
    trial = next(trial for trial in run.trials if trial.arm == "retrieved")
    with pytest.raises(ValueError, match="needs a retriever"):
        Prompter(run.config, run.dataset, run.model, "openai", {}).prepare(trial)
