"""What items were by the documents shown, where a retriever chose them (METRICS §9): the shares behind the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bench.arms import arm_of
from bench.kinds import KINDS
from bench.outcomes import RIVAL_ONLY, Outcome
from bench.records import RunConfig
from bench.records.measures import ShownAs


def section(config: RunConfig, outcomes: Iterable[Outcome]) -> tuple[ShownAs, ...]:
    """The trials of contradictory and incomplete items by what they were, in every language and arm with retrieval.

    Failed calls count too: what they were shown is known. Kinds of which nothing was asked are left out.
    """
    every = list(outcomes)
    found = []
    for lang in config.langs:
        for arm in (arm for arm in config.arms if arm_of(arm).retrieval):
            for kind in (k.id for k in KINDS.values() if k.evidence in ("contradicted", "cut")):
                here = [o for o in every if (o.lang, o.arm, o.own_kind) == (lang, arm, kind)]
                counts = Counter(o.reason if o.reason == RIVAL_ONLY else o.kind for o in here)
                if here:
                    found.append(
                        ShownAs(lang=lang, arm=arm, kind=kind, trials=len(here), shown=dict(sorted(counts.items())))
                    )
    return tuple(found)
