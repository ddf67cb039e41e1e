"""The command line. Each command imports its stage when it is called, so `bench --help` starts in a blink."""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
from collections.abc import Callable
from functools import cache
from typing import NoReturn

import typer.main

from bench import __version__
from bench.cli import (
    claims,
    data,
    difficulty,
    export,
    import_log,
    judge,
    kits,
    leaderboard,
    listing,
    plan,
    report,
    results,
    retrieval,
    review,
    runs,
)
from bench.cli.terminal import drop_useless_sizes
from bench.collecting import rarely
from bench.errors import BenchError
from bench.text.display import for_terminal

NEW_OBJECTS = 10_000
"""After so many new objects cycles are looked for. Python's own 700 cost a sixth of the start: items and records are
many and have no cycles."""

app = typer.Typer(
    name="bench",
    help="Benchmark the generator of a RAG system: the question is held fixed and the context is controlled.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("run")(runs.run)
app.command("judge")(judge.judge)
app.command("panel")(judge.panel)
app.command("claims")(claims.claims)
app.command("score")(results.score)
app.command("models")(listing.models)
app.command("submit")(results.submit)
app.command("judge-eval")(judge.judge_eval)
app.command("compare")(results.compare)
app.command("report")(report.report)
app.command("sweep")(runs.sweep)
app.command("settle")(runs.settle)
app.command("plan")(plan.plan)
app.command("verify")(results.verify)
app.command("export")(export.export)
app.command("import")(import_log.import_log)
app.command("doctor")(listing.doctor)
data.app.command("export")(data.export)
data.app.command("difficulty")(difficulty.difficulty)
data.app.command("card")(data.card)
data.app.command("sums")(data.sums)
data.app.command("renew")(kits.renew)
data.app.command("seal")(kits.seal)
data.app.command("reveal")(kits.reveal)
data.app.command("probe")(kits.probe)
data.app.add_typer(review.app, name="review")
app.add_typer(data.app, name="data")
app.add_typer(leaderboard.app, name="leaderboard")
app.add_typer(retrieval.app, name="retrieval")


@cache
def _command() -> Callable[..., object]:
    """What typer makes of `app`, made once in a process that calls several commands."""
    return typer.main.get_command(app)


@app.callback(invoke_without_command=True)
def _root(
    version: bool = typer.Option(False, "--version", help="Print the version and exit.", is_eager=True),
) -> None:
    if version:
        typer.echo(f"bench {__version__}")
        raise typer.Exit


def main() -> NoReturn:
    """Run the command line. A user's mistake is one sentence on stderr: exit code 2; a failure 1; Ctrl-C 130."""
    gc.set_threshold(NEW_OBJECTS)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # Closed by the caller (`>&-`): what is said goes nowhere, and no log gets the number of the closed one.
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a dash or a kanji gets a question mark, not a traceback.
            stream.reconfigure(errors="replace")
    drop_useless_sizes(os.environ)
    rarely()
    try:
        try:
            _command()(standalone_mode=True)
        finally:
            sys.stdout.flush()
    except BenchError as error:
        # Paths and names in it may hold escape codes; its lines stay lines.
        print("\n".join(map(for_terminal, f"bench: {error}".split("\n"))), file=sys.stderr)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader of the output (head, less) has left; that is no failure of ours.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        if error.errno not in {errno.ENOSPC, errno.EDQUOT, errno.EIO}:
            raise
        print(f"bench: The output cannot be written: {error.strerror}.", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        print("bench: Interrupted.", file=sys.stderr)
        sys.exit(130)
    sys.exit(0)
