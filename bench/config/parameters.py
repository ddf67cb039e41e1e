"""What a parameter that the user sets may be: its value, and whether the model's endpoint is known to take it.

Guarantees: a value that a parameter cannot have is refused before a call is paid for, every fault at once; a parameter
that is not known passes with a notice, because makers add parameters faster than any list of them.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bench.config.registry import Endpoint, ModelSpec
from bench.errors import UsageError

RESERVED = frozenset(
    {"model", "messages", "system", "stream", "n", "api_key", "response_format", "json_schema", "tools"}
)
"""What the suite sends itself, or what would change what an answer is."""
TRACKED = frozenset({"temperature", "top_p", "seed", "reasoning_effort", "thinking", "output_config"})
"""Parameters that some models of a vendor take and others do not; `accepts` of the registry says which."""
EFFORTS = {"openai": "reasoning_effort", "anthropic": "output_config.effort"}
"""What a wire calls the effort of thinking."""


def check_overrides(model: ModelSpec, endpoint: Endpoint, overrides: Mapping[str, Any]) -> tuple[str, ...]:
    """Notices on parameters that may not do what is meant; () where there is nothing to say.

    `model` is as the registry has it, before the overrides. None as a value takes a parameter out. Raises UsageError
    with every fault: a value that the parameter cannot have, or a parameter that the suite decides itself.
    """
    if endpoint.wire == "baseline":
        if overrides:
            raise UsageError(f"--param {', '.join(overrides)}: the built-in baselines take no parameters.")
        return ()
    faults = [f"--param {name} cannot be set: the suite decides it." for name in overrides if _top(name) in RESERVED]
    faults += [f"--param {name} cannot be set: the suite decides it." for name in overrides if _is_format(name)]
    faults += _wrong_values(overrides)
    if faults:
        raise UsageError(faults[0] if len(faults) == 1 else "\n  ".join(["These parameters cannot be set:", *faults]))
    notices = [
        f"--param {name}: {said} It is passed on as it is."
        for name in overrides
        if (said := _unknown(name, model, endpoint))
    ]
    return (*notices, *_unusual_effort(model, endpoint, overrides))


def _top(name: str) -> str:
    """The parameter that a dotted name is a member of."""
    return name.partition(".")[0]


def _is_format(name: str) -> bool:
    # The schema of a judge's reply goes there.
    return name.startswith("output_config.format")


def _wrong_values(overrides: Mapping[str, Any]) -> Iterator[str]:
    for name, value in overrides.items():
        known = KNOWN.get(name)
        if known and value is not None and not known[0](value):
            yield f"--param {name}={str(value)[:60]} cannot be: {name} is {known[1]}."


def _unknown(name: str, model: ModelSpec, endpoint: Endpoint) -> str:
    """Why `name` may not be meant, or '' where the model is known to take it."""
    name = _top(name)
    if name in model.accepts or name in model.params:
        return ""
    taken = sorted(model.accepts - {"json_schema"} | set(model.params))
    if name in TRACKED and model.alias is not None:
        return f"by the registry, {model.alias} does not take it (of these it takes {', '.join(taken)})."
    if name in FIELDS[endpoint.wire]:
        return ""
    near = difflib.get_close_matches(name, FIELDS[endpoint.wire] | model.accepts, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"this is no parameter that the endpoint {endpoint.name} is known to take.{hint}"


def _unusual_effort(model: ModelSpec, endpoint: Endpoint, overrides: Mapping[str, Any]) -> Iterator[str]:
    """An effort that is not among those the registry knows of the model."""
    name = EFFORTS.get(endpoint.wire, "")
    whole = overrides.get(_top(name))
    value = overrides.get(name, whole.get("effort") if isinstance(whole, Mapping) else whole)
    if isinstance(value, str) and model.efforts and value not in model.efforts:
        yield f"--param {name}={value}: by the registry, {model.alias} takes {', '.join(model.efforts)}."


Check = tuple[Callable[[Any], bool], str]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _number(least: float, most: float) -> Check:
    return lambda v: _is_number(v) and least <= v <= most, f"a number from {least:g} to {most:g}"


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


_COUNT: Check = (lambda v: _is_whole(v) and v >= 1, "a whole number from 1 on")
_OBJECT: Check = (lambda v: isinstance(v, dict), 'a JSON object, e.g. {"type": "enabled"}')
_TEXTS: Check = (lambda v: isinstance(v, str) or _is_texts(v), "a text or a JSON list of texts")
_WORD: Check = (lambda v: isinstance(v, str), "a word, e.g. low")

KNOWN: Mapping[str, Check] = {
    "temperature": _number(0, 2),
    "top_p": _number(0, 1),
    "min_p": _number(0, 1),
    "presence_penalty": _number(-2, 2),
    "frequency_penalty": _number(-2, 2),
    "repetition_penalty": (lambda v: _is_number(v) and v > 0, "a number above 0"),
    "max_tokens": _COUNT,
    "max_completion_tokens": _COUNT,
    "top_k": (lambda v: _is_whole(v) and v >= -1, "a whole number, -1 or 0 for no limit"),
    "seed": (_is_whole, "a whole number"),
    "reasoning_effort": _WORD,
    "stop": _TEXTS,
    "stop_sequences": (_is_texts, "a JSON list of texts"),
    "thinking": _OBJECT,
    "chat_template_kwargs": _OBJECT,
    "metadata": _OBJECT,
    "output_config": _OBJECT,
    "output_config.effort": _WORD,
    "extra_body": _OBJECT,
}
"""What a value may be, as a test and in words. What is not here may be anything."""

FIELDS: Mapping[str, frozenset[str]] = {
    "openai": frozenset(
        "temperature top_p presence_penalty frequency_penalty max_tokens max_completion_tokens seed stop "
        "reasoning_effort logit_bias logprobs top_logprobs verbosity service_tier store metadata user "
        "prompt_cache_key safety_identifier extra_body".split()
    ),
    "anthropic": frozenset(
        "temperature top_p top_k max_tokens stop_sequences thinking output_config metadata service_tier".split()
    ),
}
"""Fields of a request in each wire's own protocol, besides what the suite sends itself."""
