"""Checks of what is said of a model: its parameters, as NAME=VALUE, and its price."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from bench.errors import UsageError
from bench.text.display import for_terminal
from bench.values import Check, Faults

Price = tuple[float, float, float | None]
"""USD per million tokens of a prompt, of a reply, and of a prompt read from the provider's cache (None: as others)."""


def price() -> Check[Price]:
    """A price as IN/OUT or IN/OUT/CACHED, or its two or three numbers."""

    def read(value: Any, name: str) -> Price:
        written = value.split("/") if isinstance(value, str) else list(value)
        try:
            numbers = [float(part) for part in written]
        except (TypeError, ValueError):
            numbers = []
        if not 2 <= len(numbers) <= 3 or not all(0 <= number < math.inf for number in numbers):
            raise UsageError(
                f"{name} is {value!r}; write it as IN/OUT or IN/OUT/CACHED, USD per million tokens, e.g. 2/10 or "
                "2/10/0.1."
            )
        return numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else None

    return Check("a text or two or three numbers", lambda value: isinstance(value, str | list | tuple), read)


DEEPEST = 32
"""Levels of a parameter that is an object."""


def _depth(value: Any) -> int:
    """How many lists and objects a JSON value has inside each other, counted up to just beyond DEEPEST."""
    level, depth = [value], 0
    while level and depth <= DEEPEST:
        inner = [part for part in level if isinstance(part, list | dict)]
        depth += bool(inner)
        level = [deeper for part in inner for deeper in (part.values() if isinstance(part, dict) else part)]
    return depth


def parameters() -> Check[Mapping[str, Any]]:
    """Parameters of a model: a mapping, or a list of NAME=VALUE texts; None is none."""

    def fits(value: Any) -> bool:
        return value is None or (
            isinstance(value, Mapping | list | tuple) and all(isinstance(part, str) for part in value)
        )

    def read(value: Any, name: str) -> Mapping[str, Any]:
        params = dict(value) if isinstance(value, Mapping) else parameters_of(value or (), name)
        faults = Faults()
        faults.sentences += [
            f"{name} {for_terminal(param, 60)} is nested deeper than {DEEPEST} levels, which no server reads."
            for param, given in params.items()
            if param.count(".") + _depth(given) > DEEPEST
        ]
        faults.refuse()
        return params

    return Check("a dict with names as keys", fits, read, many=True)


def parameters_of(pairs: Iterable[str], name: str = "--param") -> dict[str, Any]:
    """`NAME=VALUE` pairs as parameters; an empty value (None) takes the parameter out.

    A value is JSON, or else a text. What may be set, and to what, is checked where it is known which model it is for
    (`bench.config.parameters`). Raises UsageError with every malformed pair.
    """
    params: dict[str, Any] = {}
    faults = Faults()
    for pair in pairs:
        param, equals, written = pair.partition("=")
        param = param.strip()
        if not equals or not param:
            faults.sentences.append(f"{name} {pair!r} is not NAME=VALUE.")
        elif param in params:
            faults.sentences.append(f"{name} {param} is given twice: give it once.")
        else:
            params[param] = faults.of(_json_or_text, written, f"{name} {param}")
    faults.refuse()
    return params


def _json_or_text(written: str, name: str) -> Any:
    import json

    def finite(number: str) -> float:
        if not math.isfinite(float(number)):
            raise UsageError(f"{name}: {number} is no finite number.")
        return float(number)

    try:
        # NaN and Infinity are no JSON, though Python reads them; 1e999 is, and would become infinite.
        return json.loads(written, parse_constant=finite, parse_float=finite) if written else None
    except (ValueError, RecursionError):
        # No JSON; or a number of more digits, or brackets, than can be read.
        return written
