"""Everything that is shown of one run, in its order: for the terminal, as Markdown and for its page."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from bench.records import Summary
from bench.report.render import markdown as render
from bench.report.render.terminal import print_sections, say
from bench.report.sections.checks import claim_sections, retrieval_section
from bench.report.sections.drawn import drawn_sections
from bench.report.sections.facts import facts
from bench.report.sections.insight import insight_section
from bench.report.sections.judging import judging_sections
from bench.report.sections.parts import Section, name
from bench.report.sections.results import result_sections

if TYPE_CHECKING:
    from rich.console import Console


def run_sections(summary: Summary) -> Iterator[Section]:
    """Headline first, then every section that the summary has anything on. How it was run is told by `facts`."""
    yield from result_sections(summary)
    yield from drawn_sections(summary)
    yield from judging_sections(summary)
    if summary.retrieval:
        yield retrieval_section(summary.retrieval)
    yield from claim_sections(summary)
    insight = insight_section(summary.config.langs, summary.insight)
    if insight:
        yield insight


def print_summary(summary: Summary, console: Console, files: Path) -> None:
    """Print everything about one run: title, headline, what a reader must know first, every table, its files."""
    say(console, f"\n{_title(summary)}", "bold")
    print_sections(_sections(summary), console)
    console.print()
    # No wrapping here, so that a path can be copied whole.
    say(console, f"Files: {files}/ (summary.json, answers.jsonl, votes.jsonl)", wrap=False)
    say(console, f"As a page: bench report {shlex.quote(str(files))}", wrap=False)


def markdown(summary: Summary) -> str:
    """The same as Markdown."""
    return render.markdown(_title(summary), _sections(summary))


def _sections(summary: Summary) -> Iterator[Section]:
    yield from run_sections(summary)
    yield facts([(name(summary.model.title), summary)])


def _title(summary: Summary) -> str:
    model, data = summary.model, summary.dataset
    shown = model.title if model.title == model.spec else f"{model.title} ({model.spec})"
    return f"{shown} on {data.name} {data.version}"
