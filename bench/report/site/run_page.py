"""The report of one run, or of several side by side: read, scored from their logs, put together, and written as a page.

Guarantees: no figure comes from a summary.json; runs that cannot stand side by side are refused in one sentence; what
is incomplete says so above the figures.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.comparing.comparison import compare_runs
from bench.comparing.systems import Run, read_runs, scored
from bench.errors import UsageError
from bench.metrics import curves as sweeps
from bench.metrics import engine
from bench.records import ArmResult
from bench.records.comparison import Comparison
from bench.records.retrieval import Curve, CurvePoint
from bench.report.site.charts import Chart
from bench.report.site.page import Page, render
from bench.report.site.run_charts import comparison_charts, run_charts, sweep_charts
from bench.report.site.run_checks import check_sections
from bench.report.site.run_facts import facts, reason_text
from bench.report.site.run_insight import insight_section
from bench.report.site.run_items import browser
from bench.report.site.run_side_by_side import HEADLINE, comparison_sections, figures_by_run, sweep_section
from bench.report.site.run_tables import result_sections
from bench.report.site.run_text import Section, Text, as_json, in_language, name, said
from bench.run_folder import read_engine_log
from bench.scoring import read_run
from bench.text.display import for_terminal


@dataclass(frozen=True)
class Report:
    """Everything a report says, but for the items. `comparison`: of several runs that are no sweep."""

    title: str
    runs: Sequence[Run]
    sections: Sequence[Section]
    comparison: Comparison | None = None
    curves: Sequence[Curve] = ()

    def charts(self) -> list[Chart]:
        """The charts of all sections, drawn in every language of the interface."""
        if self.comparison:
            return list(comparison_charts(self.comparison))
        return list(sweep_charts(self.curves) if self.curves else run_charts(self.runs[0].summary))


def report(folders: Sequence[Path]) -> Report:
    """The report of the runs in `folders`, at least one. Reads and scores their logs; changes nothing.

    Several runs of one model that differ in the place of the evidence or the number of distractors are a sweep: its
    curves take the place of pairwise differences.
    Raises UsageError where a run has no answer yet or several do not fit together, and whatever reading a run raises.
    """
    runs = _read(folders)
    told = [notice_text(notice) for run in runs for notice in run.log.notices]
    named = [(run.summary, run.log.manifest) for run in runs]
    names = [name(run.name) for run in runs]
    if len(runs) == 1:
        summary = runs[0].summary
        insight = insight_section(summary.insight)
        sections = [facts(names, named, told), *result_sections(summary), *check_sections(summary)]
        return Report(_title(runs), runs, [*sections, *([insight] if insight else [])])
    curves = _curves(runs)
    if curves:
        tables = [
            figures_by_run(said("table.side_by_side", lang=said(lang), arm=said(f"arm.{HEADLINE}")), results)
            for lang in runs[0].summary.config.langs
            if len(results := _headline(runs, lang)) == len(runs)
        ]
        figures = Section("side_by_side", tables, notes=[said("note.cell")])
        return Report(_title(runs), runs, [facts(names, named, told), sweep_section(curves), figures], None, curves)
    comparison = compare_runs(runs, "all")
    # What is incomplete or half-written is told for every run anyway.
    told += [notice_text(n) for n in comparison.notices if n.startswith(("Judged by", "They differ"))]
    return Report(_title(runs), runs, [facts(names, named, told), *comparison_sections(comparison)], comparison)


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
        "sections": [as_json(section) for section in made.sections],
        "captions": {chart.name: caption(chart) for chart in drawn},
        "reasons": {e.reason: reason_text(e.reason) for run in made.runs for e in run.summary.exclusions},
        "browser": browser(made.runs, text=text, limit=limit),
    }
    scripts = ("report_items.js", "report_item.js")
    return render(
        Page(made.title, "report.html", "report.js", data, "", drawn, scripts, "report.css", language=language)
    )


def titled(chart: Chart) -> Chart:
    """The chart with its caption in it, for a picture that stands alone."""
    heading = caption(chart)
    spec = {lang: {**drawn, "title": in_language(heading, lang)} for lang, drawn in chart.spec.items()}
    return replace(chart, spec=spec)


def caption(chart: Chart) -> Text:
    """What stands above a chart: what it shows, and the language of its questions."""
    kind, _, lang = chart.name.rpartition("-")
    return said(f"caption.{kind}", lang=said(lang))


def notice_text(notice: str) -> Text:
    """A notice of the log or of the comparison in both languages; one that has no Japanese stays as it is."""
    for pattern, japanese in _NOTICES:
        if found := pattern.fullmatch(notice):
            return {"en": for_terminal(notice), "ja": for_terminal(found.expand(japanese))}
    return for_terminal(notice)


_NOTICES = tuple(
    (re.compile(pattern, re.DOTALL), japanese)
    for pattern, japanese in (
        (r"(\S+) ends in a half-written line, which does not count\.", r"\1の最終行は書きかけのため、数えない。"),
        (r"(.+); the line does not count\.", r"\1：この行は数えない。"),
        (
            r"Judged by different judges \((.+)\): a difference may be the judges'\.",
            r"判定者が異なる（\1）。差は判定者の違いによるものかもしれない。",
        ),
        (r"They differ in (\w+) \((.+)\) besides the system\.", r"システムのほかに\1も異なる（\2）。"),
    )
)


def _read(folders: Sequence[Path]) -> list[Run]:
    if len(folders) == 1:
        log = read_run(folders[0])
        config = log.manifest.config
        runs = [scored(config.model.alias or config.model.title, log)]
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


def _with_server(run: Run, folder: Path) -> Run:
    found = engine.section(read_engine_log(folder))
    summary = run.summary.model_copy(update={"engine": found})
    return Run(name=run.name, log=run.log, summary=summary, outcomes=run.outcomes, pairs=run.pairs)


def _curves(runs: Sequence[Run]) -> list[Curve]:
    """The curves of a sweep; none where the runs are of several models, or not laid out by hand."""
    configs = [run.summary.config for run in runs]
    laid_out = all(c.gold_position is not None or c.distractors is not None for c in configs)
    if not laid_out or len({config.model.spec for config in configs}) > 1:
        return []
    places: list[CurvePoint] = []
    numbers: list[CurvePoint] = []
    for run, config in zip(runs, configs, strict=True):
        for lang in config.langs:
            own = [o for o in run.outcomes if (o.lang, o.arm) == (lang, HEADLINE)]
            if config.gold_position is not None:
                places.append(sweeps.point(lang, config.gold_position, run.summary.run, own))
            elif config.distractors is not None:
                numbers.append(sweeps.point(lang, config.distractors, run.summary.run, own))
    found = [
        Curve(by="gold_position", points=_by_setting(places)),
        Curve(by="distractors", points=_by_setting(numbers)),
    ]
    return [curve for curve in found if curve.points]


def _by_setting(points: Sequence[CurvePoint]) -> tuple[CurvePoint, ...]:
    return tuple(sorted(points, key=lambda point: point.setting))


def _headline(runs: Sequence[Run], lang: str) -> list[tuple[str, ArmResult]]:
    return [(run.name, r) for run in runs for r in run.summary.results if (r.lang, r.arm) == (lang, HEADLINE)]


def _title(runs: Sequence[Run]) -> str:
    data = runs[0].summary.dataset
    names = dict.fromkeys(name(run.summary.model.title) for run in runs)
    shown = ", ".join(list(names)[:4]) + (f" … (+{len(names) - 4})" if len(names) > 4 else "")
    return f"{shown} · {name(data.name)} {name(data.version)}"
