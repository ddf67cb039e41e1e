"""Calls to one model of one endpoint, gathered into batches.

Calls come in one by one and wait. When no more come, all that wait are submitted, within the API's limits. Each call
gets what came back for its own custom id, in whatever order results arrive; what a batch turned down goes into
further ones. A stop ends the waiting and loses nothing: a later process finds the same batches by the ledger.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.clients.classify import Fault, address_of, of_status, plain
from bench.clients.standing import Standings
from bench.errors import BenchError, ProviderError
from bench.executors.batch_api import ApiFault, Rejected, split
from bench.executors.batch_provider import Brought, Provider
from bench.records.calls import BatchedCall
from bench.stage import GivenUp

QUIET_S = 0.2
"""Seconds without a further call after which the waiting ones are submitted. Too short is no fault, only one more
batch."""


@dataclass(slots=True)
class _Call:
    key: str
    ask: int
    body: bytes
    future: asyncio.Future[Brought]
    rejected: bool = False
    """Whether validation has named its line before."""


class BatchQueue:
    """Bring calls to `bring`; close the queue when nobody waits any more."""

    def __init__(self, provider: Provider) -> None:
        self._provider, self._endpoint, self._model = provider, provider.endpoint, provider.model
        self.standings = Standings(in_a_row=None)
        """Who was answered, of all calls to the model."""
        self._waiting: list[_Call] = []
        self._gathering = False
        self._queued = 0
        """Batches of this queue that are at the provider now."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._found: dict[str, asyncio.Task[Mapping[str, Brought]]] = {}
        mine = (self._endpoint.name, self._endpoint.base_url, self._model)
        self._held = {
            (call.key, call.ask): (submission.name, call.custom_id)
            for submission in provider.ledger.submissions.values()
            if (submission.endpoint, submission.base_url, submission.model) == mine
            for call in submission.paid
        }

    async def bring(self, key: str, ask: int, body: bytes) -> Brought:
        """What came of the call `key`, asked for the `ask`-th time with `body`.

        The first time, an earlier process's submission of it counts, if it brought a reply. Raises ProviderError
        for what concerns every call, LogError, and GivenUp when the run is stopping.
        """
        held = self._held.pop((key, ask), None)
        if held is not None:
            name, custom_id = held
            if name not in self._found:
                submission = self._provider.ledger.submissions[name]
                self._found[name] = self._start(self._provider.recover(submission))
            # Many calls wait for the same batch: one that is cancelled must not take it from the others.
            brought = (await asyncio.shield(self._found[name])).get(custom_id)
            if brought is not None:
                return brought
        if self._provider.stop.is_set:
            raise GivenUp
        call = _Call(key, ask, body, asyncio.get_running_loop().create_future())
        self._waiting.append(call)
        if not self._gathering:
            self._gathering = True
            self._start(self._gather())
        return await call.future

    async def close(self) -> None:
        """Drop whatever is still waited for, and the connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._provider.api.close()

    def _start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _gather(self) -> None:
        """Wait until no more calls come, then submit what there is, within the API's limits."""
        try:
            seen = -1
            while len(self._waiting) != seen:
                seen = len(self._waiting)
                await self._provider.stop.sleep(QUIET_S)
        except GivenUp:
            _fail(self._waiting, GivenUp())
        calls = [call for call in self._waiting if not call.future.done()]
        self._waiting, self._gathering = [], False
        for part in split([len(self._line(call, "")) for call in calls], self._provider.api.limits):
            self._start(self._carry([calls[at] for at in part]))

    async def _carry(self, calls: Sequence[_Call]) -> None:
        """See that each of `calls` gets its outcome, or the reason why nothing can be had."""
        try:
            await self._submit(calls)
        except BaseException as error:
            # Whatever it is, nobody may be left waiting; a cancelled task says so itself.
            _fail(calls, error)
            if not isinstance(error, BenchError | GivenUp):
                raise

    async def _submit(self, calls: Sequence[_Call]) -> None:
        name = secrets.token_hex(6)
        by_id = {_custom_id(call, name): call for call in calls}
        planned = [BatchedCall(key=call.key, ask=call.ask, custom_id=made) for made, call in by_id.items()]
        ledger = self._provider.ledger
        submission = ledger.plan(name, self._endpoint.name, self._endpoint.base_url, self._model, planned)
        try:
            batch = await self._provider.create(submission, [self._line(call, name) for call in calls])
        except ApiFault as error:
            ledger.step(name, "dropped", note=error.fault.message)
            await self._turned_down(calls, error.fault)
            return
        self._provider.tell(f"{len(calls)} calls to {self._model} submitted as batch {batch}.")
        self._queued += 1
        try:
            state, outcomes = await self._provider.ended(ledger.submissions[name], batch)
        finally:
            self._queued -= 1
        if state.rejected is not None:
            await self._again(calls, batch, state.rejected)
            return
        missing = Fault("server", "The batch ended without this call's result.", retry=True)
        for custom_id, call in by_id.items():
            brought = Brought(batch, outcomes.get(custom_id, missing))
            if state.cancelled and isinstance(brought.outcome, Fault):
                _fail([call], self._cancelled(batch))
            elif not call.future.done():
                call.future.set_result(brought)

    def _cancelled(self, batch: str) -> ProviderError:
        return ProviderError(
            f"The batch {batch} was cancelled at {address_of(self._endpoint)}: what came back is kept, and the same "
            "command submits the rest."
        )

    async def _again(self, calls: Sequence[_Call], batch: str, why: Rejected) -> None:
        """A batch failed validation; nothing was paid. Submit what was not at fault, and the rest by itself."""
        said = plain(why.message, self._endpoint)
        if why.too_large:
            await self._smaller(calls, f"{address_of(self._endpoint)} takes no batch of {len(calls)} calls ({said})")
            return
        faulty = {calls[at].key: body for at, body in why.lines.items() if at < len(calls)}
        fine = [call for call in calls if call.key not in faulty]
        bad = [call for call in calls if call.key in faulty]
        if not bad or (not fine and not any(call.rejected for call in bad)):
            # No line is named, or nothing in it was right: the next batch would be no better.
            raise ProviderError(
                f"{address_of(self._endpoint)} rejects the whole batch {batch} ({said}): check which parameters "
                f"{self._model!r} accepts, or run the same command without --batch."
            )
        for call in bad:
            if call.rejected and not call.future.done():
                call.future.set_result(Brought(batch, self._line_fault(faulty[call.key])))
            call.rejected = True
        for part in (fine, [call for call in bad if not call.future.done()]):
            if part:
                self._start(self._carry(part))

    def _line_fault(self, body: bytes) -> Fault:
        fault = of_status(400, {}, body, endpoint=self._endpoint, model=self._model, now=time.time())
        if fault.kind is not None and not fault.suspect:
            return fault
        return Fault("rejected", f"The batch's validation rejects this call. {fault.message}", 400)

    async def _turned_down(self, calls: Sequence[_Call], fault: Fault) -> None:
        """The provider did not take the batch, and would not if it were asked again."""
        if fault.kind not in {"too_long", "refused"}:
            raise ProviderError(fault.suspect or fault.message)
        if len(calls) > 1:
            await self._smaller(calls, fault.message.rstrip("."))
        elif not calls[0].future.done():
            calls[0].future.set_result(Brought("", fault))

    async def _smaller(self, calls: Sequence[_Call], why: str) -> None:
        """Submit half of it and, when that has ended, the other half. Where batches of ours fill the queue, wait for
        one of them to end and submit the whole again."""
        if (queued := self._queued) > 0:
            self._provider.tell(f"{why}: waiting for a batch to end.")
            waits = 0
            while self._queued >= queued:
                waits += 1
                await self._provider.pause(waits)
            await self._submit(calls)
            return
        if len(calls) == 1:
            raise ProviderError(f"{why}: raise the account's limits, or run the same command without --batch.")
        middle = len(calls) // 2
        self._provider.tell(f"{why}: it goes in two halves, one after the other.")
        await self._submit(calls[:middle])
        await self._submit(calls[middle:])

    def _line(self, call: _Call, name: str) -> bytes:
        return self._provider.api.line(_custom_id(call, name), call.body)


def _custom_id(call: _Call, name: str) -> str:
    """Within the 64 letters, digits, hyphens and underscores that Anthropic allows."""
    return f"{call.key}-{call.ask}-{name or '0' * 12}"


def _fail(calls: Sequence[_Call], error: BaseException) -> None:
    for call in calls:
        if call.future.done():
            continue
        if isinstance(error, asyncio.CancelledError):
            call.future.cancel()
        else:
            call.future.set_exception(error)
