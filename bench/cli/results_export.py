"""`bench export`: finished runs as Parquet tables that `datasets.load_dataset` reads. Offline."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bench.cli import complete


def export(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN…", help="Folders of runs, results/runs/NAME.", autocompletion=complete.runs),
    ],
    out: Annotated[Path, typer.Option("--out", help="The folder to make; it must not hold anything yet.")],
    no_text: Annotated[
        bool, typer.Option("--no-text", help="Leave out every prompt, answer and reason: outcomes and figures only.")
    ] = False,
) -> None:
    """Write the trials, figures and answers of runs as Parquet, with a dataset card, ready for `load_dataset`."""
    import json

    from bench.cli.terminal import notice
    from bench.export.folder import export_runs
    from bench.text.display import for_terminal

    written = export_runs(runs, out, texts=not no_text, tell=notice)
    typer.echo(", ".join(f"{table} {count} rows" for table, count in written.items()))
    path = json.dumps(str(out), ensure_ascii=False)
    typer.echo(for_terminal(f'Wrote {out}. Read it with datasets.load_dataset({path}, "trials").'))
