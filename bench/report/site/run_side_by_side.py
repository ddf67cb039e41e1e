"""Several runs side by side: figures with a column for each run, paired differences with verdicts, the decision.

Guarantees: every difference stands with its interval and what bench/comparing says of it in words; in Japanese the
sentence is made of the same fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from bench.comparing.verdicts import told_apart
from bench.records import Arm, ArmResult, Category, Lang
from bench.records.comparison import ArmComparison, Comparison, Decision, LanguageGap, MeasuredDifference, Pair
from bench.records.retrieval import Curve
from bench.report.columns import CATEGORIES, PENALTIES, RATES, UNDEFINED, Column, percent
from bench.report.site.run_tables import column_title
from bench.report.site.run_text import Cell, Section, Table, Text, decimal, name, rate_cell, said
from bench.text.display import with_minus

HEADLINE: Arm = "shuffled"
_LISTED = 20
_FIGURES: tuple[Column, ...] = (*CATEGORIES[-3:], *CATEGORIES[: len(Category)], *RATES, *PENALTIES)


def comparison_sections(comparison: Comparison) -> Iterator[Section]:
    """Side by side, differences, decision, languages. The headline arm is open, the others are folded."""
    arms = _headline_first(comparison.arms)
    shown = {system.name: name(system.name) for system in comparison.systems}
    langs = dict.fromkeys(arm.lang for arm in arms)
    drawn = {lang: [f"{kind}-{lang}" for kind in ("systems", "outcomes", "categories")] for lang in langs}
    yield Section("side_by_side", _by_lang(arms, drawn, lambda arm: [_side_by_side(arm)]), [said("note.cell")])
    drawn = {lang: [f"differences-{lang}"] if len(comparison.systems) == 2 else [] for lang in langs}
    pairs = _by_lang(arms, drawn, lambda arm: [_pair(pair, arm) for pair in arm.pairs])
    yield Section("differences", pairs, [said("note.differences")])
    drawn = {lang: [f"quality-{lang}"] for lang in langs}
    yield Section("decision", _by_lang(arms, drawn, lambda arm: [_decision(arm)]), [said("note.quality")])
    if comparison.gaps:
        gaps = sorted(comparison.gaps, key=lambda gap: gap.arm != HEADLINE)
        yield Section("languages", [_gap(gap, shown[gap.system]) for gap in gaps], notes=[said("note.gaps")])


def sweep_section(curves: Sequence[Curve]) -> Section:
    """The curves of a sweep, by place of the evidence and by number of distractors."""
    parts: list[Table | str] = []
    for curve in curves:
        for lang in dict.fromkeys(point.lang for point in curve.points):
            parts.append(f"curve-{curve.by}-{lang}")
            rows: list[list[Cell]] = [
                [f"{p.setting:g}", name(p.run), *map(rate_cell, (p.accuracy, p.over_abstention, p.false_answer))]
                for p in curve.points
                if p.lang == lang
            ]
            head = [said(f"curve.{c}") for c in (curve.by, "run", "accuracy", "over_abstention", "false_answer")]
            parts.append(Table(said(f"table.{curve.by}", lang=said(lang)), head, rows, prose=[1]))
    return Section("sweep", parts, [said("note.sweep")])


def figures_by_run(title: Text, results: Sequence[tuple[str, ArmResult]], *, folded: bool = False) -> Table:
    """Every figure of one language and arm, a row for each figure and a column for each run."""
    rows: list[list[Cell]] = [[said("trials"), *(str(r.trials) for _, r in results)]]
    for column in _FIGURES:
        rows.append([column_title(column), *(list(column.cell(r)) for _, r in results)])
    rows.append([said("excluded"), *(str(r.outcomes.failed + r.outcomes.invalid) for _, r in results)])
    return Table(title, [said("figure"), *(name(system) for system, _ in results)], rows, folded=folded)


def verdict_text(pair: Pair, m: MeasuredDifference) -> Text:
    """What the difference says, with p where the sentence does not give it."""
    p = "" if m.p is None or "(p = " in m.verdict else f" (p {'≤' if m.p <= 1e-4 else '='} {m.p:.2g})"
    return {"en": name_in(m.verdict, pair) + p, "ja": _japanese(pair, m) + p.replace(" (", "（").replace(")", "）")}


def name_in(verdict: str, pair: Pair) -> str:
    """The sentence of bench/comparing, which begins with the better one's name, with that name made safe to show."""
    for given in (pair.first, pair.second):
        if verdict.startswith(f"{given} is better"):
            return name(given) + verdict.removeprefix(given)
    return verdict


def _headline_first(arms: Sequence[ArmComparison]) -> list[ArmComparison]:
    return sorted(arms, key=lambda arm: arm.arm != HEADLINE)


def _by_lang(
    arms: Sequence[ArmComparison], charts: Mapping[Lang, Sequence[str]], tables: Callable[[ArmComparison], list[Table]]
) -> list[Table | str]:
    """For each language its charts, then its tables arm by arm."""
    parts: list[Table | str] = []
    for lang, drawn in charts.items():
        parts += [*drawn, *(table for arm in arms if arm.lang == lang for table in tables(arm))]
    return parts


def _place(key: str, arm: ArmComparison, **values: object) -> Text:
    return said(key, lang=said(arm.lang), arm=said(f"arm.{arm.arm}"), **values)


def _folded(arm: ArmComparison) -> bool:
    return arm.arm != HEADLINE


def _side_by_side(arm: ArmComparison) -> Table:
    results = [(system.name, system.result) for system in arm.systems]
    return figures_by_run(_place("table.side_by_side", arm), results, folded=_folded(arm))


def _pair(pair: Pair, arm: ArmComparison) -> Table:
    names = {"first": name(pair.first), "second": name(pair.second), "n": pair.items}
    notes: list[Text] = [said("pair.corrected", n=arm.pairs_compared)] if arm.pairs_compared > 1 else []
    return _differences(_place("table.pair", arm, **names), pair, notes, folded=_folded(arm))


def _gap(gap: LanguageGap, system: str) -> Table:
    title = said("table.gap", system=system, arm=said(f"arm.{gap.arm}"), n=gap.pair.items)
    return _differences(title, gap.pair, [], folded=gap.arm != HEADLINE, languages=True)


def _differences(title: Text, pair: Pair, notes: list[Text], *, folded: bool, languages: bool = False) -> Table:
    sides: list[Text] = [said("ja"), said("en")] if languages else [name(pair.first), name(pair.second)]
    head = [said("figure"), *sides, said("difference"), said("verdict")]
    rows: list[list[Cell]] = [
        [said(f"measure.{key}", k=k), _value(m.first, m), _value(m.second, m), _difference(m), verdict_text(pair, m)]
        for m in pair.measures
        for key, k in (_measure(m),)
    ]
    for side, items in zip(sides, (pair.unpaired.first, pair.unpaired.second), strict=True):
        if items:
            notes.append(said("pair.unpaired", system=side, n=len(items), items=_some(items)))
    return Table(title, head, rows, notes=notes, prose=[4], folded=folded)


def _measure(m: MeasuredDifference) -> tuple[str, str]:
    key, _, k = m.measure.partition("quality_")
    return ("quality", k) if k else (key, "")


def _value(value: float | None, m: MeasuredDifference) -> str:
    return percent(value) if m.unit == "points" else decimal(value)


def _difference(m: MeasuredDifference) -> Cell:
    if m.difference is None:
        return UNDEFINED
    scale, digits = (100, 1) if m.unit == "points" else (1, 3)
    lines = [with_minus(f"{scale * m.difference:+.{digits}f}")]
    if m.ci95 is not None:
        lines.append(with_minus("[{}]".format(", ".join(f"{scale * bound:.{digits}f}" for bound in m.ci95))))
    return lines


def _some(items: Sequence[str]) -> str:
    more = f" … (+{len(items) - _LISTED})" if len(items) > _LISTED else ""
    return ", ".join(map(name, items[:_LISTED])) + more


def _decision(arm: ArmComparison) -> Table:
    decision = arm.decision
    names = [system.name for system in decision.rankings[0].systems] if decision.rankings else []
    found = {(r.k, s.name): s for r in decision.rankings for s in r.systems}
    rows: list[list[Cell]] = []
    for system in names:
        ranked = [found[ranking.k, system] for ranking in decision.rankings]
        rows.append(
            [name(system), *(UNDEFINED if s.value is None else [f"{s.rank}.", decimal(s.value)] for s in ranked)]
        )
    head: list[Text] = [said("system")]
    head += [said("decision.k", k=f"{r.k:g}", share=f"{100 * r.threshold:.0f}") for r in decision.rankings]
    title = _place("table.decision", arm, n=decision.items)
    return Table(title, head, rows, notes=list(_decision_notes(decision)), folded=_folded(arm))


def _decision_notes(decision: Decision) -> Iterator[Text]:
    if decision.left_out:
        yield said("decision.left_out", n=len(decision.left_out), items=_some(decision.left_out))
    yield said("decision.stable" if decision.stable else "decision.unstable")
    for c in decision.crossings:
        sides = {"below": name(c.below), "above": name(c.above)}
        share = f"{100 * c.k / (c.k + 1):.0f}"
        yield (
            said("decision.crossing", k=f"{c.k:.2f}", share=share, **sides)
            if c.k > 0
            else said("decision.equal", **sides)
        )
    for d in decision.dominated:
        yield said("decision.dominated", better=name(d.better), worse=name(d.worse))


def _japanese(pair: Pair, m: MeasuredDifference) -> str:
    languages = {"Japanese": "日本語", "English": "英語"}
    method = "（項目についてのFisherの正確確率検定）" if m.method == "Fisher" else ""
    if m.finding == "undefined":
        return _japanese_undefined(m)
    if m.finding == "not_distinguishable":
        return _japanese_open(m) + method
    better = name(pair.first if m.finding == "first" else pair.second)
    bounds = ""
    if m.ci95 is not None:
        low, high = m.ci95 if (m.difference or 0) > 0 else (-m.ci95[1], -m.ci95[0])
        shown = (f"{100 * b:.1f}" if m.unit == "points" else f"{b:.3f}" for b in (low, high))
        bounds = with_minus(" [{}, {}]".format(*shown))
    better = languages.get(better, better)
    return f"{better}のほうが{_japanese_amount(abs(m.difference or 0), m)}{bounds}よい{method}"


def _japanese_undefined(m: MeasuredDifference) -> str:
    if m.items == 0:
        return "比較できない：共通して採点された項目がない"
    if m.difference is None:
        return "比較できない：共通の項目では値が定まらない"
    if m.questions < 2:
        return "比較できない：共通の設問が1問だけでは、ほかの設問について何も言えない"
    return "比較できない：設問が少なく、区間を求められない"


def _japanese_open(m: MeasuredDifference) -> str:
    text = "この規模では区別できない"
    if m.ci95 is not None and not m.ci95[0] <= 0 <= m.ci95[1] and m.p is not None:
        text += "（p = {}、有意水準 {} 未満ではない）".format(*told_apart(m.p, m.level))
    if m.method == "Fisher":
        return text
    if m.detectable is None:
        return text + "：設問が少なく、どんな差も現れない"
    return text + f"：{_japanese_amount(m.detectable, m)}未満の差は現れない"


def _japanese_amount(size: float, m: MeasuredDifference) -> str:
    return f"{100 * size:.1f}ポイント" if m.unit == "points" else f"{size:.3f}"
