"""Short ways to ask the test server through a real client, over either wire, on a clock that does not wait."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import SecretStr

from bench.clients import Client, Pacing, Reply, Request, open_client
from bench.config import Endpoint
from bench.records import Message
from tests.server import Server

Wire = Literal["openai", "anthropic"]
WIRES: tuple[Wire, ...] = ("openai", "anthropic")
KEY = "sk-test-0123456789abcdef"


@dataclass
class Clock:
    """Stands in for asyncio.sleep: notes every wait and returns at once."""

    waits: list[float] = field(default_factory=list)

    async def sleep(self, seconds: float) -> None:
        if seconds > 0:
            self.waits.append(seconds)
        await asyncio.sleep(0)


def endpoint(wire: Wire, url: str, key: str | None = KEY) -> Endpoint:
    secret = SecretStr(key) if key else None
    return Endpoint("mine", wire, url, key_env="MINE_API_KEY", key_required=False, api_key=secret)


def request(prompt: str = "How tall is the tower?", **changes: Any) -> Request:
    messages = (Message(role="system", content="Be brief."), Message(role="user", content=prompt))
    return Request("test-model", messages, **{"params": {"max_tokens": 100}, **changes})


def client(
    wire: Wire, server: Server, *, concurrency: int = 8, clock: Clock | None = None, seed: int = 1, **pacing: Any
) -> Client:
    return open_client(
        endpoint(wire, server.url),
        concurrency=concurrency,
        pacing=Pacing(**pacing),
        sleep=(clock or Clock()).sleep,
        rng=random.Random(seed),
    )


def ask(wire: Wire, server: Server, *requests: Request, clock: Clock | None = None, **pacing: Any) -> list[Reply]:
    """The replies to the requests, one after the other (one default request where none is given)."""

    async def run() -> list[Reply]:
        async with client(wire, server, clock=clock, **pacing) as open_one:
            return [await open_one.complete(one) for one in requests or [request()]]

    return asyncio.run(run())


def ask_one(wire: Wire, server: Server, one: Request | None = None, **more: Any) -> Reply:
    (reply,) = ask(wire, server, one or request(), **more)
    return reply


async def together(open_one: Client, requests: Sequence[Request]) -> list[Reply | BaseException]:
    return await asyncio.gather(*(open_one.complete(one) for one in requests), return_exceptions=True)
