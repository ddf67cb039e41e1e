"""Where the calls of earlier runs stand: an index of the keys in their logs, so that a thousand runs cost nothing.

The index is one SQLite file in the folder of runs. Guarantees: it holds nothing that the logs do not say, and may be
deleted at any time; a log whose size or time of change differs is indexed anew, and a line is only believed where it is
still the record of its key. Where the file cannot be written, the index is made in memory for this process.
"""

from __future__ import annotations

import json
import sqlite3
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import ValidationError

from bench.errors import LogError
from bench.log import counts
from bench.records import Call, RunConfig
from bench.run_folder import MANIFEST, read_manifest

NAME = ".calls.sqlite"
"""In the folder of runs."""
VERSION = 1
"""An index of another version is made anew."""
WAIT_S = 10.0
"""So long another process may be writing it."""
TABLES = """
CREATE TABLE IF NOT EXISTS runs (folder TEXT PRIMARY KEY, stamp TEXT NOT NULL, identity TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS logs (log INTEGER PRIMARY KEY, path TEXT UNIQUE NOT NULL, stamp TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS calls (
    key TEXT NOT NULL, log INTEGER NOT NULL, model TEXT NOT NULL, endpoint TEXT NOT NULL, start INTEGER NOT NULL,
    length INTEGER NOT NULL, PRIMARY KEY (key, log)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS calls_by_log ON calls (log);
"""
C = TypeVar("C", bound=Call)


def identity_of(config: RunConfig) -> str:
    """What two runs must share for one to take calls from the other: model, parameters and data."""
    return json.dumps([config.model.spec, config.model.params, config.dataset.sha256], sort_keys=True)


class CallIndex:
    """The index of one folder of runs."""

    def __init__(self, runs: Path) -> None:
        self._runs = runs

    def alike(self, config: RunConfig, own: Path) -> list[Path]:
        """The folders of runs of the same model, parameters and data, sorted by name, without `own`. Other tools' runs
        are not among them: their answers must not become those of a run of this suite."""
        manifests = sorted(self._runs.glob(f"*/{MANIFEST}"))
        stamps = {path.parent: _stamp(path) for path in manifests if path.parent != own}
        if not stamps:
            return []
        known = {name: row for name, *row in self._all("SELECT folder, stamp, identity FROM runs")}
        changed = [
            (folder.name, stamp, _identity_in(folder))
            for folder, stamp in stamps.items()
            if known.get(folder.name, [""])[0] != stamp
        ]
        if changed:
            with self._writing() as connection:
                connection.executemany("INSERT OR REPLACE INTO runs VALUES (?, ?, ?)", changed)
        identities = {name: row[1] for name, row in known.items()} | {name: found for name, _, found in changed}
        wanted = identity_of(config)
        return [folder for folder in stamps if identities[folder.name] == wanted]

    def calls(self, logs: Sequence[Path], shape: type[C], taken: Callable[[str, str], bool]) -> Mapping[str, C]:
        """The successful calls in these logs, of which those of a model at an address that `taken` accepts. Where
        several logs have a key, the last one counts. Raises LogError where a log cannot be read."""
        if not logs:
            return {}
        known = {path: (log, stamp) for log, path, stamp in self._all("SELECT log, path, stamp FROM logs")}
        numbers: dict[int, Path] = {}
        for path in logs:
            name, stamp = f"{path.parent.name}/{path.name}", _stamp(path)
            if not stamp:
                continue
            number, seen = known.get(name, (None, ""))
            numbers[self.add(path, shape) if seen != stamp or number is None else number] = path
        return Calls(self, numbers, shape, taken)

    def add(self, path: Path, shape: type[C]) -> int:
        """Index one log anew, and give its number."""
        name, stamp = f"{path.parent.name}/{path.name}", _stamp(path)
        found = _successes(path, shape)
        insert = "INSERT INTO logs (path, stamp) VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET stamp = excluded.stamp"
        with self._writing() as connection:
            # Its number stays: another process may be looking calls up by it.
            connection.execute(insert, (name, stamp))
            ((number,),) = connection.execute("SELECT log FROM logs WHERE path = ?", (name,)).fetchall()
            connection.execute("DELETE FROM calls WHERE log = ?", (number,))
            rows = ((call.key, number, call.model, call.endpoint, at, length) for call, at, length in found)
            connection.executemany("INSERT INTO calls VALUES (?, ?, ?, ?, ?, ?)", rows)
        return int(number)

    def rows(self, key: str) -> list[tuple[int, str, str, int, int]]:
        """Log, model, address, start and length of every record of a key."""
        return self._all("SELECT log, model, endpoint, start, length FROM calls WHERE key = ?", key)

    def keys(self, log: int) -> list[tuple[str, str, str]]:
        """Key, model and address of every record of a log."""
        return self._all("SELECT key, model, endpoint FROM calls WHERE log = ?", log)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._connection as connection:
                connection.execute("BEGIN IMMEDIATE")
                yield connection
        except sqlite3.Error as error:
            raise LogError(
                f"The index {self._runs / NAME} cannot be written: {error}. Delete it and run the same command again; "
                "it is made anew from the logs."
            ) from error

    def _all(self, query: str, *values: object) -> list[tuple]:  # type: ignore[type-arg]
        return self._connection.execute(query, values).fetchall()

    @cached_property
    def _connection(self) -> sqlite3.Connection:
        path = self._runs / NAME
        try:
            connection = _opened(str(path))
        except sqlite3.OperationalError:
            # Read-only, or on a file system without locks: the same is known without the file, only later.
            connection = _opened(":memory:")
        except sqlite3.DatabaseError:
            path.unlink(missing_ok=True)  # damaged; the logs say all of it again
            connection = _opened(str(path))
        weakref.finalize(self, connection.close)
        return connection


class Calls(Mapping[str, C], Generic[C]):
    """The records of earlier runs by key, each read from its log when it is asked for."""

    def __init__(
        self, index: CallIndex, logs: dict[int, Path], shape: type[C], taken: Callable[[str, str], bool]
    ) -> None:
        self._index, self._logs, self._shape, self._taken = index, logs, shape, taken
        self._read: dict[str, C] = {}

    def __getitem__(self, key: str) -> C:
        if key not in self._read:
            self._read[key] = self._find(key)
        return self._read[key]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and (key in self._read or bool(self._places(key)))

    def __iter__(self) -> Iterator[str]:
        found = ((key, self._taken(m, e)) for log in self._logs for key, m, e in self._index.keys(log))
        return iter({key: None for key, taken in found if taken})

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _places(self, key: str) -> list[tuple[str, int, int, int]]:
        """Path, log, start and length of each record that may be taken, the one that counts last."""
        if not self._logs:
            return []
        rows = self._index.rows(key)
        return sorted(
            (str(self._logs[log]), log, start, length)
            for log, model, endpoint, start, length in rows
            if log in self._logs and self._taken(model, endpoint)
        )

    def _find(self, key: str, again: bool = True) -> C:
        places = self._places(key)
        if not places:
            raise KeyError(key)
        _, log, start, length = places[-1]
        path = self._logs[log]
        record = _record_at(path, start, length, self._shape)
        if record is not None and record.key == key and record.failure is None:
            return record
        if not again:
            raise KeyError(key)
        # The log has been changed in place: what stands where is looked up anew.
        del self._logs[log]
        self._logs[self._index.add(path, self._shape)] = path
        return self._find(key, again=False)


def _opened(file: str) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version != VERSION:
            for table in ("runs", "logs", "calls"):
                connection.execute(f"DROP TABLE IF EXISTS {table}")
        # What is lost with the power is indexed again.
        connection.executescript(f"PRAGMA synchronous = OFF; {TABLES} PRAGMA user_version = {VERSION};")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _stamp(path: Path) -> str:
    """Size and time of change of a file; '' where there is none."""
    try:
        status = path.stat()
    except OSError:
        return ""
    return f"{status.st_size} {status.st_mtime_ns}"


def _identity_in(folder: Path) -> str:
    """The identity of a run, '' where nothing may be taken from it."""
    try:
        config = read_manifest(folder).config
    except LogError:
        return ""  # no run of this version; it has nothing that could be taken over
    return "" if config.imported else identity_of(config)


def _successes(path: Path, shape: type[C]) -> list[tuple[C, int, int]]:
    """The record that counts of every key of a log where that is a success, with the place of its line."""
    found: dict[str, tuple[C, int, int]] = {}
    try:
        with path.open("rb") as file:
            start = 0
            for line in file:
                if line.endswith(b"\n") and (call := _record(line, shape)) is not None:
                    earlier = found.get(call.key)
                    if counts(call, earlier[0] if earlier else None):
                        found[call.key] = call, start, len(line)
                start += len(line)
    except OSError as error:
        raise LogError(f"The log {path} cannot be read: {error.strerror}.") from error
    return [place for place in found.values() if place[0].failure is None]


def _record_at(path: Path, start: int, length: int, shape: type[C]) -> C | None:
    try:
        with path.open("rb") as file:
            file.seek(start)
            return _record(file.read(length), shape)
    except OSError as error:
        raise LogError(f"The log {path} cannot be read: {error.strerror}.") from error


def _record(line: bytes, shape: type[C]) -> C | None:
    try:
        return shape.model_validate_json(line) if line.strip() else None
    except ValidationError:
        return None
