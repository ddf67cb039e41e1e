"""The labelled answers of real models (data/judge/real): sound, to questions that are here, counted in the card."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

from bench.judge_eval.labelled import LabelledSet, load
from bench.records import LANGS, Lang
from bench.records.judging import JudgeCase
from bench.shipped import shipped

FOLDER = shipped("data") / "judge" / "real"
MODELS = {"M": "Qwen2.5-Coder-0.5B-Instruct", "N": "Qwen2.5-Coder-1.5B-Instruct"}
"""By the first letter of an id."""
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="there are no answers of real models")


@pytest.fixture(scope="module")
def real() -> LabelledSet:
    return load(None, LANGS)


def rows(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (shipped("data") / path).read_text(encoding="utf-8").splitlines()]


def what_it_does(case: JudgeCase) -> str:
    return "abstained" if case.label.abstained else case.label.verdict


@pytest.mark.parametrize("lang", LANGS)
def test_there_are_sixty_or_more_numbered_by_model(real: LabelledSet, lang: Lang) -> None:
    ids = [case.id for case in real.cases["real", lang]]
    counts = Counter(id[0] for id in ids)
    assert len(ids) >= 60
    assert ids == [f"{letter}-{lang}-{n:03}" for letter in MODELS for n in range(1, counts[letter] + 1)]


@pytest.mark.parametrize("lang", LANGS)
def test_questions_and_references_are_those_that_were_asked(real: LabelledSet, lang: Lang) -> None:
    suite = {row["id"]: row for file in ("items", "drawn/items") for row in rows(f"{lang}/{file}.jsonl")}
    short = {row["question"]: row for row in rows("judge/real/questions.jsonl") if row["lang"] == lang}
    for case in real.cases["real", lang]:
        asked = suite[case.item] if case.item else short[case.question]
        assert (case.question, case.kind) == (asked["question"], asked.get("kind", "main")), case.id
        assert (case.reference, list(case.accept)) == (asked["answer"], asked.get("accept", [])), case.id


@pytest.mark.parametrize("lang", LANGS)
def test_right_and_wrong_answers_occur(real: LabelledSet, lang: Lang) -> None:
    done = Counter(what_it_does(case) for case in real.cases["real", lang])
    assert min(done["correct"], done["incorrect"]) >= 10


@pytest.mark.parametrize("lang", LANGS)
def test_the_readme_counts_what_is_there(real: LabelledSet, lang: Lang) -> None:
    cases = real.cases["real", lang]
    done = Counter(map(what_it_does, cases))
    forms = Counter(case.form for case in cases)
    models = Counter(case.id[0] for case in cases)
    on_items = sum(case.item is not None for case in cases)
    counted = [*(models[letter] for letter in MODELS), done["correct"], done["incorrect"], done["abstained"]]
    counted += [sum(case.trap == "non_answer" for case in cases)]
    counted += [forms["free"], forms["final_line"], on_items, len(cases) - on_items]
    section = (FOLDER.parent / "README.md").read_text(encoding="utf-8").split("## Real answers", 1)[1]
    lines = [line.split("|") for line in section.split("\n## ", 1)[0].splitlines()]
    counts = [line for line in lines if len(line) > 4 and re.fullmatch(r" *\d+ ", line[2])]
    assert [int(line[2 + LANGS.index(lang)]) for line in counts] == counted
    assert all(name in section for name in MODELS.values())
