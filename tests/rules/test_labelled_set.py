"""The rule judge on the suite's labelled answers that its author has seen: a floor, no estimate."""

from pathlib import Path

import pytest

from tests.rules.conftest import read_rows, verdict

SEEN = Path(__file__).resolve().parents[2] / "data" / "judge" / "seen"
COVERED = 0.65


@pytest.mark.daily(1)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_certain_verdict_differs_from_the_label_and_most_answers_get_one(lang):
    rows = read_rows(SEEN / f"{lang}.jsonl")
    found = [(row, judged(row, lang)) for row in rows]
    decided = [(row, got) for row, got in found if got.verdict != "invalid"]
    assert [row["id"] for row, got in decided if got.verdict != row["label"]["verdict"]] == []
    plain = [(row, got) for row, got in decided if not row["label"]["conflict_named"]]
    assert [row["id"] for row, got in plain if got.abstained != row["label"]["abstained"]] == []
    assert len(decided) >= COVERED * len(rows)


def judged(row, lang):
    return verdict(row["question"], row["reference"], row["answer"], row["kind"], row["accept"], lang)
