"""What was run: a column for each run. Everything that a reader must know before quoting a figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from bench.records import Manifest, ModelRef, Summary, UsageSummary
from bench.report.columns import UNDEFINED
from bench.report.engine_lines import engine_lines
from bench.report.site.run_text import Cell, Section, Table, Text, joined, name, said
from bench.report.site.words_report import LEADERBOARD_NOTES

DIGEST_DIGITS = 16
Fact = Callable[[Summary, Manifest], Cell]


def facts(names: Sequence[str], runs: Sequence[tuple[Summary, Manifest]], warnings: Sequence[Text] = ()) -> Section:
    """The section "run": facts by run, what was excluded and why, and `warnings` with what is missing."""
    tables = [_facts(said(f"table.facts.{half}"), facts, names, runs) for half, facts in _FACTS.items()]
    tables.append(_excluded(names, [summary for summary, _ in runs]))
    told = [w for run, (summary, _) in zip(names, runs, strict=True) for w in _incomplete(run, summary)]
    return Section("run", tables, warnings=[*told, *warnings])


def _facts(
    title: Text, facts: Sequence[tuple[str, Fact]], names: Sequence[str], runs: Sequence[tuple[Summary, Manifest]]
) -> Table:
    rows = []
    for key, fact in facts:
        cells = [fact(summary, manifest) for summary, manifest in runs]
        if any(cell != UNDEFINED for cell in cells):
            rows.append([said(f"fact.{key}"), *cells])
    return Table(title, [said("fact"), *names], rows, prose=range(1, len(names) + 1))


def _incomplete(run: str, summary: Summary) -> list[Text]:
    if summary.missing:
        return [said("warning.missing", run=run, n=summary.missing)]
    return [] if summary.complete else [said("warning.transient", run=run)]


def _excluded(names: Sequence[str], summaries: Sequence[Summary]) -> Table:
    """Exclusions by outcome and reason, a column for each run; a sentence where there are none."""
    counts = [Counter((e.outcome, e.reason) for e in summary.exclusions) for summary in summaries]
    reasons = sorted({key for count in counts for key in count})
    rows = [
        [said(outcome), reason_text(reason), *(str(c[outcome, reason]) for c in counts)] for outcome, reason in reasons
    ]
    head: list[Text] = [said("outcome"), said("reason"), *names]
    notes = [] if rows else [said("excluded.nothing")]
    return Table(said("table.excluded"), head, rows, notes=notes, prose=[1])


def reason_text(reason: str) -> Text:
    """Why a trial counts in no rate, in words; a reason that has none stays as the log says it."""
    from bench.report.site.words import WORDS_OF_PAGES

    return said(f"reason.{reason}") if f"reason.{reason}" in WORDS_OF_PAGES["report"] else name(reason)


def _model(model: ModelRef) -> Cell:
    title = name(model.title)
    return title if model.title == model.spec else [title, name(model.spec)]


def _dataset(summary: Summary, _: Manifest) -> Cell:
    data = summary.dataset
    kind = said("dataset.official" if data.official else "dataset.own")
    lines: list[Text] = [f"{name(data.name)} {name(data.version)}", f"sha256 {data.sha256[:DIGEST_DIGITS]}…", kind]
    return [*lines, name(data.licence)] if data.licence not in ("", "unknown") else lines


def _params(params: dict[str, Any]) -> str:
    return ", ".join(f"{name(key)} = {name(str(value))}" for key, value in sorted(params.items())) or UNDEFINED


def _asked(summary: Summary, _: Manifest) -> Cell:
    config = summary.config
    lines: list[Text] = [said("asked.preset", preset=config.preset, repeats=config.repeats, seed=config.seed)]
    if config.limit is not None:
        lines.append(said("asked.limit", n=config.limit))
    if config.canaries:
        lines.append(said("asked.canaries", share=f"{100 * config.canaries:g}"))
    if config.gold_position is not None:
        lines.append(said("asked.position", place=f"{config.gold_position:g}"))
    if config.distractors is not None:
        lines.append(said("asked.distractors", n=config.distractors))
    if config.chunk_tokens is not None:
        lines.append(said("asked.chunks", n=config.chunk_tokens, overlap=config.overlap or 0))
    if config.leave_one_out:
        lines.append(said("asked.left_out"))
    return lines


def _judges(summary: Summary, _: Manifest) -> Cell:
    judge = summary.judge
    names = [name(j.title) if j.title == j.spec else f"{name(j.title)} ({name(j.spec)})" for j in judge.judges]
    votes = said("judge.votes", n=f"{judge.votes:,}", invalid=judge.invalid)
    return [joined(names), said(f"judging.{summary.config.judging}"), votes]


def _usage(usage: UsageSummary) -> Cell:
    lines: list[Text] = [said("usage.calls", n=f"{usage.calls:,}", attempts=f"{usage.attempts:,}")]
    if usage.prompt_tokens is not None and usage.completion_tokens is not None:
        given = {"prompt": f"{usage.prompt_tokens:,}", "completion": f"{usage.completion_tokens:,}"}
        lines.append(said("usage.tokens", **given))
    lines.append(said("usage.unpriced") if usage.cost_usd is None else f"{usage.cost_usd:.2f} USD")
    latency = usage.latency_s
    if latency.median is not None and latency.p90 is not None:
        lines.append(said("usage.latency", median=f"{latency.median:.2f}", p90=f"{latency.p90:.2f}"))
    return lines


def _leaderboard(summary: Summary, _: Manifest) -> Cell:
    if summary.judge.leaderboard:
        return said("yes")
    notes = [note for note in summary.judge.note.split("; ") if note]
    return [said("no"), *({"en": note, "ja": LEADERBOARD_NOTES.get(note, note)} for note in notes)]


def _server(summary: Summary, _: Manifest) -> Cell:
    engine = summary.engine
    if engine is None:
        return UNDEFINED
    lines: list[Text] = [said("engine.started" if engine.started else "engine.running", server=engine_name(summary))]
    if engine.counts.prompt_tokens is not None and engine.counts.computed_tokens is not None:
        given = {"computed": f"{engine.counts.computed_tokens:,}", "prompt": f"{engine.counts.prompt_tokens:,}"}
        lines.append(said("engine.tokens", **given))
    if engine.cache_hit_rate is not None:
        lines.append(said("engine.cache", share=f"{100 * engine.cache_hit_rate:.1f}"))
    return lines


def engine_name(summary: Summary) -> str:
    """The server's name and versions, as the terminal's line on it begins."""
    line = next(iter(engine_lines(summary.engine)), "")
    return name(line.removeprefix("Server: ").partition(",")[0])


def _retriever(summary: Summary, _: Manifest) -> Cell:
    config = summary.config
    return f"{name(config.retriever)}, k = {config.k}" if "retrieved" in config.arms else UNDEFINED


def _imported(summary: Summary, _: Manifest) -> Cell:
    found = summary.config.imported
    return f"{found.tool} {name(found.version)}" if found else UNDEFINED


_FACTS: dict[str, tuple[tuple[str, Fact], ...]] = {
    "asked": (
        ("model", lambda summary, _: _model(summary.model)),
        ("weights", lambda summary, _: said(f"weights.{summary.model.weights}")),
        ("params", lambda summary, _: _params(summary.model.params)),
        ("dataset", _dataset),
        ("langs", lambda summary, _: joined([said(lang) for lang in summary.config.langs])),
        ("arms", lambda summary, _: ", ".join(summary.config.arms)),
        ("asked", _asked),
        ("retriever", _retriever),
        ("flagged", lambda summary, _: str(len(summary.flagged)) if summary.flagged else UNDEFINED),
    ),
    "done": (
        ("judges", _judges),
        ("created", lambda _, manifest: name(manifest.created)),
        ("run", lambda summary, _: [name(summary.run), f"sha256 {summary.digest[:DIGEST_DIGITS]}…"]),
        ("suite", lambda summary, _: name(summary.suite_version)),
        ("usage", lambda summary, _: _usage(summary.usage)),
        ("judge_usage", lambda summary, _: _usage(summary.judge_usage)),
        ("server", _server),
        ("imported", _imported),
        ("leaderboard", _leaderboard),
    ),
}
"""What is said of each run, in two tables; a fact that no run has is left out."""
