"""The held-out labelled answers (data/judge/held_out): sound, balanced, and unlike each other and the rest."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from bench.judge_eval.labelled import LabelledSet, load
from bench.records import KINDS, LANGS, Lang
from bench.records.judging import SLICES, TRAPS, JudgeCase
from bench.shipped import shipped

FOLDER = shipped("data") / "judge" / "held_out"
pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="there is no held-out part: the last one has become part of `seen`"
)
FINAL_LINE = re.compile(r"[\s*_#>]*(?:final\s+)?(?:answer|回答|答え)[\s*_]*[:：]", re.IGNORECASE)


@pytest.fixture(scope="module")
def held_out() -> LabelledSet:
    return load(None, LANGS)


def rows_of(file: str, lang: Lang) -> list[dict[str, Any]]:
    text = (shipped("data") / lang / f"{file}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def what_it_does(case: JudgeCase) -> str:
    return "abstained" if case.label.abstained else case.label.verdict


@pytest.mark.parametrize("lang", LANGS)
def test_there_are_more_than_five_hundred_and_they_are_numbered(held_out: LabelledSet, lang: Lang) -> None:
    cases = held_out.cases["held_out", lang]
    assert len(cases) >= 500
    assert [case.id for case in cases] == [f"B-{lang}-{n:03}" for n in range(1, len(cases) + 1)]


@pytest.mark.parametrize("lang", LANGS)
def test_more_than_two_fifths_are_right_and_a_fifth_abstains(held_out: LabelledSet, lang: Lang) -> None:
    cases = held_out.cases["held_out", lang]
    shares = {label: n / len(cases) for label, n in Counter(map(what_it_does, cases)).items()}
    assert shares == pytest.approx({"correct": 0.43, "incorrect": 0.37, "abstained": 0.20}, abs=0.03)


@pytest.mark.parametrize("lang", LANGS)
def test_kinds_slices_and_traps_all_occur(held_out: LabelledSet, lang: Lang) -> None:
    cases = held_out.cases["held_out", lang]
    assert {case.kind for case in cases} == set(KINDS)
    assert {case.slice for case in cases} == set(SLICES)
    assert {case.trap for case in cases} - {None} == set(TRAPS)


@pytest.mark.parametrize("lang", LANGS)
def test_a_conflict_is_named_with_and_without_taking_a_side(held_out: LabelledSet, lang: Lang) -> None:
    conflicts = [case.label for case in held_out.cases["held_out", lang] if case.kind == "contradictory"]
    seen = Counter((label.verdict, label.conflict_named) for label in conflicts)
    assert min(seen[verdict, named] for verdict in ("correct", "incorrect") for named in (True, False)) >= 4


@pytest.mark.parametrize("lang", LANGS)
def test_a_third_or_more_end_with_a_final_line_and_say_so(held_out: LabelledSet, lang: Lang) -> None:
    cases = held_out.cases["held_out", lang]
    headed = {case.id for case in cases if FINAL_LINE.match(case.answer.rstrip().splitlines()[-1])}
    assert headed == {case.id for case in cases if case.form == "final_line"}
    assert len(headed) > len(cases) / 3


@pytest.mark.parametrize("lang", LANGS)
def test_a_third_are_about_the_suites_items_and_repeat_them_faithfully(held_out: LabelledSet, lang: Lang) -> None:
    items = {row["id"]: row for row in rows_of("items", lang)}
    overlays = {row["id"]: row for row in rows_of("abstention", lang)}
    known = [(case, case.item) for case in held_out.cases["held_out", lang] if case.item]
    assert 0.3 <= len(known) / len(held_out.cases["held_out", lang]) <= 0.4
    assert [id for case, id in known if case.question != items[id[:7]]["question"]] == []
    shown = {id: (case.reference, list(case.accept)) for case, id in known}
    assert {id: shown[id] for id in shown if id in items} == {
        id: (row["answer"], row["accept"]) for id, row in items.items() if id in shown
    }
    assert {id: shown[id] for id in shown if id in overlays} == {
        id: (row["answer"], []) for id, row in overlays.items() if id in shown
    }


@pytest.mark.parametrize("lang", LANGS)
def test_no_answer_stands_twice_in_any_labelled_file(lang: Lang) -> None:
    files = sorted((shipped("data") / "judge").rglob(f"{lang}.jsonl"))
    rows = [json.loads(line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    counted = Counter((row["question"], row["kind"], row["answer"]) for row in rows)
    assert [key for key, n in counted.items() if n > 1] == []
    assert len({row["id"] for row in rows}) == len(rows)


@pytest.mark.parametrize("lang", LANGS)
def test_no_two_answers_to_one_question_differ_only_in_case_and_punctuation(held_out: LabelledSet, lang: Lang) -> None:
    by_question: dict[str, list[str]] = {}
    for case in held_out.cases["held_out", lang]:
        by_question.setdefault(case.question, []).append(re.sub(r"\W", "", case.answer.casefold()))
    pairs = [pair for answers in by_question.values() for pair in combinations(answers, 2)]
    assert len(pairs) > 100
    assert [pair for pair in pairs if pair[0] == pair[1]] == []


def test_japanese_answers_are_in_japanese_and_use_its_scripts(held_out: LabelledSet) -> None:
    kana = re.compile("[\u3041-\u30ff]")
    japanese, english = held_out.cases["held_out", "ja"], held_out.cases["held_out", "en"]
    assert [case.id for case in japanese if not kana.search(case.question)] == []
    assert [case.id for case in english if kana.search(case.question) or kana.search(case.note)] == []
    text = "".join(case.answer for case in japanese)
    for script in ("[０-９]", "[一二三四五六七八九十]", "令和", "[0-9]+(?:億|万)", "[ｦ-ﾟ]", "▲|△|マイナス"):
        assert re.search(script, text), script


@pytest.mark.parametrize("lang", LANGS)
def test_the_readme_counts_what_is_there(held_out: LabelledSet, lang: Lang) -> None:
    cases = held_out.cases["held_out", lang]
    done = Counter(map(what_it_does, cases))
    forms = Counter(case.form for case in cases)
    on_items = sum(case.item is not None for case in cases)
    over = sum(case.kind == "main" and case.label.abstained for case in cases)
    counted = [done["correct"], done["incorrect"], done["abstained"], over]
    counted += [forms["free"], forms["final_line"], on_items, len(cases) - on_items]
    text = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    section = text.split("## The held-out part", 1)[1].split("\n## ", 1)[0]
    rows = [line.split("|") for line in section.splitlines() if re.search(r"\| \d+ \| \d+ \|", line)]
    column = 2 + LANGS.index(lang)
    assert [int(row[column]) for row in rows] == counted
