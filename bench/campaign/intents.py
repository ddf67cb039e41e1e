"""The first stage of two-stage judging at work: each answer classified once, whoever of the panel asks first."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable

from bench.campaign.call_log import CallLog
from bench.judge import Classifier, JudgePrompt
from bench.records import Answer, Item
from bench.records.panel import Intent


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
