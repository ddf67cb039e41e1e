"""The ledger of a run's batches: every submission on disk before it is sent, and found again after a kill.

Guarantees: a line is on the disk (fsync) before the next step is taken; a half-written last line is closed off and
reported, never glued to the next one. The run's lock must be held while a Ledger is open.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bench.call_record import now
from bench.errors import ConfigError, LogError
from bench.log import append_line, parsed, read
from bench.records import Answer, Call, Vote
from bench.records.calls import BatchedCall, BatchEntry, BatchStep
from bench.records.panel import Intent
from bench.run_folder import ANSWERS, INTENTS, VOTES

LEDGER = "batches.jsonl"


@dataclass(frozen=True, slots=True)
class Submission:
    """One batch as the ledger has it. `calls` by custom id."""

    name: str
    at: str
    endpoint: str
    base_url: str
    model: str
    calls: Mapping[str, BatchedCall]
    step: BatchStep = "planned"
    file: str | None = None
    batch: str | None = None
    lost: frozenset[str] = frozenset()

    @property
    def paid(self) -> list[BatchedCall]:
        """Calls that have been, or may have been, paid for."""
        if self.step == "dropped":
            return []
        return [call for custom_id, call in self.calls.items() if custom_id not in self.lost]


class Ledger:
    """batches.jsonl, open for appending. Use as a context manager. Raises LogError where the disk refuses."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LEDGER
        self.submissions: dict[str, Submission] = {}
        self.malformed: tuple[str, ...] = ()
        self._fd = -1

    def __enter__(self) -> Self:
        entries, self.malformed, torn = _read(self._path)
        self.submissions = _stand(entries)
        try:
            self._fd = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            if torn:
                os.write(self._fd, b"\n")
        except OSError as error:
            raise LogError(f"{self._path} cannot be opened: {error.strerror}.") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._fd)

    def plan(self, name: str, endpoint: str, base_url: str, model: str, calls: Iterable[BatchedCall]) -> Submission:
        """Write down what is about to be submitted."""
        listed = tuple(calls)
        entry = BatchEntry(
            name=name, step="planned", at=now(), endpoint=endpoint, base_url=base_url, model=model, calls=listed
        )
        return self._append(entry)

    def step(self, name: str, step: BatchStep, **what: Any) -> Submission:
        """Write down how a submission stands: `file`, `batch`, `lost` or `note` as BatchEntry has them."""
        return self._append(BatchEntry(name=name, step=step, at=now(), **what))

    def _append(self, entry: BatchEntry) -> Submission:
        try:
            append_line(self._fd, entry.model_dump_json(exclude_defaults=True).encode() + b"\n")
            os.fsync(self._fd)
        except OSError as error:
            raise LogError(
                f"{self._path} cannot be written: {error.strerror}. What was submitted before is safe; make room and "
                "run the same command again."
            ) from error
        _take(self.submissions, entry)
        return self.submissions[entry.name]


def refuse_owed(folder: Path) -> None:
    """Raise ConfigError where calls of this run are with a batch API: asking them one by one would pay twice."""
    entries, _, _ = _read(folder / LEDGER)
    keys = {call.key for submission in _stand(entries).values() for call in submission.paid}
    if not keys:
        return
    logs: list[tuple[str, type[Call]]] = [(ANSWERS, Answer), (VOTES, Vote), (INTENTS, Intent)]
    owed = keys.difference(*(read(folder / name, shape).records for name, shape in logs))
    if owed:
        raise ConfigError(
            f"{len(owed)} calls of this run were handed to a batch API and have not been fetched: add --batch to "
            f"fetch them, or delete {folder / LEDGER} to make these calls, and pay for them, once more."
        )


def _read(path: Path) -> tuple[list[BatchEntry], tuple[str, ...], bool]:
    """(entries, faults as `FILE:LINE: reason`, whether the last line is only half there). No file: an empty ledger."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return [], (), False
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}.") from error
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return *parsed(path.name, lines, BatchEntry), bool(lines[-1])


def _stand(entries: Iterable[BatchEntry]) -> dict[str, Submission]:
    found: dict[str, Submission] = {}
    for entry in entries:
        _take(found, entry)
    return found


def _take(found: dict[str, Submission], entry: BatchEntry) -> None:
    known = found.get(entry.name)
    if known is None:
        # Without its `planned` line (damaged) nothing says whose calls they are; the line is then of no use.
        if entry.step == "planned":
            calls = {call.custom_id: call for call in entry.calls}
            found[entry.name] = Submission(entry.name, entry.at, entry.endpoint, entry.base_url, entry.model, calls)
        return
    found[entry.name] = replace(
        known,
        step=entry.step,
        file=entry.file or known.file,
        batch=entry.batch or known.batch,
        lost=frozenset(entry.lost) or known.lost,
    )
