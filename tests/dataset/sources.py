"""Writing small source files for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def jsonl(path: Path, *rows: dict[str, Any]) -> Path:
    """Write rows as JSON Lines and return the path."""
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path
