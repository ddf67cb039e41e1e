"""The charts of a report: of one run by arm, of several runs by system, and of a sweep by setting.

Guarantees: figures come from the summaries and the comparison; a mark that differs in colour differs in shape, place
or label too; a chart has one language of questions, so that its axis never mixes two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import altair as alt

from bench.figures import COSTS, FIGURES, columns_of
from bench.records import ArmResult, Rate, Summary
from bench.records.comparison import Comparison, MeasuredDifference
from bench.records.measures import FailureReport
from bench.records.retrieval import Curve
from bench.report.sections.comparison import CURVE_RATES, open_arm
from bench.report.sections.parts import UNDEFINED, by_lang, percent
from bench.report.sections.results import FAILURE_CLASSES, results_of
from bench.report.site.charts import COLOURS, SHAPES, Chart, chart, toward, wide
from bench.report.site.run_items import OUTCOME_COLOURS, SIGNS
from bench.report.site.run_waterfall import waterfall
from bench.text.display import for_terminal
from bench.words import said

Words = Mapping[str, str]
Row = dict[str, Any]
_GREY = "#9aa3ad"
"""Of systems beyond the colours."""
_BLUES = ("#e8f1fa", "#08468f")
_UNDEFINED = "#c9ced6"
_LONGEST_LABEL = 34


def run_charts(summary: Summary) -> Iterator[Chart]:
    """The charts of one run, by the names that the sections use."""
    failures = dict(by_lang(summary.config.langs, summary.failures, lambda r: r.lang))
    for lang in summary.config.langs:
        rows = [(f"arm.{r.arm}", r) for r in results_of(summary, lang)]
        yield from _of_results(lang, rows)
        if any(r.answerable or r.unanswerable for r in failures.get(lang, ())):
            yield _failures(lang, failures[lang])
    for a in summary.attribution:
        if a.residual.value is not None:
            yield _made("attribution", a.lang, partial(waterfall, a))


def comparison_charts(comparison: Comparison) -> Iterator[Chart]:
    """The charts of several runs, in the headline arm where all have it, else in the first that all have."""
    for arm in comparison.arms:
        if arm.arm == open_arm(comparison):
            rows = [(system_label(system.name), system.result) for system in arm.systems]
            yield _systems(arm.lang, rows)
            yield from _of_results(arm.lang, rows)
            if len(comparison.systems) == 2:
                yield _differences(arm.lang, (rows[0][0], rows[1][0]), arm.pairs[0].measures)


def sweep_charts(curves: Sequence[Curve]) -> Iterator[Chart]:
    """Two charts for each curve and language: what is right, where higher is better, and errors, where lower is."""
    for curve in curves:
        for lang in dict.fromkeys(point.lang for point in curve.points):
            yield _curve(curve, lang, "curve", CURVE_RATES[:1], "up")
            yield _curve(curve, lang, "errors", CURVE_RATES[1:], "down")


def system_label(name: str) -> str:
    """A system's name as a chart shows it: on one line, cut, nothing invisible."""
    return for_terminal(name, _LONGEST_LABEL)


def _made(name: str, lang: str, draw: Callable[[Words], alt.LayerChart], **values: Any) -> Chart:
    """A chart of the questions in one language; its label has the key `chart.NAME`, the language left out."""
    return chart(f"{name}-{lang}", draw, said(f"chart.{name}", lang=said(f"lang.{lang}"), **values), values)


def _said(w: Words, label: str) -> str:
    """An arm by its key in the words; a system's name is no key of them and stays as it is."""
    return w[label] if label.startswith("arm.") and label in w else label


def _data(rows: Sequence[Row]) -> alt.InlineData:
    return alt.InlineData(values=list(rows))


def _by_row(values: Sequence[Row]) -> alt.Chart:
    """One row for each label, in the order of the values."""
    return alt.Chart(_data(values)).encode(y=alt.Y("row:N", title=None, sort=None, axis=alt.Axis(labelLimit=230)))


def _share(field: str, title: str) -> alt.X:
    return alt.X(field, title=title, scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%", tickCount=5))


def _of_results(lang: str, rows: Sequence[tuple[str, ArmResult]]) -> Iterator[Chart]:
    for name, draw in (("outcomes", _outcomes), ("categories", _categories), ("quality", _quality)):
        yield _made(name, lang, partial(draw, rows))


def _outcomes(rows: Sequence[tuple[str, ArmResult]], w: Words) -> alt.LayerChart:
    values: list[Row] = []
    for label, result in rows:
        start = 0.0
        for outcome in OUTCOME_COLOURS:
            count = getattr(result.outcomes, outcome)
            share = count / result.trials if result.trials else 0.0
            bar = {"row": _said(w, label), "outcome": f"{SIGNS[outcome]} {w[outcome]}", "count": count}
            text = f"{SIGNS[outcome]} {count}" if share >= 0.05 else ""
            values.append({**bar, "text": text, "from": start, "to": start + share, "middle": start + share / 2})
            start += share
    names = [f"{SIGNS[outcome]} {w[outcome]}" for outcome in OUTCOME_COLOURS]
    colour = alt.Color(
        "outcome:N",
        title=w["outcome"],
        scale=alt.Scale(domain=names, range=list(OUTCOME_COLOURS.values())),
        legend=alt.Legend(orient="top", columns=5, labelLimit=180),
    )
    base = _by_row(values)
    bars = base.mark_bar(stroke="#ffffff", strokeWidth=1).encode(
        x=_share("from:Q", w["axis.trials"]),
        x2="to:Q",
        color=colour,
        tooltip=[alt.Tooltip("outcome:N", title=w["outcome"]), alt.Tooltip("count:Q", title=w["trials"])],
    )
    labels = base.mark_text(fontSize=12, fontWeight="bold", color="#101418").encode(x="middle:Q", text="text:N")
    return wide(34 * max(len(rows), 1), bars, labels)


def _categories(rows: Sequence[tuple[str, ArmResult]], w: Words) -> alt.LayerChart:
    columns = [(column, w[f"figure.{column.name}"]) for column in columns_of(FIGURES["categories"])]
    values: list[Row] = []
    for label, result in rows:
        for column, title in columns:
            rate = result.value(column)
            cell: Row = {"share": None, "text": UNDEFINED, "count": ""}
            if isinstance(rate, Rate) and rate.n:
                cell = {"share": rate.rate, "text": percent(rate.rate), "count": f"{rate.k}/{rate.n}"}
            values.append({"row": _said(w, label), "column": title, **cell})
    return _heat(w, values, [title for _, title in columns], [_said(w, label) for label, _ in rows], w["axis.accuracy"])


def _heat(w: Words, values: list[Row], columns: list[str], rows: list[str], title: str) -> alt.LayerChart:
    """Text in every cell; dark on light cells, white on dark ones, in either theme."""
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
    return wide(46 * max(len(rows), 1), ground, cells, main, small)


def _failures(lang: str, reports: Sequence[FailureReport]) -> Chart:
    def draw(w: Words) -> alt.LayerChart:
        largest = max(max(r.counts.values()) for r in reports)
        columns = [w[f"arm.{r.arm}"] for r in reports]
        rows = {name: w[f"failure.{name}"] for name in FAILURE_CLASSES}
        values: list[Row] = [
            {"row": row, "column": column, "share": r.counts[name] / largest, "text": str(r.counts[name]), "count": ""}
            for r, column in zip(reports, columns, strict=True)
            for name, row in rows.items()
        ]
        drawn = _heat(w, values, columns, list(rows.values()), w["axis.failures"])
        return drawn.properties(height=30 * len(rows))

    return _made("failures", lang, draw)


def _quality(rows: Sequence[tuple[str, ArmResult]], w: Words) -> alt.LayerChart:
    values: list[Row] = [
        {
            "series": _said(w, label),
            # Beside each other, so that no whisker hides another one.
            "k": q.k + 0.07 * (number - (len(rows) - 1) / 2),
            "value": q.value,
            "low": q.ci95[0] if q.ci95 else None,
            "high": q.ci95[1] if q.ci95 else None,
        }
        for number, (label, r) in enumerate(rows)
        for q in r.qualities()
        if q.value is not None
    ]
    ends = alt.Scale(domain=[min(COSTS) - 0.5, max(COSTS) + 0.5], nice=False)
    x = alt.X("k:Q", title=w["axis.k"], scale=ends, axis=alt.Axis(values=list(COSTS)))
    return _lines(
        values, [_said(w, label) for label, _ in rows], x, alt.Y("value:Q", title=toward(w, w["axis.quality"], "up"))
    )


def _series(names: Sequence[str]) -> tuple[alt.Scale, alt.Scale]:
    """A colour and a shape for each series, the first eight; the rest is grey."""
    more = max(0, len(names) - len(COLOURS))
    colours = alt.Scale(domain=names, range=[*COLOURS[: len(names)], *[_GREY] * more])
    return colours, alt.Scale(domain=names, range=[*SHAPES[: len(names)], *["circle"] * more])


def _lines(values: list[Row], series: list[str], x: alt.X, y: alt.Y) -> alt.LayerChart:
    """Lines through points with whiskers, a colour and a shape for each series."""
    colours, shapes = _series(series)
    legend = alt.Legend(orient="top", columns=4, labelLimit=240, title=None, symbolOpacity=1)
    base = alt.Chart(_data(values)).encode(x=x, color=alt.Color("series:N", scale=colours, legend=legend))
    lines = base.mark_line(strokeWidth=2).encode(y=y)
    whiskers = base.mark_rule(strokeWidth=1.5, opacity=0.6).encode(y="low:Q", y2="high:Q")
    points = base.mark_point(filled=True, size=80, opacity=1).encode(
        y=y, shape=alt.Shape("series:N", scale=shapes, legend=legend)
    )
    zero = alt.Chart(_data([{"at": 0}])).mark_rule(strokeDash=[4, 4]).encode(y="at:Q")
    return wide(300, zero, whiskers, lines, points)


def _systems(lang: str, rows: Sequence[tuple[str, ArmResult]]) -> Chart:
    def draw(w: Words) -> alt.LayerChart:
        rates = [(label, r.rate("overall_item_micro")) for label, r in rows]
        values = [{"row": label, **_point(rate)} for label, rate in rates if rate.n]
        colours, shapes = _series([label for label, _ in rows])
        plain = _by_row(values)
        base = plain.encode(color=alt.Color("row:N", scale=colours, legend=None))
        whiskers = base.mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q")
        points = base.mark_point(filled=True, size=110, opacity=1).encode(
            x=_share("share:Q", toward(w, w["axis.items"], "right")),
            shape=alt.Shape("row:N", scale=shapes, legend=None),
        )
        labels = plain.mark_text(dy=-14, fontSize=12).encode(x="label:Q", text="text:N")
        return wide(48 * max(len(rows), 1), whiskers, points, labels)

    return _made("systems", lang, draw)


def _point(rate: Rate) -> Row:
    bounds = (rate.ci95 if rate.questions == rate.n else rate.ci95_questions) or (None, None)
    text = f"{percent(rate.rate)} ({rate.k}/{rate.n})"
    # A label in the middle of its point, but never across an end of the axis.
    label = min(max(rate.rate or 0.0, 0.08), 0.92)
    return {"share": rate.rate, "low": bounds[0], "high": bounds[1], "text": text, "label": label}


def _differences(lang: str, names: tuple[str, str], measured: Sequence[MeasuredDifference]) -> Chart:
    """The lead of the first system, so that right of 0 is better in every row, also where less is better."""

    def draw(w: Words) -> alt.LayerChart:
        values: list[Row] = []
        for m in measured:
            if m.unit == "points" and m.difference is not None:
                sign = 100 if m.higher_is_better else -100
                low, high = sorted(sign * bound for bound in m.ci95) if m.ci95 else (None, None)
                title = w[f"figure.{m.measure}" if m.measure in FIGURES else f"measure.{m.measure}"]
                kind = w["difference.open" if m.finding == "not_distinguishable" else "difference.found"]
                values.append(
                    {
                        "row": title if m.higher_is_better else w["difference.less"].replace("{figure}", title),
                        "difference": sign * m.difference,
                        "low": low,
                        "high": high,
                        "kind": kind,
                    }
                )
        kinds = [w["difference.found"], w["difference.open"]]
        base = _by_row(values)
        ends = w["difference.ends"].replace("{axis}", w["axis.difference"])
        title = re.sub(r"\{(first|second)\}", lambda end: names[end[1] == "second"], ends)
        x = alt.X("difference:Q", title=title, axis=alt.Axis(format="+d", tickCount=8))
        legend = alt.Legend(orient="top", title=None, labelLimit=400)
        colour = alt.Color("kind:N", scale=alt.Scale(domain=kinds, range=[COLOURS[0], COLOURS[7]]), legend=legend)
        shape = alt.Shape("kind:N", scale=alt.Scale(domain=kinds, range=["diamond", "circle"]), legend=legend)
        whiskers = base.mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q", color=colour)
        points = base.mark_point(filled=True, size=110, opacity=1).encode(x=x, color=colour, shape=shape)
        zero = alt.Chart(_data([{"at": 0}])).mark_rule(strokeDash=[4, 4]).encode(x="at:Q")
        return wide(38 * max(len(values), 1), zero, whiskers, points)

    return _made("differences", lang, draw, first=names[0], second=names[1])


def _curve(curve: Curve, lang: str, name: str, rates: Sequence[str], way: Literal["up", "down"]) -> Chart:
    def draw(w: Words) -> alt.LayerChart:
        values: list[Row] = []
        for point in curve.points:
            for key in rates:
                rate: Rate = getattr(point, key)
                if point.lang == lang and rate.n:
                    at = {"series": w[f"curve.{key}"], "setting": point.setting}
                    ends = _point(rate)
                    values.append({**at, "value": ends["share"], "low": ends["low"], "high": ends["high"]})
        return _lines(
            values,
            [w[f"curve.{key}"] for key in rates],
            alt.X(
                "setting:Q",
                title=w[f"curve.{curve.by}"],
                scale=alt.Scale(padding=14, nice=False, zero=False),
                axis=alt.Axis(values=sorted({point.setting for point in curve.points}), format=".2~f"),
            ),
            alt.Y(
                "value:Q",
                title=toward(w, w["axis.share"], way),
                scale=alt.Scale(domain=[0, 1]),
                axis=alt.Axis(format="%"),
            ),
        )

    return _made(f"{name}-{curve.by}", lang, draw)
