"""What the summary says beyond rates: flips between arms, closed-book knowledge, prices, leave-one-out trials."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bench.records.calls import Arm, OfArm
from bench.records.items import Lang, Record
from bench.records.rates import Interval, Rate, Share01

State = Literal["right", "wrong", "abstained"]
"""What became of an item in an arm. An unanswerable item is right (declined) or wrong (attempted)."""


class Transition(Record):
    """How many items went from one state to another, and which; those that stayed are counted and not named."""

    before: State
    after: State
    count: int = Field(ge=0)
    items: tuple[str, ...] = ()


class FlipTable(Record):
    """The same items in two arms, `first` before and `second` after.

    `net` = `gained` - `lost`, as a share of `items`; `ci95` is Newcombe's interval for paired shares with as many
    items as there are questions, and `p` McNemar's exact two-sided p over questions. All are null without an item.
    """

    lang: Lang
    first: Arm
    second: Arm
    questions: Literal["answerable", "unanswerable"]
    items: int = Field(ge=0)
    """Items with one state in each of the two arms."""
    transitions: tuple[Transition, ...]
    """Every pair of states that such a question can be in, with 0 if need be."""
    lost: Rate
    """Right before and not right after / items."""
    gained: Rate
    """Not right before and right after / items."""
    net: float | None
    ci95: Interval | None
    p: Share01 | None
    unsettled: tuple[str, ...] = ()
    """Items without a state in an arm, because no outcome has more than half of its scored repeats; not counted."""


class Headline(Record):
    """The figures that are quoted most, defined as in the results of a language and arm."""

    trials: int = Field(ge=0)
    categories: dict[str, Rate]
    main_avg: Share01 | None
    main_avg_ci95: Interval | None = None
    """Over questions; null also in files from before it was computed."""
    overall_macro: Share01 | None
    overall_macro_ci95: Interval | None = None
    over_abstention: Rate


class WithAndWithout(Record):
    """An arm's headline figures over all questions, and without those that were answered closed-book."""

    arm: Arm
    every: Headline
    without: Headline


class ClosedBook(Record):
    """The closed-book certificate of one language: which Main items were answered without any document."""

    lang: Lang
    asked: int = Field(ge=0)
    """Main items with a scored trial in the `none` arm."""
    known: tuple[str, ...]
    """Items answered correctly there in at least one repeat."""
    figures: tuple[WithAndWithout, ...]
    """One for each arm but `none`. Left out are the known items and every variant of the same question."""


class GroundedCost(OfArm):
    """What one grounded correct answer cost in one arm: right, on an answerable item, with all evidence shown."""

    calls: int = Field(ge=0)
    """All of the arm, whatever became of them."""
    correct: int = Field(ge=0)
    cost_usd: float | None
    """Of all calls; null without a price, or where a call that came back did not report its tokens."""
    usd_per_correct: float | None
    tokens: int | None
    """Prompt and completion, of all calls; null where a call that came back did not report them."""
    tokens_per_correct: float | None
    latency_p90_s: float | None
    """Of the grounded correct answers."""


class TwinTable(OfArm):
    """The joint outcomes of Main trials and their evidence-removed twins. `missed`: wrong or abstained."""

    right_declined: int = Field(ge=0)
    """Answers from the evidence, and only from it: the share of these is discrimination."""
    right_attempted: int = Field(ge=0)
    """Answers with and without evidence: knows it, or guesses."""
    missed_declined: int = Field(ge=0)
    """Declines, or fails, with the evidence in front of it."""
    missed_attempted: int = Field(ge=0)
    discrimination: Rate


class LeftOutItem(Record):
    """A leave-one-out item that was asked: the chunk that it lacks, and the check that shows it to be needed."""

    id: str
    lang: Lang
    chunk: str
    reason: str


class LeftOutResult(OfArm):
    """Leave-one-out trials of one language and arm. No other figure of the summary counts them."""

    trials: int = Field(ge=0)
    declined: Rate
    """Declined / scored trials; declining is right."""
    attempted: int = Field(ge=0)
    excluded: int = Field(ge=0)
    """Invalid or failed."""
    discrimination: Rate
    """Of the trials whose Main item was scored in the same arm and repeat: it was right there, and declined here."""


class LeftOutReport(Record):
    results: tuple[LeftOutResult, ...]
    items: tuple[LeftOutItem, ...]


class Insight(Record):
    """Sections that need no further call. `closed_book` is empty without the `none` arm."""

    flips: tuple[FlipTable, ...] = ()
    closed_book: tuple[ClosedBook, ...] = ()
    grounded_cost: tuple[GroundedCost, ...] = ()
    twins: tuple[TwinTable, ...] = ()
    leave_one_out: LeftOutReport | None = None
    """Null where the run had none."""
