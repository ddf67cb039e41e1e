"""How a plan is divided over workers, and what travels between them and the driver.

Everything here is plain data and needs no Ray. A shard is a stretch of the plan; what the log has of it goes along,
so that a worker's own folder is a run folder like any other and the same code works in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import SecretStr

from bench.campaign import PreparedRun as PreparedRun
from bench.campaign import digest
from bench.config import Endpoint
from bench.errors import BenchError
from bench.plan import Trial
from bench.run_folder import ANSWERS, INTENTS, VOTES

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
    return Portable(replace(without_keys, trials=(), max_cost=None), files)


def credentials(run: PreparedRun) -> dict[str, str]:
    """The names of the environment variables that the run's endpoints read their keys from, with the keys."""
    endpoints = [run.endpoint, *(judge[1] for judge in run.judges if judge), run.retriever.endpoint]
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
    judges = tuple(judge and (judge[0], changed(judge[1])) for judge in run.judges)
    embedder = run.retriever.endpoint and changed(run.retriever.endpoint)
    retriever = replace(run.retriever, endpoint=embedder)
    return replace(run, endpoint=changed(run.endpoint), judges=judges, retriever=retriever)


def _up(number: int, by: int) -> int:
    return -(-number // by)
