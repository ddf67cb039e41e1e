"""What both SDKs need of the network: address, key, limits, time-outs, proxies, and the shape of what came back."""

from __future__ import annotations

import ipaddress
import ssl
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from bench.config import Endpoint

if TYPE_CHECKING:
    import anthropic
    import httpx2
    import openai

VENDOR_URLS = {"openai": "https://api.openai.com/v1", "anthropic": "https://api.anthropic.com/v1"}
"""The addresses of the two vendors, by wire: those of the endpoints without an address of their own."""
CONNECT_S = 30.0
"""An address that does not take a connection within this time counts as not answering."""
MOST_BYTES = 32 * 2**20
"""Of a reply, unpacked: a reply to a prompt has a hundredth of it."""
PACKINGS = frozenset({"", "identity", "gzip", "deflate"})
"""Content encodings that are unpacked piece by piece, so that the limit holds while it is done."""
IDLE_S = 4.0
"""Idle connections are dropped before uvicorn's five seconds, else a call may be sent into a closing one."""


class TooLarge(Exception):
    """A reply has more bytes than any reply needs, or is packed so that this cannot be seen."""


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """What came over the wire: any status, `headers` to be asked by lower-case name, the whole body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class SdkConnection:
    """An SDK client below its typed layer: its parameter transform and response models cost 2 to 3 ms a call."""

    def __init__(
        self,
        client: openai.AsyncOpenAI | anthropic.AsyncAnthropic,
        path: str,
        status_error: type[openai.APIStatusError | anthropic.APIStatusError],
    ) -> None:
        self._client, self._path, self._status_error = client, path, status_error

    async def post(self, body: bytes) -> HttpResponse:
        """Raises what the SDK and its transport raise, but returns an error status like any other."""
        import httpx2

        try:
            response = await self._client.post(self._path, content=body, cast_to=httpx2.Response)
        except self._status_error as error:
            response = error.response
        return HttpResponse(response.status_code, response.headers, response.content)

    async def close(self) -> None:
        await self._client.close()


def sdk_settings(
    endpoint: Endpoint,
    concurrency: int,
    deadline_s: float,
    http_client: type[openai.DefaultAioHttpClient | anthropic.DefaultAioHttpClient],
    most_bytes: int = MOST_BYTES,
) -> dict[str, Any]:
    """Arguments for either SDK's client over its aiohttp client: exactly `concurrency` connections, no proxy to this
    machine, no redirects, which would take the key elsewhere, no reply above `most_bytes`, and no retries, because
    attempts are counted in `bench.clients.calls`.

    A proxy set for the outside world would otherwise be asked for a server that only this machine can reach.
    """
    import httpx2

    limits = httpx2.Limits(max_connections=concurrency, max_keepalive_connections=concurrency, keepalive_expiry=IDLE_S)
    timeout = httpx2.Timeout(deadline_s, connect=min(CONNECT_S, deadline_s))
    local = on_this_machine(endpoint.base_url)
    # A server of this machine without TLS is asked without a proxy, so no certificate is ever looked at.
    encrypted = not local or urlsplit(endpoint.base_url).scheme == "https"
    return {
        # A server without a key still gets a value: the SDKs would look for one in the environment or on disk.
        "api_key": endpoint.api_key.get_secret_value() if endpoint.api_key else "none",
        "base_url": address(endpoint),
        "max_retries": 0,
        "timeout": timeout,
        "http_client": http_client(
            limits=limits,
            timeout=timeout,
            trust_env=not local,
            verify=_certificates(encrypted, trust_env=not local),
            follow_redirects=False,
            headers={"accept-encoding": "gzip, deflate"},
            event_hooks={"response": [partial(_read_bounded, most_bytes)]},
        ),
    }


@cache
def _certificates(encrypted: bool, trust_env: bool) -> ssl.SSLContext:
    """What servers are checked by, read once for all: 40 ms for each client otherwise. Without TLS, nobody."""
    import httpx2

    if not encrypted:
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return httpx2.create_ssl_context(trust_env=trust_env)


async def _read_bounded(most_bytes: int, response: httpx2.Response) -> None:
    """Read a reply's body as the transport would, but no more of it than is allowed. Raises TooLarge."""
    packings = {packing.strip().lower() for packing in response.headers.get("content-encoding", "").split(",")}
    if not packings <= PACKINGS:
        raise TooLarge(f"The reply is packed in a way that was not asked for ({', '.join(sorted(packings))[:100]})")
    pieces: list[bytes] = []
    size = 0
    packed = bool(packings - {"", "identity"})
    async with aclosing(response.aiter_bytes() if packed else response.aiter_raw()) as body:
        async for piece in body:
            size += len(piece)
            if size > most_bytes:
                raise TooLarge(f"The reply has more than {most_bytes // 2**20} MB")
            pieces.append(piece)
    response._content = b"".join(pieces)  # what `aread` does, without a limit


def address(endpoint: Endpoint) -> str:
    """The base URL that an endpoint is asked at: its own, else its vendor's."""
    return endpoint.base_url or VENDOR_URLS[endpoint.wire]


def on_this_machine(url: str) -> bool:
    """Whether the host of `url` is a loopback address or localhost."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
