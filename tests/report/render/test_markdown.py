"""The Markdown report: the page's tables, short enough for a pull request, and hostile text that stays text."""

from __future__ import annotations

from pathlib import Path

from bench.report.site.run_page import report, short_markdown
from tests.runs import MODEL, write_dataset, write_run

HOSTILE = "a|b <script>alert(1)</script>\n# [x](http://x) `"


def test_one_run_has_its_headline_table_and_what_was_excluded(tmp_path: Path) -> None:
    run = write_run(
        tmp_path / "run", write_dataset(tmp_path / "set"), lambda item, *_: "f" if item.id == "Q-1" else "c"
    )
    text = short_markdown(report([run]), "en")
    assert text.startswith("# Model 1 · set ")
    assert "### English: categories" in text
    assert "Excluded from every rate: 1 failed (cut by the token limit 1)." in text


def test_two_runs_have_their_differences_with_interval_and_verdict(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set", mains=12)
    other = MODEL.model_copy(update={"title": "Model 2", "spec": "openai:model-2"})
    runs = [write_run(tmp_path / "a", data, lambda *_: "w"), write_run(tmp_path / "b", data, model=other)]
    text = short_markdown(report(runs), "en")
    assert "English, shuffled: Model 1 against Model 2" in text
    assert "Model 2 is better by 100.0 points" in text
    assert "Nothing was excluded." in text
    assert "モデル" not in text
    assert "Model 2のほうが100.0ポイント" in short_markdown(report(runs), "ja")


def test_a_hostile_name_breaks_out_of_nothing(tmp_path: Path) -> None:
    model = MODEL.model_copy(update={"title": HOSTILE})
    text = short_markdown(report([write_run(tmp_path / "run", write_dataset(tmp_path / "set"), model=model)]), "en")
    assert "<script>" not in text
    assert "](http" not in text.replace("\\]", "")
    rows = [line for line in text.splitlines() if line.startswith("| Model ")]
    assert len(rows) == 1
    assert rows[0].replace("\\|", "").count("|") == 3
