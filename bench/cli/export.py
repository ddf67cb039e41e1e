"""`bench data export`: a dataset as Parquet files that `datasets.load_dataset` reads. Offline for a local source."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def export(
    out: Annotated[Path, typer.Option("--out", help="The folder to make; it must not hold anything yet.")],
    source: Annotated[
        str, typer.Argument(help="gib (the suite's own), lit (from the hub), or a folder or file.")
    ] = "gib",
    langs: Annotated[str, typer.Option("--langs", "--lang", help="Languages, comma-separated: ja, en.")] = "en,ja",
) -> None:
    """Write a dataset as Parquet, with its card and TREC relevance judgements, ready for `load_dataset` or the hub."""
    import json

    from bench.dataset.export import export as write
    from bench.records import LANGS
    from bench.text.display import for_terminal
    from bench.values import choices

    written = write(source, choices(langs, "language", LANGS), out)
    for lang, splits in written.items():
        typer.echo(f"{lang}: " + ", ".join(f"{split} {count} rows" for split, count in splits.items()))
    place = json.dumps(str(out), ensure_ascii=False)
    typer.echo(for_terminal(f'Wrote {out}. Read it with datasets.load_dataset({place}, "{next(iter(written))}").'))
