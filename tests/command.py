"""The command `bench`, called as a shell calls it but in the test's own process: nothing is imported anew.

What a process of its own shows besides (a terminal, a signal, a closed output, an exit) is tested with one.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import sys
import traceback
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from subprocess import CompletedProcess
from unittest import mock

from bench.cli import main

_COMMAND = [sys.executable, "-m", "bench"]
_SILENT = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)
"""What Python itself does not print unless told to."""


def bench(
    *arguments: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> CompletedProcess[str]:
    """`bench ARGUMENTS` in the folder `cwd`: its exit code and what it printed, warnings and tracebacks included.

    `env` is the whole environment; without it, that of the tests for 80 columns. Call it from the main thread and
    outside of a running event loop: the command starts its own and takes the signals.
    """
    words = list(map(str, arguments))
    environment = {**os.environ, "COLUMNS": "80"} if env is None else env
    out, err = _stream(), _stream()
    with (
        contextlib.chdir(cwd or Path.cwd()),
        mock.patch.dict(os.environ, environment, clear=True),
        mock.patch.object(sys, "argv", ["bench", *words]),
        mock.patch.object(sys.modules["__main__"], "__package__", None),  # the name of the command in its usage
        open(os.devnull, encoding="utf-8") as nothing,
        mock.patch.object(sys, "stdin", nothing),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        _messages_of_a_process(),
    ):
        code = _exit_code()
    return CompletedProcess([*_COMMAND, *words], code, _text(out), _text(err))


def _exit_code() -> int:
    try:
        main()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
    except Exception:  # as the interpreter ends with it: tests look for the word Traceback
        traceback.print_exc()
    return 1


@contextlib.contextmanager
def _messages_of_a_process() -> Iterator[None]:
    """Warnings and log records go to stderr, as where no test framework catches them."""
    root = logging.getLogger()
    handlers = root.handlers[:]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for category in _SILENT:
            warnings.simplefilter("ignore", category)
        root.handlers = []
        try:
            yield
        finally:
            root.handlers = handlers
            for warning in caught:
                line = warnings.formatwarning(warning.message, warning.category, warning.filename, warning.lineno)
                sys.stderr.write(line)


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    written = stream.detach()
    assert isinstance(written, io.BytesIO)
    return written.getvalue().decode("utf-8")
