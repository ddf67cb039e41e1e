"""What the servers under a run counted, over all its sessions."""

from __future__ import annotations

from bench.records.engine import EngineCounts, EngineLog, EngineReport


def section(log: EngineLog) -> EngineReport | None:
    """The summary's part on servers; None for a run without any session on record."""
    sessions = log.sessions
    if not sessions:
        return None
    counted = [session.counts for session in sessions if session.counts]
    sums = EngineCounts(
        **{
            name: sum(known) if (known := [v for c in counted if (v := getattr(c, name)) is not None]) else None
            for name in EngineCounts.model_fields
        }
    )
    rate = sums.cache_hits / sums.cache_queries if sums.cache_queries and sums.cache_hits is not None else None
    return EngineReport(
        engine=sessions[-1].engine,
        versions=tuple(dict.fromkeys(s.version for s in sessions if s.version)),
        sessions=len(sessions),
        started=all(session.started for session in sessions),
        arguments=sessions[-1].arguments,
        counts=sums,
        cache_hit_rate=None if rate is None else min(rate, 1.0),
    )
