"""How fast an endpoint that limits the rate may be asked: a model of its allowance, learned. Pure: the clock comes in.

What a call that is turned away costs decides how its endpoint is asked. Where it costs little (nothing is said of how
long to wait, or less than the time between two calls), calls are sent one by one and the next try follows soon. Where
it costs a pause for everybody, as many calls as were let through at once are sent at once, and less is tried. The rate
is searched in both cases (`bench.clients.rates`). The numbers were chosen by simulating token buckets, fixed and
sliding windows (tests/clients/walls.py); what they reach is in tests/clients/test_walls.py.
"""

from __future__ import annotations

import math
from collections import deque

from bench.clients.rates import SearchedRate

FIRST = 10.0
"""Calls a second that are tried first, where nothing is known."""
STEADY, STEADY_S = 0.9, 3.0
"""What is tried first of the rate that went well for so long: a service that is short of room now and then has no limit
that was met."""
MEASURED = (6, 12, 24)
"""Over how many calls the rate is measured, besides those of about one second; the highest counts, because what went
unused hides what was allowed."""
SHORTEST_S, MEASURED_S = 0.05, 0.2
"""A time below the first measures nothing; calls are counted over the second at least."""
SHARE_OF_FIRST = 0.5
"""What is believed of a rate that is known from the very first calls alone: a bucket was full, a window empty."""
FAR = 0.9
"""A measured rate below this part of the one that is tried means that the search starts again from below."""
CHEAP = 1.5
"""A pause up to so many times the time between two calls costs little."""
AGAIN = 0.2
"""The next try after a call that was turned away: this part of the time between two calls, or of the time since one
was let through, whichever is longer."""
LONGEST_S = 4.0
"""The longest time between two tries, where the endpoint does not say how long to wait."""
LATE = 0.03
"""A call that is sent later than planned by up to this part of the distance counts as sent when it was planned."""
SPARE, EARNED = 14.0, 0.3
"""So many quick tries may be made at first, and so many more for each call that is let through."""
LONG_S = 0.5
"""A pause from here on is taken to be the time in which what came before it was allowed."""
CAUTION = 0.96
"""What is sent of what such a pause says: calls on the way do not keep their distances."""
FEW = 3
"""After so many pauses in a row that less than the known number went before, that number is learned anew."""
KEPT = 2000
"""Calls whose times are known."""


class Spacing:
    """`per_minute`: requests that are known to be allowed; None where that is not known. Times are of one clock."""

    def __init__(self, per_minute: float | None = None) -> None:
        self._rate = SearchedRate(per_minute / 60.0 if per_minute else math.inf)
        self._cheap = self._resuming = self._due = False
        """Whether a call that is turned away costs little; a pause is on; the one call after a pause may be sent."""
        self._at_once = 1
        """Calls that are let through at once."""
        self._held_until = 0.0
        self._sent: deque[float] = deque(maxlen=KEPT)
        """When the calls were sent that have not been turned away."""
        self._spare = SPARE
        self._lost = 0
        """Calls that were turned away together."""
        self._fewer: list[int] = []
        """Calls let through before each of the latest pauses, where they were less than `_at_once`."""
        self._resumed_at = self._asked_s = 0.0

    @property
    def rate(self) -> float:
        """Calls a second; infinite where no limit is known."""
        return self._rate.value

    def next_at(self, now: float) -> float:
        """When the next call may be sent."""
        if not math.isfinite(self.rate) or self._due:
            return now
        if len(self._sent) < self._at_once:
            return max(now, self._held_until)
        return max(now, self._held_until, self._sent[-self._at_once] + self._at_once / self.rate)

    def sent(self, now: float) -> None:
        """A call is being sent."""
        if self._resuming:
            self._resume(now)
        now = self._as_planned(now)
        self._due = False
        self._sent.append(now)
        self._spare = min(SPARE, self._spare + EARNED)
        if math.isfinite(self.rate):
            if self._cheap:
                self._held_until = now + 1.0 / self.rate
            self._rate.sent(self._at_once, steeply=not self._cheap)

    def turned_away(self, now: float, sent_at: float, wait_s: float | None, *, first: bool) -> None:
        """A call was turned away that was sent at `sent_at`; `first`: of those that were sent since this last happened.
        `wait_s`: how long the endpoint wants to be left alone, None where it does not say."""
        self._forget(sent_at)
        self._rate.taken_back()
        self._spare -= EARNED
        self._lost += 1
        if not first:
            return
        self._lost = 1
        self._cheap = wait_s is None or wait_s * self.rate <= CHEAP
        if not math.isfinite(self.rate):
            self._rate.start(max(FIRST, STEADY * self._lately(now)))
        elif self._cheap:
            self._slow_down(now)
        elif self._resumed_at:
            self._rate.stop_searching()
        self._asked_s = wait_s or 0.0
        self._resuming = not self._cheap
        if self._cheap:
            self._at_once = 1
            self._held_until = now if wait_s is not None else now + self._until_next_try(now)

    def wanted(self, took_s: float) -> float:
        """Calls that must be in flight to keep this rate with calls of `took_s` seconds: twice their number, and what
        is sent at once after a pause."""
        return 1.0 + self._at_once + 2.0 * took_s * self.rate if math.isfinite(self.rate) else 1.0

    def _as_planned(self, now: float) -> float:
        """When a call was to be sent, where it was a little late: what each is late would add up. Not where several
        go at once: what is late there is the margin that keeps all of them from being turned away together."""
        if self._due or self._at_once > 1 or not self._sent or not math.isfinite(self.rate):
            return now
        distance = 1.0 / self.rate
        planned = max(self._held_until, self._sent[-1] + distance)
        return planned if planned <= now <= planned + LATE * distance else now

    def _forget(self, sent_at: float) -> None:
        """Take a call out of those that have not been turned away: the latest one that was sent by then."""
        for number in range(len(self._sent) - 1, -1, -1):
            if self._sent[number] <= sent_at:
                del self._sent[number]
                return

    def _slow_down(self, now: float) -> None:
        """A call was turned away that costs little."""
        known = 0.0
        if self._rate.searching and self._sent:
            known = SHARE_OF_FIRST * len(self._sent) / max(SHORTEST_S, now - self._sent[0])
        measured = self._measured(now)
        if measured < FAR * self.rate:
            self._rate.fall_far(max(measured, known), still_searching=known)
        else:
            self._rate.fall(still_searching=known)

    def _until_next_try(self, now: float) -> float:
        """Seconds; a whole distance between two calls where the quick tries are used up."""
        since = now - self._sent[-1] if self._sent else 0.0
        wait = AGAIN * max(1.0 / self.rate, since)
        self._spare -= 1.0
        if self._spare < 0.0:
            wait, self._spare = max(wait, 1.0 / self.rate), 0.0
        return min(LONGEST_S, wait)

    def _resume(self, now: float) -> None:
        """The pause that was asked for is over, and what was turned away before it is known."""
        self._resuming = False
        passed = [at for at in self._sent if at >= self._resumed_at]
        elapsed = max(SHORTEST_S, now - (passed[0] if passed else self._resumed_at or now))
        if self._rate.searching or not self._resumed_at:
            said = CAUTION * len(passed) / self._asked_s if self._asked_s >= LONG_S else 0.0
            self._at_once = max(1, len(passed))
            self._rate.learn(max(self._at_once / elapsed, said), searching=len(passed) <= 1)
        else:
            self._rate.fall_at_pause(len(passed), elapsed, min(1.0, self._lost / self._at_once), self._at_once)
            self._fewer = [*self._fewer, len(passed)] if len(passed) < self._at_once else []
            if len(self._fewer) >= FEW:
                self._at_once, self._fewer = max(1, *self._fewer), []
                self._rate.learn(self._at_once / elapsed, searching=False)
        self._due, self._held_until = True, 0.0
        self._resumed_at = now

    def _lately(self, now: float) -> float:
        """Calls a second over the last STEADY_S; 0 where the first one is not so long ago."""
        if not self._sent or (self._sent[0] > now - STEADY_S and len(self._sent) < KEPT):
            return 0.0
        span = min(STEADY_S, now - self._sent[0])
        return sum(at > now - span for at in self._sent) / max(span, SHORTEST_S)

    def _measured(self, now: float) -> float:
        """Calls a second that have not been turned away lately."""
        there = len(self._sent)
        counts = {min(there, count) for count in (*MEASURED, math.ceil(min(self.rate, 1000.0)))} if there else set()
        return max((count / max(now - self._sent[-count], MEASURED_S) for count in counts), default=0.0)
