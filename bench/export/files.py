"""Runs as the plain files of another tool."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from bench.errors import UsageError
from bench.export.formats import FORMATS
from bench.export.settings import Settings
from bench.export.source import Source, read_sources
from bench.export.writing import write_files


def export_files(name: str, folders: Sequence[Path], out: Path, settings: Settings) -> tuple[str, ...]:
    """Write the runs in the format `name` to the new folder `out`; return the places of the files in it, in order.

    Raises what reading and scoring a run raises, UsageError for what the format cannot do and where `out` holds
    something already, and KeyError for a format without files of its own.
    """
    entry = FORMATS[name]
    if entry.texts == "always" and not settings.texts:
        raise UsageError(f"--no-text: {entry.what} of {name} are texts; leave it out, or export as another format.")
    sources = read_sources(folders, settings.tell, figures=entry.texts != "always")
    module, _, function = entry.function.partition(":")
    make: Callable[[Sequence[Source], Settings], Mapping[str, bytes]] = getattr(import_module(module), function)
    files = make(sources, settings)
    write_files(out, files)
    return tuple(files)
