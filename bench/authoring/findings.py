"""What a validator says: one finding for one thing in one place, with what to do about it.

The words of every finding, and how grave it usually is, are in findings.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, TypeVar

from bench.dataset.importers.own_tables import Placed
from bench.dataset.rows import SEVERITIES, Row, Severity
from bench.records import AbstentionRow, Chunk, MainRow

T = TypeVar("T", Chunk, MainRow, AbstentionRow)


@dataclass(frozen=True)
class Finding:
    """`line` counts from 1, `row` (objects of a file) from 0; both are None where a whole file or set is meant.

    `where` holds places inside the row, for programs.
    """

    code: str
    severity: Severity
    lang: str
    file: str
    message: str
    line: int | None = None
    row: int | None = None
    id: str = ""
    field: str = ""
    where: Mapping[str, Any] | None = None

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        name = f" {self.id}" if self.id else ""
        at = f" '{self.field}'" if self.field else ""
        return f"{self.severity}: {place}{name}{at}: {self.message} [{self.code}]"


@dataclass
class Report:
    """Collects findings. Each check gets it and adds to it."""

    findings: list[Finding] = field(default_factory=list)

    def about(self, at: Row | str, id: str = "") -> Pen:
        """What notes findings about one item or chunk at its row, or about a whole file."""
        file, line, row = (at, None, None) if isinstance(at, str) else (at.file, at.line, at.index)
        return Pen(self.findings, file, line, row, id)

    def each(self, placed: Iterable[Placed[T]]) -> Iterator[tuple[T, Pen]]:
        """Every record with what notes findings about it."""
        return ((one.record, self.about(one.row, one.record.id)) for one in placed)


@dataclass(frozen=True)
class Pen:
    """Notes findings about one thing."""

    findings: list[Finding]
    file: str
    line: int | None
    row: int | None
    id: str

    def note(self, code: str, field: str = "", severity: Severity | None = None, **values: object) -> None:
        """A finding by its name in findings.toml, whose message gets the values; `severity` None for the usual one."""
        usual = next(severity for severity in SEVERITIES if code in wording()[severity])
        name, message = code.partition(".")[0], wording()[usual][code].format(**values)
        grave, lang = severity or usual, lang_of(self.file)
        self.findings.append(Finding(name, grave, lang, self.file, message, self.line, self.row, self.id, field))


def lang_of(file: str) -> str:
    """The language folder that a file of the own format is in; '' for a file beside them."""
    return file.partition("/")[0] if "/" in file else ""


@cache
def wording() -> Mapping[str, Mapping[str, str]]:
    """findings.toml: severity (or `lit`) -> code -> message."""
    return tomllib.loads(resources.files(__package__).joinpath("findings.toml").read_text(encoding="utf-8"))
