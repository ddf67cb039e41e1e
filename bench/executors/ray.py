"""A run on a Ray cluster: shards handed to workers, records taken in, lost workers replaced.

Guarantees: this process alone writes the run's log; what a worker had written is not asked again, whether the worker
dies or this process does, as long as the disk it was written to is there; a stop lets calls in flight finish. The
cluster is the one that RAY_ADDRESS names, or one on this machine for as long as the run lasts.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from bench import __version__
from bench.campaign import Observer, PreparedRun
from bench.campaign.configure import opened
from bench.campaign.due import Due
from bench.campaign.execute import signals, until_done
from bench.campaign.judge_test import require_fit_panel
from bench.campaign.serving import work_for
from bench.engines import own_models
from bench.errors import BenchError, ProviderError, UsageError
from bench.executors.ray_log import ClusterLog
from bench.executors.ray_worker import (
    CALLS_PER_WORKER,
    Greeting,
    Portable,
    Shard,
    Worker,
    credentials,
    cut,
    forget,
    portable,
    shares,
    spool_name,
    spooled,
)
from bench.plan import Trial
from bench.retrieval.vectors import NAME as EMBEDDINGS
from bench.stage import Interrupted, Stop

DEATHS = 3
"""How many workers a shard may cost before the run stops: then it is the shard's doing, not the machine's."""
HIRE_S = 120.0
"""Seconds until a worker must be up; installing nothing, it takes a few."""
COLLECT_S = 60.0
LOOK_S = 0.5
KNOCK_S = 10.0
OBJECTS_BYTES = 256 * 2**20
"""Shared memory of a cluster of one's own: it carries the dataset and batches of records, no more."""


def execute(run: PreparedRun, observer: Observer, workers: int | None = None) -> None:
    """Do every call the log does not have yet, on the cluster. Returns when all trials are answered and judged.

    `workers`: how many at most; None for one per CPU of the cluster, as far as there are calls enough. Raises
    UsageError where Ray is missing or the run is of a kind that a cluster cannot do, and otherwise what a local run
    raises; the log then holds everything that came back, and the same command, on a cluster or not, does the rest.
    """
    due = Due(run)
    _refuse_unfit(due)
    for text in run.notices:
        observer.notice(text)
    with opened(run), connected(workers) as ray:
        until_done(lambda stop: _campaign(ray, due, observer, workers, stop))


async def _campaign(ray: Any, due: Due, observer: Observer, workers: int | None, stop: Stop) -> None:
    run = due.run
    with ExitStack() as files, signals(stop, observer.notice):
        log = ClusterLog(due, observer, files, stop)
        nodes = _Nodes(ray, spool_name(run))
        for lines in await nodes.collect():
            log.take(lines, settles=False)
        log.announce()
        remaining = log.remaining(run.trials)
        if remaining and not stop.is_set:
            await require_fit_panel(run, due, stop, observer.notice, log.spent)
        if remaining and not stop.is_set:
            sent = portable(run, await _files(due, stop, observer))
            wanted = workers or nodes.cpus
            count = min(wanted, -(-run.concurrency // CALLS_PER_WORKER) if workers is None else wanted)
            await _Driver(ray, run, observer, stop, log, nodes, sent).run(remaining, shares(run.concurrency, count))
        # Reached only when every worker's last record is in the log: a dropped run keeps its spools for the next.
        await nodes.forget()


class _Driver:
    """Shards in a queue, and one task here for each worker there."""

    def __init__(
        self, ray: Any, run: PreparedRun, observer: Observer, stop: Stop, log: ClusterLog, nodes: _Nodes, sent: Portable
    ) -> None:
        self._ray, self._run, self._observer, self._stop = ray, run, observer, stop
        self._log, self._nodes, self._sent = log, nodes, ray.put(sent)
        self._shards: deque[tuple[str, tuple[Trial, ...]]] = deque()
        self._deaths: Counter[str] = Counter()
        self._hired = 0
        self._type = ray.remote(Worker).options(scheduling_strategy="SPREAD", num_cpus=1)

    async def run(self, trials: Sequence[Trial], in_flight: Sequence[int]) -> None:
        """Carry out all of it. Where it cannot go on, `stop` is set with the reason."""
        stretches = cut(trials, len(in_flight), in_flight[0])
        self._shards.extend((str(number), stretch) for number, stretch in enumerate(stretches, 1))
        await asyncio.gather(*(self._keep_busy(share) for share in in_flight[: len(stretches)]))

    async def _keep_busy(self, share: int) -> None:
        worker = None
        try:
            while self._shards and not self._stop.is_set:
                name, trials = self._shards.popleft()
                try:
                    worker = worker or await self._hire(share)
                    if worker is None:
                        self._shards.appendleft((name, trials))
                        return
                    await self._through(worker, name, trials)
                except self._ray.exceptions.RayActorError as death:
                    self._dismiss(worker)
                    worker = None
                    await self._after_death(name, trials, death)
        except BenchError as error:
            self._stop.set(error)
        finally:
            self._dismiss(worker)

    async def _hire(self, share: int) -> Any:
        """A worker that is up; None where none is to be had and others are at work, or the run is stopping."""
        worker = self._type.remote(self._sent, self._nodes.spool, share)
        # Not by the environment that Ray would set up: it writes that, keys and all, into its own logs.
        greeting = asyncio.ensure_future(_awaited(worker.greet.remote(credentials(self._run))))
        waited = 0.0
        while not greeting.done() and waited < HIRE_S and not self._stop.is_set:
            await asyncio.wait([greeting], timeout=LOOK_S)
            waited += LOOK_S
        if not greeting.done():
            greeting.cancel()
            self._dismiss(worker)
            if self._hired or self._stop.is_set:
                return None
            raise ProviderError(
                f"The cluster gave no worker within {HIRE_S:.0f} s: it has {self._nodes.cpus} CPUs, all of them taken, "
                "or the workers cannot be started there. Look at `ray status`."
            )
        who: Greeting = greeting.result()
        if who.version != __version__:
            self._dismiss(worker)
            raise UsageError(
                f"A machine of the cluster has version {who.version} of the suite, this one {__version__}: install the "
                "same version everywhere."
            )
        self._hired += 1
        return worker

    async def _through(self, worker: Any, name: str, trials: Sequence[Trial]) -> None:
        logged, earlier = self._log.known(trials)
        await worker.begin.remote(Shard(name, tuple(trials), logged, earlier))
        told = False
        while True:
            if self._stop.is_set and not told:
                await worker.stop.remote()
                told = True
            batch = await worker.take.remote()
            self._log.take(batch.lines)
            for text in batch.notices:
                self._observer.notice(text)
            if batch.error is not None and not isinstance(batch.error, Interrupted):
                self._stop.set(batch.error)
            if batch.finished:
                return

    async def _after_death(self, name: str, trials: Sequence[Trial], death: Exception) -> None:
        """Take what the worker had written, and put the rest of its shard back."""
        for lines in await self._nodes.collect():
            self._log.take(lines)
        rest = tuple(self._log.remaining(trials))
        self._observer.notice(
            f"A worker was lost ({_first_line(death)}); {len(trials) - len(rest)} of the {len(trials)} trials of its "
            f"shard were finished, the rest goes to another."
        )
        self._deaths[name] += 1
        if rest:
            self._shards.appendleft((name, rest))
        if rest and self._deaths[name] >= DEATHS:
            at = " / ".join(map(str, rest[0].trial_id))
            raise ProviderError(
                f"{DEATHS} workers were lost on the same stretch of the plan (from {at}): see the cluster's logs "
                "(memory?). Everything that came back is logged; the same command goes on from here."
            )

    def _dismiss(self, worker: Any) -> None:
        if worker is not None:
            self._ray.kill(worker)


class _Nodes:
    """The machines of the cluster, and the spools of this run on their disks."""

    def __init__(self, ray: Any, spool: str) -> None:
        self._ray, self.spool, self._all_answered = ray, spool, True
        self.cpus = max(1, int(ray.cluster_resources().get("CPU", 1)))

    async def collect(self) -> list[Any]:
        """What the spools hold, by machine. A machine that does not answer has nothing to give."""
        return await self._everywhere(spooled)

    async def forget(self) -> None:
        """Remove the spools, unless a machine did not answer before: its records may come yet."""
        if self._all_answered:
            await self._everywhere(forget)

    async def _everywhere(self, what: Any) -> list[Any]:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        asked = self._ray.remote(what)
        calls = [
            asked.options(
                num_cpus=0,
                max_retries=2,
                scheduling_strategy=NodeAffinitySchedulingStrategy(node["NodeID"], soft=False),
            ).remote(self.spool)
            for node in self._ray.nodes()
            if node["Alive"]
        ]
        answers = await asyncio.gather(
            *(asyncio.wait_for(_awaited(call), COLLECT_S) for call in calls), return_exceptions=True
        )
        found = []
        for answer in answers:
            if isinstance(answer, self._ray.exceptions.RayError | TimeoutError):
                self._all_answered = False
                cause = getattr(answer, "cause", None)
                if isinstance(cause, ImportError):
                    raise UsageError(
                        f"A machine of the cluster cannot load the suite ({cause}): install the same version of "
                        "rag-generator-bench[ray] on every one."
                    )
                continue
            if isinstance(answer, BaseException):
                raise answer
            found.append(answer)
        return found


async def _awaited(reference: Any) -> Any:
    return await reference


async def _files(due: Due, stop: Stop, observer: Observer) -> dict[str, bytes]:
    """What the workers' retriever reads: the run files, or every embedding, asked for once and here."""
    run = due.run
    if run.retriever.path is not None:
        names = {str(run.retriever.path).replace("{lang}", lang) for lang in run.config.langs}
        return {Path(name).name: Path(name).read_bytes() for name in names}
    if run.retriever.endpoint is None:
        return {}
    await due.embed(stop, observer.notice)
    path = run.folder.parent / EMBEDDINGS
    return {EMBEDDINGS: path.read_bytes()} if path.exists() else {}


def _refuse_unfit(due: Due) -> None:
    require_ray()
    own = [model for model, _ in own_models(due.run.models)]
    if own and work_for(due, own):
        raise UsageError(
            "The workers of a cluster reach a model by its server's address: start one for "
            f"{', '.join(model.name for model in own)} and give it with --base-url (vllm:NAME@http://HOST:PORT/v1 for "
            "a judge), or let the cluster run the model: --engine ray-vllm."
        )


def _first_line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)[:200]


@contextmanager
def connected(workers: int | None) -> Iterator[Any]:
    """Ray, connected to a cluster, which is left as it was found; one that was started here is stopped.

    `workers`: how many a cluster started here must have room for; None for one per CPU. Raises UsageError where Ray
    is not installed or the address is of a kind that does not serve, ProviderError where nobody answers there.
    """
    ray = require_ray()
    address = os.environ.get("RAY_ADDRESS", "").strip()
    if address.startswith("ray://"):
        raise UsageError(
            f"RAY_ADDRESS is {address}: records stream back only to a program inside the cluster. Run this command on "
            "a machine of the cluster with RAY_ADDRESS=HOST:6379 (or auto), or hand it in with `ray job submit`."
        )
    _knock(address)
    if ray.is_initialized():
        raise UsageError("This process is connected to a Ray cluster already: run one campaign at a time.")
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if not address or address == "local":
        cpus = max(workers or 0, os.cpu_count() or 1)
        settings |= {"num_cpus": cpus, "include_dashboard": False, "object_store_memory": OBJECTS_BYTES}
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray.init(address=address or "local", **settings)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
        reason = " ".join(str(error).split())[:300]
        raise ProviderError(f"The Ray cluster at {address or 'this machine'} does not answer: {reason}") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise ProviderError where nobody listens: Ray itself would wait for minutes, and then end the process."""
    host, colon, port = address.rpartition(":")
    if not colon:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=KNOCK_S).close()
    except (OSError, ValueError, OverflowError) as error:
        raise ProviderError(
            f"No Ray cluster answers at RAY_ADDRESS={address} ({error}): give HOST:PORT of its head (port 6379, "
            "as a rule), or auto on a machine of the cluster."
        ) from error


def require_ray() -> Any:
    """The module. Raises UsageError that says how to install it."""
    try:
        import ray
    except ImportError as error:
        raise UsageError(
            "A run on a cluster needs Ray, which is not installed here: pip install 'rag-generator-bench[ray]'."
        ) from error
    return ray
