"""Reading JSON Lines, and collecting every fault on the way instead of stopping at the first.

Guarantees: lines end at "\n" alone (a U+2028 inside a text does not split it); a byte order mark, CRLF and blank
lines are tolerated; a row is an object with unique keys, finite numbers and text that can be written back as UTF-8.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, get_args

from bench.errors import DataError

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""The gravest first. An error makes the data unfit for use, a warning needs a look, an info only says something."""


@dataclass(frozen=True)
class Fault:
    """One fault of a dataset: where it stands, what is wrong, what to do. `line` and `field` may be unknown."""

    file: str
    line: int | None
    field: str
    problem: str
    advice: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        field = f" '{self.field}'" if self.field else ""
        return f"{place}{field}: {self.problem}; {self.advice}"


@dataclass(frozen=True)
class Row:
    """One object of a file. `line` counts from 1 and includes blank lines; `index` counts objects from 0."""

    file: str
    line: int
    index: int
    fields: dict[str, Any]

    @property
    def where(self) -> str:
        return f"{self.file}:{self.line}"


class Faults:
    """The faults found so far. Nothing is raised before the whole source has been read."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def add(self, row: Row | str, field: str, problem: str, advice: str) -> None:
        """Note a fault at a row, or of a whole file where only its name is given."""
        file, line = (row, None) if isinstance(row, str) else (row.file, row.line)
        self.found.append(Fault(file, line, field, problem, advice))

    def raise_any(self, source: str) -> None:
        """Raise one DataError that lists every fault; nothing happens where there is none."""
        if self.found:
            many = "1 fault" if len(self.found) == 1 else f"{len(self.found)} faults"
            raise DataError(f"The dataset {source} cannot be used: {many}.", [str(f) for f in self.found])


def read_rows(data: bytes, name: str, faults: Faults) -> list[Row]:
    """Every well-formed object of a JSON Lines file, in order; each bad line is noted in `faults`.

    An empty file gives an empty list and no fault: what an empty file means is for the caller to say.
    """
    rows: list[Row] = []
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if not raw.strip():
            continue
        fields = _object(raw, name, number, faults)
        if fields is not None:
            rows.append(Row(name, number, len(rows), fields))
    return rows


def digest(files: Iterable[tuple[str, bytes]]) -> str:
    """SHA-256 in hex over (name, length, bytes) of each file, in the order given."""
    total = hashlib.sha256()
    for name, data in files:
        total.update(f"{name}\0{len(data)}\0".encode())
        total.update(data)
    return total.hexdigest()


_MAY_NOT_BE_WRITTEN = re.compile(rb"\\u[dD][89a-fA-F]")
"""Half of a surrogate pair comes from such an escape alone: bytes that are UTF-8 hold none."""
_MANY_BRACKETS = 200
"""A row with more of them may be nested more deeply than can be written; no row of a format needs so many levels."""


def _object(raw: bytes, name: str, number: int, faults: Faults) -> dict[str, Any] | None:
    def fault(problem: str, advice: str) -> None:
        faults.found.append(Fault(name, number, "", problem, advice))

    try:
        value = _decoded(raw.decode("utf-8"))
        if _MAY_NOT_BE_WRITTEN.search(raw) or raw.count(b"[") + raw.count(b"{") > _MANY_BRACKETS:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeDecodeError as error:
        fault(f"is not UTF-8 (byte {error.start + 1} of the line)", "save the file as UTF-8")
    except UnicodeEncodeError:
        fault("holds half of a surrogate pair (\\ud800 to \\udfff)", "write the whole character")
    except json.JSONDecodeError as error:
        fault(f"is not JSON ({error.msg} at character {error.pos + 1})", "write one JSON object on each line")
    except RecursionError:
        fault("is nested too deeply", "write a flat object")
    except ValueError as error:
        fault(f"is not a usable JSON object ({error})", "correct the line")
    else:
        if isinstance(value, dict):
            return value
        fault(f"is {json_kind(value)}, not an object", "write one JSON object in braces on each line")
    return None


def _decoded(text: str) -> Any:
    # `json.loads` makes a decoder for each call; it is asked where it has an answer of its own.
    return json.loads(text) if text.startswith("\ufeff") else _DECODER.decode(text)


def _unique_keys(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        key, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise ValueError(f"the key '{key}' stands twice")
    return fields


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique_keys, parse_constant=_no_constant)


def json_kind(value: Any) -> str:
    """What a JSON value is, in the words of a message."""
    return _KINDS[type(value)]


_KINDS = {
    type(None): "null",
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "an object",
}
