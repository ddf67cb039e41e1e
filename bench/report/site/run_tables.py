"""The tables of one run: results by language and arm, attribution, single failures, judges, canaries.

Guarantees: figures and order are those of the terminal's tables; nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from bench.records import ArmResult, Lang, Rate, Summary
from bench.records.failures import FailureClass, FailureReport
from bench.records.panel import JudgeReport, PanelReport
from bench.report.columns import CATEGORIES, PENALTIES, RATES, Column
from bench.report.site.run_text import Cell, Section, Table, Text, decimal, name, rate_cell, said, share_cell

FAILURE_CLASSES: tuple[FailureClass, ...] = get_args(FailureClass)
GROUPS = (("categories", CATEGORIES), ("rates", RATES), ("penalties", PENALTIES))


def result_sections(summary: Summary) -> Iterator[Section]:
    """Results, attribution, failures, judging and canaries, in the order of the terminal; without the empty ones."""
    yield _results(summary)
    yield _quality(summary)
    if any(share.value is not None for a in summary.attribution for share in (a.residual, a.parametric)):
        yield _attribution(summary)
    if summary.failures:
        yield _failures(summary)
    if summary.panel:
        yield _judging(summary, summary.panel)
    if summary.canaries:
        yield _canaries(summary)


def results_of(summary: Summary, lang: Lang) -> list[ArmResult]:
    return [r for r in summary.results if r.lang == lang]


def column_title(column: Column) -> Text:
    return said(f"column.{column.name}")


def _results(summary: Summary) -> Section:
    parts: list[Table | str] = []
    for lang in summary.config.langs:
        rows = results_of(summary, lang)
        headline, rates = (_by_arm(said(f"table.{g}", lang=said(lang)), rows, columns) for g, columns in GROUPS[:2])
        parts += [headline, f"categories-{lang}", f"outcomes-{lang}", _outcomes(lang, rows), rates]
    return Section("results", parts, [said("note.cell")])


def _by_arm(title: Text, rows: Sequence[ArmResult], columns: Sequence[Column]) -> Table:
    head = [said("arm"), *map(column_title, columns)]
    return Table(title, head, [[said(f"arm.{r.arm}"), *(list(column.cell(r)) for column in columns)] for r in rows])


def _outcomes(lang: Lang, rows: Sequence[ArmResult]) -> Table:
    names = ("correct", "wrong", "abstained", "invalid", "failed")
    head = [said("arm"), said("trials"), *map(said, names)]
    body: list[list[Cell]] = [
        [said(f"arm.{r.arm}"), str(r.trials), *(str(getattr(r.outcomes, n)) for n in names)] for r in rows
    ]
    return Table(said("table.outcomes", lang=said(lang)), head, body)


def _quality(summary: Summary) -> Section:
    parts: list[Table | str] = []
    for lang in summary.config.langs:
        title = said("table.penalties", lang=said(lang))
        parts += [f"quality-{lang}", _by_arm(title, results_of(summary, lang), GROUPS[2][1])]
    return Section("quality", parts, [said("note.quality")])


def _attribution(summary: Summary) -> Section:
    rows = [
        [said(a.lang), *map(share_cell, (a.residual, a.distractors, a.retrieval, a.parametric))]
        for a in summary.attribution
    ]
    shares = [said(f"share.{part}") for part in ("residual", "distractors", "retrieval", "parametric")]
    table = Table(said("table.attribution"), [said("language"), *shares], rows)
    drawn = [f"attribution-{a.lang}" for a in summary.attribution if a.residual.value is not None]
    return Section("attribution", [*drawn, table], [said("note.attribution")])


def _failures(summary: Summary) -> Section:
    parts: list[Table | str] = []
    for lang in summary.config.langs:
        reports = [r for r in summary.failures if r.lang == lang]
        if any(r.answerable or r.unanswerable for r in reports):
            parts.append(f"failures-{lang}")
        parts.append(_failure_table(lang, reports))
    return Section("failures", parts, [said("note.failures")])


def _failure_table(lang: Lang, reports: Sequence[FailureReport]) -> Table:
    head = [said("failure"), *(said(f"arm.{r.arm}") for r in reports)]
    totals: list[list[Cell]] = [
        [said("failure.answerable"), *(str(r.answerable) for r in reports)],
        [said("failure.unanswerable"), *(str(r.unanswerable) for r in reports)],
    ]
    rows: list[list[Cell]] = [[said(f"failure.{c}"), *(str(r.counts[c]) for r in reports)] for c in FAILURE_CLASSES]
    first = FAILURE_CLASSES.index("parametric_leakage")
    body: list[list[Cell]] = [totals[0], *rows[:first], totals[1], *rows[first:]]
    return Table(said("table.failures", lang=said(lang)), head, body)


def _judging(summary: Summary, panel: PanelReport) -> Section:
    head = [said(f"panel.{c}") for c in ("judge", "votes", "invalid", "disagreement", "pivotal", "confidence", "again")]
    rows = [_judge(judge) for judge in panel.judges]
    notes: list[Text] = [said("panel.one")] if len(panel.judges) == 1 else []
    if sum(not judge.added for judge in panel.judges) > 1:
        notes.append(said("panel.unanimous", n=panel.trials, rate=flat(panel.unanimous)))
    if panel.judging == "two-stage":
        told = ", ".join(f"{intent} {count}" for intent, count in panel.by_intent.items())
        notes.append(said("panel.intents", counts=told or "0"))
    tables = [Table(said("table.panel"), head, rows)]
    if panel.left_out:
        columns = [
            said("panel.without"),
            said("language"),
            said("arm"),
            said("column.Overall (items)"),
            said("panel.changed"),
        ]
        body: list[list[Cell]] = [
            [name(e.without), said(e.lang), e.arm, rate_cell(e.overall_item_micro), str(e.changed)]
            for e in panel.left_out
        ]
        tables.append(Table(said("table.left_out"), columns, body, folded=True))
    warnings = _family_warnings(summary)
    return Section("judging", tables, notes=notes, warnings=warnings)


def _judge(judge: JudgeReport) -> list[Cell]:
    again = judge.consistency
    invalid = ", ".join(f"{name(reason)} {count}" for reason, count in judge.invalid.items())
    return [
        [name(judge.judge), said("panel.added")] if judge.added else name(judge.judge),
        f"{judge.votes:,}",
        [str(sum(judge.invalid.values())), *([invalid] if invalid else [])],
        rate_cell(judge.disagreement),
        rate_cell(judge.pivotal),
        decimal(judge.confidence, 2),
        rate_cell(again.stable) if again else "—",
    ]


def _family_warnings(summary: Summary) -> list[Text]:
    """What the panel's report warns of, in both languages: each judge that is the generator, or of its family."""
    model, found = summary.model, []
    titles = {judge.spec: name(judge.title) for judge in summary.judge.judges}
    for judge in summary.panel.judges if summary.panel else ():
        shown = titles.get(judge.judge, name(judge.judge))
        if judge.judge == model.spec:
            found.append(said("warning.own_judge", judge=shown))
        elif judge.family and judge.family == model.family:
            found.append(said("warning.family", judge=shown, model=name(model.title), family=name(judge.family)))
    return list(found)


def _canaries(summary: Summary) -> Section:
    if summary.canaries is None:
        raise ValueError("this run had no canaries")
    head = [said("language"), *(said(k) for k in ("arm", "trials", "canary.violations"))]
    head += [said(f"canary.{k}") for k in ("right", "wrong", "declined")]
    rows: list[list[Cell]] = [
        [said(r.lang), r.arm, str(r.trials), rate_cell(r.violations), str(r.right), str(r.wrong), str(r.declined)]
        for r in summary.canaries.results
    ]
    notes: list[Text] = [said("note.canaries", share=f"{100 * summary.canaries.share:g}")]
    if summary.canaries.not_absent:
        notes.append(said("canary.not_absent", n=len(summary.canaries.not_absent)))
    return Section("canaries", [Table(said("table.canaries"), head, rows)], notes=notes)


def flat(rate: Rate) -> str:
    """A rate on one line: share, count and interval."""
    cell = rate_cell(rate)
    return cell if isinstance(cell, str) else " ".join(str(line) for line in cell)
