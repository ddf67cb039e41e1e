"""`bench data`: what a dataset holds, whether it is sound, what is written about it, and its Parquet files.

Everything here is offline for a local source.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from bench.cli.terminal import print_json

if TYPE_CHECKING:
    from rich.table import Table

    from bench.records import Lang

app = typer.Typer(
    help="Check and count a dataset: the suite's own, LIT-RAGBench, or a file of yours.", no_args_is_help=True
)

Source = Annotated[str, typer.Argument(help="gib (the suite's own), lit (from the hub), or a folder or file.")]
OwnSource = Annotated[str, typer.Argument(help="gib, or a folder in the suite's own format.")]
Langs = Annotated[str, typer.Option("--langs", "--lang", help="Languages, comma-separated: ja, en.")]
FoundLangs = Annotated[
    str | None, typer.Option("--langs", "--lang", help="Languages, comma-separated: ja, en. Default: those it has.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Level = Annotated[
    Literal["error", "warning", "info"], typer.Option("--level", help="Show findings of this severity and graver.")
]
Check = Annotated[bool, typer.Option("--check", help="Change nothing; exit code 1 where it is out of date.")]
Write = Annotated[bool, typer.Option("--write", help="Bring it up to date.")]

COLOURS = {"error": "red", "warning": "yellow", "info": "blue"}


@app.command()
def validate(source: Source = "gib", langs: FoundLangs = None, as_json: AsJson = False, level: Level = "info") -> None:
    """Check a dataset and list every finding. Exit code 1 if any is an error."""
    from dataclasses import asdict

    from bench.authoring.validate import validate as find
    from bench.dataset.rows import SEVERITIES
    from bench.text.display import for_terminal

    found = find(source, found_langs(langs))
    counts = {severity: sum(finding.severity == severity for finding in found) for severity in SEVERITIES}
    shown = [f for f in found if SEVERITIES.index(f.severity) <= SEVERITIES.index(level)]
    if as_json:
        rows = [{name: value for name, value in asdict(f).items() if value not in (None, "")} for f in shown]
        print_json({"source": source, "counts": counts, "findings": rows})
    else:
        for finding in shown:
            severity, _, text = for_terminal(str(finding)).partition(":")
            typer.echo(f"{typer.style(severity, fg=COLOURS[finding.severity])}:{text}")
        hidden = len(found) - len(shown)
        summary = ", ".join(f"{n} {name}" if n == 1 else f"{n} {name}s" for name, n in counts.items())
        rest = f" ({hidden} not shown, below --level {level})" if hidden else ""
        typer.echo(f"{source}: {summary}{rest}")
    if counts["error"]:
        raise typer.Exit(1)


@app.command()
def stats(source: Source = "gib", langs: FoundLangs = None, as_json: AsJson = False) -> None:
    """Count what a dataset holds: items by kind, category and aspect, chunks, tokens, evidence, reviews."""
    from bench.authoring.stats import stats as count
    from bench.records import LANGS

    figures = count(source, found_langs(langs))
    if as_json:
        print_json(figures)
        return
    from rich.console import Console

    console = Console()
    about = figures["dataset"]
    official = "official" if about["official"] else "not official"
    console.print(f"{about['name']} {about['version']} ({about['licence']}, {official})", highlight=False, markup=False)
    console.print(f"sha256 {about['sha256']}", highlight=False)
    found: dict[str, Any] = {lang: figures[lang] for lang in LANGS if lang in figures}
    for title, rows in _sections(found):
        console.print(table(title, list(found), rows))


def export(
    out: Annotated[Path, typer.Option("--out", help="The folder to make; it must not hold anything yet.")],
    source: Source = "gib",
    langs: FoundLangs = None,
    prompts: Annotated[
        bool, typer.Option("--prompts", help="Also the prompts of the shuffled arm, and an eval.yaml that asks them.")
    ] = False,
) -> None:
    """Write a dataset as Parquet, with its card and relevance judgements, ready for `load_dataset` or the Hub."""
    import json

    from bench.authoring.export import export as write
    from bench.text.display import for_terminal

    written = write(source, found_langs(langs), out, with_prompts=prompts)
    for lang, tables in written.items():
        typer.echo(f"{lang}: " + ", ".join(f"{name} {count} rows" for name, count in tables.items()))
    place = json.dumps(str(out), ensure_ascii=False)
    read = f'datasets.load_dataset({place}, split="{next(iter(written))}")'
    typer.echo(for_terminal(f"Wrote {out}. Read it with {read}."))


def card(source: OwnSource = "gib", check: Check = False, write: Write = False) -> None:
    """The figures of the dataset card (README.md beside the data): print them, check them or write them."""
    from bench.authoring.card import NAME, figures, read, with_figures
    from bench.dataset.sources import locate
    from bench.log import write_whole

    _one_of(check, write)
    folder = locate(source)
    section = figures(folder)
    if not check and not write:
        typer.echo(section)
        return
    before = read(folder)
    after = with_figures(before, section)
    if write:
        write_whole(folder / NAME, after)
    elif after != before:
        typer.echo(f"The figures in {folder / NAME} are out of date. Run `make data-sums`.", err=True)
        raise typer.Exit(1)


def sums(source: OwnSource = "gib", check: Check = False, write: Write = False) -> None:
    """The sha256 of each data file (SHA256SUMS beside the data): print them, check them or write them."""
    from bench.authoring.sums import NAME, data_sums, drifted
    from bench.dataset.sources import locate
    from bench.log import write_whole
    from bench.text.display import for_terminal

    _one_of(check, write)
    folder = locate(source)
    if write:
        write_whole(folder / NAME, data_sums(folder))
    elif check:
        faults = drifted(folder)
        for fault in faults:
            typer.echo(for_terminal(fault), err=True)
        if faults:
            typer.echo("If the change is meant, run `make data-sums`.", err=True)
            raise typer.Exit(1)
    else:
        typer.echo(data_sums(folder), nl=False)


def langs_of(text: str) -> tuple[Lang, ...]:
    """The languages as typed; the dataset room says which of them are unknown."""
    from bench.values import parts

    return tuple(part.lower() for part in parts(text))


def found_langs(text: str | None) -> tuple[Lang, ...] | None:
    """The same where languages may be left out: None stands for those that the data have."""
    return None if text is None else langs_of(text)


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table for the terminal: each row is its name, then a cell for each column."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(box=box.SIMPLE, title=title, title_justify="left")
    made.add_column("")
    for column in columns:
        made.add_column(column, justify="right")
    for row in rows:
        made.add_row(*map(Text, row))
    return made


def _one_of(check: bool, write: bool) -> None:
    if check and write:
        from bench.errors import UsageError

        raise UsageError("--check and --write exclude each other: give one.")


def _sections(found: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, list[list[str]]]]:
    """Titled rows of text: a name, then one cell for each language."""
    sizes = {lang: {"chunks": data["chunks"], "items": data["items"], **data["kinds"]} for lang, data in found.items()}
    sections = [("Size", _rows(sizes))]
    # Of data without LIT's tags there is nothing to say by category.
    tagged = any(name != "none" for data in found.values() for name in data["combinations"])
    of_tags = (("Categories", "categories"), ("Aspects", "aspects"), ("Main items by aspects", "combinations"))
    for title, key in (
        *(of_tags if tagged else ()),
        ("Tokens of a chunk (cl100k_base)", "chunk_tokens"),
        ("Chunks of a Main item", "chunks_per_main_item"),
        ("Chunks of a world", "worlds"),
        ("Evidence", "evidence"),
        ("Blind solves", "reviews"),
        ("Flags of an audit", "flags"),
    ):
        tables = {lang: data[key] for lang, data in found.items() if any(data.get(key, {}).values())}
        if tables:
            sections.append((title, _rows(tables)))
    return sections


def _rows(tables: Mapping[str, Mapping[str, Any]]) -> list[list[str]]:
    names = dict.fromkeys(name for table in tables.values() for name in table)
    return [[name.replace("_", " "), *(_cell(table.get(name)) for table in tables.values())] for name in names]


def _cell(value: Any) -> str:
    if value is None:
        return "—"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {count}" for key, count in value.items()) or "—"
    return f"{value:,}" if isinstance(value, int) else str(value)
