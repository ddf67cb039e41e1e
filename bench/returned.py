"""retrieved.jsonl: what a function of the caller's has returned for each question, tied to the configuration.

Only a run whose retriever is a function (`bench.retrieval.called`) has the file. Guarantees: what is read is what the
run was made with, by the digest in the retriever's name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from bench.errors import LogError
from bench.records import Chunk, Lang
from bench.records.retrieval import Returned
from bench.run_folder import RETRIEVED

KIND = "callable"
"""Begins the name of such a retriever: `callable:NAME@DIGEST`."""


def digest(found: Iterable[Returned]) -> str:
    """Twelve hex digits of the SHA-256 over the file."""
    return hashlib.sha256(lines(found).encode()).hexdigest()[:12]


def lines(found: Iterable[Returned]) -> str:
    """The records as retrieved.jsonl has them."""
    return "".join(f"{one.model_dump_json()}\n" for one in found)


def read(folder: Path, retriever: str) -> tuple[Returned, ...]:
    """What a run's retriever has returned, from its folder; () for a retriever that is no function.

    Raises LogError where the file cannot be read or is not what the configuration has the digest of.
    """
    if not retriever.startswith(f"{KIND}:"):
        return ()
    path = folder / RETRIEVED
    try:
        text = path.read_text("utf-8")
        found = tuple(map(Returned.model_validate_json, text.split("\n")[:-1]))
    except (OSError, UnicodeDecodeError) as error:
        raise LogError(f"{path} cannot be read ({error}); the run needs it: its retriever is a function.") from error
    except ValidationError as error:
        raise LogError(f"{path} holds a line that is not what a retriever has returned; restore the file.") from error
    if digest(found) != retriever.rpartition("@")[2]:
        raise LogError(f"{path} has changed: the run was made with {retriever}. Restore the file.")
    return found


def passages(found: Iterable[Returned]) -> dict[Lang, dict[str, Chunk]]:
    """The passages that are no chunks of the corpus, by language and id."""
    own: dict[Lang, dict[str, Chunk]] = {}
    for one in found:
        own.setdefault(one.lang, {}).update((chunk.id, chunk) for chunk in one.passages)
    return own
