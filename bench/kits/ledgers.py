"""Work on ledgers that all kits share: a copy with one fact changed."""

from __future__ import annotations

import operator
from dataclasses import fields, is_dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any, TypeVar

N = TypeVar("N")


def swap(ledger: N, old: object, new: object) -> N:
    """A copy of `ledger` in which the object `old`, known by identity, is `new`.

    What does not hold `old` is not copied, so identity stays usable for further swaps. Raises ValueError where `old`
    is nowhere in it: an equal object is not enough, since values recur.
    """
    changed = _swapped(ledger, old, new)
    if changed is ledger:
        raise ValueError(f"the {type(old).__name__} to be changed is not an object of this ledger")
    return changed  # type: ignore[no-any-return]


def _swapped(node: Any, old: object, new: object) -> Any:
    if node is old:
        return new
    if type(node) is tuple:
        parts = [part if type(part) in _LEAVES and part is not old else _swapped(part, old, new) for part in node]
        return node if all(map(operator.is_, node, parts)) else tuple(parts)
    changed = {}
    for name in _names(type(node)):
        value = getattr(node, name)
        if value is old or type(value) not in _LEAVES:
            part = _swapped(value, old, new)
            if part is not value:
                changed[name] = part
    return replace(node, **changed) if changed else node


_LEAVES = frozenset({int, str, bool, float, date, Fraction, type(None)})


_FIELDS: dict[type, tuple[str, ...]] = {}


def _names(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass; none for any other type. Asked for often, so that they are kept."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
    return _FIELDS[kind]
