"""Small models by hand: whole runs on servers with the quirks of Ollama and llama.cpp."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.campaign import execute, prepare
from bench.clients import Pacing
from bench.log import read
from bench.options import RunOptions
from bench.records import Answer
from bench.scoring import score
from tests.campaign.watching import Watcher
from tests.runs import write_dataset
from tests.server import Seen, Server, Step, fail

ANSWER = "The documents do not say. Answer: cannot be answered"


def answers(name: str, server: Server, folder: Path) -> list[Answer]:
    """Every answer of a small run of `name` on `server`, each call tried once; the run is also scored."""
    wanted = RunOptions(
        model=name,
        data=str(write_dataset(folder / "set")),
        langs=("en",),
        arms=("gold",),
        judge=("rule",),
        base_url=server.url,
        out=folder / "run",
        concurrency=2,
        pacing=Pacing(max_retries=0),
    )
    execute(prepare(wanted), Watcher())
    score(folder / "run")
    return list(read(folder / "run" / "answers.jsonl", Answer).records.values())


names = pytest.mark.parametrize("name", ["ollama:qwen3:8b", "llamacpp:local"])


@names
def test_no_usage_field_is_an_unknown_and_not_a_zero(name: str, server: Server, tmp_path: Path) -> None:
    server.answer = lambda seen: Step(text=ANSWER, usage=False)  # noqa: ARG005
    found = answers(name, server, tmp_path)
    assert {a.text for a in found} == {ANSWER}
    assert {a.usage.prompt_tokens for a in found} == {None}
    assert score(tmp_path / "run").usage.prompt_tokens is None


@names
def test_a_missing_finish_reason_is_still_an_answer(name: str, server: Server, tmp_path: Path) -> None:
    body = {"choices": [{"message": {"role": "assistant", "content": ANSWER}}]}
    server.answer = lambda seen: Step(body=body)  # noqa: ARG005
    found = answers(name, server, tmp_path)
    assert {(a.text, a.finish_reason, a.failure) for a in found} == {(ANSWER, None, None)}


@names
@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_thoughts_beside_the_answer_are_kept_and_not_graded(
    name: str, field: str, server: Server, tmp_path: Path
) -> None:
    message = {"role": "assistant", "content": ANSWER, field: "Let me see. Answer: 42"}
    server.answer = lambda seen: Step(body={"choices": [{"message": message, "finish_reason": "stop"}]})  # noqa: ARG005
    found = answers(name, server, tmp_path)
    assert {(a.text, a.reasoning) for a in found} == {(ANSWER, "Let me see. Answer: 42")}


@names
def test_thoughts_inside_the_answer_are_taken_out(name: str, server: Server, tmp_path: Path) -> None:
    server.answer = lambda seen: Step(text=f"<think>Answer: 42</think>\n{ANSWER}")  # noqa: ARG005
    found = answers(name, server, tmp_path)
    assert {a.text for a in found} == {ANSWER}
    assert all("42" in (a.raw or "") for a in found)


@names
@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (400, "the request exceeds the available context size, try increasing it", "too_long"),
        (500, "llama runner process has terminated: signal: killed", "server"),
        (503, "<html><title>Loading model</title></html>", "server"),
    ],
)
def test_an_error_body_that_is_plain_text_is_read(
    name: str, status: int, body: str, kind: str, server: Server, tmp_path: Path
) -> None:
    hit: list[str] = []

    def answer(seen: Seen) -> Step:
        hit.append(seen.path)
        return fail(status, body) if len(hit) == 1 else Step(text=ANSWER)

    server.answer = answer
    failures = [a.failure for a in answers(name, server, tmp_path) if a.failure]
    assert [failure.kind for failure in failures] == [kind]
    said = "Loading model" if "<title>" in body else body
    assert said[:40] in failures[0].message


def test_ollama_gets_no_key_and_llamacpp_only_one_that_is_set(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-for-openai-alone")
    monkeypatch.setenv("LLAMACPP_API_KEY", "for-the-local-one")
    answers("ollama:m", server, tmp_path / "a")
    assert not any("sk-for-openai-alone" in str(seen.headers) for seen in server.seen)
    assert not any("for-the-local-one" in str(seen.headers) for seen in server.seen)
    answers("llamacpp:m", server, tmp_path / "b")
    assert any("for-the-local-one" in str(seen.headers) for seen in server.seen)
