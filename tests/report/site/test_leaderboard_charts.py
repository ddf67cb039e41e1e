"""The leaderboard's charts as documents: fields are fixed, rows come later, sizes are numbers."""

from __future__ import annotations

from typing import Any

import pytest

from bench.report.site.charts import Chart, picture
from bench.report.site.leaderboard_charts import charts

ROW = {"name": "大規模モデル", "id": "1", "colour": "#0072b2", "shape": "square", "on": True}
ROWS: dict[str, dict[str, list[dict[str, Any]]]] = {
    "forest": {
        "rows": [{**ROW, "value": 0.8, "low": 0.7, "high": 0.9, "places": "1–2", "shade": True, "first": False}]
    },
    "penalty": {
        "rows": [{**ROW, "a": 0.5, "b": 0.1}],
        "lines": [{**ROW, "k": 0, "q": 0.5}, {**ROW, "k": 10, "q": -0.5}],
        "crossings": [{"k": 2, "q": 0.3, "colour": "#000"}],
        "one": [{}],
    },
    "errors": {"rows": [{**ROW, "x": 0.1, "y": 0.2, "xLow": 0, "xHigh": 0.2, "yLow": 0.1, "yHigh": 0.3}]},
    "gap": {"rows": [{**ROW, "value": -3.0, "low": -5.0, "high": 1.0}], "one": [{}]},
    "cost": {"rows": [{**ROW, "x": 2, "y": 0.8, "low": 0.7, "high": 0.9}], "front": [{"x": 2, "y": 0.8}]},
    "latency": {"rows": [{**ROW, "x": 2, "y": 0.8, "low": 0.7, "high": 0.9}], "front": [{"x": 2, "y": 0.8}]},
}


@pytest.fixture(scope="module")
def drawn() -> dict[str, Chart]:
    return {chart.name: chart for chart in charts()}


def named_data(spec: Any) -> set[str]:
    if isinstance(spec, dict):
        own = {spec["data"]["name"]} if isinstance(spec.get("data"), dict) else set()
        return own.union(*map(named_data, spec.values()), set())
    return set().union(*map(named_data, spec)) if isinstance(spec, list) else set()


def test_each_chart_waits_for_rows_by_name_and_holds_none(drawn: dict[str, Chart]) -> None:
    assert list(drawn) == list(ROWS)
    for name, chart in drawn.items():
        for lang in ("en", "ja"):
            assert named_data(chart.spec[lang]) == set(ROWS[name])
            assert "datasets" not in chart.spec[lang]
            assert chart.spec[lang]["width"] == "container"
            assert isinstance(chart.spec[lang]["height"], (int, float))


def test_titles_and_sentences_are_in_the_language(drawn: dict[str, Chart]) -> None:
    for chart in drawn.values():
        assert chart.label["en"].startswith("Chart: ")
        assert chart.label["ja"].startswith("グラフ：")
        assert chart.spec["en"] != chart.spec["ja"]


@pytest.mark.parametrize("name", list(ROWS))
def test_with_rows_it_is_a_picture_of_them(drawn: dict[str, Chart], name: str) -> None:
    spec = {lang: {**document, "datasets": ROWS[name]} for lang, document in drawn[name].spec.items()}
    svg = picture(Chart(name, spec, drawn[name].label), "ja", "svg").decode()
    assert 'fill="#0072b2"' in svg
    assert (">大規模モデル<" in svg) == (name in {"forest", "gap"})


def test_every_chart_is_one_by_the_schema(drawn: dict[str, Chart]) -> None:
    """Pages draw without this check: it would take most of their time."""
    import altair as alt

    for chart in drawn.values():
        assert alt.Chart.from_dict(chart.spec["en"], validate=True)
