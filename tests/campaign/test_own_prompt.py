"""A run with a prompt of its own: another run, refused in the same folder, and whole in its manifest."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import prompts
from bench.api import run
from bench.campaign import prepare
from bench.errors import ConfigError
from bench.log import read
from bench.options import RunOptions
from bench.records import Answer
from bench.report.checking.release import unproven
from bench.report.leaderboard import build
from bench.run_folder import read_manifest
from bench.verify.runs import verify_run
from tests.dataset.sources import jsonl
from tests.report.desk import NOW, Desk

OWN = "{{documents}}\n\nIn one line: {{question}}"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    row = {"question": "How long is it kept?", "contexts": ["It is kept for 14 days."], "answer": "14 days"}
    return jsonl(tmp_path / "mine.jsonl", row)


def test_the_prompt_stands_in_the_manifest_and_every_message_can_be_made_again(data: Path, tmp_path: Path) -> None:
    run("baseline:extractive", data=data, arms="gold", judge="rule", prompt=OWN, out=tmp_path / "run")
    config = read_manifest(tmp_path / "run").config
    assert config.own_prompt == {"en": OWN}
    assert config.prompts["answer.en"] == prompts.fingerprint(OWN.encode())
    (answer,) = read(tmp_path / "run" / "answers.jsonl", Answer).records.values()
    assert answer.prompt_hash == config.prompts["answer.en"]
    assert [message.role for message in answer.messages] == ["user"]
    assert answer.messages[0].content.endswith("In one line: How long is it kept?")
    assert verify_run(tmp_path / "run").not_covered == []


def test_another_prompt_is_another_run_and_refused_in_its_folder(data: Path, tmp_path: Path) -> None:
    given = {"data": data, "arms": "gold", "judge": "rule"}
    names = {prepare(RunOptions(**given, prompt=text)).folder for text in (None, OWN, f"{OWN} ")}  # type: ignore[arg-type]
    assert len(names) == 3
    run(**given, out=tmp_path / "run", prompt=OWN)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="it differs in prompts") as raised:
        run(**given, out=tmp_path / "run")  # type: ignore[arg-type]
    assert "In one line" not in str(raised.value)


def test_a_prompt_or_retriever_that_no_arm_uses_is_told_and_the_prompt_makes_no_other_run(data: Path) -> None:
    given = {"data": data, "arms": "none", "judge": "rule"}
    ready = prepare(RunOptions(**given, prompt=OWN, retriever=lambda *_: []))  # type: ignore[arg-type]
    assert [notice for notice in ready.notices if "is not used" in notice] == [
        "--retriever is not used: no arm of this run (none) shows what it finds. Add the arm retrieved.",
        "--prompt is not used: it asks over documents, and no arm of this run (none) shows any.",
    ]
    assert ready.config.own_prompt is None
    plain = prepare(RunOptions(**given))  # type: ignore[arg-type]
    assert plain.config.prompts == ready.config.prompts
    assert not any("is not used" in notice for notice in plain.notices)


def test_results_with_an_own_prompt_are_ranked_apart_and_its_text_proves_its_fingerprint(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.hand_in("plain")
    own = {"en": OWN}
    fingerprint = prompts.fingerprint(OWN.encode())
    submission = desk.hand_in("own", own_prompt=own, prompts={"answer.en": fingerprint})
    assert [[entry.title for entry in board.ranked] for board in build(desk.folder, now=NOW).boards] == [
        ["own"],
        ["plain"],
    ]
    told = unproven(submission, lambda _: None)
    assert not any("prompts" in reason for reason in told)
    forged = submission.config.model_copy(update={"own_prompt": {"en": f"{OWN} "}})
    reasons = unproven(submission.model_copy(update={"config": forged}), lambda _: None)
    assert "prompts that this release does not have: answer.en" in reasons
