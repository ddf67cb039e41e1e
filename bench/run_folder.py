"""The files of a run's folder, by name, and the manifest that says what the run is."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from bench.errors import LogError
from bench.records import Manifest
from bench.records.engine import EngineLog
from bench.records.panel import NOBODY_ADDED, AddedJudges

M = TypeVar("M", bound=BaseModel)
MANIFEST, ANSWERS, VOTES, SUMMARY = "manifest.json", "answers.jsonl", "votes.jsonl", "summary.json"
INTENTS, PANEL = "intents.jsonl", "panel.json"
PROBES = "probes.jsonl"
RETRIEVED = "retrieved.jsonl"
CLAIMS = "claims.jsonl"
ENGINE, ENGINE_LOG = "engine.json", "engine.log"


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a run folder. Raises LogError, with every fault, where it is missing or wrong."""
    manifest = _read(folder / MANIFEST, Manifest, "a manifest of this version")
    if manifest is None:
        raise LogError(f"{folder} is no run folder: it has no {MANIFEST}. Give a folder of results/runs.")
    return manifest


def read_added_judges(folder: Path) -> AddedJudges:
    """The judges that were added to a run after it had finished; none where there is no panel.json.

    Raises LogError, with every fault, where the file is wrong.
    """
    return _read(folder / PANEL, AddedJudges, "a list of added judges") or NOBODY_ADDED


def read_engine_log(folder: Path) -> EngineLog:
    """The servers that a run was made on; no sessions where there is no engine.json.

    Raises LogError, with every fault, where the file is wrong.
    """
    return _read(folder / ENGINE, EngineLog, "a record of servers") or EngineLog()


def _read(path: Path, shape: type[M], what: str) -> M | None:
    try:
        return shape.model_validate_json(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}.") from error
    except ValidationError as error:
        from bench.schema import dotted

        faults = "; ".join(f"{dotted(fault['loc'])}: {fault['msg']}" for fault in error.errors())
        raise LogError(f"{path} is not {what} ({faults}).") from error
