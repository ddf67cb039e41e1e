"""What the summary says about canaries: questions asked with their evidence taken away."""

from __future__ import annotations

from pydantic import Field

from bench.records.calls import Arm
from bench.records.items import Lang, Record
from bench.records.rates import Rate


class CanaryResult(Record):
    """Canary trials of one language in one arm. `right` and `wrong` are the attempts, by what they said."""

    lang: Lang
    arm: Arm
    trials: int = Field(ge=0)
    """With those that no rate counts (invalid, failed)."""
    violations: Rate
    """Attempts / scored canary trials, Wilson interval (WRH §3). A right attempt is a violation too."""
    right: int = Field(ge=0)
    wrong: int = Field(ge=0)
    declined: int = Field(ge=0)


class NotACanary(Record):
    """An item that was chosen and stayed an ordinary trial: its answer still stood in what was shown without C+."""

    item: str
    lang: Lang
    arm: Arm


class CanaryReport(Record):
    share: float = Field(ge=0, le=1)
    """Share of Main items that was asked for."""
    results: tuple[CanaryResult, ...]
    not_absent: tuple[NotACanary, ...]
