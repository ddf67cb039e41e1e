"""What drawn items tell, what became of false premises, and what items were by the documents shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.figures import FIGURES
from bench.kinds import KINDS
from bench.outcomes import RIVAL_ONLY
from bench.records import ArmResult, Summary
from bench.report.sections.parts import (
    Cell,
    Section,
    Table,
    arm_word,
    by_lang,
    name,
    over_questions,
    percent,
    rate_lines,
)
from bench.report.sections.results import figures_by_arm, results_of
from bench.slips import OTHER
from bench.words import Text, said

REACHES = tuple(figure.name for figure in FIGURES.values() if figure.unit == "reach")
MOST_SLIPS = 12
"""Slips that are shown by name in one arm; the JSON has all."""


def drawn_sections(summary: Summary) -> Iterator[Section]:
    """Tiers, reach and slips; false premises; labels by what was shown. Without what the run has nothing on."""
    drawn = list(_drawn(summary))
    if drawn:
        yield Section("drawn", drawn, [said("note.reach"), said("note.slips")])
    premises: list[Table | str] = [
        figures_by_arm("premises", lang, rows)
        for lang in summary.config.langs
        if (rows := [r for r in results_of(summary, lang) if r.rates("false_premise")])
    ]
    if premises:
        yield Section("premises", premises, [said("note.premises")])
    if summary.shown:
        yield _shown(summary)


def _drawn(summary: Summary) -> Iterator[Table | str]:
    for lang in summary.config.langs:
        rows = [r for r in results_of(summary, lang) if r.rates("tiers")]
        if rows:
            yield figures_by_arm("tiers", lang, rows)
            yield figures_by_arm("reach", lang, rows)
            yield from (_curve(lang, figure, rows) for figure in REACHES if any(r.reach(figure).steps for r in rows))
            yield from (_slips(lang, r) for r in rows if r.rates("slips"))


def _curve(lang: str, figure: str, rows: Sequence[ArmResult]) -> Table:
    """The rates that a reach is read from, a row for each size and a column for each arm."""
    sizes = sorted({step.at for r in rows for step in r.reach(figure).steps})
    rows = [r for r in rows if r.reach(figure).steps]
    by_arm = [{step.at: rate_lines(step.rate) for step in r.reach(figure).steps} for r in rows]
    body: list[list[Cell]] = [[f"{at:,}", *(rates.get(at, ["—"]) for rates in by_arm)] for at in sizes]
    title = said("table.curve", lang=said(f"lang.{lang}"), figure=said(f"figure.{figure}"))
    return Table(title, [said(f"axis.{figure}"), *(arm_word(r.arm) for r in rows)], body)


def _slips(lang: str, result: ArmResult) -> Table:
    shares = list(result.rates("slips").items())
    body: list[list[Cell]] = [
        [_slip(key), percent(rate.rate), f"{rate.k}/{rate.n}", over_questions(rate)]
        for key, rate in shares[:MOST_SLIPS]
    ]
    title = said("table.slips", lang=said(f"lang.{lang}"), arm=arm_word(result.arm))
    head = [said("slip"), said("slip.share"), said("slip.count"), said("interval")]
    return Table(title, head, body)


def _slip(key: str) -> Text:
    """A slip has the name that its kit gives it."""
    return said("slip.other") if key == OTHER else name(key)


def _shown(summary: Summary) -> Section:
    kinds = [kind.id for kind in KINDS.values() if not kind.apart]
    parts: list[Table | str] = []
    for lang, rows in by_lang(summary.config.langs, summary.shown, lambda r: r.lang):
        head = [said("filter.kind"), said("arm"), said("trials"), *(said(f"kind.{kind}") for kind in kinds)]
        body: list[list[Cell]] = [
            [
                said(f"kind.{r.kind}"),
                arm_word(r.arm),
                str(r.trials),
                *(str(r.shown.get(kind, 0)) for kind in kinds),
                str(r.shown.get(RIVAL_ONLY, 0)),
            ]
            for r in rows
        ]
        parts.append(Table(said("table.shown", lang=said(f"lang.{lang}")), [*head, said("reason.rival_only")], body))
    return Section("shown", parts, [said("note.shown")])
