"""The end of a server's log: the lines that tell a person why it ended."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from bench.text.display import for_terminal

TAIL_BYTES = 200_000
_PREFIX = re.compile(r"^(?:\([\w-]+(?: pid=\d+)?\) ?)*")
_STAMP = re.compile(r"^(?:INFO|WARNING|ERROR|CRITICAL|DEBUG):?\s+(?:\d\d-\d\d \d\d:\d\d:\d\d )?(?:\[[^\]]*\] ?)?")
_ERROR = re.compile(
    r"^(?:[\w.]*(?:Error|Exception|Exit|Interrupt|Failure))(?::|$)|(?:^|\s)error: "
    r"|^(?:Segmentation fault|Bus error|Killed|Aborted)\b"
)
_NOISE = re.compile(
    r"^\s*$|^[\s^~]*$|^\s*File \"|^Traceback |^During handling of|^The above exception|\"(?:GET|POST) /\S* HTTP"
    r"|^[\s▄▀█]+(?:version|model)?|resource_tracker|warnings\.warn\("
)
# What only says that a part has ended, whose own error stands above it.
_ECHO = re.compile(
    r"See root cause above|Engine core initialization failed|EngineDeadError|WorkerProc initialization failed"
)


def last_line(log: Path, since: int = 0) -> str:
    """The last line that says anything, fit for a terminal, of what the log has from byte `since` on; else empty."""
    lines = [line for line in _lines(log, since) if line.strip() and not _NOISE.search(line)]
    return for_terminal(lines[-1], 200) if lines else ""


def log_tail(log: Path, since: int = 0, most: int = 3) -> tuple[str, ...]:
    """The last meaningful lines from byte `since` on, oldest first: the errors, or without any whatever is there.

    Frames of tracebacks, banners and the lines of single requests are left out, repeats are said once. Empty for an
    empty or missing log.
    """
    lines = [line for line in _lines(log, since) if not _NOISE.search(line)]
    errors = [line for line in lines if _ERROR.search(line)]
    causes = [line for line in errors if not _ECHO.search(line)]
    chosen = list(dict.fromkeys(causes or errors or lines))[-most:]
    return tuple(for_terminal(line, 300) for line in chosen)


def _lines(log: Path, since: int) -> Iterable[str]:
    """The log's tail, line by line, without the marks that its processes put in front of every line."""
    try:
        with log.open("rb") as file:
            end = file.seek(0, 2)
            file.seek(max(end - TAIL_BYTES, min(since, end)))
            tail = file.read().decode("utf-8", "replace")
    except FileNotFoundError:
        return []
    # A progress bar rewrites its line with carriage returns: what it said last is what counts.
    shown = (line.rstrip("\r").rpartition("\r")[2] for line in tail.split("\n"))
    return [_STAMP.sub("", _PREFIX.sub("", line)).rstrip() for line in shown]
