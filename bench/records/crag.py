"""What the summary says in CRAG's terms: perfect, acceptable, missing, incorrect, and their mean."""

from __future__ import annotations

from pydantic import Field

from bench.records.calls import Arm
from bench.records.items import Lang, Record
from bench.records.rates import Interval


class CragCounts(Record):
    """Trials by label. `excluded`: no usable verdict, or a failed call; in no mean."""

    perfect: int = Field(default=0, ge=0)
    acceptable: int = Field(default=0, ge=0)
    missing: int = Field(default=0, ge=0)
    incorrect: int = Field(default=0, ge=0)
    excluded: int = Field(default=0, ge=0)


class CragJudge(Record):
    """The labels by one judge of the panel alone."""

    judge: str
    family: str
    counts: CragCounts
    truthfulness: float | None = Field(ge=-1, le=1)


class CragResult(Record):
    """Truthfulness of one language in one arm (CRAG, arXiv 2406.04744): the mean of perfect 1, acceptable 0.5,
    missing 0, incorrect -1. Null where nothing could be labelled.

    With exactly two judges of different families it is the mean of theirs, else that of the panel's verdicts.
    """

    lang: Lang
    arm: Arm
    truthfulness: float | None = Field(ge=-1, le=1)
    ci95: Interval | None
    """Bootstrap over questions."""
    counts: CragCounts
    """By the panel's verdicts."""
    exact: int = Field(ge=0)
    """Answers that are the reference word for word after normalisation: perfect whatever a judge says."""
    mean_of_judges: bool
    judges: tuple[CragJudge, ...]
