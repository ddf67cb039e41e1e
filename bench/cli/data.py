"""`bench data`: what a dataset holds, and whether it is sound. Both commands are offline for a local source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from bench.authoring.findings import Finding
    from bench.records import Lang

app = typer.Typer(
    help="Check and count a dataset: the suite's own, LIT-RAGBench, or a file of yours.", no_args_is_help=True
)

Source = Annotated[str, typer.Argument(help="gib (the suite's own), lit (from the hub), or a folder or file.")]
Langs = Annotated[str, typer.Option("--langs", "--lang", help="Languages, with commas.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Level = Annotated[
    Literal["error", "warning", "info"], typer.Option("--level", help="Show findings of this severity and graver.")
]


@app.command()
def validate(source: Source = "gib", langs: Langs = "en,ja", as_json: AsJson = False, level: Level = "info") -> None:
    """Check a dataset and list every finding. Exit code 1 if any is an error."""
    from bench.authoring.findings import SEVERITIES
    from bench.authoring.validate import validate as find

    found = find(source, _langs(langs))
    counts = {severity: sum(finding.severity == severity for finding in found) for severity in SEVERITIES}
    shown = [f for f in found if SEVERITIES.index(f.severity) <= SEVERITIES.index(level)]
    if as_json:
        _print_json({"source": source, "counts": counts, "findings": [_as_json(finding) for finding in shown]})
    else:
        _print_lines(shown)
        hidden = len(found) - len(shown)
        summary = ", ".join(f"{n} {name}" if n == 1 else f"{n} {name}s" for name, n in counts.items())
        rest = f" ({hidden} not shown, below --level {level})" if hidden else ""
        typer.echo(f"{source}: {summary}{rest}")
    if counts["error"]:
        raise typer.Exit(1)


@app.command()
def stats(source: Source = "gib", langs: Langs = "en,ja", as_json: AsJson = False) -> None:
    """Count what a dataset holds: items by kind, category and aspect, chunks, tokens, evidence, reviews."""
    from bench.authoring.stats import stats as count

    figures = count(source, _langs(langs))
    if as_json:
        _print_json(figures)
        return
    from rich.console import Console

    console = Console()
    about = figures["dataset"]
    official = "official" if about["official"] else "not official"
    console.print(f"{about['name']} {about['version']} ({about['licence']}, {official})", highlight=False, markup=False)
    console.print(f"sha256 {about['sha256']}", highlight=False)
    found: dict[str, Any] = {lang: figures[lang] for lang in ("en", "ja") if lang in figures}
    for title, rows in _sections(found):
        console.print(_table(title, list(found), rows))


def _langs(text: str) -> tuple[Lang, ...]:
    """The languages as typed; the dataset room says which of them are unknown."""
    return cast("tuple[Lang, ...]", tuple(part.strip() for part in text.split(",") if part.strip()))


def _as_json(finding: Finding) -> dict[str, Any]:
    from dataclasses import asdict

    return {name: value for name, value in asdict(finding).items() if value not in (None, "")}


def _print_json(value: Any) -> None:
    import json

    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


def _print_lines(findings: Sequence[Finding]) -> None:
    from bench.text.display import for_terminal

    colours = {"error": "red", "warning": "yellow", "info": "blue"}
    for finding in findings:
        severity, _, rest = for_terminal(str(finding)).partition(":")
        typer.echo(f"{typer.style(severity, fg=colours[finding.severity])}:{rest}")


def _sections(found: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, list[list[str]]]]:
    """Titled rows of text: a name, then one cell for each language."""
    sizes = {lang: {"chunks": data["chunks"], "items": data["items"], **data["kinds"]} for lang, data in found.items()}
    sections = [("Size", _rows(sizes))]
    for title, key in (
        ("Categories", "categories"),
        ("Aspects", "aspects"),
        ("Main items by aspects", "combinations"),
        ("Tokens of a chunk (cl100k_base)", "chunk_tokens"),
        ("Chunks of a Main item", "chunks_per_main_item"),
        ("Chunks of a world", "worlds"),
        ("Evidence", "evidence"),
        ("Blind solves", "reviews"),
        ("Flags of an audit", "flags"),
    ):
        tables = {lang: data[key] for lang, data in found.items() if data.get(key)}
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


def _table(title: str, langs: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE, title=title, title_justify="left")
    table.add_column("")
    for lang in langs:
        table.add_column(lang, justify="right")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    return table
