"""The files of a run and a submission, read line by line into the shapes of bench/records."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from pydantic import BaseModel, ValidationError

from bench.errors import LogError
from bench.records import Answer, Call, Manifest, Vote
from bench.records.claims import ClaimCall
from bench.records.engine import EngineLog
from bench.records.panel import AddedJudges, Intent

Fields = dict[str, Any]


@dataclass(frozen=True)
class Logs:
    """What a run's folder holds but its summary. Votes, intents and claims in the order of their logs."""

    manifest: Fields
    answers: list[Fields]
    votes: list[Fields]
    intents: list[Fields]
    claims: list[Fields]
    added: list[Fields]
    """Judges that voted after the run, from panel.json."""
    sessions: list[Fields]
    """Of the servers under the run, from engine.json."""
    displaced: list[Fields]
    """Answers, votes and intents whose key has another record that counts."""


def read_logs(folder: Path, notices: list[str]) -> Logs:
    """Every file of a run. Raises LogError where one cannot be read or, lines of logs apart, has another shape."""
    manifest = read_shaped(folder / "manifest.json", Manifest)
    added = read_shaped(folder / "panel.json", AddedJudges) if (folder / "panel.json").exists() else {"judges": []}
    engine = read_shaped(folder / "engine.json", EngineLog) if (folder / "engine.json").exists() else {"sessions": []}
    displaced: list[Fields] = []
    return Logs(
        manifest=manifest,
        answers=read_log(folder / "answers.jsonl", Answer, notices, displaced),
        votes=read_log(folder / "votes.jsonl", Vote, notices, displaced),
        intents=read_log(folder / "intents.jsonl", Intent, notices, displaced),
        claims=read_log(folder / "claims.jsonl", ClaimCall, notices),
        added=added["judges"],
        sessions=engine["sessions"],
        displaced=displaced,
    )


def read_document(path: Path) -> Fields:
    """A JSON object. Raises LogError where there is none, or one with NaN in it."""
    try:
        document = json.loads(_bytes(path).decode("utf-8-sig"), parse_constant=_not_a_number)
    except (ValueError, RecursionError) as error:
        raise LogError(f"{path} is not JSON: {error}.") from error
    if not isinstance(document, dict):
        raise LogError(f"{path} holds no JSON object.")
    return document


def read_shaped(path: Path, shape: type[BaseModel]) -> Fields:
    """A document of this shape, with its defaults filled in. Raises LogError, with the first fault, for another."""
    try:
        return shape.model_validate_json(_bytes(path)).model_dump(mode="json")
    except ValidationError as error:
        raise LogError(f"{path} cannot be verified: {_first(error)}.") from error


def read_log(path: Path, shape: type[Call], notices: list[str], displaced: list[Fields] | None = None) -> list[Fields]:
    """The records of a JSONL log, one per key, in the order in which their keys first came.

    The first success of a key counts (of a vote the last one: judges may be asked again), and only without one its
    last failure. A half-written last line and lines of
    another shape do not count; `notices` gets a sentence for each, `displaced` the records that others take the place
    of. No file is an empty log.
    """
    if not path.exists():
        return []
    *lines, torn = _bytes(path).split(b"\n")
    if torn:
        notices.append(f"{path.name} ends in a half-written line, which does not count.")
    by_key: dict[str, Fields] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = shape.model_validate_json(line).model_dump()
        except ValidationError as error:
            notices.append(f"{path.name}:{number}: {_first(error)}; the line does not count.")
            continue
        recast = shape is Vote and record["failure"] is None
        before = by_key.get(record["key"])
        takes_over = recast or before is None or before["failure"] is not None
        if displaced is not None and before is not None and before != record:
            displaced.append(before if takes_over else record)
        if takes_over:
            by_key[record["key"]] = record
    return list(by_key.values())


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}.") from error


def _first(error: ValidationError) -> str:
    fault = error.errors()[0]
    return f"{'.'.join(map(str, fault['loc'])) or 'it'}: {fault['msg']}"


def _not_a_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")
