"""The types of arguments that come from Python (`bench.api`); from the command line they come as texts and are read.

Guarantees: every argument of another type is named, all at once, as a UsageError and before anything is read or spent.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from bench.errors import UsageError
from bench.text.display import for_terminal


def refuse_types(**given: Any) -> None:
    """Raises UsageError with every argument that is not of its type in TYPES; those of OPTIONAL may be None."""
    wrong = [
        f"{name} is {for_terminal(repr(value), 60)}; it must be {what}."
        for name, value in given.items()
        for fits, what in [TYPES[name]]
        if not (fits(value) or (value is None and name in OPTIONAL))
    ]
    if len(wrong) == 1:
        raise UsageError(wrong[0])
    if wrong:
        raise UsageError("\n".join([f"{len(wrong)} arguments are wrong.", *(f"  {fault}" for fault in wrong)]))


def _is_whole(given: Any) -> bool:
    return isinstance(given, int) and not isinstance(given, bool)


def _is_number(given: Any) -> bool:
    return _is_whole(given) or isinstance(given, float)


def _is_text(given: Any) -> bool:
    return isinstance(given, str)


def _is_path(given: Any) -> bool:
    return isinstance(given, str | Path) and "\0" not in str(given)


def _are_texts(given: Any) -> bool:
    return _is_text(given) or (isinstance(given, Collection) and all(map(_is_text, given)))


def _are_parameters(given: Any) -> bool:
    return isinstance(given, Mapping) and all(map(_is_text, given))


def _is_summary(given: Any) -> bool:
    from bench.records import Summary

    return isinstance(given, Summary)


OPTIONAL = frozenset({"langs", "limit", "judge", "base_url", "params", "max_cost", "out"})
TYPES: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(("model", "preset", "base_url"), (_is_text, "a text")),
    **dict.fromkeys(("langs", "arms", "judge"), (_are_texts, "a text or a list of texts")),
    **dict.fromkeys(("limit", "repeats", "seed", "concurrency"), (_is_whole, "a whole number")),
    **dict.fromkeys(("max_cost", "k"), (_is_number, "a number")),
    **dict.fromkeys(("data", "out", "folder"), (_is_path, "a path")),
    "params": (_are_parameters, "a dict with names as keys"),
    "summary": (_is_summary, "a summary, as `run` and `score` give it"),
}
"""What each argument has to be, by name: a check, and the same in words."""
