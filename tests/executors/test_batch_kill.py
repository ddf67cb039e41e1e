"""A process killed at any moment of a batch's life finds its batches again, and pays for nothing twice."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bench.executors.batch import execute_in_batches
from tests.batch_server import BatchServer, Fate
from tests.campaign.watching import Watcher
from tests.executors.batches import WIRES, answers, comparable, consistent, submissions, votes, wanted
from tests.runs import write_dataset

TRIALS = 10


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set")


@pytest.fixture
def server() -> Iterator[BatchServer]:
    with BatchServer(answer=consistent) as running:
        yield running


def bench(server: BatchServer, folder: Path, data: Path, wire: str) -> subprocess.Popen[str]:
    command = [
        sys.executable, "-m", "bench", "run", f"{wire}:m@{server.url}", "--judge", f"{wire}:j@{server.url}",
        "--data", str(data), "--langs", "en", "--arms", "shuffled", "--out", str(folder), "--json", "--batch",
    ]  # fmt: skip
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait(process: subprocess.Popen[str], reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not reached():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline, "the run did not get this far"
        time.sleep(0.01)


def undisturbed(tmp_path: Path, data: Path, wire: str) -> str:
    """The summary of the same run when nobody interferes."""
    with BatchServer(answer=consistent) as calm:
        run = wanted(calm, tmp_path / "calm" / "r", data, wire)
        execute_in_batches(run, Watcher())
        return comparable(run.folder)


MOMENTS = {
    "waiting": Fate(polls=10**6),  # for a batch that is under way
    "before it is made": Fate(create="held"),  # between the upload and the batch
    "made, unheard": Fate(create="made, held"),  # between the batch and the answer that names it
}


def reached(server: BatchServer, moment: str) -> bool:
    """Whether the last batch stands where the process is to be killed."""
    if server.fates:
        return False
    return bool(server.jobs) and list(server.jobs.values())[-1].polls > 0 if moment == "waiting" else server.held > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wire", "moment", "round_"),
    [
        (wire, moment, round_)
        for wire in WIRES
        for moment, round_ in (("waiting", 1), ("before it is made", 2), ("made, unheard", 1), ("made, unheard", 2))
    ],
)
def test_killed_and_started_again_equals_an_undisturbed_run(
    server: BatchServer,
    tmp_path: Path,
    data: Path,
    wire: str,
    moment: str,
    round_: int,
) -> None:
    server.fates.extend([*[Fate()] * (round_ - 1), MOMENTS[moment]])
    folder = tmp_path / "killed" / "r"
    process = bench(server, folder, data, wire)
    wait(process, lambda: reached(server, moment))
    process.send_signal(signal.SIGKILL)
    process.communicate()
    time.sleep(0.05)
    made = len(server.jobs)
    for job in server.jobs.values():
        job.fate = Fate()
    process = bench(server, folder, data, wire)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert server.twice == []
    assert sum(server.carried.values()) == 2 * TRIALS
    assert len(server.jobs) == 2, f"{made} batches before the kill"
    assert len(answers(folder)) == len(votes(folder)) == TRIALS
    assert comparable(folder) == undisturbed(tmp_path, data, wire)


@pytest.mark.slow
@pytest.mark.parametrize("wire", WIRES)
def test_batches_of_others_are_not_taken_for_a_lost_one(
    server: BatchServer, tmp_path: Path, data: Path, wire: str
) -> None:
    """Another run has batches of the same size and time at the same account; one of its own was lost too."""
    other = wanted(server, tmp_path / "other" / "r", data, wire)
    server.fates.append(Fate(create="held"))
    process = bench(server, tmp_path / "killed" / "r", data, wire)
    wait(process, lambda: server.held > 0)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    execute_in_batches(other, Watcher())
    theirs = set(server.jobs)
    process = bench(server, tmp_path / "killed" / "r", data, wire)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    used = {
        call.batch
        for call in (*answers(tmp_path / "killed" / "r").values(), *votes(tmp_path / "killed" / "r").values())
    }
    assert not used & theirs
    assert len(used) == 2
    steps = [s.step for s in submissions(tmp_path / "killed" / "r")]
    assert steps == ["dropped", "ended", "ended"]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_an_interrupt_ends_the_waiting_and_loses_nothing(
    server: BatchServer, tmp_path: Path, data: Path, number: signal.Signals
) -> None:
    server.fates.append(Fate(polls=10**6))
    folder = tmp_path / "r" / "r"
    process = bench(server, folder, data, "openai")
    wait(process, lambda: any(job.polls for job in server.jobs.values()))
    process.send_signal(number)
    out, errors = process.communicate(timeout=60)  # the batch itself would never end
    assert process.returncode == 130
    assert out == ""
    assert "Under way at the provider: batch_" in errors
    assert "Traceback" not in errors
    assert "never retrieved" not in errors
    next(iter(server.jobs.values())).fate = Fate()
    process = bench(server, folder, data, "openai")
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert server.twice == []
    assert len(server.jobs) == 2


@pytest.mark.slow
def test_without_the_flag_calls_in_a_batch_are_not_paid_again(server: BatchServer, tmp_path: Path, data: Path) -> None:
    server.fates.append(Fate(polls=10**6))
    folder = tmp_path / "r" / "r"
    process = bench(server, folder, data, "openai")
    wait(process, lambda: any(job.polls for job in server.jobs.values()))
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert isinstance(process.args, list)
    command = [str(part) for part in process.args if part != "--batch"]
    plain = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert plain.returncode == 2
    assert "add --batch to fetch them" in plain.stderr.replace("\n", " ")
    assert server.requests == 0
