"""The digests that tie a summary to the files it was computed from, byte by byte."""

from __future__ import annotations

import hashlib
from pathlib import Path

from bench.errors import LogError
from bench.records.digests import RunDigests
from bench.run_folder import ANSWERS, INTENTS, MANIFEST, PANEL, VOTES

OTHERS = (INTENTS, PANEL, "claims.jsonl")
"""Files that only some runs have, and that their summaries are computed from too."""


def run_digests(folder: Path) -> RunDigests:
    """Digests of manifest, answers and votes. A log file that does not exist is an empty log: the digest of no bytes.

    Raises LogError where a file is there and cannot be read.
    """
    return RunDigests(
        manifest=_sha256(folder / MANIFEST),
        answers=_sha256(folder / ANSWERS),
        votes=_sha256(folder / VOTES),
        others={name: _sha256(folder / name) for name in OTHERS if (folder / name).exists()},
    )


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    except FileNotFoundError:
        return digest.hexdigest()
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}.") from error
    return digest.hexdigest()
