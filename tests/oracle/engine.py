"""What the servers under a run counted, from engine.json."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.oracle.reading import Fields

COUNTS = ("prompt_tokens", "computed_tokens", "cache_queries", "cache_hits")


def engine_figures(sessions: Sequence[Fields]) -> dict[str, Any] | None:
    """The section of the summary; None where no session is on record. A sum is over the sessions that have the figure,
    and undefined where none has."""
    if not sessions:
        return None
    counts: dict[str, int | None] = {}
    for name in COUNTS:
        known = [s["counts"][name] for s in sessions if s["counts"] and s["counts"][name] is not None]
        counts[name] = sum(known) if known else None
    looked_up, found = counts["cache_queries"], counts["cache_hits"]
    return {
        "engine": sessions[-1]["engine"],
        "versions": list(dict.fromkeys(s["version"] for s in sessions if s["version"])),
        "sessions": len(sessions),
        "started": False not in [s["started"] for s in sessions],
        "arguments": sessions[-1]["arguments"],
        "counts": counts,
        "cache_hit_rate": min(found / looked_up, 1.0) if looked_up and found is not None else None,
    }
