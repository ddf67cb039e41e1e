"""Everything that is shown of one run, in its order: for the terminal, as Markdown and for its page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bench.langs import DEFAULT
from bench.records import Summary
from bench.report.render import markdown as render
from bench.report.render.terminal import print_lead, print_sections, say
from bench.report.sections.checks import claim_sections, retrieval_section
from bench.report.sections.drawn import drawn_sections
from bench.report.sections.facts import facts
from bench.report.sections.insight import insight_section
from bench.report.sections.judging import judging_sections
from bench.report.sections.parts import Section, name
from bench.report.sections.results import result_sections
from bench.report.sections.verdict import next_commands, verdict
from bench.words import in_language, said

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


def print_summary(summary: Summary, console: Console, files: Path, block: Section | None = None) -> None:
    """Print everything about one run: title, headline, what a reader must know first, every table, the verdict last.

    `block`: the verdict, where it is one in another than the usual situation.
    """
    say(console, f"\n{title_of(summary)}", "bold")
    # Warnings stand above the headline already.
    print_sections([*_sections(summary), replace(block or verdict(summary), warnings=())], console)
    _print_next(console, files, "report")


def print_verdict(
    summary: Summary, console: Console, files: Path, block: Section | None = None, *, title: bool = True
) -> None:
    """Print what came out of one run in a few sentences, and where the rest is. `title`: the model and data first.

    `block`: as for `print_summary`.
    """
    if title:
        say(console, title_of(summary), "bold")
    print_lead(block or verdict(summary), console)
    _print_next(console, files, "report", "score")


def _print_next(console: Console, files: Path, *commands: str) -> None:
    # No wrapping here, so that a path can be copied whole.
    say(console, in_language(said("block.files", files=files), DEFAULT), wrap=False)
    for key in commands:
        say(console, in_language(said(f"block.{key}", command=next_commands(files)[key]), DEFAULT), wrap=False)


def markdown(summary: Summary, files: Path | None = None, block: Section | None = None) -> str:
    """The same as Markdown, the verdict first."""
    headline, *rest = _sections(summary)
    sections = [block or verdict(summary, files), replace(headline, warnings=()), *rest]
    return render.markdown(title_of(summary), sections)


def _sections(summary: Summary) -> Iterator[Section]:
    yield from run_sections(summary)
    yield facts([(name(summary.model.title), summary)])


def title_of(summary: Summary) -> str:
    """The model and the data of a run."""
    model, data = summary.model, summary.dataset
    shown = model.title if model.title == model.spec else f"{model.title} ({model.spec})"
    return f"{shown} on {data.name} {data.version}"
