"""How long commands take: help, the first request, a dry run, a finished run, scores and pages."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.perf.measuring import Figure, bench, best, python, seconds
from tests.server import Server

BARE = "import sys"
TYPER = "import typer"
SDK = "import openai, pydantic"


def figures(folder: Path) -> Iterator[Figure]:
    bare, typer, sdk = (best(lambda code=code: seconds(python(code), folder)) for code in (BARE, TYPER, SDK))  # type: ignore[misc]
    yield Figure("start", "bare interpreter", bare, "s")
    yield Figure("start", "interpreter with typer", typer, "s", "bare interpreter", typer / bare)
    yield Figure("start", "interpreter with the SDK and pydantic", sdk, "s", "bare interpreter", sdk / bare)
    for arguments in (("--help",), ("run", "--help"), ("models",)):
        took = best(lambda given=arguments: seconds(bench(*given), folder))  # type: ignore[misc]
        wanted = "0.25 s" if arguments == ("--help",) else ""
        yield Figure("start", f"bench {' '.join(arguments)}", took, "s", "interpreter with typer", took / typer, wanted)
    first = best(lambda: to_first_request(folder))
    yield Figure("start", "to the first request", first, "s", "the SDK and pydantic", first / sdk, "ratio 1.6")
    yield from of_a_run(folder, bare)


def of_a_run(folder: Path, bare: float) -> Iterator[Figure]:
    """The default data with the baseline, in the folder `folder`."""

    def timed(name: str, arguments: list[str], wanted: str = "", times: int = 2) -> Figure:
        took = best(lambda: seconds(arguments, folder), times)
        return Figure("commands", name, took, "s", "bare interpreter", took / bare, wanted)

    run = ["run", "baseline:extractive", "--judge", "rule", "--quiet"]
    yield timed("dry run of the default data", bench(*run, "--dry-run"), "3 s")
    yield timed("the default run", bench(*run), times=1)
    yield timed("the default run again, finished", bench(*run), "3 s")
    (made,) = (folder / "results" / "runs").glob("baseline-extractive-*")
    yield timed("bench score of it", bench("score", str(made), "--quiet"), "2 s")
    yield timed("bench report of it", bench("report", str(made)), "3 s")
    seconds(bench("run", "baseline:oracle", "--judge", "rule", "--quiet"), folder)
    (other,) = (folder / "results" / "runs").glob("baseline-oracle-*")
    yield timed("bench report of two", bench("report", str(made), str(other)), "6 s")
    page = made / "report.html"
    yield Figure("commands", "page of the default run", page.stat().st_size / 1e6, "MB")


def to_first_request(folder: Path) -> float:
    """From the start of `bench run` to the first request that reaches the endpoint."""
    with Server(record=False) as server, tempfile.TemporaryDirectory(dir=folder) as own:
        command = bench("run", f"openai-compatible:m@{server.url}", "--limit", "1", "--langs", "en", "--judge", "rule")
        started = time.perf_counter()
        with subprocess.Popen(
            [*command, "--quiet"], cwd=own, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as running:
            while not server.requests:
                if running.poll() is not None:
                    assert running.stderr is not None
                    raise RuntimeError(running.stderr.read())
                time.sleep(0.002)
            took = time.perf_counter() - started
            running.communicate()
    return took
