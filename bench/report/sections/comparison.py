"""Several runs side by side: figures, paired differences with verdicts, the decision; and what `bench settle` found.

Guarantees: every difference stands with its interval and what bench/comparing says of it in words, or with the reason
why it has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from bench.arms import HEADLINE, headline_of
from bench.comparing.measures import title as measure_title
from bench.comparing.pairs import verdict, with_p
from bench.figures import FIGURES, Column, columns_of
from bench.records import ArmResult
from bench.records.comparison import (
    ArmComparison,
    Comparison,
    Decision,
    LanguageGap,
    MeasuredDifference,
    Pair,
    Settled,
    Settlement,
)
from bench.records.retrieval import Curve
from bench.report.sections.parts import (
    UNDEFINED,
    Cell,
    Section,
    Table,
    arm_word,
    decimal,
    decimals,
    figure_lines,
    figure_word,
    listed,
    name,
    percent,
    rate_lines,
)
from bench.report.sections.results import defined, tagged
from bench.text.display import with_minus
from bench.words import Text, joined, said

CURVE_RATES = ("accuracy", "over_abstention", "false_answer")


def comparison_title(c: Comparison) -> str:
    """Which systems, on what."""
    sample = "" if c.limit is None else f", at most {c.limit} items"
    names = ", ".join(name(system.name) for system in c.systems)
    return f"{names} on {name(c.dataset.name)} {name(c.dataset.version)} (preset {c.preset}{sample}, seed {c.seed})"


def comparison_sections(comparison: Comparison, warnings: Sequence[Text] = ()) -> Iterator[Section]:
    """Side by side, differences, decision, languages. The headline arm is open, the others are folded.

    `warnings` stand above all of it.
    """
    arms = sorted(comparison.arms, key=lambda arm: arm.arm != HEADLINE)
    langs = dict.fromkeys(arm.lang for arm in arms)
    charts: tuple[str, ...] = ("systems", "outcomes", "categories")
    if not tagged([system.result for arm in arms for system in arm.systems]):
        charts = charts[:-1]
    drawn = {lang: [f"{kind}-{lang}" for kind in charts] for lang in langs}
    side_by_side = _by_lang(arms, drawn, lambda arm: [_side_by_side(arm)])
    yield Section("side_by_side", side_by_side, [said("note.cell")], warnings)
    drawn = {lang: [f"differences-{lang}"] if len(comparison.systems) == 2 else [] for lang in langs}
    pairs = _by_lang(arms, drawn, lambda arm: [_pair(pair, arm) for pair in arm.pairs])
    yield Section("differences", pairs, [said("note.differences")])
    drawn = {lang: [f"quality-{lang}"] for lang in langs}
    yield Section("decision", _by_lang(arms, drawn, lambda arm: [_decision(arm)]), [said("note.quality")])
    # Languages without a question in common have nothing to be compared by.
    if paired := [gap for gap in comparison.gaps if gap.pair.items]:
        gaps = sorted(paired, key=lambda gap: gap.arm != HEADLINE)
        yield Section("languages", [_gap(gap, comparison) for gap in gaps], [said("note.gaps")])


def sweep_section(curves: Sequence[Curve]) -> Section:
    """The curves of a sweep, by place of the evidence and by number of distractors, a table for each language."""
    parts: list[Table | str] = []
    for curve in curves:
        for lang in dict.fromkeys(point.lang for point in curve.points):
            rows: list[list[Cell]] = [
                [f"{p.setting:g}", *(rate_lines(getattr(p, rate)) for rate in CURVE_RATES), name(p.run)]
                for p in curve.points
                if p.lang == lang
            ]
            head = [said(f"curve.{column}") for column in (curve.by, *CURVE_RATES, "run")]
            table = Table(said(f"table.{curve.by}", lang=said(f"lang.{lang}")), head, rows, prose=[len(head) - 1])
            parts += [f"curve-{curve.by}-{lang}", f"errors-{curve.by}-{lang}", table]
    return Section("sweep", parts, [said("note.sweep")])


def figures_by_run(lang: str, arm: str, results: Sequence[tuple[str, ArmResult]], *, folded: bool = False) -> Table:
    """Every figure of one language and arm, a row for each figure and a column for each run."""
    rows: list[list[Cell]] = [[said("trials"), *(str(r.trials) for _, r in results)]]
    shown: Iterable[Column] = _columns()
    if not tagged([r for _, r in results]):
        shown = defined(list(shown), [r for _, r in results])
    rows += [[figure_word(column), *(figure_lines(r, column) for _, r in results)] for column in shown]
    rows.append([said("excluded"), *(str(r.outcomes.failed + r.outcomes.invalid) for _, r in results)])
    title = said("table.side_by_side", lang=said(f"lang.{lang}"), arm=arm_word(arm))
    return Table(title, [said("figure"), *(name(system) for system, _ in results)], rows, folded=folded)


def open_arm(comparison: Comparison) -> str:
    """The arm whose charts are drawn: the headline arm, where all runs have it."""
    return headline_of(arm.arm for arm in comparison.arms)


def _columns() -> Iterator[Column]:
    """Every figure that a result table shows, those of the headline first."""
    shown = [figure for figure in FIGURES.values() if figure.tables]
    for figure in sorted(shown, key=lambda figure: "headline" not in figure.tables):
        yield from columns_of(figure)


def _by_lang(
    arms: Sequence[ArmComparison], charts: Mapping[str, Sequence[str]], tables: Callable[[ArmComparison], list[Table]]
) -> list[Table | str]:
    """For each language its charts, then its tables arm by arm."""
    parts: list[Table | str] = []
    for lang, drawn in charts.items():
        parts += [*drawn, *(table for arm in arms if arm.lang == lang for table in tables(arm))]
    return parts


def _side_by_side(arm: ArmComparison) -> Table:
    results = [(system.name, system.result) for system in arm.systems]
    return figures_by_run(arm.lang, arm.arm, results, folded=_folded(arm.arm))


def _folded(arm: str) -> bool:
    return arm != HEADLINE


def _pair(pair: Pair, arm: ArmComparison) -> Table:
    sides = (name(pair.first), name(pair.second))
    title = _of_arm("table.pair", arm, first=sides[0], second=sides[1], n=pair.items)
    notes = [said("pair.corrected", n=arm.pairs_compared)] if arm.pairs_compared > 1 else []
    return _differences(title, pair, sides, notes, folded=_folded(arm.arm))


def _gap(gap: LanguageGap, comparison: Comparison) -> Table:
    sides = (said(f"lang.{gap.langs[0]}"), said(f"lang.{gap.langs[1]}"))
    values = {"system": name(gap.system), "arm": arm_word(gap.arm), "n": gap.pair.items}
    title = said("table.gap", first=sides[0], second=sides[1], **values)
    tests = len(comparison.gaps) // len({other.arm for other in comparison.gaps})
    notes = [said("pair.corrected_gaps", n=tests)] if tests > 1 else []
    return _differences(title, gap.pair, sides, notes, folded=_folded(gap.arm))


def _of_arm(key: str, arm: ArmComparison, **values: object) -> dict[str, str]:
    return said(key, lang=said(f"lang.{arm.lang}"), arm=arm_word(arm.arm), **values)


def _differences(title: Text, pair: Pair, sides: tuple[Text, Text], notes: Sequence[Text], *, folded: bool) -> Table:
    head = [said("figure"), *sides, said("difference"), said("verdict")]
    rows: list[list[Cell]] = [
        [
            measure_title(m.measure),
            _value(m.first, m),
            _value(m.second, m),
            _difference(m),
            with_p(verdict(sides, m), m),
        ]
        for m in pair.measures
    ]
    unpaired = [
        said("pair.unpaired", system=side, n=len(items), items=listed(items))
        for side, items in zip(sides, (pair.unpaired.first, pair.unpaired.second), strict=True)
        if items
    ]
    return Table(title, head, rows, [*notes, *unpaired], prose=[4], folded=folded)


def _value(value: float | None, m: MeasuredDifference) -> str:
    return percent(value) if m.unit == "points" else decimal(value)


def _difference(m: MeasuredDifference) -> Cell:
    if m.difference is None:
        return UNDEFINED
    scale, digits = (100, 1) if m.unit == "points" else (1, 3)
    bounds = [] if m.ci95 is None else ["[{}]".format(", ".join(f"{scale * bound:.{digits}f}" for bound in m.ci95))]
    return [with_minus(line) for line in (f"{scale * m.difference:+.{digits}f}", *bounds)]


def _decision(arm: ArmComparison) -> Table:
    decision = arm.decision
    names = [system.name for system in decision.rankings[0].systems] if decision.rankings else []
    ranked = {(r.k, s.name): s for r in decision.rankings for s in r.systems}
    rows: list[list[Cell]] = []
    for system in names:
        order = [ranked[ranking.k, system] for ranking in decision.rankings]
        cells = (UNDEFINED if s.value is None else f"{s.rank}. ({decimal(s.value)})" for s in order)
        rows.append([name(system), *cells])
    head: list[Text] = [said("system")]
    head += [said("decision.k", k=f"{r.k:g}", share=f"{100 * r.threshold:.0f}") for r in decision.rankings]
    title = _of_arm("table.decision", arm, n=decision.items)
    return Table(title, head, rows, list(_decision_notes(decision)), folded=_folded(arm.arm))


def _decision_notes(decision: Decision) -> Iterator[Text]:
    if decision.left_out:
        yield said(
            "decision.left_out",
            n=len(decision.left_out),
            items=listed(decision.left_out),
            by=joined(without_score(decision)),
        )
    if decision.unranked:
        yield said("decision.unranked", systems=", ".join(map(name, decision.unranked)))
    yield said("decision.stable" if decision.stable else "decision.unstable")
    for c in decision.crossings:
        key, share = ("crossing" if c.k > 0 else "equal"), f"{100 * c.k / (c.k + 1):.0f}"
        yield said(f"decision.{key}", k=f"{c.k:.2f}", share=share, below=name(c.below), above=name(c.above))
    for d in decision.dominated:
        yield said("decision.dominated", better=name(d.better), worse=name(d.worse))


def without_score(decision: Decision) -> list[Text]:
    """Each system with the number of items that it has no scored trial of."""
    return [said("block.system", system=name(system), text=str(n)) for system, n in decision.unscored.items()]


def settlement_section(settlement: Settlement) -> Section:
    """A row for each language, then what holds for all."""
    title = said(
        "table.settled",
        first=name(settlement.first.title),
        second=name(settlement.second.title),
        arm=said(f"arm.{settlement.arm}"),
        k=f"{settlement.k:g}",
        share=f"{100 * settlement.k / (settlement.k + 1):.0f}",
    )
    notes = [
        said("settle.skipped", lang=said(f"lang.{s.lang}"), items=", ".join(map(name, s.skipped)))
        for s in settlement.languages
        if s.skipped
    ]
    rows = [[said(f"lang.{s.lang}"), _verdict(settlement, s)] for s in settlement.languages]
    table = Table(title, [said("filter.lang"), said("verdict")], rows, notes, prose=[1])
    runs = said("runs", runs=", ".join(name(run) for each in settlement.rounds for run in each.runs))
    sure = said("note.settled", sure=f"{1 - settlement.alpha:g}")
    return Section("settled", [table], [sure, *_fresh(settlement), runs])


def _fresh(settlement: Settlement) -> Iterator[Text]:
    """Which sets were drawn, so that anybody can draw them again."""
    if settlement.fresh is not None:
        seeds = ", ".join(name(each.seed or "") for each in settlement.rounds)
        kits = ",".join(map(name, settlement.fresh.kits))
        yield said("settle.fresh", seeds=seeds, kits=kits, each=settlement.fresh.per_program)


def _verdict(settlement: Settlement, s: Settled) -> Text:
    basis = said("settle.asked", questions=s.questions, asked=s.asked, available=s.available, trials=s.trials)
    if s.difference is None:
        return said("settle.nothing", asked=basis)
    low, high = s.interval
    shown = with_minus(f"{s.difference:+.3f}") + f" {decimals((low, high), 3)}"
    if s.verdict == "undecided":
        return said("settle.undecided", asked=basis, k=f"{settlement.k:g}", difference=shown)
    if s.verdict == "within_gap":
        gap = f"{settlement.gap:g}"
        return said("settle.within_gap", asked=basis, k=f"{settlement.k:g}", difference=shown, gap=gap)
    better, sign = (settlement.first, 1) if s.verdict == "first" else (settlement.second, -1)
    bounds = (low, high) if sign > 0 else (-high, -low)
    lead = f"{decimal(sign * s.difference)} {decimals(bounds, 3)}"
    return said("settle.better", better=name(better.title), lead=lead, k=f"{settlement.k:g}", asked=basis)
