"""One worker of a cluster: it carries out shards with the code of a local run, in a spool folder of its own.

A shard's folder is a run folder: manifest, lock, logs. What is written there is handed to the driver line by line,
and stays on this machine's disk until the driver says that it has it. Nothing here needs Ray.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

from bench import __version__, prompts
from bench.campaign import PreparedRun
from bench.campaign.execute import Notices, carry_out
from bench.campaign.folder import manifest_of, opened
from bench.errors import BenchError, ConfigError
from bench.executors.ray_shards import FILES, Batch, Lines, Portable, Shard, joined, with_keys
from bench.log import write_whole
from bench.records import LANGS
from bench.run_folder import MANIFEST
from bench.stage import Interrupted, Stop

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
        self._run = replace(sent.run, concurrency=share)
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
        name: prompts.load(role, lang).fingerprint
        for name in run.config.prompts
        for role, lang in [(name.rpartition(".")[0], next(x for x in LANGS if name.endswith(f".{x}")))]
    }
    other = sorted(name for name, fingerprint in run.config.prompts.items() if here[name] != fingerprint)
    if other:
        raise ConfigError(
            f"A worker of the cluster has other prompts than this machine ({', '.join(other)}): install the same "
            "version of the suite, with the same prompts, on every machine of the cluster."
        )
