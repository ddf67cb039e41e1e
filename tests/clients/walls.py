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

Says = Literal["nothing", "whole seconds", "exactly"]
"""What a wall says of how long to wait."""


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


@dataclass(frozen=True)
class Passage:
    """What came of a number of calls: `sent` requests in all, `seconds` until the last call had passed."""

    calls: int
    sent: int
    seconds: float
    peak: int

    @property
    def turned_away(self) -> float:
        """The share of the requests that were turned away."""
        return 1 - self.calls / self.sent


def flow(ceiling: int, **pacing: object) -> Flow:
    return Flow(ceiling, Pacing(**pacing), asyncio.sleep, random.Random(1))  # type: ignore[arg-type]


def through_wall(
    wall: Wall, calls: int, ceiling: int, says: Says, latency_s: float = 0.05, jitter_s: float = 0.03
) -> Passage:
    """Let so many calls pass, with up to `ceiling` of them in flight. A reply takes `latency_s`, a refusal 4 ms."""

    async def work() -> Passage:
        loop = asyncio.get_running_loop()
        one = flow(ceiling)
        sent = peak = 0
        dice = random.Random(2)
        started = loop.time()

        async def call() -> None:
            nonlocal sent, peak
            while True:
                at = await one.enter()
                assert at is not None
                sent, peak = sent + 1, max(peak, one.in_flight)
                await asyncio.sleep(dice.uniform(0.001, jitter_s))
                wait = wall.take(loop.time())
                await asyncio.sleep(latency_s if wait is None else 0.004)
                one.leave()
                if wait is None:
                    one.got_through(at)
                    return
                asked = {"nothing": None, "exactly": wait, "whole seconds": float(math.ceil(wait))}[says]
                one.turned_away(at, asked)

        source = iter(range(calls))

        async def worker() -> None:
            for _ in source:
                await call()

        await asyncio.gather(*(worker() for _ in range(ceiling)))
        one.close()
        return Passage(calls, sent, loop.time() - started - latency_s, peak)

    result = jumping(work)
    assert isinstance(result, Passage)
    return result
