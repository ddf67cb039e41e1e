"""Work on ledgers that all kits share: a copy with one fact changed."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
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
    if isinstance(node, tuple):
        parts = [_swapped(part, old, new) for part in node]
        same = all(a is b for a, b in zip(node, parts, strict=True))
        return node if same else tuple(parts)
    if is_dataclass(node) and not isinstance(node, type):
        values = {f.name: getattr(node, f.name) for f in fields(node)}
        parts = {name: _swapped(value, old, new) for name, value in values.items()}
        changed = {name: part for name, part in parts.items() if part is not values[name]}
        return replace(node, **changed) if changed else node
    return node
