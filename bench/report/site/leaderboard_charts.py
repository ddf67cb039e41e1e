"""The charts of the leaderboard's page, drawn without rows: the page's script puts the chosen board's in.

Each row carries the `colour` and the `shape` of its system, so that they are the same in every chart, and `on`: whether
the system is one of those shown in colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import altair as alt

from bench.report.site.charts import Chart, chart, toward, wide
from bench.words import said

ROW = 26
"""Height of one system's row; the page's script multiplies it, see `rowHeight` in leaderboard_plots.js."""
LOWEST_Q = -1.0
FRONT = "#808890"
"""Seen on a light and on a dark ground."""
HIGHEST_K = 20

Words = Mapping[str, str]


def charts() -> tuple[Chart, ...]:
    """Every chart of the page, in the page's order."""
    drawn = (
        ("forest", _forest),
        ("penalty", _penalty),
        ("errors", _errors),
        ("gap", _gap),
        ("cost", partial(_trade_off, "lb.cost.axis")),
        ("latency", partial(_trade_off, "lb.latency.axis")),
    )
    return tuple(chart(name, draw, said(f"lb.{name}.label")) for name, draw in drawn)


def _forest(w: Words) -> alt.LayerChart:
    """One row for each system; groups of ties on alternating ground, a line between them, their places at the end."""
    rows = alt.Chart(alt.NamedData("rows")).encode(y=_names())
    tooltip = _tooltip(("name", w["lb.model"]), ("places", w["lb.place"]), ("shown", w["figure.overall_macro"]))
    title = toward(w, w["figure.overall_macro"], "right")
    x = alt.X("value:Q", title=title, axis=_shares(), scale=alt.Scale(zero=False))
    return wide(
        10 * ROW,
        rows.mark_rect(color=FRONT).encode(opacity=_where("datum.shade", 0.13)),
        rows.mark_rule(yOffset=-ROW / 2, strokeDash=[4, 3]).encode(opacity=_where("datum.first", 1)),
        rows.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q"), x2="high:Q", color=_colour()),
        _points(rows, size=90).encode(x=x, tooltip=tooltip),
        rows.mark_text(align="left", dx=8).encode(x=alt.value("width"), text="places:N"),
    )


def _penalty(w: Words) -> alt.LayerChart:
    """V against k at a share u: a line for each system, crossings, and the chosen k. `a`, `b`: of V = a - k * b."""
    k = alt.X(
        "k:Q",
        title=w["lb.k.axis"],
        scale=alt.Scale(domain=[0, HIGHEST_K], nice=False),
        axis=alt.Axis(tickCount=10, labelFlush=False),
    )
    q = alt.Y("q:Q", title=toward(w, "V(k, u)", "up"), scale=alt.Scale(domain=[LOWEST_Q, 1], nice=False))
    lines = alt.Chart(alt.NamedData("lines"))
    thin, thick = alt.value(1), alt.value(2.2)
    here = alt.Chart(alt.NamedData("rows")).transform_calculate(k="atK", q="datum.a - datum.b * atK")
    marker = alt.Chart(alt.NamedData("one")).transform_calculate(k="atK")
    crossings = alt.Chart(alt.NamedData("crossings"))
    zero = alt.Chart(alt.NamedData("one")).transform_calculate(q="0")
    pair = _tooltip(("shown", "k*"), ("below", w["lb.better_below"]), ("above", w["lb.better_above"]))
    system = [*_tooltip(("name", w["lb.model"])), alt.Tooltip("q:Q", title="V(k, u)", format=".3f")]
    return wide(
        360,
        zero.mark_rule(strokeDash=[2, 3]).encode(y=q),
        marker.mark_rule(strokeWidth=2).encode(x=k),
        lines.mark_line(clip=True).encode(
            x=k,
            y=q,
            detail="id:N",
            color=_colour(),
            strokeWidth=alt.condition("datum.on", thick, thin),
            order="k:Q",
        ),
        crossings.mark_point(shape="circle", size=70, strokeWidth=1.5, clip=True).encode(
            x=k, y=q, color=_colour(), tooltip=pair
        ),
        _points(here, size=80, clip=True).encode(x=k, y=q, tooltip=system),
    ).add_params(alt.param(name="atK", value=4))


def _errors(w: Words) -> alt.LayerChart:
    """Over-abstention to the right, false answers upwards, an interval in both directions."""
    rows = alt.Chart(alt.NamedData("rows"))
    x = alt.X(
        "x:Q", title=toward(w, w["lb.errors.x"], "left"), axis=_shares(), scale=alt.Scale(domainMin=0, nice=False)
    )
    y = alt.Y(
        "y:Q", title=toward(w, w["lb.errors.y"], "down"), axis=_shares(), scale=alt.Scale(domainMin=0, nice=False)
    )
    tooltip = _tooltip(
        ("name", w["lb.model"]), ("xShown", w["figure.over_abstention"]), ("yShown", w["figure.false_answer"])
    )
    faint = alt.condition("datum.on", alt.value(0.8), alt.value(0.35))
    return wide(
        380,
        rows.mark_rule(strokeWidth=1.5).encode(
            x=alt.X("xLow:Q"), x2="xHigh:Q", y="y:Q", color=_colour(), opacity=faint
        ),
        rows.mark_rule(strokeWidth=1.5).encode(
            y=alt.Y("yLow:Q"), y2="yHigh:Q", x="x:Q", color=_colour(), opacity=faint
        ),
        _points(rows, size=100).encode(x=x, y=y, tooltip=tooltip),
    )


def _gap(w: Words) -> alt.LayerChart:
    """Japanese minus English in points, a row for each system, around a line at 0."""
    rows = alt.Chart(alt.NamedData("rows")).encode(y=_names())
    zero = alt.Chart(alt.NamedData("one")).transform_calculate(value="0")
    tooltip = _tooltip(("name", w["lb.model"]), ("shown", w["lb.gap.value"]))
    return wide(
        10 * ROW,
        zero.mark_rule(strokeWidth=1.5).encode(
            x=alt.X("value:Q", title=w["lb.gap.axis"], axis=alt.Axis(tickCount=9, labelFlush=False))
        ),
        rows.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q"), x2="high:Q", color=_colour()),
        _points(rows, size=90).encode(x=alt.X("value:Q"), tooltip=tooltip),
    )


def _trade_off(axis: str, w: Words) -> alt.LayerChart:
    """Quality upwards, a price to the right; `front`: the systems that none beats in both, joined by steps."""
    title = w[axis]
    rows = alt.Chart(alt.NamedData("rows"))
    front = alt.Chart(alt.NamedData("front"))
    x = alt.X(
        "x:Q", title=title, scale=alt.Scale(zero=False), axis=alt.Axis(format="~g", tickCount=6, labelFlush=False)
    )
    y = alt.Y("y:Q", title=w["figure.overall_macro"], axis=_shares(), scale=alt.Scale(zero=False))
    tooltip = _tooltip(("name", w["lb.model"]), ("xShown", title), ("yShown", w["figure.overall_macro"]))
    return wide(
        300,
        front.mark_line(interpolate="step-after", strokeDash=[5, 4], strokeWidth=1.5, color=FRONT).encode(
            x=x, y=y, order="x:Q"
        ),
        front.mark_point(shape="circle", size=330, strokeWidth=1.5, color=FRONT).encode(x=x, y=y),
        rows.mark_rule(strokeWidth=1.5, opacity=0.5).encode(x=x, y=alt.Y("low:Q"), y2="high:Q", color=_colour()),
        _points(rows, size=90).encode(x=x, y=y, tooltip=tooltip),
    )


def _points(rows: alt.Chart, **mark: Any) -> alt.Chart:
    """A system's point: filled, in its colour and shape, and larger than the grey ones where it is shown in colour."""
    size = mark.pop("size")
    points: alt.Chart = rows.mark_point(filled=True, opacity=1, **mark).encode(
        color=_colour(),
        shape=alt.Shape("shape:N", scale=None),
        size=alt.condition("datum.on", alt.value(size), alt.value(size / 3)),
    )
    return points


def _where(test: str, opacity: float) -> Any:
    """Seen or not. Not by a filter, which would change the order of the rows."""
    return alt.condition(test, alt.value(opacity), alt.value(0))


def _colour() -> alt.Color:
    return alt.Color("colour:N", scale=None)


def _shares() -> alt.Axis:
    # Whole percents: half ones would be printed twice as the same number.
    return alt.Axis(format=".0%", tickCount=8, tickMinStep=0.01, labelFlush=False)


def _names() -> alt.Y:
    """One row for each name, in the rows' own order; the names in a page are made unique."""
    return alt.Y("name:N", sort=None, title=None, axis=alt.Axis(domain=False, ticks=False, labelPadding=8))


def _tooltip(*fields: tuple[str, str]) -> list[alt.Tooltip]:
    return [alt.Tooltip(f"{field}:N", title=title) for field, title in fields]
