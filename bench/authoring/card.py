"""The figures of the dataset card: one section of the card, written from the counts of the data itself.

The section stands between two marks in README.md. Everything outside them is written by people and is never touched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.authoring.stats import stats
from bench.dataset.importers import own
from bench.dataset.rows import Faults
from bench.errors import DataError
from bench.records import CATEGORY_OF, LANGS, Aspect, Lang
from bench.text.display import markdown_cell

NAME = "README.md"
OPEN, CLOSE = "<!-- figures: written by `bench data card --write` -->", "<!-- /figures -->"

Count = tuple[str, Sequence[Any]]
"""A name and its value in each language."""


def figures(folder: Path) -> str:
    """The section for a dataset folder in the own format, as Markdown, without its marks.

    Raises DataError where the data cannot be loaded: a faulty set is not counted.
    """
    langs = [lang for lang in LANGS if (folder / lang / "chunks.jsonl").is_file()]
    if not langs:
        raise DataError(f"{folder} has no card to write: it holds neither en/chunks.jsonl nor ja/chunks.jsonl.")
    found = stats(str(folder), langs)
    about = found["dataset"]
    composition = own.read(folder, langs, Faults()).settings.composition
    return "\n\n".join(
        [
            f"Version {markdown_cell(about['version'])}, composition {composition}, sha256 of the whole "
            f"`{about['sha256']}`.",
            _table(("", *langs), _sizes(found, langs)),
            _table(("aspect", *langs), _aspects(found, langs)),
            "An item with two aspects counts in both.",
        ]
    )


def read(folder: Path) -> str:
    """The card beside a dataset, its lines ended by a line feed. DataError where there is none or it is not UTF-8."""
    try:
        return (folder / NAME).read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        raise DataError(f"{folder / NAME} does not exist; write the card, with the two marks of its figures.") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{folder / NAME} is not UTF-8 (byte {error.start + 1}); save it as UTF-8.") from None


def with_figures(card: str, section: str) -> str:
    """The card with its section replaced. Raises DataError where the two marks do not stand once, in order."""
    start, end = card.find(OPEN), card.find(CLOSE)
    if card.count(OPEN) != 1 or card.count(CLOSE) != 1 or end < start:
        raise DataError(f"The card needs the lines {OPEN} and {CLOSE}, once each and in this order; put them back.")
    return f"{card[: start + len(OPEN)]}\n\n{section}\n\n{card[end:]}"


def _sizes(found: Mapping[str, Any], langs: Sequence[Lang]) -> list[Count]:
    by_lang = [found[lang] for lang in langs]

    def each(name: str, *path: str) -> Count:
        return name, [_at(figures, path) for figures in by_lang]

    tokens = [f"{t['min']} / {t['p50']} / {t['max']}" for t in (figures["chunk_tokens"] for figures in by_lang)]
    return [
        ("worlds", [len(figures["worlds"]) for figures in by_lang]),
        each("chunks", "chunks"),
        ("tokens of a chunk (cl100k_base): least / median / greatest", tokens),
        each("Main items", "kinds", "main"),
        ("… with one aspect / with two", [_one_and_two(figures["combinations"]) for figures in by_lang]),
        *(
            each(f"… whose evidence is in {n} chunk{'s'[: n != '1']}", "positives_per_main_item", n)
            for n in _keys(by_lang)
        ),
        each("abstention: evidence removed (derived from the Main items)", "kinds", "insufficient"),
        each("abstention: contradictory", "kinds", "contradictory"),
        each("abstention: incomplete", "kinds", "incomplete"),
        each("evidence quotes", "evidence", "quotes"),
        each("checked calculations", "evidence", "derivations"),
    ]


def _aspects(found: Mapping[str, Any], langs: Sequence[Lang]) -> list[Count]:
    return [(f"{CATEGORY_OF[a]}: {a.value}", [found[lang]["aspects"][a.value] for lang in langs]) for a in Aspect]


def _keys(by_lang: Sequence[Mapping[str, Any]]) -> list[str]:
    return sorted({size for figures in by_lang for size in figures["positives_per_main_item"]}, key=int)


def _at(figures: Mapping[str, Any], path: Sequence[str]) -> Any:
    value: Any = figures
    for name in path[:-1]:
        value = value[name]
    # A size that one language has and the other has not occurs there zero times.
    return value.get(path[-1], 0)


def _one_and_two(combinations: Mapping[str, int]) -> str:
    two = sum(count for name, count in combinations.items() if " + " in name)
    return f"{sum(combinations.values()) - two} / {two}"


def _table(head: Sequence[str], rows: Sequence[Count]) -> str:
    lines = [f"| {' | '.join(head)} |", f"| --- |{' ---: |' * (len(head) - 1)}"]
    lines += [f"| {name} | {' | '.join(str(value) for value in values)} |" for name, values in rows]
    return "\n".join(lines)
