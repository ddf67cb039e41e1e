"""`bench data difficulty`: how hard a dataset is, measured with the baselines and BM25. Calls nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from bench.cli.data import AsJson, FoundLangs, Source, found_langs, table

if TYPE_CHECKING:
    from rich.console import Console

    from bench.authoring.difficulty import Retrieval
    from bench.records import ArmResult, Rate


def difficulty(
    source: Source = "gib",
    langs: FoundLangs = None,
    k: Annotated[int, typer.Option("--top-k", help="How many chunks the retrieved arm shows.")] = 10,
    seed: Annotated[int, typer.Option(help="Decides the order of the chunks shown.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Measure how hard a dataset is: what two baselines reach in each arm, and what BM25 finds in the corpus."""
    from bench.authoring.difficulty import measure
    from bench.cli.terminal import notice, print_json
    from bench.text.display import for_terminal
    from bench.values import at_least

    measured = measure(
        source,
        found_langs(langs),
        seed=seed,
        k=at_least(1, k, "--top-k"),
        tell=notice,
    )
    if as_json:
        print_json(measured)
        return
    from rich.console import Console

    console = Console()
    about = measured.dataset
    typer.echo(for_terminal(f"{about.name} {about.version} ({about.licence})"))
    typer.echo(f"sha256 {about.sha256}")
    for name, results in measured.baselines.items():
        for lang in dict.fromkeys(result.lang for result in results):
            _baseline(console, f"{name}, {lang}", [result for result in results if result.lang == lang])
    for found in measured.retrieval:
        _retrieval(console, found)


def _baseline(console: Console, title: str, results: Sequence[ArmResult]) -> None:
    """Correct / scored trials by aspect and category, a column for each arm."""
    from bench.report.sections.results import tagged

    rows: list[tuple[str, list[Rate | None]]] = [
        (name, [r.rates("categories")[name] for r in results]) for name in results[0].rates("categories")
    ]
    aspects = dict.fromkeys(name for r in results for name in r.rates("aspects"))
    rows += [(name.replace("_", " "), [r.rates("aspects").get(name) for r in results]) for name in aspects]
    # Data without LIT's tags have no category: what is right where there is an answer stands for them.
    rows = [(name, rates) for name, rates in rows if any(rate is not None and rate.n for rate in rates)]
    if not tagged(results):
        rows.insert(0, ("answerable", [r.rate("correct_of_answerable") for r in results]))
    excluded = [str(r.outcomes.invalid + r.outcomes.failed) for r in results]
    cells = [[name, *map(_share, rates)] for name, rates in rows]
    arms = [str(r.arm) for r in results]
    console.print(table(f"Accuracy of the baseline {title}", arms, [*cells, ["excluded trials", *excluded]]))


def _retrieval(console: Console, found: Retrieval) -> None:
    cutoffs = list(found.slices["all"]["Main items"].recall) if found.slices["all"] else []
    rows = [
        [
            f"{title}: {name.replace('_', ' ')}" if title != "all" else name,
            str(r.n),
            *("—" if v is None else f"{100 * v:.1f} %" for v in r.recall.values()),
        ]
        for title, group in found.slices.items()
        for name, r in group.items()
    ]
    title = f"Recall of BM25, {found.lang}, over {found.chunks} chunks"
    console.print(table(title, ["n", *(f"@{cutoff}" for cutoff in cutoffs)], rows))
    twin = found.twin_above
    if not twin.n:
        return
    interval = f", 95 % interval {100 * twin.ci95[0]:.0f}–{100 * twin.ci95[1]:.0f} %" if twin.ci95 else ""
    console.print(f"A near-twin ranks above its gold chunk: {_share(twin)} of Main items that show one{interval}",
                  highlight=False)  # fmt: skip


def _share(rate: Rate | None) -> str:
    if rate is None or rate.rate is None:
        return "—"
    return f"{rate.k}/{rate.n} {100 * rate.rate:.0f} %"
