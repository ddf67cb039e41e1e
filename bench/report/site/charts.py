"""A chart: a Vega-Lite specification in each language of the interface, for a page or as a picture.

Guarantees: names of models and other people's text are values in a chart's data, never names of fields or parts of an
expression; colours can be told apart with colour-blindness and are never the only difference between two marks.

Altair is heavy: the modules that draw import it at their top, and are themselves imported in the function that draws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, cast

from bench.errors import UsageError
from bench.words import Text, in_language, interface_languages, words_of

if TYPE_CHECKING:
    import altair

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#7f7f7f")
"""Okabe and Ito's palette (Color Universal Design, 2008); without black and yellow, which vanish on a ground."""
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")
FONT = "'Noto Sans', 'Noto Sans JP', 'Noto Sans CJK JP', 'Hiragino Sans', 'Yu Gothic', Meiryo, sans-serif"
PICTURE_WIDTH = 720
FORMATS = ("svg", "png")


@dataclass(frozen=True)
class Chart:
    """`spec` and `label` by language: the Vega-Lite document, and one sentence for those who cannot see it. `values`:
    what the caption is filled with, the names of systems."""

    name: str
    spec: Mapping[str, dict[str, Any]]
    label: Mapping[str, str]
    values: Mapping[str, str] = field(default_factory=dict)


def chart(
    name: str,
    draw: Callable[[Mapping[str, str]], altair.LayerChart],
    label: Mapping[str, str],
    values: Mapping[str, str] | None = None,
) -> Chart:
    """A chart from a function that draws it with the words of one language. `label`: what it shows, by language.

    `draw` sets the width "container" and the height as a number: by a step for each row, Vega warns on the console.
    """
    # The width follows the page's column; the height that a chart gives is that of its plot, without axes.
    fitted = {"autosize": {"type": "fit-x", "contains": "padding"}}
    # Checked against Vega-Lite's schema in the tests: no document of a run can make a chart another shape.
    with unchecked():
        spec = {n: {**draw(words_of(n)).to_dict(validate=False), **fitted} for n in interface_languages()}
    return Chart(name, spec, label, values or {})


def unchecked() -> AbstractContextManager[None]:
    """Altair without the check of every part of a chart against its schema, which takes most of its time."""
    from altair.utils import schemapi

    return schemapi.debug_mode(False)


def toward(words: Mapping[str, str], title: str, way: Literal["right", "left", "up", "down"]) -> str:
    """The title of an axis that says on which side better is."""
    return words[f"better.{way}"].replace("{axis}", title)


def wide(height: float, *layers: altair.Chart) -> altair.LayerChart:
    """Layers over each other, as wide as the page's column."""
    import altair as alt

    return cast("altair.LayerChart", alt.layer(*layers).properties(width="container", height=height))


def titled(drawn: Chart, title: Text) -> Chart:
    """The chart with a title in it, for a picture that stands alone."""
    return replace(drawn, spec={n: {**spec, "title": in_language(title, n)} for n, spec in drawn.spec.items()})


def picture(drawn: Chart, lang: str, kind: str) -> bytes:
    """The chart on its own, `kind` svg or png (at twice the size), on white. Raises UsageError for another kind."""
    import vl_convert

    if kind not in FORMATS:
        raise UsageError(f"A chart cannot be written as {kind!r}: choose from {', '.join(FORMATS)}.")
    spec = _fixed_width(drawn.spec[lang])
    config = {"font": FONT, "background": "white", "range": {"category": list(COLOURS)}}
    spec = {**spec, "config": {**config, **spec.get("config", {})}}
    if kind == "svg":
        return str(vl_convert.vegalite_to_svg(spec)).encode()
    return bytes(vl_convert.vegalite_to_png(spec, scale=2))


def _fixed_width(spec: dict[str, Any]) -> dict[str, Any]:
    """On a page a chart is as wide as its column; a picture has no column."""
    return {
        key: PICTURE_WIDTH
        if (key, value) == ("width", "container")
        else _fixed_width(value)
        if isinstance(value, dict) and key in {"spec", "config", "view"}
        else value
        for key, value in spec.items()
    }
