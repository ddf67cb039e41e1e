"""What is handed in to a leaderboard, and what the leaderboard is: shapes on disk, without any text of the dataset."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from bench.records.calls import Arm
from bench.records.items import Aspect, Kind, Lang, NonEmpty, Record
from bench.records.results import ArmResult, Attribution, DatasetRef, JudgeSummary, ModelRef, UsageSummary

SUBMISSION_VERSION: Literal["1"] = "1"

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Letter = Annotated[str, StringConstraints(pattern=r"^[cwandif]$")]


class ItemTags(Record):
    """The tags of one item that rates need. `base` is the Main item of a twin; `cluster` groups a question."""

    id: NonEmpty
    lang: Lang
    kind: Kind
    aspects: tuple[Aspect, ...] = ()
    base: str | None = None
    cluster: NonEmpty


class Row(Record):
    """What happened to one item in one repeat: arm to one letter.

    c correct, w wrong, a abstained; on contradictory items n conflict named, d declined without naming it (both
    correct); i invalid, f failed. An arm that does not apply to the item is left out.
    """

    item: NonEmpty
    lang: Lang
    repeat: int = Field(ge=0)
    arms: dict[Arm, Letter]
    canary: tuple[Arm, ...] = ()
    """Arms in which the evidence was taken away; the letter says what the attempt was worth as a fact."""


class LogDigests(Record):
    """SHA-256 over the bytes of the two log files, so that a published log can be matched to its submission."""

    answers: Sha256
    votes: Sha256


class Submission(Record):
    """One run, ready for a leaderboard: every figure, and the rows from which every figure can be computed again."""

    schema_version: Literal["1"] = SUBMISSION_VERSION
    suite_version: NonEmpty
    submitter: str = ""
    date: NonEmpty
    """When the run was started, UTC, as its manifest says."""
    run: NonEmpty
    digest: Sha256
    """Of the run's configuration."""
    model: ModelRef
    """With every parameter that was sent."""
    dataset: DatasetRef
    prompts: dict[str, str]
    judge: JudgeSummary
    leaderboard: bool
    """Whether this result may be ranked; the reasons against are in `judge.note`."""
    langs: tuple[Lang, ...] = Field(min_length=1)
    arms: tuple[Arm, ...] = Field(min_length=1)
    preset: Literal["full", "lit", "smoke"]
    limit: int | None
    repeats: int = Field(ge=1)
    seed: int
    retriever: str
    k: int = Field(ge=1)
    trials: int = Field(ge=1)
    results: tuple[ArmResult, ...] = Field(min_length=1)
    attribution: tuple[Attribution, ...]
    excluded: dict[str, int]
    """`OUTCOME/STAGE/REASON` to how many trials no rate counts for that reason."""
    flagged: int = Field(ge=0)
    """Items that carry a finding of the dataset's audit."""
    usage: UsageSummary
    judge_usage: UsageSummary
    log: LogDigests
    items: tuple[ItemTags, ...] = Field(min_length=1)
    rows: tuple[Row, ...] = Field(min_length=1)
    judging: Literal["one-call", "two-stage"] = "one-call"
    canaries: float = Field(default=0, ge=0, le=1)


class Entry(Record):
    """One line of a board. `rank` is null where the result is not ranked; `note` then says why."""

    rank: int | None
    title: str
    spec: str
    weights: Literal["open", "closed", "none"]
    reasoning: bool
    overall_macro: float | None = Field(ge=0, le=1)
    overall_tag_micro: float | None = Field(ge=0, le=1)
    main_avg: float | None = Field(ge=0, le=1)
    categories: dict[str, float | None]
    over_abstention: float | None = Field(ge=0, le=1)
    false_answer: float | None = Field(ge=0, le=1)
    quality: dict[str, float | None]
    """Cost of a wrong answer, as text, to Q."""
    trials: int = Field(ge=0)
    excluded: int = Field(ge=0)
    judges: tuple[str, ...]
    submitter: str
    date: str
    file: str
    note: str = ""


class Board(Record):
    """The ranking of one dataset, to the byte, in one language and one arm, for one selection of its items."""

    dataset: DatasetRef
    preset: Literal["full", "lit", "smoke"]
    limit: int | None
    lang: Lang
    arm: Arm
    headline: bool
    """Whether this is the arm of the published protocol, `shuffled`."""
    ranked: tuple[Entry, ...]
    not_ranked: tuple[Entry, ...]


class Refused(Record):
    file: str
    faults: tuple[str, ...]


class Leaderboard(Record):
    """leaderboard.json: every board, and every file that could not be used with its reasons."""

    schema_version: Literal["1"] = "1"
    boards: tuple[Board, ...]
    refused: tuple[Refused, ...]
