"""What the summary says about single measures: canaries, citations, CRAG's labels, and classes of failures."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bench.records.calls import Arm, OfArm
from bench.records.items import Kind, Lang, Record
from bench.records.rates import Interval, Rate


class CanaryResult(OfArm):
    """Canary trials of one language in one arm. `right` and `wrong` are the attempts, by what they said."""

    trials: int = Field(ge=0)
    """With those that no rate counts (invalid, failed)."""
    drawn: int = Field(default=0, ge=0)
    """Main items that were canaries here. 0 also in files from before it was counted, as `items`."""
    items: int = Field(default=0, ge=0)
    """Main items that were asked here, canaries among them."""
    violations: Rate
    """Attempts / scored canary trials, Wilson intervals over trials and over questions, of which the latter is to be
    quoted (WRH §3). A right attempt is a violation too."""
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
    """Share of Main items that was asked for; what was drawn is in the results."""
    results: tuple[CanaryResult, ...]
    not_absent: tuple[NotACanary, ...]


CitationCheck = Literal["resolves", "quotes", "values", "eligible"]


class CheckResult(Record):
    """One check. `units`: passed / checked citations, quotations or values. `answers`: answers all of whose units
    passed / answers that have any."""

    units: Rate
    answers: Rate


class CitationFault(Record):
    """One unit that failed: `what` is the citation, quotation or value as the answer writes it."""

    item: str
    repeat: int = Field(ge=0)
    answer_key: str
    check: CitationCheck
    what: str


class CitationResult(OfArm):
    """Citations of one language in one arm, checked against the chunks that each request showed (ERG)."""

    answers: int = Field(ge=0)
    """Answers with a text, declined ones too."""
    coverage: Rate
    """Answers with a citation / attempts that were shown chunks. An answer that declines needs none."""
    resolves: CheckResult
    """The cited number is one of those shown."""
    quotes: CheckResult
    """What stands in quotation marks is verbatim in a cited chunk."""
    values: CheckResult
    """Amounts, percentages, dates and times are in a cited chunk, by value."""
    eligible: CheckResult
    """The source's jurisdiction and edition fit the question; only where its metadata says anything."""
    computed: int = Field(ge=0)
    """Values left out of `values`, because the answer shows how it came to them."""
    echoed: int = Field(ge=0)
    """Values and quotations left out, because the question had given them."""
    faults: tuple[CitationFault, ...]
    """The first few by item and repeat."""


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


class CragResult(OfArm):
    """Truthfulness of one language in one arm (CRAG, arXiv 2406.04744): the mean of perfect 1, acceptable 0.5,
    missing 0, incorrect -1. Null where nothing could be labelled.

    With exactly two judges of different families it is the mean of theirs, else that of the panel's verdicts.
    """

    truthfulness: float | None = Field(ge=-1, le=1)
    ci95: Interval | None
    """Bootstrap over questions."""
    counts: CragCounts
    """By the panel's verdicts."""
    exact: int = Field(ge=0)
    """Answers that are the reference word for word after normalisation: perfect whatever a judge says."""
    mean_of_judges: bool
    judges: tuple[CragJudge, ...]


class ShownAs(OfArm):
    """What the items of one kind were by the documents that a retriever chose, in trials of one language and arm.

    `shown`: kind, or `rival_only`, to trials; the last are in no rate.
    """

    kind: Kind
    trials: int = Field(ge=0)
    shown: dict[str, int]


FailureClass = Literal[
    # an answerable item that was not answered correctly
    "judging_artefact",  # the judges were split over right and wrong, or no verdict could be used
    "retrieval_failure",  # the evidence was not in the context shown
    "generation_failure",  # evidence shown, wrong answer
    "over_caution",  # evidence shown, declined
    # an unanswerable item (or a canary) that was attempted
    "parametric_leakage",  # the attempt is the reference answer of the Main item, which no document shown has
    "fabrication",  # the attempt is a value that no document shown has
    "undetermined",  # no Main item to compare with, or no rule is certain
    "took_side",  # a contradictory item: both values were shown, and the attempt is one of them
]


class FailureExample(Record):
    """Where to look: the trial, and the key of its answer in the log."""

    item: str
    repeat: int = Field(ge=0)
    answer_key: str


class FailureReport(OfArm):
    """Failures of one language in one arm, each trial in one class. Every class is there, with 0 if need be."""

    answerable: int = Field(ge=0)
    """Answerable trials that were not answered correctly; technical failures and canaries are not among them."""
    unanswerable: int = Field(ge=0)
    """Unanswerable trials and canaries that were attempted."""
    counts: dict[FailureClass, int]
    examples: dict[FailureClass, tuple[FailureExample, ...]]
    """The first few by item and repeat; a class without any is left out."""
