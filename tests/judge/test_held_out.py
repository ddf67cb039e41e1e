"""What the rules are taken to leave to a model is what the documentation prints of the held-out answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench.judge.held_out import left_by_rules
from bench.records import LANGS, Lang

DOCS = (Path(__file__).parents[2] / "docs/judges.md").read_text("utf-8")


@pytest.mark.parametrize(("form", "final_line"), [("free text", False), ("final lines", True)])
def test_the_figures_are_those_of_the_table(form: str, final_line: bool) -> None:
    section = DOCS.split("## The rule judge on answers that its author had not seen")[1].split("\n## ")[0]
    row = next(line for line in section.splitlines() if line.startswith(f"| … of {form} |"))
    printed = [(int(decided), int(of)) for decided, of in re.findall(r"(\d+) of (\d+)", row)]
    found = [left_by_rules(lang, final_line=final_line) for lang in ("en", "ja")]
    assert [(left.answers - left.left, left.answers) for left in found] == printed
    assert all(f"`{left.rules}` was measured" in section for left in found)


@pytest.mark.parametrize("lang", LANGS)
def test_a_final_line_leaves_less_than_free_text(lang: Lang) -> None:
    assert left_by_rules(lang, final_line=True).share < left_by_rules(lang, final_line=False).share < 1


def test_a_language_that_was_not_measured_takes_all_together() -> None:
    own = [left_by_rules(lang, final_line=False) for lang in ("en", "ja")]
    other = left_by_rules("xx", final_line=False)  # type: ignore[arg-type]
    assert (other.lang, other.left, other.answers) == (None, sum(o.left for o in own), sum(o.answers for o in own))
