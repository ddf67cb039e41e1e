"""What a validator says: one finding for one thing in one place, with what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bench.dataset.rows import Row

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
"""The gravest first. An error makes the set unfit for use, a warning needs a look, an info only says something."""


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

    def about(self, row: Row, lang: str, id: str) -> Pen:
        """What writes findings about one item or chunk at its row."""
        return Pen(self, row, lang, id)

    def add_set(self, code: str, severity: Severity, lang: str, file: str, message: str) -> None:
        """A finding about a whole file or set."""
        self.findings.append(Finding(code, severity, lang, file, message))


@dataclass(frozen=True)
class Pen:
    """Writes findings about one thing: code, field, message with advice."""

    report: Report
    row: Row
    lang: str
    id: str

    def error(self, code: str, field: str, message: str) -> None:
        self.write("error", code, field, message)

    def warning(self, code: str, field: str, message: str) -> None:
        self.write("warning", code, field, message)

    def info(self, code: str, field: str, message: str) -> None:
        self.write("info", code, field, message)

    def write(self, severity: Severity, code: str, field: str, message: str) -> None:
        row = self.row
        self.report.findings.append(
            Finding(code, severity, self.lang, row.file, message, row.line, row.index, self.id, field)
        )
