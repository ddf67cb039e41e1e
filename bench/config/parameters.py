"""What a parameter that the user sets may be: its value, and whether the model's endpoint takes it at all.

Guarantees: what is known to be wrong is refused before a call is paid for, every fault at once; what is not known
passes only where the endpoint takes fields beyond its protocol, and then with a notice.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bench.config.registry import VENDORS, Endpoint, ModelSpec
from bench.errors import UsageError

RESERVED = frozenset(
    {"model", "messages", "system", "stream", "n", "api_key", "response_format", "json_schema", "tools", "extra_body"}
)
"""What the suite sends itself, or what would change what an answer is."""
TRACKED = frozenset({"temperature", "top_p", "seed", "reasoning_effort", "thinking"})
"""Parameters that some models of a vendor take and others do not; `accepts` of the registry says which."""


def check_overrides(model: ModelSpec, endpoint: Endpoint, overrides: Mapping[str, Any]) -> tuple[str, ...]:
    """Notices on parameters that may not do what is meant; () where there is nothing to say.

    `model` is as the registry has it, before the overrides. None as a value takes a parameter out. Raises UsageError
    with every fault: a value that the parameter cannot have, or a parameter that the endpoint does not take.
    """
    if endpoint.wire == "baseline":
        if overrides:
            raise UsageError(f"--param {', '.join(overrides)}: the built-in baselines take no parameters.")
        return ()
    faults = [f"--param {name} cannot be set: the suite decides it." for name in overrides if name in RESERVED]
    faults += _wrong_values(overrides)
    notices: list[str] = []
    for name in overrides:
        if name not in RESERVED and (said := _unknown(name, model, endpoint)):
            # vLLM, Ollama, llama.cpp, OpenRouter and servers of one's own take more fields than the protocol has.
            strict = endpoint.name in VENDORS and not endpoint.given
            (faults if strict else notices).append(f"--param {name}: {said}")
    if faults:
        raise UsageError(faults[0] if len(faults) == 1 else "\n  ".join(["These parameters cannot be set:", *faults]))
    return tuple(f"{notice} It is passed on as it is." for notice in notices)


def _wrong_values(overrides: Mapping[str, Any]) -> Iterator[str]:
    for name, value in overrides.items():
        known = KNOWN.get(name)
        if known and value is not None and not known[0](value):
            yield f"--param {name}={value} cannot be: {name} is {known[1]}."


def _unknown(name: str, model: ModelSpec, endpoint: Endpoint) -> str:
    """Why `name` may not be meant, or '' where the model is known to take it."""
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
    "reasoning_effort": (lambda v: isinstance(v, str), "a word, e.g. low"),
    "stop": _TEXTS,
    "stop_sequences": (_is_texts, "a JSON list of texts"),
    "thinking": _OBJECT,
    "chat_template_kwargs": _OBJECT,
    "metadata": _OBJECT,
}
"""What a value may be, as a test and in words. What is not here may be anything."""

FIELDS: Mapping[str, frozenset[str]] = {
    "openai": frozenset(
        "temperature top_p presence_penalty frequency_penalty max_tokens max_completion_tokens seed stop "
        "reasoning_effort logit_bias logprobs top_logprobs verbosity service_tier store metadata user "
        "prompt_cache_key safety_identifier".split()
    ),
    "anthropic": frozenset("temperature top_p top_k max_tokens stop_sequences thinking metadata service_tier".split()),
}
"""Fields of a request in each wire's own protocol, besides what the suite sends itself."""
