"""The published numbers of vectors.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

VECTORS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "vectors.toml").read_text(encoding="utf-8"))
