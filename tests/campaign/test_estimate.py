"""What a run would take: the prompts that it then sends, what the log has already, prices with their assumptions."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.campaign import PreparedRun, execute, prepare
from bench.campaign.estimate import ANSWER_TOKENS, THINKING_TOKENS, VERDICT_TOKENS, estimate
from bench.log import read
from bench.options import RunOptions
from bench.records import Answer, Vote
from bench.tokens import count
from tests.campaign.panel_server import sensible, wanted
from tests.campaign.watching import Watcher
from tests.runs import write_dataset
from tests.server import Server


def listed(folder: Path, data: Path, model: str, *judges: str, **changed: object) -> PreparedRun:
    """A run of models of the registry, which have prices. Nothing is called."""
    asked = {"data": str(data), "arms": ("shuffled",), "runs": folder, "judge": judges, **changed}
    return prepare(RunOptions(model=model, **asked), for_calls=False)  # type: ignore[arg-type]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set")


def test_prompts_are_those_that_a_run_then_sends(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        run = wanted(server, tmp_path / "runs", data, "ab")
        before = estimate(run)
        execute(run, Watcher())
        after = estimate(run)
    answers = read(run.folder / "answers.jsonl", Answer).records.values()
    sent = sum(count(m.content) for a in answers for m in a.messages)
    assert (before.model.calls, before.model.logged, before.model.prompt_tokens) == (10, 0, sent)
    assert before.model.completion_tokens == 10 * ANSWER_TOKENS
    votes = read(run.folder / "votes.jsonl", Vote).records.values()
    for judge in before.judges:
        # Only the answer, for which a length is assumed, is not the judge's real prompt.
        real = sum(count(m.content) for v in votes if v.model == judge.spec for m in v.messages)
        said = sum(count(a.text or "") for a in answers)
        assert judge.calls == 10
        assert judge.prompt_tokens == pytest.approx(real - said + 10 * ANSWER_TOKENS, abs=20)
    assert (after.model.calls, after.model.logged, after.model.prompt_tokens) == (0, 10, 0)
    assert [(judge.calls, judge.logged) for judge in after.judges] == [(0, 10), (0, 10)]


def test_half_a_log_is_counted_as_half(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        run = wanted(server, tmp_path / "runs", data, "a")
        execute(run, Watcher())
        answers, votes = run.folder / "answers.jsonl", run.folder / "votes.jsonl"
        answers.write_text("".join(answers.read_text("utf-8").splitlines(keepends=True)[:6]), "utf-8")
        votes.write_text("".join(votes.read_text("utf-8").splitlines(keepends=True)[:2]), "utf-8")
        found = estimate(run)
    assert (found.model.calls, found.model.logged) == (4, 6)
    assert found.judges[0].calls + found.judges[0].logged == 10
    assert found.judges[0].logged == 2


def test_the_price_is_that_of_model_and_judges_and_half_in_batches(tmp_path: Path, data: Path) -> None:
    run = listed(tmp_path, data, "gpt-4.1", "gpt-5")
    found = estimate(run)
    model, judge = found.model, found.judges[0]
    assert model.cost_usd == pytest.approx((model.prompt_tokens * 2 + model.completion_tokens * 8) / 1e6)
    assert judge.completion_tokens == judge.calls * (VERDICT_TOKENS + THINKING_TOKENS)
    (test,) = found.tests
    assert (test.calls, test.completion_tokens) == (12, 12 * (VERDICT_TOKENS + THINKING_TOKENS))
    calls = (model.cost_usd or 0) + (judge.cost_usd or 0)
    assert found.cost_usd == pytest.approx(calls + (test.cost_usd or 0))
    # The test of a judge is in no batch.
    assert estimate(run, batch=True).cost_usd == pytest.approx(calls / 2 + (test.cost_usd or 0))


def test_a_limit_on_the_reply_bounds_what_is_assumed_of_it(tmp_path: Path, data: Path) -> None:
    found = estimate(listed(tmp_path, data, "gpt-4.1", "rule", params={"max_tokens": 20}))
    assert found.model.completion_tokens == 20 * found.model.calls
    assert found.judges == ()


def test_without_a_price_there_is_no_figure_and_a_baseline_costs_nothing(tmp_path: Path, data: Path) -> None:
    assert estimate(listed(tmp_path, data, "ollama:x", "gpt-4.1")).cost_usd is None
    assert estimate(listed(tmp_path, data, "baseline:echo")).cost_usd == 0


def test_two_stage_judging_classifies_every_answer_and_grades_attempts_at_answerable_items_at_most(
    tmp_path: Path, data: Path
) -> None:
    with Server(answer=sensible) as server:
        run = wanted(server, tmp_path / "runs", data, "ab", judging="two-stage")
        before = estimate(run)
        execute(run, Watcher())
        after = estimate(run)
    # Ten answers, four of them to Main items.
    assert [judge.calls for judge in before.judges] == [10 + 4, 4]
    assert [(judge.calls, judge.logged) for judge in after.judges] == [(0, 14), (0, 4)]
