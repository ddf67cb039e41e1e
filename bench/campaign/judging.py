"""The panel of a run: one Judge for each model, the classifier of two-stage judging, and the order of grading."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from bench.campaign.call_log import CallLog
from bench.campaign.connections import CallExecutor
from bench.clients import Client
from bench.config import Endpoint, ModelSpec
from bench.judge import (
    Cascade,
    Classifier,
    JudgePrompt,
    LlmClassifier,
    LlmJudge,
    Panelist,
    Patience,
    RuleClassifier,
    RuleJudge,
)
from bench.kinds import MAIN, kind_of
from bench.records import Answer, Item, Kind, RunConfig
from bench.records.panel import Intent

T = TypeVar("T")
JUDGE = kind_of(MAIN).judge_prompt


class Reached(NamedTuple):
    """A model that judges, as it is reached. `after_rules`: it is the model of a cascade (bench.cascade)."""

    model: ModelSpec
    endpoint: Endpoint
    after_rules: bool = False


ReachedJudge = Reached | None
"""A judge as it is reached; None is the rule judge."""


def panelist(judge: ReachedJudge, client: Client, patience: Patience | None = None, *, two_stage: bool) -> Panelist:
    """The judge that asks by `client`, which the rule judge has no use for."""
    rules = RuleJudge(two_stage=two_stage)
    if judge is None:
        return rules
    model = LlmJudge(judge.model, judge.endpoint, client, patience or Patience(), two_stage=two_stage)
    return Cascade(rules, model) if judge.after_rules else model


async def open_panel(
    panel: Iterable[ReachedJudge],
    primary: ReachedJudge,
    executor: CallExecutor,
    config: RunConfig,
    *,
    concurrency: int,
    timeout_s: float,
) -> tuple[list[Panelist], Classifier | None]:
    """The judges of a panel, connected, and the first stage of two-stage judging, by `primary`; None for one call.

    The model of a cascade classifies every answer: whether something is an attempt is not left to the rules.

    `concurrency`: calls in flight to each judge, whose endpoint's limit is shared with everyone who calls it.
    `timeout_s`: seconds for each vote.
    """
    two_stage = config.judging == "two-stage"

    async def connected(judge: Reached) -> tuple[Client, Patience]:
        client, slots = await executor.slotted(judge.endpoint, concurrency)
        return client, Patience(slots, timeout_s)

    judges: list[Panelist] = [
        panelist(judge, *await connected(judge), two_stage=two_stage) if judge else RuleJudge(two_stage=two_stage)
        for judge in panel
    ]
    if not two_stage:
        return judges, None
    if primary is None:
        return judges, RuleClassifier()
    return judges, LlmClassifier(primary.model, primary.endpoint, *await connected(primary))


def judging_roles(config_judging: str, panel: Sequence[ReachedJudge], kinds: Iterable[Kind]) -> list[str]:
    """The prompt templates that the panel needs for questions of these kinds; none where only the rule judge judges.

    The usual one is always among them: what documents were shown may make a question another kind.
    """
    if config_judging == "one-call":
        return list(dict.fromkeys([JUDGE, *(kind_of(k).judge_prompt for k in sorted(kinds))])) if any(panel) else []
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


_NOBODY = object()
"""Whose turn it is when every place has been let out."""


class InOrder(Generic[T]):
    """Lets things out in the order of `places`, whatever order they come in. `places` are taken one by one: a million
    of them need no memory here.

    Answers go to the judges in the run's seeded order, so that the order of grading says nothing about the system:
    neither how fast it was nor where it failed.
    """

    def __init__(self, places: Iterable[Hashable]) -> None:
        self._places = iter(places)
        self._waiting: dict[Hashable, T] = {}
        self._turn: Hashable = next(self._places, _NOBODY)

    def add(self, place: Hashable, thing: T) -> list[T]:
        """Everything whose turn has come with this, in order; a place is given once."""
        self._waiting[place] = thing
        out = []
        while self._turn in self._waiting:
            out.append(self._waiting.pop(self._turn))
            self._turn = next(self._places, _NOBODY)
        return out
