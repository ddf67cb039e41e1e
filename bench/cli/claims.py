"""`bench claims`: a judge model checks what the answers of a run assert, or what they cite for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bench.cli import complete
from bench.cli.judge import REGISTRY, trials_of

if TYPE_CHECKING:
    from bench.claims import Checking
    from bench.claims.estimate import CheckEstimate
    from bench.records import Summary


def claims(
    run: Annotated[Path, typer.Argument(help="Folder of the run, results/runs/NAME.", autocompletion=complete.runs)],
    judge: Annotated[
        str | None,
        typer.Option(help="The model that checks. Default: the first of the registry's judges whose key is set."),
    ] = None,
    citations: Annotated[
        bool,
        typer.Option("--citations", help="Check each sentence that cites against what it cites, and nothing else."),
    ] = False,
    embed: Annotated[
        str | None,
        typer.Option(help="Embedding model for answer relevance, e.g. ollama:bge-m3 or NAME@URL. Default: none."),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(help="Check the answers to N questions of each language, drawn by their names. Default: all."),
    ] = None,
    registry: Annotated[Path | None, REGISTRY] = None,
    concurrency: Annotated[int, typer.Option(help="Calls in flight at once, per endpoint.")] = 32,
    timeout: Annotated[float, typer.Option(help="Seconds until a step is cancelled and fails.")] = 180.0,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be called and what it costs.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the figures (with --dry-run: the plan) as JSON and nothing else.")
    ] = False,
) -> None:
    """Have a judge model check every claim of a run's answers: faithfulness, answer and context relevance.

    With --citations: whether the documents that a sentence cites carry it. The model of the run is not asked again.
    Interrupted or killed, the same command goes on where it was.
    """
    from bench.claims import check
    from bench.cli.terminal import notice, print_json
    from bench.scoring import score
    from bench.values import Faults, above, at_least

    faults = Faults()
    if limit is not None:
        faults.of(at_least, 1, limit, "--limit")
    faults.of(at_least, 1, concurrency, "--concurrency")
    faults.of(above, 0, timeout, "--timeout")
    faults.refuse()
    checking = checking_of(
        run, judge=judge, citations=citations, embed=embed, limit=limit, registry=registry,
        concurrency=concurrency, timeout_s=timeout,
    )  # fmt: skip
    if dry_run:
        _show_estimate(checking, as_json)
        return
    made = check(checking, notice)
    summary = score(run)
    if as_json:
        results = summary.citation_support if citations else summary.faithfulness
        figures = [result.model_dump(mode="json") for result in results]
        print_json({"calls": made, "citation_support" if citations else "faithfulness": figures})
        return
    _print(summary, made, citations)


def checking_of(run: Path, *, registry: Path | None = None, **settings: Any) -> Checking:
    """The check of a run's answers, those that count; `settings` are fields of bench.claims.Checking.

    Raises as reading a run does, and ConfigError for a registry that cannot be read.
    """
    from bench.claims import Checking
    from bench.config import load_registry
    from bench.errors import LogError
    from bench.scoring import read_run

    log = read_run(run)
    if log.corpora is None:
        raise LogError(f"{run} has no corpus to look claims up in.")
    return Checking(
        folder=run,
        manifest=log.manifest,
        items=log.items,
        answers=trials_of(log.answers),
        corpora=log.corpora,
        registry=load_registry(registry),
        **settings,
    )


def _print(summary: Summary, made: int, citations: bool) -> None:
    from rich.console import Console

    from bench.report.render.terminal import print_sections
    from bench.report.sections.checks import claim_sections

    console = Console()
    console.print(f"Calls made: {made}.", highlight=False)
    other = {"faithfulness": ()} if citations else {"citation_support": ()}
    print_sections(claim_sections(summary.model_copy(update={"citations": (), "crag": (), **other})), console)


def _show_estimate(checking: Checking, as_json: bool) -> None:
    from rich.console import Console
    from rich.text import Text

    from bench.claims.estimate import estimate
    from bench.cli.terminal import print_json
    from bench.text.display import for_terminal

    plan = estimate(checking)
    if as_json:
        print_json(plan)
        return
    console = Console()
    for line in _lines(plan, "sentences that cite" if checking.citations else "answers"):
        console.print(Text(for_terminal(line)), soft_wrap=True)


def _lines(plan: CheckEstimate, what: str) -> Iterator[str]:
    from bench.cli.dry_run import calls_line

    yield f"{plan.units:,} {what} of {plan.questions:,} questions, log in {plan.folder}"
    for step in plan.steps:
        yield f"  {step.step} by {step.calls.spec}: {calls_line(step.calls)}"
    total = "no figure, because a price is unknown" if plan.cost_usd is None else f"about {plan.cost_usd:.2f} USD"
    thinking = f", with {plan.thinking:,} tokens of thinking before each" if plan.thinking else ""
    most = " Every answer is taken to assert something, so calls are at most these." if plan.at_most else ""
    yield (
        f"In all: {total}. Prompts are counted with the cl100k vocabulary, replies are assumed{thinking}; second tries "
        f"are not in it.{most}"
    )
    yield "Nothing was called."
