"""What settling found, in words: who is better, by how much, and what was not settled."""

from __future__ import annotations

import pytest

from bench.records.comparison import Settled, Settlement
from bench.report.sections.comparison import settlement_section
from bench.report.sections.parts import lines as lines_of
from bench.words import in_language
from tests.runs import MODEL

OTHER = MODEL.model_copy(update={"spec": "openai:model-2", "title": "Model 2"})


def lines(**changed: object) -> list[str]:
    fields: dict[str, object] = {
        "lang": "en",
        "verdict": "first",
        "difference": 0.9,
        "interval": (0.1, 1.5),
        "alpha": 0.05,
        "questions": 13,
        "asked": 16,
        "available": 60,
        "trials": 64,
    }
    settled = Settled.model_validate({**fields, **changed})
    found = Settlement(
        first=MODEL, second=OTHER, runs=("a", "b"), arm="shuffled", k=4, alpha=0.05, languages=(settled,)
    )
    section = settlement_section(found)
    (table,) = section.tables
    verdicts = [" ".join(lines_of(row[1], "en")) for row in table.rows]
    return [in_language(text, "en") for text in (table.title, *verdicts, *table.notes, *section.notes)]


def test_the_better_one_is_named_with_its_lead_and_what_it_rests_on() -> None:
    head, verdict, *rest = lines()
    assert head.startswith("Model 1 against Model 2, shuffled, a wrong answer costs 4 right ones")
    assert "80 % confidence" in head
    assert "Model 1 is better by 0.900 [0.100, 1.500] in Q(4)" in verdict
    assert "settled by 13 questions (16 of 60 asked, 64 trials each)" in verdict
    assert "wherever asking stopped" in rest[0]
    assert "do not quote it" in rest[0]


def test_the_lead_of_the_second_is_turned_around() -> None:
    assert "Model 2 is better by 0.900 [0.100, 1.500]" in lines(
        verdict="second", difference=-0.9, interval=(-1.5, -0.1)
    )[1]  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"verdict": "undecided", "interval": (-0.4, 1.5)}, "no proof that they are equal"),
        ({"verdict": "undecided", "difference": -0.2, "interval": (-0.4, 1.5)}, "is −0.200 [−0.400, 1.500]. That"),
        ({"verdict": "undecided", "difference": None, "questions": 0}, "nothing is scored for both"),
        ({"skipped": ("Q-3", "Q-9")}, "counted nowhere: Q-3, Q-9."),
    ],
)
def test_what_is_not_settled_or_not_counted_is_said(changed: dict[str, object], said: str) -> None:
    assert any(said in line for line in lines(**changed))
