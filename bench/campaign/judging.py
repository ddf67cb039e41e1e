"""The panel of a run: one Judge for each model, the classifier of two-stage judging, and the order of grading."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypedDict, TypeVar

from bench.campaign.call_log import CallLog
from bench.campaign.connections import CallExecutor
from bench.config import Endpoint, ModelSpec
from bench.judge import Classifier, Judge, JudgePrompt, LlmClassifier, LlmJudge, Patience, RuleClassifier, RuleJudge
from bench.records import Answer, Item, RunConfig
from bench.records.panel import Intent

T = TypeVar("T")


class Limits(TypedDict):
    """What bounds the calls of a judge: how many at once, and seconds for each vote."""

    concurrency: int
    timeout_s: float


Asked = tuple[ModelSpec, Endpoint] | None
"""A judge as it is reached; None is the rule judge."""


async def open_judge(
    asked: Asked, executor: CallExecutor, config: RunConfig, *, concurrency: int, timeout_s: float
) -> Judge:
    """The judge, connected. Its calls share the limit of its endpoint with everyone who calls it."""
    two_stage = config.judging == "two-stage"
    if asked is None:
        return RuleJudge(two_stage=two_stage)
    model, endpoint = asked
    client, slots = await executor.slotted(endpoint, concurrency)
    return LlmJudge(model, endpoint, client, Patience(slots, timeout_s), two_stage=two_stage)


async def open_classifier(
    panel: Sequence[Asked], executor: CallExecutor, config: RunConfig, *, concurrency: int, timeout_s: float
) -> Classifier | None:
    """The first stage of two-stage judging, by the primary judge; None for one-call judging."""
    if config.judging != "two-stage":
        return None
    if panel[0] is None:
        return RuleClassifier()
    model, endpoint = panel[0]
    client, slots = await executor.slotted(endpoint, concurrency)
    return LlmClassifier(model, endpoint, client, Patience(slots, timeout_s))


def judging_roles(config_judging: str, panel: Sequence[Asked]) -> list[str]:
    """The prompt templates that the panel needs; none where only the rule judge judges."""
    if config_judging == "one-call":
        return ["judge"] if any(panel) else []
    return [*(["intent"] if panel[0] else []), *(["verdict"] if any(panel) else [])]


class Intents:
    """The classifications of a run, from its open log or asked for now. `bought` is told of each new call."""

    def __init__(self, log: CallLog[Intent], classifier: Classifier, bought: Callable[[Intent], None]) -> None:
        self._log, self._classifier, self._bought = log, classifier, bought
        self._one_at_a_time: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def of(self, item: Item, answer: Answer, stored: JudgePrompt | None = None) -> Intent:
        """What the answer does. Asked at most once; a transient failure is asked again by the next run.

        Raises ProviderError and LogError.
        """
        key = self._classifier.key(item, answer)
        async with self._one_at_a_time[key]:
            intent, _ = await self._log.once(key, lambda: self._classifier.classify(item, answer, stored), self._bought)
        return intent


class InOrder(Generic[T]):
    """Lets things out in the order of `places`, whatever order they come in.

    Answers go to the judges in the run's seeded order, so that the order of grading says nothing about the system:
    neither how fast it was nor where it failed.
    """

    def __init__(self, places: Iterable[Hashable]) -> None:
        self._turn = {place: number for number, place in enumerate(places)}
        self._waiting: dict[int, T] = {}
        self._next = 0

    def add(self, place: Hashable, thing: T) -> list[T]:
        """Everything whose turn has come with this, in order; a place is given once."""
        self._waiting[self._turn[place]] = thing
        out = []
        while self._next in self._waiting:
            out.append(self._waiting.pop(self._next))
            self._next += 1
        return out
