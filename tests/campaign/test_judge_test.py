"""A judge is tested before it is paid: on a dozen answers with known verdicts, in the languages of the run."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.campaign import execute
from bench.campaign.rejudge import rejudge
from bench.errors import BenchError, ProviderError
from bench.judge import RuleJudge
from bench.judge.probes import DOZEN, every_case, probe_cases
from bench.log import read
from bench.records import RULE
from bench.records.panel import Probe
from bench.run_folder import PROBES
from bench.scoring import score
from bench.verify import verify_run
from tests.campaign.panel_server import name, sensible, wanted
from tests.campaign.test_rejudge import asked
from tests.campaign.watching import Watcher
from tests.oracle import recompute_run
from tests.probes import probe_in
from tests.runs import write_dataset
from tests.server import Seen, Server, Step, fail, right_verdict

Says = Callable[[Seen], Step | None]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set")


def every_test(said: Step) -> Says:
    """Every answer of a test gets this reply."""
    return lambda seen: said if probe_in(seen.prompt) else None


def saying(verdict: str, *, abstained: bool = False) -> Step:
    return Step(text=json.dumps({"reason": "as ever", "abstained": abstained, "verdict": verdict}))


def probes(folder: Path) -> list[Probe]:
    return list(read(folder / PROBES, Probe).records.values())


# ---- the cases ----


@pytest.mark.parametrize("langs", [("en",), ("ja",), ("en", "ja")])
@pytest.mark.parametrize("attempts", [False, True])
def test_a_dozen_in_the_runs_languages_of_which_some_are_right_and_some_are_not(
    langs: tuple[str, ...], attempts: bool
) -> None:
    cases = probe_cases(langs, attempts=attempts)
    assert len(cases) == (DOZEN if len(langs) == 2 or not attempts else 8)
    assert {case.item.lang for case in cases} == set(langs)
    verdicts = [case.expected for case in cases]
    assert min(verdicts.count("correct"), verdicts.count("incorrect")) >= 3
    assert {case.item.kind for case in cases} == {"main"} if attempts else len({c.item.kind for c in cases}) > 1


def test_a_language_without_cases_adds_none() -> None:
    assert probe_cases(("xx",)) == []
    assert probe_cases(("xx", "en")) == probe_cases(("en",))


def test_the_rules_contradict_none_of_them() -> None:
    votes = [(case, asyncio.run(RuleJudge().vote(case.item, case.answer))) for case in every_case()]
    assert not [case.item.id for case, vote in votes if vote.verdict not in (case.expected, "invalid")]


# ---- judges that are not let judge ----


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (saying("incorrect"), "(incorrect)"),
        (saying("correct"), "(correct)"),
        (Step(text="I think that this is a good answer, all in all."), "a good answer, all in all"),
        (fail(503), "no reply came (server"),
    ],
    ids=["always incorrect", "always correct", "prose", "down"],
)
@pytest.mark.parametrize("judge", ["a", "rule+a"])
def test_it_is_stopped_before_anything_is_asked_and_told_with_what_it_said(
    tmp_path: Path, data: Path, judge: str, said: Step, shown: str
) -> None:
    with Server(answer=sensible, tests_judge=every_test(said)) as server:
        run = wanted(server, tmp_path / "runs", data, (judge,))
        with pytest.raises(BenchError) as stopped:
            execute(run, Watcher())
        assert server.requests == 0
    sentence = str(stopped.value)
    assert sentence.startswith("openai-compatible:a is not let judge: of 12 answers")
    assert shown in sentence
    assert "--untested-judge" in sentence
    assert len(probes(run.folder)) == DOZEN


def test_one_that_nobody_answers_for_ends_the_run_at_once(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server, Server() as other:
        run = wanted(server, tmp_path / "runs", data, judge=(f"openai-compatible:a@{other.url}",))
        other.stop()
        with pytest.raises(ProviderError):
            execute(run, Watcher())
        assert server.requests == 0


def test_of_several_judges_the_one_that_fails_is_named(tmp_path: Path, data: Path) -> None:
    def says(seen: Seen) -> Step | None:
        return saying("correct") if name(seen) == "b" and probe_in(seen.prompt) else right_verdict(seen)

    with (
        Server(answer=sensible, tests_judge=says) as server,
        pytest.raises(ProviderError, match=r"^openai-compatible:b is not let judge"),
    ):
        execute(wanted(server, tmp_path / "runs", data, ("a", "b")), Watcher())


def test_one_slip_is_told_and_forgiven(tmp_path: Path, data: Path) -> None:
    slip = probe_cases(("en",))[1]

    def says(seen: Seen) -> Step | None:
        return saying("correct") if probe_in(seen.prompt) == slip else right_verdict(seen)

    watcher = Watcher()
    with Server(answer=sensible, tests_judge=says) as server:
        execute(wanted(server, tmp_path / "runs", data, ("a",)), watcher)
    (told,) = [text for text in watcher.notices if "known verdicts" in text]
    assert (slip.answer.text or "") in told


# ---- what is paid ----


def test_a_right_vote_is_paid_once_and_a_wrong_one_is_asked_for_again(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible, tests_judge=every_test(saying("correct"))) as server:
        run = wanted(server, tmp_path / "runs", data, ("a",))
        with pytest.raises(ProviderError):
            execute(run, Watcher())
        first = server.tested
        wrong = sum(not probe.passed for probe in probes(run.folder))
        server.tests_judge = right_verdict
        execute(run, Watcher())
        # What cannot be used is asked for once more within one vote.
        assert first >= DOZEN
        assert server.tested - first == wrong < DOZEN
        (run.folder / "votes.jsonl").unlink()
        execute(run, Watcher())
        assert server.tested - first == wrong


def test_nobody_is_tested_who_has_nothing_to_do(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        execute(wanted(server, tmp_path / "runs", data, ("rule",)), Watcher())
        assert server.tested == 0
        run = wanted(server, tmp_path / "runs", data, ("a",))
        execute(run, Watcher())
        assert server.tested == DOZEN
        (run.folder / PROBES).unlink()
        execute(run, Watcher())
        assert server.tested == DOZEN


def test_a_run_beside_it_has_paid_for_the_test_too(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        execute(wanted(server, tmp_path / "runs", data, ("a",)), Watcher())
        other = wanted(server, tmp_path / "runs", data, ("a",), repeats=2)
        execute(other, Watcher())
        assert server.tested == DOZEN
    assert len(probes(other.folder)) == DOZEN


def test_in_two_stages_attempts_alone_are_graded(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        run = wanted(server, tmp_path / "runs", data, ("a",), judging="two-stage")
        execute(run, Watcher())
    assert len(probes(run.folder)) == 8


def test_what_was_said_is_logged_like_a_vote_and_counts_in_no_figure(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        run = wanted(server, tmp_path / "runs", data, ("a",))
        execute(run, Watcher())
    summary = score(run.folder)
    assert summary.log is not None
    assert PROBES in summary.log.others
    assert summary.judge_usage.calls == summary.judge.votes == 10
    assert {(probe.kind, probe.passed, bool(probe.messages), bool(probe.raw)) for probe in probes(run.folder)} == {
        ("probe", True, True, True)
    }
    verify_run(run.folder)
    recompute_run(run.folder)


# ---- judges of a finished run, and the way around ----


def test_a_further_judge_is_tested_before_it_votes(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible) as server:
        run = wanted(server, tmp_path / "runs", data, ("rule",))
        execute(run, Watcher())
        before = server.requests
        server.tests_judge = every_test(saying("incorrect"))
        with pytest.raises(ProviderError, match="is not let judge"):
            rejudge(asked(run.folder, judge=f"openai-compatible:a@{server.url}"), Watcher())
        assert server.requests == before


def test_a_judge_that_is_let_vote_without_a_test_keeps_the_run_off_the_boards(tmp_path: Path, data: Path) -> None:
    with Server(answer=sensible, tests_judge=every_test(saying("correct"))) as server:
        run = wanted(server, tmp_path / "runs", data, ("a",), untested_judge=True)
        execute(run, Watcher())
        assert server.tested == 0
    assert "judges voted without a test" in score(run.folder).judge.note
    assert run.config.judges[0].spec != RULE
