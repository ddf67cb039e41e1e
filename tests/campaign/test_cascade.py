"""A cascade at work: the rules settle what they are certain of, the model gets the rest and the audit sample."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from bench.campaign import execute, prepare
from bench.campaign.due import Due
from bench.campaign.estimate import estimate
from bench.campaign.rejudge import rejudge
from bench.cascade import AUDITED, audited, certain
from bench.cli.dry_run import show
from bench.config import load_registry, resolve
from bench.errors import ConfigError, LogError
from bench.judge.held_out import left_by_rules
from bench.log import read
from bench.options import RunOptions
from bench.records import RULE, Answer, Vote
from bench.report.submission import make_submission
from bench.scoring import score
from bench.verify import verify_run, verify_submission
from tests.campaign.panel_server import but, name, role, verdict, wanted
from tests.campaign.test_rejudge import asked
from tests.campaign.watching import Watcher
from tests.oracle import recompute_run
from tests.runs import write_dataset
from tests.server import Seen, Server, Step

JUDGE = "openai-compatible:a"
CASCADE = f"rule+{JUDGE}"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set", mains=12)


def answering(seen: Seen) -> Step | None:
    """Of every three piers: the right day, another day, and words of which no rule is certain."""
    if role(seen) != "generator":
        return None
    pier = int((re.findall(r"gauge of pier (\d+) serviced\?", seen.prompt) or ["0"])[-1])
    said = (f"day {pier + 10}", f"day {pier + 40}", "Somewhat before the middle of it, if I read the notes right.")
    return Step(text=said[pier % 3])


def disagreeing(seen: Seen) -> Step | None:
    """A judge that takes everything for wrong."""
    return verdict(False) if role(seen) == "judge" else None


def votes(folder: Path) -> list[Vote]:
    return list(read(folder / "votes.jsonl", Vote).records.values())


def by(folder: Path, who: str) -> dict[str, Vote]:
    return {vote.answer_key: vote for vote in votes(folder) if vote.model == who}


def finished(
    server: Server, folder: Path, data: Path, judges: tuple[str, ...] = ("rule+a",), **changed: object
) -> Path:
    run = wanted(server, folder / "runs", data, judges, **{"repeats": 3, **changed})
    execute(run, Watcher())
    return run.folder


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A run whose model takes everything for wrong, and how often it was called. Not to be changed."""
    folder = tmp_path_factory.mktemp("judged")
    with Server(answer=but(answering, disagreeing)) as server:
        run = finished(server, folder, write_dataset(folder / "set", mains=12))
        return run, sum(role(seen) == "judge" for seen in server.seen)


@pytest.fixture
def folder(judged: tuple[Path, int], tmp_path: Path) -> Path:
    """A copy of that run."""
    return Path(shutil.copytree(judged[0], tmp_path / "run"))


# ---- who is asked ----


def test_the_model_is_asked_for_what_the_rules_leave_and_for_the_audit_sample_alone(judged: tuple[Path, int]) -> None:
    folder, calls = judged
    rules, model = by(folder, RULE), by(folder, JUDGE)
    keys = set(read(folder / "answers.jsonl", Answer).records)
    assert rules.keys() == keys
    assert model.keys() == {key for key, vote in rules.items() if not certain(vote) or audited(key)}
    assert calls == len(model) < len(keys)
    assert any(certain(rules[key]) for key in model)
    assert any(not certain(vote) for vote in rules.values())


def test_a_log_of_the_model_alone_is_taken_over_and_only_its_share_counts(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(answering)) as server:
        finished(server, tmp_path, data, ("a",))
        before = server.requests
        folder = finished(server, tmp_path, data)
        assert server.requests == before
    model = by(folder, JUDGE)
    assert model.keys() == {key for key, vote in by(folder, RULE).items() if not certain(vote) or audited(key)}


def test_a_run_that_is_resumed_asks_for_nothing_twice(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(answering)) as server:
        run = wanted(server, tmp_path / "runs", data, ("rule+a",), repeats=3)
        execute(run, Watcher())
        path = run.folder / "votes.jsonl"
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"".join(lines[: len(lines) // 2]))
        lost = sum(json.loads(line)["model"] == JUDGE for line in lines[len(lines) // 2 :])
        owed = [call for call in Due(run).judge_calls() if not call.made]
        assert sum(call.asks.spec == JUDGE for call in owed) == lost > 0
        assert estimate(run).judges[0].calls == lost
        before = server.requests
        execute(run, Watcher())
        assert server.requests - before == lost
        assert not [call for call in Due(run).judge_calls() if not call.made]
    assert sorted(path.read_bytes().splitlines()) == sorted(line.rstrip() for line in lines) or len(
        votes(run.folder)
    ) == len(lines)


def test_the_estimate_takes_the_rules_to_leave_what_they_left_of_the_held_out_answers(
    tmp_path: Path, data: Path
) -> None:
    with Server(answer=but(answering)) as server:
        alone = estimate(wanted(server, tmp_path / "runs", data, ("a",)))
        found = estimate(wanted(server, tmp_path / "runs", data, ("rule+a",)))
    left = left_by_rules("en", final_line=False)
    share = left.share + (1 - left.share) * AUDITED
    assert found.judges[0].calls == pytest.approx(alone.judges[0].calls * share, abs=1)
    assert found.judges[0].prompt_tokens == pytest.approx(alone.judges[0].prompt_tokens * share, abs=1)
    assert (found.left_by_rules, alone.left_by_rules) == ((left,), ())


def test_the_dry_run_says_where_the_share_comes_from(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Server(answer=but(answering)) as server:
        show(wanted(server, tmp_path / "runs", data, ("rule+a",)))
        said = " ".join(capsys.readouterr().out.split())
        left = left_by_rules("en", final_line=False)
        share = f"{100 * left.share:.0f} % of free text in en ({left.left} of {left.answers})"
        assert f"what {left.rules} left of the held-out answers: {share}; 10 % of the others are audited" in said
        show(wanted(server, tmp_path / "runs", data, ("a",)))
    assert "held-out" not in capsys.readouterr().out


# ---- whose vote counts ----


def test_the_rules_verdict_stands_where_the_audit_disagrees_and_the_disagreement_is_listed(folder: Path) -> None:
    summary = score(folder)
    rules, model = by(folder, RULE), by(folder, JUDGE)
    (report,) = summary.cascades
    drawn = {key for key in model if certain(rules[key])}
    against = {key for key in drawn if (rules[key].verdict, rules[key].abstained) != ("incorrect", False)}
    assert (report.settled.k, report.settled.n) == (sum(map(certain, rules.values())), len(rules))
    assert (report.asked, report.audited, report.due) == (len(model), len(drawn), 0)
    assert {d.answer_key for d in report.disagreements} == against != set()
    assert (report.agreement.k, report.agreement.n) == (len(drawn - against), len(drawn))
    assert {d.rules for d in report.disagreements} == {"correct"}
    (result,) = summary.results
    right = sum(vote.verdict == "correct" for vote in rules.values())
    assert result.outcomes.correct == right
    assert result.settled_by_rule == report.settled
    assert result.audit_agreement == report.agreement
    assert summary.judge.votes == len(rules)
    assert summary.judge_usage.calls == len(rules) + len(model)
    assert summary.judge.judges[0].spec == CASCADE


@pytest.mark.daily(1)
@pytest.mark.parametrize("judges", [("rule+a", "b"), ("a",)])
def test_verify_and_the_second_implementation_find_the_same(
    tmp_path: Path, data: Path, judges: tuple[str, ...]
) -> None:
    with Server(answer=but(answering, disagreeing)) as server:
        folder = finished(server, tmp_path, data, judges, repeats=2)
    summary = score(folder)
    assert summary.judge_suspects is not None
    # Those that have the reference, of which the model says what the rules cannot settle, or all.
    assert bool(summary.judge_suspects.suspects) is (judges == ("a",))
    verify_run(folder)
    recompute_run(folder)


def test_a_run_without_its_audit_is_not_complete(folder: Path) -> None:
    rules, path = by(folder, RULE), folder / "votes.jsonl"
    kept = [
        line
        for line in path.read_bytes().splitlines(keepends=True)
        if json.loads(line)["model"] == RULE or not certain(rules[json.loads(line)["answer_key"]])
    ]
    path.write_bytes(b"".join(kept))
    summary = score(folder)
    assert not summary.complete
    assert summary.cascades[0].due > 0
    with pytest.raises(LogError, match="votes of the audit that are to come"):
        make_submission(folder)


def test_a_submission_names_the_judge_as_rule_and_model(folder: Path) -> None:
    score(folder)
    made = make_submission(folder)
    assert [judge.spec for judge in made.config.judges] == [CASCADE]
    assert made.votes.cast == len(read(folder / "answers.jsonl", Answer).records)


def test_a_submission_says_who_settled_each_verdict_and_an_older_one_is_verified_without(
    folder: Path, tmp_path: Path
) -> None:
    score(folder)
    made, path = make_submission(folder), tmp_path / "made.json"
    path.write_text(made.model_dump_json(), encoding="utf-8")
    report = score(folder).cascades[0]
    checked = verify_submission(path, folder)
    assert f"who settled {report.settled.n} verdicts of a cascade ({report.settled.k} by rule)" in checked.checked
    assert not any("who settled" in name for name in checked.not_covered)
    older = json.loads(path.read_text("utf-8"))
    for row in older["rows"]:
        row.pop("settled")
        row.pop("audit", None)
    path.write_text(json.dumps(older), encoding="utf-8")
    untold = f"who settled the verdicts of a cascade ({report.settled.n})"
    assert untold in verify_submission(path, folder).not_covered


# ---- judging again ----


def test_a_cascade_that_is_added_to_a_finished_run_reads_the_votes_that_are_there(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(answering)) as server:
        folder = finished(server, tmp_path, data, ("a",))
        before = server.requests
        assert rejudge(asked(folder, judge=f"rule+{JUDGE}@{server.url}"), Watcher()) == len(by(folder, RULE)) > 0
        assert server.requests == before
    report = score(folder).panel
    assert report is not None
    assert [(judge.judge, judge.added) for judge in report.judges] == [(JUDGE, False), (CASCADE, True)]


def test_a_backfill_casts_what_the_audit_owes(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(answering)) as server:
        folder = finished(server, tmp_path, data)
        path = folder / "votes.jsonl"
        kept = [line for line in path.read_bytes().splitlines(keepends=True) if json.loads(line)["model"] == RULE]
        path.write_bytes(b"".join(kept))
        lost = len(votes(folder))
        cast = rejudge(asked(folder, backfill=True, base_url=server.url), Watcher())
        assert cast == len(votes(folder)) - lost > 0
        assert rejudge(asked(folder, backfill=True), Watcher()) == 0
    assert score(folder).complete


def test_the_model_alone_is_asked_once_more_for_its_steadiness(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(answering)) as server:
        folder = finished(server, tmp_path, data)
        rejudge(asked(folder, consistency=30), Watcher())
    again = [vote for vote in votes(folder) if vote.round]
    assert {vote.model for vote in again} == {JUDGE}
    report = score(folder).panel
    assert report is not None
    assert report.judges[0].consistency is not None


# ---- two stages ----


def test_in_two_stages_the_model_says_what_is_an_attempt_and_the_rules_grade_first(tmp_path: Path, data: Path) -> None:
    with Server(answer=but(answering)) as server:
        folder = finished(server, tmp_path, data, judging="two-stage")
        graded = {role(seen) for seen in server.seen if name(seen) == "a"}
    assert graded == {"intent", "verdict"}
    rules, model = by(folder, RULE), by(folder, JUDGE)
    assert model.keys() == {key for key, vote in rules.items() if not certain(vote) or audited(key)}
    score(folder)
    verify_run(folder)


# ---- names ----


@pytest.mark.parametrize(
    ("judges", "why"),
    [
        (("rule+",), "is no judge: name the model"),
        (("rule+rule",), "is no judge: name the model"),
        (("rule", "rule+a"), "leave out `rule`"),
        (("a", "rule+a"), "once"),
    ],
)
def test_what_is_no_panel_is_refused(data: Path, judges: tuple[str, ...], why: str) -> None:
    named = tuple(re.sub("a$", "openai-compatible:a@http://127.0.0.1:9/v1", judge) for judge in judges)
    with pytest.raises(ConfigError, match=why):
        prepare(RunOptions(data=str(data), judge=named))


# ---- the default ----


def test_where_no_judge_is_named_the_rules_come_before_the_first_model_that_has_a_key(
    monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    def judges(model: str = "ollama:x") -> list[str]:
        run = prepare(RunOptions(model, data=str(data)), for_calls=False)
        return [judge.spec for judge in run.config.judges]

    for entry in load_registry().endpoints.values():
        monkeypatch.delenv(entry.key_env, raising=False)
    assert judges() == [RULE]
    monkeypatch.setenv("OPENAI_API_KEY", "not-a-key")
    assert judges() == [f"rule+{resolve('gpt-6.1-terra-direct')[0].spec}"]
    assert judges("baseline:oracle") == [RULE]
