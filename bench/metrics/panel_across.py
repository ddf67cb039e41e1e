"""The panel across scorings and across runs: which verdicts flipped, who decided for whom, and who would rank where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bench.outcomes import Outcome
from bench.records import Arm, Lang, Summary


@dataclass(frozen=True, slots=True)
class Flip:
    """A trial whose final verdict changed: letters of bench.outcomes.LETTERS, None for no outcome yet."""

    lang: Lang
    item: str
    arm: Arm
    repeat: int
    before: str | None
    after: str | None


def flips(before: Iterable[Outcome], after: Iterable[Outcome]) -> list[Flip]:
    """Every trial whose outcome is another one afterwards, by place; one that had none before is among them."""
    old, new = ({o.place: o.letter for o in outcomes} for outcomes in (before, after))
    return [
        Flip(*place, old.get(place), new.get(place))
        for place in sorted(old.keys() | new.keys())
        if old.get(place) != new.get(place)
    ]


def pivotal_by_family(summaries: Iterable[Summary]) -> dict[str, dict[str, tuple[int, int]]]:
    """Judge to generator family to (pivotal votes, usable votes), summed over runs. Added judges have none."""
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for summary in summaries:
        for judge in summary.panel.judges if summary.panel else ():
            if not judge.added:
                families = found.setdefault(judge.judge, {})
                k, n = families.get(summary.model.family, (0, 0))
                families[summary.model.family] = (k + judge.pivotal.k, n + judge.pivotal.n)
    return found


def ranking(
    summaries: Iterable[Summary], lang: Lang, arm: Arm, without: str | None = None
) -> list[tuple[int, str, float]]:
    """(rank, run, accuracy over items) best first, as the whole panel judged, or the panel `without` one judge.

    Equal accuracies share a rank. A run without a value, or without that judge in its panel, is left out.
    """
    values = ((_accuracy(summary, lang, arm, without), summary.run) for summary in summaries)
    ordered = sorted(((value, run) for value, run in values if value is not None), key=lambda e: (-e[0], e[1]))
    return [(1 + sum(other > value for other, _ in ordered), run, value) for value, run in ordered]


def judges_of(summaries: Sequence[Summary]) -> tuple[str, ...]:
    """Every judge that stood on a panel of the runs, in order of appearance."""
    return tuple(dict.fromkeys(judge.spec for summary in summaries for judge in summary.config.judges))


def _accuracy(summary: Summary, lang: Lang, arm: Arm, without: str | None) -> float | None:
    if without is None:
        rates = [r.rate("overall_item_micro") for r in summary.results if (r.lang, r.arm) == (lang, arm)]
    else:
        left = summary.panel.left_out if summary.panel else ()
        rates = [r.overall_item_micro for r in left if (r.without, r.lang, r.arm) == (without, lang, arm)]
    return rates[0].rate if rates else None
