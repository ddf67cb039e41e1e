"""How many calls an endpoint is asked at once, and how fast: one controller for all calls to it.

The number in flight grows while replies come and halves where the endpoint turns calls away or times out; a wait that it
asks for holds for everyone. Behind a limit on the rate the calls are spaced: the spacing is searched for, because few
servers say what they allow. Times are seconds of the event loop's clock, so a test can give it another one.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from bench.clients.base import Pacing, Sleep
from bench.clients.spacing import Spacing

START = 8
"""Calls in flight at first: a limit on the rate is met with so many calls, not with hundreds."""
RAMP_S = 0.25
"""The number in flight doubles after so many seconds without a fault, whether replies have come or not: who turns calls
away does so at once, and a slow model must not keep the others waiting."""
TRIED_S = 4.0
"""An endpoint that has answered before, turns everyone away and does not say for how long is tried this often."""
UNSEEN_S = 1.0
"""What a reply is taken to need as long as none has come."""
PATIENT = 4
"""Rounds in which nobody gets through that are no reason yet to leave such an endpoint alone."""
SHARE_OF_JITTER = 0.02
"""A pause is longer than asked for by up to this share, so that processes that were told the same come apart."""


@dataclass(eq=False)
class Flow:
    """Take a place with `enter`, give it back with `leave`, and say in between what came of the call.

    `ceiling`: most calls in flight. `fixed`: always that many, but for pauses. `per_minute`: requests that the endpoint
    is known to allow.
    """

    ceiling: int
    pacing: Pacing
    sleep: Sleep
    rng: random.Random
    fixed: bool = False
    per_minute: float | None = None
    in_flight: int = field(default=0, init=False)
    succeeded: int = field(default=0, init=False)
    """Calls that got through, ever."""
    refusals: int = field(default=0, init=False)
    """Rounds in a row in which nobody got through."""
    _limit: float = field(default=0.0, init=False)
    _growing: bool = field(default=True, init=False)
    """Whether no fault has been met yet, so that every reply makes room for one call more."""
    _paused_until: float = field(default=0.0, init=False)
    _reacted_at: float = field(default=-1.0, init=False)
    _took: float = field(default=0.0, init=False)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    _room: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    _ramp: asyncio.TimerHandle | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._limit = float(self.ceiling if self.fixed else min(self.ceiling, START))
        self._spacing = Spacing(self.per_minute)

    @property
    def limit(self) -> int:
        """Calls that may be in flight now."""
        return max(1, int(self._limit))

    def paused_for(self) -> float:
        """Seconds until the endpoint may be asked again; 0 where it may be now."""
        return max(0.0, self._paused_until - _now())

    async def enter(self, given_up: Callable[[], bool] = lambda: False) -> float | None:
        """Wait for a place; calls get theirs in the order in which they came. The time at which it was got, or None
        where `given_up` has come to hold meanwhile: no place was taken then."""
        async with self._turn:
            served = 0.0
            while not given_up():
                until = max(self._paused_until, self._spacing.next_at(_now()))
                if until > served and (wait := until - _now()) > 1e-9:
                    await self.sleep(wait)
                    served = until
                elif self.in_flight >= (self.limit if self.refusals < 2 else 1):
                    self._room.clear()
                    await self._room.wait()
                    await self.sleep(0)  # where the run is being stopped, this ends the wait
                else:
                    self.in_flight += 1
                    self._start_ramp()
                    self._spacing.sent(_now())
                    return _now()
            return None

    def leave(self) -> None:
        """Give the place back."""
        self.in_flight -= 1
        self._room.set()

    def got_through(self, sent_at: float) -> None:
        """A reply came."""
        self.succeeded += 1
        self.refusals = 0
        took = _now() - sent_at
        self._took = took if not self._took else 0.9 * self._took + 0.1 * took
        self._set(self._limit + (1.0 if self._growing else 1.0 / self._limit))

    def turned_away(self, sent_at: float, wait_s: float | None) -> None:
        """The endpoint says that it is asked too much; `wait_s`: for how long it wants to be left alone."""
        if wait_s is not None:
            self.pause(wait_s + self.rng.uniform(0.0, SHARE_OF_JITTER * wait_s))
        first = sent_at > self._reacted_at
        self._spacing.turned_away(_now(), wait_s, first=first)
        if not first:
            return  # it was sent before this was known, and says nothing new
        self._reacted_at = _now()
        self.refusals += 1
        dry = self.refusals - (PATIENT if self.succeeded else 0)
        if wait_s is None and dry > 0 and (self.refusals > 1 or self.in_flight == 1):
            most = min(self.pacing.max_wait_s, TRIED_S) if self.succeeded else self.pacing.max_wait_s
            step = min(most, self.pacing.first_wait_s * 2.0 ** min(dry - 1, 32))
            self.pause(step + self.rng.uniform(0.0, step / 2))
        self._shrink(self._spacing.wanted(self._took or UNSEEN_S))

    def timed_out(self, sent_at: float) -> None:
        """No reply came in time."""
        if sent_at > self._reacted_at:
            self._reacted_at = _now()
            self._shrink(1.0)

    def pause(self, seconds: float) -> None:
        """Send nothing for so long."""
        self._paused_until = max(self._paused_until, _now() + seconds)

    def _shrink(self, least: float) -> None:
        self._growing = False
        if not self.fixed:
            self._set(max(1.0, least, self._limit / 2))

    def _set(self, limit: float) -> None:
        self._limit = min(float(self.ceiling), limit)
        self._room.set()

    def _start_ramp(self) -> None:
        if self._ramp is None and self._growing and self._limit < self.ceiling:
            self._ramp = asyncio.get_running_loop().call_later(RAMP_S, self._climb)

    def _climb(self) -> None:
        self._ramp = None
        if self._growing and self.in_flight:
            self._set(self._limit * 2)
            self._start_ramp()

    def close(self) -> None:
        """Stop the clockwork."""
        if self._ramp is not None:
            self._ramp.cancel()


def _now() -> float:
    return asyncio.get_running_loop().time()
