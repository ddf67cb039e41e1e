"""How many prompt tokens a vLLM server worked out and how many its prefix cache spared it, from its own figures.

The names are vLLM's (its metrics documentation): counters since the server's start, summed here over its engines.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bench.engines.http_get import get, root_of
from bench.records.engine import EngineCounts

_LINE = re.compile(r'^(vllm:\w+)(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})? (\S+)')
_SOURCES = "vllm:prompt_tokens_by_source_total"


def counts_of(base_url: str) -> EngineCounts | None:
    """The server's counters now; None where it does not answer or has no such figures."""
    reply = get(f"{root_of(base_url)}/metrics", timeout_s=5)
    return parse(reply.body.decode("utf-8", "replace")) if reply.status == 200 else None


def parse(text: str) -> EngineCounts | None:
    """The counters in a page of Prometheus' text format; None where it has none of them."""
    sums: dict[str, float] = {}
    for line in text.split("\n"):
        match = _LINE.match(line)
        if match is None:
            continue
        name, labels, value = match[1], match[2] or "", match[3]
        if name == _SOURCES and 'source="local_compute"' not in labels:
            continue
        try:
            sums[name] = sums.get(name, 0.0) + float(value)
        except ValueError:
            continue
    counts = EngineCounts(
        prompt_tokens=_whole(sums, "vllm:prompt_tokens_total"),
        computed_tokens=_whole(sums, _SOURCES),
        cache_queries=_whole(sums, "vllm:prefix_cache_queries_total"),
        cache_hits=_whole(sums, "vllm:prefix_cache_hits_total"),
    )
    if counts == EngineCounts():
        return None
    if counts.computed_tokens is None and counts.prompt_tokens is not None and counts.cache_hits is not None:
        # Servers before the count by source: what was not found in the cache was computed.
        computed = max(counts.prompt_tokens - counts.cache_hits, 0)
        return counts.model_copy(update={"computed_tokens": computed})
    return counts


def added(before: EngineCounts | None, after: EngineCounts | None) -> EngineCounts | None:
    """What came in between. None where either is, or where the server was started anew in between."""
    if before is None or after is None:
        return None
    differences = {}
    for name in EngineCounts.model_fields:
        old, new = getattr(before, name), getattr(after, name)
        differences[name] = None if old is None or new is None else new - old
    if any(value is not None and value < 0 for value in differences.values()):
        return None
    return EngineCounts(**differences)


def _whole(sums: Mapping[str, float], name: str) -> int | None:
    value = sums.get(name)
    # A counter is never negative; NaN and infinity are no counts.
    return int(value) if value is not None and 0 <= value < float("inf") else None
