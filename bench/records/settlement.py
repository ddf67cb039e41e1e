"""What `bench settle` finds: which of two models is better at one cost of a wrong answer, and how soon that showed."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bench.records.calls import Arm
from bench.records.items import Lang, Record
from bench.records.rates import Interval, ModelRef


class Settled(Record):
    """One language. `difference` = Q(k) of the first - Q(k) of the second, each question counting once.

    `interval` is that of a confidence sequence at level 1 - `alpha`: it holds wherever asking stops.
    """

    lang: Lang
    verdict: Literal["first", "second", "undecided"]
    difference: float | None
    interval: Interval
    alpha: float = Field(gt=0, lt=1)
    """The command's alpha over the number of languages."""
    questions: int = Field(ge=0)
    """Questions that the verdict rests on."""
    asked: int = Field(ge=0)
    """Questions asked; the last batch may go beyond the one that decided."""
    available: int = Field(ge=0)
    """Questions that could have been asked."""
    trials: int = Field(ge=0)
    """Trials of each model."""
    skipped: tuple[str, ...] = ()
    """Questions without an item that is scored for both models; they count nowhere."""


class Settlement(Record):
    """Two models in one arm. `runs` are the names of their run folders, which later runs reuse."""

    schema_version: Literal["1"] = "1"
    first: ModelRef
    second: ModelRef
    runs: tuple[str, str]
    arm: Arm
    k: float = Field(ge=0)
    alpha: float = Field(gt=0, lt=1)
    languages: tuple[Settled, ...]
