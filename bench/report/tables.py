"""A summary as tables, for the terminal and as Markdown. Both show the same figures; neither computes any.

Guarantees: the headline comes first; readable at any width; no colour where the output is no terminal; names of models
and datasets are other people's text and can neither control the terminal nor break a table.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from bench.records import Arm, Attribution, Lang, Summary, UsageSummary
from bench.report.boards import unranked
from bench.report.claims_tables import markdown_claims, print_claims
from bench.report.columns import CATEGORIES, PENALTIES, RATES, percent, rate_lines, share_text
from bench.report.engine_lines import engine_lines
from bench.report.grid import Grid, markdown_grid, print_grid
from bench.report.insight_tables import markdown_insight, print_insight
from bench.report.panel_tables import judging_lines
from bench.report.retrieval_tables import markdown_retrieval, print_retrieval
from bench.text.display import for_terminal, markdown_cell

if TYPE_CHECKING:
    from rich.console import Console

_NAMES: dict[Lang, str] = {"en": "English", "ja": "Japanese"}
_TABLES = (("Categories", CATEGORIES), ("Rates", RATES), ("Penalised quality, and contradictory items", PENALTIES))
HEADLINE: Arm = "shuffled"
"""The arm whose figures are quoted: the protocol that LIT-RAGBench published."""
_MARK = "*"
_LEGEND = (
    "Each cell: share, hits/scored trials, 95 % interval; q: the interval over questions, where trials are more than "
    "questions. Volume = right attempts / trials; Q(k) = (right attempts − k × wrong attempts) / trials; both over all "
    f"trials, unanswerable ones too, and declining counts 0. — is undefined. The arm marked {_MARK} is the headline."
)


def print_summary(summary: Summary, console: Console, files: Path) -> None:
    """Print everything about one run: title and headline, what a reader must know first, every table, its files."""
    from rich.text import Text

    def say(text: str, style: str = "") -> None:
        # Text, not str: rich would read [brackets] and :names: in other people's text as its own.
        console.print(Text(text, style=style))

    say("")
    say(for_terminal(_title(summary)), "bold")
    print_grid(headline(summary), console)
    for line in _state(summary):
        say(for_terminal(line))
    for grid in _grids(summary):
        print_grid(grid, console)
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
    # No wrapping here, so that a path can be copied whole.
    console.print(Text(for_terminal(f"Files: {files}/ (summary.json, answers.jsonl, votes.jsonl)")), soft_wrap=True)
    console.print(Text(for_terminal(f"As a page: bench report {shlex.quote(str(files))}")), soft_wrap=True)


def markdown(summary: Summary) -> str:
    """The same as Markdown: the headline, then one table for each language and group of columns."""
    parts = [f"# {markdown_cell(_title(summary))}", *markdown_grid(headline(summary))]
    parts.extend(markdown_cell(line) for line in _state(summary))
    for grid in _grids(summary):
        parts.extend(markdown_grid(grid))
    parts.extend(_attribution(a) for a in summary.attribution)
    parts.append(markdown_cell(_LEGEND))
    parts.extend(markdown_retrieval(summary.retrieval))
    parts.extend(markdown_claims(summary))
    parts.extend(markdown_insight(summary.insight))
    parts.append("\n".join(f"- {markdown_cell(line)}" for line in _closing(summary)))
    return "\n\n".join(parts) + "\n"


def headline(summary: Summary) -> Grid:
    """The figures to quote, a row for each language: of the shuffled arm, or the run's first where it was not asked."""
    config = summary.config
    arm = HEADLINE if HEADLINE in config.arms else config.arms[0]
    rows = tuple(
        (
            _NAMES[r.lang],
            percent(r.main_avg),
            percent(r.overall_macro),
            "\n".join(rate_lines(r.overall_item_micro)),
            "\n".join(rate_lines(r.over_abstention)),
            str(r.outcomes.failed + r.outcomes.invalid),
        )
        for r in summary.results
        if r.arm == arm
    )
    names = ("", "Main (avg)", "Overall (macro)", "Overall (items)", "Over-abstention", "Not scored")
    short = ("", "Main\n(avg)", "Overall\n(macro)", "Overall\n(items)", "Over-ab-\nstention", "Not\nscored")
    title = f"Headline: {arm}" if arm == HEADLINE else f"{arm} (the headline would be {HEADLINE}, which was not asked)"
    return Grid(short, rows, title, names=names)


def _grids(summary: Summary) -> Iterator[Grid]:
    for lang in summary.config.langs:
        results = [r for r in summary.results if r.lang == lang]
        for title, columns in _TABLES:
            yield Grid(
                ("Arm", *("\n".join(column.heading) for column in columns)),
                tuple((_arm(r.arm), *("\n".join(column.cell(r)) for column in columns)) for r in results),
                f"{_NAMES[lang]}: {title}",
                names=("Arm", *(column.name for column in columns)),
                bold=frozenset({_arm(HEADLINE)}),
                airy=True,
            )


def _arm(arm: Arm) -> str:
    return f"{arm}{_MARK}" if arm == HEADLINE else arm


def _title(summary: Summary) -> str:
    model, data = summary.model, summary.dataset
    name = model.title if model.title == model.spec else f"{model.title} ({model.spec})"
    return f"{name} on {data.name} {data.version}"


def _attribution(a: Attribution) -> str:
    return (
        f"{_NAMES[a.lang]}, where errors come from (points of accuracy on Main items): "
        f"retrieval {share_text(a.retrieval)}; distractors {share_text(a.distractors)}; "
        f"the generator itself {share_text(a.residual)}. Known without any context: {share_text(a.parametric)}."
    )


def _state(summary: Summary) -> Iterator[str]:
    """What a reader must know before quoting a figure."""
    if summary.missing:
        yield f"Not complete: trials without an outcome yet: {summary.missing}. The same command goes on with them."
    elif not summary.complete:
        yield "Not complete: some calls failed in a way that may pass. The same command tries them again."
    yield _excluded(summary)
    yield _ranking(summary)


def _ranking(summary: Summary) -> str:
    """Whether the run is for a leaderboard, and which of its results none would rank all the same."""
    if not summary.judge.leaderboard:
        return f"Leaderboard: no ({summary.judge.note})."
    # The arm without documents has no overall, so no board ranks it; that is nothing to tell of one run.
    asked = (r for r in summary.results if r.arm != "none")
    bars = [f"{_NAMES[r.lang]}, {r.arm}: {why}" for r in asked if (why := unranked(r))]
    return f"Leaderboard: yes, but for {'; '.join(bars)}." if bars else "Leaderboard: yes."


def _closing(summary: Summary) -> Iterator[str]:
    """How the figures came about."""
    if summary.flagged:
        yield f"Items with a finding of the dataset's audit: {len(summary.flagged)} (`flagged` in summary.json)."
    judges = ", ".join(judge.spec for judge in summary.judge.judges)
    yield f"Judged by {judges}: {summary.judge.votes} votes, {summary.judge.invalid} of them without a usable verdict."
    yield from judging_lines(summary)
    yield f"Model: {_usage(summary.usage)}. Judge: {_usage(summary.judge_usage)}."
    yield from engine_lines(summary.engine)


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
    text = f"Excluded from every rate: {', '.join(parts)}."
    asked = [judge for judge in summary.config.judges if judge.spec != "rule"]
    if asked and any(outcome == "invalid" for outcome, _ in counts):
        text += " Judges are asked again for invalid ones by `bench judge RUN --backfill --invalid`."
    return text


def _usage(usage: UsageSummary) -> str:
    parts = [f"{usage.calls:,} calls"]
    if usage.prompt_tokens is not None and usage.completion_tokens is not None:
        parts.append(f"{usage.prompt_tokens:,} + {usage.completion_tokens:,} tokens")
    if usage.cost_usd is not None:
        parts.append(f"{usage.cost_usd:.2f} USD")
    if usage.latency_s.median is not None and usage.latency_s.p90 is not None:
        parts.append(f"{usage.latency_s.median:.2f} s median, {usage.latency_s.p90:.2f} s p90")
    return ", ".join(parts)
