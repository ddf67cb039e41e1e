"""What `kit_check` counted, as lines for whoever makes the kit."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence

from bench.authoring.kit_faults import Found, longest, shared
from bench.kits.base import TIERS, Kit
from bench.records import LANGS


def report(kit: Kit, seeds: int, programs: Sequence[str], found: Found) -> Iterator[str]:
    """One line for each figure; what was not counted is left out."""
    yield f"{kit.name}, {seeds} seeds, checks: " + ", ".join(f"{name} {n}" for name, n in found.counts.items())
    if found.chunk_tokens:
        low, middle, high = (round(q) for q in statistics.quantiles(found.chunk_tokens, n=4))
        yield f"tokens of a chunk: quartiles {low}, {middle}, {high}; longest {max(found.chunk_tokens)}"
        yield f"kinds of documents: {len(found.document_kinds)}"
        yield f"tokens of a world: {min(found.world_tokens):,} to {max(found.world_tokens):,}"
    pairs = {name: (found.older[name, True], found.older[name, False]) for name in programs}
    shown = ", ".join(f"{name} {old}/{old + new}" for name, (old, new) in pairs.items() if old + new)
    yield f"older edition right: {shown or 'no pairs'}"
    yield "slips per question: " + ", ".join(f"{name} {found.slips[name] / seeds:.1f}" for name in programs)
    different = {
        name: [len({tuple(answers) for answers in found.answers[name, lang].values()}) for lang in LANGS]
        for name in programs
    }
    yield "different answers: " + ", ".join(f"{name} {'/'.join(map(str, n))}" for name, n in different.items())
    hits, chance, mostly = longest(found)
    of = f" (of {mostly})" if mostly else ""
    yield f"the longest chunk is gold in {hits:.0%} of the Main contexts{of}; by chance in {chance:.0%}"
    if (share := shared(found)) is not None:
        yield f"answers that two seeds share: {share:.1%}"
    for tier in TIERS:
        sizes = {(kind, lang): values for (at, kind, lang), values in found.sizes.items() if at == tier}
        if sizes:
            means = ", ".join(f"{lang} {kind} {statistics.mean(v):,.0f}" for (kind, lang), v in sizes.items())
            yield f"tier {tier}, tokens: {means}"
