"""The shapes that every section of a summary is made of: a share with its count, an interval, a model by name."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from bench.records.items import Record

Share01 = Annotated[float, Field(ge=0, le=1)]
Interval = tuple[float, float]


class ModelRef(Record):
    """Which model, and everything that was sent with each call besides the messages."""

    spec: str
    title: str
    alias: str | None = None
    family: str = ""
    weights: Literal["open", "closed", "unknown", "none"]
    """Unknown: behind an address or a router that does not say. None: a built-in baseline."""
    reasoning: bool = False
    params: dict[str, Any] = Field(default_factory=dict)
    price_input: float | None = None
    price_output: float | None = None


class Rate(Record):
    """A share with its count. `rate` and the intervals are null where n is 0: undefined, never zero.

    `ci95` is Wilson's interval over trials. `questions` counts independent questions (clusters); `ci95_questions` is
    Wilson's interval with that many, the honest one where repeats or twins of a question are not independent.
    """

    k: int = Field(ge=0)
    n: int = Field(ge=0)
    rate: Share01 | None
    ci95: Interval | None
    questions: int = Field(ge=0)
    ci95_questions: Interval | None
