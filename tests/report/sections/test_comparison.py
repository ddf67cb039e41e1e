"""A comparison as tables: hostile names, narrow terminals, and the same figures in both forms."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from bench.comparing import compare
from bench.records.comparison import Comparison
from bench.report.render.markdown import markdown
from bench.report.render.terminal import print_document
from bench.report.sections.comparison import comparison_sections, comparison_title
from tests.comparing.test_comparison import OTHER, wrong_on
from tests.runs import MODEL, write_dataset, write_run

HOSTILE = "\x1b[31m[red]<script>| **Überfluß** 大規模言語モデル" + "x" * 30


@pytest.fixture
def comparison(tmp_path: Path) -> Comparison:
    data = write_dataset(tmp_path / "set", ("en", "ja"), mains=30)
    model = OTHER.model_copy(update={"title": HOSTILE})

    def letters(item, arm, repeat):  # type: ignore[no-untyped-def]
        return "f" if item.id == "Q-29" else wrong_on(*range(5))(item, arm, repeat)

    return compare(
        [
            write_run(tmp_path / "a", data, wrong_on(7), langs=("ja", "en"), model=MODEL),
            write_run(tmp_path / "b", data, letters, langs=("ja", "en"), model=model),
        ]
    )


def printed(comparison: Comparison, width: int = 80) -> str:
    out = io.StringIO()
    print_document(comparison_title(comparison), comparison_sections(comparison), Console(file=out, width=width))
    return out.getvalue()


def comparison_markdown(comparison: Comparison) -> str:
    return markdown(comparison_title(comparison), comparison_sections(comparison))


def test_names_can_neither_control_the_terminal_nor_break_a_table(comparison: Comparison) -> None:
    text = printed(comparison)
    assert "\x1b" not in text
    assert "\\x1b[31m[red]" in "".join(text.split("\n")).replace(" ", "")
    page = comparison_markdown(comparison)
    assert "<script>" not in page
    for line in page.split("\n"):
        if line.startswith("| Main (avg)"):
            assert line.count("|") in (4, 6)  # figures of two systems; with their difference and what it says


def test_eighty_columns_are_enough(comparison: Comparison) -> None:
    from rich.cells import cell_len

    assert max(cell_len(line) for line in printed(comparison).split("\n")) <= 80


def test_both_forms_have_every_verdict_and_the_items_left_out(comparison: Comparison) -> None:
    flat, page = "".join(printed(comparison, 400).split()), comparison_markdown(comparison)
    for arm in comparison.arms:
        for measure in arm.pairs[0].measures:
            if measure.finding == "not_distinguishable":
                assert measure.verdict.replace(" ", "") in flat
                assert measure.verdict in page
    assert "Left out, scored for Model 1 alone: 1 (Q-29)." in page
    assert "Left out, not scored for every system: 1 (Q-29)." in page


def test_nothing_undefined_is_printed_as_a_number(comparison: Comparison) -> None:
    text = printed(comparison)
    assert re.search(r"\bnan\b", text.lower()) is None
    assert "None" not in text
