"""A confidence sequence: an interval for a mean that may be looked at after every observation.

An ordinary 95 % interval holds for one sample size that was fixed beforehand; whoever looks again and again, and stops
as soon as it excludes zero, is wrong far more often than in 5 % of cases. The intervals here hold at all times at
once, so stopping at any of them, for any reason, keeps the error below alpha.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

Interval = tuple[float, float]

_PRECISION = 2.0**-20
"""How far outside its exact place a bound may lie, as a share of the range. Outwards, so that the guarantee holds."""
_CAP = 0.5
"""The largest part of the capital that one bet may lose."""


class ConfidenceSequence:
    """A confidence sequence for the mean of observations between `low` and `high`, at level 1 - `alpha`.

    Guarantee: if every observation has the same conditional mean given those before it, the probability that the mean
    is ever outside `interval`, at any time, is at most `alpha`; the distribution need not be known, and its variance
    is learnt, so observations that rarely differ give short intervals. Before the first observation the interval is
    (low, high); it never grows. Where the sequence contradicts itself (the means drifted: probability at most alpha
    otherwise), it stays at the point where it did, and `contradicted` is True.

    Raises ValueError for bounds or a level that make no sense, and for an observation outside the bounds or not finite.

    Source: I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting", JRSS-B 86 (2024)
    1-27: the hedged capital process (theorem 3) with theta = c = 1/2 and the predictable plug-in bets of that section,
    intersected over time. For a candidate mean m, one gambler bets that the mean is above it and one that it is below;
    if m is the mean, either's capital is a non-negative martingale, so by Ville's inequality it ever reaches 2/alpha
    with probability alpha/2 at most. Values of m at which one of them has become so rich are out.
    """

    def __init__(self, low: float, high: float, alpha: float = 0.05) -> None:
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise ValueError(f"a mean between {low} and {high} cannot be bounded")
        if not 0 < alpha < 1:
            raise ValueError(f"alpha is a probability between 0 and 1, not {alpha}")
        self._low, self._span, self._alpha = low, high - low, alpha
        self._count = 0
        self._room: NDArray[float64] | None = None
        self._sum = self._squares = 0.0
        self._bounds = 0.0, 1.0
        self.contradicted = False

    def __len__(self) -> int:
        """How many observations there have been."""
        return self._count

    @property
    def interval(self) -> Interval:
        """Where the mean is, between `low` and `high`."""
        below, above = self._bounds
        return self._low + self._span * below, self._low + self._span * above

    @property
    def mean(self) -> float | None:
        """The mean so far; None before the first observation."""
        return self._low + self._span * self._sum / self._count if self._count else None

    def add(self, value: float) -> Interval:
        """Take in one observation and return the interval after it."""
        scaled = (value - self._low) / self._span
        if not 0 <= scaled <= 1:
            raise ValueError(f"{value} is not between {self._low} and {self._low + self._span}")
        self._note(scaled, self._next_bet())
        self._sum += scaled
        self._squares += (scaled - (0.5 + self._sum) / (self._count + 1)) ** 2
        if not self.contradicted:
            below = self._moved(self._bounds[0], self.table, above=True)
            above = self._moved(self._bounds[1], self.table, above=False)
            self.contradicted = below > above
            if not self.contradicted:
                self._bounds = below, above
        return self.interval

    @property
    def table(self) -> NDArray[float64]:
        """Two rows: the observations, scaled to 0 to 1, and the bets that were made on them."""
        import numpy as np

        return np.empty((2, 0)) if self._room is None else self._room[:, : self._count]

    def _note(self, seen: float, bet: float) -> None:
        """Keep one observation and its bet. The room doubles where it is full, so adding stays cheap."""
        import numpy as np

        if self._room is None:
            self._room = np.empty((2, 64))
        elif self._count == self._room.shape[1]:
            self._room = np.concatenate([self._room, np.empty_like(self._room)], axis=1)
        self._room[:, self._count] = seen, bet
        self._count += 1

    def _next_bet(self) -> float:
        """How much to bet on the next observation, from those before it alone: without that, nothing here is valid."""
        n = self._count
        variance = (0.25 + self._squares) / (n + 1)
        return math.sqrt(2 * math.log(2 / self._alpha) / (variance * (n + 1) * math.log(n + 2)))

    def _moved(self, bound: float, table: NDArray[float64], *, above: bool) -> float:
        """The bound after this observation: as far inwards as one gambler has ruled out, to `_PRECISION` outwards.

        Her capital is monotone in m, so everything on the outer side of a value that is out is out too.
        """
        inwards = 1.0 if above else -1.0

        def ruled_out(m: float) -> bool:
            return 0 <= m <= 1 and _capital(table, m, above=above) >= math.log(2 / self._alpha)

        out, step = bound, _PRECISION
        while ruled_out(out + inwards * step):
            out, step = out + inwards * step, 2 * step
        while step > _PRECISION:
            step /= 2
            if ruled_out(out + inwards * step):
                out += inwards * step
        return out


def _capital(table: NDArray[float64], m: float, *, above: bool) -> float:
    """The logarithm of what one unit has become for the gambler who bets that the mean is above m, or below it.

    Rows of `table`: observations and bets.
    """
    import numpy as np

    seen, bets = table
    room = m if above else 1 - m
    # At the edge of the range a bet cannot lose, so nothing caps it.
    capped = np.minimum(bets, _CAP / room) if room > 0 else bets
    return float(np.log1p(capped * (seen - m if above else m - seen)).sum())
