"""The shapes that every section of a summary is made of: a share with its count, an interval, a model by name.

And what a record is that holds figures: one field for each figure of bench/figures.py, by the figure's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, create_model

from bench.figures import Column, Unit
from bench.records.items import Record

Share01 = Annotated[float, Field(ge=0, le=1)]
Interval = tuple[float, float]


class ModelRef(Record):
    """Which model, and everything that was sent with each call besides the messages."""

    spec: str
    title: str
    alias: str | None = None
    family: str = ""
    weights: Literal["open", "closed", "unknown", "none"]
    """Unknown: behind an address or a router that does not say. None: a built-in baseline."""
    reasoning: bool = False
    params: dict[str, Any] = Field(default_factory=dict)
    price_input: float | None = None
    price_output: float | None = None
    price_cached: float | None = Field(default=None, exclude_if=lambda price: price is None)
    """USD per million prompt tokens that the provider read from its cache; null: not known. Left out of the canonical
    form where it is null, so that no older run changes its digest."""
    price_written: float | None = Field(default=None, exclude_if=lambda price: price is None)
    """The same for prompt tokens that it wrote to its cache."""
    rules: str | None = Field(default=None, exclude_if=lambda version: version is None)
    """Of a cascade of judges (bench.cascade): the version of the rules that come before the model."""


class Rate(Record):
    """A share with its count. `rate` and the intervals are null where n is 0: undefined, never zero.

    `ci95` is Wilson's interval over trials. `questions` counts independent questions (clusters); `ci95_questions` is
    Wilson's interval with as many trials as they are worth, n^2 / sum(m^2) for questions of m trials: the honest one
    where repeats or twins of a question are not independent.
    """

    k: int = Field(ge=0)
    n: int = Field(ge=0)
    rate: Share01 | None
    ci95: Interval | None
    questions: int = Field(ge=0)
    ci95_questions: Interval | None
    bounds: Interval | None = Field(default=None, exclude_if=lambda bounds: bounds is None)
    """The share if every trial that was not scored were no hit, and if every one were. Left out where all are scored,
    and in files from before it was counted."""


UNDEFINED = Rate(k=0, n=0, rate=None, ci95=None, questions=0, ci95_questions=None)
"""Nothing was counted."""


class Quality(Record):
    """Q(k) = (correct - k * wrong) / n, WRH: abstentions count 0, `k` is what a wrong answer costs.

    Also V(k, u), in which the share of unanswerable questions is the reader's and not that of the data.
    """

    k: float = Field(ge=0)
    value: float | None
    ci95: Interval | None
    """Bootstrap over questions; Wilson's bounds of the rates it is made of where all questions agree."""


class ConflictCounts(Record):
    """What happened on contradictory items; the first two are correct in LIT's sense."""

    named: int = 0
    declined: int = 0
    took_side: int = 0


class ReachStep(Record):
    """One size that was asked, and how many questions of that size were answered right."""

    at: int = Field(gt=0)
    rate: Rate


class Reach(Record):
    """How far a model comes before it answers too few (METRICS §10), and the curve that this is read from.

    `at`: the largest step that is reached, null where none is. `shown`: the same as it is printed, `< ` before the
    first step where none is reached, `≥ ` before the last where all are; "" where nothing was asked.
    """

    at: int | None
    shown: str
    steps: tuple[ReachStep, ...]


NO_REACH = Reach(at=None, shown="", steps=())
"""Nothing of a known size was asked."""

CI95, BOUNDS = "_ci95", "_bounds"
"""What stands beside a figure of unit `share`: the fields `NAME_ci95`, its interval over questions, and `NAME_bounds`,
what it could be if every trial that was not scored were wrong, and if every one were right."""

Value = Rate | Quality | ConflictCounts | Reach | float | None
"""Of one column. None: undefined, or (for a part) not there."""


class WithFigures(Record):
    """A record with a field for each of some figures, by name (see `with_figures`), and typed access to them."""

    def rate(self, name: str) -> Rate:
        """A figure of unit `rate`. Raises TypeError for another, AttributeError where the record has none such."""
        value = getattr(self, name)
        if not isinstance(value, Rate):
            raise TypeError(f"{name} is no rate")
        return value

    def share(self, name: str) -> float | None:
        """A figure of unit `share`, 0 to 1. Raises as `rate` does."""
        value = getattr(self, name)
        if not isinstance(value, float | None):
            raise TypeError(f"{name} is no share")
        return value

    def interval(self, name: str) -> Interval | None:
        """The 95 % interval of a figure of unit `share`, over questions. Raises AttributeError for another."""
        found: Interval | None = getattr(self, f"{name}{CI95}")
        return found

    def bounds(self, name: str) -> Interval | None:
        """What a figure of unit `share` could be with every trial scored; None where all are. Raises as `interval`."""
        found: Interval | None = getattr(self, f"{name}{BOUNDS}")
        return found

    def rates(self, name: str) -> dict[str, Rate]:
        """A figure of unit `rates`: its parts by key. Raises as `rate` does."""
        value = getattr(self, name)
        if not isinstance(value, dict):
            raise TypeError(f"{name} is no mapping of rates")
        return value

    def qualities(self, name: str = "quality") -> tuple[Quality, ...]:
        """A figure of unit `qualities`: one Q for each k. Raises as `rate` does."""
        value = getattr(self, name)
        if not isinstance(value, tuple):
            raise TypeError(f"{name} is no series of qualities")
        return value

    def reach(self, name: str) -> Reach:
        """A figure of unit `reach`. Raises as `rate` does."""
        value = getattr(self, name)
        if not isinstance(value, Reach):
            raise TypeError(f"{name} is no reach")
        return value

    def value(self, column: Column) -> Value:
        """What stands in a column: a rate, a share or None, a quality, or the counts of conflicts."""
        value = getattr(self, column.figure.name)
        if column.part is None:
            return value  # type: ignore[no-any-return]
        if isinstance(value, dict):
            return value.get(column.part.key)
        return next((quality for quality in value if f"{quality.k:g}" == column.part.key), None)


FIELD_OF: dict[Unit, Any] = {
    "rate": (Rate, UNDEFINED),
    "share": (Share01 | None, None),
    "rates": (dict[str, Rate], Field(default_factory=dict)),
    "qualities": (tuple[Quality, ...], ()),
    "conflicts": (ConflictCounts, ConflictCounts()),
    "reach": (Reach, NO_REACH),
}
"""Type and default of a figure's field. A figure that a file of an older version lacks is read as undefined."""
BESIDE_SHARE: dict[str, Any] = {
    CI95: (Interval | None, None),
    BOUNDS: (Interval | None, Field(default=None, exclude_if=lambda bounds: bounds is None)),
}
"""The same of what stands beside a share."""

WithFiguresT = TypeVar("WithFiguresT", bound=WithFigures)


def with_figures(
    base: type[WithFiguresT], name: str, units: Mapping[str, Unit], *, bare: bool = False
) -> type[WithFiguresT]:
    """`base` with a field for each figure, given by name and unit, in their order; as a class called `name`.

    `bare`: without what stands beside shares, as older files had them.
    """
    fields: dict[str, Any] = {}
    for figure, unit in units.items():
        fields[figure] = FIELD_OF[unit]
        if unit == "share" and not bare:
            fields |= {f"{figure}{suffix}": field for suffix, field in BESIDE_SHARE.items()}
    made: type[WithFiguresT] = create_model(
        name, __base__=base, __module__=base.__module__, __doc__=base.__doc__, **fields
    )
    return made
