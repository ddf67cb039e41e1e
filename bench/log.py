"""The log: append-only JSONL, one writer, one complete record per line. Everything above it is a pure function of it.

A record is written as one line in one go, so a process killed at any instant leaves whole lines and at most one
torn last line, which the next opening sets aside and reports. Keys say what is done; they are made in one place,
`call_key`, by writer and reader alike.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import TracebackType
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from bench.errors import LogError
from bench.records import Call, Message, Vote

KEY_VERSION = 1
"""Part of every key: raising it makes all earlier entries count as not done."""

C = TypeVar("C", bound=Call)
M = TypeVar("M", bound=BaseModel)


def call_key(model: str, params: Mapping[str, Any], messages: Iterable[Message], repeat: int, *scope: str) -> str:
    """32 hex digits that identify a call by model, parameters, messages, repeat index and `scope` (item, arm …).

    A parameter that is None counts as left out; an explicit 0 does not.
    """
    sent = {name: value for name, value in params.items() if value is not None}
    head = [KEY_VERSION, model, sent, repeat, *scope]
    digest = hashlib.sha256(json.dumps(head, sort_keys=True, ensure_ascii=False).encode())
    for message in messages:
        # Lengths keep the parts apart: no text can imitate the border between two messages.
        content = message.content.encode("utf-8", "surrogatepass")
        digest.update(f"\n{message.role} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:32]


@dataclass(frozen=True)
class Replay(Generic[C]):
    """What a log file holds. `records` has one record per key, in the order in which the keys first came.

    A success is never displaced by a later failure. A vote that came back displaces an earlier one: it was cast again.
    """

    records: dict[str, C]
    malformed: tuple[str, ...] = ()
    """Lines that are no record, as `FILE:LINE: reason`; their calls are due again."""
    torn: bytes = b""
    """A half-written last line."""
    displaced: tuple[C, ...] = ()
    """Records whose key has another one that counts: the call was made more than once, and paid each time."""

    def done(self) -> set[str]:
        """Keys that need no call: successes, and failures that would come out the same."""
        return {key for key, r in self.records.items() if r.failure is None or not r.failure.transient}


def read(path: Path, shape: type[C]) -> Replay[C]:
    """Replay `path`; a file that does not exist is an empty log. Lines end at "\\n" only."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Replay({})
    except OSError as error:
        raise LogError(f"The log {path} cannot be read: {error.strerror}.") from error
    *lines, torn = data.split(b"\n")
    calls, malformed = parsed(path.name, lines, shape)
    records: dict[str, C] = {}
    displaced: list[C] = []
    for call in calls:
        earlier = records.get(call.key)
        stays = counts(call, earlier)
        if earlier is not None and earlier != call:
            displaced.append(earlier if stays else call)
        if stays:
            records[call.key] = call
    return Replay(records, malformed, torn, tuple(displaced))


def parsed(name: str, lines: Iterable[bytes], shape: type[M]) -> tuple[list[M], tuple[str, ...]]:
    """The records in the lines of the file `name`, and its faults as `FILE:LINE: reason`. Blank lines are skipped."""
    records, faults = [], []
    for number, line in enumerate(lines, 1):
        try:
            records += [shape.model_validate_json(line)] if line.strip() else []
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "line"
            faults.append(f"{name}:{number}: {where}: {first['msg']}")
    return records, tuple(faults)


def append_line(fd: int, line: bytes) -> None:
    """Write a line to an open file. Raises OSError, with what was half-written taken back."""
    start = os.fstat(fd).st_size
    written = 0
    try:
        while written < len(line):
            written += os.write(fd, line[written:])
    except OSError:
        os.ftruncate(fd, start)
        raise


def counts(record: Call, earlier: Call | None) -> bool:
    """Whether a record takes the place of the one with its key that stands before it in the log."""
    if earlier is None or earlier.failure is not None:
        return True
    # Judges, unlike the model, are asked again where they came back with nothing usable (bench judge --invalid).
    return isinstance(record, Vote) and record.failure is None


class Writer(Generic[C]):
    """Appends records to one file. Use as a context manager, under the run's lock."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd = -1
        self.set_aside = b""

    def __enter__(self) -> Writer[C]:
        self.set_aside = _set_torn_line_aside(self._path)
        try:
            self._fd = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise LogError(f"The log {self._path} cannot be opened: {error.strerror}.") from error
        return self

    def append(self, record: C) -> None:
        """Write one record. Raises LogError when the disk refuses; what was half-written is taken back."""
        line = record.model_dump_json().encode("utf-8", "surrogatepass") + b"\n"
        try:
            append_line(self._fd, line)
        except OSError as error:
            advice = "free some space and run the same command again; nothing finished is lost"
            full = error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
            why = f"the disk is full: {advice}" if full else f"{error.strerror}"
            raise LogError(f"The log {self._path} cannot be written: {why}.") from error

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            os.fsync(self._fd)
        except OSError as error:
            # Some file systems cannot; whatever was appended has been written, or its failure has been raised.
            if value is None and error.errno not in {errno.EINVAL, errno.ENOTSUP}:
                raise LogError(f"The log {self._path} cannot be written: {error.strerror}.") from error
        finally:
            os.close(self._fd)


class RunLock:
    """Holds a run folder for one process. Raises LogError when another process has it."""

    def __init__(self, folder: Path) -> None:
        from filelock import FileLock

        self._folder = folder
        self._lock = FileLock(folder / ".lock", timeout=0)

    def __enter__(self) -> RunLock:
        from filelock import Timeout

        try:
            self._lock.acquire()
        except Timeout as error:
            raise LogError(
                f"Another process is working on {self._folder}: wait for it, or choose another folder with --out."
            ) from error
        except OSError as error:
            raise LogError(f"{self._folder} cannot be locked: {error.strerror}.") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()


def write_whole(path: Path, content: str | BaseModel) -> None:
    """Replace `path` by `content` in one step; parallel writers each leave a whole document."""
    text = content if isinstance(content, str) else content.model_dump_json(indent=2) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            try:
                file.write(text)
                file.flush()
                os.fchmod(file.fileno(), 0o644)
                os.replace(file.name, path)
            except BaseException:
                os.unlink(file.name)
                raise
    except OSError as error:
        raise LogError(f"{path} cannot be written: {error.strerror}.") from error


def _set_torn_line_aside(path: Path) -> bytes:
    """Move a half-written last line to `FILE.torn`, so that no later record is glued to it."""
    try:
        with path.open("r+b") as file:
            data = file.read()
            end = data.rfind(b"\n") + 1
            torn = data[end:]
            if torn:
                with path.with_name(path.name + ".torn").open("ab") as aside:
                    aside.write(torn + b"\n")
                file.truncate(end)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise LogError(f"The log {path} cannot be repaired: {error.strerror}.") from error
    return torn
