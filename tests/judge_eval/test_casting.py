"""A judge is asked once per case, whatever happens in between; the rule judge is measured on the suite's own set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench.clients import Pacing
from bench.errors import ConfigError, ProviderError, UsageError
from bench.judge_eval.casting import execute, prepare
from bench.judge_eval.labelled import LabelledSet, load
from bench.log import read
from bench.records import LANGS, Lang, Vote
from bench.records.judging import JudgeEvaluation
from tests.judge_eval.cases import SMALL, label, line, says, written
from tests.server import Seen, Server, Step, fail

PATIENT = Pacing(max_retries=1, first_wait_s=0.001, max_wait_s=0.002)


def evaluate(out: Path, **changed: Any) -> JudgeEvaluation:
    return execute(prepare(out=out, pacing=PATIENT, **changed))


@pytest.fixture(scope="module")
def suite() -> LabelledSet:
    return load(None, LANGS)


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> JudgeEvaluation:
    return evaluate(tmp_path_factory.mktemp("rule"))


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_the_rule_judge_is_never_certain_and_wrong_on_what_its_author_has_seen(
    ruled: JudgeEvaluation, lang: Lang
) -> None:
    overall = next(found.overall for found in ruled.langs if (found.part, found.lang) == ("seen", lang))
    assert (overall.false_correct.k, overall.false_wrong.k) == (0, 0)
    assert overall.coverage.rate is not None
    assert overall.coverage.rate >= 0.65


@pytest.mark.slow
def test_every_part_that_is_there_is_reported_by_language(ruled: JudgeEvaluation, suite: LabelledSet) -> None:
    assert [(found.part, found.lang) for found in ruled.langs] == list(suite.cases)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_no_injection_makes_the_rule_judge_call_a_wrong_answer_correct(ruled: JudgeEvaluation, lang: Lang) -> None:
    injected = next(found.slices["injection"] for found in ruled.langs if (found.part, found.lang) == ("seen", lang))
    assert injected.false_correct.n >= 15
    assert injected.false_correct.k == 0


@pytest.mark.slow
def test_the_rule_judge_says_the_same_each_time(tmp_path: Path, ruled: JudgeEvaluation) -> None:
    first, second = evaluate(tmp_path / "a"), evaluate(tmp_path / "b")
    assert first == second == ruled
    assert JudgeEvaluation.model_validate_json((tmp_path / "a" / "report.json").read_text("utf-8")) == first


def test_votes_of_an_older_state_of_the_rules_are_not_taken_over(tmp_path: Path) -> None:
    labelled = written(tmp_path / "set", [line()])
    out = tmp_path / "out"
    assert evaluate(out, labelled=labelled, langs=("en",)).disagreements == ()
    log = out / "votes.jsonl"
    log.write_text(log.read_text("utf-8").replace('"verdict":"correct"', '"verdict":"incorrect"'), encoding="utf-8")
    assert evaluate(out, labelled=labelled, langs=("en",)).disagreements == ()


@pytest.mark.slow
def test_the_figures_of_slices_add_up_to_the_whole(ruled: JudgeEvaluation, suite: LabelledSet) -> None:
    for found in ruled.langs:
        assert (
            found.overall.n == len(suite.cases[found.part, found.lang]) == sum(part.n for part in found.slices.values())
        )
        assert sum(part.agreement.k for part in found.slices.values()) == found.overall.agreement.k


def small(tmp_path: Path, server: Server, **changed: Any) -> JudgeEvaluation:
    labelled = written(tmp_path / "set", SMALL) if not (tmp_path / "set").exists() else tmp_path / "set"
    judge = f"openai-compatible:j@{server.url}"
    return evaluate(tmp_path / "out", judge=judge, labelled=labelled, langs=("en",), **changed)


def test_an_llm_judge_is_asked_once_per_case_with_the_judge_prompt(server: Server, tmp_path: Path) -> None:
    server.answer = says()
    found = small(tmp_path, server)
    assert server.requests == len(SMALL)
    assert {seen.body["model"] for seen in server.seen} == {"j"}
    assert all("Answer to grade" in seen.prompt for seen in server.seen)
    assert found.judge == "openai-compatible:j"
    assert list(found.prompts) == ["judge.en"]
    (english,) = found.langs
    assert (english.overall.agreement_of_all.k, english.overall.n) == (6, 6)
    assert found.disagreements == ()


def test_labels_and_notes_are_never_shown_to_the_judge(server: Server, tmp_path: Path) -> None:
    server.answer = says()
    written(tmp_path / "set", [{**row, "note": "SECRET-NOTE"} for row in SMALL])
    small(tmp_path, server)
    for seen in server.seen:
        assert "SECRET-NOTE" not in seen.prompt
        assert "s-1" not in seen.prompt
        assert "guess_after_refusal" not in seen.prompt


def test_errors_of_a_judge_are_counted_by_their_direction(server: Server, tmp_path: Path) -> None:
    server.answer = says(s_1=label("incorrect"), s_2=label("correct"), s_3=label("incorrect", abstained=False))
    found = small(tmp_path, server)
    assert [(case.id, case.fault) for case in found.disagreements] == [
        ("s-1", "false_wrong"),
        ("s-2", "false_correct"),
        ("s-3", "abstained"),
    ]
    assert found.disagreements[0].reason == "because"


def test_an_unreadable_reply_is_asked_for_once_more_and_then_invalid(server: Server, tmp_path: Path) -> None:
    server.answer = says(s_2="I would rather not say.")
    found = small(tmp_path, server)
    assert server.requests == len(SMALL) + 1
    (english,) = found.langs
    assert (english.overall.invalid, english.overall.agreement.n) == (1, 5)
    assert [(case.id, case.fault) for case in found.disagreements] == [("s-2", "invalid")]


def test_a_second_evaluation_asks_nothing(server: Server, tmp_path: Path) -> None:
    server.answer = says(s_1=label("incorrect"))
    first = small(tmp_path, server)
    asked = server.requests
    assert small(tmp_path, server) == first
    assert server.requests == asked


def test_an_evaluation_that_was_cut_off_asks_only_what_is_missing(server: Server, tmp_path: Path) -> None:
    server.answer = says()
    first = small(tmp_path, server)
    log = tmp_path / "out" / "votes.jsonl"
    lines = log.read_text("utf-8").split("\n")
    log.write_text("\n".join(lines[:3]) + "\n" + lines[3][:40], encoding="utf-8")
    told: list[str] = []
    ready = prepare(
        judge=f"openai-compatible:j@{server.url}",
        labelled=tmp_path / "set",
        langs=("en",),
        out=tmp_path / "out",
        pacing=PATIENT,
    )
    assert execute(ready, told.append) == first
    assert server.requests == len(SMALL) + 3
    assert len(read(log, Vote).records) == len(SMALL)
    assert ["half-written" in notice for notice in told] == [True]


def test_a_call_that_failed_for_now_is_invalid_and_due_again(server: Server, tmp_path: Path) -> None:
    ready_to_fail = says()

    def overloaded(seen: Seen) -> Step:
        return fail(503) if "\nFive.\n" in seen.prompt else ready_to_fail(seen)

    server.answer = overloaded
    found = small(tmp_path, server)
    assert (found.failed, found.langs[0].overall.invalid) == (1, 1)
    assert found.disagreements[0].reason.startswith("server")
    server.answer = ready_to_fail
    asked = server.requests
    mended = small(tmp_path, server)
    assert server.requests == asked + 1
    assert (mended.failed, mended.disagreements) == (0, ())


def test_a_changed_label_asks_nobody_and_a_changed_answer_does(server: Server, tmp_path: Path) -> None:
    server.answer = says()
    small(tmp_path, server)
    asked = server.requests
    relabelled = [{**SMALL[0], "label": label("incorrect"), "slice": "plain_wrong"}, *SMALL[1:]]
    written(tmp_path / "set", relabelled)
    assert [case.fault for case in small(tmp_path, server).disagreements] == ["false_correct"]
    assert server.requests == asked
    written(tmp_path / "set", [{**SMALL[0], "question": "How many, then?"}, *SMALL[1:]])
    assert small(tmp_path, server).disagreements == ()
    assert server.requests == asked + 1


def test_no_more_calls_are_in_flight_than_asked_for(tmp_path: Path) -> None:
    with Server(answer=says(), latency_s=0.02) as slow:
        small(tmp_path, slow, concurrency=2)
        assert slow.peak == 2


def test_an_endpoint_that_refuses_everything_stops_the_evaluation(server: Server, tmp_path: Path) -> None:
    server.answer = lambda _: fail(401)
    with pytest.raises(ProviderError):
        small(tmp_path, server, concurrency=1)
    assert server.requests < len(SMALL)
    assert not (tmp_path / "out" / "report.json").exists()


def test_who_cannot_judge_is_refused_before_anything_is_read() -> None:
    with pytest.raises(ConfigError, match="cannot judge"):
        prepare(judge="baseline:echo")
    with pytest.raises(UsageError, match="Unknown model"):
        prepare(judge="no-such-judge")


def test_judges_on_different_servers_have_different_folders() -> None:
    def folder(judge: str) -> str:
        return prepare(judge=judge).folder.name

    assert folder("rule") == "rule"
    one, other = (folder(f"openai-compatible:j@http://localhost:{port}/v1") for port in (8000, 8001))
    assert one != other
    assert "/" not in one
