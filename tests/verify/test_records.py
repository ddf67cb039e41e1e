"""Every field of a record is found when it changes, even where the digests were forged or the run was scored again."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.campaign import execute, prepare
from bench.errors import LogError
from bench.log import call_key
from bench.options import RunOptions
from bench.records import Message
from bench.scoring import score
from bench.verify import verify_run
from tests.campaign.watching import Watcher
from tests.runs import write_dataset
from tests.verify.full_run import two_stage, write_data
from tests.verify.sealed import change_document, change_line, forge_digests, lines
from tests.verify.test_runs import sound_run

Change = Callable[[dict[str, Any]], object]
EARLIER = "2025-12-01T00:00:00Z"
LATER = "2026-02-01T00:00:00Z"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A run by a panel that decides alone, and one in two stages with every file that a run can have."""
    folder = tmp_path_factory.mktemp("records")
    return {
        "panel": sound_run(folder / "panel"),
        "full": two_stage(folder / "full", write_data(folder / "set", mains=2, stores=0)),
    }


def changed(sound: Path, scratch: Path, file: str, change: Change, fits: Change) -> Path:
    """A copy of the run with a change in the first record of the file that fits."""
    run = Path(shutil.copytree(sound, scratch / "run"))
    if file.endswith(".json"):
        change_document(run / file, change)
    else:
        number = next(n for n, record in enumerate(lines(run / file)) if fits(record))
        change_line(run / file, change, number)
    return run


def anything(_: dict[str, Any]) -> bool:
    return True


def usable(record: dict[str, Any]) -> bool:
    return record.get("failure") is None and record.get("raw") is not None


def step(name: str) -> Change:
    """Whether a record is such a step, and came to something."""
    results = ("claims", "supported", "questions", "bearing", "support")
    return lambda record: record["step"] == name and any(record.get(result) for result in results)


def swap(vote: dict[str, Any]) -> None:
    vote["verdict"] = "incorrect" if vote["verdict"] == "correct" else "correct"


def resealed(vote: dict[str, Any]) -> None:
    """Another prompt, with the key that is right for it."""
    vote["messages"][0]["content"] += " Be kind."
    messages = [Message.model_validate(message) for message in vote["messages"]]
    vote["key"] = call_key(vote["model"], vote["params"], messages, vote["round"], vote["answer_key"])


CHANGES: list[tuple[str, str, str, Change, Change, str]] = [
    ("panel", "answers.jsonl", "prompt", anything, lambda a: a["messages"][1].update(content="?"), "whose key is"),
    ("panel", "answers.jsonl", "params", anything, lambda a: a["params"].update(temperature=1), "whose key is"),
    ("panel", "answers.jsonl", "repeat", anything, lambda a: a.update(repeat=1), "whose key is"),
    ("panel", "answers.jsonl", "item", anything, lambda a: a.update(item="Q-99"), "not one that the manifest asks for"),
    ("panel", "answers.jsonl", "text", usable, lambda a: a.update(text="x"), "on another text than that of answer"),
    ("panel", "answers.jsonl", "raw", usable, lambda a: a.update(raw="x"), "has text"),
    ("panel", "answers.jsonl", "seed", anything, lambda a: a.update(seed=2), "has seed 2, and should have"),
    ("panel", "answers.jsonl", "chunks", lambda a: a["chunks"], lambda a: a.update(chunks=[]), "has chunks []"),
    ("panel", "answers.jsonl", "canary", anything, lambda a: a.update(canary=True), "has canary true"),
    ("panel", "answers.jsonl", "hash", anything, lambda a: a.update(prompt_hash="0" * 16), "the prompt_hash of"),
    ("panel", "answers.jsonl", "at", anything, lambda a: a.update(at="yesterday"), "should be a time in UTC"),
    ("panel", "answers.jsonl", "no at", anything, lambda a: a.update(at=""), "should be a time in UTC"),
    ("panel", "answers.jsonl", "late", usable, lambda a: a.update(at=LATER), "which is before 2026-02-01T00:00:00Z"),
    ("panel", "votes.jsonl", "prompt", anything, lambda v: v["messages"][0].update(content="?"), "whose key is"),
    ("panel", "votes.jsonl", "resealed", usable, resealed, "shown another prompt than the template gives"),
    ("panel", "votes.jsonl", "answer", anything, lambda v: v.update(answer_key="0" * 32), "the log does not have"),
    ("panel", "votes.jsonl", "verdict", usable, swap, "but the judge's reply says"),
    ("panel", "votes.jsonl", "abstained", usable, lambda v: v.update(abstained=None), "has abstained null"),
    ("panel", "votes.jsonl", "named", usable, lambda v: v.update(conflict_named=True), "has conflict_named true"),
    ("panel", "votes.jsonl", "reason", usable, lambda v: v.update(reason="because"), 'has reason "because"'),
    ("panel", "votes.jsonl", "confidence", usable, lambda v: v.update(confidence=0.9), "has confidence 0.9"),
    ("panel", "votes.jsonl", "acceptable", usable, lambda v: v.update(acceptable=True), "has acceptable true"),
    ("panel", "votes.jsonl", "hash", usable, lambda v: v.update(prompt_hash=""), "the prompt_hash of"),
    ("panel", "votes.jsonl", "at", usable, lambda v: v.update(at="2026-13-40T00:00:00Z"), "should be a time in UTC"),
    ("panel", "manifest.json", "schema", anything, lambda m: m.update(schema_version="9"), "has schema_version '9'"),
    ("panel", "manifest.json", "created", anything, lambda m: m.update(created="now"), "should be a time in UTC"),
    ("panel", "manifest.json", "trials", anything, lambda m: m.update(trials=7), "but its configuration gives"),
    ("full", "manifest.json", "created", anything, lambda m: m.update(created=LATER), "when what it follows happened"),
    ("full", "intents.jsonl", "intent", usable, lambda i: i.update(intent="unclear"), 'has intent "unclear"'),
    ("full", "intents.jsonl", "reason", usable, lambda i: i.update(reason="x"), 'has reason "x"'),
    ("full", "intents.jsonl", "confidence", usable, lambda i: i.update(confidence=0.99), "has confidence 0.99"),
    ("full", "intents.jsonl", "hash", usable, lambda i: i.update(prompt_hash=""), "the prompt_hash of"),
    ("full", "votes.jsonl", "round", lambda v: v["round"] == 1, lambda v: v.update(at=EARLIER), "which is before"),
    ("full", "claims.jsonl", "claims", step("extract"), lambda c: c.update(claims=["Yes."]), 'has claims ["Yes."]'),
    ("full", "claims.jsonl", "support", step("verify"), lambda c: c.update(supported=None), "has supported null"),
    ("full", "claims.jsonl", "questions", step("questions"), lambda c: c.update(questions=None), "has questions null"),
    ("full", "claims.jsonl", "bearing", step("context"), lambda c: c.update(bearing=None), "has bearing null"),
    ("full", "claims.jsonl", "chunks", step("context"), lambda c: c.update(chunks=[]), "shown another prompt"),
    ("full", "claims.jsonl", "cited", step("cited"), lambda c: c.update(support=None), "has support null"),
    ("full", "claims.jsonl", "place", step("cited"), lambda c: c.update(place=9), "on a sentence that answer"),
    ("full", "claims.jsonl", "cites", step("cited"), lambda c: c.update(sentence="No."), "on a sentence that answer"),
    ("full", "claims.jsonl", "judge", step("verify"), lambda c: c.update(judge="x"), "as one of the judge x"),
    ("full", "claims.jsonl", "of", step("verify"), lambda c: c.update(of="0" * 32), "goes on from a step, 0000"),
    ("full", "claims.jsonl", "at", step("extract"), lambda c: c.update(at=EARLIER), "which is before"),
    ("full", "panel.json", "added", anything, lambda p: p["judges"][0].update(added=EARLIER), "which is before"),
    ("full", "engine.json", "at", anything, lambda e: e["sessions"][0].update(at="1 May"), "a time in UTC"),
]


@pytest.mark.daily(12)
@pytest.mark.parametrize(
    ("which", "file", "fits", "change", "fault"),
    [pytest.param(which, file, *rest, id=f"{which}-{file}-{what}") for which, file, what, *rest in CHANGES],
)
def test_a_changed_field_is_found_even_where_its_digest_was_forged(
    sound: dict[str, Path], tmp_path: Path, which: str, file: str, fits: Change, change: Change, fault: str
) -> None:
    run = changed(sound[which], tmp_path, file, change, fits)
    with pytest.raises(LogError, match=f"has changed since it was scored: {file}"):
        verify_run(run)
    forge_digests(run)
    with pytest.raises(LogError) as found:
        verify_run(run)
    assert fault in str(found.value)


@pytest.mark.parametrize(("what", "fault"), [("seed", "has seed 2"), ("reason", 'has reason "x"')])
def test_a_changed_field_is_found_even_where_the_run_was_scored_again(
    sound: dict[str, Path], tmp_path: Path, what: str, fault: str
) -> None:
    file = "answers.jsonl" if what == "seed" else "votes.jsonl"
    value = 2 if what == "seed" else "x"
    run = changed(sound["panel"], tmp_path, file, lambda record: record.update({what: value}), usable)
    score(run)
    with pytest.raises(LogError) as found:
        verify_run(run)
    assert fault in str(found.value)


def test_another_address_is_told_because_a_server_may_move(sound: dict[str, Path], tmp_path: Path) -> None:
    elsewhere = "http://127.0.0.1:8000/v1"
    run = changed(sound["panel"], tmp_path, "votes.jsonl", lambda v: v.update(endpoint=elsewhere), usable)
    forge_digests(run)
    (notice,) = verify_run(run).notices
    assert notice.startswith("openai:judge-0 was reached at 2 addresses: no address (")
    assert notice.endswith(f"{elsewhere} (1 calls).")


@pytest.mark.parametrize("file", ["answers.jsonl", "votes.jsonl"])
def test_an_address_that_the_manifest_does_not_name_is_found(sound: dict[str, Path], tmp_path: Path, file: str) -> None:
    run = changed(sound["panel"], tmp_path, file, lambda call: call.update(endpoint="http://127.0.0.1:8000/v1"), usable)
    models = {call["model"] for call in (*lines(run / "answers.jsonl"), *lines(run / "votes.jsonl"))}
    change_document(run / "manifest.json", lambda m: m.update(addresses={model: [""] for model in models}))
    forge_digests(run)
    with pytest.raises(LogError, match=rf"in {file} is 'http://127.0.0.1:8000/v1', and manifest.json has ''"):
        verify_run(run)


def test_what_a_server_called_itself_is_counted_in_the_summary(sound: dict[str, Path], tmp_path: Path) -> None:
    said = {"model": "another", "fingerprint": None, "provider": None}
    run = changed(sound["panel"], tmp_path, "votes.jsonl", lambda vote: vote.update(answered_by=said), usable)
    forge_digests(run)
    with pytest.raises(LogError, match="answered_by has 1 entries, and should have 2"):
        verify_run(run)


@pytest.fixture
def by_rule(tmp_path: Path) -> Path:
    """A run of a built-in baseline that the rule judge has judged, both of which need no server."""
    write_dataset(tmp_path / "set", ("en",), mains=4)
    run = prepare(RunOptions("baseline:extractive", data=str(tmp_path / "set"), judge=["rule"], out=tmp_path / "run"))
    execute(run, Watcher())
    score(run.folder)
    return run.folder


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda v: v.update(endpoint="http://127.0.0.1:1/v1"), "but rule needs no server"),
        (lambda v: v.update(reason="x"), 'has reason "x"'),
        (swap, "has verdict"),
        (lambda v: v.update(prompt_hash="0" * 16), "the prompt_hash of"),
        (lambda v: v.update(at=EARLIER), "which is before"),
    ],
)
def test_a_changed_vote_of_the_rule_judge_is_found(by_rule: Path, change: Change, fault: str) -> None:
    assert verify_run(by_rule).not_covered == ["rankings of the retriever (10)"]
    change_line(by_rule / "votes.jsonl", change)
    score(by_rule)
    with pytest.raises(LogError) as found:
        verify_run(by_rule)
    assert fault in str(found.value)


def test_what_another_version_of_the_rules_said_is_not_covered(by_rule: Path) -> None:
    change_line(by_rule / "votes.jsonl", lambda v: v["params"].update(version=0))
    score(by_rule)
    assert "what version 0 of the rule judge says (1)" in verify_run(by_rule).not_covered


class TestCallsOfAnEarlierRun:
    """A call that was copied from an earlier run is older than the run, and has what that run wrote."""

    def test_an_answer_may_have_the_seed_and_template_of_the_run_that_asked_it(
        self, sound: dict[str, Path], tmp_path: Path
    ) -> None:
        def copied(answer: dict[str, Any]) -> None:
            answer.update(at=EARLIER, seed=2, prompt_hash="0" * 16)

        run = changed(sound["panel"], tmp_path, "answers.jsonl", copied, usable)
        forge_digests(run)
        assert "prompts of answers (1)" in verify_run(run).not_covered

    def test_a_vote_may_be_older_than_an_answer_that_was_asked_anew(
        self, sound: dict[str, Path], tmp_path: Path
    ) -> None:
        run = changed(sound["panel"], tmp_path, "votes.jsonl", lambda v: v.update(at=EARLIER), usable)
        forge_digests(run)
        assert verify_run(run).numbers > 1000

    def test_a_run_with_another_seed_logs_its_own(self, tmp_path: Path) -> None:
        write_dataset(tmp_path / "set", ("en",), mains=4)
        for seed in (0, 1):
            wanted = RunOptions("baseline:echo", data=str(tmp_path / "set"), judge=["rule"], runs=tmp_path, seed=seed)
            run = prepare(wanted)
            execute(run, Watcher())
            score(run.folder)
            assert verify_run(run.folder).notices == []
