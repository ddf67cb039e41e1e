"""What a judge is measured against, and what comes out: labelled cases and the report of an evaluation."""

from __future__ import annotations

from typing import Any, Literal, get_args

from pydantic import Field, model_validator

from bench.kinds import kind_of
from bench.records.calls import Verdict
from bench.records.items import Kind, Lang, NonEmpty, Record
from bench.records.rates import Rate

Slice = Literal[
    "plain_right",
    "plain_wrong",
    "equivalent_form",  # numerals, units, width, spelling: the same value in another form, or only seemingly so
    "unit_trap",  # right digits, wrong unit; or another unit, same quantity
    "number_trap",  # a part of a number, a neighbour's number, the wrong side of a limit
    "precision",  # rounded to the reference's digits, or coarser
    "date",
    "list",
    "name",
    "working_shown",  # steps before the final answer
    "several_candidates",
    "hedge",
    "refusal",
    "partial_refusal",  # related facts after a refusal; or an answer while another detail is missing
    "guess_after_refusal",
    "contradiction_named",
    "took_side",
    "language_mix",
    "markdown",
    "citation_marks",
    "injection",  # text addressed to the judge, in either direction
]
SLICES: tuple[Slice, ...] = get_args(Slice)


class CaseLabel(Record):
    """What a careful person says about an answer, by METRICS: never `invalid`, such cases are not in a set."""

    verdict: Literal["correct", "incorrect"]
    abstained: bool
    conflict_named: bool
    """False on every kind but contradictory."""


class JudgeCase(Record):
    """One line of a labelled set: an answer, and the label that a judge should give it.

    `note` says why the label is what it is. The language is that of the file.
    """

    id: NonEmpty
    question: NonEmpty
    kind: Kind
    reference: NonEmpty
    accept: tuple[NonEmpty, ...] = ()
    answer: NonEmpty
    label: CaseLabel
    slice: Slice
    note: NonEmpty

    @model_validator(mode="after")
    def _label_fits_kind(self) -> JudgeCase:
        fault = label_fault(self.label, self.kind)
        if fault:
            raise ValueError(fault)
        return self


def label_fault(label: CaseLabel, kind: Kind) -> str | None:
    """Why an answer to an item of `kind` cannot have this label, or None if it can."""
    right = label.verdict == "correct"
    entry = kind_of(kind)
    if label.conflict_named and not entry.conflict:
        return f"conflict_named is for contradictory cases, not for {kind}"
    if entry.answerable:
        return "an abstention on a main case is incorrect" if right and label.abstained else None
    if right != label.abstained:
        return f"on a case of kind {kind} correct and abstained go together"
    return None


class Confusion(Record):
    """Decided votes by label and vote: `right_wrong` is labelled correct and judged incorrect, and so on."""

    right_right: int = Field(ge=0)
    right_wrong: int = Field(ge=0)
    wrong_right: int = Field(ge=0)
    wrong_wrong: int = Field(ge=0)

    @property
    def n(self) -> int:
        return self.right_right + self.right_wrong + self.wrong_right + self.wrong_wrong


class Kappa(Record):
    """Agreement beyond chance, -1 to 1. Both None where nothing was decided, or all labels are the same verdict."""

    value: float | None
    ci95: tuple[float, float] | None


class Agreement(Record):
    """How well a judge agrees with the labels of some cases. Definitions: bench/judge_eval/comparison.py."""

    n: int = Field(ge=0)
    invalid: int = Field(ge=0)
    confusion: Confusion
    coverage: Rate
    """Decided votes, of all cases."""
    agreement: Rate
    """Of the decided votes."""
    agreement_of_all: Rate
    """Of all cases; an invalid vote is a disagreement."""
    kappa: Kappa
    false_correct: Rate
    """Judged correct, of all cases labelled incorrect."""
    false_wrong: Rate
    """Judged incorrect, of all cases labelled correct."""
    abstained: Rate
    conflict_named: Rate


class Disagreement(Record):
    """One case on which the judge and the label differ, and in what."""

    id: str
    part: str
    lang: Lang
    slice: Slice
    kind: Kind
    fault: Literal["false_correct", "false_wrong", "invalid", "abstained", "conflict_named"]
    label: CaseLabel
    verdict: Verdict
    abstained: bool | None
    conflict_named: bool | None
    reason: str
    """The judge's own reason; for an invalid vote why it could not be used."""
    question: str
    reference: str
    answer: str
    note: str


class LangAgreement(Record):
    part: str
    """The part of the labelled set: seen, held_out or real; "" for a folder without parts."""
    lang: Lang
    overall: Agreement
    slices: dict[Slice, Agreement]
    """Every slice that has a case, in the order of SLICES."""


class JudgeEvaluation(Record):
    """report.json of a judge's evaluation: everything that is printed, and every case that differs."""

    judge: str
    params: dict[str, Any]
    """What was sent with each call; the version of the rules for the rule judge."""
    prompts: dict[str, str]
    """Fingerprint of each judge prompt that was used."""
    set: str
    """The labelled set: `suite`, or the folder that was given."""
    set_sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    suite_version: str
    failed: int = Field(ge=0)
    """Calls that failed in a way that may pass; the same command makes them again. They count as invalid."""
    langs: tuple[LangAgreement, ...]
    disagreements: tuple[Disagreement, ...]
    cost_usd: float | None
    """Of all votes that count; None without a price or where an endpoint reported no tokens."""
