"""Switching single rules off, to see what each decides (`make judge-ablation`).

A rule is a function marked with `rule`: its name is its identity, the first line of its docstring says what it does,
and `neutral` is what it says when it has nothing to say.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

RULES: dict[str, str] = {}
"""Every rule by name, with its one sentence, in the order in which the modules were loaded."""

_off: set[str] = set()
_heard: list[set[str]] = []
"""Those who listen to which rules speak."""
_forget: list[Callable[[], None]] = []


def remembered(function: Callable[P, T]) -> Callable[P, T]:
    """Remembers what a pure function gave, until a rule is switched."""
    cached = lru_cache(maxsize=4096)(function)
    _forget.append(cached.cache_clear)
    return cast("Callable[P, T]", cached)


def rule(neutral: T) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Marks a function as a rule that can be switched off; it then gives `neutral`."""

    def mark(function: Callable[P, T]) -> Callable[P, T]:
        name = function.__name__.strip("_")
        RULES[name] = (function.__doc__ or "").strip().split("\n")[0]

        @wraps(function)
        def switched(*args: P.args, **kwargs: P.kwargs) -> T:
            if name in _off:
                return neutral
            said = function(*args, **kwargs)
            if _heard and said != neutral:
                for heard in _heard:
                    heard.add(name)
            return said

        return switched

    return mark


@contextmanager
def without(name: str) -> Iterator[None]:
    """While it lasts, the rule `name` says nothing. Raises KeyError for a rule that there is not."""
    if name not in RULES:
        raise KeyError(name)
    _off.add(name)
    _clear()
    try:
        yield
    finally:
        _off.discard(name)
        _clear()


@contextmanager
def heard() -> Iterator[set[str]]:
    """While it lasts, names of the rules that say anything but their neutral are added to the set. Switching off one
    that is not in it changes nothing of what was worked out meanwhile."""
    names: set[str] = set()
    _clear()  # what is remembered speaks no more
    _heard.append(names)
    try:
        yield names
    finally:
        _heard.remove(names)


def _clear() -> None:
    for forget in _forget:
        forget()
