"""The files of a run and a submission, read with nothing but the standard library."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from bench.errors import LogError

Fields = dict[str, Any]

_CALL: dict[str, type] = {"key": str, "model": str, "params": dict, "messages": list}
ANSWER = _CALL | {"item": str, "lang": str, "kind": str, "arm": str, "repeat": int}
VOTE = _CALL | {"answer_key": str, "verdict": str}
INTENT = _CALL | {"answer_key": str, "intent": str}


def read_document(path: Path) -> Fields:
    """A JSON object. Raises LogError where there is none, or one with NaN in it."""
    try:
        document = _parsed(path.read_bytes())
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise LogError(f"{path} is not JSON: {error}.") from error
    if not isinstance(document, dict):
        raise LogError(f"{path} holds no JSON object.")
    return document


def read_log(path: Path, shape: Mapping[str, type], notices: list[str]) -> list[Fields]:
    """The records of a JSONL log, one per key, in the order in which their keys first came.

    The first success of a key counts, and only without one its last failure. A half-written last line and lines
    that lack a field of `shape` do not count; `notices` gets a sentence for each. No file is an empty log.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}.") from error
    *lines, torn = data.split(b"\n")
    if torn.strip():
        notices.append(f"{path.name} ends in a half-written line, which does not count.")
    by_key: dict[str, Fields] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        record, fault = _record(line, shape)
        if record is None:
            notices.append(f"{path.name}:{number}: {fault}; the line does not count.")
        elif by_key.get(record["key"], {"failure": "none yet"}).get("failure") is not None:
            by_key[record["key"]] = record
    return list(by_key.values())


def sha256(path: Path) -> str:
    """The digest of a file's bytes; of no bytes where there is no file."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return hashlib.sha256(b"").hexdigest()
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}.") from error


def _record(line: bytes, shape: Mapping[str, type]) -> tuple[Fields | None, str]:
    try:
        value = _parsed(line)
    except (ValueError, RecursionError) as error:
        return None, f"is not JSON ({error})"
    if not isinstance(value, dict):
        return None, "is no JSON object"
    wrong = [name for name, kind in shape.items() if not isinstance(value.get(name), kind)]
    return (None, f"has no usable {', '.join(wrong)}") if wrong else (value, "")


def _parsed(data: bytes) -> Any:
    return json.loads(data.decode("utf-8-sig"), parse_constant=_not_a_number)


def _not_a_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")
