"""What both SDKs need of the network: limits, time-outs, proxies, and the shape of what came back."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from bench.config import Endpoint

CONNECT_S = 30.0
"""An address that does not take a connection within this time counts as not answering."""
IDLE_S = 4.0
"""Idle connections are dropped before uvicorn's five seconds, else a call may be sent into a closing one."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What came over the wire: any status, `headers` to be asked by lower-case name, the whole body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def http_settings(endpoint: Endpoint, concurrency: int, deadline_s: float) -> dict[str, Any]:
    """Arguments for either SDK's aiohttp client: exactly `concurrency` connections, and no proxy to this machine.

    A proxy set for the outside world would otherwise be asked for a server that only this machine can reach.
    """
    import httpx2

    return {
        "limits": httpx2.Limits(
            max_connections=concurrency, max_keepalive_connections=concurrency, keepalive_expiry=IDLE_S
        ),
        "timeout": httpx2.Timeout(deadline_s, connect=min(CONNECT_S, deadline_s)),
        "trust_env": not _on_this_machine(endpoint.base_url),
    }


def _on_this_machine(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
