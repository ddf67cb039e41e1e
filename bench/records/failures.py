"""What the summary says about single failures: whose fault each one is (WRH)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bench.records.calls import Arm
from bench.records.items import Lang, Record

FailureClass = Literal[
    # an answerable item that was not answered correctly
    "judging_artefact",  # the judges were split over right and wrong, or no verdict could be used
    "retrieval_failure",  # the evidence was not in the context shown
    "generation_failure",  # evidence shown, wrong answer
    "over_caution",  # evidence shown, declined
    # an unanswerable item (or a canary) that was attempted
    "parametric_leakage",  # the attempt is the reference answer of the Main item, which was not to be had
    "fabrication",  # the attempt is something else
    "undetermined",  # no Main item to compare with, or no rule can tell
    "took_side",  # a contradictory item: both values stood in the context
]


class FailureExample(Record):
    """Where to look: the trial, and the key of its answer in the log."""

    item: str
    repeat: int = Field(ge=0)
    answer_key: str


class FailureReport(Record):
    """Failures of one language in one arm, each trial in one class. Every class is there, with 0 if need be."""

    lang: Lang
    arm: Arm
    answerable: int = Field(ge=0)
    """Answerable trials that were not answered correctly; technical failures and canaries are not among them."""
    unanswerable: int = Field(ge=0)
    """Unanswerable trials and canaries that were attempted."""
    counts: dict[FailureClass, int]
    examples: dict[FailureClass, tuple[FailureExample, ...]]
    """The first few by item and repeat; a class without any is left out."""
