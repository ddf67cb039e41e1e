"""What is handed in to a leaderboard: one run with every figure, without any text of the dataset or of an answer.

What a leaderboard makes of submissions is in bench/records/leaderboard.py.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from bench.kinds import LETTERS
from bench.records.calls import Arm
from bench.records.items import Aspect, Kind, Lang, NonEmpty, Record
from bench.records.results import ArmResult, Attribution, RunConfig, UsageSummary

SUBMISSION_VERSION: Literal["2"] = "2"

PRIVATE_DATA = "(a local path)"
"""Stands in `config.data` for a path of the submitter's machine."""

LONGEST_NAME = 200

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Letter = Annotated[str, StringConstraints(pattern=rf"^[{LETTERS}]$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)]
Utc = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$")]
"""Date and time in UTC, to the second: 2026-01-02T03:04:05Z."""

Served = Literal["provider", "own", "started", "built-in"]
"""Where answers came from: the provider's own address; an address that the user gave or a server that was running at
home; a vLLM server that the suite started; the built-in baseline."""


class ItemTags(Record):
    """The tags of one item that rates need. `base` is the Main item of a twin; `cluster` groups a question."""

    id: Name
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

    item: Name
    lang: Lang
    repeat: int = Field(ge=0)
    arms: dict[Arm, Letter]
    canary: tuple[Arm, ...] = ()
    """Arms in which the evidence was taken away; the letter says what the attempt was worth as a fact."""


class LogDigests(Record):
    """SHA-256 over the bytes of the two log files, so that a published log can be matched to its submission."""

    answers: Sha256
    votes: Sha256


class VoteCounts(Record):
    """Votes of all judges that count. `invalid`: no usable verdict in them."""

    cast: int = Field(ge=0)
    invalid: int = Field(ge=0)


class ArmUsage(Record):
    """What one language in one arm took: the model's answers, and the votes on them."""

    lang: Lang
    arm: Arm
    usage: UsageSummary
    judge_usage: UsageSummary


class Submission(Record):
    """One run, ready for a leaderboard: every figure, and the rows from which every rate can be computed again.

    `config` is the whole configuration as the run's manifest has it, so that no field of it can be changed without
    another `digest`. One field may be private: where `config.data` is a path, PRIVATE_DATA stands for it and the
    digest is that of the configuration with PRIVATE_DATA in it. "gib" and "lit" are no paths and stand as they are;
    for them `digest` is the manifest's own. Which bytes were read says `config.dataset.sha256` in either case.
    """

    schema_version: Literal["2"] = SUBMISSION_VERSION
    suite_version: Name
    submitter: Annotated[str, StringConstraints(max_length=LONGEST_NAME)] = ""
    date: Utc
    """When the run was started, as its manifest says."""
    run: Name
    digest: Sha256
    """SHA-256 of the canonical JSON of `config`, as it stands here."""
    config: RunConfig
    served: Served | None
    """Null: handed in under version 1, which did not say."""
    leaderboard: bool
    """Whether this result is to be ranked. Never true where the configuration speaks against it."""
    trials: int = Field(ge=1)
    results: tuple[ArmResult, ...] = Field(min_length=1)
    """One for each language and arm of the configuration, in that order."""
    attribution: tuple[Attribution, ...]
    excluded: dict[str, Annotated[int, Field(ge=0)]]
    """`OUTCOME/STAGE/REASON` to how many trials no rate counts for that reason."""
    flagged: int = Field(ge=0)
    """Items that carry a finding of the dataset's audit."""
    votes: VoteCounts
    usage: UsageSummary
    """Of the model. `cost_usd` is null without a price, and where the answers are not from the price's provider."""
    judge_usage: UsageSummary
    arm_usage: tuple[ArmUsage, ...] = ()
    """One for each of `results`, in that order; none where handed in under version 1, which did not say."""
    log: LogDigests
    items: tuple[ItemTags, ...] = Field(min_length=1)
    rows: tuple[Row, ...] = Field(min_length=1)
