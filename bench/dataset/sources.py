"""From the name of a source to a dataset: which format it is in, who reads it, and what is said when nobody can.

A source is `gib` (the suite's own data), `lit` (LIT-RAGBench from the Hugging Face hub), or a path. The format of
a path is recognised by its content, never by its name: a folder of the own format by its chunks.jsonl, any other
file by the fields of its first object.
"""

from __future__ import annotations

import bz2
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from bench.collecting import paused
from bench.dataset.importers import crag, jsonl, lit, lit_hub, own, rgb
from bench.dataset.importers.files import File, Imported
from bench.dataset.importers.own_tables import Tables
from bench.dataset.rows import Faults, digest, read_rows
from bench.dataset.shapes import Dataset
from bench.errors import DataError, UsageError
from bench.records import LANGS, Lang
from bench.shipped import shipped

HUB = "lit"
"""The source that is fetched from the Hugging Face hub."""
SUFFIXES = (".jsonl", ".json", ".jsonl.bz2", ".json.bz2")


@dataclass(frozen=True)
class Format:
    """A foreign format: the fields that give it away, its name ('' for a user's own file), and who reads it."""

    name: str
    licence: str
    keys: frozenset[str]
    read: Callable[[Sequence[File], Sequence[Lang], Faults], Imported]


FORMATS = (
    Format("lit", "CC-BY-SA-4.0", frozenset({"qa_type", "positive_chunk_list"}), lit.read),
    Format("crag", "CC-BY-NC-4.0", frozenset({"query", "search_results"}), crag.read),
    Format("rgb", "CC-BY-NC-SA-4.0", frozenset({"query", "positive", "negative"}), rgb.read),
    Format("", "unknown", frozenset({"question"}), jsonl.read),
)
"""In the order in which they are tried: the most telling fields first."""


def load(source: str, langs: Sequence[Lang] | None) -> Dataset:
    """Read a whole dataset.

    `source`: "gib", "lit", or the path of a folder or file in the own format, LIT-RAGBench's, RGB's, CRAG's (also
    .bz2), or the single-file format of `importers/jsonl.py`. `langs`: one or both languages; None for those it has.

    Raises UsageError for an unknown language, and DataError with every fault found where the source does not
    exist, is empty, is in no known format, lacks a wanted language, or holds a faulty row.
    """
    with paused():
        return _load(source, langs)


def _load(source: str, langs: Sequence[Lang] | None) -> Dataset:
    wanted = LANGS if langs is None else wanted_langs(langs)
    folder = own_folder(source)
    if folder is not None:
        return _own(source, folder, wanted if langs is not None else own.languages(folder) or wanted)
    faults = Faults()
    form, files = open_files(source, wanted, faults)
    imported = form.read(files, wanted, faults)
    faults.raise_any(source)
    if langs is None:
        wanted = imported.available or wanted
    require(source, imported, wanted)
    sha256 = digest((file.name, file.data) for file in files)
    # A user's own file is called by its name, a folder of such files by the folder's.
    path = None if source == HUB else locate(source)
    name = form.name or (path.resolve().name if path is not None and path.is_dir() else files[0].stem)
    langs_read = MappingProxyType({lang: imported.langs[lang] for lang in wanted})
    version = imported.published or sha256[:12]
    return Dataset(name, version, sha256, form.licence, langs_read, official=bool(imported.published))


def require(source: str, imported: Imported, langs: Sequence[Lang]) -> None:
    """Raise DataError unless every wanted language has an item."""
    for lang in langs:
        if lang not in imported.langs or not imported.langs[lang].items:
            others = [other for other in imported.available if other != lang]
            holds = f"it holds '{others[0]}'; choose that with --lang" if others else "it holds no item at all"
            raise DataError(f"The dataset {source} has no '{lang}' items: {holds}.")


def wanted_langs(langs: Sequence[Lang]) -> tuple[Lang, ...]:
    """The languages asked for, each once, in the suite's order; UsageError for none or an unknown one."""
    unknown = [lang for lang in langs if lang not in LANGS]
    if unknown or not langs:
        what = f"unknown language '{unknown[0]}'" if unknown else "no language was given"
        raise UsageError(f"--lang: {what}; give {' or '.join(LANGS)}, or both with a comma.")
    return tuple(lang for lang in LANGS if lang in langs)


def locate(source: str) -> Path:
    """The path of a source; for "gib" the data of this checkout or of the installed package."""
    path = shipped("data") if source == "gib" else Path(source).expanduser()
    if source == "gib" and not own.is_own(path):
        nowhere = " and no data/".join(LANGS)
        raise DataError(
            f"The suite's own data is not in this installation (no data/{nowhere} with chunks.jsonl): get the whole "
            "repository or wheel, or name a dataset with --data."
        )
    if not source.strip() or not (path.is_dir() or path.is_file()):
        raise DataError(f"There is no dataset '{source}': give gib, lit, or the path of a folder or file.")
    return path


def own_folder(source: str) -> Path | None:
    """The folder of a source in the suite's own format; None for any other source. DataError where it is missing."""
    path = None if source == HUB else locate(source)
    return path if path is not None and path.is_dir() and own.is_own(path) else None


def own_tables(source: str, langs: Sequence[Lang]) -> dict[Lang, Tables]:
    """The rows of a source in the suite's own format as its files have them; {} for any other source."""
    folder = own_folder(source)
    return own.read(folder, langs, Faults()).tables if folder else {}


def open_files(source: str, langs: Sequence[Lang], faults: Faults) -> tuple[Format, tuple[File, ...]]:
    """The files of a foreign source and the one format that they share."""
    if source == HUB:
        return FORMATS[0], lit_hub.fetch(langs)
    files = tuple(_open(source, one, faults) for one in _paths(source, locate(source)))
    files = tuple(file for file in files if file.rows or file.data.removeprefix(b"\xef\xbb\xbf").strip())
    first_of: dict[str, tuple[Format, str]] = {}
    for file in files:
        if file.rows:
            form = _recognised(file)
            first_of.setdefault(form.name, (form, file.name))
    if not first_of:
        faults.raise_any(source)
        raise DataError(f"The dataset {source} is empty; give a file with one JSON object on each line.")
    if len(first_of) > 1:
        names = ", ".join(name for _, name in first_of.values())
        raise DataError(f"The folder {source} holds files of different formats ({names}); name one file.")
    return next(form for form, _ in first_of.values()), files


def _recognised(file: File) -> Format:
    """The first format whose telling fields all stand in the file's first object; DataError where none does."""
    first = file.rows[0].fields
    for form in FORMATS:
        if form.keys <= first.keys():
            return form
    raise DataError(
        f"{file.name} is in no known format (its first row has the fields {', '.join(first)}); "
        "give each row at least question, contexts (a list of passages) and answer (null where they have none)."
    )


def _own(source: str, path: Path, langs: Sequence[Lang]) -> Dataset:
    if source == "gib":
        # One process may load the suite's own data many times; it is read again where a file has changed.
        files = tuple((str(p), p.stat().st_mtime_ns, p.stat().st_size) for p in sorted(path.rglob("*.*l")))
        return _shipped(path, tuple(langs), files)
    return _read_own(source, path, langs)


@lru_cache(maxsize=8)
def _shipped(path: Path, langs: tuple[Lang, ...], files: tuple[tuple[str, int, int], ...]) -> Dataset:
    del files
    return _read_own("gib", path, langs)


def _read_own(source: str, path: Path, langs: Sequence[Lang]) -> Dataset:
    faults = Faults()
    read = own.read(path, langs, faults)
    faults.raise_any(source)
    data = MappingProxyType({lang: own.build(tables) for lang, tables in read.tables.items()})
    about = read.settings
    return Dataset(about.name, about.version, digest(read.files), about.licence, data, official=source == "gib")


def _paths(source: str, path: Path) -> list[Path]:
    if path.is_file():
        if (path.parent / "chunks.jsonl").is_file():
            raise DataError(f"{source} is one file of a folder in the suite's own format; name the folder instead.")
        return [path]
    paths = sorted(file for file in path.iterdir() if file.is_file() and file.name.endswith(SUFFIXES))
    if not paths:
        raise DataError(f"The folder {source} holds no dataset: no chunks.jsonl, en/, ja/, .jsonl, .json or .bz2.")
    return paths


def _open(source: str, path: Path, faults: Faults) -> File:
    try:
        data = path.read_bytes()
        text = bz2.decompress(data) if path.suffix == ".bz2" else data
    except (OSError, EOFError, ValueError) as error:
        raise DataError(f"{path.name} of the dataset {source} cannot be read ({error}); get the file again.") from error
    return File(path.name, data, tuple(read_rows(text, path.name, faults)))
