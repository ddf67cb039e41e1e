"""A judge measured on labelled answers: agreement by slice, and every case on which judge and label differ."""

from __future__ import annotations

from collections.abc import Iterator

from bench.records.judging import Agreement, Disagreement, JudgeEvaluation, Kappa, LangAgreement
from bench.report.sections.parts import UNDEFINED, Cell, Section, Table, decimal, name, rate_lines, rate_text
from bench.text.display import for_terminal
from bench.words import Text, said

_SHOWN = 66
"""Characters of an answer or a reason; the JSON has all."""


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
    columns = ("slice", "n", "invalid", "agreement", "all", "kappa", "false_correct", "false_wrong", "abstained")
    rows = [_row(said("all"), of_lang.overall)]
    for key, figures in of_lang.slices.items():
        # A long name on two lines leaves room for every figure in 80 columns.
        first, _, rest = key.partition("_")
        rows.append(_row([first, *([rest.replace("_", " ")] if rest else [])], figures))
    conflicts = said("evaluation.conflicts", rate=rate_text(of_lang.overall.conflict_named))
    title = said("table.agreement", lang=said(f"lang.{of_lang.lang}"))
    return Table(title, [said(f"evaluation.{column}") for column in columns], rows, [conflicts])


def _row(label: Cell, a: Agreement) -> list[Cell]:
    agreed = (rate_lines(a.agreement), rate_lines(a.agreement_of_all))
    others = (rate_lines(rate) for rate in (a.false_correct, a.false_wrong, a.abstained))
    return [label, str(a.n), str(a.invalid), *agreed, _kappa(a.kappa), *others]


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
