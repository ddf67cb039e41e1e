"""The labelled answers: a folder with en.jsonl and ja.jsonl, one case a line. The suite's own, data/judge, has parts.

A part is a folder of its own: `seen` was before the eyes of whoever wrote the rules, `held_out` was not, `real` holds
answers of real models. Guarantees: every case fits its shape, its label fits its kind, and an id stands once in a file;
else one DataError lists every fault with file, line and field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from pydantic import ValidationError

from bench.dataset.rows import Faults, digest, read_rows
from bench.errors import DataError
from bench.records import Lang
from bench.records.judging import JudgeCase
from bench.shipped import shipped

SUITE = "suite"
PARTS = ("seen", "held_out", "real")
"""In the order in which they are reported. Figures about errors are those of the last two."""
WHOLE = ""
"""The part of a folder that has none."""


@dataclass(frozen=True)
class LabelledSet:
    """Cases by part and language, in the order of the files. `sha256` is over the files that were read."""

    name: str
    sha256: str
    cases: Mapping[tuple[str, Lang], tuple[JudgeCase, ...]]
    notices: tuple[str, ...] = ()
    """One sentence for each part that the folder does not have."""


def load(folder: Path | None, langs: Sequence[Lang]) -> LabelledSet:
    """Read the labelled cases of `langs` in `folder`; None is the suite's own set.

    A part that is not there is left out with a notice. Raises DataError where a file is missing, unreadable or empty,
    where there is no part at all, and for every faulty line.
    """
    where = folder or shipped("data") / "judge"
    present = [part for part in PARTS if (where / part).is_dir()]
    missing = [part for part in PARTS if part not in present] if present or folder is None else []
    faults = Faults()
    files: list[tuple[str, bytes]] = []
    cases: dict[tuple[str, Lang], tuple[JudgeCase, ...]] = {}
    for part in present or [WHOLE]:
        for lang in langs:
            name = f"{part}/{lang}.jsonl" if part else f"{lang}.jsonl"
            data = _bytes(where / name, where)
            files.append((name, data))
            cases[part, lang] = _cases(data, name, faults)
    faults.raise_any(str(where))
    notices = tuple(f"The labelled set has no part {part}: there are no figures for it." for part in missing)
    return LabelledSet(str(folder) if folder else SUITE, digest(files), MappingProxyType(cases), notices)


def _bytes(path: Path, folder: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(
            f"The labelled set {folder} has no readable {path.name} ({error.strerror}): "
            "give a folder that holds one file for each language with --set, or choose languages with --langs."
        ) from error


def _cases(data: bytes, name: str, faults: Faults) -> tuple[JudgeCase, ...]:
    before = len(faults.found)
    first: dict[str, int] = {}
    cases = []
    for row in read_rows(data, name, faults):
        try:
            # Strict, and as JSON text: a list may stand for a tuple there, but "yes" never for true.
            case = JudgeCase.model_validate_json(json.dumps(row.fields), strict=True)
        except ValidationError as error:
            for fault in error.errors():
                field = ".".join(map(str, fault["loc"]))
                faults.add(row, field, fault["msg"].removeprefix("Value error, "), "see docs/judges.md for the format")
            continue
        if case.id in first:
            faults.add(row, "id", f"'{case.id}' stands in line {first[case.id]} already", "give each case its own id")
        first.setdefault(case.id, row.line)
        cases.append(case)
    if not cases and len(faults.found) == before:
        faults.add(name, "", "holds no case", "write one labelled case on each line")
    return tuple(cases)
