"""A server process and everything it started: started, watched, ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

from bench.engines import process
from bench.engines.process import ServerProcess, no_progress
from bench.errors import EngineError
from tests.engines.living import assert_nobody_left, marked, needs_proc

pytestmark = needs_proc

CHILD = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
READY = "print('INFO: up', flush=True)\nimport time; time.sleep(600)\n"


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> str:
    value = uuid.uuid4().hex
    monkeypatch.setenv("BENCH_TEST_MARK", value)
    return value


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "engine.log"


def server(code: str, log: Path) -> ServerProcess:
    made = ServerProcess("The server", [sys.executable, "-c", code], log)
    made.start()
    return made


def up(made: ServerProcess, log: Path) -> float:
    return made.wait_until(lambda: "up" in log.read_text("utf-8"), no_progress, timeout_s=30)


def test_stop_ends_it_and_its_children(log: Path, mark: str) -> None:
    made = server(CHILD + READY, log)
    up(made, log)
    assert len(marked(mark)) == 3, "the one that holds it, the server, and its child"
    made.stop()
    assert not made.running
    assert_nobody_left(mark)
    made.stop()


def test_one_that_ignores_sigterm_is_killed(log: Path, mark: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "STOP_GRACE_S", 0.3)
    made = server("import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + CHILD + READY, log)
    up(made, log)
    made.stop()
    assert_nobody_left(mark)


def test_children_that_outlive_a_killed_server_are_ended_too(log: Path, mark: str) -> None:
    made = server(CHILD + READY, log)
    up(made, log)
    (leash,) = marked(mark, "leash.py")
    held = int(Path(f"/proc/{leash}/task/{leash}/children").read_text().split()[0])
    os.kill(held, signal.SIGKILL)
    until = time.monotonic() + 10
    while made.running and time.monotonic() < until:
        time.sleep(0.05)
    assert "killed by SIGKILL, often for want of memory" in str(made.death("in mid-run"))
    made.stop()
    assert_nobody_left(mark)


def test_a_death_while_starting_is_told_in_its_own_words(log: Path, mark: str) -> None:
    made = server("import sys; print('ValueError: no such dtype'); sys.exit(3)", log)
    with pytest.raises(EngineError) as error:
        up(made, log)
    assert str(error.value) == (
        f"The server ended while starting (exit code 3). It said last: ValueError: no such dtype. Its whole log: {log}"
    )
    made.stop()
    assert_nobody_left(mark)


def test_one_that_says_nothing(log: Path) -> None:
    made = server("", log)
    with pytest.raises(EngineError, match=r"exit code 0\). It said nothing"):
        made.wait_until(lambda: False, no_progress, timeout_s=30)


def test_one_that_does_not_come_up_in_time_is_told_with_what_it_said(log: Path, mark: str) -> None:
    made = server(READY, log)
    up(made, log)
    heard: list[tuple[float, str]] = []
    with pytest.raises(EngineError, match=r"did not come up within 0.6 s. It said last: up. Its whole log"):
        made.wait_until(lambda: False, lambda seconds, line: heard.append((seconds, line)), timeout_s=0.6)
    assert heard[-1][1] == "up"
    assert 0 <= heard[0][0] < heard[-1][0] + 1e-9
    made.stop()
    assert_nobody_left(mark)


def test_the_log_of_an_earlier_session_stays_and_is_not_taken_for_this_ones(log: Path) -> None:
    log.write_text("ValueError: yesterday\n", "utf-8")
    made = server("", log)
    with pytest.raises(EngineError, match="It said nothing"):
        made.wait_until(lambda: False, no_progress, timeout_s=30)
    assert log.read_text("utf-8").startswith("ValueError: yesterday")


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    made = ServerProcess("The server", ["true"], tmp_path / "no" / "such" / "folder")
    with pytest.raises(EngineError, match="The server cannot be started: No such file"):
        made.start()
    made.stop()


def test_a_command_that_is_not_there(log: Path) -> None:
    made = ServerProcess("The server", ["/no/such/program"], log)
    made.start()
    with pytest.raises(EngineError, match="FileNotFoundError"):
        made.wait_until(lambda: False, no_progress, timeout_s=30)


def test_when_the_suite_is_killed_the_server_ends(log: Path, mark: str) -> None:
    suite = (
        "import sys, time\nfrom pathlib import Path\nfrom bench.engines.process import ServerProcess\n"
        f"made = ServerProcess('x', [sys.executable, '-c', {CHILD + READY!r}], Path({str(log)!r}))\n"
        "made.start()\ntime.sleep(600)\n"
    )
    killed = subprocess.Popen([sys.executable, "-c", suite])
    until = time.monotonic() + 30
    while not (log.exists() and "up" in log.read_text("utf-8")) and time.monotonic() < until:
        time.sleep(0.05)
    assert len(marked(mark)) == 4
    killed.kill()
    killed.wait()
    assert_nobody_left(mark, within_s=10)


def test_the_leash_refuses_to_end_a_group_that_is_not_its_own(log: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench.engines.leash", sys.executable, "-c", f"open({str(log)!r}, 'w')"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "process group" in done.stderr
    assert not log.exists()
