"""Wilson's interval of a share, over clusters of unequal size too, and the bounds it gives where all clusters agree."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist

Interval = tuple[float, float]


def wilson(k: float, n: float, confidence: float = 0.95) -> Interval | None:
    """Wilson's score interval for a share of k in n, within [0, 1] and always around k / n.

    k and n may be fractional: the interval over questions uses the observed share of a smaller number. None for 0 of 0.
    Raises ValueError where 0 <= k <= n does not hold or a count is not finite.
    Source: E. B. Wilson, JASA 22 (1927), in the closed form without continuity correction.
    """
    for count in (k, n):
        if not math.isfinite(count):
            raise ValueError(f"{count} is not a count: leave out what could not be measured, and count it")
    if not 0 <= k <= n:
        raise ValueError(f"{k:g} of {n:g} is not a count: 0 <= k <= n must hold")
    if n == 0:
        return None
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = k / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # The exact bounds at k = 0 and k = n are 0 and 1; rounding must not push a bound past the share itself.
    low = 0.0 if k == 0 else min(max(centre - half, 0.0), share)
    high = 1.0 if k == n else max(min(centre + half, 1.0), share)
    return low, high


def effective_size(sizes: Iterable[float]) -> float:
    """How many independent trials tell as much as clusters of these sizes, where the trials of a cluster all agree.

    n^2 / sum(m^2) for n trials in clusters of m: the number of clusters where all have one size, fewer where not, and
    never more. `sizes` are from 0 on; none, or zeros alone, give 0.
    Source: L. Kish, Survey Sampling (1965), the design effect with a correlation of 1 within clusters.
    """
    counts = list(sizes)
    squares = math.fsum(m * m for m in counts)
    return math.fsum(counts) ** 2 / squares if squares else 0.0


def share_over(share: float, size: float) -> Interval:
    """Wilson's interval of a share from 0 to 1 that was observed on an effective number of trials above 0.

    What rounding has put outside of 0 to 1 is taken for 0 or 1. No trials: (0, 1), nothing is known.
    """
    share = min(max(share, 0.0), 1.0)
    return wilson(share * size, size) or (0.0, 1.0)


def worth(right: float, wrong: float, size: float, cost: float = 1.0) -> Interval:
    """Bounds of right - cost * wrong, two rates of the same trials, from Wilson's intervals of the two.

    From the worth at the unfavourable bounds of both rates to that at the favourable ones. It is for clusters that all
    agree, of which a bootstrap shows no spread: 20 of 20 right are worth 0.68 to 1 at a cost of 1. `size`: the
    effective number of trials.
    """
    (right_low, right_high), (wrong_low, wrong_high) = share_over(right, size), share_over(wrong, size)
    return right_low - cost * wrong_high, right_high - cost * wrong_low


def no_spread(ci95: Interval | None) -> bool:
    """Whether an interval of resamples has no width but that of rounding. None has no interval, and so no such one."""
    return ci95 is not None and ci95[1] - ci95[0] <= 1e-9 * max(1.0, *map(abs, ci95))


def agreed(value: float, size: float, lowest: float, highest: float) -> Interval:
    """The interval of a mean where all questions agree: `value` for each, between `lowest` (at most 0) and `highest`.

    A value above 0 is a share of the largest gain, one below 0 of the largest loss; the bounds are Wilson's of the two
    shares over `size` questions (`effective_size`). 20 questions of gain 1: from 0.84 where nothing can be lost, from
    0.68 where as much can be. Where nothing can be gained and nothing lost (0 and 0), the interval is 0 alone.
    """
    gain = max(value, 0.0)
    gains = share_over(gain / highest, size) if highest else (0.0, 0.0)
    low, high = (min(highest * gains[0], gain), max(highest * gains[1], gain))
    if lowest == 0:
        return low, high
    losses = share_over(max(-value, 0.0) / -lowest, size)
    return low + lowest * losses[1], high + lowest * losses[0]


def mean_bounds(values: Sequence[float], intervals: Sequence[Interval]) -> Interval:
    """The interval of the mean of several values from their intervals: distances to the bounds add in squares.

    Raises ValueError for no values. Source: MOVER (Zou and Donner, Statistics in Medicine 27, 2008), taken as
    independent.
    """
    if not values:
        raise ValueError("a mean needs values")
    n = len(values)
    below = math.sqrt(math.fsum((value - low) ** 2 for value, (low, _) in zip(values, intervals, strict=True))) / n
    above = math.sqrt(math.fsum((high - value) ** 2 for value, (_, high) in zip(values, intervals, strict=True))) / n
    mean = math.fsum(values) / n
    return mean - below, mean + above
