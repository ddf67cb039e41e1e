"""A dataset as a folder that `datasets.load_dataset` reads, with its card and its relevance judgements.

    README.md                how the folder is read (front matter), the source's card, and what this export holds
    LANG/main.parquet        the Main items
    LANG/abstention.parquet  every other item as a run asks it, the derived evidence-removed ones too
    LANG/corpus.parquet      the chunks that a retriever may search
    qrels/LANG.txt           TREC relevance judgements: each Main item's positive chunks
    SHA256SUMS               a digest of each file

A split without rows has no file: `load_dataset` cannot read an empty one.
Guarantees: no field of an item or chunk is lost (`columns.item_of` and `chunk_of` give them back); the same source
gives the same bytes; no path of the machine is in any file; the folder appears whole or not at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.authoring import card, sums
from bench.authoring.columns import COLUMNS, chunk_row, item_row
from bench.dataset import sources
from bench.dataset.importers.own_tables import Tables
from bench.dataset.shapes import Dataset, LangData
from bench.errors import DataError, UsageError
from bench.kinds import kind_of
from bench.records import Lang, Review
from bench.text.display import for_terminal, markdown_cell

SPLITS = ("main", "abstention", "corpus")
Rows = Mapping[str, Sequence[Mapping[str, Any]]]
"""Split -> its rows."""

HUB_LICENCES = frozenset("apache-2.0 cc0-1.0 cc-by-4.0 cc-by-sa-4.0 cc-by-nc-4.0 cc-by-nc-sa-4.0 mit unknown".split())

Beside = tuple[str | None, Sequence[Review]]
"""What the own format stores beside an item: its author and its solves."""


def export(source: str, langs: Sequence[Lang], out: Path) -> dict[Lang, dict[str, int]]:
    """Write the wanted languages of a source to the new folder `out`; return the number of rows by split.

    `source` and `langs` as for `load`. Raises what `load` raises, DataError where an id cannot stand in a TREC file,
    and UsageError where `out` holds something already or cannot be written.
    """
    dataset = sources.load(source, langs)
    _refuse_spaces(dataset)
    own = sources.own_tables(source, langs)
    rows = {lang: rows_of(data, own.get(lang, Tables(lang))) for lang, data in dataset.langs.items()}
    about = _readme(dataset, rows, sources.own_folder(source))
    try:
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise UsageError(f"--out: {out} exists and is not an empty folder; give a new one, or remove it.")
        out.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as scratch:
            new = Path(scratch) / "export"
            _write(new, dataset, rows, about)
            if out.exists():
                out.rmdir()
            new.rename(out)
    except OSError as error:
        raise UsageError(f"--out: {out} cannot be written ({error.strerror or error}); give another folder.") from error
    return {lang: {split: len(found[split]) for split in SPLITS} for lang, found in rows.items()}


def rows_of(data: LangData, tables: Tables) -> dict[str, list[dict[str, Any]]]:
    """The rows of each split of one language; [] for a split that it does not have.

    `tables` have what the own format stores beside an item, its author and its solves; they are empty for any other
    format. An evidence-removed item has none of its own.
    """
    main: dict[str, Beside] = {p.record.id: (p.record.author, p.record.reviews) for p in tables.items}
    beside = main | {p.record.id: (None, p.record.reviews) for p in tables.abstention}
    items = [(kind_of(item.kind).own_question, item_row(item, *beside.get(item.id, (None, ())))) for item in data.items]
    return {
        "main": [found for own, found in items if own],
        "abstention": [found for own, found in items if not own],
        "corpus": [chunk_row(chunk) for chunk in data.corpus.values()],
    }


def dataset_dict(rows: Rows) -> Any:
    """The splits of one language as a `datasets.DatasetDict`, each with the same columns; an empty one is left out."""
    import datasets

    features = datasets.Features({name: _feature(kind) for name, kind in COLUMNS.items()})
    return datasets.DatasetDict(
        {
            split: datasets.Dataset.from_dict({name: [row[name] for row in found] for name in COLUMNS}, features)
            for split, found in rows.items()
            if found
        }
    )


def qrels(data: LangData) -> str:
    """TREC judgements `ITEM 0 CHUNK 1`, one line for each positive chunk of each Main item, in item order.

    Abstention items have none: nothing in the corpus that they are asked over settles them.
    """
    mains = (item for item in data.items if item.answerable)
    return "".join(f"{item.id} 0 {chunk} 1\n" for item in mains for chunk in item.positive)


def front_matter(dataset: Dataset, rows: Mapping[Lang, Rows]) -> str:
    """The YAML head of README.md: which file is which split of which language, and the licence.

    `load_dataset` keeps what it has read of a local folder under a key made of this head alone, not of the files. The
    digest in each description makes a new export in the same place a new key, so that nobody is given the old rows.
    """
    licence, about = dataset.licence.lower(), f"{dataset.name} {dataset.version}, sha256 {dataset.sha256}"
    other = ["license: other", f"license_name: {_quoted(dataset.licence)}"]
    lines = [f"license: {licence}"] if licence in HUB_LICENCES else other
    lines += ["language:", *(f"- {lang}" for lang in dataset.langs)]
    lines += [f"pretty_name: {_quoted(dataset.name)}", "task_categories:", "- question-answering"]
    lines += ["configs:"]
    for lang, splits in rows.items():
        lines += [f"- config_name: {lang}", f"  description: {_quoted(about)}", "  data_files:"]
        for split in (name for name in SPLITS if splits[name]):
            lines += [f"  - split: {split}", f"    path: {lang}/{split}.parquet"]
    return "\n".join(["---", *lines, "---", ""])


def _write(place: Path, dataset: Dataset, rows: Mapping[Lang, Rows], about: Mapping[str, bytes]) -> None:
    (place / "qrels").mkdir(parents=True)
    for lang, data in dataset.langs.items():
        (place / lang).mkdir()
        with _no_bars():
            for split, table in dataset_dict(rows[lang]).items():
                table.to_parquet(str(place / lang / f"{split}.parquet"))
        (place / "qrels" / f"{lang}.txt").write_bytes(qrels(data).encode())
    for name, text in about.items():
        (place / name).write_bytes(text)
    files = [path for path in place.rglob("*") if path.is_file()]
    digests = sums.sums((path.relative_to(place).as_posix(), path.read_bytes()) for path in files)
    (place / sums.NAME).write_bytes(digests.encode())


def _readme(dataset: Dataset, rows: Mapping[Lang, Rows], folder: Path | None) -> dict[str, bytes]:
    """README.md, and what of a source in the own format goes with it word for word."""
    kept = {name: folder / name for name in (card.NAME, "CHANGELOG.md", "dataset.toml")} if folder else {}
    about = {name: path.read_bytes() for name, path in kept.items() if path.is_file()}
    name = markdown_cell(dataset.name)
    # A card may have a front matter of its own, which would describe another folder.
    whole_card = card.read(folder) if folder and card.NAME in about else f"# {name}"
    body = re.sub(r"\A---\n.*?\n---\n", "", whole_card, flags=re.S).strip()
    notes = resources.files("bench.authoring").joinpath("export_notes.md").read_text(encoding="utf-8").strip()
    version = f"Exported from version {markdown_cell(dataset.version)} of {name}, sha256 `{dataset.sha256}`."
    whole = front_matter(dataset, rows) + "\n" + "\n\n".join([body, notes, version]) + "\n"
    return {**about, card.NAME: whole.encode()}


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


def _quoted(text: str) -> str:
    """A YAML scalar in double quotes. What JSON would write as it is and YAML take for a break is made visible."""
    return json.dumps(for_terminal(text), ensure_ascii=False)
