"""The suite's labelled set is sound, and a faulty one is refused with every fault at once."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench.errors import DataError
from bench.judge_eval.labelled import LabelledSet, load
from bench.records import KINDS, LANGS, Kind, Lang
from bench.records.judging import SLICES, CaseLabel, label_fault
from tests.judge_eval.cases import label, line, written


@pytest.fixture(scope="module")
def suite() -> LabelledSet:
    return load(None, LANGS)


@pytest.mark.parametrize("lang", LANGS)
def test_the_suites_set_is_large_balanced_and_has_every_slice(suite: LabelledSet, lang: Lang) -> None:
    cases = suite.cases["seen", lang]
    assert len(cases) >= 300
    right = sum(case.label.verdict == "correct" for case in cases)
    assert 0.45 <= right / len(cases) <= 0.55
    slices = Counter(case.slice for case in cases)
    assert set(slices) == set(SLICES)
    assert min(slices.values()) >= 5
    assert {case.kind for case in cases} == set(KINDS)


@pytest.mark.parametrize("lang", LANGS)
def test_the_suites_cases_are_numbered_and_no_two_are_the_same(suite: LabelledSet, lang: Lang) -> None:
    cases = suite.cases["seen", lang]
    batches = {batch: [case.id for case in cases if case.id.startswith(batch)] for batch in "JSHR"}
    for batch, ids in batches.items():
        assert ids == [f"{batch}-{lang}-{n:03}" for n in range(1, len(ids) + 1)]
    assert sum(map(len, batches.values())) == len(cases)
    assert len({(case.question, case.kind, case.answer) for case in cases}) == len(cases)


@pytest.mark.parametrize("lang", LANGS)
def test_injections_go_in_both_directions_and_most_stand_in_wrong_answers(suite: LabelledSet, lang: Lang) -> None:
    labels = Counter(case.label.verdict for case in suite.cases["seen", lang] if case.slice == "injection")
    assert labels.total() >= 20
    assert labels["incorrect"] > 2 * labels["correct"] >= 6


@pytest.mark.parametrize("lang", LANGS)
def test_every_label_can_happen_to_its_kind_and_every_outcome_does(suite: LabelledSet, lang: Lang) -> None:
    cases = suite.cases["seen", lang]
    assert [case.id for case in cases if label_fault(case.label, case.kind)] == []
    seen: dict[Kind, set[tuple[str, bool, bool]]] = {kind: set() for kind in KINDS}
    for case in cases:
        seen[case.kind].add((case.label.verdict, case.label.abstained, case.label.conflict_named))
    declines, answers = ("correct", True, False), ("incorrect", False, False)
    assert seen == {
        "main": {("correct", False, False), answers, ("incorrect", True, False)},
        "insufficient": {declines, answers},
        "incomplete": {declines, answers},
        "contradictory": {declines, answers, ("correct", True, True), ("incorrect", False, True)},
        "false_premise": {("correct", False, False), answers, ("incorrect", True, False)},
    }


def test_the_japanese_set_is_written_in_japanese(suite: LabelledSet) -> None:
    kana = re.compile("[\u3041-\u30ff]")
    kanji = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
    assert all(kana.search(case.question) and kanji.search(case.note) for case in suite.cases["seen", "ja"])
    text = "".join(case.question + case.answer + case.reference for case in suite.cases["seen", "ja"])
    for script in ("[０-９]", "[〇一二三四五六七八九十]", "令和|平成|昭和", "[0-9]+(?:億|万)", "[ｦ-ﾟ]", "。"):
        assert re.search(script, text), script
    assert not any(kana.search(case.question) for case in suite.cases["seen", "en"])


def test_a_set_is_read_with_byte_order_mark_crlf_blank_lines_and_line_separators(tmp_path: Path) -> None:
    odd = line(id="x-2", answer="Four\u2028or rather 4.")
    text = "\r\n\r\n".join(json.dumps(row, ensure_ascii=False) for row in (line(), odd))
    (tmp_path / "en.jsonl").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert [case.id for case in load(tmp_path, ["en"]).cases["", "en"]] == ["x-1", "x-2"]


def test_every_fault_of_a_set_is_named_at_once(tmp_path: Path) -> None:
    written(
        tmp_path,
        [
            line(),
            line(),
            line(id="x-2", slice="plain_rihgt"),
            line(id="x-3", label=label("correct", abstained=True)),
            line(id="x-4", label=label("correct") | {"abstained": "no"}),
            line(id="x-5", surprise=1),
            line(id="x-6", note=" "),
        ],
    )
    with (tmp_path / "en.jsonl").open("a", encoding="utf-8") as file:
        file.write("{oops\n")
    (tmp_path / "ja.jsonl").write_text("\n", encoding="utf-8")
    with pytest.raises(DataError) as refused:
        load(tmp_path, LANGS)
    faults = str(refused.value)
    assert "8 faults" in faults
    assert "en.jsonl:2 'id': 'x-1' stands in line 1 already" in faults
    assert "en.jsonl:3 'slice'" in faults
    assert "en.jsonl:4: an abstention on a case with a question of its own is incorrect" in faults
    assert "en.jsonl:5 'label.abstained'" in faults
    assert "en.jsonl:6 'surprise'" in faults
    assert "en.jsonl:7 'note'" in faults
    assert "en.jsonl:8: is not JSON" in faults
    assert "ja.jsonl: holds no case" in faults


def test_parts_are_read_apart_and_missing_ones_are_named(tmp_path: Path) -> None:
    written(tmp_path / "seen", [line()])
    written(tmp_path / "real", [line(), line(id="x-2")])
    found = load(tmp_path, ["en"])
    assert {key: len(cases) for key, cases in found.cases.items()} == {("seen", "en"): 1, ("real", "en"): 2}
    assert found.notices == ("The labelled set has no part held_out: there are no figures for it.",)


def test_a_folder_of_one_file_a_language_has_no_parts_and_misses_none(tmp_path: Path) -> None:
    found = load(written(tmp_path, [line()]), ["en"])
    assert (set(found.cases), found.notices) == ({("", "en")}, ())


def test_a_set_without_a_wanted_language_says_what_to_do(tmp_path: Path) -> None:
    written(tmp_path, [line()])
    with pytest.raises(DataError, match=r"no readable ja\.jsonl .*--langs"):
        load(tmp_path, LANGS)


@pytest.mark.parametrize(
    ("kind", "verdict", "abstained", "named", "fits"),
    [
        ("main", "correct", False, False, True),
        ("main", "incorrect", True, False, True),
        ("main", "correct", True, False, False),
        ("main", "incorrect", False, True, False),
        ("insufficient", "correct", True, False, True),
        ("insufficient", "correct", False, False, False),
        ("incomplete", "incorrect", True, False, False),
        ("incomplete", "correct", True, True, False),
        ("contradictory", "correct", True, True, True),
        ("contradictory", "incorrect", False, True, True),
        ("contradictory", "incorrect", True, True, False),
        ("contradictory", "correct", False, True, False),
    ],
)
def test_a_label_must_fit_its_kind(kind: Kind, verdict: Any, abstained: bool, named: bool, fits: bool) -> None:
    given_label = CaseLabel(verdict=verdict, abstained=abstained, conflict_named=named)
    assert (label_fault(given_label, kind) is None) is fits
