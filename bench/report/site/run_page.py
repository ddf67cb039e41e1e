"""The report of one run, or of several side by side: read, scored from their logs, put together, and written as a page.

Guarantees: no figure comes from a summary.json; runs that cannot stand side by side are refused in one sentence; what
is incomplete says so above the figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bench.arms import HEADLINE
from bench.comparing.comparison import compare_runs
from bench.comparing.systems import ScoredRun, differences, read_runs, scored
from bench.errors import UsageError
from bench.metrics.curves import curves
from bench.metrics.situation import Situation, by_lang_and_arm
from bench.metrics.usage import engine_report
from bench.outcomes import ordinary
from bench.records import Arm, Lang, Quality, RunConfig
from bench.records.comparison import Comparison
from bench.records.retrieval import Curve
from bench.report.render.markdown import markdown
from bench.report.run_report import run_sections
from bench.report.sections.comparison import comparison_sections, figures_by_run, sweep_section
from bench.report.sections.comparison_verdict import comparison_verdict
from bench.report.sections.facts import facts
from bench.report.sections.parts import Section, Table, name, visible
from bench.report.sections.results import reason_word
from bench.report.sections.verdict import verdict
from bench.report.site.charts import Chart
from bench.report.site.page import Page, render
from bench.report.site.run_cards import cards, meanings
from bench.report.site.run_items import browser
from bench.report.site.situations import of_runs
from bench.run_folder import read_engine_log
from bench.scoring import read_run
from bench.words import Text, recognised, said

SHORT = ("verdict", "headline", "run", "results", "attribution", "side_by_side", "differences", "decision", "sweep")
"""Sections of the Markdown for a pull request; the page has them all. Tables that a page folds are left out too."""
FIRST = ("headline", "results", "side_by_side", "sweep")
"""Sections between the verdict and the items; the others stand behind these, what was run last."""
LONG = 12
"""Rows from which on a table before the items is folded, so that the items are not far below."""
WORDS = ("arm", "aspect", "chunk", "compare", "failure", "figure", "filter", "intent", "item", "items", "kind",
         "outcome", "section", "situation", "trial", "verdict_of", "vote")  # fmt: skip
"""Tables of the words that the page's scripts use."""
OF_TABLE = ("title", "head", "rows", "notes", "prose", "folded")
"""What the page's script reads of a table."""
PARTS = ("situation.js", "report_situation.js", "report_pairs.js", "report_items.js", "report_tables.js",
         "report_item.js")  # fmt: skip
"""Scripts that the page's own builds on, in the order in which they need each other."""


@dataclass(frozen=True)
class Report:
    """Everything a report says, but for the items. `comparison`: of several runs that are no sweep. `values`: of one
    run, V in `situation` by language."""

    title: str
    runs: Sequence[ScoredRun]
    sections: Sequence[Section]
    comparison: Comparison | None = None
    curves: Sequence[Curve] = ()
    situation: Situation = field(default_factory=Situation)
    values: Mapping[tuple[Lang, Arm], Quality] | None = None

    def charts(self) -> list[Chart]:
        """The charts of all sections, drawn in every language of the interface."""
        from bench.report.site.run_charts import comparison_charts, run_charts, sweep_charts

        if self.comparison:
            return list(comparison_charts(self.comparison))
        return list(sweep_charts(self.curves) if self.curves else run_charts(self.runs[0].summary))


def report(folders: Sequence[Path], situation: Situation | None = None) -> Report:
    """The report of the runs in `folders`, at least one. Reads and scores their logs; changes nothing.

    `situation`: the reader's, which the verdict is for.
    Several runs of one model that differ in the place of the evidence or the number of distractors are a sweep: its
    curves take the place of pairwise differences.
    Raises UsageError where a run has no answer yet or several do not fit together, and whatever reading a run raises.
    """
    runs = _read(folders)
    # What is incomplete or half-written is told for every run anyway.
    warnings = [recognised("log", notice) for run in runs for notice in run.log.notices]
    warnings += differences(runs)
    begun = [run.log.manifest.created for run in runs]
    run_facts = facts([(name(run.name), run.summary) for run in runs], begun, list(map(visible, warnings)))
    asked = situation or Situation()
    if len(runs) == 1:
        headline, *rest = run_sections(runs[0].summary)
        values = _values(runs[0], asked)
        block = verdict(runs[0].summary, folders[0], asked, values)
        # What a reader must know first is said once, above the verdict.
        sections = [block, replace(headline, warnings=()), *rest, run_facts]
        return Report(_title(runs), runs, sections, situation=asked, values=values)
    swept = _curves(runs)
    if swept:
        figures = Section("side_by_side", _headlines(runs), [said("note.cell")])
        return Report(_title(runs), runs, [sweep_section(swept), figures, run_facts], None, swept, asked)
    comparison = compare_runs(runs, "all", situation)
    block = comparison_verdict(comparison, folders)
    sections = [block, *comparison_sections(comparison), run_facts]
    return Report(_title(runs), runs, sections, comparison, situation=asked)


def page(
    made: Report,
    *,
    text: bool = True,
    limit: int | None = None,
    language: str = "",
    charts: Sequence[Chart] | None = None,
) -> str:
    """The report as one HTML file. `text`, `limit`: see `browser`. `language`: that of the interface at first sight.

    `charts`: those of the report, where they are drawn already.
    """
    drawn = made.charts() if charts is None else charts
    data = {
        "sections": [_as_data(section) for section in made.sections],
        "cards": [] if made.values is None else cards(made.runs[0].summary, made.situation, made.values),
        "meanings": meanings(),
        "situation": of_runs(made.runs, made.situation),
        "captions": {chart.name: caption(chart) for chart in drawn},
        "reasons": {e.reason: reason_word(e.reason) for run in made.runs for e in run.summary.exclusions},
        "browser": browser(made.runs, text=text, limit=limit),
    }
    return render(
        Page(
            title=made.title,
            body="report.html",
            script="report.js",
            data=data,
            words=WORDS,
            charts=drawn,
            parts=PARTS,
            style="report.css",
            language=language,
        )
    )


def short_markdown(made: Report, lang: str, page: str = "") -> str:
    """Headline, differences with their verdicts, and what was excluded; `page` is named at the end."""
    short = [section for section in made.sections if section.name in SHORT]
    return markdown(made.title, short, lang, folded=False, end=said("markdown.page", page=page) if page else "")


def caption(chart: Chart) -> Text:
    """What stands above a chart: what it shows, and the language of its questions."""
    kind, _, lang = chart.name.rpartition("-")
    return said(f"caption.{kind}", lang=said(f"lang.{lang}"), **chart.values)


def _as_data(section: Section) -> dict[str, Any]:
    """A section as the page's script reads it: texts are strings or by language, a cell is a text or its lines."""
    place = "top" if section.name == "verdict" else "first" if section.name in FIRST else "more"
    parts = [part if isinstance(part, str) else {of: getattr(part, of) for of in OF_TABLE} for part in section.parts]
    for part in parts:
        if place == "first" and isinstance(part, dict) and len(part["rows"]) > LONG:
            part["folded"] = True
    return {
        "name": section.name,
        "place": place,
        "notes": section.notes,
        "warnings": section.warnings,
        "lead": section.lead,
        "parts": parts,
    }


def _values(run: ScoredRun, situation: Situation) -> dict[tuple[Lang, Arm], Quality]:
    config = run.summary.config
    return by_lang_and_arm(ordinary(run.outcomes), config.langs, config.arms, situation)


def _read(folders: Sequence[Path]) -> list[ScoredRun]:
    if len(folders) == 1:
        log = read_run(folders[0])
        model = log.manifest.config.model
        runs = [scored(model.alias or model.title, log)]
    else:
        runs = read_runs(folders)
    empty = [
        f"{folder.name} ({run.log.notices[0].removesuffix('.')})" if run.log.notices else folder.name
        for folder, run in zip(folders, runs, strict=True)
        if not run.log.answers
    ]
    if empty:
        raise UsageError(f"No answers yet: {', '.join(empty)}. Let `bench run` finish, then ask for the report.")
    return [_with_server(run, folder) for run, folder in zip(runs, folders, strict=True)]


def _with_server(run: ScoredRun, folder: Path) -> ScoredRun:
    server = engine_report(read_engine_log(folder))
    return replace(run, summary=run.summary.model_copy(update={"engine": server}))


def _curves(runs: Sequence[ScoredRun]) -> tuple[Curve, ...]:
    """The curves of a sweep; none where the runs are of several models, or not laid out by hand."""
    configs = [run.summary.config for run in runs]
    laid_out = all(c.gold_position is not None or c.distractors is not None for c in configs)
    if not laid_out or len({config.model.spec for config in configs}) > 1:
        return ()
    by_setting = sorted(runs, key=lambda run: _setting(run.summary.config))
    return curves((run.summary.run, run.summary.config, run.outcomes) for run in by_setting)


def _setting(config: RunConfig) -> float:
    return config.gold_position if config.gold_position is not None else config.distractors or 0


def _headlines(runs: Sequence[ScoredRun]) -> list[Table]:
    """The figures of the headline arm for each language in which every run has it."""
    tables = []
    for lang in runs[0].summary.config.langs:
        results = [(run.name, r) for run in runs for r in run.summary.results if (r.lang, r.arm) == (lang, HEADLINE)]
        if len(results) == len(runs):
            tables.append(figures_by_run(lang, HEADLINE, results))
    return tables


def _title(runs: Sequence[ScoredRun]) -> str:
    data = runs[0].summary.dataset
    names = dict.fromkeys(name(run.summary.model.title) for run in runs)
    shown = ", ".join(list(names)[:4]) + (f" … (+{len(names) - 4})" if len(names) > 4 else "")
    return f"{shown} · {name(data.name)} {name(data.version)}"
