"""Makes a server's words fit to be shown: one line, no controls, no credentials. Used for display alone."""

from __future__ import annotations

import re

from bench.clients.reading import storable
from bench.config import Endpoint

LONGEST = 300
"""Characters of a server's words that are shown."""
SHORTEST_KEY = 8
"""A key of fewer characters is no secret, and taking it out would garble the words: a local server's is often `x`."""
_SECRET = re.compile(r"\bsk-[\w*.-]{4,}|(?<=Bearer )\S+|(?<=://)[^/\s@]+@", re.IGNORECASE)


def plain(text: str, endpoint: Endpoint) -> str:
    """A server's words fit for one line of a message: at most LONGEST characters, no controls, no credentials."""
    key = endpoint.api_key.get_secret_value() if endpoint.api_key else ""
    if len(key) >= SHORTEST_KEY:
        text = text.replace(key, "[key]")
    text = _SECRET.sub("[key]", storable(text))
    text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def address_of(endpoint: Endpoint) -> str:
    """The endpoint's address for a message, without credentials; its name where the address is the vendor's."""
    return without_user(endpoint.base_url) or f"the {endpoint.name} endpoint"


def without_user(url: str) -> str:
    """An address without the user and password in it."""
    return _SECRET.sub("", url)
