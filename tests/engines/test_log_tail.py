"""What a server said last, out of logs as they really look."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.engines.log_tail import last_line, log_tail

NO_MEMORY = """\
(APIServer pid=10) INFO 01-02 03:04:05 [api_utils.py:347]   █▄█▀ █     █     █     █  model   some/model
(EngineCore pid=20) INFO 01-02 03:04:09 [default_loader.py:501] Loading weights took 0.07 seconds
(EngineCore pid=20) ERROR 01-02 03:04:10 [core.py:900] EngineCore failed to start.
(EngineCore pid=20) ERROR 01-02 03:04:10 [core.py:900] Traceback (most recent call last):
(EngineCore pid=20) ERROR 01-02 03:04:10 [core.py:900]   File "core.py", line 890, in run_engine_core
(EngineCore pid=20) ERROR 01-02 03:04:10 [core.py:900]     engine_core = EngineCoreProc(*args, **kwargs)
(EngineCore pid=20) ERROR 01-02 03:04:10 [core.py:900]                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
(EngineCore pid=20) ERROR 01-02 03:04:10 [core.py:900] ValueError: No available memory for the cache blocks.
(EngineCore pid=20) Traceback (most recent call last):
(EngineCore pid=20) ValueError: No available memory for the cache blocks.
(APIServer pid=10) Traceback (most recent call last):
(APIServer pid=10)   File "api_server.py", line 1, in <module>
(APIServer pid=10) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "engine.log"


def test_the_cause_and_not_its_echo(log: Path) -> None:
    log.write_text(NO_MEMORY, "utf-8")
    assert log_tail(log) == ("ValueError: No available memory for the cache blocks.",)


def test_an_echo_is_better_than_nothing(log: Path) -> None:
    log.write_text(NO_MEMORY.split("\n")[-2] + "\n", "utf-8")
    assert log_tail(log)[0].startswith("RuntimeError: Engine core initialization failed")


def test_an_argument_that_is_not_known(log: Path) -> None:
    log.write_text("usage: api_server.py [-h]\napi_server.py: error: unrecognized arguments: --nonsense=1\n", "utf-8")
    assert log_tail(log) == ("api_server.py: error: unrecognized arguments: --nonsense=1",)


def test_without_any_error_the_last_lines_but_not_those_of_requests(log: Path) -> None:
    log.write_text(
        "(APIServer pid=1) INFO:     Application startup complete.\n"
        '(APIServer pid=1) INFO:     127.0.0.1:1 - "POST /v1/chat/completions HTTP/1.1" 200 OK\n'
        "(APIServer pid=1) INFO 01-02 03:04:05 [loggers.py:1] Engine 000: Running: 8 reqs\n"
        "\n  \n",
        "utf-8",
    )
    assert log_tail(log) == ("Application startup complete.", "Engine 000: Running: 8 reqs")
    assert last_line(log) == "Engine 000: Running: 8 reqs"


def test_at_most_three_each_once(log: Path) -> None:
    log.write_text("".join(f"E{n % 5}Error: x\n" for n in range(20)), "utf-8")
    assert log_tail(log) == ("E2Error: x", "E3Error: x", "E4Error: x")


def test_only_what_this_session_said(log: Path) -> None:
    log.write_text("ValueError: yesterday\nINFO: up\n", "utf-8")
    assert log_tail(log, since=22) == ("up",)


def test_a_progress_bar_is_read_as_it_is_shown(log: Path) -> None:
    log.write_bytes(b"Loading:  10%\rLoading: 100%\n")
    assert last_line(log) == "Loading: 100%"


@pytest.mark.parametrize("content", [b"", b"\n\n"])
def test_nothing_said(log: Path, content: bytes) -> None:
    log.write_bytes(content)
    assert (last_line(log), log_tail(log)) == ("", ())


def test_no_log(log: Path) -> None:
    assert (last_line(log), log_tail(log)) == ("", ())


def test_hostile_bytes_reach_no_terminal(log: Path) -> None:
    log.write_bytes(b"ValueError: \x1b[2J\xff\xfe boo\n")
    assert "\x1b" not in log_tail(log)[0]
    assert "boo" in log_tail(log)[0]


def test_a_very_long_log_is_read_at_its_end(log: Path) -> None:
    log.write_bytes(b"INFO: busy\n" * 100_000 + b"OSError: disk\n")
    assert log_tail(log) == ("OSError: disk",)
