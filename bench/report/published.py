"""What others have printed for a dataset that boards are about: published.toml, checked."""

from __future__ import annotations

import functools
import tomllib
from importlib import resources

from bench.records.leaderboard import Published


@functools.cache
def published() -> tuple[Published, ...]:
    """Every published table that ships with the suite. Its rows are never ranked among runs."""
    raw = tomllib.loads(resources.files(__package__).joinpath("published.toml").read_text(encoding="utf-8"))
    return tuple(Published.model_validate(table) for table in raw["published"])
