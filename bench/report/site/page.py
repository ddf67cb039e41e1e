"""The frame of every page: style, languages, policy, data, scripts; and how they are written into one file."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from bench.langs import DEFAULT
from bench.words import interface_languages, words_of

if TYPE_CHECKING:
    from bench.report.site.charts import Chart

FRAME = "frame.html"


@dataclass(frozen=True)
class Page:
    """What one kind of page is made of.

    `body`: the name of its template in assets/; `script`: of its script, which runs last; `parts`: of scripts that it
    builds on; `style`: of its own style sheet. `data` is anything JSON can hold; the scripts read it as `Bench.data`.
    `words`: which tables of the words its scripts and its template use; those that are in no table it has anyway.
    `title` and `description` are shown as text, whatever is in them. `heading`: the key of the words that stand for
    the title in each language, where it is not a name. `language`: of the interface for a reader who has not chosen
    one; empty: the browser's.
    """

    title: str
    body: str
    script: str
    data: Mapping[str, Any]
    words: Sequence[str]
    description: str = ""
    charts: Sequence[Chart] = field(default=())
    parts: Sequence[str] = ()
    style: str = ""
    heading: str = ""
    language: str = ""


def render(page: Page) -> str:
    """The page as HTML, the same to the byte for the same input. Raises ValueError for NaN or Infinity in its data."""
    scripts = [*([_vega()] if page.charts else []), *map(asset, ("page.js", *page.parts, page.script))]
    words = {lang: _words(lang, page.words) for lang in interface_languages()}
    data = {
        "words": words,
        "charts": {chart.name: {"spec": chart.spec, "label": chart.label} for chart in page.charts},
        "page": page.data,
        "language": page.language,
    }
    html: str = (
        _environment()
        .get_template(FRAME)
        .render(
            page=page,
            policy=policy(scripts),
            style=asset("page.css") + (asset(page.style) if page.style else ""),
            data=as_data(data),
            scripts=scripts,
            languages={lang: words_of(lang)[f"lang.{lang}"] for lang in words},
            t=_translated(words[DEFAULT]),
        )
    )
    return html


def policy(scripts: Sequence[str]) -> str:
    """A content security policy under which these inline scripts run and nothing else: no eval, no network, no forms.

    Styles may be inline because Vega writes its own.
    """
    hashes = " ".join(f"'sha256-{base64.b64encode(hashlib.sha256(s.encode()).digest()).decode()}'" for s in scripts)
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def as_data(value: Any) -> str:
    """JSON for a script element of type application/json: no character of it can end the element or start a tag."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    # Half a surrogate pair cannot be written as UTF-8; as an escape it can.
    return _HALF_PAIR.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


_HALF_PAIR = re.compile("[\ud800-\udfff]")


def _words(lang: str, tables: Sequence[str]) -> dict[str, str]:
    wanted = {"lang", "theme", *tables}
    return {key: text for key, text in words_of(lang).items() if "." not in key or key.partition(".")[0] in wanted}


@lru_cache(maxsize=16)
def asset(name: str) -> str:
    """A file of assets/. Line ends are those that an HTML parser makes of them, or the hashes would not fit."""
    return (resources.files("bench.report.site") / "assets" / name).read_text("utf-8").replace("\r\n", "\n")


@lru_cache(maxsize=1)
def _vega() -> str:
    import vl_convert

    script = str(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")).replace("\r\n", "\n")
    # Inside a script element these two would end it, or swallow what follows.
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def _translated(words: Mapping[str, str]) -> Any:
    """A template's `t(KEY)`: the English words, in an element that the page's script says in another language."""
    from markupsafe import Markup

    def t(key: str) -> Markup:
        return Markup('<span data-t="{}">{}</span>').format(key, words[key])

    return t


@lru_cache(maxsize=1)
def _environment() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("bench.report.site", "assets"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
