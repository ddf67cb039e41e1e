"""How accuracy falls from the evidence alone to what a retriever finds, as floating bars (ERG, attribution)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import altair as alt

from bench.records import Attribution
from bench.records.rates import Interval
from bench.report.site.charts import COLOURS, toward, wide

_LEVELS = ("gold", "parametric")
"""Bars that stand on 0 and are accuracies; the others hang and are losses."""
_ROW = 52


def waterfall(a: Attribution, words: Mapping[str, str]) -> alt.LayerChart:
    """From all right down to the retrieved arm, and what is known without documents.

    Losses hang from the accuracy that they are measured against; the whiskers are the interval of the share, at the
    bar's moving end. A share without a value has no bar. `a.residual` must have a value.
    """
    values = [{**bar, "row": words[f"share.{bar['part']}"]} for bar in bars(a)]
    ends = [end for bar in values for end in (bar["low"], bar["high"], bar["left"], bar["right"]) if end is not None]
    scale = alt.Scale(domain=[min(0.0, *ends), max(1.0, *ends)])
    base = alt.Chart(alt.InlineData(values=values)).encode(
        y=alt.Y("row:N", title=None, sort=None, axis=alt.Axis(labelLimit=260))
    )
    colour = alt.Color("kind:N", legend=None, scale=alt.Scale(domain=["level", "loss"], range=[COLOURS[0], COLOURS[1]]))
    drawn = base.mark_bar(height=20).encode(
        x=alt.X(
            "low:Q",
            title=toward(words, words["axis.main"], "right"),
            scale=scale,
            axis=alt.Axis(format="%", tickCount=5),
        ),
        x2="high:Q",
        color=colour,
    )
    whiskers = base.mark_rule(strokeWidth=2).encode(x="left:Q", x2="right:Q")
    ticks = [base.mark_tick(thickness=2, size=12, color="#7f7f7f").encode(x=f"{end}:Q") for end in ("left", "right")]
    labels = base.mark_text(align="left", dx=2, dy=-18, fontSize=12).encode(x="low:Q", text="text:N")
    return wide(_ROW * len(values), drawn, whiskers, *ticks, labels)


def bars(a: Attribution) -> Iterator[dict[str, Any]]:
    """Each bar: `part`, `kind`, its ends `low` and `high`, the whiskers `left` and `right` or None, and its `text`."""
    if a.residual.value is None:
        raise ValueError("without the gold arm there is nothing to fall from")
    gold = 1 - a.residual.value
    yield _bar("residual", gold, 1.0, a.residual.value, _below(1.0, a.residual.ci95))
    yield _bar("gold", 0.0, gold, gold, None)
    for part, share in (("distractors", a.distractors), ("retrieval", a.retrieval)):
        if share.value is not None:
            yield _bar(part, gold - share.value, gold, share.value, _below(gold, share.ci95))
    if a.parametric.value is not None:
        yield _bar("parametric", 0.0, a.parametric.value, a.parametric.value, a.parametric.ci95)


def _bar(part: str, one: float, other: float, value: float, whiskers: Interval | None) -> dict[str, Any]:
    level = part in _LEVELS
    left, right = whiskers or (None, None)
    amount = f"{100 * abs(value):.1f}"
    sign = "" if level or amount == "0.0" else "−" if value > 0 else "+"
    return {
        "part": part,
        "kind": "level" if level else "loss",
        "low": min(one, other),
        "high": max(one, other),
        "left": left,
        "right": right,
        "text": sign + amount,
    }


def _below(top: float, bounds: Interval | None) -> Interval | None:
    return None if bounds is None else (top - bounds[1], top - bounds[0])
