"""The suite's own format: a folder with en/ and ja/ (or one of them alone), each with three files.

    chunks.jsonl       the corpus, one `Chunk` a line
    items.jsonl        questions with an answer or a false premise, one `MainRow` a line
    abstention.jsonl   what is made of them, one `AbstentionRow` a line (may be missing)

and, in a folder `drawn` beside them, the same three for drawn items; and a `dataset.toml` (name, version, licence,
composition = "growing" or "final"; each has a default). Where a row stands decides nothing: drawn is what has `drawn`.

The items that a run sees are, in this order: the rows of items.jsonl; one `<id>-INS` for each written Main item that
has no row of that kind, with its positive chunks removed from the corpus and nothing positive left; the rows of
abstention.jsonl, each with the question, chunks and aspects of abstention, and an overlay. All items made from one
written Main item are one cluster, all drawn by one program of a kit are another.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType

from pydantic import ValidationError

from bench.dataset.fields import records
from bench.dataset.importers.own_references import check_references
from bench.dataset.importers.own_tables import Placed, Settings, Source, Tables
from bench.dataset.rows import Faults, Row, read_rows
from bench.dataset.shapes import REMOVED, LangData, derived, without_evidence
from bench.errors import DataError
from bench.kinds import MAIN, kind_of
from bench.records import LANGS, AbstentionRow, Chunk, Item, Lang, MainRow

FILES = ("chunks.jsonl", "items.jsonl", "abstention.jsonl")
DRAWN = "drawn"
"""The folder of drawn rows in that of a language."""


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
    homes = {f"{lang}/": folder / lang for lang in LANGS}
    if not any((home / name).is_file() for home in homes.values() for name in FILES):
        homes = {f"{folder.resolve().name}/": folder}
    homes |= {f"{label}{DRAWN}/": home / DRAWN for label, home in homes.items()}
    paths = {f"{label}{name}": home / name for label, home in homes.items() for name in FILES}
    paths = {"dataset.toml": folder / "dataset.toml", **paths}
    return [(label, path.read_bytes()) for label, path in paths.items() if path.is_file()]


def build(tables: Tables) -> LangData:
    """The items and corpus of one language. The tables must have passed `check_references`."""
    asked = {placed.record.id: _asked(placed, tables.lang) for placed in tables.items}
    stated = {placed.record.base for placed in tables.abstention if placed.record.kind == REMOVED}
    removed = [
        without_evidence(item)
        for item in asked.values()
        if item.kind == MAIN and item.drawn is None and item.id not in stated
    ]
    overlaid = [_overlaid(placed, asked[placed.record.base]) for placed in tables.abstention]
    return LangData(tables.lang, MappingProxyType(tables.corpus), (*asked.values(), *removed, *overlaid))


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
    rows = _rows(folder, f"{lang}/", faults)
    if (folder / DRAWN).is_dir():
        drawn = _rows(folder / DRAWN, f"{lang}/{DRAWN}/", faults)
        rows = [[*above, *more] for above, more in zip(rows, drawn, strict=True)]
    chunks, items, abstention = rows
    return Tables(
        lang,
        tuple(Placed(*found) for found in records(Chunk, chunks, faults)),
        tuple(Placed(*found) for found in records(MainRow, items, faults)),
        tuple(Placed(*found) for found in records(AbstentionRow, abstention, faults)),
    )


def _rows(folder: Path, label: str, faults: Faults) -> list[list[Row]]:
    """The rows of the three files; one that is empty or missing is a fault, but for abstention.jsonl."""
    rows: list[list[Row]] = []
    for name in FILES:
        path, before = folder / name, len(faults.found)
        rows.append(read_rows(path.read_bytes(), f"{label}{name}", faults) if path.is_file() else [])
        if not rows[-1] and len(faults.found) == before and name != "abstention.jsonl":
            there = ("holds no row", "add one JSON object for each line")
            faults.add(f"{label}{name}", "", *(there if path.is_file() else ("does not exist", "add the file")))
    return rows


def _asked(placed: Placed[MainRow], lang: Lang) -> Item:
    row = placed.record
    shared = {name: getattr(row, name) for name in MainRow.model_fields.keys() & Item.model_fields.keys()}
    if kind_of(row.kind).apart:
        # Aspects put an item into LIT's categories, where only Main items and abstention count.
        shared["aspects"] = ()
    cluster = row.drawn.cluster if row.drawn else row.id
    return Item.model_validate(shared | {"lang": lang, "cluster": cluster, "source": placed.row.where})


def _overlaid(placed: Placed[AbstentionRow], base: Item) -> Item:
    row = placed.record
    changes: dict[str, object] = {"source": placed.row.where, "rival_answer": row.rival_answer}
    if row.overlay is not None:
        overlay = row.overlay
        changes |= {"positive": row.positive, "negative": row.negative}
    else:
        added = (row.add,) if row.add else ()
        overlay = base.overlay.model_copy(
            update={
                "add": (*base.overlay.add, *added),
                "cuts": (*base.overlay.cuts, *((row.cut,) if row.cut else ())),
                "rival": tuple(chunk.id for chunk in added),
            }
        )
    return derived(base, row.id, row.kind, overlay, row.answer).model_copy(update=changes)
