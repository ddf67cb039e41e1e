"""Words to the person when an endpoint says nothing for long: without them a slow server looks like a stuck run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

AFTER_S = 60.0
"""Seconds without any reply, with calls in flight, after which that is said; then after twice as long, and so on."""


class Silence:
    """Enter `listening` around each request. `where`: the endpoint's address; `deadline_s`: a request's limit."""

    def __init__(self, where: str, deadline_s: float, tell: Callable[[str], None], after_s: float = AFTER_S) -> None:
        self._where, self._deadline_s, self._tell, self.after_s = where, deadline_s, tell, after_s
        self._in_flight = 0
        self._since = 0.0
        self._next_s = after_s
        self._timer: asyncio.TimerHandle | None = None

    @contextmanager
    def listening(self) -> Iterator[None]:
        """One request in flight; its end, whatever it is, ends the silence."""
        loop = asyncio.get_running_loop()
        if self._in_flight == 0:
            self._since = loop.time()
        self._in_flight += 1
        if self._timer is None:
            self._timer = loop.call_later(self._next_s, self._look)
        try:
            yield
            self._since, self._next_s = loop.time(), self.after_s
        finally:
            self._in_flight -= 1

    def close(self) -> None:
        """Listen no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        silent = loop.time() - self._since
        self._timer = None
        if self._in_flight and silent >= self._next_s:
            self._tell(
                f"No reply from {self._where} for {silent:.0f} s, with {self._in_flight} calls in flight; each of them "
                f"is given up after {self._deadline_s:g} s (--timeout)."
            )
            self._next_s *= 2
        if self._in_flight:
            self._timer = loop.call_later(max(0.1, self._since + self._next_s - loop.time()), self._look)
