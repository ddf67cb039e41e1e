"""How fast an endpoint that limits the rate may be asked: a model of its allowance, learned. Pure: the clock comes in.

Calls flow in at `rate`; one that comes too early is turned away. The rate is measured from the calls that are not, and
tried out upwards where none has been turned away for a while. Where the endpoint says how long it wants to be left
alone, a call that is turned away costs that time for everybody, so less is tried; what it allows at once after such a
pause is learned too. The numbers were chosen by simulating token buckets, fixed and sliding windows
(tests/clients/walls.py).
"""

from __future__ import annotations

import math
from collections import deque

FIRST = 10.0
"""Calls a second that are tried first, where the endpoint does not say how long to wait."""
Steps = tuple[tuple[int, float], ...]
FASTER: Steps = ((12, 1.0), (60, 1.004), (1 << 62, 1.03))
"""By what factor the rate grows with each call that is not turned away, after so many of them."""
WARILY: Steps = ((80, 1.0), (1500, 1.0005), (1 << 62, 1.01))
"""The same where a call that is turned away costs a pause for everybody: about one such try in a hundred calls."""
UNPROVEN: Steps = ((60, 1.0), (1 << 62, 1.004))
"""The same before any call was turned away at such a rate."""
SEARCHING = 1.3
"""The same as long as the rate is only known to be too low."""
SLOWER: Steps = ((0, 0.6), (3, 0.85), (1 << 62, 0.93))
"""To what part it falls at most at a pause, after so many calls that were not turned away."""
MEASURED = (6, 12, 24)
"""Over how many calls the rate is measured; the highest counts, because what went unused hides what was allowed."""
SHORTEST_S = 0.05
"""A time below this measures nothing."""
LONG_S = 0.5
"""A pause from here on is taken to be the time in which what came before it was allowed."""
CAUTION = 0.92
"""What is sent of what such a pause says: calls on the way do not keep their distances."""
UNLIMITED = 2000.0
"""A rate above this is no limit."""


class Spacing:
    """`per_minute`: requests that are known to be allowed; None where that is not known. Times are of one clock."""

    def __init__(self, per_minute: float | None = None) -> None:
        self._most = per_minute / 60.0 if per_minute else math.inf
        self.rate = self._most
        """Calls a second; infinite where no limit is known."""
        self._depth, self._burst = 1, 0
        """Calls that were allowed at once after a pause, and how many of them are still to be sent."""
        self._level, self._level_at = 1.0, 0.0
        """What of a call is allowed; at 1 the next one is."""
        self._free = self._searching = self._resuming = self._proven = False
        self._sent: deque[float] = deque(maxlen=2000)
        """When the calls were sent that have not been turned away."""
        self._in_a_row = 0
        self._resumed_at = self._asked_s = 0.0

    def next_at(self, now: float) -> float:
        """When the next call may be sent."""
        if not math.isfinite(self.rate):
            return now
        self._fill(now)
        return now if self._level >= 1.0 or self._burst else now + (1.0 - self._level) / self.rate

    def sent(self, now: float) -> None:
        """A call is being sent."""
        if self._resuming:
            self._resume(now)
        self._sent.append(now)
        if not math.isfinite(self.rate):
            return
        self._fill(now)
        self._level -= 1.0
        if self._burst:
            self._burst -= 1
            return
        self._in_a_row += 1
        steps = FASTER if self._free else WARILY if self._proven else UNPROVEN
        factor = SEARCHING if self._searching else _of(steps, self._in_a_row)
        self.rate = min(self._most, self.rate * factor)
        if self.rate > UNLIMITED:
            self.rate = self._most

    def turned_away(self, now: float, wait_s: float | None, *, first: bool) -> None:
        """A call was turned away; `first`: of those that were sent since this last happened. `wait_s`: how long the
        endpoint wants to be left alone, None where it does not say."""
        if self._sent:
            self._sent.pop()
        self._in_a_row = max(0, self._in_a_row - 1)
        if not first:
            return
        self._free = wait_s is None
        if not math.isfinite(self.rate):
            self.rate, self._searching = FIRST, not self._free
        elif self._free:
            self.rate = max(min(self._measured(now) * 0.99, self.rate * 0.94), self.rate * 0.8)
            self._in_a_row = 0
        elif self._resumed_at:
            self.rate, self._searching = self.rate / (SEARCHING if self._searching else 1.0), False
            self._proven = True
        self._asked_s = wait_s or 0.0
        self._resuming, self._burst = not self._free, 0
        self._level, self._level_at = 0.0, now

    def wanted(self, took_s: float) -> float:
        """Calls that must be in flight to keep this rate with calls of `took_s` seconds: twice their number, and what
        is sent at once after a pause."""
        return 1.0 + self._depth + 2.0 * took_s * self.rate if math.isfinite(self.rate) else 1.0

    def _resume(self, now: float) -> None:
        """The pause that was asked for is over, and what was turned away before it is known."""
        self._resuming = False
        cycle = [at for at in self._sent if at >= self._resumed_at]
        elapsed = max(SHORTEST_S, now - (cycle[0] if cycle else self._resumed_at or now))
        measured = len(cycle) / elapsed
        if self._searching:
            allowed = CAUTION * len(cycle) / self._asked_s if self._asked_s >= LONG_S else 0.0
            self._depth, self.rate = max(1, len(cycle)), max(measured, allowed, 1.0 / elapsed)
            self._searching = len(cycle) <= 1
        else:
            self.rate = max(measured * 0.98, self.rate * _of(SLOWER, len(cycle)))
            self._depth = max(1, min(self._depth, len(cycle)))
        self.rate = min(self._most, self.rate)
        # What flowed in during the pause may be sent at once; a window that was only near its end holds no more.
        self._level, self._level_at = 1.0, now
        self._burst = min(self._depth, max(1, int(self._asked_s * self.rate)))
        self._resumed_at, self._in_a_row = now, 0

    def _measured(self, now: float) -> float:
        """Calls a second that have not been turned away lately."""
        counts = [count for count in (*MEASURED, len(self._sent)) if 0 < count <= len(self._sent)]
        return max((count / max(now - self._sent[-count], 0.2) for count in counts), default=0.0)

    def _fill(self, now: float) -> None:
        self._level = min(1.0, self._level + (now - self._level_at) * self.rate)
        self._level_at = now


def _of(steps: Steps, count: int) -> float:
    return next(value for most, value in steps if count <= most)
