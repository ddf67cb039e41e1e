"""A comparison as tables, for the terminal and as Markdown. Both show the same figures; neither computes any.

Guarantees: readable at any width; every difference stands with its interval or with the reason why it has none;
names of models are other people's text and can neither control the terminal nor break a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bench.records import Lang
from bench.records.comparison import ArmComparison, Comparison, Decision, MeasuredDifference, Pair
from bench.report.columns import UNDEFINED, percent, quality_lines, rate_lines
from bench.report.grid import Grid, markdown_grid, print_grid
from bench.text.display import for_terminal, markdown_cell, with_minus

if TYPE_CHECKING:
    from rich.console import Console

_NAMES: dict[Lang, str] = {"en": "English", "ja": "Japanese"}
_LISTED = 20
"""Items that are named where some are left out; the JSON has all."""
_LEGEND = (
    "Differences are paired by question over the items that both sides have scored, repeats averaged; [95 % bootstrap "
    "interval over questions]. p counts as a finding below 0.05 divided by the number of pairs (Bonferroni). What "
    "“would not show” is the difference that such a comparison finds four times in five. Q(k) = (right − k × wrong) "
    "/ trials; answering pays from a confidence of k / (k + 1) on. — is undefined."
)


def print_comparison(comparison: Comparison, console: Console) -> None:
    """Print everything: figures side by side, every pair, the decision table, and the gap between languages."""
    from rich.text import Text

    console.print(Text(for_terminal(_title(comparison)), style="bold"))
    for part in _parts(comparison):
        if isinstance(part, Grid):
            print_grid(part, console)
        else:
            console.print(Text(for_terminal(part)))
    console.print(Text(f"\n{_LEGEND}", style="dim"))


def comparison_markdown(comparison: Comparison) -> str:
    """The same as Markdown."""
    parts = [f"# {markdown_cell(_title(comparison))}"]
    for part in _parts(comparison):
        parts += markdown_grid(part) if isinstance(part, Grid) else [f"- {markdown_cell(part)}"]
    return "\n\n".join([*parts, markdown_cell(_LEGEND)]) + "\n"


def _title(c: Comparison) -> str:
    sample = "" if c.limit is None else f", at most {c.limit} items"
    names = ", ".join(system.name for system in c.systems)
    return f"{names} on {c.dataset.name} {c.dataset.version} (preset {c.preset}{sample}, seed {c.seed})"


def _parts(c: Comparison) -> Iterator[Grid | str]:
    yield from c.notices
    for arm in c.arms:
        place = f"{_NAMES[arm.lang]}, {arm.arm}"
        yield _side_by_side(arm, place)
        for pair in arm.pairs:
            yield _pair(pair, f"{place}: {pair.first} against {pair.second}", arm.pairs_compared, "pairs")
            yield from _unpaired(pair)
        yield _decision(arm.decision, place)
        yield from _decision_lines(arm.decision)
    for gap in c.gaps:
        yield _pair(gap.pair, f"{gap.system}, {gap.arm}: Japanese against English", len(c.systems), "systems")
        yield from _unpaired(gap.pair)


def _side_by_side(arm: ArmComparison, place: str) -> Grid:
    rows = []
    for system in arm.systems:
        r = system.result
        cells = (
            (percent(r.main_avg),),
            (percent(r.overall_macro),),
            rate_lines(r.overall_item_micro),
            rate_lines(r.over_abstention),
            rate_lines(r.false_answer),
            next((quality_lines(q) for q in r.quality if q.k == 4), (UNDEFINED,)),
            (str(r.outcomes.failed + r.outcomes.invalid),),
        )
        rows.append((system.name, *("\n".join(cell) for cell in cells)))
    headings = ("System", "Main", "Overall", "Accuracy", "Over-abst.", "False answer", "Q(4)", "Excl.")
    return Grid(headings, tuple(rows), f"{place}: side by side", airy=True)


def _pair(pair: Pair, title: str, tests: int, of: str) -> Grid:
    rows = tuple(
        (m.title, _value(m.first, m.unit), _value(m.second, m.unit), f"{m.verdict}{_p(m)}") for m in pair.measures
    )
    corrected = f", corrected for {tests} {of}" if tests > 1 else ""
    head = ("Figure", pair.first, pair.second, "Difference")
    return Grid(head, rows, f"{title} ({pair.items} items{corrected})", prose=frozenset({3}), airy=True)


def _p(m: MeasuredDifference) -> str:
    if m.p is None or "(p = " in m.verdict:
        return ""
    return f" (p {'≤' if m.p <= 1e-4 else '='} {m.p:.2g})"


def _value(value: float | None, unit: str) -> str:
    if unit == "points":
        return percent(value)
    return UNDEFINED if value is None else with_minus(f"{value:.3f}")


def _unpaired(pair: Pair) -> Iterator[str]:
    for name, items in ((pair.first, pair.unpaired.first), (pair.second, pair.unpaired.second)):
        if items:
            yield f"Left out, scored for {name} alone: {_listed(items)}."


def _listed(items: Sequence[str]) -> str:
    more = f" and {len(items) - _LISTED} more" if len(items) > _LISTED else ""
    return f"{len(items)} ({', '.join(items[:_LISTED])}{more})"


def _decision(decision: Decision, place: str) -> Grid:
    names = [system.name for system in decision.rankings[0].systems] if decision.rankings else []
    found = {(r.k, s.name): s for r in decision.rankings for s in r.systems}
    rows = []
    for name in names:
        cells = []
        for ranking in decision.rankings:
            s = found[ranking.k, name]
            cells.append(UNDEFINED if s.value is None else f"{s.rank}. ({with_minus(f'{s.value:.3f}')})")
        rows.append((name, *cells))
    headings = ("System", *(f"k = {r.k:g}\nfrom {100 * r.threshold:.0f} %" for r in decision.rankings))
    title = f"{place}: rank and Q by the cost k of a wrong answer ({decision.items} items)"
    return Grid(headings, tuple(rows), title)


def _decision_lines(decision: Decision) -> Iterator[str]:
    if decision.left_out:
        yield f"Left out, not scored for every system: {_listed(decision.left_out)}."
    yield "The ranking is the same for every k shown." if decision.stable else "The ranking depends on k:"
    for c in decision.crossings:
        yield (
            f"{c.below} and {c.above} cross at k* = {c.k:.2f}: {c.below} is better while a wrong answer costs less "
            f"than that (answering pays from {100 * c.k / (c.k + 1):.0f} % confidence on there), {c.above} above."
            if c.k > 0
            else f"{c.below} and {c.above} are equal at k = 0; {c.above} is better for every cost above that."
        )
    for d in decision.dominated:
        yield f"{d.worse} is below {d.better} for every k: no cost of a wrong answer speaks for it."
