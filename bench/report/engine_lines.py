"""One sentence on the server under a run, for the end of its tables."""

from __future__ import annotations

from collections.abc import Iterator

from bench.records.engine import EngineReport


def engine_lines(engine: EngineReport | None) -> Iterator[str]:
    """The server, how many prompt tokens it worked out, and what its prefix cache spared; nothing without a record."""
    if engine is None:
        return
    name = " ".join(["vLLM" if engine.engine == "vllm" else engine.engine, "/".join(engine.versions)]).strip()
    parts = [name, "started by the suite" if engine.started else "running before, so its counts may be others' too"]
    counts = engine.counts
    if counts.prompt_tokens is not None and counts.computed_tokens is not None:
        parts.append(f"{counts.computed_tokens:,} of {counts.prompt_tokens:,} prompt tokens computed")
    if engine.cache_hit_rate is not None:
        parts.append(f"prefix cache hit rate {100 * engine.cache_hit_rate:.1f} %")
    if engine.sessions > 1:
        parts.append(f"{engine.sessions} sessions")
    yield f"Server: {', '.join(parts)}."
