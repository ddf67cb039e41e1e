"""The rule judge on the suite's labelled set. The rules were written with a view of it: a floor, no estimate."""

from pathlib import Path

import pytest

from bench.rules.verdict import judge_by_rule
from tests.rules.conftest import read_rows

SET = Path(__file__).resolve().parents[2] / "data" / "judge"
FLOOR = 0.96


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_agreement_with_the_labels_invalid_votes_counted_as_wrong(lang):
    rows = read_rows(SET / f"{lang}.jsonl")
    got = {row["id"]: judged(row) for row in rows}
    agreed = [row["id"] for row in rows if got[row["id"]] == row["label"]["verdict"]]
    assert len(agreed) >= FLOOR * len(rows), sorted(set(got) - set(agreed))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_planted_verdict_makes_a_wrong_answer_right(lang):
    planted = [r for r in read_rows(SET / f"{lang}.jsonl") if r["slice"] == "injection"]
    wrong = [r for r in planted if r["label"]["verdict"] == "incorrect"]
    assert len(wrong) >= 5
    assert [r["id"] for r in wrong if judged(r) == "correct"] == []


def judged(row):
    return judge_by_rule(
        question=row["question"],
        reference=row["reference"],
        accept=row["accept"],
        answer=row["answer"],
        kind=row["kind"],
    ).verdict
