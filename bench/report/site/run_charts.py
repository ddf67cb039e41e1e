"""The charts of a report: of one run by arm, of several runs by system, and of a sweep by setting.

Guarantees: figures come from the summaries and the comparison; a mark that differs in colour differs in shape, place
or label too; a chart has one language of questions, so that its axis never mixes two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bench.records import ArmResult, Attribution, Category, Lang, Rate, Summary
from bench.records.comparison import Comparison, MeasuredDifference
from bench.records.failures import FailureReport
from bench.records.retrieval import Curve
from bench.report.columns import percent
from bench.report.site.charts import COLOURS, SHAPES, Chart, chart
from bench.report.site.run_tables import FAILURE_CLASSES, results_of
from bench.report.site.run_text import said
from bench.report.site.run_waterfall import waterfall
from bench.text.display import for_terminal

if TYPE_CHECKING:
    import altair as alt

    from bench.report.site.charts import AnyChart

Words = Mapping[str, str]
Row = dict[str, Any]
_SIGNS = {"correct": "✓", "abstained": "–", "wrong": "✗", "invalid": "?", "failed": "!"}
_OUTCOME_COLOURS = ("#009e73", "#e69f00", "#d55e00", "#cc79a7", "#7f7f7f")
_BLUES = ("#e8f1fa", "#08468f")
_UNDEFINED = "#c9ced6"
_LONGEST_LABEL = 34


def run_charts(summary: Summary) -> Iterator[Chart]:
    """The charts of one run, by the names that the sections use."""
    for lang in summary.config.langs:
        rows = [(f"arm.{r.arm}", r) for r in results_of(summary, lang)]
        yield from _outcomes_and_categories(lang, rows)
        yield _quality(lang, rows)
        failures = [r for r in summary.failures if r.lang == lang]
        if any(r.answerable or r.unanswerable for r in failures):
            yield _failures(lang, failures)
    for a in summary.attribution:
        if a.residual.value is not None:
            yield _attribution(a)


def comparison_charts(comparison: Comparison) -> Iterator[Chart]:
    """The charts of several runs, in the first arm that all have: the headline arm where it is one of them."""
    for lang in dict.fromkeys(arm.lang for arm in comparison.arms):
        arms = [arm for arm in comparison.arms if arm.lang == lang]
        arm = next((arm for arm in arms if arm.arm == "shuffled"), arms[0])
        rows = [(system_label(system.name), system.result) for system in arm.systems]
        yield _systems(lang, rows)
        yield from _outcomes_and_categories(lang, rows)
        yield _quality(lang, rows)
        if len(comparison.systems) == 2:
            yield _differences(lang, (rows[0][0], rows[1][0]), arm.pairs[0].measures)


def sweep_charts(curves: Sequence[Curve]) -> Iterator[Chart]:
    """One chart for each curve and language."""
    for curve in curves:
        for lang in dict.fromkeys(point.lang for point in curve.points):
            yield _curve(curve, lang)


def system_label(name: str) -> str:
    """A system's name as a chart shows it: on one line, cut, nothing invisible."""
    return for_terminal(name, _LONGEST_LABEL)


def _made(name: str, lang: Lang, draw: Callable[[Words], AnyChart], **values: Any) -> Chart:
    kind = name.rpartition("-")[0] if name.endswith(f"-{lang}") else name
    drawn = chart("report", name, draw, f"chart.{kind}")
    return replace(drawn, label=said(f"chart.{kind}", lang=said(lang), **values))


def _said(w: Words, label: str) -> str:
    """An arm by its key in the words; a system's name is no key of them and stays as it is."""
    return w[label] if label.startswith("arm.") and label in w else label


def _data(rows: Sequence[Row]) -> alt.InlineData:
    import altair as alt

    return alt.InlineData(values=list(rows))


def _outcomes_and_categories(lang: Lang, rows: Sequence[tuple[str, ArmResult]]) -> Iterator[Chart]:
    yield _made(f"outcomes-{lang}", lang, lambda w: _outcomes(w, rows))
    yield _made(f"categories-{lang}", lang, lambda w: _categories(w, rows))


def _outcomes(w: Words, rows: Sequence[tuple[str, ArmResult]]) -> AnyChart:
    import altair as alt

    values: list[Row] = []
    for label, result in rows:
        start = 0.0
        for name, sign in _SIGNS.items():
            count = getattr(result.outcomes, name)
            share = count / result.trials if result.trials else 0.0
            text = f"{sign} {count}" if share >= 0.05 else ""
            ends = {"from": start, "to": start + share, "middle": start + share / 2}
            values.append(
                {"row": _said(w, label), "outcome": f"{sign} {w[name]}", "count": count, "text": text, **ends}
            )
            start += share
    names = [f"{sign} {w[name]}" for name, sign in _SIGNS.items()]
    y = alt.Y("row:N", title=None, sort=None, axis=alt.Axis(labelLimit=230))
    colour = alt.Color(
        "outcome:N",
        title=w["outcome"],
        scale=alt.Scale(domain=names, range=list(_OUTCOME_COLOURS)),
        legend=alt.Legend(orient="top", columns=5, labelLimit=180),
    )
    base = alt.Chart(_data(values)).encode(y=y)
    bars = base.mark_bar(stroke="#ffffff", strokeWidth=1).encode(
        x=alt.X(
            "from:Q", title=w["axis.trials"], scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%", tickCount=5)
        ),
        x2="to:Q",
        color=colour,
        tooltip=[alt.Tooltip("outcome:N", title=w["outcome"]), alt.Tooltip("count:Q", title=w["trials"])],
    )
    labels = base.mark_text(fontSize=12, fontWeight="bold", color="#101418").encode(x="middle:Q", text="text:N")
    return alt.layer(bars, labels).properties(width="container", height=34 * max(len(rows), 1))


def _categories(w: Words, rows: Sequence[tuple[str, ArmResult]]) -> AnyChart:
    values: list[Row] = []
    for label, result in rows:
        for category in Category:
            rate = result.categories[category.value]
            text = "—" if rate.rate is None else f"{percent(rate.rate)}"
            count = "" if rate.rate is None else f"{rate.k}/{rate.n}"
            values.append(
                {"row": _said(w, label), "column": w[category.value], "share": rate.rate, "text": text, "count": count}
            )
    return _heat(w, values, [w[c.value] for c in Category], [_said(w, label) for label, _ in rows], w["axis.accuracy"])


def _heat(w: Words, values: list[Row], columns: list[str], rows: list[str], title: str) -> AnyChart:
    """Text in every cell; dark on light cells, white on dark ones, in either theme."""
    import altair as alt

    base = alt.Chart(_data(values)).encode(
        x=alt.X("column:N", title=None, sort=columns, axis=alt.Axis(orient="top", labelAngle=0, labelLimit=150)),
        y=alt.Y("row:N", title=None, sort=rows, axis=alt.Axis(labelLimit=230)),
    )
    tooltip = [alt.Tooltip(f"{f}:N", title=w["figure"]) for f in ("row", "column", "text", "count")]
    cells = base.mark_rect(stroke="#ffffff", strokeWidth=2).encode(
        color=alt.Color("share:Q", title=title, scale=alt.Scale(domain=[0, 1], range=list(_BLUES)), legend=None),
        tooltip=tooltip,
    )
    ink = alt.condition("datum.share > 0.5", alt.value("#ffffff"), alt.value("#101418"))
    counted = any(value["count"] for value in values)
    main = base.mark_text(fontSize=13, fontWeight="bold", dy=-7 if counted else 0).encode(text="text:N", color=ink)
    small = base.mark_text(fontSize=11, dy=9).encode(text="count:N", color=ink)
    # What is undefined has a cell of its own colour: a scale gives it none.
    ground = base.mark_rect(color=_UNDEFINED, stroke="#ffffff", strokeWidth=2)
    return alt.layer(ground, cells, main, small).properties(width="container", height=46 * max(len(rows), 1))


def _failures(lang: Lang, reports: Sequence[FailureReport]) -> Chart:
    def draw(w: Words) -> AnyChart:
        largest = max(max(r.counts.values()) for r in reports)
        values: list[Row] = [
            {
                "row": w[f"failure.{name}"],
                "column": w[f"arm.{r.arm}"],
                "share": r.counts[name] / largest,
                "text": str(r.counts[name]),
                "count": "",
            }
            for r in reports
            for name in FAILURE_CLASSES
        ]
        columns, rows = [w[f"arm.{r.arm}"] for r in reports], [w[f"failure.{name}"] for name in FAILURE_CLASSES]
        drawn = _heat(w, values, columns, rows, w["axis.failures"])
        return drawn.properties(height=30 * len(rows))

    return _made(f"failures-{lang}", lang, draw)


def _attribution(a: Attribution) -> Chart:
    return _made(f"attribution-{a.lang}", a.lang, lambda w: waterfall(w, a))


def _quality(lang: Lang, rows: Sequence[tuple[str, ArmResult]]) -> Chart:
    def draw(w: Words) -> AnyChart:
        import altair as alt

        values: list[Row] = [
            {
                "series": _said(w, label),
                # Beside each other, so that no whisker hides another one.
                "k": q.k + 0.07 * (place - (len(rows) - 1) / 2),
                "value": q.value,
                "low": q.ci95[0] if q.ci95 else None,
                "high": q.ci95[1] if q.ci95 else None,
            }
            for place, (label, r) in enumerate(rows)
            for q in r.quality
            if q.value is not None
        ]
        return _lines(
            values,
            [_said(w, label) for label, _ in rows],
            alt.X(
                "k:Q",
                title=w["axis.k"],
                scale=alt.Scale(domain=[0.5, 9.5], nice=False),
                axis=alt.Axis(values=[1, 2, 4, 9]),
            ),
            alt.Y("value:Q", title=w["axis.quality"]),
        )

    return _made(f"quality-{lang}", lang, draw)


def _lines(values: list[Row], series: list[str], x: alt.X, y: alt.Y) -> AnyChart:
    """Lines through points with whiskers: a colour and a shape for each series, the first eight; the rest is grey."""
    import altair as alt

    more = max(0, len(series) - len(COLOURS))
    colours = alt.Scale(domain=series, range=[*COLOURS[: len(series)], *["#9aa3ad"] * more])
    shapes = alt.Scale(domain=series, range=[*SHAPES[: len(series)], *["circle"] * more])
    legend = alt.Legend(orient="top", columns=4, labelLimit=240, title=None, symbolOpacity=1)
    base = alt.Chart(_data(values)).encode(x=x, color=alt.Color("series:N", scale=colours, legend=legend))
    lines = base.mark_line(strokeWidth=2).encode(y=y)
    whiskers = base.mark_rule(strokeWidth=1.5, opacity=0.6).encode(y="low:Q", y2="high:Q")
    points = base.mark_point(filled=True, size=80, opacity=1).encode(
        y=y, shape=alt.Shape("series:N", scale=shapes, legend=legend)
    )
    zero = alt.Chart(_data([{"at": 0}])).mark_rule(strokeDash=[4, 4]).encode(y="at:Q")
    return alt.layer(zero, whiskers, lines, points).properties(width="container", height=300)


def _systems(lang: Lang, rows: Sequence[tuple[str, ArmResult]]) -> Chart:
    def draw(w: Words) -> AnyChart:
        import altair as alt

        series = [label for label, _ in rows]
        values = [{"row": label, **_point(r.overall_item_micro)} for label, r in rows if r.overall_item_micro.n]
        more = max(0, len(series) - len(COLOURS))
        colours = alt.Scale(domain=series, range=[*COLOURS[: len(series)], *["#9aa3ad"] * more])
        shapes = alt.Scale(domain=series, range=[*SHAPES[: len(series)], *["circle"] * more])
        plain = alt.Chart(_data(values)).encode(y=alt.Y("row:N", title=None, sort=None, axis=alt.Axis(labelLimit=230)))
        base = plain.encode(color=alt.Color("row:N", scale=colours, legend=None))
        x = alt.X(
            "share:Q", title=w["axis.items"], scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%", tickCount=5)
        )
        whiskers = base.mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q")
        points = base.mark_point(filled=True, size=110, opacity=1).encode(
            x=x, shape=alt.Shape("row:N", scale=shapes, legend=None)
        )
        labels = plain.mark_text(dy=-14, fontSize=12).encode(x="label:Q", text="text:N")
        return alt.layer(whiskers, points, labels).properties(width="container", height=48 * max(len(rows), 1))

    return _made(f"systems-{lang}", lang, draw)


def _point(rate: Rate) -> Row:
    bounds = (rate.ci95 if rate.questions == rate.n else rate.ci95_questions) or (None, None)
    text = f"{percent(rate.rate)} ({rate.k}/{rate.n})"
    # A label in the middle of its point, but never across an end of the axis.
    label = min(max(rate.rate or 0.0, 0.08), 0.92)
    return {"share": rate.rate, "low": bounds[0], "high": bounds[1], "text": text, "label": label}


def _differences(lang: Lang, names: tuple[str, str], measured: Sequence[MeasuredDifference]) -> Chart:
    def draw(w: Words) -> AnyChart:
        import altair as alt

        values: list[Row] = []
        for m in measured:
            if m.unit == "points" and m.difference is not None:
                low, high = (100 * m.ci95[0], 100 * m.ci95[1]) if m.ci95 else (None, None)
                kind = w["difference.open" if m.finding == "not_distinguishable" else "difference.found"]
                values.append(
                    {
                        "row": w[f"measure.{m.measure}"],
                        "difference": 100 * m.difference,
                        "low": low,
                        "high": high,
                        "kind": kind,
                    }
                )
        kinds = [w["difference.found"], w["difference.open"]]
        base = alt.Chart(_data(values)).encode(y=alt.Y("row:N", title=None, sort=None, axis=alt.Axis(labelLimit=230)))
        x = alt.X("difference:Q", title=w["axis.difference"], axis=alt.Axis(format="+d", tickCount=8))
        legend = alt.Legend(orient="top", title=None, labelLimit=400)
        colour = alt.Color("kind:N", scale=alt.Scale(domain=kinds, range=[COLOURS[0], COLOURS[7]]), legend=legend)
        shape = alt.Shape("kind:N", scale=alt.Scale(domain=kinds, range=["diamond", "circle"]), legend=legend)
        whiskers = base.mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q", color=colour)
        points = base.mark_point(filled=True, size=110, opacity=1).encode(x=x, color=colour, shape=shape)
        zero = alt.Chart(_data([{"at": 0}])).mark_rule(strokeDash=[4, 4]).encode(x="at:Q")
        return alt.layer(zero, whiskers, points).properties(width="container", height=38 * max(len(values), 1))

    return _made(f"differences-{lang}", lang, draw, first=names[0], second=names[1])


def _curve(curve: Curve, lang: Lang) -> Chart:
    def draw(w: Words) -> AnyChart:
        import altair as alt

        values: list[Row] = []
        for point in curve.points:
            for key in ("accuracy", "over_abstention", "false_answer"):
                rate: Rate = getattr(point, key)
                if point.lang == lang and rate.n:
                    where = {"series": w[f"curve.{key}"], "setting": point.setting}
                    found = _point(rate)
                    values.append({**where, "value": found["share"], "low": found["low"], "high": found["high"]})
        return _lines(
            values,
            [w[f"curve.{key}"] for key in ("accuracy", "over_abstention", "false_answer")],
            alt.X(
                "setting:Q",
                title=w[f"curve.{curve.by}"],
                scale=alt.Scale(padding=14, nice=False, zero=False),
                axis=alt.Axis(values=sorted({point.setting for point in curve.points}), format=".2~f"),
            ),
            alt.Y("value:Q", title=w["axis.share"], scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%")),
        )

    return _made(f"curve-{curve.by}-{lang}", lang, draw)
