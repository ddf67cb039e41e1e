"""What is submitted to a leaderboard: one run without any text of the dataset or of an answer.

Figures are not in it: they are computed from the rows when it is read. What a leaderboard makes of submissions is in
bench/records/leaderboard.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, StringConstraints

from bench.figures import Unit
from bench.kinds import LETTERS
from bench.records.answered_by import AnsweredByReport
from bench.records.calls import Arm, OfArm
from bench.records.items import Aspect, Difficulty, Kind, Lang, NonEmpty, Record
from bench.records.rates import WithFigures, with_figures
from bench.records.results import Attribution, OutcomeCounts, RunConfig, Sha256, UsageSummary

SUBMISSION_VERSION: Literal["4"] = "4"

PRIVATE_DATA = "(a local path)"
"""Stands in `config.data` for a path of the submitter's machine."""

LONGEST_NAME = 200

Letter = Annotated[str, StringConstraints(pattern=rf"^[{LETTERS}]$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)]
Utc = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$")]
"""Date and time in UTC, to the second: 2026-01-02T03:04:05Z."""

Settler = Literal["rule", "model"]
"""Who settled a verdict of a cascade."""

ServedBy = Literal["provider", "own", "started", "built-in"]
"""Where answers came from: the provider's own address; an address that the user gave or a server that was running at
home; a vLLM server that the suite started; the built-in baseline."""


def _empty(value: object) -> bool:
    return not value


class ItemTags(Record):
    """The tags of one item that rates need. `base` is the Main item of a twin; `cluster` groups a question.

    Only drawn items have a `difficulty`; `slips` are the names of their wrong answers.
    """

    id: Name
    lang: Lang
    kind: Kind
    aspects: tuple[Aspect, ...] = ()
    base: str | None = None
    cluster: NonEmpty
    difficulty: Difficulty | None = Field(default=None, exclude_if=lambda value: value is None)
    slips: tuple[Name, ...] = Field(default=(), exclude_if=_empty)


class Row(Record):
    """What happened to one item in one repeat: arm to one letter.

    c correct, w wrong, a abstained; on contradictory items n conflict named, d declined without naming it (both
    correct); i invalid, f failed. An arm that does not apply to the item is left out.
    """

    item: Name
    lang: Lang
    repeat: int = Field(ge=0)
    arms: dict[Arm, Letter]
    canary: tuple[Arm, ...] = ()
    """Arms in which the evidence was taken away; the letter says what the attempt was worth as a fact."""
    shown: dict[Arm, Kind] = Field(default_factory=dict, exclude_if=_empty)
    """What the documents shown made the question, where that is not what its item is called; the letter is of that."""
    rival_only: tuple[Arm, ...] = Field(default=(), exclude_if=_empty)
    """Arms in which of a contradictory item's two sides the rival's alone was shown: invalid."""
    slip: dict[Arm, Name] = Field(default_factory=dict, exclude_if=_empty)
    """Which slip a wrong answer to a drawn question is, or `other`."""
    no_final_line: tuple[Arm, ...] = Field(default=(), exclude_if=_empty)
    """Arms in which the reply to a drawn item has no final line."""
    settled: dict[Arm, Settler] = Field(default_factory=dict, exclude_if=_empty)
    """Whose vote the first cascade among the judges went by: the rules', or its model's. None in files of a run
    without a cascade, and in those of before the suite told."""
    audit: dict[Arm, bool] = Field(default_factory=dict, exclude_if=_empty)
    """Where the cascade's model was asked about an answer that the rules settled: whether it said the same outcome."""


class LogDigests(Record):
    """SHA-256 over the bytes of the two log files, so that a published log can be matched to its submission."""

    answers: Sha256
    votes: Sha256


class VoteCounts(Record):
    """Votes of all judges that count. `invalid`: no usable verdict in them."""

    cast: int = Field(ge=0)
    invalid: int = Field(ge=0)
    suspect: int = Field(default=0, ge=0, exclude_if=_empty)
    """Verdicts of models that the answers themselves speak against."""
    suspect_of: int = Field(default=0, ge=0, exclude_if=_empty)
    """Verdicts of models on answers, among which those are; 0 where rules alone judged, or before the suite counted."""


class ArmUsage(OfArm):
    """What one language in one arm took: the model's answers, and the votes on them."""

    usage: UsageSummary
    judge_usage: UsageSummary


class SubmissionBase(Record):
    """What every version that is read has in common.

    `config` is the whole configuration as the run's manifest has it, so that no field of it can be changed without
    another `digest`. One field may be private: where `config.data` is a path, PRIVATE_DATA stands for it and the
    digest is that of the configuration with PRIVATE_DATA in it. "gib" and "lit" are no paths and stand as they are;
    for them `digest` is the manifest's own. Which bytes were read says `config.dataset.sha256` in either case.
    """

    schema_version: str
    suite_version: Name
    submitter: Annotated[str, StringConstraints(max_length=LONGEST_NAME)] = ""
    date: Utc
    """When the run was started, as its manifest says."""
    run: Name
    digest: Sha256
    """SHA-256 of the canonical JSON of `config`, as it stands here."""
    config: RunConfig
    served: ServedBy | None
    """Null: submitted under version 1, which did not say."""
    answered_by: tuple[AnsweredByReport, ...] = ()
    """What the model and the judges called themselves; none where they say nothing, or before the suite asked."""
    leaderboard: bool
    """Whether this result is to be ranked. Never true where the configuration speaks against it."""
    excluded: dict[str, Annotated[int, Field(ge=0)]]
    """`OUTCOME/STAGE/REASON` to how many trials no rate counts for that reason, which the rows do not say."""
    flagged: int = Field(ge=0)
    """Items that carry a finding of the dataset's audit."""
    votes: VoteCounts
    usage: UsageSummary
    """Of the model. `cost_usd` is null without a price, and where the answers are not from the price's provider."""
    judge_usage: UsageSummary
    arm_usage: tuple[ArmUsage, ...] = ()
    """One for each language and arm of the configuration, in that order; none where submitted under version 1."""
    log: LogDigests
    items: tuple[ItemTags, ...] = Field(min_length=1)
    rows: tuple[Row, ...] = Field(min_length=1)

    @property
    def parts(self) -> list[tuple[Lang, Arm]]:
        """Every language and arm that has a result, in the order of the results."""
        return [(lang, arm) for lang in self.config.langs for arm in self.config.arms]


class Submission(SubmissionBase):
    """One run, ready for a leaderboard: its configuration, what it took, and the rows that every figure follows from.

    A new figure changes nothing here. `config` and `digest` are explained at their fields.
    """

    schema_version: Literal["4"] = SUBMISSION_VERSION
    canaries: int = Field(ge=0)
    """Trials whose evidence was taken away, as the log says. Versions 1 and 2 had this in their rows alone."""

    @property
    def trials(self) -> int:
        return sum(len(row.arms) for row in self.rows)


class Submission3(SubmissionBase):
    """Version 3: its items have no difficulty, and its rows say nothing of what was shown, of slips and final lines."""

    schema_version: Literal["3"] = "3"
    canaries: int = Field(ge=0)


class _Result2(WithFigures):
    """The figures of one language in one arm, as version 2 claimed them."""

    lang: Lang
    arm: Arm
    trials: int = Field(ge=0)
    outcomes: OutcomeCounts


UNITS_2: dict[str, Unit] = {
    **dict.fromkeys(("categories", "aspects"), "rates"),
    **dict.fromkeys(("main_avg", "overall_macro"), "share"),
    **dict.fromkeys(("overall_tag_micro", "overall_item_micro", "discrimination", "over_abstention"), "rate"),
    **dict.fromkeys(("false_abstention", "false_answer", "wrong_of_answerable", "wrong_of_attempted"), "rate"),
    **dict.fromkeys(("volume", "accuracy_given_attempt"), "rate"),
    "quality": "qualities",
    "contradictory": "conflicts",
}
"""The figures of version 2. Not those of bench/figures.py: what old files hold does not change."""

if TYPE_CHECKING:
    Result2 = _Result2
else:
    Result2 = with_figures(_Result2, "Result2", UNITS_2, bare=True)


class Submission2(SubmissionBase):
    """Version 2, which also claimed figures. They are compared with those of the rows, and then dropped."""

    schema_version: Literal["2"] = "2"
    trials: int = Field(ge=1)
    results: tuple[Result2, ...] = Field(min_length=1)
    """One for each language and arm of the configuration, in that order."""
    attribution: tuple[Attribution, ...]
