"""Progress: true figures, no line wider than the terminal, and plain lines where nothing can be drawn in place."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from bench.campaign import PreparedRun, prepare
from bench.cascade import audited
from bench.cli.progress import Progress, Stage, duration, shortened
from bench.options import RunOptions
from bench.records import Answer
from tests.campaign.panel_server import sensible
from tests.runs import RULE, answer, vote, write_dataset
from tests.server import Seen, Server, Step, fail


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def priced(tmp_path: Path) -> PreparedRun:
    """A run of a listed model with a price and one judge. Nothing is called."""
    data = write_dataset(tmp_path / "set")
    asked = RunOptions(model="gpt-4.1", data=str(data), arms=("shuffled",), judge=("rule",), runs=tmp_path)
    return prepare(asked, for_calls=False)


def watched(tmp_path: Path, clock: Clock) -> tuple[Progress, io.StringIO]:
    out = io.StringIO()
    return Progress(Console(file=out, width=80), priced(tmp_path), clock), out


def test_of_a_cascade_the_models_votes_join_the_total_as_they_come_up(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set")
    run = prepare(RunOptions("gpt-4.1", data=str(data), judge=("rule+gpt-5",), runs=tmp_path), for_calls=False)
    progress = Progress(Console(file=io.StringIO(), width=80), run, Clock())
    # The key of an answer decides whether the audit has it.
    settled, drawn = (next(k for k in map(str, range(99)) if audited(k) is wanted) for wanted in (False, True))
    with progress:
        progress.started(10, 10)
        for key, verdict in ((settled, "correct"), (drawn, "correct"), (settled, "invalid")):
            of = answer(run.trials[0].item, "shuffled", 0, "c").model_copy(update={"key": key})
            progress.voted(vote(of, RULE, "i" if verdict == "invalid" else "c"), fresh=True)
        assert any("3/12" in line for line in progress.lines(80))


def given(run: PreparedRun, *, failed: bool = False) -> Answer:
    """An answer of the run's model with the tokens that a reply has, failed or not."""
    made = answer(run.trials[0].item, "shuffled", 0, "f" if failed else "c")
    return made.model_copy(update={"model": run.model.spec})


def test_it_shows_done_rate_time_left_failures_by_kind_and_cost(tmp_path: Path) -> None:
    clock = Clock()
    progress, _ = watched(tmp_path, clock)
    run = priced(tmp_path)
    with progress:
        progress.started(10, 10)
        for number in range(4):
            clock.now += 1
            progress.answered(given(run, failed=number == 0), fresh=True)
        answers, votes, rest = progress.lines(100)
    assert answers.endswith(" 4/10, 1.0/s, 0:06 left")
    assert answers.startswith("answers ━")
    assert votes.endswith(" 0/9"), "a failed answer has no vote"
    assert rest.startswith("1 failed (truncated 1), 0.")
    assert rest.endswith(" USD")


def test_what_was_logged_already_is_done_but_says_nothing_of_the_rate_or_the_cost(tmp_path: Path) -> None:
    clock = Clock()
    progress, out = watched(tmp_path, clock)
    with progress:
        progress.started(4, 0)
        for _ in range(4):
            progress.answered(given(priced(tmp_path)), fresh=False)
        clock.now += 5
        assert progress.lines(80) == [f"answers {'━' * 39} 4/4"]
    assert "4 answers were in the log already and were not asked again." in out.getvalue()
    assert "USD" not in out.getvalue()


@pytest.mark.parametrize("width", [10, 20, 40, 60, 80, 120])
def test_no_line_is_wider_than_asked(tmp_path: Path, width: int) -> None:
    clock = Clock()
    progress, _ = watched(tmp_path, clock)
    with progress:
        progress.started(123456, 123456)
        clock.now += 2
        progress.answered(given(priced(tmp_path), failed=True), fresh=True)
        progress._server = "server   12 s モデルを読み込んでいます " * 5
        lines = progress.lines(width)
    assert len(lines) == 4
    assert max(map(cell_len, lines)) <= width


def test_without_a_terminal_a_line_at_the_start_one_a_minute_and_one_at_the_end(tmp_path: Path) -> None:
    clock = Clock()
    progress, out = watched(tmp_path, clock)
    run = priced(tmp_path)
    with progress:
        progress.started(300, 0)
        for _ in range(300):
            clock.now += 0.5
            progress.answered(given(run), fresh=True)
    lines = out.getvalue().splitlines()
    assert lines[0].startswith("bench: GPT-4.1: 300 answers, log in ")
    assert [line.split(",")[0] for line in lines[1:-1]] == ["bench: answers 120/300", "bench: answers 240/300"]
    assert "2.0/s, 1:30 left" in lines[1]
    assert lines[-1].startswith("bench: Done after 2:30: 300 answers, 0 votes")
    assert "\x1b" not in out.getvalue()


def test_a_run_that_stops_early_says_how_far_it_came(tmp_path: Path) -> None:
    progress, out = watched(tmp_path, Clock())
    run = priced(tmp_path)

    def interrupted() -> None:
        with progress:
            progress.started(3, 3)
            progress.answered(given(run), fresh=True)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        interrupted()
    assert "bench: Stopped after 0:00: 1 of 3 answers, 0 votes" in out.getvalue()


def test_the_rate_is_that_of_the_last_half_minute() -> None:
    clock = Clock()
    stage = Stage("answers", clock)
    stage.begin(1000)
    assert stage.rate is None
    for _ in range(100):
        clock.now += 0.1
        stage.step(fresh=True)
    assert stage.rate == pytest.approx(10)
    clock.now += 25
    assert stage.rate == pytest.approx(50 / 30, abs=0.05)
    clock.now += 60
    assert stage.rate is None


def test_durations_and_cuts() -> None:
    assert [duration(s) for s in (7, 59.6, 750, 11100)] == ["0:07", "1:00", "12:30", "3:05:00"]
    assert shortened("日本語モデル", 7) == "日本語…"
    assert shortened("short", 5) == "short"
    assert cell_len(shortened("日本語モデル", 6)) <= 6


def on_a_terminal(command: list[str], width: int, **environment: str) -> tuple[int, str]:
    """Run on a pseudo-terminal of a width; what was written to it, control codes and all."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    env = {k: v for k, v in os.environ.items() if k not in {"COLUMNS", "LINES", "NO_COLOR"}}
    with subprocess.Popen(
        command, stdout=theirs, stderr=theirs, stdin=theirs, env={**env, "TERM": "xterm-256color", **environment}
    ) as process:
        os.close(theirs)
        written = b""
        while True:
            try:
                some = os.read(ours, 65536)
            except OSError:  # Linux's way to say that the other side has closed
                break
            if not some:
                break
            written += some
    os.close(ours)
    return process.returncode, written.decode()


def slow_and_faulty(seen: Seen) -> Step:
    if "pier 1" in seen.prompt:
        return fail(400, {"error": {"code": "content_policy_violation", "message": "no"}})
    return Step(text=sensible(seen).text, delay_s=0.3)


@pytest.mark.parametrize("width", [40, pytest.param(100, marks=pytest.mark.slow)])
def test_on_a_real_terminal_lines_are_drawn_in_place_and_fit(tmp_path: Path, width: int) -> None:
    data = write_dataset(tmp_path / "set")
    with Server(answer=slow_and_faulty) as server:
        command = [
            sys.executable,
            "-m",
            "bench",
            "run",
            f"openai-compatible:日本語モデル@{server.url}",
            "--judge",
            "rule",
        ]
        given = ["--data", str(data), "--arms", "gold", "--concurrency", "2", "--out", str(tmp_path / "run")]
        code, text = on_a_terminal([*command, *given], width)
    assert code == 0, text
    drawn = text[: text.index("bench: Done")]
    assert "\x1b[" in drawn, "nothing was drawn in place"
    lines = [line for line in re.split(r"[\r\n]+|\x1b\[[0-9;?]*[A-Za-z]", drawn) if "answers " in line and "/" in line]
    progress = [line for line in lines if not line.startswith("bench:")]
    assert len(set(progress)) > 1, "how often it is drawn depends on the machine, that it moves does not"
    assert max(map(cell_len, progress)) < width
    assert "1 failed (refused 1)" in drawn


@pytest.mark.slow
@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_there_are_no_colours_where_they_are_not_wanted(tmp_path: Path, environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "bench", "run", "--data", str(write_dataset(tmp_path / "set")), "--arms", "gold"]
    code, text = on_a_terminal([*command, "--out", str(tmp_path / "run")], 100, **environment)
    assert code == 0, text
    # Bold and dim are no colours; 30 to 38 and 90 to 97 are.
    assert re.search(r"\x1b\[(?:\d+;)*(?:3[0-8]|9[0-7])m", text) is None
    if environment.get("TERM") == "dumb":
        assert "\x1b" not in text
