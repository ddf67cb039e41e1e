"""A batch API asked with patience: what may be repeated is repeated, and every step is in the ledger first.

Guarantees: a batch is never made a second time because the answer to its making was lost; it is looked for at the
provider before. Waiting for a batch ends with its end, with a stop, or with a provider that no longer answers.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from bench.clients import Pacing
from bench.clients.classify import Fault, address_of, plain
from bench.clients.transport import HttpResponse
from bench.clients.waits import next_wait
from bench.config import Endpoint
from bench.errors import ProviderError
from bench.executors.batch_api import ApiFault, BatchApi, Outcome, State
from bench.executors.batch_ledger import Ledger, Submission
from bench.stage import Stop

T = TypeVar("T")

POLL_FAULTS = 30
"""Polls in a row that may fail before the waiting ends; with the longest waits that is half an hour."""
UNSEEN_POLLS = 6
"""So many times in a row a 404 may only mean that a batch cannot be seen just now: after it was made, and between two
polls that saw it (github.com/anthropics/anthropic-sdk-python/issues/1432, read 2026-11-30)."""
TELL_S = 30.0
"""Seconds between two lines about the same batch."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What came of one call, and the batch that it was in."""

    batch: str
    outcome: Outcome


class Provider:
    """The batches of one model at one endpoint. `tell` is given a sentence per event."""

    def __init__(
        self,
        api: BatchApi,
        ledger: Ledger,
        endpoint: Endpoint,
        model: str,
        pacing: Pacing,
        stop: Stop,
        tell: Callable[[str], None],
    ) -> None:
        self.api, self.ledger, self.endpoint, self.model = api, ledger, endpoint, model
        self.pacing, self.stop, self.tell = pacing, stop, tell
        self._rng = random.Random()

    async def create(self, submission: Submission, lines: Sequence[bytes]) -> str:
        """The id of the batch made of `lines`. Raises ApiFault where the provider turns it down for what it is, and
        ProviderError where it does not answer."""
        file = await self._patiently(partial(self.api.upload, submission.name, lines))
        if file is not None:
            submission = self.ledger.step(submission.name, "uploaded", file=file)
        attempt = 0
        while True:
            attempt += 1
            try:
                batch: str | None = await self.api.create(submission.name, file, lines)
            except ApiFault as error:
                await self._after(error.fault, attempt)
                # The batch may have been made all the same: only the answer was lost.
                batch = None if error.fault.kind == "rate_limited" else await self._find(submission)
            if batch is not None:
                self.ledger.step(submission.name, "created", batch=batch)
                return batch

    async def ended(self, submission: Submission, batch: str) -> tuple[State, dict[str, Outcome]]:
        """Wait for the end of a batch and fetch what came back, by custom id. The ledger has it then."""
        state = await self._end_of(batch)
        outcomes: dict[str, Outcome] = {}
        if state.rejected is None:
            outcomes = await self._results(state)
        lost = tuple(made for made in submission.calls if not replied(outcomes.get(made)))
        if submission.step != "ended":
            said = f"{state.word}: {state.rejected.message}" if state.rejected else state.word
            self.ledger.step(submission.name, "ended", lost=lost, note=plain(said, self.endpoint))
        back, total = len(submission.calls) - len(lost), len(submission.calls)
        self.tell(
            f"Batch {batch} has ended ({plain(state.word, self.endpoint)}): {back} of {total} calls have a reply."
        )
        return state, outcomes

    async def recover(self, submission: Submission) -> Mapping[str, Brought]:
        """What an earlier process's submission brought, by custom id: replies only. Empty where it never was made."""
        batch = submission.batch or await self._find(submission)
        if batch is None:
            self.ledger.step(submission.name, "dropped", note="no such batch at the provider")
            return {}
        if submission.batch is None:
            submission = self.ledger.step(submission.name, "created", batch=batch)
        self.tell(f"Batch {batch} of an earlier start: {len(submission.paid)} calls are fetched, not paid again.")
        _, outcomes = await self.ended(submission, batch)
        return {made: Brought(batch, outcome) for made, outcome in outcomes.items() if replied(outcome)}

    async def pause(self, step: int, retry_after_s: float | None = None) -> None:
        """Wait as after the failed attempt number `step`. Raises GivenUp when the run is stopping."""
        await self.stop.sleep(next_wait(self.pacing, step, retry_after_s, self._rng))

    async def _end_of(self, batch: str) -> State:
        polls = faults = 0
        said: tuple[str, int] | None = None
        told_at = time.monotonic()
        while True:
            polls += 1
            retry_after_s = None
            try:
                state = await self.api.state(batch)
            except ApiFault as error:
                faults += 1
                retry_after_s = error.fault.retry_after_s
                if error.fault.status != 404 or faults > UNSEEN_POLLS:
                    self._refuse(error.fault, batch, faults)
            else:
                faults = 0
                if state.ended:
                    return state
                now = time.monotonic()
                if (state.word, state.done) != said and (said is None or now - told_at >= TELL_S):
                    word = plain(state.word, self.endpoint)
                    self.tell(f"Batch {batch}: {word}, {state.done} of {state.total or '?'} calls done.")
                    said, told_at = (state.word, state.done), now
            await self.pause(polls, retry_after_s)

    def _refuse(self, fault: Fault, batch: str, faults: int) -> None:
        """Raise where asking for the batch again makes no sense."""
        if fault.status == 404:
            raise ProviderError(
                f"{address_of(self.endpoint)} does not know the batch {batch} (HTTP 404): use the key that it was "
                "submitted with. Where it is gone, delete batches.jsonl in the run's folder to make, and pay for, its "
                "calls anew."
            )
        if not fault.retry or faults > POLL_FAULTS:
            raise ProviderError(
                f"{fault.message} The batch {batch} goes on at the provider; the same command fetches it."
            )

    async def _find(self, lost: Submission) -> str | None:
        """The batch at the provider that `lost` has become, if it has become one."""
        known = {other.batch for other in self.ledger.submissions.values() if other.batch}
        for candidate in await self._surely(partial(self.api.candidates, lost, known)):
            if candidate.sure:
                return candidate.batch
            self.tell(f"Batch {candidate.batch} may be one whose making was not confirmed: waiting for its end to see.")
            state = await self._end_of(candidate.batch)
            outcomes = await self._results(state)
            if set(outcomes) & set(lost.calls):
                return candidate.batch
        return None

    async def _results(self, state: State) -> dict[str, Outcome]:
        """What came of a batch that has ended. Its results may not be seen at once. Raises ProviderError."""
        for attempt in range(1, UNSEEN_POLLS + 1):
            try:
                return await self._patiently(partial(self.api.outcomes, state))
            except ApiFault as error:
                if error.fault.status != 404:
                    raise ProviderError(error.fault.suspect or error.fault.message) from error
            await self.pause(attempt)
        return await self._surely(partial(self.api.outcomes, state))

    async def _surely(self, call: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """A request that is turned down only where everything is. Raises ProviderError."""
        try:
            return await self._patiently(call)
        except ApiFault as error:
            raise ProviderError(error.fault.suspect or error.fault.message) from error

    async def _patiently(self, call: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """A request that may be repeated, as the pacing allows. Raises ApiFault, or ProviderError at last."""
        attempt = 0
        while True:
            attempt += 1
            try:
                return await call()
            except ApiFault as error:
                await self._after(error.fault, attempt)

    async def _after(self, fault: Fault, attempt: int) -> None:
        """Wait before the next attempt, or raise where there is none."""
        if not fault.retry:
            raise ApiFault(fault)
        if attempt > self.pacing.max_retries:
            raise ProviderError(
                f"{address_of(self.endpoint)} does not take or give batches ({attempt} attempts; "
                f"{fault.message.rstrip('.')}): run the same command later; nothing is lost."
            )
        await self.pause(attempt, fault.retry_after_s)


def replied(outcome: Outcome | None) -> bool:
    """Whether a call has a reply, whatever it is worth; only those are paid for."""
    return isinstance(outcome, HttpResponse) and 200 <= outcome.status < 300
