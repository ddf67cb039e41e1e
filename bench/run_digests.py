"""The digests that tie a summary to the files it was computed from, byte by byte, and a run to its configuration."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.errors import LogError
from bench.records.results import RunDigests
from bench.run_folder import ANSWERS, CLAIMS, ENGINE, INTENTS, MANIFEST, PANEL, PROBES, RETRIEVED, VOTES

OTHERS = (INTENTS, PANEL, PROBES, CLAIMS, ENGINE, RETRIEVED)
"""Files that only some runs have, and that their summaries are computed from too, or that say how they were judged."""


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


def by_file(digests: RunDigests) -> dict[str, str]:
    """The digests by the names of the files."""
    return {MANIFEST: digests.manifest, ANSWERS: digests.answers, VOTES: digests.votes, **digests.others}


def config_digest(config: Mapping[str, Any]) -> str:
    """SHA-256 over the canonical JSON of a run's configuration, given as JSON holds it; equal digests, equal runs."""
    canonical = json.dumps(config, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


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
