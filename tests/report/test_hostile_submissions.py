"""Hostile files, each a sound submission with one thing done to it, each refused for the right reason.

Of version 2, which has everything that the present version has, and claims figures besides.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.dataset import load
from bench.log import write_whole
from bench.report.checking import check, document, own_data, read_submission
from bench.report.leaderboard import build
from bench.report.submission import make_submission
from tests.report.desk import NOW, as_version_2, changed, mixed_run
from tests.runs import write_dataset

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound")
    data = write_dataset(folder / "set", ("en", "ja"), mains=5)
    document = as_version_2(make_submission(mixed_run(folder / "run", data), "Example Lab"))
    write_whole(folder / "s.json", json.dumps(document, indent=2))
    assert check(folder / "s.json", now=NOW) == []
    return folder / "s.json"


@pytest.fixture
def file(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sound, tmp_path))


def rewritten(file: Path, by: Callable[[bytes], bytes]) -> list[str]:
    """The faults after a change to the bytes."""
    file.write_bytes(by(file.read_bytes()))
    return check(file, now=NOW)


def _relabel(s: dict[str, Any]) -> None:
    """An item with the tags that another version of the dataset gives it."""
    s["items"][0]["aspects"] = ["csv"]


CASES = [
    pytest.param(
        lambda s: s["results"][1].update(overall_macro=0.99),
        "results[1].overall_macro",
        "is 0.99, but the rows give",
        id="an aggregate",
    ),
    pytest.param(
        lambda s: s["results"][0]["overall_item_micro"].update(k=1),
        "results[0].overall_item_micro.rate",
        "but 1/13 is",
        id="a count under a rate",
    ),
    pytest.param(
        lambda s: s["config"]["model"].update(title="A better name"),
        "digest",
        "a field of the configuration was changed",
        id="the model's title",
    ),
    pytest.param(
        lambda s: s["config"].update(seed=7),
        "digest",
        "a field of the configuration was changed",
        id="the seed",
    ),
    pytest.param(
        lambda s: s["config"]["prompts"].update({"answer.en": "0" * 64}),
        "digest",
        "a field of the configuration was changed",
        id="a prompt's fingerprint",
    ),
    pytest.param(
        lambda s: s["config"]["model"]["params"].update(temperature=1),
        "digest",
        "a field of the configuration was changed",
        id="a parameter",
    ),
    pytest.param(
        lambda s: s["config"]["dataset"].update(version="2099"),
        "config.dataset.version",
        "'2099' is no known version of LIT-RAGBench",
        id="an unknown dataset version",
    ),
    pytest.param(_relabel, "results[0].categories.Integration.n", "but the rows give", id="a mixed version"),
    pytest.param(
        lambda s: s["results"][0].update(main_avg=float("nan")),
        "results[0].main_avg",
        "nan is not a number of JSON",
        id="NaN",
    ),
    pytest.param(
        lambda s: s["usage"].update(cost_usd=float("-inf")),
        "usage.cost_usd",
        "-inf is not a number of JSON",
        id="Infinity",
    ),
    pytest.param(
        lambda s: s["results"][0].update(main_avg=87.2),
        "results[0].main_avg",
        "87.2 is no share, which runs from 0 to 1; 87.2 % is written 0.872",
        id="a percentage",
    ),
    pytest.param(
        lambda s: s["results"][0]["volume"].update(rate=50.0),
        "results[0].volume.rate",
        "50 is no share, which runs from 0 to 1; 50 % is written 0.5",
        id="a percentage as a rate",
    ),
    pytest.param(
        lambda s: s["results"][0]["volume"].update(rate=s["results"][0]["volume"]["rate"] / 100),
        "results[0].volume.rate",
        "it looks divided by 100 once too often",
        id="a share of a percent",
    ),
    pytest.param(
        lambda s: s["results"][0]["volume"].update(rate=0.123456),
        "results[0].volume.rate",
        "is 0.123456, but ",
        id="a rate that is not k/n",
    ),
    pytest.param(
        lambda s: s["results"][0]["volume"].update(k=99),
        "results[0].volume.rate",
        "has k = 99 of n = 13: more than there are",
        id="more hits than trials",
    ),
    pytest.param(lambda s: s["rows"].pop(0), "items[0]", "has no row for repeat 0", id="a missing row"),
    pytest.param(lambda s: s["items"].pop(0), "rows[0].item", "is not among `items`", id="a missing item"),
    pytest.param(
        lambda s: s["rows"].append(s["rows"][0]), "rows", "en Q-0 0 stands 2 times", id="a row that stands twice"
    ),
    pytest.param(
        lambda s: s["config"]["judges"].append({**s["config"]["judges"][0], "spec": "rule"}),
        "leaderboard",
        "must be false: rule results are not for the leaderboard",
        id="the rule judge",
    ),
    pytest.param(
        lambda s: s.update(endorsed=True),
        "document",
        "Additional properties are not allowed ('endorsed' was unexpected)",
        id="an unknown field",
    ),
    pytest.param(
        lambda s: s["results"][0].update(secret=1),
        "results[0]",
        "Additional properties are not allowed ('secret' was unexpected)",
        id="an unknown field deep inside",
    ),
    pytest.param(
        lambda s: s["config"]["model"].update(title="x" * 3000),
        "config.model.title",
        "is a text of 3,000 characters; at most 2,000 are taken",
        id="an endless title",
    ),
    pytest.param(
        lambda s: s["excluded"].update({"x" * 3000: 1}),
        "excluded",
        "has a key of 3,000 characters",
        id="an endless key",
    ),
    pytest.param(
        lambda s: s["config"]["model"]["params"].update(deep=_nested(80)),
        "config.model.params",
        "is nested too deeply",
        id="depth",
    ),
    pytest.param(lambda s: s.update(date="2027-01-01T00:00:00Z"), "date", "lies in the future", id="a date to come"),
    pytest.param(
        lambda s: s.update(schema_version="9"),
        "schema_version",
        "'9' is not a version that this suite reads (1, 2, 3, 4)",
        id="a version to come",
    ),
]
"""What is done to the document, where the fault is, and words of it."""


@pytest.mark.parametrize(("change", "place", "words"), CASES)
def test_a_changed_document_is_refused_with_path_and_reason(file: Path, change: Change, place: str, words: str) -> None:
    faults = changed(file, change)
    assert any(fault.startswith(f"{place}: ") and words in fault for fault in faults), faults


@pytest.mark.daily(5)
@pytest.mark.parametrize(("change", "place", "words"), [c for c in CASES if not str(c.values[1]).startswith("results")])
def test_the_present_version_is_refused_for_the_same_reasons(
    file: Path, change: Change, place: str, words: str
) -> None:
    submission, _ = read_submission(file, now=NOW)
    assert submission is not None
    write_whole(file, submission)
    test_a_changed_document_is_refused_with_path_and_reason(file, change, place, words)


def test_the_present_version_claims_no_figure(file: Path) -> None:
    claims = json.loads(file.read_text("utf-8"))["results"]
    submission, _ = read_submission(file, now=NOW)
    assert submission is not None
    write_whole(file, submission)
    (fault,) = changed(file, lambda s: s.update(results=claims))
    assert fault == "document: Additional properties are not allowed ('results' was unexpected)"


def _nested(depth: int) -> Any:
    return [_nested(depth - 1)] if depth else 0


@pytest.mark.parametrize(
    ("by", "words"),
    [
        pytest.param(
            lambda data: data.replace(b'"leaderboard": true', b'"leaderboard": true, "leaderboard": false'),
            "the key 'leaderboard' stands twice in one object",
            id="a key that stands twice",
        ),
        pytest.param(
            lambda data: data.replace(b'"submitter": "Example Lab"', b'"submitter": "\xff\xfe"'),
            "is not UTF-8 at byte",
            id="not UTF-8",
        ),
        pytest.param(
            lambda data: data.replace(b"Example Lab", b"\\ud800"), "half of a surrogate pair", id="half a character"
        ),
        pytest.param(lambda data: data[:-10], "is not JSON", id="cut off"),
        pytest.param(lambda data: b"[" + data + b"]", "is no JSON object", id="a list around it"),
        pytest.param(lambda data: b"[" * 100_000 + data, "nested too deeply", id="depth without end"),
        pytest.param(
            lambda data: data.replace(b'"trials":', b'"trials": ' + b"9" * 5000 + b', "t":', 1),
            "the whole number 9999999999… has 5000 digits",
            id="a number without end",
        ),
        pytest.param(lambda _: b"", "is not JSON", id="nothing"),
    ],
)
def test_changed_bytes_are_refused_without_a_traceback(file: Path, by: Callable[[bytes], bytes], words: str) -> None:
    faults = rewritten(file, by)
    assert any(fault.startswith("document: ") and words in fault for fault in faults), faults


def test_an_oversized_file_is_refused_unread(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "MAX_BYTES", 1000)
    (fault,) = check(file, now=NOW)
    assert fault.startswith("document: has ")
    assert fault.endswith("a submission has at most 1,000")


def test_a_file_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    assert check(tmp_path / "nothing.json") == ["document: cannot be read: No such file or directory"]


def test_a_pipe_with_the_name_of_a_submission_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    assert check(tmp_path / "pipe.json") == ["document: is no file"]


def test_several_changes_are_named_together(file: Path) -> None:
    def spoil(s: dict[str, Any]) -> None:
        s["results"][0]["main_avg"] = 87.2
        s["results"][1]["volume"]["k"] += 1
        s["config"]["repeats"] = "2"
        s["endorsed"] = True

    places = [fault.split(":")[0] for fault in changed(file, spoil)]
    assert set(places) == {"results[0].main_avg", "results[1].volume.rate", "config.repeats", "document"}


HUGE = 10**400
"""A whole number of JSON that no float can hold."""


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda s: s["results"][0].update(main_avg=HUGE), id="as a share"),
        pytest.param(lambda s: s["results"][0]["volume"].update(rate=HUGE), id="as a rate"),
        pytest.param(lambda s: s["results"][0]["volume"].update(k=HUGE, n=10 * HUGE), id="as counts"),
        pytest.param(lambda s: s["usage"].update(prompt_tokens=HUGE, cost_usd=1.0), id="as tokens"),
        pytest.param(lambda s: s["usage"].update(prompt_tokens=-HUGE), id="below zero"),
    ],
)
def test_a_whole_number_beyond_every_count_is_refused_with_its_length(file: Path, change: Change) -> None:
    (fault,) = changed(file, change)
    assert fault.startswith("document: ")
    assert "at most 18 are taken" in fault
    assert len(fault) < 200


def test_a_date_in_digits_of_another_script_does_not_pass_as_the_newest(file: Path) -> None:
    faults = changed(file, lambda s: s.update(date="２０２６-01-02T00:00:00Z"))
    assert faults == ["date: '２０２６-01-02T00:00:00Z' is not written in the digits 0 to 9"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param({"langs": []}, "no language was given", id="no language"),
        pytest.param({"limit": -1}, "-1 items cannot be run", id="a limit below 1"),
    ],
)
def test_what_cannot_be_asked_of_the_reference_copy_is_a_fault_and_ends_no_build(
    file: Path, change: dict[str, Any], words: str
) -> None:
    document = json.loads(file.read_text("utf-8"))
    document["config"].update(change)
    document["config"]["dataset"].update(name="gib", version=load("gib", ("en",)).version)
    document["config"]["dataset"]["sha256"] = load("gib", ("en", "ja")).sha256
    file.write_text(json.dumps(document), "utf-8")
    faults = check(file, own_data, NOW)
    assert any(fault.startswith("config: asks for what cannot be run") and words in fault for fault in faults), faults
    assert [refused.file for refused in build(file.parent, own_data, NOW).refused] == [file.name]
