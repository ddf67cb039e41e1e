"""The figures of the dataset card: one section of the card, written from the counts of the data itself.

The section stands between two marks in README.md. Everything outside them is written by people and is never touched.
"""

from __future__ import annotations

from collections.abc import Mapping
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
EVIDENCE = (1, 2, 3, 4, 10)
"""Where the groups of Main items begin that are counted by the number of chunks with their evidence."""


def figures(folder: Path) -> str:
    """The section for a dataset folder in the own format, as Markdown, without its marks.

    Raises DataError where the data cannot be loaded: a faulty set is not counted.
    """
    langs = own.named(folder)
    if not langs:
        raise DataError(f"{folder} has no card to write: it holds neither en/chunks.jsonl nor ja/chunks.jsonl.")
    found = stats(str(folder), langs)
    about, by_lang = found["dataset"], {lang: found[lang] for lang in langs}
    composition = own.read(folder, langs, Faults()).settings.composition
    return "\n\n".join(
        [
            f"Version {markdown_cell(about['version'])}, composition {composition}, sha256 of the whole "
            f"`{about['sha256']}`.",
            _table("", {lang: _sizes(counts) for lang, counts in by_lang.items()}),
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


def _sizes(figures: Mapping[str, Any]) -> dict[str, object]:
    """The rows of the first table for one language."""
    tokens, kinds, evidence = figures["chunk_tokens"], figures["kinds"], figures["evidence"]
    main = sum(figures["combinations"].values())
    two = sum(count for name, count in figures["combinations"].items() if " + " in name)
    return {
        "written worlds": len(figures["worlds"]),
        "chunks": figures["chunks"],
        "tokens of a chunk (cl100k_base): least / median / greatest": "{min} / {p50} / {max}".format_map(tokens),
        "Main items": kinds["main"],
        "… with one aspect / with two": f"{main - two} / {two}",
        **_evidence(figures["positives_per_main_item"]),
        "abstention: evidence removed": kinds["insufficient"],
        "abstention: contradictory": kinds["contradictory"],
        "abstention: incomplete": kinds["incomplete"],
        "evidence quotes of written items": evidence["quotes"],
        "checked calculations of written items": evidence["derivations"],
        **_drawn(figures.get("drawn")),
    }


def _evidence(sizes: Mapping[str, int]) -> dict[str, object]:
    """Main items by the number of chunks that hold their answer; `sizes` is {chunks: items}."""
    rows: dict[str, object] = {}
    for low, high in zip(EVIDENCE, (*EVIDENCE[1:], None), strict=True):
        name = f"{low} or more" if high is None else f"{low}" if high == low + 1 else f"{low} to {high - 1}"
        count = sum(items for n, items in sizes.items() if low <= int(n) and (high is None or int(n) < high))
        rows[f"… whose evidence is in {name} chunk{'s'[: name != '1']}"] = count
    return rows


def _drawn(figures: Mapping[str, Any] | None) -> dict[str, object]:
    """What is drawn; no rows where nothing is."""
    if figures is None:
        return {}
    tiers = {f"… of tier {tier}": count for tier, count in figures["tiers"].items()}
    programs = f"{len(figures['programs'])} / {figures['worlds']}"
    return {"drawn questions": figures["questions"], **tiers, "question programs / worlds": programs}


def _table(title: str, columns: Mapping[Lang, Mapping[str, object]]) -> str:
    lines = [f"| {' | '.join((title, *columns))} |", f"| --- |{' ---: |' * len(columns)}"]
    names = next(iter(columns.values()))
    lines += [f"| {name} | {' | '.join(str(column[name]) for column in columns.values())} |" for name in names]
    return "\n".join(lines)
