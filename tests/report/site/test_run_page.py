"""The report: figures from the log alone, in both languages; what does not fit together is refused in a sentence."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bench.comparing.pairs import verdict, with_p
from bench.errors import UsageError
from bench.metrics.rankable import not_for_leaderboard
from bench.records import ARMS
from bench.records.comparison import MeasuredDifference
from bench.report.sections.parts import Section, Table, lines
from bench.report.site.run_page import page, report
from bench.scoring import read_run
from bench.words import in_language, recognised
from tests.runs import MODEL, RULE, write_dataset, write_run

JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set")


def section(sections: list[Section] | tuple[Section, ...], name: str) -> Section:
    return next(part for part in sections if part.name == name)


def cells(table: Table, lang: str = "en") -> list[list[str]]:
    return [[" ".join(lines(cell, lang)) for cell in row] for row in table.rows]


def test_the_figures_are_those_of_the_log_whatever_summary_json_says(tmp_path: Path, data: Path) -> None:
    run = write_run(tmp_path / "run", data, arms=ARMS)
    (run / "summary.json").write_text('{"results": "stale"}', encoding="utf-8")
    made = report([run])
    headline = next(p for p in section(list(made.sections), "results").parts if isinstance(p, Table))
    assert cells(headline)[1][:2] == ["shuffled*", "100.0 % 1/1 21–100"]
    assert (run / "summary.json").read_text("utf-8") == '{"results": "stale"}'


def test_a_category_without_items_is_undefined_and_not_nought(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "few", mains=2))
    headline = next(p for p in section(list(report([run]).sections), "results").parts if isinstance(p, Table))
    assert "—" in cells(headline)[0]


def test_every_chart_that_a_section_names_is_drawn_and_no_other(tmp_path: Path, data: Path) -> None:
    one = report([write_run(tmp_path / "one", data, lambda *_: "w", arms=ARMS)])
    two = report([write_run(tmp_path / "a", data), write_run(tmp_path / "b", data, lambda *_: "w")])
    for made in (one, two):
        named = [part for s in made.sections for part in s.parts if isinstance(part, str)]
        assert sorted(named) == sorted(chart.name for chart in made.charts())


def test_an_incomplete_run_says_so_above_its_figures(tmp_path: Path, data: Path) -> None:
    run = write_run(tmp_path / "run", data, lambda item, *_: "." if item.id == "Q-1" else "c")
    warnings = section(list(report([run]).sections), "verdict").warnings
    assert "1 trials have no outcome yet" in in_language(warnings[0], "en")
    assert "未完了" in in_language(warnings[0], "ja")


def test_a_run_without_an_answer_is_refused_in_one_sentence(tmp_path: Path, data: Path) -> None:
    with pytest.raises(UsageError, match="No answers yet: run"):
        report([write_run(tmp_path / "run", data, lambda *_: ".")])


def test_runs_on_different_data_are_refused_in_one_sentence(tmp_path: Path, data: Path) -> None:
    other = write_dataset(tmp_path / "other", mains=5)
    with pytest.raises(UsageError, match=r"cannot be compared.*dataset"):
        report([write_run(tmp_path / "a", data), write_run(tmp_path / "b", other)])


def test_two_runs_stand_side_by_side_with_a_verdict_in_both_languages(tmp_path: Path, data: Path) -> None:
    better = MODEL.model_copy(update={"title": "Model 2", "spec": "openai:model-2"})
    runs = [write_run(tmp_path / "a", data, lambda *_: "w"), write_run(tmp_path / "b", data, model=better)]
    made = report(runs)
    figures = next(p for p in section(list(made.sections), "side_by_side").parts if isinstance(p, Table))
    assert [in_language(h, "en") for h in figures.head] == ["Figure", "Model 1", "Model 2"]
    pair = next(p for p in section(list(made.sections), "differences").parts if isinstance(p, Table))
    accuracy = cells(pair)[2]
    assert accuracy[1:3] == ["0.0 %", "100.0 %"]
    assert made.comparison is not None
    measured = made.comparison.arms[0].pairs[0].measures[2]
    assert accuracy[4].startswith(measured.verdict)
    assert JAPANESE.search(cells(pair, "ja")[2][4])


def test_runs_of_one_model_that_differ_in_layout_are_a_sweep_in_the_order_of_their_settings(
    tmp_path: Path, data: Path
) -> None:
    runs = [write_run(tmp_path / f"at-{place}", data, gold_position=place) for place in (1.0, 0.0, 0.5)]
    made = report(runs)
    assert [[point.setting for point in curve.points] for curve in made.curves] == [[0.0, 0.5, 1.0]]
    assert made.comparison is None
    assert [chart.name for chart in made.charts()] == ["curve-gold_position-en", "errors-gold_position-en"]


def test_a_page_is_the_same_to_the_byte_and_holds_hostile_names_as_data_only(tmp_path: Path, data: Path) -> None:
    hostile = MODEL.model_copy(update={"title": "</script><img src=x onerror=alert(1)>\u202e"})
    run = write_run(tmp_path / "run", data, model=hostile)
    first = page(report([run]))
    assert first == page(report([run]))
    assert "<img src=x" not in first
    assert "\u202e" not in first


def test_every_reason_against_a_ranking_has_its_japanese(tmp_path: Path, data: Path) -> None:
    changed = {"limit": 3, "canaries": 0.5, "gold_position": 0.0, "chunk_tokens": 50}
    run = write_run(tmp_path / "run", data, judges=(RULE,), model=MODEL.model_copy(update={"weights": "none"}))
    config = read_run(run).manifest.config.model_copy(update=changed)
    reasons = not_for_leaderboard(config, complete=False)
    assert len(reasons) >= 7
    for reason in reasons:
        assert JAPANESE.search(in_language(recognised("not_ranked", reason), "ja")), reason


def test_what_runs_differ_in_is_told_in_both_languages(tmp_path: Path, data: Path) -> None:
    runs = [write_run(tmp_path / "a", data, judges=(RULE,)), write_run(tmp_path / "b", data, repeats=2)]
    warnings = section(list(report(runs).sections), "run").warnings
    english = [in_language(warning, "en") for warning in warnings]
    assert any(text.startswith("Judged by different judges (run:") or "different judges" in text for text in english)
    assert any(text.startswith("They differ in repeats (") for text in english)
    assert all(JAPANESE.search(in_language(warning, "ja")) for warning in warnings)


@pytest.mark.parametrize(
    ("changes", "japanese"),
    [
        ({"finding": "first"}, "甲のほうが4.0ポイント [1.0, 7.0]優れています（p = 0.01）"),
        (
            {"finding": "second", "difference": -0.04, "ci95": (-0.07, -0.01)},
            "乙のほうが4.0ポイント [1.0, 7.0]優れています（p = 0.01）",
        ),
        (
            {"finding": "not_distinguishable", "ci95": (-0.01, 0.09)},
            "この規模では区別できません（p = 0.01ですが、区間が0を含みます）。"
            "5回に4回検出できるのは9.0ポイント以上の差です",
        ),
        ({"finding": "undefined", "items": 0, "p": None}, "共通して採点された項目がないため、比較できません"),
    ],
)
def test_the_japanese_verdict_says_what_the_english_one_says(changes: dict[str, object], japanese: str) -> None:
    fields = {
        "measure": "main_avg",
        "title": "Main (avg)",
        "higher_is_better": True,
        "unit": "points",
        "first": 0.5,
        "second": 0.46,
        "difference": 0.04,
        "ci95": (0.01, 0.07),
        "p": 0.01,
        "level": 0.05,
        "items": 9,
        "questions": 9,
        "detectable": 0.09,
        "method": "paired bootstrap",
        "finding": "first",
        "verdict": "",
    }
    found = MeasuredDifference.model_validate({**fields, **changes})
    sentence = verdict(("甲", "乙"), found)
    text = with_p(sentence, found)
    assert in_language(text, "en").startswith(sentence["en"])
    assert in_language(text, "ja") == japanese


def test_no_text_of_the_data_is_in_a_page_without_text(tmp_path: Path, data: Path) -> None:
    run = write_run(tmp_path / "run", data)
    assert "tide gauge" not in page(report([run]), text=False)
    assert "On which day" not in page(report([run]), text=False)
    held = re.search(r'<script type="application/json" id="data">(.*?)</script>', page(report([run])), re.DOTALL)
    assert held
    assert "On which day" in json.dumps(json.loads(held[1]))
