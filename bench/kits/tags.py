"""The tags of the templates. They write private-use characters into the text, which `bench.kits.sheets` takes out.

{% pick %}one wording{% or %}another{% or %}a third{% endpick %}   one of them
{% mix %}paragraph{% or %}paragraph{% endmix %}                     all of them, order drawn
{% some %}paragraph{% or %}paragraph{% endsome %}                   one or more of them, order drawn
{% ev "row:" ~ key %}the words that prove it{% endev %}             an evidence span; spans may nest
{{ art }}       the next number (articles stay in sequence after mixing)
{{ cut(loop) }} at the end of a row: a chunk may end after it
{{ border }}    between sections, outside pick, mix and some: a chunk may end here
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser

OPEN, NAMED, CLOSE, OR, ART, BORDER = "\ue000\ue001\ue002\ue003\ue004\ue005"


class Choice(Extension):
    """The tags pick, mix and some. The parts are rendered in order and chosen afterwards, by the document's own rng."""

    tags = {"pick", "mix", "some"}  # noqa: RUF012

    def parse(self, parser: Parser) -> nodes.Node:
        token = next(parser.stream)
        body: list[nodes.Node] = []
        ends = ("name:or", f"name:end{token.value}")
        while True:
            body += parser.parse_statements(ends)
            if next(parser.stream).value != "or":
                break
            body.append(nodes.Output([nodes.TemplateData(OR)]))
        call = self.call_method("_choose", [nodes.Const(token.value), nodes.Name("rng", "load")])
        return nodes.CallBlock(call, [], [], body).set_lineno(token.lineno)

    def _choose(self, mode: str, rng: Random, caller: Callable[[], str]) -> str:
        parts = caller().split(OR)
        if mode == "pick":
            return rng.choice(parts)
        chosen = rng.sample(parts, len(parts) if mode == "mix" else rng.randrange(1, len(parts) + 1))
        return "\n\n".join(part.strip("\n") for part in chosen) + "\n\n"


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
