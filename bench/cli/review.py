"""`bench data review`: blind solves of the dataset's items."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bench.cli.data import OwnSource, langs_of

if TYPE_CHECKING:
    from bench.authoring.review import Comparison

app = typer.Typer(help="Blind solves: hand out sheets without answers, take them back, report disagreements.",
                  no_args_is_help=True)  # fmt: skip

Folder = Annotated[Path, typer.Option("--out", help="Folder of the sheets and their key.")]


@app.command("prepare")
def prepare(
    source: OwnSource = "gib",
    out: Folder = Path("review"),
    langs: Annotated[str, typer.Option(help="Languages, comma-separated.")] = "ja,en",
    contexts: Annotated[
        str,
        typer.Option(help="Which contexts: with_evidence, without_evidence, contradictory, incomplete."),
    ] = "with_evidence,without_evidence",
    ids: Annotated[str, typer.Option(help="Only these Main items, comma-separated.")] = "",
    per_sheet: Annotated[int, typer.Option("--per-sheet", help="At most so many tasks on a sheet.")] = 18,
    seed: Annotated[int, typer.Option(help="Decides task ids, the order of tasks and of documents.")] = 0,
) -> None:
    """Write the sheets: a question and its documents under an anonymous id, never two of one world on a sheet."""
    from bench.authoring.review import CONTEXTS
    from bench.authoring.review import prepare as write_sheets
    from bench.dataset import load
    from bench.values import at_least, choices, parts

    dataset = load(source, langs_of(langs))
    tasks = write_sheets(
        dataset,
        out,
        seed=seed,
        per_sheet=at_least(1, per_sheet, "--per-sheet"),
        contexts=choices(contexts, "context", CONTEXTS),
        only=frozenset(parts(ids)),
    )
    sheets = max(task.sheet for task in tasks)
    typer.echo(f"{len(tasks)} tasks on {sheets} sheets in {out}. Give a solver one folder out/sheet-NN at a time.")
    typer.echo('The solver writes solved.jsonl into it: {"task": "T…", "answer": "…", "note": "…"} a line.')


@app.command("collect")
def collect(
    source: OwnSource = "gib",
    out: Folder = Path("review"),
    agree: Annotated[str, typer.Option(help="Tasks whose answer says the same in other words, by a person.")] = "",
    disagree: Annotated[str, typer.Option(help="Tasks whose answer does not, by a person.")] = "",
    write_to: Annotated[
        Path | None, typer.Option("--write-to", help="Write the solves into the reviews of this data folder.")
    ] = None,
) -> None:
    """Compare what came back with the references; list what disagrees and what a person must decide."""
    from datetime import UTC, datetime

    from bench.authoring.review import compare, record
    from bench.dataset import load
    from bench.records import LANGS
    from bench.values import parts

    compared = compare(load(source, LANGS), out)
    settled = dict.fromkeys(parts(agree), True) | dict.fromkeys(parts(disagree), False)
    states = {c.task.task: settled.get(c.task.task, c.agrees) for c in compared}
    for c in compared:
        if states[c.task.task] is not True:
            _print(c, states[c.task.task])
    agreed, undecided = sum(s is True for s in states.values()), sum(s is None for s in states.values())
    typer.echo(
        f"{len(compared)} solves: {agreed} agree, {len(compared) - agreed - undecided} do not, {undecided} open."
    )
    if write_to:
        written = record(write_to, compared, settled=settled, date=datetime.now(UTC).strftime("%Y-%m-%d"))
        for name, count in sorted(written.items()):
            typer.echo(f"{name}: {count} reviews written")


def _print(c: Comparison, state: bool | None) -> None:
    from bench.text.display import for_terminal

    mark = "OPEN    " if state is None else "DISAGREE"
    typer.echo(f"{mark} {c.task.task} {c.task.item} {c.task.lang} {c.task.context}: {c.reason}")
    typer.echo(f"         question  {for_terminal(c.question)}")
    typer.echo(f"         reference {for_terminal(c.reference)}")
    typer.echo(f"         given     {for_terminal(c.answer)}")
    if c.note:
        typer.echo(f"         note      {for_terminal(c.note)}")
