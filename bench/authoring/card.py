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
from bench.records import Aspect, Lang
from bench.text.display import markdown_cell

NAME = "README.md"
OPEN, CLOSE = "<!-- figures: written by `bench data card --write` -->", "<!-- /figures -->"


def figures(folder: Path) -> str:
    """The section for a dataset folder in the own format, as Markdown, without its marks.

    Raises DataError where the data cannot be loaded: a faulty set is not counted.
    """
    langs = own.named(folder)
    if not langs:
        raise DataError(f"{folder} has no card to write: it holds neither en/chunks.jsonl nor ja/chunks.jsonl.")
    found = stats(str(folder), langs)
    about, by_lang = found["dataset"], {lang: found[lang] for lang in langs}
    spread = sorted({size for counts in by_lang.values() for size in counts["positives_per_main_item"]}, key=int)
    composition = own.read(folder, langs, Faults()).settings.composition
    return "\n\n".join(
        [
            f"Version {markdown_cell(about['version'])}, composition {composition}, sha256 of the whole "
            f"`{about['sha256']}`.",
            _table("", {lang: _sizes(counts, spread) for lang, counts in by_lang.items()}),
            _table(
                "aspect",
                {
                    lang: {f"{aspect.category}: {aspect}": counts["aspects"][aspect] for aspect in Aspect}
                    for lang, counts in by_lang.items()
                },
            ),
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


def _sizes(figures: Mapping[str, Any], spread: Sequence[str]) -> dict[str, object]:
    """The rows of the first table for one language. `spread`: how many chunks hold an answer, in any language."""
    tokens, kinds, evidence = figures["chunk_tokens"], figures["kinds"], figures["evidence"]
    main = sum(figures["combinations"].values())
    two = sum(count for name, count in figures["combinations"].items() if " + " in name)
    return {
        "worlds": len(figures["worlds"]),
        "chunks": figures["chunks"],
        "tokens of a chunk (cl100k_base): least / median / greatest": "{min} / {p50} / {max}".format_map(tokens),
        "Main items": kinds["main"],
        "… with one aspect / with two": f"{main - two} / {two}",
        # A size that one language has and the other has not occurs there zero times.
        **{
            f"… whose evidence is in {n} chunk{'s'[: n != '1']}": figures["positives_per_main_item"].get(n, 0)
            for n in spread
        },
        "abstention: evidence removed": kinds["insufficient"],
        "abstention: contradictory": kinds["contradictory"],
        "abstention: incomplete": kinds["incomplete"],
        "evidence quotes": evidence["quotes"],
        "checked calculations": evidence["derivations"],
    }


def _table(title: str, columns: Mapping[Lang, Mapping[str, object]]) -> str:
    lines = [f"| {' | '.join((title, *columns))} |", f"| --- |{' ---: |' * len(columns)}"]
    names = next(iter(columns.values()))
    lines += [f"| {name} | {' | '.join(str(column[name]) for column in columns.values())} |" for name in names]
    return "\n".join(lines)
