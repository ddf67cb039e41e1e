"""What a vote says of a reply that could not be used."""

from __future__ import annotations

import asyncio
import json

import pytest

from bench import panel, prompts
from bench.clients import Reply, Request, Unconnected, open_client
from bench.config import resolve
from bench.judge import LlmJudge, RuleJudge
from bench.judge.llm import fault
from bench.judge.reading import ParsedVerdict
from bench.records import Item, Kind, Vote
from tests import runs
from tests.server import Server, Step

MAIN = Item(id="q", lang="en", kind="main", question="When?", answer="day 10", cluster="q")


class Nobody(Unconnected):
    """A client of a judge that is asked for its prompt alone."""

    async def complete(self, request: Request) -> Reply:
        raise AssertionError(request)


def cast(server: Server) -> Vote:
    model, endpoint = resolve(f"openai-compatible:j@{server.url}")

    async def vote() -> Vote:
        async with open_client(endpoint, concurrency=1) as client:
            return await LlmJudge(model, endpoint, client).vote(MAIN, runs.answer(MAIN, "gold", 0, "w"))

    return asyncio.run(vote())


def reply(**fields: object) -> Step:
    return Step(text=json.dumps({"reason": "its own words", **fields}))


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (Step(text="no idea"), "the judge's reply could not be read"),
        (reply(verdict="correct"), "the verdict is incomplete: it does not say whether the answer abstained"),
        (
            reply(verdict="correct", abstained=True),
            "the verdict contradicts itself: correct, but the answer abstained and the item is answerable",
        ),
        (reply(verdict="invalid"), "its own words"),
    ],
)
def test_the_reason_says_why_a_verdict_cannot_be_used(server: Server, step: Step, reason: str) -> None:
    server.script += [step, step]
    vote = cast(server)
    assert (vote.verdict, vote.reason, vote.failure, vote.raw) == ("invalid", reason, None, step.text)
    assert panel.read(vote, "main") == panel.Decision(None, "undecided")


def test_a_verdict_that_contradicts_itself_is_asked_for_once_more(server: Server) -> None:
    server.script += [reply(verdict="correct", abstained=True), reply(verdict="correct", abstained=False)]
    vote = cast(server)
    assert (vote.verdict, vote.reason, server.requests) == ("correct", "its own words", 2)


@pytest.mark.parametrize(
    ("kind", "verdict", "abstained", "usable"),
    [
        ("main", "correct", False, True),
        ("main", "incorrect", True, True),
        ("main", "correct", True, False),
        ("insufficient", "correct", True, True),
        ("insufficient", "correct", False, False),
        ("incomplete", "incorrect", True, False),
        ("contradictory", "correct", False, True),
        ("contradictory", "incorrect", True, False),
        ("contradictory", "incorrect", None, False),
        ("main", "invalid", None, True),
    ],
)
def test_what_contradicts_itself_depends_on_the_kind(
    kind: Kind, verdict: str, abstained: bool | None, usable: bool
) -> None:
    said = fault(ParsedVerdict(verdict, abstained), kind)  # type: ignore[arg-type]
    assert (said == "") is usable


def test_a_judge_of_a_false_premise_is_told_of_it_and_all_others_see_what_they_saw() -> None:
    model, endpoint = resolve("openai-compatible:j@http://127.0.0.1:9/v1")
    judge = LlmJudge(model, endpoint, Nobody())
    premise = MAIN.model_copy(update={"kind": "false_premise", "refuted": "that it was day 9"})
    asked = judge.prompt(premise, runs.answer(premise, "gold", 0, "w"))
    assert "that it was day 9" in asked.messages[1].content
    assert asked.fingerprint == prompts.load("judge-premise", "en").fingerprint
    assert judge.prompt(MAIN, runs.answer(MAIN, "gold", 0, "w")).fingerprint == prompts.load("judge", "en").fingerprint


def test_a_vote_says_as_what_the_answer_was_judged_where_that_is_not_what_its_item_is_called() -> None:
    contradictory = MAIN.model_copy(update={"kind": "contradictory"})
    answer = runs.answer(contradictory, "retrieved", 0, "w")
    votes = [asyncio.run(RuleJudge().vote(item, answer)) for item in (contradictory, MAIN)]
    assert [vote.judged_kind for vote in votes] == [None, "main"]
    assert "judged_kind" not in votes[0].model_dump_json()
