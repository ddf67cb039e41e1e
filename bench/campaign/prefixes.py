"""How much of a run's prompts is new to a server that keeps the prefixes it has read.

A prefix is counted in blocks, as a server's cache keeps them: a block is new where no earlier prompt began with the
same text up to its end. Pure: texts in, shares out.
"""

from __future__ import annotations

from bench.records import Message, Record

BLOCK = 256
"""Characters of a block. A server's are shorter (vLLM's 16 tokens), which changes a share by less than a hundredth."""


class NewText(Record):
    """Shares of the prompts' text, 0 to 1; None where there is no prompt."""

    to_all: float | None
    """What is new to a cache that keeps every prompt: no order of the trials has less."""
    to_one: float | None
    """What is new to a cache that keeps the prompt before alone, in the order in which the trials are asked."""


class Prefixes:
    """Give it the prompts of a run in order."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._before: list[int] = []
        self._blocks = self._new_to_all = self._new_to_one = 0

    def add(self, messages: tuple[Message, ...]) -> None:
        """One prompt."""
        text = "\n".join(f"{message.role}\n{message.content}" for message in messages)
        blocks, so_far = [], 0
        for start in range(0, len(text), BLOCK):
            so_far = hash((so_far, text[start : start + BLOCK]))
            blocks.append(so_far)
        self._blocks += len(blocks)
        self._new_to_all += sum(block not in self._seen for block in blocks)
        self._new_to_one += sum(a != b for a, b in zip(blocks, self._before, strict=False))
        self._new_to_one += max(0, len(blocks) - len(self._before))
        self._seen.update(blocks)
        self._before = blocks

    def new(self) -> NewText:
        """The shares so far."""
        if not self._blocks:
            return NewText(to_all=None, to_one=None)
        return NewText(to_all=self._new_to_all / self._blocks, to_one=self._new_to_one / self._blocks)
