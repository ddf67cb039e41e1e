"""Flips by the second implementation: hand-made tables, scipy's exact test, and the published interval."""

from __future__ import annotations

import pytest
from scipy.stats import binomtest

from bench.metrics.flips import mcnemar, paired_interval
from tests.oracle.flips import _mcnemar, _newcombe, flip_figures
from tests.oracle.trials import Trial


def trials(arm: str, letters: str) -> list[Trial]:
    return [Trial("en", f"Q-{n}", "main", arm, 0, (), None, f"Q-{n}", letter) for n, letter in enumerate(letters)]


def test_a_table_names_who_changed_and_counts_who_stayed() -> None:
    (table,) = flip_figures(["en"], ["gold", "shuffled"], [*trials("gold", "ccwai"), *trials("shuffled", "cwcac")])
    assert (table["items"], table["lost"]["k"], table["gained"]["k"], table["net"]) == (4, 1, 1, 0.0)
    counted = {(row["before"], row["after"]): (row["count"], row["items"]) for row in table["transitions"]}
    assert counted["right", "wrong"] == (1, ["Q-1"])
    assert counted["right", "right"] == counted["abstained", "abstained"] == (1, [])
    assert sum(count for count, _ in counted.values()) == 4


@pytest.mark.parametrize(("lost", "gained"), [(0, 0), (1, 0), (3, 9), (12, 12), (0, 20)])
def test_the_exact_test_is_that_of_a_fair_coin(lost: int, gained: int) -> None:
    down, up = {f"a{n}" for n in range(lost)}, {f"b{n}" for n in range(gained)}
    p = _mcnemar(down, up, {name: name for name in (*down, *up)})
    assert p == pytest.approx(binomtest(lost, lost + gained).pvalue if lost + gained else 1.0)
    assert p == pytest.approx(mcnemar(lost, gained))


@pytest.mark.parametrize("counts", [(36, 12, 2, 0), (20, 0, 5, 25), (0, 0, 0, 30), (7.5, 2.5, 0.5, 1.5), (1, 2, 3, 40)])
def test_both_implementations_of_newcombes_interval_agree(counts: tuple[float, float, float, float]) -> None:
    kept, lost, gained, rest = counts
    expected = paired_interval(kept, gained, lost, rest)
    assert expected is not None
    assert _newcombe(kept, lost, gained, rest) == pytest.approx(list(expected))


def test_newcombes_published_example() -> None:
    """Table II of his paper, (a, b, c, d) = (36, 12, 2, 0): 0.0569 to 0.3404 for the first minus the second."""
    assert _newcombe(36, 2, 12, 0) == pytest.approx([0.0569, 0.3404], abs=5e-4)
