"""`make simulate`: the whole campaign, its checks and its figures. Exit code 1 where a check does not hold."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.simulation.campaign import Campaign, Size, simulate
from tests.simulation.checks import checks


def main() -> None:
    """Run it and print every check, then calls, seconds and calls per second of each phase."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--questions", type=int, default=1000, help="a multiple of 40; half of them in each language")
    parser.add_argument("--vote-timeout", type=float, default=100.0, help="seconds; from 70 on every retry is seen out")
    parser.add_argument("--concurrency", type=int, default=96, help="calls in flight, of each run")
    parser.add_argument("--keep", type=Path, help="an empty folder to work in, kept afterwards")
    options = parser.parse_args()
    size = Size(options.questions, options.vote_timeout, options.concurrency)
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        campaign = simulate(size, options.keep or Path(folder))
        done = checks(campaign)
    for check in done:
        print(f"{'ok ' if check.holds else 'BAD'} {check.name}: {check.detail}")
    _figures(campaign, time.perf_counter() - started)
    failed = sum(not check.holds for check in done)
    print(f"{len(done)} checks, {failed} of them do not hold")
    sys.exit(1 if failed else 0)


def _figures(campaign: Campaign, whole: float) -> None:
    runs, backfill = (sum(campaign.requests[phase].values()) for phase in ("runs", "backfill"))
    made = {"runs": runs, "backfill": backfill - runs}
    print(f"requests at the server: {backfill:,}, of them {sum(campaign.script.paid.values()):,} paid")
    for phase, seconds in campaign.seconds.items():
        calls = made.get(phase)
        rate = f", {calls:,} requests, {calls / seconds:.0f}/s" if calls else ""
        print(f"{phase}: {seconds:.1f} s{rate}")
    print(f"all of it: {whole:.0f} s, {len(campaign.commands)} commands")
