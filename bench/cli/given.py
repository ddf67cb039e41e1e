"""What was typed after a command, checked: lists, numbers, places, and NAME=VALUE parameters.

Guarantees: every wrong value is one sentence that names its flag and says what to give instead; `Flags` collects the
sentences of a whole command, so that nobody mends one flag only to hear of the next.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, ParamSpec, TypeVar, cast

from bench.errors import UsageError

P = ParamSpec("P")
T = TypeVar("T")

PRESETS = ("full", "lit", "smoke")
LANGS_HELP = "Languages, comma-separated: ja, en."
DATA_LANGS_HELP = f"{LANGS_HELP} Default: those that the dataset has."
ARMS_HELP = (
    "Context arms, comma-separated: gold (the evidence alone), shuffled (evidence among distractors), "
    "retrieved (what BM25 finds), none (no documents)."
)
RETRIEVER_HELP = (
    "bm25; dense:MODEL, by embeddings, e.g. dense:ollama:bge-m3 or dense:NAME@URL; hybrid[:MODEL], both fused; or "
    "trec:FILE, a TREC run made elsewhere ({lang} in its name: one file per language)."
)


class Flags:
    """The checks of one command. `of` runs one and keeps its complaint; `refuse` raises all of them at once."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def of(self, check: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `check` gives. After a complaint the result is None and must not be used: call `refuse` first."""
        try:
            return check(*args, **kwargs)
        except UsageError as fault:
            self.faults.append(str(fault))
            return cast(T, None)

    def refuse(self) -> None:
        """Raise UsageError with every complaint, or do nothing where there is none."""
        if len(self.faults) == 1:
            raise UsageError(self.faults[0])
        if self.faults:
            raise UsageError("\n".join([f"{len(self.faults)} flags are wrong.", *(f"  {f}" for f in self.faults)]))


def choices(given: str, what: str, known: tuple[str, ...]) -> Any:
    """A comma-separated list, each one of `known`, without repeats. Raises UsageError that names every stranger."""
    names = list(dict.fromkeys(name.lower() for name in parts(given)))
    strangers = [name for name in names if name not in known]
    if strangers or not names:
        wrong = f"Unknown {what}{'s' if len(strangers) > 1 else ''} {', '.join(map(repr, strangers))}"
        raise UsageError(f"{wrong if strangers else f'No {what} given'}: choose from {', '.join(known)}.")
    return tuple(names)


def choice(given: str, what: str, known: tuple[str, ...]) -> Any:
    """One of `known`. Raises UsageError otherwise."""
    names = choices(given, what, known)
    if len(names) != 1:
        raise UsageError(f"One {what} at a time: choose from {', '.join(known)}.")
    return names[0]


def parts(given: str | None) -> list[str]:
    """The parts of a comma-separated list, without blanks and empty parts; None gives none."""
    return [part.strip() for part in (given or "").split(",") if part.strip()]


def above_zero(given: float | None, flag: str) -> float | None:
    """`given`, or UsageError when it is no positive number."""
    if given is not None and not (math.isfinite(given) and given > 0):
        raise UsageError(f"{flag} is {given:g}; it must be a number above 0.")
    return given


def at_least(least: int, given: int, flag: str) -> int:
    """`given`, or UsageError when it is too small."""
    if given < least:
        raise UsageError(f"{flag} is {given}; it must be at least {least}.")
    return given


def at_least_if_given(least: int, given: int | None, flag: str) -> int | None:
    """The same for a flag that may be left out."""
    return None if given is None else at_least(least, given, flag)


def within(least: float, most: float, given: float, flag: str) -> float:
    """`given`, or UsageError when it is outside the bounds (or is no number at all)."""
    if not least <= given <= most:
        raise UsageError(f"{flag} is {given:g}; it must be from {least:g} to {most:g}.")
    return given


def above(least: float, given: float, flag: str) -> float:
    """`given`, or UsageError when it is not a finite number above `least`."""
    if not least < given < float("inf"):
        raise UsageError(f"{flag} is {given:g}; it must be above {least:g}.")
    return given


def place(given: str, flag: str) -> float:
    """A relative place, 0 to 1 or by name. Raises UsageError for anything else."""
    named = {"first": 0.0, "middle": 0.5, "last": 1.0}
    if given.strip().lower() in named:
        return named[given.strip().lower()]
    try:
        return within(0, 1, float(given), flag)
    except ValueError:
        raise UsageError(f"{flag} is {given!r}; give a number from 0 to 1, or first, middle or last.") from None


def whole_numbers(given: str, flag: str) -> list[int]:
    """Comma-separated whole numbers from 0 on. Raises UsageError for anything else; an empty text gives none."""
    strangers = [part for part in parts(given) if not (part.isascii() and part.isdigit())]
    if strangers:
        raise UsageError(f"{flag}: {', '.join(map(repr, strangers))}: give whole numbers from 0 on, with commas.")
    return [int(part) for part in parts(given)]


CANARIES = 0.25
"""The share of the Main items that `--canaries` asks without their evidence, where no other is named."""


def canary_share_of(canaries: bool, share: float | None) -> float:
    """The share of canaries, 0 for none: `--canaries` is a quarter, `--canary-share` another share above 0, up to 1."""
    if share is None:
        return CANARIES if canaries else 0.0
    if not 0 < share <= 1:
        raise UsageError(
            f"--canary-share is {share:g}; it must be above 0 and at most 1. Without the flag there are none."
        )
    return share


def parameters(given: Iterable[str]) -> dict[str, Any]:
    """`NAME=VALUE` pairs as parameters; an empty value (None) takes the parameter out.

    A value is JSON, or else a text. What may be set, and to what, is checked where it is known which model it is for
    (`bench.config.parameters`). Raises UsageError with every malformed pair.
    """
    params: dict[str, Any] = {}
    flags = Flags()
    for pair in given:
        name, equals, text = pair.partition("=")
        name = name.strip()
        if not equals or not name:
            flags.faults.append(f"--param {pair!r} is not NAME=VALUE.")
        elif name in params:
            flags.faults.append(f"--param {name} is given twice: give it once.")
        else:
            params[name] = flags.of(_value, name, text)
    flags.refuse()
    return params


def _value(name: str, text: str) -> Any:
    import json

    def finite(number: str) -> float:
        if not math.isfinite(float(number)):
            raise UsageError(f"--param {name}: {number} is no finite number.")
        return float(number)

    try:
        # NaN and Infinity are no JSON, though Python reads them; 1e999 is, and would become infinite.
        return json.loads(text, parse_constant=finite, parse_float=finite) if text else None
    except (json.JSONDecodeError, RecursionError):
        return text
