"""The tags of the templates. They write private-use characters into the text, which `bench.kits.sheets` takes out.

{% pick %}one wording{% or %}another{% or %}a third{% endpick %}   one of them, for each language and copy
{% one %}one thing{% or %}another{% endone %}                       one of them, for the document
{% mix %}paragraph{% or %}paragraph{% endmix %}                     all of them, order drawn
{% some %}paragraph{% or %}paragraph{% endsome %}                   one or more, for the document; order drawn
{% ev "row:" ~ key %}the words that prove it{% endev %}             an evidence span; spans may nest
{{ art }}       the next number (articles stay in sequence after mixing)
{{ cut(loop) }} at the end of a row: a chunk may end after it
{{ border }}    between sections, outside pick, mix and some: a chunk may end here
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser

OPEN, NAMED, CLOSE, OR, ART, BORDER = "\ue000\ue001\ue002\ue003\ue004\ue005"


class Content:
    """What a document says of several things that it could say: the same in both languages and copies.

    Choices are told apart by their order in the template. `sizes`: of how many things each was made.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.sizes: list[int] = []

    def one(self, parts: Sequence[str]) -> str:
        self.sizes.append(len(parts))
        return self._rng.choice(parts)

    def some(self, parts: Sequence[str]) -> list[str]:
        self.sizes.append(len(parts))
        return self._rng.sample(parts, self._rng.randrange(1, len(parts) + 1))


class Choice(Extension):
    """The tags pick, one, mix and some. The parts are rendered in order and chosen afterwards.

    Wording and order are drawn for each language and copy (`rng`), what is said for the document (`content`).
    """

    tags = {"pick", "one", "mix", "some"}  # noqa: RUF012

    def parse(self, parser: Parser) -> nodes.Node:
        token = next(parser.stream)
        body: list[nodes.Node] = []
        ends = ("name:or", f"name:end{token.value}")
        while True:
            body += parser.parse_statements(ends)
            if next(parser.stream).value != "or":
                break
            body.append(nodes.Output([nodes.TemplateData(OR)]))
        given = [nodes.Const(token.value), nodes.Name("rng", "load"), nodes.Name("content", "load")]
        return nodes.CallBlock(self.call_method("_choose", given), [], [], body).set_lineno(token.lineno)

    def _choose(self, mode: str, rng: Random, content: Content, caller: Callable[[], str]) -> str:
        parts = caller().split(OR)
        if mode == "pick":
            return rng.choice(parts)
        if mode == "one":
            return content.one(parts)
        chosen = content.some(parts) if mode == "some" else parts
        return "\n\n".join(part.strip("\n") for part in rng.sample(chosen, len(chosen))) + "\n\n"


class Evidence(Extension):
    """The tag ev."""

    tags = {"ev"}  # noqa: RUF012

    def parse(self, parser: Parser) -> nodes.Node:
        lineno, span = next(parser.stream).lineno, parser.parse_expression()
        body = parser.parse_statements(("name:endev",), drop_needle=True)
        return nodes.CallBlock(self.call_method("_mark", [span]), [], [], body).set_lineno(lineno)

    def _mark(self, span: Any, caller: Callable[[], str]) -> str:
        return f"{OPEN}{span}{NAMED}{caller()}{CLOSE}"


def cut(loop: Any) -> str:
    """A possible end of a chunk after a row; not after the last one."""
    return "" if loop.last else BORDER
