"""A panel at work: blind, in a seeded order, against the clock, in one call or in two stages."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.campaign import execute
from bench.campaign.judging import InOrder
from bench.errors import ConfigError
from bench.judge import RuleJudge
from bench.log import read
from bench.records import Answer, Item, Vote
from bench.records.panel import Intent
from bench.scoring import read_run, score, score_run
from tests.campaign.panel_server import but, intent, name, role, sensible, verdict, wanted
from tests.campaign.watching import Watcher
from tests.runs import write_dataset
from tests.server import Seen, Server, Step


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set")


def votes(folder: Path) -> list[Vote]:
    return list(read(folder / "votes.jsonl", Vote).records.values())


# ---- blind ----


def test_a_judge_sees_no_name_arm_repeat_or_key_of_the_system(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        run = wanted(server, tmp_path, data, arms=("gold", "shuffled", "retrieved", "none"), repeats=2)
        execute(run, Watcher())
    keys = set(read(run.folder / "answers.jsonl", Answer).records)
    asked = [seen for seen in server.seen if role(seen) == "judge"]
    assert len(asked) == 3 * len(run.trials)
    for seen in asked:
        hidden = ("secret-system", "gold", "shuffled", "retrieved", server.url, run.folder.name, *keys)
        assert not [word for word in hidden if word in str(seen.body)]
        assert "tide gauge of pier" not in seen.prompt.casefold()  # the documents


def test_a_vote_names_its_answer_by_key_and_the_system_nowhere(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        run = wanted(server, tmp_path, data)
        execute(run, Watcher())
    keys = set(read(run.folder / "answers.jsonl", Answer).records)
    text = (run.folder / "votes.jsonl").read_text("utf-8")
    assert "secret-system" not in text
    assert {vote.answer_key for vote in votes(run.folder)} == keys


def test_answers_are_graded_in_the_seeded_order_however_they_came_back(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    voting = RuleJudge.vote

    async def remembering(judge: RuleJudge, item: Item, answer: Answer) -> Vote:
        asked.append(item.id)
        return await voting(judge, item, answer)

    monkeypatch.setattr(RuleJudge, "vote", remembering)
    for system in range(2):
        asked.clear()
        clock = random.Random(system)
        with Server(answer=lambda _, clock=clock: Step(text="seven", delay_s=clock.random() / 5)) as server:  # type: ignore[misc]
            run = wanted(server, tmp_path / str(system), data, judges=("rule",))
            execute(run, Watcher())
        planned = [trial.item.id for trial in run.trials]
        came_back = [answer.item for answer in read(run.folder / "answers.jsonl", Answer).records.values()]
        assert came_back != planned
        assert asked == planned


@given(st.permutations(range(8)))
def test_things_come_out_in_order_whatever_order_they_come_in(order: list[int]) -> None:
    door: InOrder[int] = InOrder(range(8))
    out = [thing for number in order for thing in door.add(number, number)]
    assert out == list(range(8))


# ---- against the clock ----


def test_a_vote_that_takes_too_long_is_cancelled_and_invalid_and_two_against_none_stands(
    tmp_path: Path, data: Path
) -> None:
    with Server(answer=but(lambda seen: Step(delay_s=30) if name(seen) == "b" else None)) as server:
        run = wanted(server, tmp_path, data, vote_timeout=3.0)
        execute(run, Watcher())
    late = [vote for vote in votes(run.folder) if vote.model.endswith(":b")]
    assert len(late) == len(run.trials)
    for vote in late:
        assert vote.failure is not None
        assert (vote.verdict, vote.failure.kind, vote.failure.stage) == ("invalid", "timeout", "judge")
        assert vote.latency_s is not None
        assert 2.5 < vote.latency_s < 30
        assert vote.messages
    summary = score(run.folder)
    assert summary.panel is not None
    assert summary.panel.judges[1].invalid == {"timeout": len(run.trials)}
    assert summary.complete
    assert not summary.exclusions


def test_the_limit_is_for_the_whole_vote_and_not_for_each_try(tmp_path: Path, data: Path) -> None:
    nonsense = Step(text="no verdict here", delay_s=1.5)
    with Server(answer=but(lambda seen: nonsense if role(seen) == "judge" else None)) as server:
        run = wanted(server, tmp_path, data, judges="a", vote_timeout=2.0, limit=1)
        execute(run, Watcher())
    assert {vote.failure.kind if vote.failure else None for vote in votes(run.folder)} == {"timeout"}


@pytest.mark.slow
def test_waiting_for_a_free_slot_is_not_held_against_a_judge(tmp_path: Path, data: Path) -> None:
    slow = but(lambda seen: verdict(True, abstained=False) if role(seen) == "generator" else None)
    with Server(answer=slow, latency_s=0.15) as server:
        run = wanted(server, tmp_path, data, concurrency=1, vote_timeout=3.0)
        execute(run, Watcher())
    assert len(votes(run.folder)) == 3 * len(run.trials)
    assert not [vote for vote in votes(run.folder) if vote.failure]


def test_a_timed_out_vote_is_cast_by_the_next_run(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(lambda seen: Step(delay_s=30) if name(seen) == "c" else None)) as server:
        execute(wanted(server, tmp_path, data, vote_timeout=3.0), Watcher())
        before = server.requests
        server.answer = sensible
        run = wanted(server, tmp_path, data)
        execute(run, Watcher())
        assert server.requests == before + len(run.trials)
    assert not [vote for vote in votes(run.folder) if vote.failure]


# ---- what is stored ----


def test_a_vote_holds_prompt_reply_reason_confidence_latency_and_tokens(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        run = wanted(server, tmp_path, data, judges="a")
        execute(run, Watcher())
    sent = {tuple((m["role"], m["content"]) for m in s.body["messages"]) for s in server.seen if role(s) == "judge"}
    for vote in votes(run.folder):
        assert tuple((m.role, m.content) for m in vote.messages) in sent
        assert vote.raw is not None
        assert "scripted" in vote.raw
        assert (vote.reason, vote.confidence) == ("scripted", 0.9)
        assert vote.latency_s is not None
        assert vote.usage.prompt_tokens
        assert vote.usage.completion_tokens


@pytest.mark.parametrize(
    ("given", "kept"), [(1.5, None), (-0.1, None), ("high", None), (True, None), (0, 0.0), (1, 1.0)]
)
def test_confidence_is_optional_and_only_a_share_is_kept(
    tmp_path: Path, data: Path, given: object, kept: float | None
) -> None:
    def odd(seen: Seen) -> Step | None:
        return verdict(True, confidence=given) if role(seen) == "judge" else None  # type: ignore[arg-type]

    with Server(answer=but(odd)) as server:
        run = wanted(server, tmp_path, data, judges="a", limit=1, arms=("none",))
        execute(run, Watcher())
    (vote,) = votes(run.folder)
    assert (vote.verdict, vote.confidence) == ("correct", kept)


def test_a_judge_cannot_sit_on_the_panel_twice(tmp_path: Path, data: Path) -> None:
    with Server() as server, pytest.raises(ConfigError, match=r"one vote: name openai-compatible:a once"):
        wanted(server, tmp_path, data, judges="aba")


# ---- in two stages ----


def staged(seen: Seen) -> Step | None:
    """The answer to pier 1 declines, that to pier 2 names a conflict; whatever else is an attempt."""
    if role(seen) == "intent":
        said = "abstention" if "pier 1 " in seen.prompt else "conflict_named" if "pier 2 " in seen.prompt else "attempt"
        return intent(said)
    return None


def test_only_attempts_at_answerable_items_are_graded(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(staged)) as server:
        run = wanted(server, tmp_path, data, judging="two-stage")
        execute(run, Watcher())
    asked = [role(seen) for seen in server.seen]
    assert asked.count("intent") == len(run.trials) == 10
    assert {name(seen) for seen in server.seen if role(seen) == "intent"} == {"a"}
    assert asked.count("judge") == 0
    assert asked.count("verdict") == 2 * 3  # piers 0 and 3, each by three judges
    summary = score(run.folder)
    (result,) = summary.results
    assert summary.complete
    # Main: 0 and 3 right, 1 and 2 declined. Twins: 1 and 2 declined, so right; 0 and 3 attempted. The contradictory
    # and the incomplete item are of pier 0: attempted.
    assert (result.outcomes.correct, result.outcomes.abstained, result.outcomes.wrong) == (4, 2, 4)
    assert summary.panel is not None
    assert summary.panel.by_intent == {"abstention": 2, "attempt": 6, "conflict_named": 2}
    assert summary.panel.trials == 2
    assert summary.judge_usage.calls == 6 + 10


def test_the_classifier_never_sees_the_reference(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(staged)) as server:
        execute(wanted(server, tmp_path, data, judging="two-stage"), Watcher())
    assert not [seen for seen in server.seen if role(seen) == "intent" and "day 1" in seen.prompt]
    assert [seen for seen in server.seen if role(seen) == "verdict" and "day 1" in seen.prompt]


def test_in_two_stages_a_wrong_attempt_is_wrong_and_never_an_abstention(tmp_path: Path, data: Path) -> None:
    def harsh(seen: Seen) -> Step | None:
        return verdict(False, abstained=True) if role(seen) == "verdict" else None

    with Server(answer=but(harsh)) as server:
        run = wanted(server, tmp_path, data, judging="two-stage", arms=("none",))
        execute(run, Watcher())
    (result,) = score(run.folder).results
    assert (result.outcomes.wrong, result.outcomes.abstained) == (4, 0)


def test_an_unreadable_intent_is_asked_once_more_and_then_invalid(tmp_path: Path, data: Path) -> None:
    def mute(seen: Seen) -> Step | None:
        return Step(text="no idea") if role(seen) == "intent" else None

    with Server(answer=but(mute)) as server:
        run = wanted(server, tmp_path, data, judging="two-stage", arms=("none",))
        execute(run, Watcher())
    assert [role(seen) for seen in server.seen].count("intent") == 2 * 4
    summary = score(run.folder)
    assert {(e.outcome, e.reason) for e in summary.exclusions} == {("invalid", "undecided")}
    assert votes(run.folder) == []


def test_two_stages_resumed_pay_for_nothing_twice(tmp_path: Path, data: Path) -> None:
    broken = but(lambda seen: Step(delay_s=30) if role(seen) == "intent" and "pier 3 " in seen.prompt else None)
    with Server(answer=broken) as server:
        run = wanted(server, tmp_path, data, judging="two-stage", vote_timeout=3.0, arms=("none",))
        execute(run, Watcher())
        assert not score_run(read_run(run.folder)).complete
        before = server.requests
        server.answer = sensible
        execute(wanted(server, tmp_path, data, judging="two-stage", arms=("none",)), Watcher())
        assert server.requests == before + 1 + 3  # one intent, three verdicts
        assert score(run.folder).complete
        # A larger run finds the classifications of this one.
        before = server.requests
        execute(wanted(server, tmp_path, data, judging="two-stage", arms=("none",), judges="abcd"), Watcher())
        assert server.requests == before + 4
    assert len(read(run.folder / "intents.jsonl", Intent).records) == 4


def test_the_rule_judge_can_be_both_stages(tmp_path: Path, data: Path) -> None:
    run = wanted(Server(), tmp_path, data, judges=("rule",), judging="two-stage", model="baseline:oracle")
    execute(run, Watcher())
    (result,) = score(run.folder).results
    assert result.overall_macro == 1
    assert {vote.model for vote in votes(run.folder)} == {"rule"}
    assert len(votes(run.folder)) == 4
