"""Every figure of a submission again, from its rows."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bench.metrics.arm import results
from bench.outcomes import Outcome
from bench.records.submission import Submission
from bench.report.checking.document import Fault
from bench.report.checking.rows import outcomes_of_rows
from bench.schema import dotted

TOLERANCE = 1e-6
"""For figures that are computed again: far below any printed digit, above the noise of another machine."""


def recomputed(s: Submission) -> list[Fault]:
    """Every figure that the rows do not give. The rows must hold together (see rows.py)."""
    outcomes = outcomes_of_rows(s)
    by_arm, attribution = results(outcomes, s.config.langs, s.config.arms)
    claimed = s.model_dump(mode="json", include={"results", "attribution"})
    computed = {
        "results": [r.model_dump(mode="json") for r in by_arm],
        "attribution": [a.model_dump(mode="json") for a in attribution],
    }
    return [*_differences(claimed, computed, ()), *_exclusions(s, outcomes)]


def _exclusions(s: Submission, outcomes: Sequence[Outcome]) -> Iterator[Fault]:
    for name in ("failed", "invalid"):
        claimed = sum(count for reason, count in s.excluded.items() if reason.startswith(f"{name}/"))
        found = sum(o.outcome == name for o in outcomes)
        if claimed != found:
            yield "excluded", f"counts {claimed} {name} trials, the rows hold {found}"


def _differences(claimed: Any, computed: Any, path: tuple[str | int, ...]) -> Iterator[Fault]:
    if isinstance(claimed, Mapping) and isinstance(computed, Mapping):
        for key in dict.fromkeys([*claimed, *computed]):
            yield from _differences(claimed.get(key), computed.get(key), (*path, key))
    elif isinstance(claimed, list) and isinstance(computed, list) and len(claimed) == len(computed):
        for number, (one, other) in enumerate(zip(claimed, computed, strict=True)):
            yield from _differences(one, other, (*path, number))
    elif not _same(claimed, computed):
        yield dotted(path), f"is {json.dumps(claimed)}, but the rows give {json.dumps(computed)}"


def _same(claimed: Any, computed: Any) -> bool:
    if isinstance(claimed, float) and isinstance(computed, float):
        return math.isclose(claimed, computed, rel_tol=0, abs_tol=TOLERANCE)
    return bool(claimed == computed)
