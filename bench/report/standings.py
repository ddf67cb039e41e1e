"""Who can be told apart from whom on a board, and how two systems compare at every cost of a wrong answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bench.comparing import decision
from bench.comparing.measures import measures
from bench.comparing.pairs import compare_pair
from bench.metrics import penalty
from bench.metrics.penalty import Tally
from bench.outcomes import Outcome
from bench.records.comparison import Crossing, Domination, MeasuredDifference
from bench.records.leaderboard import PenaltyLine

MACRO = next(measure for measure in measures(()) if measure.name == "overall_macro")


def groups(ranking: Sequence[Sequence[Outcome]], level: float) -> list[int]:
    """For each entry of a ranking, best first, the number of its group, from 1.

    The rule: walk down the ranking. An entry joins the current group unless the difference in overall (macro) between
    it and the group's *first* entry is a finding: paired by question, each item averaged over its repeats, an interval
    without 0 and a bootstrap p below `level` (0.05 over the number of pairs on the board). Then it opens the next one.
    So every member is inseparable from the first, though two members need not be from each other; and with too few
    questions for a test nobody is separated. `ranking` holds the outcomes of one language and arm for each entry.
    """
    numbers: list[int] = []
    first: Sequence[Outcome] = ()
    for outcomes in ranking:
        if not numbers or difference(first, outcomes, level).finding in ("first", "second"):
            numbers.append(numbers[-1] + 1 if numbers else 1)
            first = outcomes
        else:
            numbers.append(numbers[-1])
    return numbers


def places(group_of: Sequence[int]) -> list[str]:
    """The places that each entry's group covers: `1–3` for all of three, `4` for one alone."""
    total = len(group_of)
    spans = {g: (group_of.index(g) + 1, total - list(reversed(group_of)).index(g)) for g in set(group_of)}
    return [f"{low}–{high}" if low < high else str(low) for low, high in (spans[g] for g in group_of)]


def difference(first: Sequence[Outcome], second: Sequence[Outcome], level: float) -> MeasuredDifference:
    """The paired difference in overall (macro) of two systems on the same questions."""
    return compare_pair(("first", "second"), first, second, (MACRO,), level).measures[0]


def penalty_line(outcomes: Sequence[Outcome]) -> PenaltyLine:
    """The counts from which Q(k) follows for every k; violations at canaries count as wrong."""
    counts = penalty.tally(outcomes)
    return PenaltyLine(
        correct=counts.correct - counts.violations,
        wrong=counts.wrong + counts.violations,
        abstained=counts.abstained,
        n=counts.n,
    )


def crossings(systems: Mapping[str, PenaltyLine]) -> tuple[Crossing, ...]:
    """Every pair of lines that meet at a k from 0 on, by k. Lines that coincide meet nowhere."""
    return tuple(sorted(decision.crossings(_tallies(systems)), key=lambda c: (c.k, c.below, c.above)))


def dominated(systems: Mapping[str, PenaltyLine]) -> tuple[Domination, ...]:
    """Every pair of which one has the higher Q for every k from 0 on."""
    return decision.dominated(_tallies(systems))


def _tallies(systems: Mapping[str, PenaltyLine]) -> dict[str, Tally]:
    return {name: Tally(line.correct, line.wrong, line.abstained) for name, line in systems.items()}
