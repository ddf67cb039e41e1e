"""One small GET to a server, bounded in time and size, for what is no model call: health, models, figures."""

from __future__ import annotations

import http.client
import json
import threading
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

from bench.clients.transport import on_this_machine

MOST_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class HttpReply:
    """What a server said: its body with a success only. `status` 0 and a reason in `trouble` where nothing came."""

    status: int
    body: bytes = b""
    trouble: str = ""

    def json(self) -> Any:
        """The body as JSON; None where it is none."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None


def get(url: str, *, key: str = "", timeout_s: float = 3.0) -> HttpReply:
    """GET `url` within `timeout_s` seconds in all, however slowly the server sends. Never raises for what it meets.

    `key` is sent as a bearer token. A proxy set in the environment is not asked for an address of this machine.
    """
    replies: list[HttpReply] = []
    getting = threading.Thread(target=lambda: replies.append(_get(url, key, timeout_s)), daemon=True)
    getting.start()
    getting.join(timeout_s)
    return replies[0] if replies else HttpReply(0, trouble=f"no answer within {timeout_s:g} s")


def root_of(base_url: str) -> str:
    """The server's own address, for what does not stand under /v1."""
    return base_url.rstrip("/").removesuffix("/v1")


def _get(url: str, key: str, timeout_s: float) -> HttpReply:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        direct = [urllib.request.ProxyHandler({})] if on_this_machine(url) else []
        opener = urllib.request.build_opener(*direct, _NoRedirects())
        with opener.open(urllib.request.Request(url, headers=headers), timeout=timeout_s) as response:
            body = response.read(MOST_BYTES)
            cut = len(body) < MOST_BYTES and response.length
            return HttpReply(0, trouble="the reply was cut off") if cut else HttpReply(response.status, body)
    except urllib.error.HTTPError as error:
        return HttpReply(error.code)
    except (OSError, ValueError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error)
        return HttpReply(0, trouble=str(getattr(reason, "strerror", None) or reason) or type(error).__name__)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A key must not follow a redirect to another host."""

    def redirect_request(self, *args: Any, **named: Any) -> None:
        del args, named
