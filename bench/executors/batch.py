"""`bench run --batch`: the calls of a run through OpenAI's Batch API or Anthropic's Message Batches, at half price.

The campaign stays as it is: every missing answer and vote is asked for at once, waits in a queue per model, and is
logged under its usual key when its batch has ended. Answers go on to the judges as they arrive, so votes make up the
next batch, and a verdict that cannot be read is asked for again in the one after. The rule judge works at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from types import TracebackType
from typing import Self

from bench.campaign import Observer
from bench.campaign import PreparedRun as Run
from bench.campaign.execute import carry_out, signals
from bench.campaign.folder import opened
from bench.config import LOCAL_SERVERS, Endpoint, ModelSpec
from bench.errors import UsageError
from bench.executors.batch_api import BatchApi
from bench.executors.batch_client import BatchedCall, batched_call
from bench.executors.batch_ledger import LEDGER, Ledger, refuse_owed
from bench.executors.batch_provider import Provider
from bench.executors.batch_queue import BatchQueue
from bench.generate import Generator, Prepared, Trial
from bench.judge import Classifier, Judge, JudgePrompt, LlmClassifier, LlmJudge, Patience
from bench.log import call_key
from bench.records import Answer, Item, Message, Vote
from bench.records.panel import Intent
from bench.stage import Stop

__all__ = ["Batching", "execute_in_batches", "refuse_owed", "refuse_unbatchable"]


def execute_in_batches(run: Run, observer: Observer) -> None:
    """Do every call the log does not have yet, in batches. Returns when all trials are answered and judged.

    Raises UsageError where the model or a judge has no batch API, and otherwise what `bench.campaign.execute` raises;
    the log and the ledger then hold everything, and the same command goes on without paying for anything again.
    """
    refuse_unbatchable([(run.model, run.endpoint), *filter(None, run.judges)])
    for text in run.notices:
        observer.notice(text)
    with opened(run):
        asyncio.run(_in_batches(run, observer))


def refuse_unbatchable(asked: Sequence[tuple[ModelSpec, Endpoint]]) -> None:
    """Raise UsageError for what has no batch API whatever its address. Any other endpoint is tried."""
    without = [
        model.spec
        for model, endpoint in asked
        if endpoint.wire not in {"openai", "anthropic"} or endpoint.name in LOCAL_SERVERS
    ]
    if without:
        raise UsageError(
            f"{' and '.join(without)}: no batch API. --batch is for models and judges behind OpenAI's or Anthropic's "
            "API; leave it out."
        )


async def _in_batches(run: Run, observer: Observer) -> None:
    stop = Stop()
    # Calls wait in a queue, not in flight: all of them at once make the fewest batches.
    at_once = replace(run, concurrency=len(run.trials))
    await carry_out(at_once, observer, stop, signals(stop, observer.notice), Batching)
    if stop.reason:
        raise stop.reason


class Batching:
    """The queues of a run, one for each model that it asks. Use in `async with`, under the run's lock."""

    def __init__(self, run: Run, stop: Stop, tell: Callable[[str], None]) -> None:
        self._run, self._stop, self._tell = run, stop, tell
        self._queues: dict[tuple[str, str, str], BatchQueue] = {}
        self._closing = AsyncExitStack()
        self._ledger = Ledger(run.folder)

    async def __aenter__(self) -> Self:
        self._closing.enter_context(self._ledger)
        for fault in self._ledger.malformed:
            self._tell(f"{fault}; this line of {LEDGER} is passed over.")
        if self._run.max_cost is not None:
            self._tell("--max-cost: a batch that has been submitted is paid for; the limit stops the next one.")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._closing.aclose()
        under_way = [s.batch for s in self._ledger.submissions.values() if s.step == "created"]
        if under_way:
            more = f" and {len(under_way) - 3} more" if len(under_way) > 3 else ""
            named = ", ".join(map(str, under_way[:3]))
            self._tell(f"Under way at the provider: {named}{more}. The same command fetches what they bring.")

    def generator(self, plain: Generator) -> BatchGenerator:
        """The run's generator, whose answers come in batches."""
        return BatchGenerator(plain, self._calls_to(self._run.model, self._run.endpoint))

    def judges(self, plain: Sequence[Judge]) -> list[Judge]:
        """The run's judges, whose votes come in batches; the rule judge as it is."""
        two_stage = self._run.config.judging == "two-stage"
        return [
            _BatchJudge(judge, *asked, self._calls_to(*asked), two_stage=two_stage)
            if asked and isinstance(judge, LlmJudge)
            else judge
            for judge, asked in zip(plain, self._run.judges, strict=True)
        ]

    def classifier(self, plain: Classifier | None) -> Classifier | None:
        """The first stage of two-stage judging in batches; by rule, or none, as it is."""
        asked = self._run.judges[0]
        if asked is None or plain is None:
            return plain
        return _BatchClassifier(plain, *asked, self._calls_to(*asked))

    def _calls_to(self, model: ModelSpec, endpoint: Endpoint) -> Callable[[str], BatchedCall]:
        """What makes the client for a call, by the call's key."""

        def call(key: str) -> BatchedCall:
            return batched_call(self._queue(model, endpoint), endpoint, key, self._run.pacing, self._stop.sleep)

        return call

    def _queue(self, model: ModelSpec, endpoint: Endpoint) -> BatchQueue:
        place = (endpoint.name, endpoint.base_url, model.name)
        if place not in self._queues:
            api = _api(endpoint, model.name)
            provider = Provider(api, self._ledger, endpoint, model.name, self._run.pacing, self._stop, self._tell)
            queue = BatchQueue(provider)
            self._closing.push_async_callback(queue.close)
            self._queues[place] = queue
        return self._queues[place]


def _api(endpoint: Endpoint, model: str) -> BatchApi:
    if endpoint.wire == "openai":
        from bench.executors.batch_openai import OpenAIBatches

        return OpenAIBatches(endpoint, model)
    from bench.executors.batch_anthropic import AnthropicBatches

    return AnthropicBatches(endpoint, model)


class BatchGenerator:
    """A Generator whose calls go through batches."""

    def __init__(self, plain: Generator, call: Callable[[str], BatchedCall]) -> None:
        self._plain, self._call = plain, call

    def prepare(self, trial: Trial) -> Prepared:
        """As the plain generator does."""
        return self._plain.prepare(trial)

    async def answer(self, prepared: Prepared) -> Answer:
        """The answer, when its batch has ended. Raises as the plain generator does, and GivenUp when stopping."""
        client = self._call(prepared.key)
        answer = await self._plain.answer(prepared, client)
        return answer.model_copy(update=client.mark)


class _BatchJudge:
    """An LlmJudge whose calls go through batches. A time limit for a vote has no meaning there."""

    def __init__(
        self,
        plain: LlmJudge,
        model: ModelSpec,
        endpoint: Endpoint,
        call: Callable[[str], BatchedCall],
        *,
        two_stage: bool,
    ) -> None:
        self._plain, self._model, self._endpoint, self._call = plain, model, endpoint, call
        self._two_stage = two_stage

    @property
    def spec(self) -> str:
        return self._plain.spec

    def key(self, item: Item, answer: Answer) -> str:
        return self._plain.key(item, answer)

    async def vote(self, item: Item, answer: Answer, stored: JudgePrompt | None = None, *, regrade: int = 0) -> Vote:
        prompt = stored or self._plain.prompt(item, answer)
        client = self._call(_key(self._model, prompt.messages, regrade, answer))
        judge = LlmJudge(self._model, self._endpoint, client, Patience(), two_stage=self._two_stage)
        vote = await judge.vote(item, answer, prompt, regrade=regrade)
        return vote.model_copy(update=client.mark)


class _BatchClassifier:
    """An LlmClassifier whose calls go through batches."""

    def __init__(
        self, plain: Classifier, model: ModelSpec, endpoint: Endpoint, call: Callable[[str], BatchedCall]
    ) -> None:
        self._plain, self._model, self._endpoint, self._call = plain, model, endpoint, call

    @property
    def spec(self) -> str:
        return self._plain.spec

    def key(self, item: Item, answer: Answer) -> str:
        return self._plain.key(item, answer)

    async def classify(self, item: Item, answer: Answer, stored: JudgePrompt | None = None) -> Intent:
        key = _key(self._model, stored.messages, 0, answer) if stored else self.key(item, answer)
        client = self._call(key)
        intent = await LlmClassifier(self._model, self._endpoint, client).classify(item, answer, stored)
        return intent.model_copy(update=client.mark)


def _key(model: ModelSpec, messages: tuple[Message, ...], regrade: int, answer: Answer) -> str:
    """The key that the vote or classification will be logged under."""
    return call_key(model.spec, dict(model.params), messages, regrade, answer.key)
