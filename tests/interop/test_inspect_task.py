"""The suite inside inspect_ai: the same questions, sent as the suite sends them, with the same outcomes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bench.kinds import LETTERS
from bench.scoring import score
from tests.campaign.conftest import JUDGE_MARK
from tests.interop.conftest import everything, fates, generations, own_run
from tests.server import Seen, Server, Step, fail

pytest.importorskip("inspect_ai", reason="inspect_ai is not installed: make test-interop")

from tests.interop import inspecting

ITEMS = 30


@dataclass(frozen=True)
class Both:
    """The same questions asked by both, and the requests that each made."""

    own: Path
    log: Any
    asked: list[dict[str, Any]]
    asked_by_inspect: list[dict[str, Any]]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Both:
    folder = tmp_path_factory.mktemp("both")
    with Server(answer=everything()) as server, pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCRIPTED_API_KEY", "not-a-key")
        own = own_run(server, folder / "runs", limit=ITEMS)
        asked = generations(server)
        server.seen.clear()
        log = inspecting.evaluate(server, folder / "logs", limit=ITEMS)
        return Both(own.folder, log, asked, generations(server))


def test_every_trial_has_the_outcome_that_bench_run_gives_it(both: Both) -> None:
    expected = fates(both.own)
    assert inspecting.fates(both.log) == expected
    assert both.asked_by_inspect == both.asked, "the same bodies: model, messages, parameters, seed"
    assert {place.split("/")[0] for place in expected} == {"en", "ja"}
    assert {place.split("/")[-2] for place in expected} == {"gold", "shuffled", "retrieved", "none"}
    assert {letter for letter, _, _ in expected.values()} == set(LETTERS), "the server has given everything there is"
    reasons = {reason for letter, _, reason in expected.values() if letter == "f"}
    assert reasons == {"refused", "truncated", "empty", "too_long", "server"}


def test_what_cannot_be_scored_is_unscored_and_in_no_figure(both: Both) -> None:
    for sample in both.log.samples:
        value, said = inspecting.score_of(sample).value, inspecting.score_of(sample).metadata
        if said["outcome"] in ("invalid", "failed"):
            assert math.isnan(value)
            assert inspecting.score_of(sample).reason
        else:
            assert value == (said["outcome"] == "correct")
    found = {name: metric.value for name, metric in both.log.results.scores[0].metrics.items()}
    summary = score(both.own)
    for result in summary.results:
        place = f"{result.lang}/{result.arm}"
        rates: dict[str, Any] = {f"category.{name}": rate for name, rate in result.categories.items()}
        rates |= {name: getattr(result, name) for name in ("overall_item_micro", "over_abstention", "discrimination")}
        for name, rate in rates.items():
            assert found.get(f"{place}/{name}") == rate.rate, f"{place}/{name}"
        assert found.get(f"{place}/overall_macro") == pytest.approx(result.overall_macro)
    assert both.log.results.scores[0].unscored_samples == len(summary.exclusions) > 0


def test_a_model_judges_by_the_suites_prompt_in_inspects_role(server: Server, tmp_path: Path) -> None:
    options = {"limit": 8, "arm": "shuffled"}
    own = own_run(server, tmp_path / "runs", judge=(f"openai-compatible:j@{server.url}",), limit=8, arms=("shuffled",))
    graded = sorted((s.body["messages"] for s in server.seen if JUDGE_MARK in s.prompt), key=repr)
    server.seen.clear()
    log = inspecting.evaluate(server, tmp_path / "logs", grader="openai-api/scripted/j", judge="model", **options)
    requests = [seen for seen in server.seen if JUDGE_MARK in seen.prompt]
    assert inspecting.fates(log) == fates(own.folder)
    assert sorted((seen.body["messages"] for seen in requests), key=repr) == graded != []
    assert {seen.body["model"] for seen in requests} == {"j"}
    assert all(seen.body["response_format"]["type"] == "json_schema" for seen in requests)


def test_a_judge_that_cannot_be_read_leaves_the_trial_invalid(server: Server, tmp_path: Path) -> None:
    def mumbling(seen: Seen) -> Step:
        return Step(text="Hm." if JUDGE_MARK in seen.prompt else "The answer is 12.")

    server.answer = mumbling
    log = inspecting.evaluate(
        server, tmp_path / "logs", grader="openai-api/scripted/j", judge="model", limit=4, arm="gold", lang="en"
    )
    assert {letter for letter, _, _ in inspecting.fates(log).values()} == {"i"}
    assert {inspecting.score_of(sample).reason for sample in log.samples} == {"grader_failed"}


def test_what_would_stop_every_call_ends_the_evaluation(server: Server, tmp_path: Path) -> None:
    server.answer = lambda _: fail(401)
    log = inspecting.evaluate(server, tmp_path, status="error", limit=4, lang="en")
    assert "m cannot be asked (Error code: 401" in log.error.message


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"arm": "golden"}, "Unknown arm 'golden': choose from gold, shuffled, retrieved, none."),
        ({"judge": "gpt-5"}, "give rule, or model for the one in inspect's role"),
        ({"judge": "model"}, "Model role 'grader' is required"),
        ({"params": "hot"}, "is no JSON object"),
        ({"data": "nowhere"}, "There is no dataset 'nowhere'"),
    ],
)
def test_a_wrong_option_is_one_sentence(server: Server, tmp_path: Path, options: dict[str, Any], says: str) -> None:
    from inspect_ai._util.error import PrerequisiteError

    with pytest.raises(PrerequisiteError, match=says):
        inspecting.evaluate(server, tmp_path, **options)
    assert not server.seen


def test_a_parameter_of_ones_own_is_sent_and_is_part_of_the_configuration(server: Server, tmp_path: Path) -> None:
    log = inspecting.evaluate(
        server, tmp_path, lang="en", arm="gold", limit=4, params={"temperature": 0.7, "min_p": 0.1}
    )
    assert {(s.body["temperature"], s.body["min_p"]) for s in server.seen} == {(0.7, 0.1)}
    params = log.eval.metadata["rag_generator_bench"]["config"]["model"]["params"]
    assert params == {"temperature": 0.7, "top_p": 1, "max_tokens": 16384, "min_p": 0.1}
