"""The campaign as a user runs it: the real command line as processes, against the scripted server.

Two of the runs are killed in the middle and started again; then everything is verified, backfilled, verified once
more, damaged byte by byte in copies, and compared. What came out is kept for the checks.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.errors import LogError
from tests.oracle import recompute_run
from tests.server import Server
from tests.simulation import planted
from tests.simulation.data import read_questions, write_questions
from tests.simulation.planted import JUDGES, KILLED, SYSTEMS, System
from tests.simulation.script import Script

LOGS = ("manifest.json", "answers.jsonl", "votes.jsonl")
_ROOT = Path(__file__).parent.parent.parent
_SCRIPT = "from bench.cli import main; main()"


@dataclass(frozen=True)
class Size:
    """How much is asked, and how hard. `vote_timeout_s` above 70 lets every retry of a judge be seen out."""

    questions: int
    vote_timeout_s: float
    concurrency: int
    at_once: int = 4
    """Runs at work at the same time."""
    bytes_changed: int = 4
    """In each log of each run that is damaged."""
    thorough: bool = True
    """Else each run is verified once, after the backfill, and the first alone is damaged."""


@dataclass(frozen=True)
class Done:
    """A command that came to its end."""

    command: str
    code: int
    out: str
    err: str
    seconds: float


@dataclass(frozen=True)
class Kill:
    """A run that was killed: what was in its logs then, whole lines only."""

    system: str
    code: int
    answers: int
    votes: int


@dataclass
class Campaign:
    """Everything that came out. Summaries by system; `damaged`: for each changed byte where, and what verify said."""

    size: Size
    folder: Path
    script: Script
    standing: frozenset[str]
    commands: list[Done] = field(default_factory=list)
    kills: list[Kill] = field(default_factory=list)
    resumed: dict[str, Done] = field(default_factory=dict)
    before: dict[str, dict[str, Any]] = field(default_factory=dict)
    after: dict[str, dict[str, Any]] = field(default_factory=dict)
    verified: list[Done] = field(default_factory=list)
    recomputed: list[int | str] = field(default_factory=list)
    """Of each audit by the second implementation how many numbers it computed, or the difference that it found."""
    backfills: dict[str, dict[str, Any]] = field(default_factory=dict)
    requests: dict[str, dict[str, int]] = field(default_factory=dict)
    """Requests by model when the runs were done, when the backfills were, and when cascades had judged."""
    damaged: list[tuple[str, Done]] = field(default_factory=list)
    comparison: dict[str, Any] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def run_folder(self, system: System) -> Path:
        return self.folder / "runs" / system.name

    def cascade_folder(self, system: System) -> Path:
        """The run of the same system that the first judge judges behind the rules."""
        return self.folder / "runs" / f"{system.name}-cascade"

    @property
    def cascaded(self) -> Sequence[System]:
        """The systems that are judged by a cascade too."""
        return SYSTEMS if self.size.thorough else SYSTEMS[:1]


def simulate(size: Size, folder: Path) -> Campaign:
    """Run the whole campaign in `folder`, which must be empty. Raises RuntimeError where a command fails."""
    data = write_questions(folder / "questions", size.questions)
    items, standing = read_questions(data)
    script = Script(items)
    campaign = Campaign(size, folder, script, standing)
    with Server(answer=script.answer, record=False) as server:
        _phase(campaign, "runs", lambda: _in_parallel(campaign, lambda s: _run(campaign, server, s)))
        campaign.requests["runs"] = dict(script.requests)
        if size.thorough:
            _phase(campaign, "verify", lambda: _in_parallel(campaign, lambda s: _verify(campaign, s)))
        campaign.before = {s.name: _summary(campaign, s) for s in SYSTEMS}
        script.mended = True
        _phase(campaign, "backfill", lambda: _in_parallel(campaign, lambda s: _backfill(campaign, s)))
        campaign.requests["backfill"] = dict(script.requests)
        _phase(campaign, "verify again", lambda: _in_parallel(campaign, lambda s: _verify(campaign, s)))
        campaign.after = {s.name: _summary(campaign, s) for s in SYSTEMS}
        _phase(campaign, "cascade", lambda: [_cascade(campaign, server, s) for s in campaign.cascaded])
        campaign.requests["cascade"] = dict(script.requests)
    _phase(campaign, "damage", lambda: _damage(campaign))
    _phase(campaign, "compare", lambda: _compare(campaign))
    return campaign


def bench(campaign: Campaign, *arguments: str | Path, may_fail: bool = False) -> Done:
    """One command of the suite, to its end. Raises RuntimeError with its stderr where it fails and may not."""
    started = time.perf_counter()
    with _started(campaign, arguments) as process:
        out, err = process.communicate()
    done = Done(" ".join(map(str, arguments[:2])), process.returncode, out, err, time.perf_counter() - started)
    campaign.commands.append(done)
    if done.code and not may_fail:
        raise RuntimeError(f"bench {' '.join(map(str, arguments))} ended with {done.code}: {err[-2000:]}")
    return done


def _started(campaign: Campaign, arguments: Sequence[str | Path]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _SCRIPT, *map(str, arguments)],
        cwd=campaign.folder,
        env={**os.environ, "PYTHONPATH": str(_ROOT), "COLUMNS": "120"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _run(campaign: Campaign, server: Server, system: System) -> None:
    judges = ",".join(f"{judge.spec}@{server.url}" for judge in JUDGES)
    arguments = _asked(campaign, server, system, judges, campaign.run_folder(system))
    if system.name in KILLED:
        campaign.kills.append(_killed(campaign, system, arguments))
    done = bench(campaign, *arguments)
    if system.name in KILLED:
        campaign.resumed[system.name] = done


def _cascade(campaign: Campaign, server: Server, system: System) -> None:
    """The same run once more, by the rules and the first judge, whose votes are all there."""
    judge, folder = f"rule+{JUDGES[0].spec}@{server.url}", campaign.cascade_folder(system)
    bench(campaign, *_asked(campaign, server, system, judge, folder))
    campaign.verified.append(bench(campaign, "verify", folder))
    campaign.recomputed.append(recompute_run(folder).numbers)


def _asked(campaign: Campaign, server: Server, system: System, judges: str, folder: Path) -> list[str | Path]:
    size = campaign.size
    arguments: list[str | Path] = ["run", f"openai-compatible:{system.model}", "--base-url", server.url]
    arguments += ["--judge", judges]
    arguments += ["--data", campaign.folder / "questions", "--arms", "shuffled", "--langs", "en,ja"]
    arguments += ["--repeats", str(planted.REPEATS), "--canaries", "--canary-share", str(planted.CANARY_SHARE)]
    arguments += ["--seed", str(planted.SEED), "--concurrency", str(size.concurrency)]
    return [*arguments, "--vote-timeout", str(size.vote_timeout_s), "--out", folder]


def _killed(campaign: Campaign, system: System, arguments: Sequence[str | Path]) -> Kill:
    """Start the run, and kill it with SIGKILL once a third of its votes are logged."""
    folder = campaign.run_folder(system)
    due = campaign.size.questions * planted.REPEATS * len(JUDGES)
    with _started(campaign, arguments) as process:
        while _lines(folder / "votes.jsonl") < due // 3 and process.poll() is None:
            time.sleep(0.02)
        process.kill()
        out, err = process.communicate()
    campaign.commands.append(Done("run (killed)", process.returncode, out, err, 0.0))
    return Kill(system.name, process.returncode, _settled(folder / LOGS[1]), _lines(folder / LOGS[2]))


def _settled(log: Path) -> int:
    """Answers that the next run does not ask again: with a text, or with a failure that does not pass."""
    passing = ("server", "malformed", "timeout", "rate_limited", "connection", "empty")
    rows = [json.loads(line) for line in log.read_text("utf-8").splitlines(keepends=True) if line.endswith("\n")]
    return sum(row["failure"] is None or row["failure"]["kind"] not in passing for row in rows)


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def _verify(campaign: Campaign, system: System) -> None:
    campaign.verified.append(bench(campaign, "verify", campaign.run_folder(system)))
    try:
        campaign.recomputed.append(recompute_run(campaign.run_folder(system)).numbers)
    except LogError as difference:
        campaign.recomputed.append(str(difference))


def _backfill(campaign: Campaign, system: System) -> None:
    done = bench(campaign, "judge", campaign.run_folder(system), "--backfill", "--json")
    campaign.backfills[system.name] = json.loads(done.out)


def _summary(campaign: Campaign, system: System) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((campaign.run_folder(system) / "summary.json").read_text("utf-8"))
    return document


def _damage(campaign: Campaign) -> None:
    """Change one byte of a copy of each log, again and again, and ask `bench verify`."""
    dice = random.Random(planted.SEED)
    jobs: list[tuple[System, str, int, int]] = []
    for system in SYSTEMS if campaign.size.thorough else SYSTEMS[:1]:
        for name in LOGS:
            length = (campaign.run_folder(system) / name).stat().st_size
            places = dice.sample(range(length), campaign.size.bytes_changed)
            jobs += [(system, name, place, dice.randrange(1, 256)) for place in places]

    def one(job: tuple[System, str, int, int]) -> None:
        system, name, place, change = job
        copy = campaign.folder / "damaged" / f"{system.name}-{name}-{place}"
        shutil.copytree(campaign.run_folder(system), copy, copy_function=os.link)
        data = bytearray((copy / name).read_bytes())
        data[place] ^= change
        (copy / name).unlink()
        (copy / name).write_bytes(data)
        done = bench(campaign, "verify", copy, may_fail=True)
        campaign.damaged.append((f"{system.name} {name} byte {place}", done))
        shutil.rmtree(copy)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, jobs))


def _compare(campaign: Campaign) -> None:
    runs = [campaign.run_folder(system) for system in SYSTEMS]
    campaign.comparison = json.loads(bench(campaign, "compare", *runs, "--json").out)
    bench(campaign, "compare", *runs)
    if campaign.size.thorough:
        bench(campaign, "compare", *runs, "--markdown")
        for run in runs:
            bench(campaign, "score", run, "--markdown")
    bench(campaign, "panel", *runs)


def _in_parallel(campaign: Campaign, work: Any) -> None:
    with ThreadPoolExecutor(campaign.size.at_once) as pool:
        list(pool.map(work, SYSTEMS))


def _phase(campaign: Campaign, name: str, work: Any) -> None:
    started = time.perf_counter()
    work()
    campaign.seconds[name] = time.perf_counter() - started
