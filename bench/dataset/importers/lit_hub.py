"""LIT-RAGBench from the Hugging Face hub, through the `datasets` package.

The hub's page may offer the two languages as configurations or as splits; both are looked for. Any failure, above
all that of having no network, becomes one DataError that says how to use a local copy.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from bench.dataset.importers.files import File
from bench.dataset.importers.lit_rows import KEYS
from bench.dataset.rows import Faults, read_rows
from bench.errors import DataError
from bench.records import Lang

REPOSITORY = "neoai-inc/LIT-RAGBench"
NAMES: dict[Lang, str] = {"en": "english", "ja": "japanese"}
"""What the hub may call a language instead of by its code."""


def fetch(langs: Sequence[Lang]) -> tuple[File, ...]:
    """One file for each wanted language, written again as JSON Lines from the rows that the hub delivers."""
    try:
        import datasets

        with _quiet():
            configs = datasets.get_dataset_config_names(REPOSITORY)
            found = {lang: _rows(datasets, configs, lang) for lang in langs}
    except DataError:
        raise
    # The package raises its own, huggingface_hub's, requests' and the system's errors, without a common class.
    except Exception as error:
        raise DataError(
            f"LIT-RAGBench cannot be loaded from the hub ({_short(error)}); put its en.jsonl and ja.jsonl into a "
            "folder and give that with --data FOLDER."
        ) from error
    return tuple(rows_as_file(lang, rows) for lang, rows in found.items())


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the hub client's log: it writes two lines on stderr for each retry, and one sentence says it all."""
    log = logging.getLogger("huggingface_hub")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(level)


def _rows(datasets: Any, configs: Sequence[str], lang: Lang) -> Iterable[Mapping[str, Any]]:
    config = _named(configs, lang)
    splits = datasets.load_dataset(REPOSITORY, config) if config else datasets.load_dataset(REPOSITORY)
    split = _named(list(splits), lang) or (next(iter(splits)) if config and len(splits) == 1 else None)
    if split is None:
        raise DataError(
            f"The hub's {REPOSITORY} has no '{lang}' (configurations {', '.join(configs)}; splits "
            f"{', '.join(splits)}); put its {lang}.jsonl into a folder and give that with --data FOLDER."
        )
    rows: Iterable[Mapping[str, Any]] = splits[split]
    return rows


def _named(names: Sequence[str], lang: Lang) -> str | None:
    return next((name for name in names if name.lower() in (lang, NAMES.get(lang))), None)


def rows_as_file(lang: Lang, rows: Iterable[Mapping[str, Any]]) -> File:
    """The rows that the hub delivers as a file `LANG.jsonl`. Raises DataError where one is no row."""
    # The published fields only: what else the hub may add (numbers, sources) is no part of the set.
    kept = ({key: row[key] for key in KEYS if key in row} for row in rows)
    data = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in kept).encode()
    name, faults = f"{lang}.jsonl", Faults()
    file = File(name, data, tuple(read_rows(data, name, faults)))
    faults.raise_any("lit")
    return file


def _short(error: Exception) -> str:
    """The first line of a message, and not more of it than fits a sentence."""
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0][:150]}" if lines[0] else type(error).__name__
