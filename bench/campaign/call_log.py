"""One log of calls at work: what it has, what an earlier run has paid for, and what is appended now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

from bench.log import Replay, Writer, read
from bench.records import Call

C = TypeVar("C", bound=Call)


class CallLog(Generic[C]):
    """The calls of one kind (answers, votes, intents) of one run, by key.

    `settled` has what needs no call any more: the log's successes and lasting failures, and whatever is appended while
    this object lives. `earlier` has what a run beside this one has paid for; such a record is copied into the log when
    its turn comes. Append only after `open`, under the run's lock.
    """

    def __init__(self, path: Path, shape: type[C], earlier: Callable[[], Mapping[str, C]] = dict) -> None:
        self.path, self.shape, self._find_earlier = path, shape, earlier
        self._stamp = _stamp(path)
        self._writer: Writer[C] | None = None

    @cached_property
    def replay(self) -> Replay[C]:
        """What the file holds, with what has been appended since. Raises LogError where it cannot be read."""
        return read(self.path, self.shape)

    @cached_property
    def settled(self) -> dict[str, C]:
        done = self.replay.done()
        return {key: record for key, record in self.replay.records.items() if key in done}

    @cached_property
    def earlier(self) -> Mapping[str, C]:
        return self._find_earlier()

    def __contains__(self, key: str) -> bool:
        return key in self.settled or key in self.earlier

    def get(self, key: str) -> C | None:
        """The record of a call that need not be made; None for one that is due."""
        return self.settled.get(key) or self.earlier.get(key)

    def open(self, files: ExitStack) -> Iterator[str]:
        """Open the file for appending, for as long as `files` is open, and say what is damaged, a sentence each."""
        if self._stamp != _stamp(self.path):
            # Another process wrote here between the first look and the lock.
            for name in ("replay", "settled"):
                self.__dict__.pop(name, None)
        malformed = self.replay.malformed
        self._writer = files.enter_context(Writer(self.path))
        if self._writer.set_aside:
            yield f"{self.path.name} ended in a half-written line; it was set aside in {self.path.name}.torn."
        yield from (f"{fault}; this call is due again." for fault in malformed)

    def append(self, record: C, *, settled: bool = True) -> None:
        """Write a record. `settled` False: it is due again where it is a failure that may pass."""
        assert self._writer is not None, "the log has not been opened"
        earlier = self.replay.records.get(record.key)
        if record.failure is not None and earlier is not None:
            record = record.model_copy(update={"failure": record.failure.after(earlier.failure)})
        self._writer.append(record)
        self.replay.records[record.key] = record
        if settled or record.failure is None or not record.failure.transient:
            self.settled[record.key] = record

    async def once(
        self, key: str, call: Callable[[], Awaitable[C]], bought: Callable[[C], None] = lambda _: None, **own: object
    ) -> tuple[C, bool]:
        """The record of `key`, and whether it was bought now: from the log, copied from an earlier run, or by `call`.

        `bought` is told of each new call before it is logged. `own`: fields that say something of the trial and not of
        the call, and that a copied record takes from this run. Raises what `call` raises, and LogError.
        """
        record = self.settled.get(key)
        if record is not None:
            return record, False
        earlier = self.earlier.get(key)
        record = await call() if earlier is None else earlier.model_copy(update=own)
        if earlier is None:
            bought(record)
        self.append(record)
        return record, earlier is None


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns
