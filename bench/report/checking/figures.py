"""Whether what a submission claims follows from its rows."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bench.arms import HEADLINE
from bench.metrics import lit
from bench.metrics.arm import results
from bench.outcomes import Outcome
from bench.records import ArmResult
from bench.records.submission import Submission2, SubmissionBase
from bench.report.checking.document import Fault
from bench.report.checking.rows import outcomes_of_rows
from bench.schema import dotted

TOLERANCE = 1e-6
"""For figures that are computed again: far below any printed digit, above the noise of another machine."""


def figure_faults(s: SubmissionBase) -> Iterator[Fault]:
    """What does not follow from the rows, which must hold together (see rows.py): exclusions, and claimed figures.

    Also a result for the leaderboard whose headline would be an overall over fewer categories.
    """
    outcomes = outcomes_of_rows(s)
    if isinstance(s, Submission2):
        yield from _claimed(s, outcomes)
    yield from _exclusions(s, outcomes)
    for lang in s.config.langs if s.leaderboard and HEADLINE in s.config.arms else ():
        rates = lit.categories([o for o in outcomes if (o.lang, o.arm) == (lang, HEADLINE)])
        if empty := ", ".join(name for name, rate in rates.items() if rate.n == 0):
            where = f"{empty} has no scored trial in {lang}, {HEADLINE}"
            yield "rows", f"{where}; an overall over fewer categories is not ranked"


def _claimed(s: Submission2, outcomes: Sequence[Outcome]) -> Iterator[Fault]:
    """Every figure of a file of version 2 that the rows do not give. One that it does not have is no fault."""
    by_arm, attribution = results(outcomes, s.config.langs, s.config.arms)
    for number, (claimed, computed) in enumerate(zip(s.results, by_arm, strict=False)):
        both = claimed.model_fields_set & ArmResult.model_fields.keys()
        printed, by_rows = (result.model_dump(mode="json", include=both) for result in (claimed, computed))
        yield from _differences(printed, by_rows, ("results", number))
    printed_shares, shares = ([a.model_dump(mode="json") for a in each] for each in (s.attribution, attribution))
    yield from _differences(printed_shares, shares, ("attribution",))


def _exclusions(s: SubmissionBase, outcomes: Sequence[Outcome]) -> Iterator[Fault]:
    for name in ("failed", "invalid"):
        claimed = sum(count for reason, count in s.excluded.items() if reason.startswith(f"{name}/"))
        counted = sum(o.outcome == name for o in outcomes)
        if claimed != counted:
            yield "excluded", f"counts {claimed} {name} trials, the rows hold {counted}"


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
