"""Embeddings on disk, by model and text, so that none is paid for twice.

One SQLite file, beside the runs that use it. Guarantees: what was stored is there after a crash, several processes
may use the file at once, and a text is known by its SHA-256 alone, so no text of a dataset is in it.
"""

from __future__ import annotations

import hashlib
import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from bench.errors import LogError

NAME = "embeddings.sqlite"
_TABLE = "CREATE TABLE IF NOT EXISTS vectors (model TEXT, text TEXT, vector BLOB, PRIMARY KEY (model, text))"
_WAIT_S = 30.0


class VectorCache:
    """Vectors of 32-bit floats. The file is made at the first `put`."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, model: str, texts: Iterable[str]) -> dict[str, Sequence[float]]:
        """The vectors that are there, by text. Raises LogError where the file cannot be read."""
        if not self._path.exists():
            return {}
        vectors: dict[str, Sequence[float]] = {}
        with self._open() as connection:
            for text in texts:
                query = "SELECT vector FROM vectors WHERE model = ? AND text = ?"
                row = connection.execute(query, (model, _digest(text))).fetchone()
                if row is not None:
                    vectors[text] = memoryview(row[0]).cast("f")
        return vectors

    def put(self, model: str, vectors: Mapping[str, Sequence[float]]) -> None:
        """Store vectors by text, all or none. Raises LogError where the file cannot be written."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LogError(f"The folder {self._path.parent} cannot be made: {error.strerror}.") from error
        rows = [(model, _digest(text), array("f", vector).tobytes()) for text, vector in vectors.items()]
        with self._open() as connection, connection:
            connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._path, timeout=_WAIT_S)) as connection:
                connection.execute(_TABLE)
                yield connection
        except sqlite3.Error as error:
            raise LogError(
                f"The embeddings in {self._path} cannot be used ({error}): move the file away to embed anew."
            ) from error


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
