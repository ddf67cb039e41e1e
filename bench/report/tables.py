"""A summary as tables, for the terminal and as Markdown. Both show the same figures; neither computes any.

Guarantees: readable in 80 columns; no colour where the output is no terminal; names of models and datasets are other
people's text and can neither control the terminal nor break a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bench.records import ArmResult, Attribution, Lang, Summary, UsageSummary
from bench.report.claims_tables import markdown_claims, print_claims
from bench.report.columns import CATEGORIES, PENALTIES, RATES, Column, share_text
from bench.report.engine_lines import engine_lines
from bench.report.insight_tables import markdown_insight, print_insight
from bench.report.panel_tables import judging_lines
from bench.report.retrieval_tables import markdown_retrieval, print_retrieval
from bench.text.display import for_terminal, markdown_cell

if TYPE_CHECKING:
    from rich.console import Console

_NAMES: dict[Lang, str] = {"en": "English", "ja": "Japanese"}
_TABLES = (("Categories", CATEGORIES), ("Rates", RATES), ("Penalised quality, and contradictory items", PENALTIES))
_LEGEND = (
    "Each cell: share, hits/scored trials, 95 % interval; q: the interval over questions, where trials are more than "
    "questions. Volume = right attempts / trials; Q(k) = (right attempts − k × wrong attempts) / trials; both over all "
    "trials, unanswerable ones too, and declining counts 0. — is undefined."
)


def print_summary(summary: Summary, console: Console, files: Path) -> None:
    """Print everything about one run, ending with what was excluded, whether it may be ranked, and its files."""
    from rich.text import Text

    def say(text: str, style: str = "") -> None:
        # Text, not str: rich would read [brackets] and :names: in other people's text as its own.
        console.print(Text(text, style=style))

    say("")
    say(for_terminal(_title(summary)), "bold")
    for lang in summary.config.langs:
        rows = [r for r in summary.results if r.lang == lang]
        for title, columns in _TABLES:
            say(f"\n{_NAMES[lang]}: {title}", "bold")
            _print_table(console, rows, columns)
    say("")
    for attribution in summary.attribution:
        say(_attribution(attribution))
    say(_LEGEND, "dim")
    print_retrieval(summary.retrieval, console)
    print_claims(summary, console)
    print_insight(summary.insight, console)
    say("")
    for line in _closing(summary):
        say(for_terminal(line))
    # No wrapping here, so that the path can be copied whole.
    console.print(Text(for_terminal(f"Files: {files}/ (summary.json, answers.jsonl, votes.jsonl)")), soft_wrap=True)


def markdown(summary: Summary) -> str:
    """The same as Markdown: one table for each language and group of columns."""
    parts = [f"# {markdown_cell(_title(summary))}"]
    for lang in summary.config.langs:
        rows = [r for r in summary.results if r.lang == lang]
        for title, columns in _TABLES:
            parts.append(f"## {_NAMES[lang]}: {title}")
            parts.append(_markdown_table(rows, columns))
    parts.extend(_attribution(a) for a in summary.attribution)
    parts.append(_LEGEND)
    parts.extend(markdown_retrieval(summary.retrieval))
    parts.extend(markdown_claims(summary))
    parts.extend(markdown_insight(summary.insight))
    parts.append("\n".join(f"- {markdown_cell(line)}" for line in _closing(summary)))
    return "\n\n".join(parts) + "\n"


def _title(summary: Summary) -> str:
    model, data = summary.model, summary.dataset
    name = model.title if model.title == model.spec else f"{model.title} ({model.spec})"
    return f"{name} on {data.name} {data.version}"


def _print_table(console: Console, rows: Sequence[ArmResult], columns: Sequence[Column]) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False, leading=1)
    table.add_column("Arm", vertical="top", no_wrap=True)
    for column in columns:
        table.add_column("\n".join(column.heading), justify="right", vertical="top", overflow="fold")
    for row in rows:
        table.add_row(row.arm, *("\n".join(column.cell(row)) for column in columns))
    console.print(table)


def _markdown_table(rows: Sequence[ArmResult], columns: Sequence[Column]) -> str:
    headings = ["Arm", *(column.name for column in columns)]
    lines = [headings, ["---", *("---:" for _ in columns)]]
    lines.extend([row.arm, *(_cell(column.cell(row)) for column in columns)] for row in rows)
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _cell(lines: Sequence[str]) -> str:
    share, *details = lines
    return f"{share} ({', '.join(details)})" if details else share


def _attribution(a: Attribution) -> str:
    return (
        f"{_NAMES[a.lang]}, where errors come from (points of accuracy on Main items): "
        f"retrieval {share_text(a.retrieval)}; distractors {share_text(a.distractors)}; "
        f"the generator itself {share_text(a.residual)}. Known without any context: {share_text(a.parametric)}."
    )


def _closing(summary: Summary) -> Iterator[str]:
    """What a reader must know before quoting a figure."""
    if summary.missing:
        yield f"Not complete: trials without an outcome yet: {summary.missing}. The same command goes on with them."
    elif not summary.complete:
        yield "Not complete: some calls failed in a way that may pass. The same command tries them again."
    yield _excluded(summary)
    if summary.flagged:
        yield f"Items with a finding of the dataset's audit: {len(summary.flagged)} (`flagged` in summary.json)."
    judges = ", ".join(judge.spec for judge in summary.judge.judges)
    yield f"Judged by {judges}: {summary.judge.votes} votes, {summary.judge.invalid} of them without a usable verdict."
    yield from judging_lines(summary)
    yield f"Model: {_usage(summary.usage)}. Judge: {_usage(summary.judge_usage)}."
    yield from engine_lines(summary.engine)
    yield "Leaderboard: yes." if summary.judge.leaderboard else f"Leaderboard: no ({summary.judge.note})."


def _excluded(summary: Summary) -> str:
    counts = Counter((e.outcome, e.reason) for e in summary.exclusions)
    if not counts:
        return "Excluded from every rate: nothing."
    parts = []
    for outcome in ("failed", "invalid"):
        reasons = sorted((reason, n) for (name, reason), n in counts.items() if name == outcome)
        if reasons:
            total = sum(n for _, n in reasons)
            parts.append(f"{total} {outcome} ({', '.join(f'{reason} {n}' for reason, n in reasons)})")
    return f"Excluded from every rate: {', '.join(parts)}."


def _usage(usage: UsageSummary) -> str:
    parts = [f"{usage.calls:,} calls"]
    if usage.prompt_tokens is not None and usage.completion_tokens is not None:
        parts.append(f"{usage.prompt_tokens:,} + {usage.completion_tokens:,} tokens")
    if usage.cost_usd is not None:
        parts.append(f"{usage.cost_usd:.2f} USD")
    if usage.latency_s.median is not None and usage.latency_s.p90 is not None:
        parts.append(f"{usage.latency_s.median:.2f} s median, {usage.latency_s.p90:.2f} s p90")
    return ", ".join(parts)
