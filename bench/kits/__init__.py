"""Kits: the sources from which items are drawn. A kit is a folder here with `KIT = Kit(...)`; docs/kits.md tells how.

The registry is made from the folders: there is no list to keep.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.kits.base import Kit


def names() -> tuple[str, ...]:
    """The names of all kits, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def finished() -> tuple[str, ...]:
    """The names of the kits that are no drafts, sorted: those of a set for which no kits are named."""
    return tuple(name for name in names() if not load(name).draft)


def load(name: str) -> Kit:
    """The kit of this name. Raises UsageError for one that there is not, KitError for a folder without KIT."""
    from bench.errors import UsageError
    from bench.kits.base import Kit, KitError

    if name not in names():
        raise UsageError(f"There is no kit {name!r}. Kits: {', '.join(names())}.")
    kit = getattr(import_module(f"bench.kits.{name}"), "KIT", None)
    if not isinstance(kit, Kit):
        raise KitError(f"bench/kits/{name}/__init__.py has no KIT = Kit(...).")
    if kit.name != name:
        raise KitError(f"The kit in bench/kits/{name} calls itself {kit.name!r}: its name is that of its folder.")
    return kit
