"""The headline and the results of data without LIT's tags: what needs no tag, and nothing else."""

from __future__ import annotations

import pytest

from bench.api import compare, run
from bench.records import Summary
from bench.report.run_report import markdown, run_sections
from bench.report.sections.comparison import comparison_sections
from bench.report.sections.parts import UNDEFINED, Table, lines
from bench.report.sections.results import headline, tagged
from bench.report.sections.verdict import verdict
from bench.words import in_language
from tests.dataset.sources import jsonl


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    """A run on two questions with an answer and one without, as a person has them in a file."""
    folder = tmp_path_factory.mktemp("own")
    kept = "Lost property is kept for 14 days."
    data = jsonl(
        folder / "mine.jsonl",
        {"question": "How long is lost property kept?", "contexts": [kept], "answer": "14 days"},
        {"question": "Where is it kept?", "contexts": ["It is kept at pier 2."], "answer": "at pier 2"},
        {"question": "How many dogs may board?", "contexts": [kept], "answer": None},
    )
    return run("baseline:extractive", data=data, judge="rule", out=folder / "run")


def heads(table: Table) -> list[str]:
    return [in_language(head, "en") for head in table.head]


def test_the_headline_is_accuracy_over_abstention_and_false_answers(own: Summary) -> None:
    (table,) = headline(own).tables
    assert heads(table) == ["Language", "Correct of answerable", "Over-abstention", "False answer", "Not scored"]
    assert UNDEFINED not in [line for row in table.rows for cell in row for line in lines(cell, "en")]


def test_the_verdict_says_how_much_of_the_answerable_was_right(own: Summary) -> None:
    lead = [in_language(sentence, "en") for sentence in verdict(own).lead]
    assert any(sentence.startswith("Correct where the documents have the answer:") for sentence in lead)


def test_nothing_is_said_by_category_and_no_column_is_empty(own: Summary) -> None:
    assert not tagged(own.results)
    sections = {section.name: section for section in run_sections(own)}
    assert not any("categories" in part for part in sections["results"].parts if isinstance(part, str))
    for section in ("headline", "results", "quality"):
        for table in sections[section].tables:
            assert table.rows
            for column in range(1, len(table.head)):
                assert any(lines(row[column], "en")[0] != UNDEFINED for row in table.rows), heads(table)[column]
    assert "Reasoning" not in markdown(own)


def test_a_comparison_has_the_accuracy_on_the_answerable_instead_of_means_over_categories(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("compared")
    rows = [{"question": f"Where is {n}?", "contexts": [f"{n} is at pier {n}."], "answer": f"pier {n}"} for n in "ab"]
    data = jsonl(folder / "mine.jsonl", *rows, {"question": "犬は?", "contexts": ["忘れ物は14日間。"], "answer": None})
    for name in ("oracle", "echo"):
        run(f"baseline:{name}", data=data, judge="rule", arms="shuffled", out=folder / name)
    comparison = compare(folder / "oracle", folder / "echo")
    measured = [m.measure for m in comparison.arms[0].pairs[0].measures]
    assert measured[:2] == ["correct_of_answerable", "overall_item_micro"]
    sections = {section.name: section for section in comparison_sections(comparison)}
    assert "languages" not in sections  # the two have no question in common
    assert not any("categories" in part for part in sections["side_by_side"].parts if isinstance(part, str))
    for table in sections["side_by_side"].tables:
        assert all(any(lines(cell, "en")[0] != UNDEFINED for cell in row[1:]) for row in table.rows)
