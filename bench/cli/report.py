"""`bench report`: one run, or several side by side, as a page, as charts, or as Markdown for a pull request."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bench.cli import complete
from bench.cli.situation import UNANSWERABLE_TYPED, Cost, Unanswerable, situation_of
from bench.figures import COST
from bench.langs import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.report.site.charts import Chart

SEVERAL = Path("results/report.html")
"""Where the page of several runs goes; that of one run goes into its folder."""
ENDINGS = (".html", ".htm")
MARK = b'<meta name="generator" content="rag-generator-bench">'
"""Stands in the head of every page, and says that a file may be replaced by another page."""


def report(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN…", help="Folders of runs, results/runs/NAME.", autocompletion=complete.runs),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            help="File of the page. Default: report.html in the run's folder; of several runs, results/report.html."
        ),
    ] = None,
    charts: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Also write each chart as a picture into this folder.")
    ] = None,
    kind: Annotated[str, typer.Option("--format", help="Of the pictures: svg or png.")] = "svg",
    cost: Cost = COST,
    unanswerable: Unanswerable = UNANSWERABLE_TYPED,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown and write no page.")] = False,
    text: Annotated[
        bool, typer.Option("--text/--no-text", help="Without: no question, document, answer or judge's reason.")
    ] = True,
    limit: Annotated[
        int | None, typer.Option("--limit-items", metavar="N", help="At most N items to browse, wrong ones first.")
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option(
            help="Of the report. Default: English pictures and Markdown, and the page as the reader's browser asks."
        ),
    ] = None,
) -> None:
    """Show a run, or several on the same questions, with every item. Scores the logs anew; calls nobody.

    The page is one file that opens without a network and can be passed on. Its language can be changed there.
    """
    from bench.report.site.charts import FORMATS
    from bench.values import Faults, choice, whole
    from bench.words import interface_languages

    flags = Faults()
    situation = flags.of(lambda *_: situation_of(cost, unanswerable), None)
    kind = flags.of(choice, kind, "format of pictures", FORMATS)
    if lang:
        lang = flags.of(choice, lang, "language of the report", interface_languages())
    limit = flags.of(whole(0).or_none(), limit, "--limit-items")
    if as_markdown and (out or charts):
        flags.sentences.append("--markdown prints and writes no file: leave out --out and --charts.")
    if out:
        flags.of(_refuse_foreign, out)
    # Not Path.is_file, which raises where it may not look; writing will say that.
    if charts and os.path.isfile(charts):
        flags.sentences.append(f"--charts: {charts} is a file: give a folder.")
    flags.refuse()

    from bench.report.site.run_page import page, short_markdown
    from bench.report.site.run_page import report as put_together

    made = put_together(runs, situation)
    if as_markdown:
        typer.echo(short_markdown(made, lang or DEFAULT), nl=False)
        return
    drawn = made.charts()
    path = out or (runs[0] / "report.html" if len(runs) == 1 else SEVERAL)
    _write(path, page(made, text=text, limit=limit, language=lang or "", charts=drawn).encode())
    if charts:
        _pictures(charts, drawn, lang or DEFAULT, kind)


def _pictures(folder: Path, drawn: Sequence[Chart], lang: str, kind: str) -> None:
    from bench.report.site.charts import picture, titled
    from bench.report.site.run_page import caption

    for chart in drawn:
        _write(folder / f"{chart.name}.{kind}", picture(titled(chart, caption(chart)), lang, kind))


def _refuse_foreign(out: Path) -> None:
    """Raise UsageError where `out` is no name of a page, or holds what is none of ours: a log cannot be had again."""
    from bench.errors import UsageError

    if out.suffix.lower() not in ENDINGS:
        raise UsageError(f"--out: {str(out)!r} is no name of a page: give one that ends in .html.")
    try:
        ours = not out.exists() or MARK in out.read_bytes()[:4000]
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror}.") from error
    if not ours:
        raise UsageError(f"--out: {out} exists and is no report: give another name, or remove it.")


def _write(path: Path, content: bytes) -> None:
    """Write a file whole, and say where and how large it is. Raises UsageError where it cannot be written."""
    from bench.errors import UsageError
    from bench.text.display import for_terminal

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error
    size = f"{len(content) / 1e6:.1f} MB" if len(content) >= 1e5 else f"{len(content) / 1e3:.0f} kB"
    typer.echo(f"{for_terminal(str(path))} ({size})")
