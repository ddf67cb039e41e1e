"""What the head of a submission says about itself: configuration, date, where it was served, what it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from bench.dataset.importers.lit import audit
from bench.metrics.rankable import not_for_leaderboard
from bench.prices import BATCH_SHARE
from bench.records import Category, ModelRef, UsageSummary
from bench.records.results import PUBLIC_DATA
from bench.records.submission import PRIVATE_DATA, Submission2, SubmissionBase
from bench.run_digests import config_digest
from bench.schema import Fault

AHEAD = timedelta(minutes=10)
"""How far a date, which is in UTC everywhere, may lie ahead of the clock: clocks differ."""
CENT = 1e-6


def head_faults(s: SubmissionBase, config: Mapping[str, Any], now: datetime) -> Iterator[Fault]:
    """`config` is the configuration as it stands in the file, which is what the digest is of."""
    digest = config_digest(config)
    if digest != s.digest:
        yield "digest", f"is not that of `config` ({digest[:12]}…): a field of the configuration was changed"
    if s.config.data not in (*PUBLIC_DATA, PRIVATE_DATA):
        yield "config.data", f"must be one of {', '.join((*PUBLIC_DATA, PRIVATE_DATA))}: a path is nobody's business"
    yield from _date(s.date, now)
    yield from _dataset(s)
    yield from _layout(s)
    yield from _results(s)
    yield from _leaderboard(s)
    yield from _served(s)
    yield from _below_zero(s)
    yield from _usage(s)


def barred(s: SubmissionBase) -> list[str]:
    """Every reason why the results may not be ranked; none if they may."""
    cut, votes = sum(one.cut for one in s.answered_by), s.votes
    drawn = all(item.difficulty is not None for item in s.items)
    suspect = (votes.suspect, votes.suspect_of)
    reasons = not_for_leaderboard(s.config, complete=True, cut=cut, suspect=suspect, drawn=drawn)
    return reasons if s.config.judges else [*reasons, "no judge is named"]


def _date(date: str, now: datetime) -> Iterator[Fault]:
    # Digits of another script are dates to Python, and would sort as newer than every other.
    if not date.isascii():
        yield "date", f"{date!r} is not written in the digits 0 to 9"
        return
    try:
        moment = datetime.strptime(date, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        yield "date", f"{date} is no date of the calendar"
        return
    if moment > now + AHEAD:
        yield "date", f"{date} lies in the future"


def _dataset(s: SubmissionBase) -> Iterator[Fault]:
    data = s.config.dataset
    if not data.official:
        return
    if data.name not in PUBLIC_DATA:
        yield "config.dataset.official", f"{data.name!r} is not an official dataset ({', '.join(PUBLIC_DATA)})"
    if data.name == "lit" and data.version != audit().commit:
        problem = f"{data.version!r} is no known version of LIT-RAGBench; the published one is {audit().commit}"
        yield "config.dataset.version", problem


def _layout(s: SubmissionBase) -> Iterator[Fault]:
    config = s.config
    if config.overlap is not None and config.overlap >= (config.chunk_tokens or 0):
        yield "config.overlap", f"is {config.overlap}, which no chunk of {config.chunk_tokens or 'its own size'} holds"
    if config.data in PUBLIC_DATA and config.data != config.dataset.name:
        yield "config.data", f"{config.data!r} was asked for, but the dataset is {config.dataset.name!r}"


def _results(s: SubmissionBase) -> Iterator[Fault]:
    for name, values in (("langs", s.config.langs), ("arms", s.config.arms)):
        if len(set(values)) < len(values):
            yield f"config.{name}", f"{', '.join(values)}: one stands twice"
    if isinstance(s, Submission2):
        yield from _claimed_results(s)


def _claimed_results(s: Submission2) -> Iterator[Fault]:
    claimed = [(r.lang, r.arm) for r in s.results]
    if s.parts != claimed:
        yield "results", f"must be one for each language and arm, in order: {_pairs(s.parts)}; not {_pairs(claimed)}"
    for number, result in enumerate(s.results):
        if missing := ", ".join(c for c in Category if c not in result.rates("categories")):
            yield f"results[{number}].categories", f"{missing} is missing; all five are required"


def _leaderboard(s: SubmissionBase) -> Iterator[Fault]:
    reasons = barred(s)
    if s.leaderboard and reasons:
        yield "leaderboard", f"must be false: {'; '.join(reasons)}"


def _served(s: SubmissionBase) -> Iterator[Fault]:
    model = s.config.model
    if s.served is None and (s.arm_usage or s.answered_by):
        yield "served", "is null, which only version 1 left out, and the file has fields that version 1 had not"
    if s.served is not None and (s.served == "built-in") != (model.weights == "none"):
        yield "served", f"{s.served!r} does not fit a model with weights {model.weights!r}"
    if s.served == "started" and not model.spec.startswith("vllm:"):
        yield "served", f"the suite starts vLLM servers only, and the model is {model.spec}"
    for path, usage in _usages(s, "usage"):
        if usage.cost_usd is not None and s.served in ("own", "started"):
            problem = "must be null: the answers are not from the provider whose price this would be"
            yield f"{path}.cost_usd", problem
        elif problem := _cost(usage, model) or (_hidden(usage, model) if s.served == "provider" else ""):
            yield f"{path}.cost_usd", problem
        if s.served == "provider" and usage.latency_s.median == 0:
            yield f"{path}.latency_s.median", "is 0, but no provider answers in no time"


def _cost(usage: UsageSummary, model: ModelRef) -> str:
    """What is wrong with a cost, given the tokens and the price; empty for nothing. Batches cost BATCH_SHARE."""
    if usage.cost_usd is None:
        return ""
    price_in, price_out = model.price_input, model.price_output
    prompt, completion = usage.prompt_tokens, usage.completion_tokens
    if price_in is None or price_out is None or prompt is None or completion is None:
        return "must be null: without a price and all tokens there is no cost"
    cached, written = usage.cached_tokens or 0, usage.written_tokens or 0
    if _priceless(usage, model):
        return "must be null: the price of tokens read from or written to a cache is not known"
    whole = (prompt * price_in + completion * price_out) / 1e6
    # Where it is not said how many prompt tokens were read from the provider's cache: none to all of them.
    most_cached = cached if usage.cached_tokens is not None else prompt
    least = whole - most_cached * max(0.0, price_in - (model.price_cached or price_in)) / 1e6
    whole += written * max(0.0, (model.price_written or price_in) - price_in) / 1e6
    if BATCH_SHARE * least - CENT <= usage.cost_usd <= whole + CENT:
        return ""
    return f"is {usage.cost_usd:g}, but the tokens cost {whole:g} at the configuration's price"


def _hidden(usage: UsageSummary, model: ModelRef) -> str:
    """What is wrong with a cost that is left out, where tokens and price say it."""
    known = (usage.prompt_tokens, usage.completion_tokens, model.price_input, model.price_output)
    told = None not in known and not _priceless(usage, model)
    return "is null, but price and tokens are known" if usage.cost_usd is None and told else ""


def _priceless(usage: UsageSummary, model: ModelRef) -> bool:
    """Whether some tokens were read from or written to a cache at a price that is not known."""
    return bool(
        (usage.cached_tokens and model.price_cached is None) or (usage.written_tokens and model.price_written is None)
    )


def _below_zero(s: SubmissionBase) -> Iterator[Fault]:
    priced = {
        "config.model": s.config.model,
        **{f"config.judges[{n}]": judge for n, judge in enumerate(s.config.judges)},
    }
    prices = ("price_input", "price_output", "price_cached", "price_written")
    spent = {f"{path}.{name}": getattr(model, name) for path, model in priced.items() for name in prices}
    for path, usage in _usages(s, "usage", "judge_usage"):
        spent |= {f"{path}.{name}": getattr(usage, name) for name in ("prompt_tokens", "completion_tokens", "cost_usd")}
        spent |= {f"{path}.latency_s.{name}": getattr(usage.latency_s, name) for name in ("median", "p90")}
    yield from ((path, f"is {value:g}, below 0") for path, value in spent.items() if value is not None and value < 0)


def _usages(s: SubmissionBase, *roles: str) -> Iterator[tuple[str, UsageSummary]]:
    """What these roles took, in all and arm by arm, with its path."""
    yield from ((role, getattr(s, role)) for role in roles)
    for number, arm in enumerate(s.arm_usage):
        yield from ((f"arm_usage[{number}].{role}", getattr(arm, role)) for role in roles)


def _usage(s: SubmissionBase) -> Iterator[Fault]:
    trials = Counter((row.lang, arm) for row in s.rows for arm in row.arms)
    calls, total = s.usage.calls, trials.total()
    if calls < total or (calls > total and not s.config.leave_one_out):
        yield "usage.calls", f"is {calls}, but there are {total} trials"
    if s.votes.invalid > s.votes.cast:
        yield "votes.invalid", f"is {s.votes.invalid} of {s.votes.cast}: more than there are"
    if not s.arm_usage:
        if s.served is not None:
            yield "arm_usage", "is missing: one for each language and arm"
        return
    claimed = [(a.lang, a.arm) for a in s.arm_usage]
    if claimed != s.parts:
        yield "arm_usage", f"must be one for each result, in order: {_pairs(s.parts)}; not {_pairs(claimed)}"
        return
    for number, usage in enumerate(s.arm_usage):
        if usage.usage.calls != (here := trials[usage.lang, usage.arm]):
            yield f"arm_usage[{number}].usage.calls", f"is {usage.usage.calls}, but the arm has {here} trials"


def _pairs(pairs: Sequence[tuple[str, str]]) -> str:
    return ", ".join("/".join(pair) for pair in pairs)
