"""Who judged, how far the judges agree, and what canaries say; and several runs as their panel ranks them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.figures import FIGURES
from bench.kinds import KINDS
from bench.metrics.panel_across import judges_of, pivotal_by_family, ranking
from bench.records import Arm, Summary
from bench.records.canaries import CanaryReport
from bench.records.panel import JudgeReport, PanelReport
from bench.report.sections.parts import (
    UNDEFINED,
    Cell,
    Section,
    Table,
    arm_word,
    by_lang,
    decimal,
    name,
    percent,
    rate_lines,
    rate_text,
)
from bench.words import Text, said


def judging_sections(summary: Summary) -> Iterator[Section]:
    """Judges and canaries, as far as the summary has them."""
    if summary.panel:
        yield _judging(summary, summary.panel)
    if summary.canaries:
        yield _canaries(summary.config.langs, summary.canaries)


def across_section(summaries: Sequence[Summary], arm: Arm) -> Section:
    """Runs ranked by accuracy over items, by the whole panel and with each judge left out; then pivotal votes.

    A judge that no run has gives a dash.
    """
    accuracy = said(f"figure.{FIGURES['overall_item_micro'].name}")
    tables = []
    for lang in dict.fromkeys(lang for summary in summaries for lang in summary.config.langs):
        rows: list[list[Cell]] = []
        for judge in (None, *judges_of(summaries)):
            ranked = [
                f"{rank}. {name(run)} {percent(value)}" for rank, run, value in ranking(summaries, lang, arm, judge)
            ]
            label = said("across.panel") if judge is None else said("across.without", judge=name(judge))
            rows.append([label, ranked or UNDEFINED])
        title = said("table.across", lang=said(f"lang.{lang}"), arm=arm_word(arm), figure=accuracy)
        tables.append(Table(title, [said("across.judged"), said("across.ranking")], rows, prose=[1]))
    pivotal = pivotal_by_family(summaries)
    families = list(dict.fromkeys(family for votes in pivotal.values() for family in votes))
    head: list[Text] = [
        said("panel.judge"),
        *(name(family) if family else said("across.unknown") for family in families),
    ]
    body: list[list[Cell]] = [
        [name(judge), *("/".join(map(str, votes[family])) if family in votes else UNDEFINED for family in families)]
        for judge, votes in pivotal.items()
    ]
    return Section("across", [*tables, Table(said("table.pivotal"), head, body)])


def _judging(summary: Summary, panel: PanelReport) -> Section:
    columns = ("judge", "votes", "invalid", "disagreement", "pivotal", "confidence", "again", "as_before")
    tables = [Table(said("table.panel"), [said(f"panel.{c}") for c in columns], [_judge(j) for j in panel.judges])]
    notes: list[Text] = [said("panel.one")] if len(panel.judges) == 1 else []
    if sum(not judge.added for judge in panel.judges) > 1:
        notes.append(said("panel.unanimous", n=panel.trials, rate=rate_text(panel.unanimous)))
    if panel.judging == "two-stage":
        counts = ", ".join(f"{intent} {count}" for intent, count in panel.by_intent.items())
        notes.append(said("panel.intents", counts=counts or "0"))
    if panel.left_out:
        accuracy = said(f"figure.{FIGURES['overall_item_micro'].name}")
        head = [said("panel.without"), said("language"), said("arm"), accuracy, said("panel.changed")]
        body: list[list[Cell]] = [
            [
                name(e.without),
                said(f"lang.{e.lang}"),
                arm_word(e.arm),
                rate_lines(e.overall_item_micro),
                str(e.changed),
            ]
            for e in panel.left_out
        ]
        tables.append(Table(said("table.left_out"), head, body))
    return Section("judging", tables, notes, _family_warnings(summary, panel))


def _judge(judge: JudgeReport) -> list[Cell]:
    again = judge.consistency
    invalid = ", ".join(f"{name(reason)} {count}" for reason, count in judge.invalid.items())
    return [
        [name(judge.judge), said("panel.added")] if judge.added else name(judge.judge),
        f"{judge.votes:,}",
        [str(sum(judge.invalid.values())), *([invalid] if invalid else [])],
        rate_lines(judge.disagreement),
        UNDEFINED if judge.added else rate_lines(judge.pivotal),
        decimal(judge.confidence, 2),
        [*rate_lines(again.stable), said("panel.answers", n=again.answers)] if again else UNDEFINED,
        rate_lines(again.as_before) if again else UNDEFINED,
    ]


def _family_warnings(summary: Summary, panel: PanelReport) -> list[Text]:
    """Each judge that is the generator, or of its family."""
    model = summary.model
    titles = {judge.spec: name(judge.title) for judge in summary.judge.judges}
    warnings: list[Text] = []
    for judge in panel.judges:
        title = titles.get(judge.judge, name(judge.judge))
        if judge.judge == model.spec:
            warnings.append(said("warning.own_judge", judge=title))
        elif judge.family and judge.family == model.family:
            warnings.append(said("warning.family", judge=title, model=name(model.title), family=name(judge.family)))
    return warnings


def _canaries(langs: Sequence[str], report: CanaryReport) -> Section:
    columns = ("violations", "right", "wrong", "declined")
    head = [said("arm"), said("trials"), *(said(f"canary.{column}") for column in columns)]
    tables = []
    for lang, results in by_lang(langs, report.results, lambda r: r.lang):
        rows: list[list[Cell]] = [
            [arm_word(r.arm), str(r.trials), rate_lines(r.violations), str(r.right), str(r.wrong), str(r.declined)]
            for r in results
        ]
        tables.append(Table(said("table.canaries", lang=said(f"lang.{lang}")), head, rows))
    notes: list[Text] = [said("note.canaries", share=percent(report.share))]
    if report.not_absent:
        notes.append(said("canary.not_absent", n=len(report.not_absent)))
    return Section("canaries", tables, notes)


def letter_word(letter: str | None) -> dict[str, str]:
    """An outcome's letter (see bench.kinds) in words; None is a trial without an outcome."""
    if letter is None:
        return said("outcome.none")
    possible = next((p for kind in KINDS.values() if (p := kind.by_letter(letter))), None)
    if possible is None:
        return said({"i": "invalid", "f": "failed"}[letter])
    return said(f"outcome.{possible.detail}" if possible.detail else possible.outcome)
