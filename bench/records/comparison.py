"""What comparing gives: of runs, figures side by side, pairs and rankings; of two models, what `bench settle` finds."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bench.records.calls import Arm, OfArm
from bench.records.items import Lang, Record
from bench.records.rates import Interval, ModelRef
from bench.records.results import ArmResult, DatasetRef

Finding = Literal["first", "second", "not_distinguishable", "undefined"]
"""Who is better; `undefined` where the two have nothing in common, or too few questions for a test."""


class System(Record):
    """One run of the comparison. `name` tells it from the others here; `run` is its folder's name."""

    name: str
    run: str
    spec: str
    title: str
    judges: tuple[str, ...]
    complete: bool
    missing: int = Field(ge=0)
    cost_usd: float | None = None
    """Of the answers; null without a price, or where a call did not report its tokens."""
    latency_p50_s: float | None = None
    """The median of the answers' latencies."""


class MeasuredDifference(Record):
    """One figure of two systems over the items that both have scored trials of, each item's repeats averaged.

    `difference` = `first` - `second`, as a share (or in Q). `ci95` is a bootstrap interval over `questions`.
    `p` is two-sided. A finding has an interval without 0 (or none, in Fisher's test) and a p below `level` (0.05,
    Bonferroni-corrected for the pairs). `detectable` is the true difference that this comparison would find four times
    in five; null where even the largest would not. `needed`: the number of questions that would find the difference
    that was seen four times in five; null where it is a finding already, or none would.
    """

    measure: str
    title: str
    higher_is_better: bool
    unit: Literal["points", "Q"]
    first: float | None
    second: float | None
    difference: float | None
    ci95: Interval | None
    p: float | None
    level: float
    items: int = Field(ge=0)
    questions: int = Field(ge=0)
    detectable: float | None
    needed: int | None = None
    method: Literal["paired bootstrap", "Fisher", "none"]
    finding: Finding
    verdict: str


class Unpaired(Record):
    """Items that one side has scored trials of and the other has not; no difference counts them."""

    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()


class Pair(Record):
    """Two systems in one language and arm, or (for a language gap) one system in two languages."""

    first: str
    second: str
    items: int = Field(ge=0)
    unpaired: Unpaired
    measures: tuple[MeasuredDifference, ...]


class RankedSystem(Record):
    """Equal values share a rank; `rank` and `value` are null where nothing was scored, or too little to be ranked."""

    name: str
    rank: int | None
    value: float | None


class Ranking(Record):
    """The order of the systems where a wrong answer costs `k` right ones. `threshold` = k / (k + 1)."""

    k: float = Field(ge=0)
    threshold: float = Field(ge=0, le=1)
    systems: tuple[RankedSystem, ...]


class Crossing(Record):
    """Two systems have the same Q at `k`; below it the one is better, above it the other."""

    k: float = Field(ge=0)
    below: str
    above: str


class Turn(Record):
    """Two systems have the same V where k, or u, is `at`; below it the one is better, above it the other."""

    by: Literal["cost", "unanswerable"]
    at: float = Field(ge=0)
    below: str
    above: str


class Domination(Record):
    """`better` has the higher Q for every k from 0 on."""

    better: str
    worse: str


class Decision(Record):
    """Which system to choose at which cost of a wrong answer, over the trials of items that all ranked systems have
    scored. `crossings`, `dominated` and `turns` are of pairs, each over the items that the two have scored."""

    items: int = Field(ge=0)
    left_out: tuple[str, ...]
    """Items that some system has scored trials of, and not every ranked one."""
    unscored: dict[str, int] = Field(default_factory=dict)
    """System to the number of those items that it has no scored trial of; without the systems that lack none."""
    unranked: tuple[str, ...] = ()
    """Systems with scored trials of less than half of the items: without a rank, they take no items from the others."""
    rankings: tuple[Ranking, ...]
    crossings: tuple[Crossing, ...]
    dominated: tuple[Domination, ...]
    stable: bool
    """Whether every ranking has the same order."""
    cost: float = Field(default=4.0, ge=0)
    """The reader's situation: what a wrong answer costs, k."""
    unanswerable: float = Field(default=0.0, ge=0, le=1)
    """The share u of questions without an answer in the documents; 0 where no such question was scored."""
    all_answerable: bool = False
    """Whether no question without an answer was scored, so that u had to be 0."""
    by_value: tuple[RankedSystem, ...] = ()
    """The systems by V(k, u), best first."""
    turns: tuple[Turn, ...] = ()
    """Where two systems change places, by cost at u and by share at k."""


class SystemFigures(Record):
    name: str
    result: ArmResult


class ArmComparison(OfArm):
    """All systems in one language and arm."""

    pairs_compared: int = Field(ge=0)
    level: float
    systems: tuple[SystemFigures, ...]
    pairs: tuple[Pair, ...]
    decision: Decision


class LanguageGap(Record):
    """One system in two languages, over the questions that exist in both: the first of `langs` against the second."""

    system: str
    arm: Arm
    langs: tuple[Lang, Lang] = ("ja", "en")
    pair: Pair


class Comparison(Record):
    """Everything that `bench compare` says."""

    schema_version: Literal["1"] = "1"
    dataset: DatasetRef
    preset: str
    limit: int | None
    seed: int
    systems: tuple[System, ...]
    notices: tuple[str, ...]
    """What the runs do not share besides the model, and what is missing: read before the figures."""
    arms: tuple[ArmComparison, ...]
    gaps: tuple[LanguageGap, ...]


SettledVerdict = Literal["first", "second", "within_gap", "undecided"]
"""Who is better; `within_gap`: nobody by more than the gap, and neither is known to be better at all."""


class Settled(Record):
    """One language. `difference` = Q(k) of the first - Q(k) of the second, each question counting once.

    `interval` is that of a confidence sequence at level 1 - `alpha`: it holds wherever asking stops.
    """

    lang: Lang
    verdict: SettledVerdict
    difference: float | None
    interval: Interval
    alpha: float = Field(gt=0, lt=1)
    """The command's alpha over the number of languages."""
    questions: int = Field(ge=0)
    """Questions that the verdict rests on."""
    asked: int = Field(ge=0)
    """Questions asked; the last batch may go beyond the one that decided."""
    available: int = Field(ge=0)
    """Questions that could have been asked; of fresh ones, those of the rounds drawn that no earlier round has had."""
    trials: int = Field(ge=0)
    """Trials of each model."""
    skipped: tuple[str, ...] = ()
    """Questions without an item that is scored for both models; they count nowhere."""


class FreshItems(Record):
    """What the rounds of a settling were drawn from. Round n has the seed `seed` + "r" + n."""

    seed: str
    kits: tuple[str, ...]
    per_program: int = Field(ge=1)


class SettledRound(Record):
    """The runs on one set of questions, by the names of their folders, which later runs reuse.

    `seed`: that its items are drawn with, so that anybody can draw them again; null where the data were there before.
    """

    seed: str | None
    dataset: DatasetRef
    runs: tuple[str, str]


class Settlement(Record):
    """Two models in one arm, asked in one round, or in as many as fresh items were drawn for.

    `gap`: points of Q(k), i.e. hundredths, within which nobody cares who is better; null where every difference counts.
    """

    schema_version: Literal["1"] = "1"
    first: ModelRef
    second: ModelRef
    rounds: tuple[SettledRound, ...]
    arm: Arm
    k: float = Field(ge=0)
    alpha: float = Field(gt=0, lt=1)
    gap: float | None = Field(default=None, gt=0)
    fresh: FreshItems | None = None
    languages: tuple[Settled, ...]
