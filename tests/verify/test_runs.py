"""Verifying a run: what is sound passes, and a wrong figure or a single changed letter of a log is found by name."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.errors import DataError, LogError
from bench.records import Arm, Item
from bench.scoring import score
from bench.verify import verify_run
from tests.runs import JUDGE, write_dataset, write_run
from tests.verify.full_run import one_call, two_stage, write_data
from tests.verify.sealed import change_line, change_summary, drop_line, forge_digests, lines, seal

PANEL = tuple(JUDGE.model_copy(update={"spec": f"openai:judge-{n}"}) for n in range(3))
LEFT_TO_THE_LOG = ["rankings of the retriever (40)"]


def mixed(item: Item, arm: Arm, repeat: int) -> str:
    """Every outcome that can happen somewhere, without a rule that a figure could hide behind."""
    possible = {"main": "cwaifc", "contradictory": "ndwi"}.get(item.kind, "cwcf")
    return possible[(3 * ord(item.id[2]) + 5 * repeat + len(arm) + len(item.id) + len(item.lang)) % len(possible)]


def sound_run(folder: Path, mains: int = 4) -> Path:
    """A finished run of both languages in all arms, judged by three."""
    data = write_dataset(folder / "set", ("en", "ja"), mains=mains)
    arms: tuple[Arm, ...] = ("gold", "shuffled", "retrieved", "none")
    return seal(write_run(folder / "run", data, mixed, langs=("ja", "en"), arms=arms, repeats=2, judges=PANEL))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sound_run(tmp_path_factory.mktemp("sound"))


@pytest.fixture
def run(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / "run"))


def test_a_sound_run_passes_with_nothing_left_out(run: Path) -> None:
    audit = verify_run(run)
    assert audit.numbers > 1000
    assert audit.not_covered == LEFT_TO_THE_LOG
    assert audit.notices == []
    answers, votes = len(lines(run / "answers.jsonl")), len(lines(run / "votes.jsonl"))
    assert f"keys, seeds, prompts, times and replies of {answers} answers, {votes} judgements" in audit.checked


def test_a_run_with_every_file_that_a_run_can_have_passes(tmp_path: Path) -> None:
    audit = verify_run(two_stage(tmp_path / "run", write_data(tmp_path / "set")))
    assert audit.numbers > 4000
    assert {name.partition(" (")[0] for name in audit.not_covered} == {
        "rankings of the retriever",
        "cosines of the claims' questions",
    }
    assert audit.notices == []


def test_what_only_another_version_reads_otherwise_is_a_notice(tmp_path: Path) -> None:
    audit = verify_run(one_call(tmp_path / "run", write_data(tmp_path / "set", mains=2, stores=1)))
    assert [notice.partition(", which")[0] for notice in audit.notices] == [
        "bench 0.1.0 builds prompts or reads replies otherwise than bench 0.0.0"
    ]


@pytest.mark.daily(6)
@pytest.mark.parametrize(
    ("change", "path"),
    [
        (
            lambda s: s["results"][1]["categories"]["Table"].update(k=3),
            "results[1].categories.Table.k is 3, and should",
        ),
        (lambda s: s["results"][0].update(main_avg=0.9), "results[0].main_avg is 0.9, and should be"),
        (lambda s: s["results"][5]["quality"][2].update(value=0.51), "results[5].quality[2].value is 0.51"),
        (lambda s: s["results"][5]["quality"][2]["ci95"].__setitem__(1, 0.9), "results[5].quality[2].ci95[1] is 0.9"),
        (
            lambda s: s["results"][3]["false_answer"].update(rate=0.0),
            "results[3].false_answer.rate is 0.0, and should be",
        ),
        (lambda s: s["attribution"][1]["distractors"].update(value=0.5), "attribution[1].distractors.value is 0.5"),
        (lambda s: s["exclusions"].pop(), "exclusions has "),
        (lambda s: s["usage"].update(cost_usd=0.01), "usage.cost_usd is 0.01"),
        (
            lambda s: s["judge_usage"]["latency_s"].update(p90=0.2),
            "judge_usage.latency_s.p90 is 0.2, and should be 0.1",
        ),
        (lambda s: s["judge"].update(invalid=0), "judge.invalid is 0"),
        (lambda s: s["judge"].update(note=""), 'judge.note is "", and should be'),
        (lambda s: s.update(missing=1), "missing is 1, and should be 0"),
        (lambda s: s["dataset"].update(version="9"), 'dataset.version is "9"'),
        (lambda s: s["results"][0].pop("volume"), "results[0].volume is missing"),
        (lambda s: s["judge"].update(leaderboard=True), "judge.leaderboard is true, and should be false"),
        (lambda s: s.update(schema_version="9"), 'schema_version is "9"'),
        (lambda s: s.update(suite_version="9"), 'suite_version is "9"'),
        (lambda s: s["crag"][0].update(exact=99), "crag[0].exact is 99"),
        (lambda s: s["citations"][0]["coverage"].update(n=99), "citations[0].coverage.n is 99"),
    ],
)
def test_a_wrong_figure_is_found_with_its_path_and_both_values(
    run: Path, change: Callable[[Any], object], path: str
) -> None:
    change_summary(run, change)
    with pytest.raises(LogError) as found:
        verify_run(run)
    assert path in str(found.value)
    assert "Traceback" not in str(found.value)


@pytest.mark.parametrize("file", ["answers.jsonl", "votes.jsonl", "manifest.json"])
def test_one_changed_letter_of_a_file_is_found_by_its_digest(run: Path, file: str) -> None:
    data = bytearray((run / file).read_bytes())
    place = len(data) // 2
    data[place] = data[place] ^ 1
    (run / file).write_bytes(bytes(data))
    with pytest.raises(LogError, match=rf"has changed since it was scored: {file} has SHA-256 [0-9a-f]{{64}}, and had"):
        verify_run(run)


def test_swapped_verdicts_change_the_figures_that_they_led_to(run: Path) -> None:
    def swap_with_reply(vote: dict[str, Any]) -> None:
        verdict = "incorrect" if vote["verdict"] == "correct" else "correct"
        abstained = vote["abstained"] if verdict == "incorrect" else False
        said = {"reason": vote["reason"], "verdict": verdict, "abstained": abstained, "conflict_named": False}
        vote |= {**said, "raw": json.dumps(said)}

    votes = lines(run / "votes.jsonl")
    kinds = {a["key"]: a["kind"] for a in lines(run / "answers.jsonl")}
    wrong = next(
        v["answer_key"]
        for v in votes
        if v["verdict"] == "incorrect" and not v["abstained"] and kinds[v["answer_key"]] == "main"
    )
    for number in [n for n, vote in enumerate(votes) if vote["answer_key"] == wrong]:
        change_line(run / "votes.jsonl", swap_with_reply, number)
    forge_digests(run)
    with pytest.raises(LogError, match=r"is not what its log gives: results\[\d\]\.\S+ is .*, and should be"):
        verify_run(run)


@pytest.mark.parametrize(
    ("file", "fault"),
    [("answers.jsonl", "that the log does not have"), ("votes.jsonl", "complete is true, and should be false")],
)
def test_a_dropped_line_is_found_even_where_its_digest_was_forged(run: Path, file: str, fault: str) -> None:
    drop_line(run / file)
    with pytest.raises(LogError, match=f"has changed since it was scored: {file}"):
        verify_run(run)
    forge_digests(run)
    with pytest.raises(LogError, match=fault):
        verify_run(run)


def test_a_question_left_out_of_the_whole_run_is_found(run: Path) -> None:
    """Answers, votes, the plan in the manifest and the figures agree with each other; only the dataset does not."""
    manifest = json.loads((run / "manifest.json").read_text("utf-8"))
    gone = {a["key"] for a in lines(run / "answers.jsonl") if a["item"] == "Q-1"}
    for file, key in (("answers.jsonl", "key"), ("votes.jsonl", "answer_key")):
        kept = [json.dumps(record) + "\n" for record in lines(run / file) if record[key] not in gone]
        (run / file).write_text("".join(kept), encoding="utf-8")
    manifest["trials"] -= len(gone)
    (run / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    score(run)
    with pytest.raises(LogError, match=r"manifest.json has \d+ trials, but its configuration gives"):
        verify_run(run)


def test_how_many_more_differ_is_said(run: Path) -> None:
    change_summary(run, lambda s: [r.update(main_avg=0.123, overall_macro=0.123) for r in s["results"]])
    with pytest.raises(LogError, match=r"\(15 more\)"):
        verify_run(run)


def test_an_unknown_section_is_named_as_not_covered_and_never_passes_silently(run: Path) -> None:
    change_summary(run, lambda s: s.update(new_section={"rate": 0.9}, empty_section=[]))
    change_summary(run, lambda s: [r.update(new_rate={"k": 1}) for r in s["results"]])
    assert sorted({*verify_run(run).not_covered} - {*LEFT_TO_THE_LOG}) == ["new_section", "results[].new_rate"]


def test_a_summary_without_digests_says_that_they_are_not_covered(run: Path) -> None:
    change_summary(run, lambda s: s.update(log=None))
    assert any(name.startswith("log (no digests") for name in verify_run(run).not_covered)


def test_damaged_lines_do_not_count_and_are_reported(run: Path) -> None:
    with (run / "votes.jsonl").open("a", encoding="utf-8") as file:
        file.write('nonsense\n{"key": "x", "confidence": NaN}\n{"key": "half')
    score(run)
    notices = verify_run(run).notices
    assert len(notices) == 3
    assert any("half-written" in notice for notice in notices)


def test_an_unfinished_run_verifies_as_unfinished(tmp_path: Path) -> None:
    def letters(item: Item, arm: Arm, repeat: int) -> str:
        return {"Q-1": ".", "Q-2": "-"}.get(item.id, mixed(item, arm, repeat))

    run = seal(write_run(tmp_path / "run", write_dataset(tmp_path / "set"), letters))
    assert verify_run(run).not_covered == []


def test_what_cannot_be_verified_is_one_sentence(run: Path, tmp_path: Path) -> None:
    with pytest.raises(LogError, match="no run folder"):
        verify_run(tmp_path)
    (run / "summary.json").write_text("[]", encoding="utf-8")
    with pytest.raises(LogError, match="holds no JSON object"):
        verify_run(run)
    (run / "summary.json").write_text('{"results": NaN}', encoding="utf-8")
    with pytest.raises(LogError, match="is not JSON: NaN is not a number"):
        verify_run(run)
    (run / "summary.json").unlink()
    with pytest.raises(LogError, match="run `bench score"):
        verify_run(run)


def test_a_manifest_without_its_parts_is_one_sentence(run: Path) -> None:
    (run / "manifest.json").write_text('{"run": "x"}', encoding="utf-8")
    forge_digests(run)
    with pytest.raises(LogError, match=r"cannot be verified.*KeyError: 'config'"):
        verify_run(run)


def test_another_dataset_is_refused(tmp_path: Path) -> None:
    run = seal(write_run(tmp_path / "run", write_dataset(tmp_path / "set")))
    items = tmp_path / "set" / "en" / "items.jsonl"
    items.write_text(items.read_text("utf-8").replace("day 10", "day 99"), encoding="utf-8")
    with pytest.raises(DataError, match="is not the one that run was run on"):
        verify_run(run)
