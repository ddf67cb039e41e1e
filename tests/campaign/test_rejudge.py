"""Votes on answers that are there: backfill, a further judge, and the same judges once more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.campaign import execute
from bench.campaign.rejudge import Rejudging, in_grading_order, rejudge
from bench.cli.judge import trials_of, unusable_votes
from bench.errors import ConfigError, ProviderError, UsageError
from bench.judge import JudgePrompt, LlmJudge
from bench.log import read
from bench.metrics.panel_report import flips
from bench.records import Answer, Item, Vote
from bench.scoring import outcomes_of, read_run, score
from bench.verify import verify_run
from tests.campaign.panel_server import PATIENT, Says, but, intent, name, role, sensible, verdict, wanted
from tests.campaign.watching import Watcher
from tests.oracle import recompute_run
from tests.runs import write_dataset
from tests.server import Seen, Server, Step, fail


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set")


def finished(server: Server, folder: Path, data: Path, **changed: object) -> Path:
    run = wanted(server, folder / "runs", data, **{"vote_timeout": 20.0, **changed})  # type: ignore[arg-type]
    execute(run, Watcher())
    return run.folder


def asked(folder: Path, **wish: object) -> Rejudging:
    log = read_run(folder)
    settings = {
        "manifest": log.manifest,
        "items": log.items,
        "answers": trials_of(log.answers),
        "unusable": unusable_votes(log),
        "pacing": PATIENT,
    }
    return Rejudging(folder=folder, **{**settings, **wish})  # type: ignore[arg-type]


def votes(folder: Path) -> list[Vote]:
    return list(read(folder / "votes.jsonl", Vote).records.values())


def down(judge: str) -> Says:
    """This judge answers nothing but errors."""
    return lambda seen: fail(503) if name(seen) == judge else None


def against(judge: str) -> Says:
    """This judge takes everything answerable for wrong."""

    def says(seen: Seen) -> Step | None:
        return verdict(False) if name(seen) == judge and "Kind: answerable" in seen.prompt else None

    return says


# ---- backfill ----


def test_backfill_casts_only_the_failed_votes_from_their_stored_prompts(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(down("c"))) as server:
        folder = finished(server, tmp_path, data)
        answers = (folder / "answers.jsonl").read_bytes()
        stored = {tuple(m.content for m in v.messages) for v in votes(folder) if v.failure}
        server.answer = sensible
        server.seen.clear()
        assert rejudge(asked(folder, backfill=True), Watcher()) == 10
        assert {name(seen) for seen in server.seen} == {"c"}
        assert {tuple(m["content"] for m in seen.body["messages"]) for seen in server.seen} == stored
        assert rejudge(asked(folder, backfill=True), Watcher()) == 0
    assert (folder / "answers.jsonl").read_bytes() == answers
    assert not [vote for vote in votes(folder) if vote.failure]


def test_a_missing_vote_is_cast_from_the_prompt_that_another_judge_was_shown(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(answer=sensible) as server:
        folder = finished(server, tmp_path, data)
        lines = (folder / "votes.jsonl").read_text("utf-8").split("\n")
        kept = [line for line in lines if line and json.loads(line)["model"] != "openai-compatible:b"]
        (folder / "votes.jsonl").write_text("\n".join(kept) + "\n", encoding="utf-8")
        # Whatever today's template says, it is not asked for where a prompt is stored.
        todays = LlmJudge.prompt

        def of_the_test_alone(judge: LlmJudge, item: Item, answer: Answer) -> JudgePrompt:
            assert item.id.startswith("probe-")
            return todays(judge, item, answer)

        monkeypatch.setattr(LlmJudge, "prompt", of_the_test_alone)
        server.seen.clear()
        assert rejudge(asked(folder, backfill=True, base_url=server.url), Watcher()) == 10
    assert {name(seen) for seen in server.seen} == {"b"}
    cast = {vote.answer_key: vote for vote in votes(folder) if vote.model.endswith(":b")}
    for vote in votes(folder):
        assert vote.messages == cast[vote.answer_key].messages


def test_without_any_stored_prompt_a_changed_template_is_refused(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bench import prompts

    with Server(answer=sensible) as server:
        folder = finished(server, tmp_path, data, judges="a")
        (folder / "votes.jsonl").write_text("", encoding="utf-8")
        again = asked(folder, backfill=True, base_url=server.url)
        assert rejudge(again, Watcher()) == 10  # the template is still the frozen one
        (folder / "votes.jsonl").write_text("", encoding="utf-8")
        other = prompts.Template("judge", "en", "System.", "{{question}}", "0" * 16)
        monkeypatch.setattr(prompts, "load", lambda *_: other)
        with pytest.raises(ConfigError, match=r"judge\.en\.md is no longer the one"):
            rejudge(again, Watcher())
    assert votes(folder) == []


def test_backfill_reports_the_verdicts_that_flip(tmp_path: Path, data: Path) -> None:
    # Two judges say right, b says wrong; c is down at first, so a (primary) and b are tied, and a decides. Then c
    # sides with b.
    with Server(answer=but(down("c"), against("b"))) as server:
        folder = finished(server, tmp_path, data, arms=("none",))
        before = outcomes_of(read_run(folder))
        assert {o.letter for o in before} == {"c"}
        server.answer = but(against("b"), against("c"))
        rejudge(asked(folder, backfill=True), Watcher())
    changed = flips(before, outcomes_of(read_run(folder)))
    assert [(f.item, f.before, f.after) for f in changed] == [(f"Q-{n}", "c", "w") for n in range(4)]


def test_a_vote_that_cannot_decide_is_a_vote_and_is_not_cast_again(tmp_path: Path, data: Path) -> None:
    unsure = but(lambda seen: Step(text='{"verdict": "invalid"}') if name(seen) == "b" else None)
    with Server(answer=unsure) as server:
        folder = finished(server, tmp_path, data)
        assert rejudge(asked(folder, backfill=True), Watcher()) == 0


# ---- votes that came back without a usable verdict ----


def broken(judge: str) -> Says:
    """This judge says nothing that could be read."""
    return lambda seen: Step(text="no idea") if name(seen) == judge else None


def test_votes_without_a_usable_verdict_are_cast_again_where_that_is_asked(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(broken("c"), lambda seen: fail(503) if name(seen) == "b" else None)) as server:
        folder = finished(server, tmp_path, data)
        before = (folder / "votes.jsonl").read_bytes()
        stored = {v.key: v for v in votes(folder) if v.model.endswith(":c")}
        server.answer = sensible
        server.seen.clear()
        assert rejudge(asked(folder, backfill=True, invalid=True), Watcher()) == 20
        assert sorted(name(seen) for seen in server.seen) == ["b"] * 10 + ["c"] * 10
        assert rejudge(asked(folder, backfill=True, invalid=True), Watcher()) == 0
    assert (folder / "votes.jsonl").read_bytes().startswith(before)
    recast = {v.key: v for v in votes(folder) if v.model.endswith(":c")}
    assert recast.keys() == stored.keys()
    assert {key: v.messages for key, v in recast.items()} == {key: v.messages for key, v in stored.items()}
    assert {v.verdict for v in stored.values()} == {"invalid"}
    assert "invalid" not in {v.verdict for v in recast.values()}
    summary = score(folder)
    assert summary.judge.invalid == 0
    assert verify_run(folder).checked
    assert recompute_run(
        folder
    ).checked  # which reads two votes with one key by itself, and raises where a figure differs


def test_the_flips_of_a_mended_judge_are_found(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(broken("a"))) as server:
        folder = finished(server, tmp_path, data, judges="a", arms=("none",))
        before = outcomes_of(read_run(folder))
        server.answer = sensible
        assert rejudge(asked(folder, backfill=True, invalid=True), Watcher()) == 4
    changed = flips(before, outcomes_of(read_run(folder)))
    assert [(f.before, f.after) for f in changed] == [("i", "c")] * 4


def test_a_vote_at_odds_with_its_item_is_cast_again_too(tmp_path: Path, data: Path) -> None:
    # Right on a contradictory item, but neither named nor declined: logged as correct, and of no use.
    def odd(seen: Seen) -> Step | None:
        return verdict(True) if name(seen) == "a" and "Kind: conflicting" in seen.prompt else None

    with Server(answer=but(odd)) as server:
        folder = finished(server, tmp_path, data, judges="a")
        at_odds = [v for v in votes(folder) if v.verdict == "correct" and "Kind: conflicting" in v.messages[-1].content]
        server.answer = sensible
        assert rejudge(asked(folder, backfill=True, invalid=True), Watcher()) == len(at_odds) > 0
    assert score(folder).judge.invalid == 0


def test_a_vote_that_fails_this_time_leaves_the_earlier_one(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(broken("c"))) as server:
        folder = finished(server, tmp_path, data, arms=("none",))
        before = score(folder)
        server.answer = but(down("c"))
        assert rejudge(asked(folder, backfill=True, invalid=True), Watcher()) == 4
        assert score(folder).results == before.results
        assert not [v for v in votes(folder) if v.failure]
        server.answer = sensible
        assert rejudge(asked(folder, backfill=True, invalid=True), Watcher()) == 4
    assert score(folder).judge.invalid == 0


def test_plain_backfill_that_finds_nothing_names_the_flag(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(broken("b"))) as server:
        folder = finished(server, tmp_path, data, arms=("none",))
        watcher = Watcher()
        assert rejudge(asked(folder, backfill=True), watcher) == 0
        (notice,) = watcher.notices
        assert "votes that came back without a usable verdict: 4." in notice
        assert "--invalid" in notice
        server.answer = sensible
        rejudge(asked(folder, backfill=True, invalid=True), Watcher())
        watcher = Watcher()
        rejudge(asked(folder, backfill=True), watcher)
    assert watcher.notices == []


def test_the_rule_judge_is_not_asked_what_it_could_not_tell(tmp_path: Path, data: Path) -> None:
    run = wanted(Server(), tmp_path, data, judges=("rule",), model="baseline:oracle")
    execute(run, Watcher())
    before, watcher = (run.folder / "votes.jsonl").read_bytes(), Watcher()
    three = [vote.key for vote in votes(run.folder)][:3]
    assert rejudge(asked(run.folder, backfill=True, invalid=True, unusable=three), watcher) == 0
    assert watcher.notices == ["votes without a usable verdict by the rule judge, who would say the same: 3"]
    assert (run.folder / "votes.jsonl").read_bytes() == before


def test_two_stage_backfill_classifies_what_was_not_classified(tmp_path: Path, data: Path) -> None:
    def says(seen: Seen) -> Step | None:
        return fail(503) if role(seen) == "intent" and "pier 2 " in seen.prompt else None

    with Server(answer=but(says)) as server:
        folder = finished(server, tmp_path, data, judging="two-stage", arms=("none",))
        server.seen.clear()
        server.answer = sensible
        assert rejudge(asked(folder, backfill=True), Watcher()) == 3
        assert sorted(role(seen) for seen in server.seen) == ["intent", "verdict", "verdict", "verdict"]
    assert score(folder).complete


def test_a_judge_that_refuses_everything_stops_the_backfill_and_it_can_go_on(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(down("c"))) as server:
        folder = finished(server, tmp_path, data)
        server.answer = lambda _: fail(401)
        with pytest.raises(ProviderError):
            rejudge(asked(folder, backfill=True), Watcher())
        server.answer = sensible
        assert rejudge(asked(folder, backfill=True), Watcher()) == 10


# ---- a further judge ----


def test_a_further_judge_votes_from_the_same_prompts_and_changes_no_result(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(against("x"))) as server:
        folder = finished(server, tmp_path, data, judges="a", arms=("none",))
        before, manifest = score(folder), (folder / "manifest.json").read_bytes()
        judge = f"openai-compatible:x@{server.url}"
        assert rejudge(asked(folder, judge=judge), Watcher()) == 4
        assert rejudge(asked(folder, judge=judge), Watcher()) == 0
    after = score(folder)
    assert (after.results, after.judge, after.digest) == (before.results, before.judge, before.digest)
    assert (folder / "manifest.json").read_bytes() == manifest
    assert after.panel is not None
    own, added = after.panel.judges
    assert (added.judge, added.added, own.added) == ("openai-compatible:x", True, False)
    assert (added.disagreement.k, added.disagreement.n) == (4, 4)
    assert added.pivotal.n == 0
    (entry,) = json.loads((folder / "panel.json").read_text("utf-8"))["judges"]
    assert entry["prompts"].keys() == {"judge.en"}
    prompts_of = {v.model: {v2.messages for v2 in votes(folder) if v2.model == v.model} for v in votes(folder)}
    assert prompts_of["openai-compatible:a"] == prompts_of["openai-compatible:x"]


def test_the_same_panel_in_a_new_run_pays_neither_answers_nor_votes_again(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        folder = finished(server, tmp_path, data, judges="ab")
        rejudge(asked(folder, judge=f"openai-compatible:x@{server.url}"), Watcher())
        before = server.requests
        other = finished(server, tmp_path, data, judges="abx")
        assert other != folder
        assert server.requests == before
    assert score(other).complete


def test_a_member_of_the_panel_is_no_further_judge(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        folder = finished(server, tmp_path, data)
        with pytest.raises(UsageError, match="is on the panel"):
            rejudge(asked(folder, judge=f"openai-compatible:b@{server.url}"), Watcher())
    assert not (folder / "panel.json").exists()


def test_a_further_judge_with_other_parameters_is_refused(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        folder = finished(server, tmp_path, data)
        judge = f"openai-compatible:x@{server.url}"
        rejudge(asked(folder, judge=judge), Watcher())
        text = (folder / "panel.json").read_text("utf-8").replace('"temperature": 0', '"temperature": 1')
        (folder / "panel.json").write_text(text, encoding="utf-8")
        with pytest.raises(ConfigError, match="with other parameters"):
            rejudge(asked(folder, judge=judge), Watcher())


def test_the_address_of_a_further_judge_may_be_given_apart(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server, Server(answer=sensible) as other:
        folder = finished(server, tmp_path, data, judges="a", arms=("none",))
        before = server.requests
        further = asked(folder, judge="openai-compatible:x", base_url=other.url)
        assert rejudge(further, Watcher()) == 4
        assert rejudge(asked(folder, judge="ollama:y", base_url=other.url), Watcher()) == 4
        named = asked(folder, judge=f"openai-compatible:z@{other.url}", base_url=server.url)
        assert rejudge(named, Watcher()) == 4
        assert (server.requests, sorted({name(seen) for seen in other.seen})) == (before, ["x", "y", "z"])


# ---- the same judges once more ----


def test_a_seeded_sample_is_graded_three_times_more_and_nothing_else_changes(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        folder = finished(server, tmp_path, data)
        before = score(folder)
        server.seen.clear()
        assert rejudge(asked(folder, consistency=4), Watcher()) == 4 * 3 * 3
        assert len(server.seen) == 36
        assert rejudge(asked(folder, consistency=4), Watcher()) == 0
    after = score(folder)
    assert after.results == before.results
    rounds = [vote.round for vote in votes(folder)]
    assert {r: rounds.count(r) for r in set(rounds)} == {0: 30, 1: 12, 2: 12, 3: 12}
    assert len({vote.key for vote in votes(folder)}) == 66
    assert after.panel is not None
    for judge in after.panel.judges:
        assert judge.consistency is not None
        assert (judge.consistency.answers, judge.consistency.stable.k, judge.consistency.as_before.k) == (4, 4, 12)


def test_a_judge_of_two_minds_shows(tmp_path: Path, data: Path) -> None:
    turn = {"a": 0}

    def fickle(seen: Seen) -> Step | None:
        if role(seen) != "judge" or "Kind: answerable" not in seen.prompt:
            return None
        turn["a"] += 1
        return verdict(turn["a"] % 2 == 0)

    with Server(answer=but(fickle)) as server:
        folder = finished(server, tmp_path, data, judges="a", arms=("none",))
        rejudge(asked(folder, consistency=99, concurrency=1), Watcher())
    (judge,) = (score(folder).panel or pytest.fail("no panel")).judges
    assert judge.consistency is not None
    assert (judge.consistency.answers, judge.consistency.regrades) == (4, 12)
    assert judge.consistency.stable.k == 0


def test_the_sample_is_of_the_same_trials_for_every_system(tmp_path: Path, data: Path) -> None:
    picked = []
    for system in ("baseline:oracle", "baseline:always-abstain"):
        run = wanted(Server(), tmp_path / system.replace(":", "-"), data, judges=("rule",), model=system)
        execute(run, Watcher())
        log = read_run(run.folder)
        items = {item.id: item for item in log.items}
        pairs = [(items[answer.item], answer) for answer in log.answers]
        picked.append([(a.item, a.arm) for _, a in in_grading_order(pairs, run.config.seed)[:3]])
    assert picked[0] == picked[1]
    assert len(picked[0]) == 3


def test_invalid_alone_is_no_task(tmp_path: Path, data: Path) -> None:
    run = wanted(Server(), tmp_path, data, judges=("rule",), model="baseline:oracle")
    execute(run, Watcher())
    with pytest.raises(UsageError, match="--invalid says which votes --backfill casts"):
        rejudge(asked(run.folder, consistency=2, invalid=True), Watcher())


@pytest.mark.parametrize("wish", [{}, {"backfill": True, "consistency": 3}, {"backfill": True, "judge": "rule"}])
def test_exactly_one_thing_is_asked(tmp_path: Path, data: Path, wish: dict[str, object]) -> None:
    run = wanted(Server(), tmp_path, data, judges=("rule",), model="baseline:oracle")
    execute(run, Watcher())
    with pytest.raises(UsageError, match="one of --backfill, --judge JUDGE or --consistency N"):
        rejudge(asked(run.folder, **wish), Watcher())


def test_a_sample_of_nothing_is_refused(tmp_path: Path, data: Path) -> None:
    run = wanted(Server(), tmp_path, data, judges=("rule",), model="baseline:oracle")
    execute(run, Watcher())
    with pytest.raises(UsageError, match="at least 1"):
        rejudge(asked(run.folder, consistency=0), Watcher())


def test_the_rule_judge_agrees_with_itself(tmp_path: Path, data: Path) -> None:
    run = wanted(Server(), tmp_path, data, judges=("rule",), model="baseline:extractive")
    execute(run, Watcher())
    assert rejudge(asked(run.folder, consistency=5), Watcher()) == 15
    (judge,) = (score(run.folder).panel or pytest.fail("no panel")).judges
    assert judge.consistency is not None
    assert judge.consistency.as_before.rate in (1, None)


def test_an_intent_that_is_there_is_not_asked_again(tmp_path: Path, data: Path) -> None:
    said = but(lambda seen: intent("abstention") if role(seen) == "intent" else None)
    with Server(answer=said) as server:
        folder = finished(server, tmp_path, data, judging="two-stage")
        before = server.requests
        assert rejudge(asked(folder, backfill=True, base_url=server.url), Watcher()) == 0
        assert server.requests == before
