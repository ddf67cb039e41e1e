"""A run on a cluster as a process of its own, to be stopped or killed: python -m tests.ray.driver URL RUNS."""

from __future__ import annotations

import sys
from pathlib import Path

from bench.campaign import prepare
from bench.errors import BenchError
from bench.executors.ray import execute
from bench.options import RunOptions
from tests.campaign.watching import Watcher

if __name__ == "__main__":
    url, runs = sys.argv[1:]
    run = prepare(
        RunOptions(
            model=f"openai-compatible:m@{url}",
            judge=(f"openai-compatible:j@{url}",),
            langs=("en",),
            arms=("shuffled",),
            limit=16,
            repeats=5,
            concurrency=8,
            runs=Path(runs),
        )
    )
    try:
        execute(run, Watcher(), 2)
    except BenchError as error:
        print(error, file=sys.stderr)
        sys.exit(error.exit_code)
