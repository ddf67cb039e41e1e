"""What calls took: attempts, tokens, cost and time of one role; and what the servers under a run counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from bench.cascade import all_members
from bench.prices import cost_usd
from bench.records import Call, Latency, ModelRef, UsageSummary
from bench.records.engine import EngineCounts, EngineLog, EngineReport
from bench.stats import percentile

N = TypeVar("N", int, float)


def usage_of(calls: Iterable[Call], models: Sequence[ModelRef], again: Iterable[Call] = ()) -> UsageSummary:
    """Spend of one role. A sum is None where a call that came back did not report its part: it would be too low.

    A failed call that reported tokens (its reply was cut, or refused) has cost them, and is in the sums too. So is a
    call that was made `again` and in whose place another counts (`repeated`); of those, calls of other models than
    `models` are left out. `calls`, `attempts` and the latencies are of `calls` alone.

    Of a cascade both the rules' and the model's calls are among those of `models`.
    """
    made = list(calls)
    by_spec = {model.spec: model for model in all_members(models)}
    others = [call for call in again if call.model in by_spec]
    # A built-in baseline or the rule judge spends nothing, so it must not make the others' sum unknown.
    paid = [c for c in (*made, *others) if (c.failure is None or _reported(c)) and by_spec[c.model].weights != "none"]
    latencies = [c.latency_s for c in made if c.failure is None and c.latency_s is not None]
    return UsageSummary(
        calls=len(made),
        attempts=sum(c.attempts for c in made),
        repeated=sum(by_spec[c.model].weights != "none" for c in others),
        prompt_tokens=_sum_if_all([c.usage.prompt_tokens for c in paid]),
        completion_tokens=_sum_if_all([c.usage.completion_tokens for c in paid]),
        cached_tokens=_sum_of_known([c.usage.cached_tokens for c in paid]),
        written_tokens=_sum_of_known([c.usage.written_tokens for c in paid]),
        cost_usd=_sum_if_all([cost_usd(c, by_spec[c.model]) for c in paid]),
        latency_s=Latency(median=percentile(latencies, 0.5), p90=percentile(latencies, 0.9)),
    )


def repeated(counting: Iterable[Call], *logged: Iterable[Call]) -> list[Call]:
    """The calls of a log that are not among those that count: asked again, cast once more, or graded again.

    Of the kinds of records that `counting` holds; () for none.
    """
    kept = list(counting)
    known, kinds = {id(call) for call in kept}, tuple({type(call) for call in kept})
    return [call for calls in logged for call in calls if isinstance(call, kinds) and id(call) not in known]


def _sum_of_known(values: Sequence[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _reported(call: Call) -> bool:
    return call.usage.prompt_tokens is not None or call.usage.completion_tokens is not None


def _sum_if_all(values: Sequence[N | None]) -> N | None:
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None


def engine_report(log: EngineLog) -> EngineReport | None:
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
