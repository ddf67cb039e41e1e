"""A judge's evaluation for the terminal. It shows figures and computes none.

Guarantees: readable at any width; every rate with its count and interval; no text of a case, a judge or a model can
control the terminal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench.records import Lang
from bench.records.judging import Agreement, Disagreement, JudgeEvaluation, Kappa, LangAgreement
from bench.report.columns import UNDEFINED, rate_lines
from bench.report.grid import Grid, print_grid
from bench.text.display import for_terminal, with_minus

if TYPE_CHECKING:
    from rich.console import Console

_NAMES: dict[Lang, str] = {"en": "English", "ja": "Japanese"}
_HEADINGS = ("Slice", "n", "inv.", "Agree", "All", "kappa", "False\ncorrect", "False\nwrong", "Abst.")
_FAULTS = {
    "false_correct": "judged correct, is incorrect",
    "false_wrong": "judged incorrect, is correct",
    "invalid": "no usable verdict",
    "abstained": "other abstained flag",
    "conflict_named": "other conflict_named flag",
}
_SHOWN = 66
"""Characters of an answer or a reason; the JSON has all."""
_LEGEND = (
    "Each cell: share, hits/cases, 95 % interval (Wilson, in percent; q: over questions). Agree is of the decided "
    "votes, All counts an invalid vote (inv.) as a disagreement. False correct: of the answers labelled incorrect; "
    "false wrong: of those labelled correct. Abst.: same flag as the label. — is undefined; kappa is, where all labels "
    "are the same."
)


def print_evaluation(evaluation: JudgeEvaluation, console: Console, folder: str) -> None:
    """Print figures for each language and slice, then every case on which the judge differs from its label."""
    from rich.text import Text

    def say(text: str, style: str = "") -> None:
        # Text, not str: rich would read [brackets] and :names: in other people's text as its own.
        console.print(Text(text, style=style))

    say(for_terminal(f"Judge {evaluation.judge} on the labelled set {evaluation.set}"), "bold")
    for of_lang in evaluation.langs:
        print_grid(_grid(of_lang), console)
        say(f"Same conflict_named flag on contradictory cases: {', '.join(rate_lines(of_lang.overall.conflict_named))}")
    say(_LEGEND, "dim")
    differing = evaluation.disagreements
    say(f"\nCases on which judge and label differ: {len(differing)}", "bold")
    for case in differing:
        for line in _case_lines(case):
            say(line)
    say("")
    if evaluation.failed:
        say(f"Not complete: calls that failed in a way that may pass: {evaluation.failed}. Run the same command again.")
    if evaluation.cost_usd:
        say(f"Cost of all votes: {evaluation.cost_usd:.2f} USD.")
    console.print(Text(for_terminal(f"Files: {folder}/ (report.json, votes.jsonl)")), soft_wrap=True)


def _grid(of_lang: LangAgreement) -> Grid:
    slices = (_row(name.replace("_", "\n", 1).replace("_", " "), part) for name, part in of_lang.slices.items())
    return Grid(_HEADINGS, (_row("all", of_lang.overall), *slices), _NAMES[of_lang.lang])


def _row(name: str, a: Agreement) -> tuple[str, ...]:
    rates = (a.agreement, a.agreement_of_all, a.false_correct, a.false_wrong, a.abstained)
    cells = ["\n".join(rate_lines(rate)) for rate in rates]
    return (name, str(a.n), str(a.invalid), *cells[:2], _kappa(a.kappa), *cells[2:])


def _kappa(kappa: Kappa) -> str:
    if kappa.value is None or kappa.ci95 is None:
        return UNDEFINED
    low, high = kappa.ci95
    return with_minus(f"{kappa.value:.2f}\n{low:.2f}\nto {high:.2f}")


def _case_lines(case: Disagreement) -> tuple[str, ...]:
    head = f"{case.id} ({case.lang}, {case.slice}, {case.kind}): {_FAULTS[case.fault]}"
    return (
        for_terminal(head),
        f"  reference: {for_terminal(case.reference, _SHOWN)}",
        f"  answer:    {for_terminal(case.answer, _SHOWN)}",
        f"  label:     {for_terminal(case.note, _SHOWN)}",
        f"  judge:     {for_terminal(case.reason, _SHOWN) or UNDEFINED}",
    )
