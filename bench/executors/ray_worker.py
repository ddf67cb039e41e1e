"""One worker of a cluster: it carries out shards with the code of a local run, in a spool folder of its own.

A shard is a stretch of the plan, with what the log has of it. Its folder is a run folder: manifest, lock, logs. What is
written there is handed to the driver line by line, and stays on this machine's disk until the driver says that it has
it. What travels between driver and worker is plain data, and nothing here needs Ray.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from uuid import uuid4

from pydantic import SecretStr

from bench import __version__, prompts
from bench.campaign import PreparedRun, digest
from bench.campaign.configure import manifest_of, opened
from bench.campaign.execute import Notices, carry_out
from bench.config import Endpoint
from bench.errors import BenchError, ConfigError
from bench.log import write_whole
from bench.plan import Trial
from bench.records import LANGS
from bench.run_folder import ANSWERS, INTENTS, MANIFEST, VOTES
from bench.stage import Interrupted, Stop

FILES = (ANSWERS, INTENTS, VOTES)
"""The logs of a run, in the order in which one record leads to the next."""

CALLS_PER_WORKER = 8
"""The fewest calls in flight that a worker of its own is worth, where the number of workers is not given."""

Lines = Mapping[str, tuple[bytes, ...]]
"""File name to whole lines of it, without their ends."""


@dataclass(frozen=True)
class Shard:
    """A stretch of the plan. `logged`: what the run's log has of it; `earlier`: what runs beside it have paid for."""

    name: str
    trials: tuple[Trial, ...]
    logged: Lines
    earlier: Lines


@dataclass(frozen=True)
class Batch:
    """What a worker has written since it was last asked. `finished`: this was the last of the shard."""

    lines: Lines
    finished: bool
    error: BenchError | None = None
    """Why the shard ended early."""
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Portable:
    """A run without its trials, its credentials and its place on disk; and the files that its retriever reads."""

    run: PreparedRun
    files: Mapping[str, bytes] = field(default_factory=dict)


def shares(concurrency: int, workers: int) -> list[int]:
    """`concurrency` divided over at most `workers` workers: the shares differ by one at most, none is 0, and their
    sum is `concurrency`. Both numbers are at least 1."""
    workers = min(workers, concurrency)
    whole, rest = divmod(concurrency, workers)
    return [whole + (number < rest) for number in range(workers)]


def cut(trials: Sequence[Trial], workers: int, share: int) -> list[tuple[Trial, ...]]:
    """The plan in stretches, in order; every trial is in one of them. Empty for no trials.

    A few for each worker, so that a slow one does not hold up the rest and a lost one loses little; but none so short
    that it could not keep `share` calls in flight, as long as every worker gets one.
    """
    size = min(_up(len(trials), workers), max(4 * share, _up(len(trials), 8 * workers)))
    return [tuple(trials[start : start + size]) for start in range(0, len(trials), max(size, 1))]


def portable(run: PreparedRun, files: Mapping[str, bytes]) -> Portable:
    """The run as it travels. Credentials stay behind: each worker is told them once, in memory."""
    without_keys = _with_endpoints(run, lambda endpoint: replace(endpoint, api_key=None))
    return Portable(replace(without_keys, trials=(), max_cost=None, judges_tested=True), files)


def _slowed(endpoint: Endpoint, part: float) -> Endpoint:
    """An endpoint with a part of what it allows, for one of those who share it."""
    requests, tokens = endpoint.requests_per_minute, endpoint.tokens_per_minute
    return replace(
        endpoint,
        requests_per_minute=requests and requests * part,
        tokens_per_minute=tokens and tokens * part,
    )


def credentials(run: PreparedRun) -> dict[str, str]:
    """The names of the environment variables that the run's endpoints read their keys from, with the keys."""
    endpoints = [run.endpoint, *(judge.endpoint for judge in run.judges if judge), run.retriever.endpoint]
    return {e.key_env: e.api_key.get_secret_value() for e in endpoints if e and e.key_env and e.api_key}


def with_keys(run: PreparedRun, environment: Mapping[str, str]) -> PreparedRun:
    """The run with the keys that `environment` (name to key) has for its endpoints."""

    def with_key(endpoint: Endpoint) -> Endpoint:
        key = environment.get(endpoint.key_env, "").strip() if endpoint.key_env else ""
        return replace(endpoint, api_key=SecretStr(key)) if key else endpoint

    return _with_endpoints(run, with_key)


def spool_name(run: PreparedRun) -> str:
    """Names the spools of one run folder: another folder with the same configuration has others."""
    folder = str(run.folder.resolve())
    return f"{digest(run.config)[:16]}-{hashlib.sha256(folder.encode()).hexdigest()[:16]}"


def joined(lines: Iterable[bytes]) -> bytes:
    """Lines as they stand in a file."""
    return b"".join(line + b"\n" for line in lines)


def _with_endpoints(run: PreparedRun, changed: Callable[[Endpoint], Endpoint]) -> PreparedRun:
    """The run with each of its endpoints (the model's, the judges', the embedder's) changed."""
    judges = tuple(judge and judge._replace(endpoint=changed(judge.endpoint)) for judge in run.judges)
    embedder = run.retriever.endpoint and changed(run.retriever.endpoint)
    retriever = replace(run.retriever, endpoint=embedder)
    return replace(run, endpoint=changed(run.endpoint), judges=judges, retriever=retriever)


def _up(number: int, by: int) -> int:
    return -(-number // by)


PAUSE_S = 0.1
"""Seconds between two looks at what has been written: records travel in small batches, not one by one."""
PATIENCE_S = 2.0
"""Seconds after which a worker answers even though it has nothing new, so that the driver sees that it is alive."""


@dataclass(frozen=True)
class Greeting:
    """Who a worker is."""

    pid: int
    version: str


class Worker:
    """Carries out one shard at a time. `share`: calls in flight at most, to each endpoint."""

    def __init__(self, sent: Portable, spool: str, share: int) -> None:
        part = share / max(share, sent.run.concurrency)
        self._run = _with_endpoints(replace(sent.run, concurrency=share), lambda endpoint: _slowed(endpoint, part))
        self._files = sent.files
        self._spool = spools() / spool
        self._stop = Stop()
        self._notices: list[str] = []
        self._at: dict[Path, int] = {}
        self._folder = self._spool
        self._work: asyncio.Task[BenchError | None] | None = None

    def greet(self, keys: Mapping[str, str]) -> Greeting:
        """Answers as soon as the worker is up. `keys`: environment variable to credential, kept in memory alone."""
        self._run = with_keys(self._run, keys)
        return Greeting(os.getpid(), __version__)

    async def begin(self, shard: Shard) -> None:
        """Start on a shard. The one before must have finished."""
        root = self._spool / uuid4().hex
        self._folder = root / "shard"
        run = self._placed(root)
        run = replace(run, folder=self._folder, trials=shard.trials, fresh=False)
        _write(self._folder, shard.logged)
        _write(root / "earlier", shard.earlier)
        write_whole(root / "earlier" / MANIFEST, manifest_of(run, "earlier"))
        self._at = {self._folder / name: len(joined(shard.logged.get(name, ()))) for name in FILES}
        self._work = asyncio.create_task(self._carry_out(run))

    async def take(self) -> Batch:
        """The lines written since the last call, as soon as there are any; the last batch says that it is the last."""
        assert self._work is not None, "no shard was begun"
        for _ in range(round(PATIENCE_S / PAUSE_S)):
            finished = self._work.done()
            lines = self._new_lines()
            if lines or finished:
                break
            await asyncio.wait([self._work], timeout=PAUSE_S)
        notices, self._notices = tuple(self._notices), []
        return Batch(lines, finished, self._work.result() if finished else None, notices)

    def stop(self) -> None:
        """Start no further call; those in flight finish and are written."""
        self._stop.set(Interrupted("The driver asked to stop."))

    async def _carry_out(self, run: PreparedRun) -> BenchError | None:
        try:
            _refuse_other_prompts(run)
            with opened(run):
                await carry_out(run, Notices(self._notices.append), self._stop, nullcontext())
        except BenchError as error:
            return error
        return self._stop.reason

    def _placed(self, root: Path) -> PreparedRun:
        """The run with what its retriever reads at hand: embeddings beside the folder, run files by path."""
        for name, content in self._files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            path.write_bytes(content)
        named = self._run.retriever.path
        if named is None:
            return self._run
        return replace(self._run, retriever=replace(self._run.retriever, path=root / named.name))

    def _new_lines(self) -> Lines:
        # Backwards: a vote is written after its answer, so whatever led to a vote that is seen here is seen as well.
        new: dict[str, tuple[bytes, ...]] = {}
        for name in reversed(FILES):
            path = self._folder / name
            if not path.exists():
                continue
            with path.open("rb") as file:
                file.seek(self._at[path])
                whole, end, _ = file.read().rpartition(b"\n")
            if end:
                self._at[path] += len(whole) + 1
                new[name] = tuple(whole.split(b"\n"))
        return new


def spools() -> Path:
    """The folder of all spools of this machine, in the user's cache."""
    cache = os.environ.get("XDG_CACHE_HOME", "").strip()
    return (Path(cache) if cache else Path.home() / ".cache") / "rag-generator-bench" / "spool"


def spooled(spool: str) -> Lines:
    """Every whole line in the spools of a run on this machine: all that ever came back here, known or not."""
    found: dict[str, list[bytes]] = {name: [] for name in FILES}
    for name in FILES:
        for path in sorted((spools() / spool).glob(f"*/shard/{name}")):
            found[name].extend(path.read_bytes().split(b"\n")[:-1])
    return {name: tuple(lines) for name, lines in found.items() if lines}


def forget(spool: str) -> None:
    """Remove the spools of a run from this machine; the driver has what was in them."""
    folder = spools() / spool
    if folder.exists():
        shutil.rmtree(folder)


def _write(folder: Path, lines: Lines) -> None:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for name, content in lines.items():
        (folder / name).write_bytes(joined(content))


def _refuse_other_prompts(run: PreparedRun) -> None:
    here: Mapping[str, str] = {
        name: prompts.template(role, lang, run.config.own_prompt).fingerprint
        for name in run.config.prompts
        for role, lang in [(name.rpartition(".")[0], next(x for x in LANGS if name.endswith(f".{x}")))]
    }
    other = sorted(name for name, fingerprint in run.config.prompts.items() if here[name] != fingerprint)
    if other:
        raise ConfigError(
            f"A worker of the cluster has other prompts than this machine ({', '.join(other)}): install the same "
            "version of the suite, with the same prompts, on every machine of the cluster."
        )
