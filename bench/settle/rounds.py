"""Sets of fresh items, drawn one after another: round n is what the kits give for the seed SEEDrn.

Guarantees: a set is drawn once, appears whole or not at all, and depends on seed, kits, draws, languages and the
sources of the kits alone, so `bench data renew` gives the same bytes to whoever wants to see that it was not chosen.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.errors import UsageError
from bench.kits.release import Plan, plan, write
from bench.kits.seal import sources

LONGEST = 56
"""Characters of a seed, so that those of all rounds are seeds too."""


@dataclass(frozen=True, slots=True)
class FreshSets:
    """The sets of all rounds. `wanted.seed` is what their seeds begin with; each set is a folder inside `folder`.

    `mark`: eight hexadecimal digits that stand for all but the seed.
    """

    wanted: Plan
    folder: Path
    mark: str

    def seed(self, number: int) -> str:
        """The seed of a round, counted from 1. The `r` keeps round 1 of `a1` apart from round 11 of `a`."""
        return f"{self.wanted.seed}r{number}"

    def path(self, number: int) -> Path:
        """The folder of a round's set. Other kits, draws, languages or sources of kits are another set."""
        return self.folder / f"{self.seed(number)}-{self.mark}"

    def draw(self, number: int, drawn: Callable[[str], None] | None = None) -> Path:
        """The folder of a round's set, which is drawn where it is not there yet. Raises as `write` does.

        `drawn` is told the name of each kit that is drawn.
        """
        path = self.path(number)
        if not path.exists():
            write(replace(self.wanted, seed=self.seed(number)), path, drawn)
        return path


def fresh_sets(seed: str, kits: Sequence[str], per_program: int, langs: Sequence[str], folder: Path) -> FreshSets:
    """What is to be drawn, checked; nothing is drawn yet. No kits: all that are no drafts.

    Raises UsageError with every fault of the request.
    """
    faults = []
    if not re.fullmatch(rf"[a-z0-9]{{1,{LONGEST}}}", seed):
        faults.append(f"--fresh: give a seed of 1 to {LONGEST} lower-case letters and digits, not {seed!r}.")
    try:
        wanted = plan("0", kits, per_program, langs)
    except UsageError as error:
        raise UsageError("\n".join([*faults, str(error)])) from error
    if faults:
        raise UsageError(faults[0])
    parts = [wanted.kits, wanted.per_program, wanted.langs, sources(wanted.kits)]
    mark = hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:8]
    return FreshSets(replace(wanted, seed=seed), folder, mark)
