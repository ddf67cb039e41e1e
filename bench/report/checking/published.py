"""LIT-RAGBench as published, without a word of it: ids, kinds, aspects and flags of its items, digests of its files.

`lit_published.toml` holds them; `python -m bench.report.checking.published FOLDER` prints it from the published files.
The digests are those that `bench.dataset.load` gives for the files as they lie in the repository (together, and each by
itself) and for the rows of the Hugging Face hub (`bench.dataset.importers.lit_hub`).
"""

from __future__ import annotations

import functools
import json
import sys
import tomllib
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from bench.dataset import Dataset, load
from bench.dataset.importers import lit_hub
from bench.dataset.importers.lit import audit
from bench.dataset.rows import digest
from bench.dataset.shapes import LangData
from bench.kinds import MAIN
from bench.records import LANGS, Aspect, Item, Lang, Record

NAME, LICENCE = "lit", "CC-BY-SA-4.0"
WITHHELD = "(not shipped)"
"""Stands where an item has a text."""


class _Index(Record):
    """The file. A row is written `KIND ASPECT[+ASPECT] [<BASE] [flagged]`; its number is its place."""

    commit: str
    digests: dict[str, tuple[Lang, ...]]
    """SHA-256 of the data to the languages that they hold."""
    rows: dict[Lang, tuple[str, ...]]


def published_lit(sha256: str, langs: Sequence[Lang]) -> Dataset | None:
    """The items of LIT-RAGBench in `langs`, without their texts; None where `sha256` is not one of its digests.

    Languages that data of this digest do not hold are left out.
    """
    index = _index()
    if (holds := index.digests.get(sha256)) is None:
        return None
    data = {lang: LangData(lang, MappingProxyType({}), _items(lang)) for lang in langs if lang in holds}
    return Dataset(NAME, index.commit, sha256, LICENCE, MappingProxyType(data), official=True)


@functools.cache
def _index() -> _Index:
    text = resources.files(__package__).joinpath("lit_published.toml").read_text(encoding="utf-8")
    return _Index.model_validate(tomllib.loads(text))


@functools.cache
def _items(lang: Lang) -> tuple[Item, ...]:
    return tuple(_item(lang, number, row.split()) for number, row in enumerate(_index().rows[lang]))


def _item(lang: Lang, number: int, words: Sequence[str]) -> Item:
    kind, aspects, *more = words
    own = f"{NAME}-{lang}-{number:03}"
    base = next((f"{NAME}-{lang}-{int(word[1:]):03}" for word in more if word.startswith("<")), None)
    return Item(
        id=own,
        lang=lang,
        kind=kind,
        question=WITHHELD,
        answer=WITHHELD,
        aspects=tuple(map(Aspect, aspects.split("+"))),
        base=base,
        cluster=base or own,
        flags=("flagged",) if "flagged" in more else (),
    )


def _written(folder: Path) -> Iterator[str]:
    """The lines of lit_published.toml, from the published files en.jsonl and ja.jsonl in `folder`."""
    both = load(str(folder), LANGS)
    digests = {both.sha256: list(LANGS), _of_hub(folder, LANGS): list(LANGS)}
    for lang in LANGS:
        alone = load(str(folder / f"{lang}.jsonl"), (lang,)).sha256
        digests |= {alone: [lang], _of_hub(folder, (lang,)): [lang]}
    yield "# What published.py knows of LIT-RAGBench (arXiv 2603.06198, CC BY-SA 4.0): no text of it."
    yield f"# Made by `python -m bench.report.checking.published FOLDER` from {audit().repository}."
    yield f'\ncommit = "{both.version}"\n\n[digests]'
    yield from (f'"{sha256}" = {json.dumps(langs)}' for sha256, langs in digests.items())
    yield "\n[rows]"
    for lang in LANGS:
        yield f"{lang} = ["
        yield from (f'  "{_row(item)}",' for item in both.langs[lang].items)
        yield "]"


def _row(item: Item) -> str:
    if item.kind == MAIN and item.base:
        raise ValueError(f"{item.id} is a question and has a base")
    base = [f"<{int(item.base.rpartition('-')[2])}"] if item.base else []
    return " ".join([item.kind, "+".join(item.aspects), *base, *(["flagged"] if item.flags else [])])


def _of_hub(folder: Path, langs: Sequence[Lang]) -> str:
    files = [
        lit_hub.rows_as_file(lang, map(json.loads, (folder / f"{lang}.jsonl").read_text("utf-8").splitlines()))
        for lang in langs
    ]
    return digest((file.name, file.data) for file in files)


if __name__ == "__main__":
    print("\n".join(_written(Path(sys.argv[1]))))
