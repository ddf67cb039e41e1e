"""JSON Schemas of the shapes on disk, made from the pydantic models: `python -m bench.schema [--check] [--dir DIR]`.

Guarantees: the files in results/schema/ are exactly what the models say (`--check` fails otherwise, by name), and
what is validated here is validated against the same schemas.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from bench.errors import DataError
from bench.log import write_whole
from bench.records import AbstentionRow, Answer, Chunk, MainRow, Manifest, Summary, Vote
from bench.records.claims import ClaimCall
from bench.records.comparison import Settlement
from bench.records.leaderboard import LEADERBOARD_VERSION, Leaderboard
from bench.records.panel import AddedJudges, Intent
from bench.records.submission import SUBMISSION_VERSION, Submission, Submission2, Submission3

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

SHAPES: dict[str, type[BaseModel]] = {
    "abstention-row": AbstentionRow,
    "added-judges": AddedJudges,
    "answer": Answer,
    "chunk": Chunk,
    "claim-call": ClaimCall,
    "intent": Intent,
    f"leaderboard-{LEADERBOARD_VERSION}": Leaderboard,
    "main-row": MainRow,
    "manifest": Manifest,
    "settlement": Settlement,
    "submission-2": Submission2,
    "submission-3": Submission3,
    f"submission-{SUBMISSION_VERSION}": Submission,
    "summary": Summary,
    "vote": Vote,
}


Fault = tuple[str, str]
"""Path in a document, and what is wrong there."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Write every schema, or with --check compare: 0 if all agree, 1 with the names that differ on stderr."""
    import argparse

    parser = argparse.ArgumentParser(prog="python -m bench.schema", description="Write or check the JSON Schemas.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 where a file differs")
    parser.add_argument("--dir", type=Path, default=Path("results/schema"), help="default: results/schema")
    options = parser.parse_args(arguments)
    if options.check:
        differing = drifted(options.dir)
        if differing:
            print(f"Out of date in {options.dir}: {', '.join(differing)}. Run `make schema`.", file=sys.stderr)
        return 1 if differing else 0
    for name, text in schemas().items():
        write_whole(options.dir / f"{name}.schema.json", text)
    return 0


def schemas() -> dict[str, str]:
    """Name to the text of its schema file."""
    return {
        name: json.dumps(schema_of(shape), indent=2, ensure_ascii=False, sort_keys=True) + "\n"
        for name, shape in SHAPES.items()
    }


def schema_of(shape: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a shape, as it may stand in a file."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **shape.model_json_schema(mode="validation")}


def drifted(folder: Path) -> list[str]:
    """Names of schemas whose file is missing, differs, or belongs to no shape any more."""
    wanted = schemas()
    there = {path.name.removesuffix(".schema.json"): path for path in folder.glob("*.schema.json")}
    differing = [name for name, text in wanted.items() if name not in there or there[name].read_text("utf-8") != text]
    return sorted([*differing, *(there.keys() - wanted.keys())])


def faults(document: Any, shape: type[BaseModel]) -> list[Fault]:
    """Every violation of the shape's schema as (path, problem), in document order; none for a valid document."""
    errors = _validator(shape).iter_errors(document)
    return [
        (dotted(error.absolute_path), error.message if len(error.message) < 200 else error.message[:199] + "…")
        for error in sorted(errors, key=lambda error: [str(part) for part in error.absolute_path])
    ]


@cache
def _validator(shape: type[BaseModel]) -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema_of(shape))


def validate(document: Any, shape: type[BaseModel], name: str) -> None:
    """Raise DataError with every violation; nothing happens for a valid document."""
    problems = faults(document, shape)
    if problems:
        raise DataError(f"{name} does not fit its schema.", [f"{path}: {problem}" for path, problem in problems])


def dotted(path: Sequence[str | int]) -> str:
    """A place in a document as `results[0].outcomes`; `document` for the whole."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".") or "document"


if __name__ == "__main__":
    sys.exit(main())
