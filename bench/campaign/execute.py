"""The campaign at work: the calls that the log does not have yet, answers on to the judges as they arrive."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    AsyncExitStack,
    ExitStack,
    contextmanager,
)
from typing import Protocol

from bench.campaign.configure import PreparedRun as Run
from bench.campaign.connections import Connections
from bench.campaign.earlier import earlier_calls, earlier_intents
from bench.campaign.folder import opened
from bench.campaign.intents import Intents
from bench.campaign.judging import InOrder, Limits, open_classifier, open_judge
from bench.campaign.retrieving import retrievers_of
from bench.campaign.serving import Served, served, server_wanted
from bench.config import ModelSpec
from bench.engines.process import OnProgress, no_progress
from bench.errors import BenchError
from bench.generate import Generator, Prepared, Trial
from bench.judge import Classifier, Judge
from bench.log import Writer, read
from bench.prices import cost_usd
from bench.records import Answer, Call, Item, Vote
from bench.records.panel import Intent
from bench.run_folder import ANSWERS, VOTES
from bench.stage import Interrupted, Pool, Stop


class Observer(Protocol):
    """Watches a run. Called in the event loop, so quick; must not raise."""

    def started(self, answers: int, votes: int) -> None: ...

    def answered(self, answer: Answer, *, fresh: bool) -> None: ...

    def voted(self, vote: Vote, *, fresh: bool) -> None: ...

    def notice(self, text: str) -> None: ...


Hold = Callable[[Stop], AbstractContextManager[None]]
"""Entered in the event loop around the calls of a run: who may stop it, and how."""


def execute(run: Run, observer: Observer, starting: OnProgress = no_progress, hold: Hold | None = None) -> None:
    """Do every call the log does not have yet. Returns when all trials are answered and judged.

    A vLLM server is started first where one is wanted; `starting` is told every half second how that gets on. Without
    `hold`, Ctrl-C and SIGTERM stop the run, which needs the main thread. Raises
    UsageError where it cannot be started, and EngineError, ProviderError, LogError, CostLimit or Interrupted; the log
    then holds everything that came back, and executing the same run again does the rest.
    """
    for text in run.notices:
        observer.notice(text)
    wanted = server_wanted(run, observer.notice)
    with opened(run), served(run, wanted, observer.notice, starting) as ready:
        asyncio.run(_campaign(ready, observer, hold))


class CostLimit(BenchError):
    """The run reached --max-cost."""


async def _campaign(on: Served, observer: Observer, hold: Hold | None) -> None:
    stop = Stop()
    async with on.watched(stop):
        await carry_out(on.run, observer, stop, hold(stop) if hold else signals(stop, observer.notice))
    if stop.reason:
        raise stop.reason


class Asking(Protocol):
    """Makes the requests of a run and turns replies into answers, as a Generator does."""

    def prepare(self, trial: Trial) -> Prepared: ...

    async def answer(self, prepared: Prepared) -> Answer: ...


class Way(Protocol):
    """Another way to make the calls of a run than one by one, as `bench.executors.batch` has."""

    def generator(self, plain: Generator) -> Asking: ...

    def judges(self, plain: Sequence[Judge]) -> list[Judge]: ...

    def classifier(self, plain: Classifier | None) -> Classifier | None: ...


OpenWay = Callable[[Run, Stop, Callable[[str], None]], AbstractAsyncContextManager[Way]]


async def carry_out(
    run: Run, observer: Observer, stop: Stop, guard: AbstractContextManager[None], way: OpenWay | None = None
) -> None:
    """The calls of a run whose folder is open, until all are made or `stop` is set. `guard` is entered around them.

    Raises ProviderError, DataError or LogError where nothing could be asked at all; later ones are `stop`'s reason.
    """
    async with AsyncExitStack() as clients:
        connections = Connections(run, stop, clients)
        client = await connections.to(run.endpoint, run.concurrency)
        retrievers = await retrievers_of(run, stop, observer.notice)
        generator = Generator(run.config, run.dataset, run.model, run.endpoint, client, retrievers)
        limits: Limits = {"concurrency": run.concurrency, "timeout_s": run.vote_timeout_s}
        judges = [await open_judge(j, connections, run.config, **limits) for j in run.judges]
        classifier = await open_classifier(run.judges, connections, run.config, **limits)
        asking: Asking = generator
        with ExitStack() as logs, guard:
            if way:
                other = await clients.enter_async_context(way(run, stop, observer.notice))
                asking, judges = other.generator(generator), other.judges(judges)
                classifier = other.classifier(classifier)
            await _Campaign(run, observer, stop, asking, judges, classifier, logs).run()


class _Campaign:
    """The two stages of a run at work: answers to their log and on to every judge, votes to theirs."""

    def __init__(
        self,
        run: Run,
        observer: Observer,
        stop: Stop,
        generator: Asking,
        judges: Sequence[Judge],
        classifier: Classifier | None,
        logs: ExitStack,
    ) -> None:
        self._wanted, self._observer, self._stop = run, observer, stop
        self._generator, self._judges = generator, judges
        answers, votes = run.folder / ANSWERS, run.folder / VOTES
        self._old_answers, self._old_votes = read(answers, Answer), read(votes, Vote)
        self._paid_answers, self._paid_votes = earlier_calls(run)
        self._answered, self._voted = self._old_answers.done(), self._old_votes.done()
        self._answers: Writer[Answer] = logs.enter_context(Writer(answers))
        self._votes: Writer[Vote] = logs.enter_context(Writer(votes))
        self._queues: list[asyncio.Queue[tuple[Item, Answer] | None]] = [asyncio.Queue() for _ in judges]
        self._in_order: InOrder[tuple[Item, Answer]] = InOrder(_place(trial) for trial in run.trials)
        self._specs = {model.spec: model for model, _ in filter(None, run.judges)}
        self._spent = 0.0
        self._intents: Intents | None = None
        if classifier:
            self._intents = Intents(run.folder, classifier, logs, earlier_intents(run), self._classified)

    async def run(self) -> None:
        self._report_damage()
        self._observer.started(len(self._wanted.trials), len(self._wanted.trials) * len(self._judges))
        async with asyncio.TaskGroup() as group:
            for judge, queue in zip(self._judges, self._queues, strict=True):
                pool = Pool(self._vote_by(judge), self._voted_on, self._wanted.concurrency)
                group.create_task(pool.drain(queue, self._stop))
            answering = Pool(self._answer, self._hand_on, self._wanted.concurrency)
            await answering.run(map(self._generator.prepare, self._wanted.trials), self._stop)
            for queue in self._queues:
                for _ in range(self._wanted.concurrency):
                    queue.put_nowait(None)

    def _report_damage(self) -> None:
        for name, writer in ((ANSWERS, self._answers), (VOTES, self._votes)):
            if writer.set_aside:
                self._observer.notice(f"{name} ended in a half-written line; it was set aside in {name}.torn.")
        intents = self._intents.malformed if self._intents else ()
        for fault in (*self._old_answers.malformed, *self._old_votes.malformed, *intents):
            self._observer.notice(f"{fault}; this call is due again.")

    async def _answer(self, prepared: Prepared) -> Answer:
        if prepared.key in self._answered:
            return self._old_answers.records[prepared.key]
        answer = self._paid_answers.get(prepared.key)
        if answer is None:
            answer = await self._generator.answer(prepared)
            self._spend(answer, self._wanted.model)
        else:
            # The same call, but another trial: of a run with another seed, or of a canary whose evidence was not in
            # the context anyway.
            own = {name: getattr(prepared, name) for name in ("canary", "chunks", "prompt_hash", "seed")}
            answer = answer.model_copy(update=own)
        self._answers.append(answer)
        return answer

    def _hand_on(self, prepared: Prepared, answer: Answer) -> None:
        known = prepared.key in self._answered or prepared.key in self._paid_answers
        self._observer.answered(answer, fresh=not known)
        for job in self._in_order.add(_place(prepared.trial), (prepared.trial.item, answer)):
            for queue in self._queues if job[1].text is not None else ():
                queue.put_nowait(job)

    def _vote_by(self, judge: Judge) -> Callable[[tuple[Item, Answer]], Awaitable[Vote | None]]:
        async def vote(job: tuple[Item, Answer]) -> Vote | None:
            item, answer = job
            if self._intents and not (await self._intents.of(item, answer)).to_be_graded(item.kind):
                return None
            key = judge.key(item, answer)
            if key in self._voted:
                return self._old_votes.records[key]
            given = self._paid_votes.get(key)
            if given is None:
                given = await judge.vote(item, answer)
                self._spend(given, self._specs.get(judge.spec))
            self._votes.append(given)
            return given

        return vote

    def _classified(self, intent: Intent) -> None:
        self._spend(intent, self._specs.get(intent.model))

    def _voted_on(self, job: tuple[Item, Answer], vote: Vote | None) -> None:
        del job
        if vote is None:
            return
        self._observer.voted(vote, fresh=vote.key not in self._voted and vote.key not in self._paid_votes)

    def _spend(self, call: Call, model: ModelSpec | None) -> None:
        self._spent += (cost_usd(call, model) if model else None) or 0.0
        limit = self._wanted.max_cost
        if limit is not None and self._spent >= limit:
            self._stop.set(
                CostLimit(
                    f"Stopped at the cost limit of {limit:g} USD. Everything that came back is logged; "
                    "run the same command with a higher --max-cost to go on."
                )
            )


def _place(trial: Trial) -> tuple[str, str, str, int]:
    return trial.item.lang, trial.item.id, trial.arm, trial.repeat


@contextmanager
def signals(stop: Stop, notice: Callable[[str], None]) -> Iterator[None]:
    """Ctrl-C and SIGTERM ask for a stop that loses nothing; a second one drops the calls in flight."""
    loop = asyncio.get_running_loop()
    main = asyncio.current_task()
    assert main is not None

    def asked() -> None:
        if stop.is_set:
            main.cancel()
            return
        notice("Stopping: waiting for the calls in flight. Ctrl-C once more drops them.")
        stop.set(Interrupted("Interrupted. Everything that came back is logged; the same command goes on from here."))

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for number in numbers:
        loop.add_signal_handler(number, asked)
    try:
        yield
    except asyncio.CancelledError:
        if not isinstance(stop.reason, Interrupted):
            raise
        main.uncancel()
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)
