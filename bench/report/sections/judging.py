"""Who judged, how far the judges agree, what canaries say; runs as their panel ranks them; a judge's evaluation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bench.cascade import members
from bench.figures import FIGURES
from bench.kinds import KINDS
from bench.metrics.panel_report import judges_of, pivotal_by_family, ranking
from bench.metrics.suspects import WARNED
from bench.records import Arm, Summary
from bench.records.judging import Agreement, Disagreement, JudgeEvaluation, Kappa, LangAgreement
from bench.records.measures import CanaryReport
from bench.records.panel import CascadeReport, JudgeReport, JudgeSuspects, PanelReport
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
from bench.report.sections.results import reason_word
from bench.text.display import for_terminal
from bench.words import Text, joined, said

_SHOWN = 66
"""Characters of an answer or a reason; the JSON has all."""
LISTED = 20
"""Disagreements of an audit that a table lists; the JSON has all."""


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
                f"{rank}. {name(run)} {rate_text(rate)}" for rank, run, rate in ranking(summaries, lang, arm, judge)
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
        head = [said("panel.without"), said("filter.lang"), said("arm"), accuracy, said("panel.changed")]
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
    for cascade in summary.cascades:
        notes += _cascade(cascade)
        if cascade.disagreements:
            tables.append(_audit_table(cascade))
    doubts, warnings = summary.judge_suspects, _family_warnings(summary, panel)
    if doubts and doubts.addressed:
        notes.append(said("panel.addressed", n=len(doubts.addressed)))
    if doubts and doubts.suspects:
        tables.append(_suspect_table(doubts))
        warnings += _doubts(doubts)
        notes.append(said("panel.suspects", rate=rate_text(doubts.verdicts)))
    return Section("judging", tables, notes, warnings)


def _cascade(cascade: CascadeReport) -> Iterator[Text]:
    """What the rules settled, how often the model was asked, and how far the two agree where both were."""
    yield said(
        "panel.cascade.line",
        judge=name(cascade.judge),
        settled=rate_text(cascade.settled),
        asked=f"{cascade.asked:,}",
        agreement=rate_text(cascade.agreement),
    )
    if cascade.due:
        yield said("panel.cascade.due", n=cascade.due)


def _doubts(doubts: JudgeSuspects) -> Iterator[Text]:
    """A warning where too many verdicts are suspect."""
    kinds = Counter(suspect.doubt for suspect in doubts.suspects)
    if doubts.verdicts.k > WARNED * doubts.verdicts.n:
        yield said(
            "warning.suspects",
            rate=rate_text(doubts.verdicts),
            wrong=kinds["reference_but_incorrect"],
            declined=kinds["declines_but_correct"],
        )


def _suspect_table(doubts: JudgeSuspects) -> Table:
    rows: list[list[Cell]] = [
        [f"{name(s.item)} {s.lang} {s.arm} {s.repeat}", said(f"panel.doubt.{s.doubt}")]
        for s in doubts.suspects[:LISTED]
    ]
    n = len(doubts.suspects)
    head = [said("panel.cascade.place"), said("panel.doubt")]
    return Table(said("table.suspects", n=n, listed=min(n, LISTED)), head, rows)


def _audit_table(cascade: CascadeReport) -> Table:
    rows: list[list[Cell]] = [
        [f"{name(d.item)} {d.lang} {d.arm} {d.repeat}", said(d.rules), said(d.model)]
        for d in cascade.disagreements[:LISTED]
    ]
    head = [said(f"panel.cascade.{column}") for column in ("place", "rules", "model")]
    n = len(cascade.disagreements)
    return Table(said("table.audit", judge=name(cascade.judge), n=n, listed=min(n, LISTED)), head, rows)


def _judge(judge: JudgeReport) -> list[Cell]:
    again = judge.consistency
    invalid = joined([said("state.reason", reason=reason_word(reason), n=n) for reason, n in judge.invalid.items()])
    return [
        [name(judge.judge), said("panel.added")] if judge.added else name(judge.judge),
        f"{judge.votes:,}",
        [str(sum(judge.invalid.values())), *([invalid] if judge.invalid else [])],
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
    asked = {judge.spec: members(judge)[-1].spec for judge in summary.judge.judges}
    warnings: list[Text] = []
    for judge in panel.judges:
        title = titles.get(judge.judge, name(judge.judge))
        if asked.get(judge.judge, judge.judge) == model.spec:
            warnings.append(said("warning.own_judge", judge=title))
        elif judge.family and judge.family == model.family:
            warnings.append(said("warning.family", judge=title, model=name(model.title), family=name(judge.family)))
    return warnings


def _canaries(langs: Sequence[str], report: CanaryReport) -> Section:
    columns = ("drawn", "violations", "right", "wrong", "declined")
    head = [said("arm"), said("trials"), *(said(f"canary.{column}") for column in columns)]
    tables = []
    for lang, results in by_lang(langs, report.results, lambda r: r.lang):
        rows: list[list[Cell]] = [
            [
                arm_word(r.arm),
                str(r.trials),
                [percent(r.drawn / r.items), f"{r.drawn}/{r.items}"] if r.items else UNDEFINED,
                rate_lines(r.violations),
                *(str(getattr(r, column)) for column in columns[2:]),
            ]
            for r in results
        ]
        tables.append(Table(said("table.canaries", lang=said(f"lang.{lang}")), head, rows))
    notes: list[Text] = [said("note.canaries", asked=percent(report.share))]
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


def evaluation_sections(evaluation: JudgeEvaluation) -> Iterator[Section]:
    """Agreement for each language and slice, then the differing cases; each rate with its count and interval."""
    warnings = [said("evaluation.failed", n=evaluation.failed)] if evaluation.failed else []
    notes: list[Text] = [said("note.agreement")]
    if evaluation.cost_usd:
        notes.append(said("evaluation.cost", usd=f"{evaluation.cost_usd:.2f}"))
    yield Section("agreement", [_agreement(of_lang) for of_lang in evaluation.langs], notes, warnings)
    cases = evaluation.disagreements
    yield Section("disagreements", [_case(case) for case in cases], [said("evaluation.cases", n=len(cases))])


def evaluation_title(evaluation: JudgeEvaluation) -> str:
    return f"Judge {name(evaluation.judge)} on the labelled set {name(evaluation.set)}"


def _agreement(of_lang: LangAgreement) -> Table:
    columns = ("slice", "n", "coverage", "agreement", "kappa", "false_correct", "false_wrong", "abstained")
    rows = [_row(said("all"), of_lang.overall)]
    for key, figures in of_lang.slices.items():
        # A long name on two lines leaves room for every figure in 80 columns.
        first, _, rest = key.partition("_")
        rows.append(_row([first, *([rest.replace("_", " ")] if rest else [])], figures))
    conflicts = said("evaluation.conflicts", rate=rate_text(of_lang.overall.conflict_named))
    part = said(f"evaluation.part.{of_lang.part}") if of_lang.part else ""
    title = said("table.agreement", lang=said(f"lang.{of_lang.lang}"), part=part)
    return Table(title, [said(f"evaluation.{column}") for column in columns], rows, [conflicts])


def _row(label: Cell, a: Agreement) -> list[Cell]:
    agreed = (rate_lines(a.coverage), rate_lines(a.agreement))
    others = (rate_lines(rate) for rate in (a.false_correct, a.false_wrong, a.abstained))
    return [label, str(a.n), *agreed, _kappa(a.kappa), *others]


def _kappa(kappa: Kappa) -> Cell:
    if kappa.value is None or kappa.ci95 is None:
        return UNDEFINED
    low, high = kappa.ci95
    return [decimal(kappa.value, 2), f"[{decimal(low, 2)},", f"{decimal(high, 2)}]"]


def _case(case: Disagreement) -> Table:
    texts = {"reference": case.reference, "answer": case.answer, "label": case.note, "judge": case.reason}
    rows: list[list[Cell]] = [
        [said(f"evaluation.{key}"), for_terminal(text, _SHOWN) or UNDEFINED] for key, text in texts.items()
    ]
    fault = said(f"evaluation.fault.{case.fault}")
    title = said("table.case", id=name(case.id), lang=case.lang, slice=case.slice, kind=case.kind, fault=fault)
    return Table(title, [said("evaluation.case"), said("evaluation.text")], rows, prose=[1])
