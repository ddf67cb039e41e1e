"""A server process of one's own: started in a process group of its own, watched, and ended with everything it started.

Guarantees: when `stop` returns, or the suite ends in any way (`kill -9` too, see `bench.engines.leash`), no process of
the group is left running; what the server wrote is in its log.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from bench.engines import leash as leashed
from bench.engines.log_tail import last_line, log_tail
from bench.errors import EngineError

POLL_S = 0.5
STOP_GRACE_S = 30.0
"""From SIGTERM to SIGKILL: a server with several workers needs some seconds to take itself down."""

OnProgress = Callable[[float, str], None]
"""Called with the seconds since the start and the server's last line."""


def no_progress(seconds: float, line: str) -> None:
    """Shows nothing of how a start gets on."""
    del seconds, line


class ServerProcess:
    """One server, from `start` to `stop`. `name` is for messages."""

    def __init__(self, name: str, command: Sequence[str], log: Path) -> None:
        self.name, self.log = name, log
        self._command = tuple(command)
        self._leash: subprocess.Popen[bytes] | None = None
        self._since = 0

    def start(self) -> None:
        """Start it; its output is added to the log.

        Raises EngineError where the log cannot be written or the process cannot be made.
        """
        # By its file, so that it needs nothing but Python, wherever the suite was imported from.
        leash = [sys.executable, "-P", str(Path(leashed.__file__)), *self._command]
        environ = {**os.environ, "PYTHONUNBUFFERED": "1"}
        pipe, merged = subprocess.PIPE, subprocess.STDOUT
        try:
            with self.log.open("ab") as log:
                self._since = log.tell()
                self._leash = subprocess.Popen(
                    leash, stdin=pipe, stdout=log, stderr=merged, env=environ, start_new_session=True
                )
        except OSError as error:
            raise EngineError(f"{self.name} cannot be started: {error.strerror} ({error.filename}).") from error

    @property
    def group(self) -> int:
        """The number of its process group. Only after `start`."""
        assert self._leash is not None
        return self._leash.pid

    @property
    def running(self) -> bool:
        return self._leash is not None and self._leash.poll() is None

    def wait_until(self, ready: Callable[[], bool], on_progress: OnProgress, *, timeout_s: float) -> float:
        """Wait until `ready`; the seconds that took. `on_progress` is called about every half second.

        Raises EngineError with the end of its log when it ends first or takes longer than `timeout_s`.
        """
        began = time.monotonic()
        while True:
            waited = time.monotonic() - began
            if not self.running:
                raise self.death("while starting")
            if ready():
                return waited
            if waited > timeout_s:
                raise EngineError(
                    f"{self.name} did not come up within {timeout_s:g} s. {self._said()} Its whole log: {self.log}"
                )
            on_progress(waited, last_line(self.log, self._since))
            time.sleep(POLL_S)

    def death(self, when: str) -> EngineError:
        """The error for a server that has ended by itself, with the end of its log. Only when it is not running."""
        assert self._leash is not None
        return EngineError(
            f"{self.name} ended {when} ({_how(self._leash.wait())}). {self._said()} Its whole log: {self.log}"
        )

    def stop(self) -> None:
        """End the whole group: SIGTERM, then SIGKILL after a grace or at once when interrupted. Twice is no harm."""
        if self._leash is None:
            return
        try:
            self._signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                self._leash.wait(STOP_GRACE_S)
        finally:
            # Whoever is left, also when the server itself had died before its workers.
            self._signal(signal.SIGKILL)
            self._leash.wait()
            if self._leash.stdin:
                self._leash.stdin.close()

    def _signal(self, number: signal.Signals) -> None:
        try:
            os.killpg(self.group, number)
        except ProcessLookupError:
            return  # nobody is left in the group

    def _said(self) -> str:
        lines = log_tail(self.log, self._since)
        return f"It said last: {' | '.join(lines)}." if lines else "It said nothing."


def _how(code: int) -> str:
    if code <= 128:
        return f"exit code {code}" if code >= 0 else f"killed by signal {-code}"
    try:
        name = signal.Signals(code - 128).name
    except ValueError:
        return f"exit code {code}"
    hint = ", often for want of memory" if name == "SIGKILL" else ""
    return f"killed by {name}{hint}"
