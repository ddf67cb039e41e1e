"""Runs as the files of other tools: every fact is the summary's, and texts of strangers come back to the letter."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench.errors import UsageError
from bench.export.files import export_files
from bench.export.formats import FORMATS
from bench.export.settings import Settings
from bench.log import read
from bench.records import Answer, Arm, Item, Summary
from bench.scoring import score
from tests.runs import JUDGE, MODEL, RULE, write_dataset, write_lines, write_run

HOSTILE = 'x"]\n- vars: {a: 1} # \x85\u2028\u2029\ufeff\x7f: | > % @ 日本語の「答え」\U0001f600\ttail\\'
"""What would end a string, a line, an entry or a document of YAML or JSON where it were put there as it is."""
DATASET = "owner/set-1"


def varied(item: Item, _arm: Arm, repeat: int) -> str:
    """Every outcome there is, failures and answers that nobody has judged among them."""
    if item.kind == "contradictory":
        return "n"
    return {"Q-0": "c", "Q-1": "a", "Q-2": "f", "Q-3": "i" if repeat else "-"}.get(item.id, "w")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two repeats that was shown documents, with a hostile answer."""
    folder = tmp_path_factory.mktemp("runs")
    data = write_dataset(folder / "data", langs=("en", "ja"))
    made = write_run(
        folder / "Run 1", data, varied, langs=("en", "ja"), arms=("gold", "shuffled"), repeats=2, judges=(JUDGE, RULE)
    )
    return with_contexts(made, HOSTILE)


def with_contexts(run: Path, text: str) -> Path:
    """Every answer was shown the document of pier 0, then that of pier 1; the first one says `text`."""
    answers = list(read(run / "answers.jsonl", Answer).records.values())
    shown = [answer.model_copy(update={"chunks": ("W-1", "W-0")}) for answer in answers]
    shown[0] = shown[0].model_copy(update={"text": text, "raw": text})
    write_lines(run / "answers.jsonl", [answer.model_dump(mode="json") for answer in shown])
    return run


def exported(run: Path, name: str, out: Path, **settings: Any) -> dict[str, bytes]:
    """The files of an export by their place in its folder."""
    export_files(name, [run], out, Settings(**{"hub_dataset": DATASET, **settings}))
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def rows(data: bytes) -> list[Any]:
    """Of a JSON Lines file, also as a reader sees them that ends a line at every line break of Unicode."""
    return [json.loads(line) for line in data.decode().splitlines()]


def told(run: Path, name: str, out: Path) -> list[str]:
    said: list[str] = []
    exported(run, name, out, tell=said.append)
    return said


@pytest.fixture(scope="module")
def record(run: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], list[Any], str, bytes]:
    """The record of Every Eval Ever, its lines, its place, and the bytes of the lines."""
    files = exported(run, "every-eval-ever", tmp_path_factory.mktemp("eee") / "out", by="A Lab")
    place, lines = files
    return json.loads(files[place]), rows(files[lines]), place, files[lines]


def test_a_record_has_every_defined_figure_with_the_way_that_is_better(run: Path, record: Any) -> None:
    results = {row["evaluation_result_id"]: row for row in record[0]["evaluation_results"]}
    summary = score(run)
    for result in summary.results:
        for name in ("over_abstention", "overall_item_micro", "false_answer", "discrimination"):
            rate, row = result.rate(name), results.get(f"{result.lang}/{result.arm}/{name}")
            if rate.rate is None:
                assert row is None, "undefined, so not there"
                continue
            assert row is not None
            assert row["score_details"]["score"] == rate.rate
            assert row["score_details"]["uncertainty"]["num_samples"] == rate.n
            assert row["metric_config"]["lower_is_better"] == (name in ("over_abstention", "false_answer"))
            assert rate.ci95_questions is not None
            interval = row["score_details"]["uncertainty"]["confidence_interval"]
            assert (interval["lower"], interval["upper"]) == rate.ci95_questions
    for row in results.values():
        metric, value = row["metric_config"], row["score_details"]["score"]
        assert metric["min_score"] <= value <= float(metric["max_score"])
    assert results["en/shuffled/quality.k4"]["metric_config"]["min_score"] == -4


def test_a_record_says_who_asked_which_model_and_who_judged(record: Any) -> None:
    found, _, place, _ = record
    assert found["source_metadata"]["source_organization_name"] == "A Lab"
    assert found["model_info"]["id"] == "openai/model-1"
    assert found["model_info"]["additional_details"]["model_availability"] == "closed_weights"
    assert place.startswith("data/_data/openai/model-1/")
    judges = found["evaluation_results"][0]["metric_config"]["llm_scoring"]["judges"]
    assert [judge["model_info"]["id"] for judge in judges] == ["openai/judge-1"], "the rule judge is no model"
    assert found["evaluation_results"][0]["generation_config"]["generation_args"]["temperature"] == 0


def test_lines_of_a_record_add_up_to_its_accuracy(record: Any) -> None:
    found, lines, place, data = record
    detail = found["detailed_evaluation_results"]
    assert detail["file_path"] == place.replace(".json", "_samples.jsonl")
    assert (detail["checksum"], detail["total_rows"]) == (hashlib.sha256(data).hexdigest(), len(lines))
    results = {row["evaluation_result_id"]: row["score_details"] for row in found["evaluation_results"]}
    scores = defaultdict(list)
    for line in lines:
        assert (line["evaluation_id"], line["model_id"]) == (found["evaluation_id"], found["model_info"]["id"])
        scores[line["evaluation_result_id"]].append(line["evaluation"]["score"])
    assert scores.keys() == {
        f"{lang}/{arm}/overall_item_micro" for lang in ("en", "ja") for arm in ("gold", "shuffled")
    }
    for name, given in scores.items():
        assert (sum(given), len(given)) == (float(results[name]["details"]["k"]), float(results[name]["details"]["n"]))
    assert HOSTILE in {line["output"]["raw"][0] for line in lines}


def test_a_record_without_texts_has_no_lines_and_a_second_export_is_the_same(run: Path, tmp_path: Path) -> None:
    first, again = (exported(run, "every-eval-ever", tmp_path / name, texts=False) for name in ("a", "b"))
    assert first == again
    ((place, data),) = first.items()
    assert place.endswith(".json")
    assert b"tide gauge" not in data
    assert "detailed_evaluation_results" not in json.loads(data)


def test_a_model_in_a_folder_of_this_machine_is_named_without_the_folder(tmp_path: Path) -> None:
    model = MODEL.model_copy(update={"spec": "vllm:/home/me/models/Mine-7B", "title": "/home/me/models/Mine-7B"})
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "set"), model=model)
    (data,) = exported(run, "every-eval-ever", tmp_path / "out", texts=False).values()
    assert b"/home/me" not in data
    info = json.loads(data)["model_info"]
    assert (info["id"], info["name"]) == ("vllm/Mine-7B", "Mine-7B")
    assert info["additional_details"]["deployment_type"] == "self_deployed"


def test_names_of_models_and_datasets_stay_inside_the_folder(tmp_path: Path) -> None:
    model = MODEL.model_copy(update={"spec": "openai:../../../etc/passwd\n<b>"})
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "CON"), model=model)
    (place,) = exported(run, "every-eval-ever", tmp_path / "out", texts=False)
    assert ".." not in place.split("/")
    assert place.startswith("data/_CON/openai/")


def test_samples_of_ragas_are_the_answers_with_what_was_shown(run: Path, tmp_path: Path) -> None:
    files = exported(run, "ragas", tmp_path / "out")
    samples, trials = (rows(data) for name, data in sorted(files.items()))
    answers = [a for a in read(run / "answers.jsonl", Answer).records.values() if a.text is not None]
    assert [sample["response"] for sample in samples] == [answer.text for answer in answers]
    assert samples[0]["response"] == HOSTILE
    for sample, trial, answer in zip(samples, trials, answers, strict=True):
        assert (trial["lang"], trial["item"], trial["arm"], trial["repeat"]) == answer.trial_id
        assert sample["retrieved_context_ids"] == ["W-1", "W-0"]
        assert sample["retrieved_contexts"][0].startswith("The tide gauge of pier 1")
    of_first = next(s for s, t in zip(samples, trials, strict=True) if t["item"] == "Q-0")
    assert (of_first["reference"], of_first["reference_context_ids"]) == ("day 10", ["W-0"])
    assert {trial["outcome"] for trial in trials} >= {"correct", "abstained", "wrong", "invalid", None}


def test_failed_trials_are_no_cases_and_are_told(run: Path, tmp_path: Path) -> None:
    failed = sum(a.text is None for a in read(run / "answers.jsonl", Answer).records.values())
    for name in ("ragas", "deepeval"):
        (said,) = (line for line in told(run, name, tmp_path / name) if "failed and have no answer" in line)
        assert f"left out {failed} of " in said


@pytest.mark.parametrize("name", ["ragas", "hub-results"])
def test_a_run_that_is_not_complete_is_told(tmp_path: Path, name: str) -> None:
    run = write_run(tmp_path / "half", write_dataset(tmp_path / "set"), lambda item, *_: "." if "3" in item.id else "c")
    said = told(run, name, tmp_path / "out")
    assert "half is not complete: trials are missing, or failed in a way that may pass." in said


def test_cases_of_deepeval_have_its_fields(run: Path, tmp_path: Path) -> None:
    (cases,) = (json.loads(data) for data in exported(run, "deepeval", tmp_path / "out").values())
    case = next(case for case in cases if case["name"] == "en Q-0 shuffled 1")
    assert case["input"] == "On which day was the gauge of pier 0 serviced?"
    assert (case["actual_output"], case["expected_output"]) == ("answer c", "day 10")
    assert [text[:25] for text in case["retrieval_context"]] == [
        "The tide gauge of pier 1 ",
        "The tide gauge of pier 0 ",
    ]
    assert case["additional_metadata"]["categories"] == ["Integration"]


def test_tests_of_promptfoo_are_one_for_each_question_and_arm(run: Path, tmp_path: Path) -> None:
    (data,) = exported(run, "promptfoo", tmp_path / "out").values()
    tests = yaml.safe_load(data)
    places = [(test["metadata"]["lang"], test["metadata"]["item"], test["metadata"]["arm"]) for test in tests]
    asked = {a.trial_id[:3] for a in read(run / "answers.jsonl", Answer).records.values()}
    assert len(places) == len(asked)
    assert set(places) == asked, "of failed trials too: promptfoo asks anew"
    by_item = {test["metadata"]["item"]: test for test in tests}
    assert by_item["Q-0"]["vars"]["reference"] == "day 10"
    assert "The tide gauge of pier 1" in by_item["Q-0"]["vars"]["context"]
    rubrics = {name: by_item[name]["assert"][0]["value"] for name in ("Q-0", "Q-0-INS", "Q-0-CON") if name in by_item}
    assert rubrics["Q-0"].endswith("Reference: day 10")
    assert "contradict" in rubrics["Q-0-CON"]


@pytest.mark.parametrize(
    "text", ["{{ 7 * 7 }}", "{% include 'x' %}", "{# hidden #}", "file:///etc/passwd", "package:x:y"]
)
def test_what_promptfoo_would_carry_out_is_in_no_test(tmp_path: Path, text: str) -> None:
    data = write_dataset(tmp_path / "set")
    items = data / "en" / "items.jsonl"
    first, *others = items.read_text("utf-8").splitlines()
    question = {**json.loads(first), "question": text}
    items.write_text("\n".join([json.dumps(question), *others]) + "\n", "utf-8")
    run = write_run(tmp_path / "run", data)
    said = told(run, "promptfoo", tmp_path / "out")
    assert text not in (tmp_path / "out" / "run.yaml").read_text("utf-8")
    assert yaml.safe_load((tmp_path / "out" / "run.yaml").read_text("utf-8"))
    assert any("would carry out as a template" in line for line in said)


def test_results_for_the_hub_are_the_headline_of_each_language(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "set", langs=("en", "ja")), langs=("en", "ja"))
    ((place, data),) = exported(run, "hub-results", tmp_path / "out", by=HOSTILE).items()
    assert place.startswith(".eval_results/")
    entries = yaml.safe_load(data)
    shown = {r.lang: r for r in score(run).results if r.arm == "shuffled"}
    assert [entry["dataset"] for entry in entries] == [{"id": DATASET, "task_id": f"shuffled_{lang}"} for lang in shown]
    for entry, result in zip(entries, shown.values(), strict=True):
        assert result.overall_macro is not None
        assert entry["value"] == round(100 * result.overall_macro, 2)
        assert HOSTILE in entry["notes"]
        assert "verifyToken" not in entry


def test_an_undefined_headline_is_no_result_and_is_told(run: Path, tmp_path: Path) -> None:
    said = told(run, "hub-results", tmp_path / "out")
    assert [line for line in said if line.endswith("overall_macro of ja is not defined, so it has no entry.")]
    ((_, data),) = exported(run, "hub-results", tmp_path / "again").items()
    assert yaml.safe_load(data) == []


def test_what_is_wrong_with_a_request_is_one_sentence_and_leaves_nothing(run: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"--hub-dataset: 'nobody' is no dataset of the Hub; give OWNER/NAME"):
        exported(run, "hub-results", tmp_path / "out", hub_dataset="nobody")
    for name, entry in FORMATS.items():
        if entry.texts == "always":
            with pytest.raises(UsageError, match=r"--no-text: .* are texts"):
                exported(run, name, tmp_path / "out", texts=False)
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "mine").write_text("mine")
    with pytest.raises(UsageError, match="is not an empty folder"):
        exported(run, "ragas", tmp_path / "taken")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
    with pytest.raises(UsageError, match="Two runs have the name"):
        export_files("ragas", [run, run], tmp_path / "out", Settings())


def test_a_summary_is_not_needed_and_not_written(run: Path, tmp_path: Path) -> None:
    (run / "summary.json").unlink(missing_ok=True)
    exported(run, "hub-results", tmp_path / "out")
    assert not (run / "summary.json").exists()
    assert isinstance(score(run), Summary)
