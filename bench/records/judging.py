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

Trap = Literal[
    "rival_in_place",  # another name of the same sort stands in the place of the right one
    "role_for_person",  # a role where a person is asked for
    "permission",  # may, may not, must; also said the other way round
    "double_negation",  # in an answer and in a refusal
    "direction",  # up or down, profit or loss, before or after, left or right
    "by_or_to",  # risen by, risen to; cut by, cut to
    "share_or_rest",  # 70 % or 70 % off; paid or paid back
    "old_value",  # a former or a later value beside the one that holds
    "any_of_these",  # several candidates, chosen from or not
    "code_digits",  # zeros, suffixes and neighbours of a code
    "count_for_names",  # a count for a name or a number
    "non_answer",  # neither an answer nor a refusal
    "number_words",  # numbers in words, kanji, kana, Roman numerals
    "spelling",  # spaces, macrons, variant characters, kana, width
    "zero_or_missing",  # "none" as an answer and as a refusal
    "part_of_a_name",  # a longer or a neighbouring name
    "supposition",  # the value is only supposed or mentioned
    "quoted",  # the value is quoted or denied, or upheld
    "comparison",  # more than, just under
    "limit",  # at least, at most, within, after
    "ordinal_or_count",  # third floor, three floors
    "end_of_period",  # from, until, both ends
    "calendar",  # eras, fiscal years, order of day and month
    "clock",  # a.m. and p.m., 25 hours, base sixty
    "tax",  # with and without tax or postage
    "per_what",  # per person, item, year, or in all
    "unit",  # right digits, another unit
    "table_unit",  # thousands, 万, 億 lost or converted
    "digits",  # swapped, lost or shifted digits
    "coarser",  # rounded, cut off, coarser, finer
    "list_size",  # one too many, one too few
    "exception",  # all but, except
    "entity_swap",  # the value belongs to the neighbour
    "label_copied",  # a reference or grade copied into the answer
    "to_the_judge",  # text addressed to the judge
    "refusal_with_grade",  # a refusal under a planted grade
    "wrong_final_line",  # right working, wrong final line, or the reverse
    "self_correction",  # corrected on the way
    "cut_off",  # looks truncated
    "part_for_whole",  # a part, a total or a rate for the value asked for
    "number_locale",  # decimal comma, dot or space between thousands
    "derived_not_quoted",  # says that nothing states it, and derives it
    "announced_guess",  # a guess after a refusal
    "refusal_beside_values",  # declines beside values of something else
    "silent_side",  # one of two conflicting values without a word
    "range_or_average",  # between or in the middle of conflicting values
    "side_after_conflict",  # names the conflict and takes a side
]
TRAPS: tuple[Trap, ...] = get_args(Trap)

AnswerForm = Literal["free", "final_line"]
"""`final_line`: the last line is headed `Answer:` or 回答：, as drawn items ask for."""


class CaseLabel(Record):
    """What a careful person says about an answer, by METRICS: never `invalid`, such cases are not in a set."""

    verdict: Literal["correct", "incorrect"]
    abstained: bool
    conflict_named: bool
    """False on every kind but contradictory."""


class JudgeCase(Record):
    """One line of a labelled set: an answer, and the label that a judge should give it.

    `note` says why the label is what it is. The language is that of the file. `item`: the item of the suite's dataset
    whose question and reference these are, None for invented ones. `trap`: what a judge could trip over, more closely
    than `slice` says it, None where there is no name for it.
    """

    id: NonEmpty
    item: NonEmpty | None = None
    question: NonEmpty
    kind: Kind
    reference: NonEmpty
    accept: tuple[NonEmpty, ...] = ()
    answer: NonEmpty
    label: CaseLabel
    slice: Slice
    form: AnswerForm = "free"
    trap: Trap | None = None
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
    if entry.own_question:
        return "an abstention on a case with a question of its own is incorrect" if right and label.abstained else None
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
