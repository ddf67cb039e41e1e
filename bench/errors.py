"""What can go wrong at each boundary, one class per boundary.

Every message is one clear sentence for the person at the terminal: what is wrong, where, what to do. The command
line prints it on stderr and turns it into an exit code; nothing else catches it on the way.
"""

from __future__ import annotations

from collections.abc import Sequence


class BenchError(Exception):
    """Anything the suite reports in one sentence. `exit_code`: 2 for a wrong request, 1 for a failure."""

    exit_code = 1


class UsageError(BenchError):
    """The request itself is wrong: an unknown model, arm, language, flag value or a missing key."""

    exit_code = 2


class DataError(BenchError):
    """A dataset does not hold what it should. `faults` lists every fault found, each with file, line and advice.

    As a text it shows the first SHOWN of them and says how many more there are.
    """

    exit_code = 2
    SHOWN = 50

    def __init__(self, message: str, faults: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)

    def __str__(self) -> str:
        more = len(self.faults) - self.SHOWN
        rest = [f"  … and {more} more; mend these first."] if more > 0 else []
        return "\n".join([super().__str__(), *(f"  {fault}" for fault in self.faults[: self.SHOWN]), *rest])


class ConfigError(UsageError):
    """The configuration, the model registry or a prompt file is wrong, or differs from a run's."""


class ProviderError(BenchError):
    """An endpoint refuses everything (no key, no credit, no such model, nobody listening): the run stops."""


class EngineError(BenchError):
    """A server that the suite started does not come up, or ended before the run did."""


class LogError(BenchError):
    """A run's log is damaged beyond its last line, held by another process, or cannot be written."""
