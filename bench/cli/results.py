"""What finished runs give, as often as wanted and for nothing: `bench score`, `compare`, `verify`, `submit`.

Nobody is called.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bench.arms import ARMS
from bench.cli import complete
from bench.cli.situation import Cost, Unanswerable, situation_of, verdict_in
from bench.figures import COST, UNANSWERABLE
from bench.values import choices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.records.comparison import Comparison
    from bench.report.gate import Check


def score(
    run: Annotated[Path, typer.Argument(help="Folder of the run, results/runs/NAME.", autocompletion=complete.runs)],
    cost: Cost = COST,
    unanswerable: Unanswerable = UNANSWERABLE,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the verdict alone.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON and nothing else.")] = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown tables and nothing else.")] = False,
) -> None:
    """Compute every figure of a run again from its log, write summary.json and print the tables. Calls nobody."""
    from bench.cli.terminal import notice, print_json, refuse_two_forms
    from bench.report.run_report import markdown, print_summary, print_verdict
    from bench.scoring import score as score_run

    refuse_two_forms(as_json, as_markdown)
    situation = situation_of(cost, unanswerable)
    summary = score_run(run, tell=notice)
    if as_json:
        print_json(summary)
        return
    block = verdict_in(summary, run, situation)
    if as_markdown:
        typer.echo(markdown(summary, run, block), nl=False)
        return
    from rich.console import Console

    if quiet:
        print_verdict(summary, Console(), run, block, title=False)
    else:
        print_summary(summary, Console(), run, block)


def compare(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN RUN…", help="Folders of runs, results/runs/NAME.", autocompletion=complete.runs),
    ],
    arm: Annotated[
        str | None,
        typer.Option(
            "--arm", "--arms", help="Context arms, comma-separated, or `all`. Default: shuffled, the headline."
        ),
    ] = None,
    cost: Cost = COST,
    unanswerable: Unanswerable = UNANSWERABLE,
    fail_on: Annotated[
        list[str] | None,
        typer.Option(
            metavar="worse[:FIGURE]",
            help="Exit with 1 where the second run is worse than the first by its interval. FIGURE: reader_value.",
        ),
    ] = None,
    junit_file: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Also write what --fail-on asks for as JUnit.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the verdict alone.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the comparison as JSON and nothing else.")] = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown tables and nothing else.")] = False,
) -> None:
    """Say which system is better, by how much and how surely: paired by question, corrected for many pairs.

    The runs must share dataset, seed, preset and limit. Calls nobody.
    """
    from bench.cli.gate import hold, refuse_no_condition
    from bench.cli.terminal import print_json, refuse_two_forms
    from bench.comparing import compare as compare_runs
    from bench.report.gate import worse_checks

    refuse_two_forms(as_json, as_markdown)
    refuse_no_condition(junit_file, "--fail-on", fail_on or ())
    every = arm is not None and arm.strip().lower() == "all"
    arms: Any = "all" if every else choices(arm, "arm", tuple(ARMS)) if arm else None
    comparison = compare_runs(runs, arms, cost, unanswerable)
    checks = worse_checks(comparison, fail_on or ())
    if as_json:
        print_json(comparison)
    else:
        _print_comparison(comparison, runs, checks, quiet=quiet, as_markdown=as_markdown)
    hold(checks, "bench compare", junit_file)


def _print_comparison(
    comparison: Comparison, runs: Sequence[Path], checks: Sequence[Check], *, quiet: bool, as_markdown: bool
) -> None:
    from bench.report.gate import gate_section
    from bench.report.sections.comparison import comparison_sections, comparison_title
    from bench.report.sections.comparison_verdict import comparison_verdict

    title, sections = comparison_title(comparison), list(comparison_sections(comparison, comparison.notices))
    verdict = replace(comparison_verdict(comparison, runs), warnings=comparison.notices if quiet else ())
    gate = [gate_section(checks)] if checks else []
    if as_markdown:
        from bench.report.render.markdown import markdown

        typer.echo(markdown(title, [verdict, *gate] if quiet else [verdict, *gate, *sections]), nl=False)
        return
    from rich.console import Console

    from bench.report.render.terminal import print_document, print_lead

    if not quiet:
        print_document(title, [*sections, *gate, verdict], Console())
        return
    for section in (verdict, *gate):
        print_lead(section, Console())


def verify(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="RUN|FILE", help="Folder of a run, or the file of a submission.", autocompletion=complete.runs
        ),
    ],
    run: Annotated[
        Path | None,
        typer.Option(
            "--run",
            help="The run that the submission was made from, to compare all of it.",
            autocompletion=complete.runs,
        ),
    ] = None,
) -> None:
    """Derive every figure again from the log and compare. Exit code 1 at a difference.

    A run: digests and keys of its logs first, so that a single changed byte is found; then prompts, seeds, times and
    replies of its records; then every number.
    """
    from bench.cli.terminal import notice
    from bench.errors import UsageError
    from bench.text.display import for_terminal
    from bench.verify import verify_run, verify_submission

    if run and path.is_dir():
        raise UsageError("--run goes with the file of a submission: a run is verified by itself.")
    audit = verify_run(path) if path.is_dir() else verify_submission(path, run)
    for text in audit.notices:
        notice(text)
    printed = f"{audit.numbers:,} numbers recomputed, all as printed." if audit.numbers else "sound."
    typer.echo(for_terminal(f"{path}: {printed}"))
    typer.echo(for_terminal(f"Also checked: {'; '.join(audit.checked)}."))
    uncovered = ", ".join(audit.not_covered)
    typer.echo(for_terminal(f"Not covered: {uncovered}." if uncovered else "Not covered: nothing."))


def submit(
    run: Annotated[Path, typer.Argument(help="Folder of the finished run, results/runs/NAME.")],
    out: Annotated[
        Path | None, typer.Option(help="File to write. Default: results/submissions/MODEL-DATASET-DIGEST.json.")
    ] = None,
    submitter: Annotated[str, typer.Option(help="Who submits: shown on the leaderboard.")] = "",
) -> None:
    """Verify a finished run and write its submission: what was asked, one letter for each trial, and no text.

    A run that `bench verify` refuses gives none.
    """
    from bench.arms import arm_of
    from bench.cli.terminal import notice
    from bench.errors import DataError
    from bench.log import write_whole
    from bench.report.boards import SubmittedRun, unranked
    from bench.report.checking import check, own_data, unproven
    from bench.report.checking.head import barred
    from bench.report.submission import file_name, make_submission
    from bench.text.display import for_terminal
    from bench.verify import verify_run

    if out:
        _refuse_foreign(out)
    # Before verifying, which names neither an incomplete run nor a name that is none.
    submission = make_submission(run, submitter)
    for text in verify_run(run).notices:
        notice(text)
    path = out or Path("results/submissions") / file_name(submission)
    write_whole(path, submission)
    faults = check(path, own_data)
    if faults:
        shown = [for_terminal(fault) for fault in faults]
        raise DataError(f"{path} was written, but a leaderboard would refuse it:", shown)
    typer.echo(for_terminal(f"Wrote {path}"))
    if reasons := unproven(submission, own_data) if submission.leaderboard else barred(submission):
        typer.echo(for_terminal(f"It will be listed as not ranked: {'; '.join(reasons)}."))
        return
    for result in SubmittedRun.of(path.name, submission).results:
        if arm_of(result.arm).documents and (why := unranked(result)):
            typer.echo(f"Not ranked: {result.lang}, {result.arm}: {why}.")


def _refuse_foreign(out: Path) -> None:
    """Raise UsageError where `out` is no name of a submission, or holds something else: a log cannot be had again."""
    from bench.errors import UsageError
    from bench.report.checking.document import read_document

    if out.suffix != ".json":
        raise UsageError(f"--out: {str(out)!r} is no name of a submission: give one that ends in .json.")
    # Not Path.is_file, which raises where the folder may not be looked into; writing will say that.
    if os.path.isfile(out):
        document, _ = read_document(out)
        if not (isinstance(document, dict) and {"submitter", "log", "rows"} <= document.keys()):
            raise UsageError(f"--out: {out} exists and is no submission: give another name, or remove it.")
