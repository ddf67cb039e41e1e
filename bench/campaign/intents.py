"""The first stage of two-stage judging at work: each answer classified once, whoever of the panel asks first."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

from bench.judge import Classifier, JudgePrompt
from bench.log import Writer, read
from bench.records import Answer, Item
from bench.records.panel import Intent
from bench.run_folder import INTENTS


class Intents:
    """The classifications of a run: those in its log, those that a sibling run has paid for, and new ones.

    `bought` is told of each new call. Give `logs` a stack that is open for as long as this is used.
    """

    def __init__(
        self,
        folder: Path,
        classifier: Classifier,
        logs: ExitStack,
        paid: Mapping[str, Intent],
        bought: Callable[[Intent], None],
    ) -> None:
        self._classifier, self._paid, self._bought = classifier, paid, bought
        old = read(folder / INTENTS, Intent)
        self.malformed = old.malformed
        done = old.done()
        self._known = {key: record for key, record in old.records.items() if key in done}
        self._log: Writer[Intent] = logs.enter_context(Writer(folder / INTENTS))
        self._one_at_a_time: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def of(self, item: Item, answer: Answer, stored: JudgePrompt | None = None) -> Intent:
        """What the answer does. Asked at most once; a transient failure is asked again by the next run.

        Raises ProviderError and LogError.
        """
        key = self._classifier.key(item, answer)
        async with self._one_at_a_time[key]:
            known = self._known.get(key)
            if known is None:
                known = self._paid.get(key)
                if known is None:
                    known = await self._classifier.classify(item, answer, stored)
                    self._bought(known)
                self._log.append(known)
                self._known[key] = known
        return known
