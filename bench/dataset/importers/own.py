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
from pathlib import Path
from types import MappingProxyType
from typing import Generic, Literal, TypeVar

from pydantic import ValidationError

from bench.dataset import fields
from bench.dataset.rows import Faults, Row, read_rows
from bench.dataset.shapes import LangData
from bench.errors import DataError
from bench.records import LANGS, AbstentionRow, Aspect, Chunk, Item, Lang, MainRow, Overlay, Record

DECLINE: dict[Lang, str] = {
    "en": "It cannot be determined: the documents do not hold the information that the question asks for.",
    "ja": "判断できない。質問に答えるために必要な情報が資料に含まれていない。",
}
"""The reference answer of every item whose evidence was removed."""

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


@dataclass
class Source:
    """A folder of the own format: its settings, tables by language, and the bytes that were read."""

    settings: Settings
    tables: dict[Lang, Tables] = field(default_factory=dict)
    files: list[tuple[str, bytes]] = field(default_factory=list)


def is_own(folder: Path) -> bool:
    """Whether the folder, or a language folder in it, holds a corpus in the own format."""
    return any((place / "chunks.jsonl").is_file() for place in (folder, *(folder / lang for lang in LANGS)))


def languages(folder: Path) -> tuple[Lang, ...]:
    """The languages that the folder has, in the suite's order; a folder of one language has the one it is called by.

    () for a folder of one language that has another name: nothing says which language it is.
    """
    there = tuple(lang for lang in LANGS if (folder / lang / "chunks.jsonl").is_file())
    return there or tuple(lang for lang in LANGS if folder.resolve().name == lang)


def read(folder: Path, langs: Sequence[Lang], faults: Faults) -> Source:
    """Read the wanted languages that are there; faults of rows and of references between rows are noted.

    Raises DataError where a wanted language has no folder, because nothing else can then be said about it.
    """
    source = Source(_settings(folder, faults), files=every_file(folder))
    for lang in (known for known in LANGS if known in langs):
        place = _place(folder, lang)
        tables = _tables(place, lang, faults)
        check_references(tables, faults)
        source.tables[lang] = tables
    return source


def every_file(folder: Path) -> list[tuple[str, bytes]]:
    """(label, bytes) of every file of the dataset, whichever languages are wanted: one digest for one dataset."""
    places = {f"{lang}/{name}": folder / lang / name for lang in LANGS for name in FILES}
    if not any(place.is_file() for place in places.values()):
        places = {f"{folder.resolve().name}/{name}": folder / name for name in FILES}
    places = {"dataset.toml": folder / "dataset.toml", **places}
    return [(label, place.read_bytes()) for label, place in places.items() if place.is_file()]


def build(tables: Tables) -> LangData:
    """The items and corpus of one language. The tables must have passed `check_references`."""
    bases = {placed.record.id: placed.record for placed in tables.items}
    main = [_main(placed, tables.lang) for placed in tables.items]
    removed = [_insufficient(item) for item in main]
    overlaid = [_overlaid(placed, bases[placed.record.base], tables.lang) for placed in tables.abstention]
    corpus = {placed.record.id: placed.record for placed in tables.chunks}
    return LangData(tables.lang, MappingProxyType(corpus), (*main, *removed, *overlaid))


def check_references(tables: Tables, faults: Faults) -> None:
    """Ids that are not unique, or that name nothing: an item built from them could not be shown."""
    corpus = {placed.record.id: placed.record for placed in tables.chunks}
    bases = {placed.record.id: placed.record for placed in tables.items}
    added = [p for p in tables.abstention if p.record.add is not None]
    _unique(
        [
            *((p.row, "id", p.record.id) for p in tables.chunks),
            *((p.row, "add.id", p.record.add.id) for p in added if p.record.add),
        ],
        "chunk",
        faults,
    )
    _unique(
        [
            *((p.row, "id", p.record.id) for p in tables.items),
            *((p.row, "id", f"{p.record.id}-INS") for p in tables.items),
            *((p.row, "id", p.record.id) for p in tables.abstention),
        ],
        "item",
        faults,
    )
    for item in tables.items:
        _check_item(item, corpus, faults)
    for overlay in tables.abstention:
        _check_overlay(overlay, corpus, bases, faults)


def _settings(folder: Path, faults: Faults) -> Settings:
    path = folder / "dataset.toml"
    own_name = folder.resolve().name or "dataset"
    if not path.is_file():
        return Settings(name=own_name)
    try:
        settings = Settings.model_validate(tomllib.loads(path.read_text(encoding="utf-8-sig")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        faults.add("dataset.toml", "", f"is not TOML ({error})", "correct the file")
        return Settings(name=own_name)
    except ValidationError as error:
        for detail in error.errors():
            name = ".".join(str(part) for part in detail["loc"])
            faults.add(
                "dataset.toml",
                name,
                detail["msg"][:1].lower() + detail["msg"][1:],
                'name, version and licence are texts, composition is "growing" or "final"',
            )
        return Settings(name=own_name)
    return settings if settings.name else settings.model_copy(update={"name": own_name})


def _place(folder: Path, lang: Lang) -> Path:
    if (folder / lang / "chunks.jsonl").is_file():
        return folder / lang
    if (folder / "chunks.jsonl").is_file():
        if folder.resolve().name == lang:
            return folder
        raise DataError(f"The dataset {folder} is one language folder; to read it as '{lang}', name the folder {lang}.")
    there = [known for known in LANGS if (folder / known / "chunks.jsonl").is_file()]
    raise DataError(f"The dataset {folder} has no '{lang}' (no {lang}/chunks.jsonl); use --lang {','.join(there)}.")


def _tables(place: Path, lang: Lang, faults: Faults) -> Tables:
    rows: dict[str, list[Row]] = {}
    for name in FILES:
        path, label = place / name, f"{lang}/{name}"
        if not path.is_file():
            if name != "abstention.jsonl":
                faults.add(label, "", "does not exist", "add the file")
            rows[name] = []
            continue
        data = path.read_bytes()
        before = len(faults.found)
        rows[name] = read_rows(data, label, faults)
        if not rows[name] and len(faults.found) == before and name != "abstention.jsonl":
            faults.add(label, "", "holds no row", "add one JSON object for each line")
    return Tables(
        lang,
        _records(Chunk, rows["chunks.jsonl"], faults),
        _records(MainRow, rows["items.jsonl"], faults),
        _records(AbstentionRow, rows["abstention.jsonl"], faults),
    )


def _records(model: type[R], rows: Sequence[Row], faults: Faults) -> tuple[Placed[R], ...]:
    read_all = ((fields.record(model, row, faults), row) for row in rows)
    return tuple(Placed(found, row) for found, row in read_all if found is not None)


def _unique(places: Sequence[tuple[Row, str, str]], what: str, faults: Faults) -> None:
    first: dict[str, Row] = {}
    for row, name, value in places:
        if value in first:
            faults.add(row, name, f"the {what} id '{value}' is also used at {first[value].where}", "use another id")
        first.setdefault(value, row)


def _check_item(item: Placed[MainRow], corpus: Mapping[str, Chunk], faults: Faults) -> None:
    row, main = item.row, item.record
    for name, ids in (("positive", main.positive), ("negative", main.negative)):
        for position, chunk in enumerate(ids):
            if chunk not in corpus:
                faults.add(row, f"{name}[{position}]", f"no chunk has the id '{chunk}'", "name a chunk of chunks.jsonl")
            elif chunk in ids[:position]:
                faults.add(row, f"{name}[{position}]", f"'{chunk}' is listed twice", "remove one")
    for chunk in sorted(set(main.positive) & set(main.negative)):
        faults.add(row, "negative", f"'{chunk}' is also positive", "keep it in one of the two lists")
    for position, evidence in enumerate(main.evidence):
        if evidence.chunk not in main.positive:
            faults.add(
                row,
                f"evidence[{position}].chunk",
                f"'{evidence.chunk}' is not positive here",
                "quote only from positive chunks",
            )


def _check_overlay(
    overlay: Placed[AbstentionRow], corpus: Mapping[str, Chunk], bases: Mapping[str, MainRow], faults: Faults
) -> None:
    row, cut = overlay.row, overlay.record.cut
    base = bases.get(overlay.record.base)
    if base is None:
        faults.add(row, "base", f"no Main item has the id '{overlay.record.base}'", "name an item of items.jsonl")
    if cut is None:
        return
    if base is not None and cut.chunk not in base.positive:
        faults.add(row, "cut.chunk", f"'{cut.chunk}' is not positive in {base.id}", "cut a positive chunk")
    if cut.chunk in corpus and cut.end >= len(corpus[cut.chunk].text):
        faults.add(
            row,
            "cut.end",
            f"is {cut.end}, but '{cut.chunk}' has {len(corpus[cut.chunk].text)} characters",
            "cut before its end",
        )


def _main(placed: Placed[MainRow], lang: Lang) -> Item:
    row = placed.record
    return Item(
        id=row.id,
        lang=lang,
        kind="main",
        question=row.question,
        answer=row.answer,
        accept=row.accept,
        aspects=row.aspects,
        positive=row.positive,
        negative=row.negative,
        cluster=row.id,
        evidence=row.evidence,
        reasoning=row.reasoning,
        derivation=row.derivation,
        snapshot=row.snapshot,
        source=placed.row.where,
    )


def _insufficient(item: Item) -> Item:
    return Item(
        id=f"{item.id}-INS",
        lang=item.lang,
        kind="insufficient",
        question=item.question,
        answer=DECLINE[item.lang],
        aspects=(Aspect.INSUFFICIENT,),
        negative=item.negative,
        overlay=Overlay(remove=item.positive),
        base=item.id,
        cluster=item.id,
        snapshot=item.snapshot,
        source=item.source,
    )


def _overlaid(placed: Placed[AbstentionRow], base: MainRow, lang: Lang) -> Item:
    row = placed.record
    return Item(
        id=row.id,
        lang=lang,
        kind=row.kind,
        question=base.question,
        answer=row.answer,
        aspects=(Aspect(row.kind),),
        positive=base.positive,
        negative=base.negative,
        overlay=Overlay(add=(row.add,) if row.add else (), cut=row.cut),
        base=base.id,
        cluster=base.id,
        snapshot=base.snapshot,
        source=placed.row.where,
    )
