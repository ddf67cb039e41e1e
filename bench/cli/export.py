"""`bench export`: runs for other programs. Nobody is called."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from bench.cli import complete
from bench.export.formats import FORMATS

DEFAULT = next(iter(FORMATS))


def export(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN…", help="Folders of runs, results/runs/NAME.", autocompletion=complete.runs),
    ],
    out: Annotated[
        str,
        typer.Option(
            "--out",
            metavar="FOLDER",
            help="The folder to make; it must not hold anything yet. As mlflow: a folder, or a tracking address.",
        ),
    ],
    form: Annotated[
        str, typer.Option("--as", metavar="FORMAT", help=f"{', '.join(FORMATS)}. Default: {DEFAULT}.")
    ] = DEFAULT,
    no_text: Annotated[
        bool, typer.Option("--no-text", help="Leave out every prompt, answer and reason: outcomes and figures only.")
    ] = False,
    by: Annotated[
        str, typer.Option("--by", metavar="NAME", help="Who publishes the results, where the format says so.")
    ] = "",
    hub_dataset: Annotated[
        str, typer.Option("--hub-dataset", metavar="OWNER/NAME", help="As hub-results: the dataset on the Hub.")
    ] = "",
) -> None:
    """Write runs for other programs: Parquet tables for `load_dataset`, or the files of another tool."""
    from bench.cli.terminal import notice
    from bench.export.settings import Settings
    from bench.text.display import for_terminal
    from bench.values import choice

    settings = Settings(texts=not no_text, by=by, hub_dataset=hub_dataset, tell=notice)
    match choice(form, "format", tuple(FORMATS)):
        case "parquet":
            _parquet(runs, Path(out), settings.texts)
        case "mlflow":
            from bench.export.mlflow_runs import log_runs

            for name in log_runs(runs, out, settings):
                typer.echo(for_terminal(name))
        case other:
            from bench.export.files import export_files

            files = export_files(other, runs, Path(out), settings)
            typer.echo(for_terminal(f"Wrote {len(files)} file{'s' * (len(files) != 1)} into {shlex.quote(out)}:"))
            for name in files:
                typer.echo(for_terminal(f"  {name}"))


def _parquet(runs: list[Path], out: Path, texts: bool) -> None:
    import json

    from bench.cli.terminal import notice
    from bench.export.folder import export_runs
    from bench.text.display import for_terminal

    written = export_runs(runs, out, texts=texts, tell=notice)
    typer.echo(", ".join(f"{table} {count} rows" for table, count in written.items()))
    path = json.dumps(str(out), ensure_ascii=False)
    typer.echo(for_terminal(f'Wrote {out}. Read it with datasets.load_dataset({path}, "trials").'))
