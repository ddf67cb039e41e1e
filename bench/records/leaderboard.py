"""leaderboard.json: every board, who stands where and why, and what could not be used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from bench.figures import on_boards
from bench.records.calls import Arm
from bench.records.comparison import Crossing, Domination
from bench.records.items import Category, Lang, Record
from bench.records.rates import Interval, Share01, WithFigures, with_figures
from bench.records.results import DatasetRef
from bench.records.rounds import RoundOnBoard
from bench.records.submission import ServedBy

LEADERBOARD_VERSION: Literal["3"] = "3"


class JudgeSetting(Record):
    """A judge and every parameter that was sent to it."""

    spec: str
    params: dict[str, Any] = Field(default_factory=dict)


class Protocol(Record):
    """How a board's results were asked and judged; results that differ in any of it are on boards of their own.

    Only what bears on the board's language and arm is set: `retriever` and `k` in the retrieved arm,
    `gold_position` and `distractors` in the shuffled one, `chunk_tokens` and `overlap` wherever documents are shown.
    """

    judges: tuple[JudgeSetting, ...]
    """The first is primary."""
    judging: Literal["one-call", "two-stage"]
    self_judged: bool = False
    """Whether the model is one of its own judges."""
    prompts: dict[str, str]
    """Template name to fingerprint."""
    seed: int
    canaries: float = Field(ge=0, le=1)
    retriever: str | None
    k: int | None
    chunk_tokens: int | None
    overlap: int | None
    gold_position: float | None
    distractors: int | None


class PenaltyLine(Record):
    """Counts of scored trials, so that Q(k) = (correct - k * wrong) / n can be drawn for every k.

    These are attempts: declining is `abstained` also where it was right, and a right attempt at a canary is `wrong`.
    """

    correct: int = Field(ge=0)
    wrong: int = Field(ge=0)
    abstained: int = Field(ge=0)
    n: int = Field(ge=0)


class _Entry(WithFigures):
    """One line of a board, with the figures that boards show (bench/figures.py).

    `rank`, `group` and `place` are null where it is not ranked; `note` then says why.
    """

    rank: int | None
    """By `overall_macro` alone; equal figures share a rank and the next one skips."""
    group: int | None
    """Number of the group, from 1, whose members the statistics cannot separate from the group's first."""
    place: str | None
    """The places that the group covers, the same text for all of it: `1–3`, or `4` for one alone."""
    title: str
    spec: str
    family: str
    weights: Literal["open", "closed", "unknown", "none"]
    reasoning: bool
    params: dict[str, Any]
    """Every parameter that was sent with each call."""
    served: ServedBy | None
    answered_by: tuple[str, ...] = ()
    """What the model called itself in its replies; none where it says nothing."""
    judges_answered_by: tuple[str, ...] = ()
    """What the judges called themselves."""
    overall_ci95: Interval | None
    """Of the figure that ranks; bootstrap over questions."""
    penalty: PenaltyLine
    usd_per_1000: float | None = Field(ge=0)
    """Of 1000 answers in this arm, the judges not counted; null without a price, or at an own server."""
    usd_per_correct: float | None = Field(ge=0)
    """Of the answers in this arm, for each trial that was correct; null also where none was."""
    latency_median_s: float | None = Field(ge=0)
    latency_p90_s: float | None = Field(ge=0)
    trials: int = Field(ge=0)
    excluded: int = Field(ge=0)
    """Of the trials: invalid and failed."""
    repeats: int = Field(ge=1)
    judges: tuple[str, ...]
    submitter: str
    date: str
    suite_version: str
    file: str
    """Of the submission; no two entries of a board share it."""
    note: str = ""


if TYPE_CHECKING:
    Entry = _Entry
else:
    Entry = with_figures(_Entry, "Entry", {figure.name: figure.unit for figure in on_boards()})


class Board(Record):
    """The ranking of one dataset, to the byte, in one language and arm, for one selection and one protocol."""

    id: str
    """Names the board in links: `gib-1.0.0-ja-shuffled-1a2b3c4d`, the last part from all that sets it apart."""
    dataset: DatasetRef
    preset: Literal["written", "core", "full", "lit", "smoke"]
    limit: int | None
    lang: Lang
    arm: Arm
    headline: bool
    """Whether this is the arm of the published protocol, `shuffled`."""
    protocol: Protocol
    round: RoundOnBoard | None = None
    """The sealed round that the data are of; entries begun before its reveal and after it have boards of their own."""
    carried: bool = False
    """Whether it was taken over as it stood in an earlier leaderboard, of a release that is not checked any more."""
    ranked: tuple[Entry, ...]
    not_ranked: tuple[Entry, ...]
    superseded: tuple[Entry, ...]
    """Older results of a model with the same parameters as one in `ranked`; `note` names the file that counts."""
    pairs: int = Field(ge=0)
    """Pairs of ranked entries, for which `level` is corrected."""
    level: float
    """A difference between two entries counts where its p is below this."""
    crossings: tuple[Crossing, ...]
    """Where the Q lines of two ranked entries meet, k from 0 on; entries by `file`."""
    dominated: tuple[Domination, ...]
    """Ranked entries whose Q is below another's for every k from 0 on, by `file`."""


class Release(Record):
    """Data of one name, version and digest, and the boards that rank on them. Two releases share no ranking."""

    dataset: DatasetRef
    line: str
    """What it is a release of: the name of the data; `drawn` for every set that was drawn with a seed."""
    round: str | None
    """The name of the sealed round that it is the set of."""
    since: str | None
    """YYYY-MM-DD: the commitment of its round, or its earliest ranked entry; null where nothing on it is ranked."""
    newest: bool
    """Whether it is the newest of its line on this leaderboard, of those with a ranked entry."""
    boards: tuple[str, ...]
    """Ids."""


class Gap(Record):
    """One submission in one arm: overall (macro) in Japanese minus that in English, over the paired items."""

    file: str
    title: str
    spec: str
    dataset: DatasetRef
    arm: Arm
    value: float | None = Field(ge=-100, le=100)
    """In points: 100 times the difference of the shares. Null where a category has no pair."""
    ci95: Interval | None
    """In points; bootstrap over questions."""
    n: int = Field(ge=0)
    """Items with scored trials in both languages."""


class Refused(Record):
    file: str
    faults: tuple[str, ...]


class Duplicate(Record):
    """A file that holds the same run as `same_as`: same digest, same logs. It gives no row."""

    file: str
    same_as: str


class PublishedRow(Record):
    """One printed row of a paper. Shares as printed, with as many digits; null or left out where none was seen."""

    lang: Lang
    title: str
    weights: Literal["open", "closed"]
    categories: dict[Category, Share01]
    main_avg: Share01 | None = None
    overall: Share01 | None = None
    """What the paper prints as overall, which is our `overall_tag_micro`."""
    over_abstention: Share01 | None = None


class Published(Record):
    """Figures that others printed for a dataset. Shown beside boards of that dataset, never ranked among runs."""

    dataset: str
    """Name of the dataset: `lit`."""
    arm: Arm
    """The arm whose protocol is the nearest."""
    source: str
    url: str
    judge: str
    note: str
    rows: tuple[PublishedRow, ...]


class Leaderboard(Record):
    """Every board, the language gaps, published figures, and every file that gave no row, with its reasons."""

    schema_version: Literal["3"] = LEADERBOARD_VERSION
    releases: tuple[Release, ...] = ()
    """By line, the newest of a line first."""
    boards: tuple[Board, ...]
    gaps: tuple[Gap, ...]
    published: tuple[Published, ...]
    duplicates: tuple[Duplicate, ...]
    refused: tuple[Refused, ...]
