"""Runs a server as its child and ends it when the suite is gone, however the suite went.

    python bench/engines/leash.py COMMAND…

Standard input is a pipe whose other end the suite holds and never writes to: it closes when the suite ends, by
`kill -9` too. Must be started as the leader of a process group of its own, and imports nothing of the suite. Ends with
the command's own exit code, or 128 + the signal that killed it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence

GRACE_S = 20.0
"""How long the group has between SIGTERM and SIGKILL when the suite is gone."""


def main(command: Sequence[str]) -> int:
    """Run `command` until it ends; see the module. Returns the exit code."""
    if os.getpgrp() != os.getpid():
        print("The leash must lead its own process group, since it ends the whole group.", file=sys.stderr)
        return 2
    # The group is signalled as a whole; this process stays until its child has gone. A handler, unlike SIG_IGN, is
    # not inherited by the child.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, _stay)
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    abandoned = threading.Event()
    threading.Thread(target=_end_with_the_suite, args=(abandoned,), daemon=True).start()
    code = child.wait()
    if abandoned.is_set():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    return 128 - code if code < 0 else code


def _stay(number: int, frame: object) -> None:
    del number, frame


def _end_with_the_suite(abandoned: threading.Event) -> None:
    # Unbuffered: a daemon thread that holds the buffer's lock at exit would bring the interpreter down with it.
    while os.read(0, 4096):
        pass
    abandoned.set()
    os.killpg(os.getpgrp(), signal.SIGTERM)
    time.sleep(GRACE_S)
    os.killpg(os.getpgrp(), signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
