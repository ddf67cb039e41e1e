"""Tables of retrieval and of curves: every figure with its interval, undefined as a dash, hostile names harmless."""

from __future__ import annotations

import io

from rich.console import Console

from bench.metrics.rates import rate
from bench.records.retrieval import Curve, CurvePoint, Mean, NotEligible, RetrievalResult, RetrievalSlice
from bench.report.render.markdown import section_blocks
from bench.report.render.terminal import print_document, print_sections
from bench.report.sections.checks import retrieval_section
from bench.report.sections.comparison import sweep_section

SOME = Mean(value=0.5, ci95=(0.25, 0.75))
NONE = Mean(value=None, ci95=None)


def part(by: str, value: str, mean: Mean = SOME) -> RetrievalSlice:
    fields = {"by": by, "value": value, "n": 3, "recall": mean, "precision": mean, "ndcg": mean, "mrr": mean}
    return RetrievalSlice.model_validate(fields)


def result(*slices: RetrievalSlice, retriever: str = "bm25") -> RetrievalResult:
    aside = (NotEligible(item="x", kind="insufficient", reason="no gold passage"),)
    return RetrievalResult(lang="ja", retriever=retriever, unit="chunk", k=10, slices=slices, not_eligible=aside)


def printed(*results: RetrievalResult, every_slice: bool = False) -> str:
    console = Console(file=io.StringIO(), width=80)
    print_sections([retrieval_section(results)], console, folded=every_slice)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_each_figure_stands_with_its_count_and_interval() -> None:
    text = printed(result(part("all", "all"), part("positives", "2", NONE)))
    assert "Japanese: retrieval by bm25, first 10 chunks" in text
    assert "0.500" in text
    assert "[0.25, 0.75]" in text
    assert "2 gold" in text
    assert "—" in text
    assert "1 (no gold passage)" in text
    assert max(map(len, text.splitlines())) <= 80


def test_aspects_and_kinds_are_shown_where_they_are_asked_for() -> None:
    slices = (part("all", "all"), part("aspect", "csv"), part("kind", "main"))
    assert "CSV" not in printed(result(*slices))
    assert "Main " in printed(result(*slices), every_slice=True)
    assert "CSV table" in "\n".join(section_blocks(retrieval_section([result(*slices)])))


def test_no_results_give_no_table_and_no_note() -> None:
    section = retrieval_section([])
    assert (section.parts, section.notes) == ([], [])


def test_the_name_of_a_retriever_can_neither_control_a_terminal_nor_break_a_table() -> None:
    hostile = result(part("all", "all"), retriever="trec:\x1b[31m|x\n[red].run")
    assert "\x1b" not in printed(hostile)
    assert "\n[red]" not in printed(hostile)
    (_, heading, *_) = section_blocks(retrieval_section([hostile]))
    assert "|" not in heading.replace("&#124;", "")


def test_a_curve_has_a_row_for_each_setting() -> None:
    yes, no = rate([("q1", True), ("q2", False)]), rate([])
    points = tuple(
        CurvePoint(lang="en", setting=s, run="r", accuracy=yes, over_abstention=no, false_answer=no) for s in (0, 0.25)
    )
    console = Console(file=io.StringIO(), width=80)
    print_document("A sweep", [sweep_section([Curve(by="gold_position", points=points)])], console)
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert any(line.startswith("0.25") and "50.0 %" in line and "—" in line for line in lines)
    assert any("9–91" in line for line in lines)
