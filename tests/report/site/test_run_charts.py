"""Charts of a report: bars that add up, whiskers at the moving end, and pictures with Japanese in them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.records import ARMS, Attribution, Share
from bench.report.site.charts import COLOURS, picture, titled
from bench.report.site.run_charts import run_charts, system_label
from bench.report.site.run_page import Report, caption, report
from bench.report.site.run_waterfall import bars
from tests.runs import write_dataset, write_run

NOTHING = Share(value=None, ci95=None, n=0)


@pytest.fixture
def made(tmp_path: Path) -> Report:
    data = write_dataset(tmp_path / "set")
    letters = {"gold": "c", "shuffled": "w", "retrieved": "w", "none": "w"}
    return report([write_run(tmp_path / "run", data, lambda _i, arm, _r: letters[arm], arms=ARMS)])


def test_losses_hang_from_gold_with_the_interval_at_their_moving_end() -> None:
    a = Attribution(
        lang="en",
        residual=Share(value=0.09, ci95=(0.05, 0.14), n=9),
        distractors=Share(value=0.03, ci95=(-0.02, 0.06), n=9),
        retrieval=Share(value=0.17, ci95=(0.12, 0.22), n=9),
        parametric=NOTHING,
    )
    found = {bar["part"]: bar for bar in bars(a)}
    assert list(found) == ["residual", "gold", "distractors", "retrieval"]
    assert (found["retrieval"]["low"], found["retrieval"]["high"]) == pytest.approx((0.74, 0.91))
    assert (found["retrieval"]["left"], found["retrieval"]["right"]) == pytest.approx((0.69, 0.79))
    assert found["retrieval"]["text"] == "−17.0"
    assert found["gold"]["text"] == "91.0"


def test_an_arm_that_is_better_than_gold_gains_and_nought_has_no_sign() -> None:
    share = {"residual": Share(value=0.5, ci95=None, n=2), "retrieval": NOTHING, "parametric": NOTHING}
    gained = Attribution(lang="en", distractors=Share(value=-0.1, ci95=None, n=2), **share)
    level = Attribution(lang="en", distractors=Share(value=0.0, ci95=None, n=2), **share)
    assert [bar["text"] for bar in bars(gained)][-1] == "+10.0"
    assert [bar["text"] for bar in bars(level)][-1] == "0.0"


def test_segments_of_a_bar_join_and_end_at_one(made: Report) -> None:
    chart = next(c for c in run_charts(made.runs[0].summary) if c.name == "outcomes-en")
    values = next(rows for rows in chart.spec["en"]["datasets"].values())
    shuffled = [v for v in values if v["row"] == "shuffled"]
    assert [v["from"] for v in shuffled[1:]] == [v["to"] for v in shuffled[:-1]]
    assert shuffled[-1]["to"] == pytest.approx(1)


def test_every_chart_speaks_both_languages_and_says_what_it_shows(made: Report) -> None:
    for chart in made.charts():
        assert chart.label["en"] != chart.label["ja"]
        assert json.dumps(chart.spec["en"]) != json.dumps(chart.spec["ja"])


def test_pictures_are_pictures_with_a_title_and_japanese_in_them(made: Report) -> None:
    drawn = next(c for c in made.charts() if c.name == "categories-en")
    chart = titled(drawn, caption(drawn))
    svg = picture(chart, "ja", "svg").decode()
    assert "カテゴリ別の正答率（英語）" in svg
    assert "統合" in svg
    assert picture(chart, "ja", "png").startswith(b"\x89PNG")


def test_a_system_s_name_is_cut_and_shows_what_cannot_be_seen() -> None:
    assert len(system_label("x" * 300)) <= 34
    assert "\u202e" not in system_label("a\u202eb")


def test_more_systems_than_colours_are_grey_and_still_drawn(tmp_path: Path) -> None:
    from tests.runs import MODEL

    data = write_dataset(tmp_path / "set", mains=2)
    runs = [
        write_run(
            tmp_path / f"run-{n}", data, model=MODEL.model_copy(update={"title": f"S{n}", "spec": f"openai:s{n}"})
        )
        for n in range(len(COLOURS) + 1)
    ]
    chart = next(c for c in report(runs).charts() if c.name == "quality-en")
    drawn = json.dumps(chart.spec["en"])
    assert "#9aa3ad" in drawn
    assert f"S{len(COLOURS)}" in drawn


def test_every_chart_is_one_by_the_schema(made: Report) -> None:
    """Pages draw without this check: it would take most of their time."""
    import altair as alt

    for chart in made.charts():
        assert alt.Chart.from_dict(chart.spec["en"], validate=True)
