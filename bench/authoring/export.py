"""A dataset as a folder that `datasets.load_dataset` and the Hub read, with its card and its relevance judgements.

    README.md              how the folder is read (front matter), the source's card, and what this export holds
    items/LANG.parquet     the items as a run asks them, the derived evidence-removed ones too
    corpus/LANG.parquet    the chunks that a retriever may search
    qrels/LANG.parquet     relevance judgements: each Main item's positive chunks; LANG.txt: the same as TREC lines
    prompts/LANG.parquet   where it is wished: what a run sends in the headline arm, and eval.yaml, which asks it
    croissant.json         the same described in Croissant
    SHA256SUMS             a digest of each file

A table without rows has no file: `load_dataset` cannot read an empty one.
Guarantees: no field of an item or chunk is lost (`columns.item_of` and `chunk_of` give them back); the same source
gives the same bytes; no path of the machine is in any file; the folder appears whole or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from bench import prompts
from bench.arms import HEADLINE
from bench.authoring import card, croissant, hub, sums
from bench.authoring.columns import TABLES, Kind, chunk_row, item_row
from bench.contexts import context
from bench.dataset import Dataset, sources
from bench.dataset.importers.own_tables import Tables
from bench.dataset.sample import resolved, select
from bench.dataset.shapes import LangData
from bench.dataset.shown import applies
from bench.errors import DataError
from bench.export.writing import new_folder
from bench.plan import asking_role
from bench.records import Item, Lang, Review
from bench.text.display import markdown_cell

Row = dict[str, Any]
SEED = 0
"""Of the order of documents in prompts, as a run has it by default."""

Beside = tuple[str | None, Sequence[Review]]
"""What the own format stores beside an item: its author and its solves."""


def export(
    source: str, langs: Sequence[Lang] | None, out: Path, *, with_prompts: bool = False
) -> dict[Lang, dict[str, int]]:
    """Write the wanted languages of a source to the new folder `out`; return the number of rows by table.

    `source` and `langs` as for `load`. `with_prompts`: the prompts of the headline arm too, and eval.yaml. Raises what
    `load` raises, DataError where an id cannot stand in a TREC file, and UsageError where `out` holds something already
    or cannot be written.
    """
    dataset = sources.load(source, langs)
    _refuse_spaces(dataset)
    own = sources.own_tables(source, tuple(dataset.langs))
    by_lang = {lang: rows_of(data, own.get(lang, Tables(lang))) for lang, data in dataset.langs.items()}
    if with_prompts:
        for lang, rows in prompts_of(dataset).items():
            by_lang[lang]["prompts"] = rows
    names = [name for name in TABLES if with_prompts or name != "prompts"]
    tables = {name: {lang: rows[name] for lang, rows in by_lang.items()} for name in names}
    about = _readme(dataset, tables, sources.own_folder(source))
    with new_folder(out) as new:
        _write(new, dataset, tables, about)
    return {lang: {name: len(tables[name][lang]) for name in names} for lang in by_lang}


def rows_of(data: LangData, tables: Tables) -> dict[str, list[Row]]:
    """The rows of items, corpus and qrels of one language; [] for a table without any.

    `tables` have what the own format stores beside an item, its author and its solves; they are empty for any other
    format. An evidence-removed item has none of its own.
    """
    main: dict[str, Beside] = {p.record.id: (p.record.author, p.record.reviews) for p in tables.items}
    beside = main | {p.record.id: (None, p.record.reviews) for p in tables.abstention}
    return {
        "items": [item_row(item, *beside.get(item.id, (None, ()))) for item in data.items],
        "corpus": [chunk_row(chunk) for chunk in data.corpus.values()],
        "qrels": [{"query-id": item, "corpus-id": chunk, "score": 1} for item, chunk in judgements(data)],
    }


def prompts_of(dataset: Dataset) -> dict[Lang, list[Row]]:
    """What `bench run` sends by default for each item of the core preset in the headline arm, and the reference.

    Items for which the arm has nothing to show are left out.
    """
    items = [item for data in dataset.langs.values() for item in data.items]
    chosen = select(items, preset=resolved("core", items), limit=None, seed=SEED, arms=(HEADLINE,))
    asked = [item for item in chosen if applies(item, HEADLINE, None)]
    return {lang: [_prompt(item, data) for item in asked if item.lang == lang] for lang, data in dataset.langs.items()}


def dataset_of(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, Kind]) -> Any:
    """Rows as a `datasets.Dataset` with the types of its columns."""
    import datasets

    features = datasets.Features({name: _feature(kind) for name, kind in columns.items()})
    return datasets.Dataset.from_dict({name: [row[name] for row in rows] for name in columns}, features)


def judgements(data: LangData) -> Iterator[tuple[str, str]]:
    """(item, positive chunk) of each Main item, in item order.

    Abstention items have none: nothing in the corpus that they are asked over settles them.
    """
    return ((item.id, chunk) for item in data.items if item.answerable for chunk in item.positive)


def qrels(data: LangData) -> str:
    """The judgements as TREC lines, `ITEM 0 CHUNK 1`."""
    return "".join(f"{item} 0 {chunk} 1\n" for item, chunk in judgements(data))


def _prompt(item: Item, data: LangData) -> Row:
    shown = context(item, HEADLINE, corpus=data.corpus, retriever=None, k=1, seed=SEED, repeat=0)
    template = prompts.load(asking_role(item, HEADLINE), item.lang)
    values = {"question": prompts.inline(item.question), "documents": prompts.documents(shown, item.lang)}
    said = {message.role: message.content for message in template.fill(values)}
    return {
        "id": item.id,
        "lang": item.lang,
        "kind": item.kind,
        "system": said["system"],
        "prompt": said["user"],
        "target": item.answer,
    }


def _write(place: Path, dataset: Dataset, tables: hub.Tables, about: Mapping[str, bytes]) -> None:
    parquet = {}
    for table, by_lang in tables.items():
        (place / table).mkdir(parents=True)
        for lang, rows in by_lang.items():
            if rows:
                path = place / hub.place(table, lang)
                with _no_bars():
                    dataset_of(rows, TABLES[table]).to_parquet(str(path))
                parquet[hub.place(table, lang)] = path.read_bytes()
    for lang, data in dataset.langs.items():
        (place / "qrels" / f"{lang}.txt").write_bytes(qrels(data).encode())
    described = croissant.croissant(dataset, tables, parquet)
    for name, text in {**about, croissant.NAME: described.encode()}.items():
        (place / name).write_bytes(text)
    files = [path for path in place.rglob("*") if path.is_file()]
    digests = sums.sums((path.relative_to(place).as_posix(), path.read_bytes()) for path in files)
    (place / sums.NAME).write_bytes(digests.encode())


def _readme(dataset: Dataset, tables: hub.Tables, folder: Path | None) -> dict[str, bytes]:
    """README.md, what of a source in the own format goes with it word for word, and eval.yaml where prompts do."""
    kept = {name: folder / name for name in (card.NAME, "CHANGELOG.md", "dataset.toml")} if folder else {}
    about = {name: path.read_bytes() for name, path in kept.items() if path.is_file()}
    # A card may have a front matter of its own, which would describe another folder.
    whole_card = card.read(folder) if folder and card.NAME in about else f"# {markdown_cell(dataset.name)}"
    body = re.sub(r"\A---\n.*?\n---\n", "", whole_card, flags=re.S).strip()
    notes = resources.files("bench.authoring").joinpath("export_notes.md").read_text(encoding="utf-8").strip()
    parts = [body, notes, hub.contents(dataset, tables)]
    whole = hub.front_matter(dataset, tables) + "\n" + "\n\n".join(parts) + "\n"
    asked = [lang for lang, rows in tables.get("prompts", {}).items() if rows]
    task = {"eval.yaml": hub.eval_yaml(dataset, asked).encode()} if asked else {}
    return {**about, **task, card.NAME: whole.encode()}


def _refuse_spaces(dataset: Dataset) -> None:
    """White space separates the columns of a TREC file, so an id with a space would be read as two."""
    names: list[tuple[str, str]] = []
    for lang, data in dataset.langs.items():
        names += [(item.source, item.id) for item in data.items] + [(f"{lang} corpus", name) for name in data.corpus]
    faults = [f"{at} 'id': {name!r} holds white space; use another id" for at, name in names if re.search(r"\s", name)]
    if faults:
        raise DataError(f"The dataset {dataset.name} cannot be exported: its ids do not fit a TREC file.", faults)


def _feature(kind: Any) -> Any:
    import datasets

    if isinstance(kind, tuple):
        return datasets.List(_feature(kind[0]))
    if isinstance(kind, dict):
        return {name: datasets.Value(scalar) for name, scalar in kind.items()}
    return datasets.Value(kind)


@contextmanager
def _no_bars() -> Iterator[None]:
    """Without the progress bar that the package draws for each file, however small."""
    import datasets

    shown = datasets.is_progress_bar_enabled()
    datasets.disable_progress_bars()
    try:
        yield
    finally:
        if shown:
            datasets.enable_progress_bars()
