"""How exports are written: a folder that appears whole or not at all, and JSON and YAML that hold any text.

Names, questions and answers are other people's text. Guarantees: what a reader of the format gets back is that text to
the letter; no text ends a line, a string or a document, and none becomes a key, a tag or a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.errors import UsageError


@contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """A folder to write into, which is `out` once the block has ended without an error.

    Raises UsageError where `out` holds something already or cannot be written.
    """
    try:
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise UsageError(f"--out: {out} exists and is not an empty folder; give a new one, or remove it.")
        out.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as scratch:
            new = Path(scratch) / "export"
            new.mkdir()
            yield new
            if out.exists():
                out.rmdir()
            new.rename(out)
    except OSError as error:
        raise UsageError(f"--out: {out} cannot be written ({error.strerror or error}); give another folder.") from error


def write_files(out: Path, files: Mapping[str, bytes]) -> None:
    """The files, by their place in the new folder `out`. Raises as `new_folder` does."""
    with new_folder(out) as folder:
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


def json_document(value: Any) -> bytes:
    """`value` as an indented JSON file. Raises ValueError for what is no finite number."""
    return (json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n").encode()


def json_lines(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """A row a line, also for a reader that takes U+2028, U+2029 or U+0085 for the end of one. No rows: no bytes."""
    lines = (json.dumps(row, ensure_ascii=False, allow_nan=False) for row in rows)
    return "".join(_BREAKS.sub(_escaped, line) + "\n" for line in lines).encode()


def yaml_list(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """A YAML 1.2 document that is a list of mappings; keys are plain words of ours, texts double-quoted scalars.

    `[]` for no rows.
    """
    text = "".join(f"- {_block(row, 2).lstrip()}" for row in rows) or "[]\n"
    return text.encode()


def _block(row: Mapping[str, Any], indent: int) -> str:
    """A mapping as lines that begin `indent` characters from the left."""
    space = " " * indent
    lines = []
    for key, value in row.items():
        if isinstance(value, Mapping) and value:
            lines.append(f"{space}{key}:\n{_block(value, indent + 2)}")
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            items = "".join(f"{space}  - {_block(one, indent + 4).lstrip()}" for one in value)
            lines.append(f"{space}{key}:\n{items}")
        else:
            lines.append(f"{space}{key}: {_flow(value)}\n")
    return "".join(lines)


def _flow(value: Any) -> str:
    """A scalar, or a list of scalars on one line.

    JSON is YAML but for characters that YAML prints only as escapes; its escapes are YAML's.
    """
    return _UNPRINTED.sub(_escaped, json.dumps(value, ensure_ascii=False, allow_nan=False))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


_BREAKS = re.compile("[\u0085\u2028\u2029]")
_UNPRINTED = re.compile("[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]")
