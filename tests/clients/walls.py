"""Endpoints that limit the rate, as models, and an event loop whose clock jumps to the next thing that happens.

`through_wall` lets a Flow work on a wall without a server and without waiting: a minute takes some milliseconds.
"""

from __future__ import annotations

import asyncio
import math
import random
import selectors
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from bench.clients import Pacing
from bench.clients.flow import Flow

Says = Literal["nothing", "whole seconds", "exactly", "rounded down", "a date"]
"""What a wall says of how long to wait; `whole seconds` are rounded up, `a date` is a whole second of a clock."""


class Wall(Protocol):
    def take(self, now: float) -> float | None:
        """None where a call may pass, else the seconds until one may."""
        ...


@dataclass
class Bucket:
    """`rate` calls a second flow in, up to `depth`."""

    rate: float
    depth: float
    _level: float = -1.0
    _at: float = 0.0

    def take(self, now: float) -> float | None:
        self._level = self.depth if self._level < 0 else min(self.depth, self._level + (now - self._at) * self.rate)
        self._at = now
        if self._level >= 1 - 1e-9:
            self._level -= 1
            return None
        return (1 - self._level) / self.rate


@dataclass
class Window:
    """`count` calls in each stretch of `seconds`."""

    count: int
    seconds: float = 1.0
    _number: int = -1
    _used: int = 0

    def take(self, now: float) -> float | None:
        number = math.floor(now / self.seconds)
        if number != self._number:
            self._number, self._used = number, 0
        if self._used < self.count:
            self._used += 1
            return None
        return (number + 1) * self.seconds - now


class Sliding:
    """`count` calls in any stretch of `seconds`."""

    def __init__(self, count: int, seconds: float = 1.0) -> None:
        self._count, self._seconds = count, seconds
        self._passed: list[float] = []

    def take(self, now: float) -> float | None:
        self._passed = [at for at in self._passed if at > now - self._seconds]
        if len(self._passed) < self._count:
            self._passed.append(now)
            return None
        return self._passed[0] + self._seconds - now


class _Jump(selectors.DefaultSelector):
    """Does not wait, but moves the clock by the time that it would have waited."""

    loop: JumpingLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.loop.now += timeout or 0.0
        return super().select(0)


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop with a clock of its own, `now` in seconds."""

    def __init__(self) -> None:
        self.now = 1000.0
        jump = _Jump()
        jump.loop = self
        super().__init__(jump)

    def time(self) -> float:
        return self.now


def jumping(work: Callable[[], object]) -> object:
    """Run a coroutine function on a clock that jumps."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(work())  # type: ignore[arg-type]


class Tokens:
    """A bucket of tokens, `a_minute` of them: calls cost between `least` and `most`, as prompts do."""

    def __init__(self, a_minute: float, least: float, most: float) -> None:
        self._rate = self._depth = a_minute / 60.0
        self._level, self._at, self._dice = self._depth, 0.0, random.Random(5)
        self._least, self._most, self.spent = least, most, 0.0

    def take(self, now: float) -> float | None:
        self._level = min(self._depth * 60.0, self._level + (now - self._at) * self._rate) if self._at else self._level
        self._at = now
        cost = self._dice.uniform(self._least, self._most)
        if self._level >= cost:
            self._level -= cost
            self.spent += cost
            return None
        return (cost - self._level) / self._rate


class Overloaded:
    """No limit; every so many calls one is turned away, as by a service that is short of room now and then."""

    def __init__(self, one_in: int) -> None:
        self._one_in, self._number = one_in, 0

    def take(self, now: float) -> float | None:
        del now
        self._number += 1
        return None if self._number % self._one_in else 0.0


class Changing:
    """A wall that is another one from `at` seconds after the first call on."""

    def __init__(self, before: Wall, after: Wall, at: float) -> None:
        self._before, self._after, self._at = before, after, at
        self._first = math.inf

    def take(self, now: float) -> float | None:
        self._first = min(self._first, now)
        return (self._before if now < self._first + self._at else self._after).take(now)


@dataclass(frozen=True)
class Way:
    """How long everything takes, in seconds: a call to the wall between the first two, a reply, a refusal. One call
    in `stalls` is held up by `stall_s` more, as on a busy machine."""

    least_s: float = 0.001
    most_s: float = 0.03
    reply_s: float = 0.05
    refusal_s: float = 0.004
    stalls: float = 0.0
    stall_s: float = 0.25

    def there(self, dice: random.Random) -> float:
        held_up = self.stall_s if self.stalls and dice.random() < self.stalls else 0.0
        return dice.uniform(self.least_s, self.most_s) + dice.uniform(0.0, held_up)


@dataclass(frozen=True)
class Passage:
    """What came of calls: how many passed, how many requests were `sent`, and in how many `seconds`."""

    calls: int
    sent: int
    seconds: float
    peak: int

    @property
    def turned_away(self) -> float:
        """The share of the requests that were turned away."""
        return 1 - self.calls / self.sent

    @property
    def rate(self) -> float:
        """Calls that passed a second."""
        return self.calls / self.seconds


def flow(ceiling: int, seed: int = 1, **pacing: object) -> Flow:
    return Flow(ceiling, Pacing(**pacing), asyncio.sleep, random.Random(seed))  # type: ignore[arg-type]


def through_wall(
    wall: Wall,
    calls: int,
    ceiling: int,
    says: Says,
    way: Way = Way(),
    *,
    seed: int = 1,
    seconds: float = math.inf,
    processes: int = 1,
) -> Passage:
    """Let so many calls pass, or as many as do in so many seconds, with up to `ceiling` of them in flight from each
    process."""

    async def work() -> Passage:
        loop = asyncio.get_running_loop()
        sent = passed = peak = 0
        dice = random.Random(1000 + seed)
        started = last = loop.time()

        async def call(one: Flow) -> None:
            nonlocal sent, passed, peak, last
            while True:
                at = await one.enter()
                assert at is not None
                if loop.time() >= started + seconds:
                    one.leave()
                    return
                sent, peak = sent + 1, max(peak, one.in_flight)
                await asyncio.sleep(way.there(dice))
                wait = wall.take(loop.time())
                if wait is None:
                    passed, last = passed + 1, loop.time()
                await asyncio.sleep(way.reply_s if wait is None else way.refusal_s)
                if wait is None:
                    one.got_through(at)
                    one.leave()
                    return
                one.turned_away(at, _said(says, wait, loop.time()))
                one.leave()

        source = iter(range(calls))

        async def worker(one: Flow) -> None:
            for _ in source:
                await call(one)
                if loop.time() >= started + seconds:
                    return

        flows = [flow(ceiling, seed + 100 * number) for number in range(processes)]
        await asyncio.gather(*(worker(one) for one in flows for _ in range(ceiling)))
        for one in flows:
            one.close()
        return Passage(passed, sent, min(seconds, last - started), peak)

    result = jumping(work)
    assert isinstance(result, Passage)
    return result


def _said(says: Says, wait: float, now: float) -> float | None:
    return {
        "nothing": None,
        "exactly": wait,
        "whole seconds": float(math.ceil(wait)),
        "rounded down": float(math.floor(wait)),
        "a date": math.ceil(now + wait) - now,
    }[says]
