"""How long the data take: loading them, drawing a release, the core run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.perf.measuring import Figure, bench, best, python, seconds

LOAD = "from bench.dataset import load; load('gib', ['en', 'ja'])"


def figures(folder: Path) -> Iterator[Figure]:
    bare = best(lambda: seconds(python("import bench.dataset"), folder))
    load = best(lambda: seconds(python(LOAD), folder))
    yield Figure("data", "import bench.dataset", bare, "s")
    yield Figure("data", "load of both languages", load, "s", "import bench.dataset", load / bare)
    drawn = seconds(bench("data", "renew", "--seed", "perf", "--per-program", "1", "--out", "drawn"), folder)
    yield Figure("data", "renew of every kit, one question a program", drawn, "s", "load of both", drawn / load)
    core = seconds(
        bench("run", "baseline:extractive", "--judge", "rule", "--preset", "core", "--quiet", "--out", "core"), folder
    )
    yield Figure("data", "the core preset with the baseline", core, "s", "load of both", core / load)
