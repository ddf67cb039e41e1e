"""The suite's own format: a folder with en/ and ja/ (or one of them alone), each with three files.

    chunks.jsonl       the corpus, one `Chunk` a line
    items.jsonl        the Main items, one `MainRow` a line
    abstention.jsonl   contradictory and incomplete items, one `AbstentionRow` a line (may be missing)

and beside them a `dataset.toml` (name, version, licence, composition = "growing" or "final"; each has a default).

The items that a run sees are, in this order: the Main items; one `<id>-INS` for each, with its positive chunks
removed from the corpus and nothing positive left; the contradictory and incomplete rows, each with the question,
chunks and aspects of abstention, and an overlay. All items made from one Main item are one cluster.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Generic, Literal, TypeVar

from pydantic import ValidationError

from bench.dataset.fields import Fields, records
from bench.dataset.rows import Faults, Row, read_rows
from bench.dataset.shapes import LangData, derived, without_evidence
from bench.errors import DataError
from bench.kinds import MAIN
from bench.records import LANGS, AbstentionRow, Chunk, Item, Lang, MainRow, Overlay, Record

FILES = ("chunks.jsonl", "items.jsonl", "abstention.jsonl")

R = TypeVar("R", bound=Record)


class Settings(Record):
    """dataset.toml. A folder without one gets these values, and its own name."""

    name: str = ""
    version: str = "unversioned"
    licence: str = "unknown"
    composition: Literal["growing", "final"] = "growing"


@dataclass(frozen=True)
class Placed(Generic[R]):
    """A record with the row that it was read from."""

    record: R
    row: Row


@dataclass(frozen=True)
class Tables:
    """The three files of one language, as far as their rows could be read."""

    lang: Lang
    chunks: tuple[Placed[Chunk], ...] = ()
    items: tuple[Placed[MainRow], ...] = ()
    abstention: tuple[Placed[AbstentionRow], ...] = ()

    @cached_property
    def corpus(self) -> dict[str, Chunk]:
        """Chunk id -> chunk, in file order."""
        return {placed.record.id: placed.record for placed in self.chunks}

    @cached_property
    def bases(self) -> dict[str, MainRow]:
        """Item id -> Main item, in file order."""
        return {placed.record.id: placed.record for placed in self.items}


@dataclass
class Source:
    """A folder of the own format: its settings, tables by language, and the bytes that were read."""

    settings: Settings
    tables: dict[Lang, Tables] = field(default_factory=dict)
    files: list[tuple[str, bytes]] = field(default_factory=list)


def is_own(folder: Path) -> bool:
    """Whether the folder, or a language folder in it, holds a corpus in the own format."""
    return bool(named(folder)) or (folder / "chunks.jsonl").is_file()


def languages(folder: Path) -> tuple[Lang, ...]:
    """The languages that the folder has, in the suite's order; a folder of one language has the one it is called by.

    () for a folder of one language that has another name: nothing says which language it is.
    """
    return named(folder) or tuple(lang for lang in LANGS if folder.resolve().name == lang)


def named(folder: Path) -> tuple[Lang, ...]:
    """The languages that have a folder of their own in this one."""
    return tuple(lang for lang in LANGS if (folder / lang / "chunks.jsonl").is_file())


def read(folder: Path, langs: Sequence[Lang], faults: Faults) -> Source:
    """Read the wanted languages that are there; faults of rows and of references between rows are noted.

    Raises DataError where a wanted language has no folder, because nothing else can then be said about it.
    """
    source = Source(_settings(folder, faults), files=every_file(folder))
    for lang in (known for known in LANGS if known in langs):
        tables = _tables(_lang_folder(folder, lang), lang, faults)
        check_references(tables, faults)
        source.tables[lang] = tables
    return source


def every_file(folder: Path) -> list[tuple[str, bytes]]:
    """(label, bytes) of every file of the dataset, whichever languages are wanted: one digest for one dataset."""
    paths = {f"{lang}/{name}": folder / lang / name for lang in LANGS for name in FILES}
    if not any(path.is_file() for path in paths.values()):
        paths = {f"{folder.resolve().name}/{name}": folder / name for name in FILES}
    paths = {"dataset.toml": folder / "dataset.toml", **paths}
    return [(label, path.read_bytes()) for label, path in paths.items() if path.is_file()]


def build(tables: Tables) -> LangData:
    """The items and corpus of one language. The tables must have passed `check_references`."""
    main = {placed.record.id: _main(placed, tables.lang) for placed in tables.items}
    removed = [without_evidence(item) for item in main.values()]
    overlaid = [_overlaid(placed, main[placed.record.base]) for placed in tables.abstention]
    return LangData(tables.lang, MappingProxyType(tables.corpus), (*main.values(), *removed, *overlaid))


def check_references(tables: Tables, faults: Faults) -> None:
    """Ids that are not unique, or that name nothing: an item built from them could not be shown."""
    chunks = [(p.row, "id", p.record.id) for p in tables.chunks]
    chunks += [(p.row, "add.id", p.record.add.id) for p in tables.abstention if p.record.add is not None]
    items = [(p.row, "id", f"{p.record.id}{end}") for end in ("", "-INS") for p in tables.items]
    items += [(p.row, "id", p.record.id) for p in tables.abstention]
    for what, ids in (("chunk", chunks), ("item", items)):
        seen: dict[str, Row] = {}
        for row, name, value in ids:
            Fields(row, faults).unique(name, value, seen, "use another id", f"the {what} id '{value}' ")
    for item in tables.items:
        _check_item(item, tables.corpus, faults)
    for overlay in tables.abstention:
        _check_overlay(overlay, tables, faults)


def _settings(folder: Path, faults: Faults) -> Settings:
    path, settings = folder / "dataset.toml", Settings()
    try:
        if path.is_file():
            settings = Settings.model_validate(tomllib.loads(path.read_text(encoding="utf-8-sig")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        faults.add(path.name, "", f"is not TOML ({error})", "correct the file")
    except ValidationError as error:
        advice = 'name, version and licence are texts, composition is "growing" or "final"'
        for detail in error.errors():
            problem = detail["msg"][:1].lower() + detail["msg"][1:]
            faults.add(path.name, ".".join(map(str, detail["loc"])), problem, advice)
    return settings.model_copy(update={"name": settings.name or folder.resolve().name or "dataset"})


def _lang_folder(folder: Path, lang: Lang) -> Path:
    if (folder / lang / "chunks.jsonl").is_file():
        return folder / lang
    if (folder / "chunks.jsonl").is_file():
        if folder.resolve().name == lang:
            return folder
        raise DataError(f"The dataset {folder} is one language folder; to read it as '{lang}', name the folder {lang}.")
    there = ",".join(named(folder))
    raise DataError(f"The dataset {folder} has no '{lang}' (no {lang}/chunks.jsonl); use --lang {there}.")


def _tables(folder: Path, lang: Lang, faults: Faults) -> Tables:
    rows: list[list[Row]] = []
    for name in FILES:
        path, label, before = folder / name, f"{lang}/{name}", len(faults.found)
        rows.append(read_rows(path.read_bytes(), label, faults) if path.is_file() else [])
        if not rows[-1] and len(faults.found) == before and name != "abstention.jsonl":
            there = ("holds no row", "add one JSON object for each line")
            faults.add(label, "", *(there if path.is_file() else ("does not exist", "add the file")))
    chunks, items, abstention = rows
    return Tables(
        lang,
        tuple(Placed(*found) for found in records(Chunk, chunks, faults)),
        tuple(Placed(*found) for found in records(MainRow, items, faults)),
        tuple(Placed(*found) for found in records(AbstentionRow, abstention, faults)),
    )


def _check_item(item: Placed[MainRow], corpus: Mapping[str, Chunk], faults: Faults) -> None:
    row, main = Fields(item.row, faults), item.record
    for name, ids in (("positive", main.positive), ("negative", main.negative)):
        for position, chunk in enumerate(ids):
            if chunk not in corpus:
                row.fault(f"{name}[{position}]", f"no chunk has the id '{chunk}'", "name a chunk of chunks.jsonl")
            elif chunk in ids[:position]:
                row.fault(f"{name}[{position}]", f"'{chunk}' is listed twice", "remove one")
    for chunk in sorted(set(main.positive) & set(main.negative)):
        row.fault("negative", f"'{chunk}' is also positive", "keep it in one of the two lists")
    for position, chunk in enumerate(evidence.chunk for evidence in main.evidence):
        if chunk not in main.positive:
            row.fault(
                f"evidence[{position}].chunk", f"'{chunk}' is not positive here", "quote only from positive chunks"
            )


def _check_overlay(overlay: Placed[AbstentionRow], tables: Tables, faults: Faults) -> None:
    row, cut, corpus = Fields(overlay.row, faults), overlay.record.cut, tables.corpus
    base = tables.bases.get(overlay.record.base)
    if base is None:
        row.fault("base", f"no Main item has the id '{overlay.record.base}'", "name an item of items.jsonl")
    if cut is None:
        return
    if base is not None and cut.chunk not in base.positive:
        row.fault("cut.chunk", f"'{cut.chunk}' is not positive in {base.id}", "cut a positive chunk")
    if cut.chunk in corpus and cut.end >= len(corpus[cut.chunk].text):
        has = f"'{cut.chunk}' has {len(corpus[cut.chunk].text)} characters"
        row.fault("cut.end", f"is {cut.end}, but {has}", "cut before its end")


def _main(placed: Placed[MainRow], lang: Lang) -> Item:
    row = placed.record
    shared = {name: getattr(row, name) for name in MainRow.model_fields.keys() & Item.model_fields.keys()}
    own = {"lang": lang, "kind": MAIN, "cluster": row.id, "source": placed.row.where}
    return Item.model_validate(shared | own)


def _overlaid(placed: Placed[AbstentionRow], base: Item) -> Item:
    row = placed.record
    overlay = Overlay(add=(row.add,) if row.add else (), cut=row.cut)
    return derived(base, row.id, row.kind, overlay, row.answer).model_copy(update={"source": placed.row.where})
