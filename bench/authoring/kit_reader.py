"""The second reader of a kit, found by name in a checkout: tests/kits/readers/NAME. It is not shipped."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.errors import UsageError

ROOT = Path(__file__).resolve().parent.parent.parent
Documents = Sequence[Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Reader:
    """`read(program, question, documents)`: the answer, or None. `value(program, text)`: a reference answer, read."""

    read: Callable[[str, str, Documents], Any]
    value: Callable[[str, str], Any]


def has_reader(kit: str) -> bool:
    """Whether a kit has a second reader in this checkout."""
    return (ROOT / "tests" / "kits" / "readers" / kit / "__init__.py").is_file()


def second_reader(kit: str) -> Reader:
    """The reader of a kit. Raises UsageError where there is none, or where it imports the suite."""
    folder = ROOT / "tests" / "kits" / "readers" / kit
    if not has_reader(kit):
        raise UsageError(
            f"Kit {kit} has no second reader: write {folder.relative_to(ROOT)}/__init__.py (docs/kits.md)."
        )
    for file in sorted(folder.rglob("*.py")):
        lines = file.read_text("utf-8").splitlines()
        if any(line.strip().startswith(("import bench", "from bench")) for line in lines):
            raise UsageError(f"{file.relative_to(ROOT)} imports the suite: a second reader reads the pages alone.")
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    module = import_module(f"tests.kits.readers.{kit}")
    return Reader(module.read, module.value)
