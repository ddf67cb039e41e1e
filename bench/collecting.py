"""The garbage collector of the process, held off where much is made that stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

RARELY = 100_000
"""Objects made between two collections of a command: most of a million are data that stay, looked at every time."""


@contextmanager
def paused() -> Iterator[None]:
    """No collection in the block: for building many objects that stay, where each one would look at all of them.

    May be nested. Where collections were off before, they stay off.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def rarely() -> None:
    """Collect less often from now on: for a process that is a command of this suite's own."""
    gc.set_threshold(RARELY, 20, 100)
