"""A run at work: every missing answer and vote asked for, logged under its key, and nothing paid twice."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, AsyncExitStack, ExitStack, contextmanager
from functools import partial
from typing import Protocol, TypeVar

from bench.campaign.configure import PreparedRun, opened
from bench.campaign.connections import CallExecutor, Connections, settings_answered
from bench.campaign.due import Due
from bench.campaign.judge_test import require_fit_panel
from bench.campaign.judging import InOrder, Intents, open_panel
from bench.campaign.serving import served, server_wanted
from bench.clients import Client
from bench.engines.process import OnProgress, no_progress
from bench.errors import BenchError
from bench.generate import answer
from bench.judge import Classifier, Panelist, voters
from bench.plan import PreparedTrial
from bench.prices import most_usd
from bench.records import Answer, Call, Item, Vote
from bench.stage import Interrupted, Pool, Stop

T = TypeVar("T")
BACKLOG = 2000
"""Answers that may wait for a judge. With so many, no further one is asked for: they would fill the memory."""
BACKLOG_S = 0.5
"""How often it is looked whether they have become fewer."""
STARTING_S = 15.0
"""How often the start of a server is reported, in words."""


class Observer(Protocol):
    """Watches a run. Called in the event loop, so quick; must not raise.

    A subclass says what it watches; the rest is passed over.
    """

    def started(self, answers: int, votes: int) -> None:
        """How many answers and votes there are in all, those of the log among them. Of a cascade it is one vote for
        each answer: whether the model is asked too is not known before."""
        del answers, votes

    def answered(self, answer: Answer, *, fresh: bool) -> None:
        """An answer is in the log. `fresh`: it was asked for now."""
        del answer, fresh

    def voted(self, vote: Vote, *, fresh: bool) -> None:
        """A vote is in the log. `fresh`: it was asked for now. Of a cascade both the rules' and the model's come."""
        del vote, fresh

    def starting(self, seconds: float, line: str) -> None:
        """A server has been starting for so long; the last line of its log."""
        del seconds, line

    def notice(self, text: str) -> None:
        """A sentence for the person."""
        del text


class Notices(Observer):
    """Passes on what a person should know, to `tell`, and how the start of a server gets on now and then."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._said_after = 0.0

    def starting(self, seconds: float, line: str) -> None:
        if seconds >= self._said_after + STARTING_S:
            self._said_after = seconds
            self.notice(f"Starting the server, {seconds:.0f} s: {line or '…'}")

    def notice(self, text: str) -> None:
        self._tell(text)


Watch = Callable[[PreparedRun], AbstractContextManager[Observer]]
"""Gives a run its observer, for as long as it is at work."""
StopGuard = Callable[[Stop], AbstractContextManager[None]]
"""Entered in the event loop around the calls of a run: who may stop it, and how."""
OpenExecutor = Callable[[PreparedRun, Stop, Callable[[str], None]], AbstractAsyncContextManager[CallExecutor]]
"""Another way to make the calls of a run than one by one, as `bench.executors.batch` has. It is given the run, its stop
and who hears notices; entered when the run's folder is locked, left when all calls are over."""


def execute(
    run: PreparedRun,
    observer: Observer,
    starting: OnProgress = no_progress,
    guard: StopGuard | None = None,
    executor: OpenExecutor | None = None,
) -> float:
    """Do every call the log does not have yet; returns when all trials are answered and judged: what it cost in USD.

    A vLLM server is started first where one is wanted; `starting` is told every half second how that gets on. Without
    `guard`, Ctrl-C and SIGTERM stop the run, which needs the main thread. Calls without a price count as 0. Raises
    UsageError where it cannot be started, and EngineError, ProviderError, LogError, CostLimit or Interrupted; the log
    then holds everything that came back, and executing the same run again does the rest.
    """
    for text in run.notices:
        observer.notice(text)
    due = Due(run)
    model = server_wanted(due, observer.notice)
    with opened(run), served(run, model, observer.notice, starting) as ready:

        async def work(stop: Stop) -> float:
            async with ready.watched(stop):
                guarded = guard(stop) if guard else signals(stop, observer.notice)
                return await carry_out(ready.run, observer, stop, guarded, executor, due)

        return until_done(work)


def until_done(work: Callable[[Stop], Awaitable[T]]) -> T:
    """Run `work` in an event loop of its own. Raises the reason of the stop it is given, once that is set."""

    async def main() -> T:
        stop = Stop()
        result = await work(stop)
        if stop.reason:
            raise stop.reason
        return result

    return asyncio.run(main())


async def carry_out(
    run: PreparedRun,
    observer: Observer,
    stop: Stop,
    guard: AbstractContextManager[None],
    open_executor: OpenExecutor | None = None,
    due: Due | None = None,
) -> float:
    """The calls of a run whose folder is open, until all are made or `stop` is set: what they cost in USD.

    `guard` is entered around them. `due`: what is due of the same trials, where that has been looked at already.
    Raises ProviderError, DataError or LogError where nothing could be asked at all; later ones are `stop`'s reason.
    """
    due = due or Due(run)
    async with AsyncExitStack() as clients:
        models = [model for model, _ in run.models]
        answered = partial(settings_answered, models, due.logs)
        executor: CallExecutor = Connections(run.pacing, stop, clients, observer.notice, answered)
        if open_executor:
            executor = await clients.enter_async_context(open_executor(run, stop, observer.notice))
        client = await executor.to(run.endpoint, run.concurrency)
        await due.embed(stop, observer.notice)
        judges, classifier = await open_panel(
            run.judges,
            run.judges[0],
            executor,
            run.config,
            concurrency=run.concurrency,
            timeout_s=run.vote_timeout_s,
        )
        with ExitStack() as files, guard:
            for log in due.logs:
                for text in log.open(files):
                    observer.notice(text)
            campaign = _Campaign(run, due, observer, stop, client, judges, classifier)
            # In a batch too, one by one: a batch may take a day, and a judge that is not fit would be paid by then.
            await require_fit_panel(run, due, stop, observer.notice, campaign.spending.add)
            await campaign.run()
    return campaign.spending.usd


class CostLimit(BenchError):
    """The run reached --max-cost."""


class Spending:
    """Adds up what new calls cost, in USD, and sets `stop` where the run's limit is reached.

    A call with tokens in a cache whose price is not known counts as the most that it can have cost; calls without any
    price count as 0.
    """

    def __init__(self, run: PreparedRun, stop: Stop) -> None:
        self._models = {model.spec: model for model, _ in run.models}
        self._limit, self._stop, self.usd = run.max_cost, stop, 0.0

    def add(self, call: Call) -> None:
        """Count one call that has just been made."""
        model = self._models.get(call.model)
        self.usd += (most_usd(call, model) if model else None) or 0.0
        if self._limit is not None and self.usd >= self._limit:
            self._stop.set(
                CostLimit(
                    f"Stopped at the cost limit of {self._limit:g} USD. Everything that came back is logged; "
                    "run the same command with a higher --max-cost to go on."
                )
            )


Graded = tuple[Item, Answer]


class _Campaign:
    """The two stages of a run at work: answers to their log and on to every judge, votes to theirs."""

    def __init__(
        self,
        run: PreparedRun,
        due: Due,
        observer: Observer,
        stop: Stop,
        client: Client,
        judges: Sequence[Panelist],
        classifier: Classifier | None,
    ) -> None:
        self._run, self._due, self._observer, self._stop = run, due, observer, stop
        self._client, self._judges = client, judges
        self.spending = Spending(run, stop)
        self._intents = Intents(due.intents, classifier, self.spending.add) if classifier else None
        self._queues: list[asyncio.Queue[Graded | None]] = [asyncio.Queue() for _ in judges]
        self._in_order: InOrder[Answer] = InOrder(trial.trial_id for trial in run.trials)

    async def run(self) -> None:
        trials, workers = self._run.trials, self._run.concurrency
        self._observer.started(len(trials), len(trials) * len(self._judges))
        async with asyncio.TaskGroup() as group:
            for judge, queue in zip(self._judges, self._queues, strict=True):
                group.create_task(Pool(self._vote_by(judge), _nothing, workers).drain(queue, self._stop))
            await Pool(self._answer, self._answered, workers).run(map(self._due.prepare, trials), self._stop)
            for queue in self._queues:
                for _ in range(workers):
                    queue.put_nowait(None)

    async def _answer(self, prepared: PreparedTrial) -> tuple[Answer, bool]:
        while any(queue.qsize() >= BACKLOG for queue in self._queues):
            await self._stop.sleep(BACKLOG_S)

        async def call() -> Answer:
            return await answer(prepared, self._run.model, self._run.endpoint, self._client)

        # The same call, but another trial: of a run with another seed, or of a canary whose evidence was not in the
        # context anyway.
        own = {name: getattr(prepared, name) for name in ("canary", "chunks", "prompt_hash", "seed")}
        record, fresh = await self._due.answers.once(prepared.key, call, self.spending.add, **own)
        if record.key in self._run.just_asked:
            self._run.just_asked.discard(record.key)
            self.spending.add(record)
            fresh = True
        return record, fresh

    def _answered(self, prepared: PreparedTrial, result: tuple[Answer, bool]) -> None:
        self._observer.answered(result[0], fresh=result[1])
        for answered in self._in_order.add(prepared.trial.trial_id, result[0]):
            item = self._due.shown(answered) if answered.text is not None else None
            if item is not None:
                for queue in self._queues:
                    queue.put_nowait((item, answered))

    def _vote_by(self, judge: Panelist) -> Callable[[Graded], Awaitable[None]]:
        async def vote(graded: Graded) -> None:
            if self._intents and not (await self._intents.of(*graded)).to_be_graded(graded[0].kind):
                return
            for voter in voters(judge, *graded):
                call = partial(voter.vote, *graded)
                cast, fresh = await self._due.votes.once(voter.key(*graded), call, self.spending.add)
                self._observer.voted(cast, fresh=fresh)

        return vote


def _nothing(graded: Graded, result: None) -> None:
    del graded, result


@contextmanager
def signals(stop: Stop, notice: Callable[[str], None]) -> Iterator[None]:
    """Ctrl-C and SIGTERM ask for a stop that loses nothing; a second one drops the calls in flight."""
    loop = asyncio.get_running_loop()
    main = asyncio.current_task()
    assert main is not None

    def stop_softly() -> None:
        if stop.is_set:
            main.cancel()
            return
        notice("Stopping: waiting for the calls in flight. Ctrl-C once more drops them.")
        stop.set(Interrupted("Interrupted. Everything that came back is logged; the same command goes on from here."))

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for number in numbers:
        loop.add_signal_handler(number, stop_softly)
    try:
        yield
    except asyncio.CancelledError:
        if not isinstance(stop.reason, Interrupted):
            raise
        main.uncancel()
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)
