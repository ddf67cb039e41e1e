"""How many calls an endpoint is asked at once, and how fast: one controller for all calls to it.

The number in flight grows while replies come and halves where the endpoint turns calls away or times out; a wait that
it asks for holds for everyone. Behind a limit on the rate the calls are spaced: the spacing is searched for, because
few servers say what they allow. Times are seconds of the event loop's clock, so a test can give it another one.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from bench.clients.base import Pacing, Sleep
from bench.clients.spacing import Spacing

START = 8
"""Calls in flight at first: a limit on the rate is met with so many calls, not with hundreds."""
FIRST_S, RAMP_S = 0.8, 0.05
"""After the first time without a fault, and then each time after the second, the number in flight doubles, whether
replies have come or not: who turns calls away does so at once, and a slow model must not keep the others waiting."""
HOPELESS_S = 240.0
"""An endpoint that turns everyone away is given so long, pauses alone counted: limits by the minute pass in it."""
BYTES_PER_TOKEN = 3.0
"""Of a request, in either language, cautiously."""
CLOSE_S = 1e-6
"""Two times that differ by less are one."""
UNSEEN_S = 1.0
"""What a reply is taken to need as long as none has come."""
SHARE_OF_JITTER = 0.02
"""A pause is longer than asked for by up to this share, so that processes that were told the same come apart."""


@dataclass(eq=False)
class _Place:
    """A call that waits: `told` when it has its place or something has changed for it as the first, `sleeps_until`
    while it waits for a time."""

    size: int
    told: asyncio.Future[None]
    taken_at: float | None = None
    sleeps_until: float | None = None


@dataclass(eq=False)
class Flow:
    """Take a place with `enter`, say what came of the call, and then give the place back with `leave`: who gets it next
    must not be sent before that is known.

    `ceiling`: most calls in flight; with `pacing.fixed` always that many, but for pauses. `requests_per_minute` and
    `tokens_per_minute`: what the endpoint is known to allow.
    """

    ceiling: int
    pacing: Pacing
    sleep: Sleep
    rng: random.Random
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    in_flight: int = field(default=0, init=False)
    succeeded: int = field(default=0, init=False)
    """Calls that got through, ever."""
    refusals: int = field(default=0, init=False)
    """Rounds in a row in which nobody got through: a call was turned away while no other was on its way."""
    _limit: float = field(default=0.0, init=False)
    _growing: bool = field(default=True, init=False)
    """Whether no fault has been met yet, so that every reply makes room for one call more."""
    _paused_until: float = field(default=0.0, init=False)
    _reacted_at: float = field(default=-1.0, init=False)
    _took: float = field(default=0.0, init=False)
    _waited: float = field(default=0.0, init=False)
    """Seconds of pauses since somebody got through."""
    _per_reply: float = field(default=0.0, init=False)
    """Tokens of a reply lately, on average."""
    _owed: float = field(default=0.0, init=False)
    _owed_at: float = field(default=0.0, init=False)
    _budget_at: float = field(default=0.0, init=False)
    """Tokens that were spent and have not flowed back, when that was, and when there are some again."""
    _queue: deque[_Place] = field(default_factory=deque, init=False)
    _ramp: asyncio.TimerHandle | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._limit = float(self.ceiling if self.pacing.fixed else min(self.ceiling, START))
        self._spacing = Spacing(self.requests_per_minute)

    @property
    def limit(self) -> int:
        """Calls that may be in flight now."""
        return max(1, int(self._limit))

    def paused_for(self) -> float:
        """Seconds until the endpoint may be asked again; 0 where it may be now."""
        return max(0.0, self._paused_until - _now())

    @property
    def hopeless(self) -> bool:
        """Whether nobody has got through for so long that waiting on is no use."""
        return self._waited >= HOPELESS_S

    async def enter(self, size: int = 0, given_up: Callable[[], bool] = lambda: False) -> float | None:
        """Wait for a place; calls get theirs in the order in which they came. The time at which it was got, or None
        where `given_up` has come to hold meanwhile: no place was taken then. `size`: bytes of the request."""
        if not self._queue and not given_up() and self._has_room() and self._wait_until() <= _now() + CLOSE_S:
            return self._take(size)
        place = _Place(size, asyncio.get_running_loop().create_future())
        self._queue.append(place)
        try:
            await self._lead(place, given_up)
        finally:
            if place.taken_at is None:
                self._queue.remove(place)
            self._let_in()
        if place.taken_at is None:
            return None
        try:
            await self.sleep(0)  # where the run is being stopped, this gives the call up
        except BaseException:
            self.leave()
            raise
        if given_up():
            self.leave()
            return None
        return place.taken_at

    async def _lead(self, place: _Place, given_up: Callable[[], bool]) -> None:
        """Wait until `place` is taken, or given up. The first in the queue is the one that waits for a time."""
        served = 0.0
        while place.taken_at is None:
            if self._queue[0] is not place:
                await place.told
            elif given_up():
                return
            elif (until := self._wait_until()) > served + CLOSE_S and (wait := until - _now()) > CLOSE_S:
                if await self._nap(place, until, wait):
                    served = until
            elif self._has_room():
                self._queue.popleft()
                place.taken_at = self._take(place.size)
            else:
                await place.told
            if place.told.done():
                place.told = asyncio.get_running_loop().create_future()

    async def _nap(self, place: _Place, until: float, seconds: float) -> bool:
        """Sleep for so long, or until told that it need not be so long. Whether the whole time has passed."""
        place.sleeps_until = until
        nap = asyncio.ensure_future(self.sleep(seconds))
        try:
            await asyncio.wait((nap, place.told), return_when=asyncio.FIRST_COMPLETED)
            if nap.done():
                nap.result()  # where the run is being stopped, this raises
            return nap.done()
        finally:
            if not nap.cancel() and not nap.cancelled():
                nap.exception()  # seen, though whoever slept was called away at the same moment
            place.sleeps_until = None

    def _wake(self) -> None:
        """Tell the one that sleeps where its time has come nearer."""
        if self._queue and (until := self._queue[0].sleeps_until) is not None:
            told = self._queue[0].told
            if self._wait_until() < until - CLOSE_S and not told.done():
                told.set_result(None)

    def _let_in(self) -> None:
        """Give places to those who wait, as many as there are; and tell the next one that it is the first."""
        while self._queue and self._queue[0].sleeps_until is None:
            first = self._queue[0]
            if not self._has_room():
                return
            if self._wait_until() <= _now() + CLOSE_S:
                self._queue.popleft()
                first.taken_at = self._take(first.size)
            if not first.told.done():
                first.told.set_result(None)
            if first.taken_at is None:
                return

    def _wait_until(self) -> float:
        return max(self._paused_until, self._spacing.next_at(_now()), self._budget_at)

    def _has_room(self) -> bool:
        return self.in_flight < (self.limit if self.refusals < 2 else 1)

    def _take(self, size: int) -> float:
        self.in_flight += 1
        self._start_ramp()
        self._spacing.sent(_now())
        self._spend(size)
        return _now()

    def leave(self) -> None:
        """Give the place back."""
        self.in_flight -= 1
        self._let_in()

    def got_through(self, sent_at: float) -> None:
        """A reply came."""
        self.succeeded += 1
        self.refusals, self._waited = 0, 0.0
        took = _now() - sent_at
        self._took = took if not self._took else 0.9 * self._took + 0.1 * took
        if self._growing:
            self._set(self._limit + 1.0)
        else:
            self._set(max(self._limit + 1.0 / self._limit, self._spacing.wanted(self._took)))

    def turned_away(self, sent_at: float, wait_s: float | None) -> None:
        """The endpoint says that it is asked too much; `wait_s`: for how long it wants to be left alone."""
        if wait_s is not None:
            self.pause(wait_s + self.rng.uniform(0.0, SHARE_OF_JITTER * wait_s))
        first = sent_at > self._reacted_at
        self._spacing.turned_away(_now(), sent_at, wait_s, first=first)
        if not first:
            return  # it was sent before this was known, and says nothing new
        self._reacted_at = _now()
        alone = self.in_flight <= 1  # of others it is not known yet that they do not get through
        self.refusals += alone
        if wait_s is not None:
            self._waited += wait_s
        elif alone and self.succeeded:
            wait = self._spacing.next_at(_now()) - _now()
            self._waited += wait
            if self.hopeless:
                self.pause(wait)
        elif alone:
            step = min(self.pacing.max_wait_s, self.pacing.first_wait_s * 2.0 ** min(self.refusals - 1, 32))
            self.pause(step + self.rng.uniform(0.0, step / 2))
            self._waited += step
        self._shrink(self._spacing.wanted(self._took or UNSEEN_S))
        self._wake()

    def timed_out(self, sent_at: float) -> None:
        """No reply came in time."""
        if sent_at > self._reacted_at:
            self._reacted_at = _now()
            self._shrink(1.0)

    def pause(self, seconds: float) -> None:
        """Send nothing for so long."""
        self._paused_until = max(self._paused_until, _now() + seconds)

    def used(self, size: int, prompt_tokens: int | None, completion_tokens: int | None) -> None:
        """What a call came to that was sent with `size` bytes: the tokens of the minute are set right by it."""
        if self.tokens_per_minute and prompt_tokens is not None:
            reply = completion_tokens or 0
            self._spend_tokens(prompt_tokens + reply - size / BYTES_PER_TOKEN - self._per_reply)
            self._per_reply = 0.9 * self._per_reply + 0.1 * reply if self._per_reply else float(reply)

    def _spend(self, size: int) -> None:
        """Take a request off the tokens of the minute; the next one waits where they are used up."""
        if self.tokens_per_minute:
            self._spend_tokens(size / BYTES_PER_TOKEN + self._per_reply)

    def _spend_tokens(self, tokens: float) -> None:
        assert self.tokens_per_minute
        rate = self.tokens_per_minute / 60.0
        self._owed = max(0.0, max(0.0, self._owed - (_now() - self._owed_at) * rate) + tokens)
        self._owed_at = _now()
        self._budget_at = _now() + max(0.0, self._owed - self.tokens_per_minute) / rate

    def _shrink(self, least: float) -> None:
        self._growing = False
        if not self.pacing.fixed:
            self._set(max(1.0, least, self._limit / 2))

    def _set(self, limit: float) -> None:
        self._limit = min(float(self.ceiling), limit)
        self._let_in()

    def _start_ramp(self) -> None:
        if self._ramp is None and self._growing and self._limit < self.ceiling:
            self._ramp = asyncio.get_running_loop().call_later(FIRST_S if self._limit <= START else RAMP_S, self._climb)

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
