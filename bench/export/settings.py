"""What a person says of an export, besides which runs and which format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


def _silent(_: str) -> None:
    """Tells nobody."""


@dataclass(frozen=True)
class Settings:
    """`texts`: whether prompts, answers and reasons go out too. `by`: who publishes the results, as a reader is to see
    it. `hub_dataset`: where the questions are on the Hub, OWNER/NAME. `tell` hears of what is left out, and why.
    """

    texts: bool = True
    by: str = ""
    hub_dataset: str = ""
    tell: Callable[[str], None] = _silent
