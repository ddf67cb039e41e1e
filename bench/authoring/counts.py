"""Whole numbers counted: their spread, as figures that occur among them, and how often each occurs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

PERCENTILES = {"p05": 0.05, "p25": 0.25, "p50": 0.5, "p75": 0.75, "p95": 0.95}


def spread(counts: Iterable[int]) -> dict[str, int | None]:
    """Count, sum, least, percentiles (the value at int(p * n) of the sorted list) and greatest.

    Nothing to count gives count and sum 0, and None for the rest.
    """
    ordered = sorted(counts)
    n = len(ordered)
    at = {name: ordered[int(p * n)] if n else None for name, p in PERCENTILES.items()}
    least, greatest = (ordered[0], ordered[-1]) if n else (None, None)
    return {"count": n, "sum": sum(ordered), "min": least, **at, "max": greatest}


def sizes(counts: Iterable[int]) -> dict[str, int]:
    """Size -> how often, ascending, with text keys as JSON has them."""
    return {str(size): n for size, n in sorted(Counter(counts).items())}
