"""Runs as a folder that `datasets.load_dataset` reads: a Parquet file for each table, and a card.

    README.md          how the folder is read (front matter), and what every column means
    TABLE.parquet      the rows of a table, one configuration each; `trials` is the default

Guarantees: the folder appears whole or not at all; the same runs give the same rows; no path of the machine is in it;
names of models and runs are text in the card, never markup.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from pathlib import Path

from bench.errors import DataError
from bench.export.source import incomplete, refuse_twice
from bench.export.tables import Row, Tables, langs_of, schema, tables_of
from bench.export.writing import new_folder
from bench.scoring import RunLog, read_run
from bench.text.display import markdown_cell

DEFAULT = "trials"


def export_runs(
    folders: Sequence[Path], out: Path, *, texts: bool = True, tell: Callable[[str], None] = lambda _: None
) -> dict[str, int]:
    """Write the tables of finished or unfinished runs to the new folder `out`; return the number of rows by table.

    Without `texts` no prompt, answer or reason of a judge is written. `tell` hears of every line of a log that does
    not count, and of every run that is not complete. Raises what reading and scoring a run raises,
    UsageError where `out` holds something already or two runs have one name, and DataError where no run has an answer.
    """
    runs = [read_run(folder) for folder in folders]
    for notice in (f"{run.manifest.run}: {notice}" for run in runs for notice in run.notices):
        tell(notice)
    refuse_twice(runs)
    tables = tables_of(runs, texts=texts)
    if not tables["trials"]:
        raise DataError("There is nothing to export: the runs hold no answer yet.")
    for row in tables["runs"]:
        if not row["complete"]:
            tell(incomplete(row["run"]))
    with new_folder(out) as new:
        _write(new, runs, tables)
    return {name: len(rows) for name, rows in tables.items()}


def card(runs: Sequence[RunLog], tables: Mapping[str, Sequence[Row]], digests: Mapping[str, str]) -> str:
    """README.md: YAML front matter with one configuration per table, the runs, and what the columns mean.

    `load_dataset` keeps what it has read of a local folder under a key made of this head alone; the digest in each
    description makes another export in the same place another key.
    """
    head = ["---", "pretty_name: RAG generator bench results", "language:", *(f"- {lang}" for lang in langs_of(runs))]
    head += ["task_categories:", "- question-answering", "configs:"]
    for name in tables:
        head += [f"- config_name: {name}", f'  description: "sha256 {digests[name]}"']
        head += ["  default: true"] if name == DEFAULT else []
        head += ["  data_files:", "  - split: train", f"    path: {name}.parquet"]
    notes = resources.files("bench.export").joinpath("notes.md").read_text(encoding="utf-8").strip()
    lines = ["| run | model | dataset (licence) | trials | judges |", "| --- | --- | --- | ---: | --- |"]
    lines += [f"| {' | '.join(_cells(run))} |" for run in runs]
    without = "" if "answers" in tables else "\n\nThis export was made without texts: it has no table `answers`."
    body = ["# Results of a RAG generator bench", "\n".join(lines), notes]
    return "\n".join([*head, "---", ""]) + "\n" + "\n\n".join(body) + without + "\n"


def _cells(run: RunLog) -> list[str]:
    config = run.manifest.config
    dataset = f"{config.dataset.name} {config.dataset.version} ({config.dataset.licence or 'licence unknown'})"
    cells = [run.manifest.run, config.model.spec, dataset]
    cells += [str(run.manifest.trials), ", ".join(judge.spec for judge in config.judges)]
    return [markdown_cell(cell) for cell in cells]


def _write(folder: Path, runs: Sequence[RunLog], tables: Tables) -> None:
    import pyarrow
    from pyarrow import parquet

    digests = {}
    for name in tables:
        path = folder / f"{name}.parquet"
        parquet.write_table(pyarrow.Table.from_pylist(tables[name], schema(name)), path)
        digests[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / "README.md").write_text(card(runs, tables, digests), encoding="utf-8")
