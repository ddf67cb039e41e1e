"""Whether a rejection is one item's own: the endpoint rejects a call that it would take of others.

Words of errors are endless, so this goes by what happens. Once a model has answered a call with the same parameters,
a rejected one is rejected for what it holds. Where none has been answered yet, or several in a row are rejected, nobody
knows: the call waits for those in flight beside it, and where they do not tell either, one harmless call is made to
see.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bench.clients.base import Request

IN_A_ROW = 5
"""So many rejections with no reply between them may concern every item."""

Settings = tuple[str, str, bool]
"""A model, its parameters, and whether it is asked for structured output."""


def settings_of(model: str, params: Mapping[str, Any], *, structured: bool) -> Settings:
    """What calls have in common that an endpoint takes or rejects alike. A seed is another one for each call."""
    alike = {name: None if name == "seed" else value for name, value in params.items()}
    return model, json.dumps(alike, sort_keys=True, default=str), structured


class Standings:
    """What is known of each settings at one endpoint. `answered`: gives those that earlier runs got replies with; asked
    for when a call is rejected.

    `in_a_row`: None where the order of calls says nothing, because all of them come back at once (a batch).
    """

    def __init__(self, answered: Callable[[], Iterable[Settings]] = tuple, in_a_row: int | None = IN_A_ROW) -> None:
        self._answered, self._in_a_row = answered, in_a_row
        self._known: dict[Settings, Standing] = {}
        self._quick: dict[tuple[object, ...], Standing] = {}
        self._earlier: frozenset[Settings] | None = None

    def of(self, request: Request) -> Standing:
        """What is known of calls like this one."""
        quick = _quick_key(request)
        standing = self._quick.get(quick) if quick else None
        if standing is None:
            settings = settings_of(request.model, request.params, structured=request.schema is not None)
            if settings not in self._known:
                self._known[settings] = Standing(lambda: self._answered_before(settings), self._in_a_row)
            standing = self._known[settings]
            if quick:
                self._quick[quick] = standing
        return standing

    def _answered_before(self, settings: Settings) -> bool:
        if self._earlier is None:
            self._earlier = frozenset(self._answered())
        return settings in self._earlier


def _quick_key(request: Request) -> tuple[object, ...] | None:
    """What tells the settings of a call without writing them out: most calls of a run differ in their seed alone, and
    their parameters are plain values. None where one is not."""
    params = request.params
    key = (request.model, request.schema is None, *((n, None if n == "seed" else v) for n, v in params.items()))
    try:
        hash(key)
    except TypeError:
        return None
    return key


class Standing:
    """What is known of the calls with one model and its parameters. `before`: whether an earlier run got a reply."""

    def __init__(self, before: Callable[[], bool] = lambda: False, in_a_row: int | None = IN_A_ROW) -> None:
        self._before, self._most = before, in_a_row
        self._replies = self._rejections = 0
        self._under_way = self._waiting = 0
        self._changed = asyncio.Event()
        self._trial: asyncio.Future[bool] | None = None

    @property
    def answered(self) -> bool:
        """Whether a call was ever answered."""
        return self._replies > 0 or self._before()

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Around one call, from its start to its end, with all its attempts."""
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1
            self._changed.set()

    def replied(self) -> None:
        """A call was answered."""
        self._replies += 1
        self._rejections = 0
        self._changed.set()

    async def is_own(self, answers: Callable[[], Awaitable[bool]]) -> bool:
        """Whether a rejection that has just come is its call's own. `answers` makes a harmless call, to see whether
        that is answered; at most one at a time is made."""
        self._rejections += 1
        if self.answered and (self._most is None or self._rejections < self._most):
            return True
        before = self._replies
        self._waiting += 1
        self._changed.set()
        try:
            while self._replies == before and self._trial is None and self._under_way > self._waiting:
                self._changed.clear()
                await self._changed.wait()
            if self._replies > before:
                return True
            if self._trial is None:
                self._trial = asyncio.ensure_future(answers())
                self._changed.set()
            # A trial that failed stays: the run ends, and nobody needs to try again.
            answered = await asyncio.shield(self._trial)
        finally:
            self._waiting -= 1
        if answered:
            self._trial = None
            self.replied()
        return answered
