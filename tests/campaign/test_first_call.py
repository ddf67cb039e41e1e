"""The first call to a model that the registry does not know: what it refuses is left out, remembered and told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.campaign import PreparedRun, execute, prepare
from bench.campaign.first_call import refused_parameter
from bench.campaign.refusals import FILE
from bench.errors import LogError, UsageError
from bench.options import RunOptions
from bench.prices import cost_usd
from bench.running import proven
from tests.campaign.asking import PATIENT, answers
from tests.campaign.watching import Watcher
from tests.server import Seen, Server, Step, fail


def options(server: Server, folder: Path, **changed: object) -> RunOptions:
    settings: dict[str, object] = {
        "model": f"openai:gpt-9@{server.url}",
        "judge": ("rule",),
        "langs": ("en",),
        "arms": ("gold",),
        "limit": 3,
        "runs": folder,
        "pacing": PATIENT,
        **changed,
    }
    return RunOptions(**settings)  # type: ignore[arg-type]


def refusing(*names: str) -> object:
    """A server that answers 400 to each of these parameters, in OpenAI's words."""

    def answer(seen: Seen) -> Step:
        for name in names:
            if name in seen.body:
                said = f"Unsupported parameter: '{name}' is not supported with this model."
                return fail(400, {"error": {"message": said, "param": name, "code": "unsupported_parameter"}})
        return Step(text="It is 42 [1].")

    return answer


def carried_out(asked: RunOptions, told: list[str]) -> PreparedRun:
    run = proven(asked, prepare(asked), told.append)
    execute(run, Watcher())
    return run


def test_a_model_that_takes_everything_is_asked_no_call_more(server: Server, tmp_path: Path) -> None:
    told: list[str] = []
    run = carried_out(options(server, tmp_path), told)
    assert (server.requests, len(answers(run)), told) == (3, 3, [])
    assert {seen.body["max_completion_tokens"] for seen in server.seen} == {16384}
    assert not any({"temperature", "top_p", "seed", "max_tokens"} & set(seen.body) for seen in server.seen)


def test_the_answer_of_the_first_call_was_asked_for_now_and_costs_what_it_costs(server: Server, tmp_path: Path) -> None:
    asked = options(server, tmp_path, price="1/2")
    run = proven(asked, prepare(asked), lambda _: None)
    watcher = Watcher()
    usd = execute(run, watcher)
    assert [fresh for _, fresh in watcher.answers] == [True] * 3
    priced = [cost_usd(answer, run.model) for answer in answers(run).values()]
    assert usd == pytest.approx(sum(filter(None, priced)))
    again = prepare(asked)
    assert proven(asked, again, lambda _: None) is again
    later = Watcher()
    assert execute(again, later) == 0
    assert [fresh for _, fresh in later.answers] == [False] * 3


def test_a_refused_limit_is_sent_by_its_other_name_and_one_call_finds_out(server: Server, tmp_path: Path) -> None:
    server.answer = refusing("max_completion_tokens")  # type: ignore[assignment]
    told: list[str] = []
    run = carried_out(options(server, tmp_path), told)
    assert told == ["gpt-9 refuses the parameter max_completion_tokens; it is asked with max_tokens."]
    assert server.requests == 1 + 3
    assert {json.dumps(answer.params) for answer in answers(run).values()} == {'{"max_tokens": 16384}'}
    assert run.config.model.params == {"max_tokens": 16384}, "what was really sent"


def test_what_is_refused_under_every_name_is_left_out(server: Server, tmp_path: Path) -> None:
    server.answer = refusing("max_completion_tokens", "max_tokens")  # type: ignore[assignment]
    run = carried_out(options(server, tmp_path), [])
    assert server.requests == 2 + 3
    assert {json.dumps(answer.params) for answer in answers(run).values()} == {"{}"}


def test_what_was_refused_once_is_not_tried_again(server: Server, tmp_path: Path) -> None:
    server.answer = refusing("max_completion_tokens")  # type: ignore[assignment]
    first = carried_out(options(server, tmp_path), [])
    before = server.requests
    again = carried_out(options(server, tmp_path), [])
    assert again.folder == first.folder
    assert server.requests == before
    assert "openai:gpt-9 refused the parameter max_completion_tokens on " in again.notices[0]
    assert again.notices[0].endswith("it is sent as max_tokens.")
    other = carried_out(options(server, tmp_path, model=f"openai:gpt-10@{server.url}"), [])
    assert other.folder != first.folder
    assert "max_completion_tokens" in server.seen[before].body, "another model may take it"


def test_a_parameter_that_the_person_sets_is_not_dropped(server: Server, tmp_path: Path) -> None:
    server.answer = refusing("top_k")  # type: ignore[assignment]
    asked = options(server, tmp_path, params={"top_k": 3})
    with pytest.raises(UsageError, match=r"gpt-9 refuses the parameter top_k, which --param sets: leave it out"):
        proven(asked, prepare(asked), lambda _: None)
    assert not (tmp_path / FILE).exists()


def test_a_model_that_the_registry_knows_is_asked_nothing_before(server: Server, tmp_path: Path) -> None:
    server.answer = refusing("max_completion_tokens")  # type: ignore[assignment]
    asked = options(server, tmp_path, model=f"openai:gpt-6-luna@{server.url}")
    run = prepare(asked)
    assert proven(asked, run, lambda _: None) is run
    assert server.requests == 0


@pytest.mark.parametrize("status", [401, 404, 429, 500, 503])
def test_any_other_trouble_is_left_to_the_run(status: int, server: Server, tmp_path: Path) -> None:
    server.answer = lambda seen: fail(status, "max_completion_tokens")  # noqa: ARG005
    asked = options(server, tmp_path)
    run = prepare(asked)
    assert proven(asked, run, lambda _: None) is run
    assert server.requests == 1
    assert not (tmp_path / FILE).exists()


def test_a_prompt_that_is_refused_says_nothing_of_the_parameters(server: Server, tmp_path: Path) -> None:
    body = {"error": {"code": "content_policy_violation", "message": "Your max_completion_tokens prompt is blocked."}}
    server.answer = lambda seen: fail(400, body)  # noqa: ARG005
    asked = options(server, tmp_path)
    proven(asked, prepare(asked), lambda _: None)
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Unsupported value: 'temperature' does not support 0", "temperature"),
        ("max_tokens is not supported, use max_completion_tokens", "max_tokens"),
        ("seed-oss is overloaded", ""),
        ("temperatures are rising", ""),
        ("top_p and temperature cannot both be specified", "top_p"),
    ],
)
def test_the_refused_parameter_is_the_first_that_the_words_name(said: str, name: str) -> None:
    sent = {"temperature": 0, "top_p": 1, "max_tokens": 5, "seed": 1}
    assert refused_parameter(said, sent, "seed-oss") == name


def test_a_damaged_memory_is_one_sentence(server: Server, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{")
    with pytest.raises(LogError, match=r"refused_parameters.json cannot be read .* delete it"):
        prepare(options(server, tmp_path))
