"""The command line of a server: the registry's settings, each one replaceable by `--engine-arg`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bench.errors import UsageError
from bench.records.engine import EngineSettings

_OWN = frozenset({"host", "port", "uds", "model", "model-tag", "served-model-name"})
_SECRET = {"api-key": "VLLM_API_KEY", "hf-token": "HF_TOKEN"}
_MULTIPLES = {"k": 10**3, "m": 10**6, "g": 10**9, "K": 2**10, "M": 2**20, "G": 2**30}


def command_line(settings: EngineSettings, overrides: Sequence[str] = ()) -> tuple[str, ...]:
    """The server's arguments, each `--name` or `--name=value`, in the order of the settings, additions last.

    An override is NAME=VALUE, NAME for a switch, or NAME= to leave an argument out; `_` and `-` are the same, and
    `no-NAME` is the opposite of the switch NAME. Raises UsageError for what is no argument, for those that the suite
    sets itself, and for credentials, which a command line would show to everyone on the machine.
    """
    groups: dict[str, tuple[str, ...]] = {}
    for name in ("tensor_parallel_size", "max_model_len", "dtype", "reasoning_parser"):
        value = getattr(settings, name)
        if value is not None:
            groups[_key(name)] = (f"--{_spelled(name)}={value}",)
    for words in _grouped(settings.extra_args):
        groups[_key(words[0].partition("=")[0])] = words
    for override in overrides:
        name, equals, value = override.partition("=")
        key = _checked(name, override)
        if equals and not value:
            groups.pop(key, None)
        else:
            groups[key] = (f"--{_spelled(name)}" + (f"={value}" if equals else ""),)
    for key in groups:
        _refuse(key)
    return tuple(word for words in groups.values() for word in words)


def value_of(arguments: Sequence[str], name: str) -> str | None:
    """The value of an argument on such a command line; "" for a switch that is there, None where it is not."""
    for words in _grouped(arguments):
        flag, equals, value = words[0].partition("=")
        if flag.lstrip("-").replace("_", "-") == name:
            return value if equals else " ".join(words[1:])
    return None


def as_number(text: str) -> int | None:
    """A number of tokens as the server reads it: 32768, 32k (thousands), 32K (1,024s). None for what is no number."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([kmgKMG]?)", text.strip())
    if match is None:
        return None
    return int(float(match[1]) * _MULTIPLES.get(match[2], 1))


def _grouped(words: Sequence[str]) -> list[tuple[str, ...]]:
    """Each flag with the values that follow it."""
    groups: list[list[str]] = []
    for word in words:
        if re.match(r"--?[A-Za-z]", word) or not groups:
            groups.append([word])
        else:
            groups[-1].append(word)
    return [tuple(group) for group in groups]


def _checked(name: str, override: str) -> str:
    if not re.fullmatch(r"-{0,2}[A-Za-z][\w.-]*", name.strip()):
        raise UsageError(
            f"--engine-arg {override!r} is not NAME=VALUE, NAME or NAME=: write it like max_model_len=32768 or "
            "enforce-eager."
        )
    return _key(name)


def _refuse(key: str) -> None:
    if key in _OWN:
        raise UsageError(
            f"The suite sets the server's --{key} itself. To use a server with one of your own, start it and give its "
            "address with --base-url."
        )
    if key in _SECRET:
        raise UsageError(
            f"The server's --{key} does not belong on a command line, which everyone on the machine can read: "
            f"set {_SECRET[key]} in the environment."
        )


def _spelled(name: str) -> str:
    return name.strip().lstrip("-").replace("_", "-")


def _key(name: str) -> str:
    return _spelled(name).removeprefix("no-")
