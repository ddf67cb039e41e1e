"""What was run: a column for each run. Everything that a reader must know to place its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bench import prompts
from bench.arms import arm_of
from bench.records import ModelRef, Summary, UsageSummary
from bench.records.engine import EngineReport
from bench.report.sections.parts import UNDEFINED, Cell, Section, Table, decimal, name, percent
from bench.report.sections.results import incomplete, reason_word, why_not_ranked
from bench.words import Text, joined, said

DIGEST_DIGITS = 16
Fact = Callable[[Summary], Cell]


def facts(runs: Sequence[tuple[str, Summary]], begun: Sequence[str] = (), warnings: Sequence[Text] = ()) -> Section:
    """The section "run" of named runs: facts, exclusions of several runs, and `warnings` with what is missing.

    `begun`: when each run was created, as its manifest says it.
    """
    tables = [_facts(half, runs, begun) for half in _FACTS]
    unfinished: list[Text] = []
    if len(runs) > 1:
        tables.append(_excluded(runs))
        unfinished = [warning for run, summary in runs for warning in incomplete(run, summary)]
    return Section("run", tables, warnings=[*unfinished, *warnings])


def _facts(half: str, runs: Sequence[tuple[str, Summary]], begun: Sequence[str]) -> Table:
    rows: list[list[Cell]] = []
    for key, fact in _FACTS[half]:
        cells = [fact(summary) for _, summary in runs]
        if any(cell != UNDEFINED for cell in cells):
            rows.append([said(f"fact.{key}"), *cells])
    if begun and half == "done":
        rows.append([said("fact.created"), *map(name, begun)])
    prose = list(range(1, len(runs) + 1))
    return Table(said(f"table.facts.{half}"), [said("fact"), *(run for run, _ in runs)], rows, prose=prose)


def _excluded(runs: Sequence[tuple[str, Summary]]) -> Table:
    """Exclusions by outcome and reason, a column for each run; a sentence where there are none."""
    counts = [Counter((e.outcome, e.reason) for e in summary.exclusions) for _, summary in runs]
    rows: list[list[Cell]] = [
        [said(outcome), reason_word(reason), *(str(count[outcome, reason]) for count in counts)]
        for outcome, reason in sorted({key for count in counts for key in count})
    ]
    head: list[Text] = [said("outcome"), said("reason"), *(run for run, _ in runs)]
    return Table(said("table.excluded"), head, rows, notes=[] if rows else [said("excluded.nothing")], prose=[1])


def _model(model: ModelRef) -> Cell:
    title = name(model.title)
    return title if model.title == model.spec else [title, name(model.spec)]


def _params(params: Mapping[str, Any]) -> str:
    return ", ".join(f"{name(key)} = {name(str(value))}" for key, value in sorted(params.items())) or UNDEFINED


def _dataset(summary: Summary) -> Cell:
    data = summary.dataset
    kind = said("dataset.official" if data.official else "dataset.own")
    shown: list[Text] = [f"{name(data.name)} {name(data.version)}", f"sha256 {data.sha256[:DIGEST_DIGITS]}…", kind]
    return [*shown, name(data.licence)] if data.licence not in ("", "unknown") else shown


def _setting(summary: Summary) -> Cell:
    config = summary.config
    shown: list[Text] = [said("asked.preset", preset=config.preset, repeats=config.repeats, seed=config.seed)]
    if config.limit is not None:
        shown.append(said("asked.limit", n=config.limit))
    if config.canaries:
        shown.append(said("asked.canaries", share=percent(_drawn(summary)), asked=percent(config.canaries)))
    if config.gold_position is not None:
        shown.append(said("asked.position", place=f"{config.gold_position:g}"))
    if config.distractors is not None:
        shown.append(said("asked.distractors", n=config.distractors))
    if config.chunk_tokens is not None:
        shown.append(said("asked.chunks", n=config.chunk_tokens, overlap=config.overlap or 0))
    if config.own_prompt is not None:
        used = {prompts.fingerprint(text.encode()) for text in config.own_prompt.values()}
        shown.append(said("asked.prompt", fingerprint=", ".join(sorted(used))))
    if config.leave_one_out:
        shown.append(said("asked.left_out"))
    return shown


def _drawn(summary: Summary) -> float | None:
    """The share of Main items that were canaries, over all languages and arms that show documents."""
    results = summary.canaries.results if summary.canaries else ()
    items = sum(r.items for r in results)
    return sum(r.drawn for r in results) / items if items else None


def _retriever(summary: Summary) -> Cell:
    config = summary.config
    used = any(arm_of(arm).retrieval for arm in config.arms)
    return f"{name(config.retriever)}, k = {config.k}" if used else UNDEFINED


def _judges(summary: Summary) -> Cell:
    judge = summary.judge
    names = [name(j.title) if j.title == j.spec else f"{name(j.title)} ({name(j.spec)})" for j in judge.judges]
    votes = said("judge.votes", n=f"{judge.votes:,}", invalid=judge.invalid)
    return [joined(names), said(f"judging.{summary.config.judging}"), votes]


def _usage(usage: UsageSummary) -> Cell:
    shown: list[Text] = [said("usage.calls", n=f"{usage.calls:,}", attempts=f"{usage.attempts:,}")]
    if usage.prompt_tokens is not None and usage.completion_tokens is not None:
        shown.append(said("usage.tokens", prompt=f"{usage.prompt_tokens:,}", completion=f"{usage.completion_tokens:,}"))
    shown.append(said("usage.unpriced") if usage.cost_usd is None else f"{usage.cost_usd:.2f} USD")
    latency = usage.latency_s
    if latency.median is not None and latency.p90 is not None:
        shown.append(said("usage.latency", median=decimal(latency.median, 2), p90=decimal(latency.p90, 2)))
    return shown


def server(engine: EngineReport | None) -> Cell:
    """The server under a run: who started it, how many prompt tokens it worked out, what its prefix cache spared."""
    if engine is None:
        return UNDEFINED
    versions = "/".join(map(name, engine.versions))
    shown: list[Text] = [
        said("engine.started" if engine.started else "engine.running", server=_named(engine, versions))
    ]
    counts = engine.counts
    if counts.prompt_tokens is not None and counts.computed_tokens is not None:
        shown.append(said("engine.tokens", computed=f"{counts.computed_tokens:,}", prompt=f"{counts.prompt_tokens:,}"))
    if engine.cache_hit_rate is not None:
        shown.append(said("engine.cache", share=percent(engine.cache_hit_rate)))
    if engine.sessions > 1:
        shown.append(said("engine.sessions", n=engine.sessions))
    return shown


def _named(engine: EngineReport, versions: str) -> str:
    return f"{'vLLM' if engine.engine == 'vllm' else name(engine.engine)} {versions}".strip()


def _answered_by(summary: Summary) -> Cell:
    """What the model and the judges called themselves in their replies."""
    shown: list[Text] = []
    for one in summary.answered_by:
        names = {**one.models, **one.providers, **one.fingerprints}
        if names:
            counted = [said("answered_by.name", name=name(word), n=f"{n:,}") for word, n in names.items()]
            shown.append(said("answered_by.line", spec=name(one.spec), names=joined(counted)))
    return shown or UNDEFINED


def _imported(summary: Summary) -> Cell:
    source = summary.config.imported
    return f"{source.tool} {name(source.version)}" if source else UNDEFINED


def _leaderboard(summary: Summary) -> Cell:
    return said("yes") if summary.judge.leaderboard else [said("no"), *why_not_ranked(summary)]


_FACTS: dict[str, tuple[tuple[str, Fact], ...]] = {
    "asked": (
        ("model", lambda summary: _model(summary.model)),
        ("weights", lambda summary: said(f"weights.{summary.model.weights}")),
        ("params", lambda summary: _params(summary.model.params)),
        ("dataset", _dataset),
        ("langs", lambda summary: joined([said(f"lang.{lang}") for lang in summary.config.langs])),
        ("arms", lambda summary: ", ".join(summary.config.arms)),
        ("asked", _setting),
        ("retriever", _retriever),
        ("flagged", lambda summary: str(len(summary.flagged)) if summary.flagged else UNDEFINED),
    ),
    "done": (
        ("judges", _judges),
        ("run", lambda summary: [name(summary.run), f"sha256 {summary.digest[:DIGEST_DIGITS]}…"]),
        ("suite", lambda summary: name(summary.suite_version)),
        ("usage", lambda summary: _usage(summary.usage)),
        ("judge_usage", lambda summary: _usage(summary.judge_usage)),
        ("server", lambda summary: server(summary.engine)),
        ("answered_by", _answered_by),
        ("imported", _imported),
        ("leaderboard", _leaderboard),
    ),
}
"""What is said of each run, in two tables; a fact that no run has is left out."""
