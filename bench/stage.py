"""The one loop: wanted work, minus what the log has, through a bounded number of workers, to the log.

Judging starts as answers arrive: each answer goes straight to the judges' queues. A stop (an error that concerns
every call, an interrupt, a cost limit) lets calls in flight finish and be logged, and starts no new one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bench.errors import BenchError

J = TypeVar("J")
R = TypeVar("R")


class Interrupted(BenchError):
    """The person asked to stop; everything that had come back is in the log."""

    exit_code = 130


@dataclass
class Stop:
    """The request to end early, and why. Set once; the first reason stays."""

    reason: BenchError | None = None
    _event: asyncio.Event = field(default_factory=asyncio.Event)

    def set(self, reason: BenchError) -> None:
        self.reason = self.reason or reason
        self._event.set()

    @property
    def is_set(self) -> bool:
        return self._event.is_set()

    async def sleep(self, seconds: float) -> None:
        """Wait between attempts; a stop ends the wait and gives up the call, which is due again next time.

        Waiting for no time gives up the call too, where the run is stopping.
        """
        if self.is_set:
            raise GivenUp
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        try:
            await asyncio.wait_for(self._event.wait(), timeout=seconds)
        except TimeoutError:
            return
        raise GivenUp


class GivenUp(BaseException):
    """A call abandoned between two attempts because the run is stopping. Not an Exception: no client may eat it."""


@dataclass
class Pool(Generic[J, R]):
    """Workers that take jobs from `jobs` and hand each result on. A job that is given up has no result."""

    work: Callable[[J], Awaitable[R]]
    done: Callable[[J, R], None]
    workers: int

    async def run(self, jobs: Iterable[J], stop: Stop) -> None:
        """Work through an iterable; it is advanced only when a worker is free, so jobs are made late."""
        source = iter(jobs)

        async def worker() -> None:
            for job in source:
                if stop.is_set:
                    return
                await self._one(job, stop)

        async with asyncio.TaskGroup() as group:
            for _ in range(self.workers):
                group.create_task(worker())

    async def drain(self, queue: asyncio.Queue[J | None], stop: Stop) -> None:
        """Work through a queue until a None has come for every worker."""

        async def worker() -> None:
            while (job := await queue.get()) is not None:
                if not stop.is_set:
                    await self._one(job, stop)

        async with asyncio.TaskGroup() as group:
            for _ in range(self.workers):
                group.create_task(worker())

    async def _one(self, job: J, stop: Stop) -> None:
        try:
            result = await self.work(job)
            self.done(job, result)
        except GivenUp:
            return
        except BenchError as error:
            stop.set(error)
        # A worker whose work never waits (a baseline, the rule judge) must still let the others and signals in.
        await asyncio.sleep(0)
