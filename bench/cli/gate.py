"""What commands with a gate do alike: write the JUnit file, then end with exit code 1 where a check does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.report.gate import Check


def refuse_no_condition(junit_file: Path | None, flags: str, asked: Sequence[object]) -> None:
    """Raise UsageError where a JUnit file is asked for and nothing to put into it: no tests would look like a pass."""
    from bench.errors import UsageError

    if junit_file and not asked:
        raise UsageError(
            f"--junit writes what {flags} ask for, and nothing is asked for: give a condition, or no file."
        )


def hold(checks: Sequence[Check], command: str, junit_file: Path | None) -> None:
    """Write `checks` as JUnit where a file is named. Raises GateError where one does not hold, after writing.

    Raises UsageError where the file cannot be written.
    """
    from bench.errors import UsageError
    from bench.report.gate import refuse
    from bench.report.render.junit import junit

    if junit_file:
        try:
            junit_file.parent.mkdir(parents=True, exist_ok=True)
            junit_file.write_text(junit(checks, command), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"--junit: {junit_file} cannot be written: {error.strerror}.") from error
    refuse(checks)
