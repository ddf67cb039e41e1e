"""A sealed round: a drawn set whose seed is committed to before anybody is measured, and revealed afterwards."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import Field, StringConstraints, model_validator

from bench.records.items import LANGS, Lang, Record
from bench.records.results import Sha256

RoundName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
"""It stands in the names of boards and in links."""
Seed = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{1,64}$")]


class Round(Record):
    """The file of a round, in TOML. All of it is public at any time: the seed is in it only once it is revealed."""

    name: RoundName
    commitment: Sha256
    """What `bench data seal` has printed: over seed, kits, draws and sources."""
    sources: Sha256
    """Of what draws the kits, as it was when the round was sealed."""
    kits: tuple[str, ...] = Field(min_length=1)
    per_program: int = Field(ge=1)
    langs: tuple[Lang, ...] = Field(default=LANGS, min_length=1)
    published: date
    """The day on which the commitment was made public (UTC)."""
    data: str = ""
    """The folder of the set, relative to the file: before the reveal it cannot be drawn from what the file says."""
    seed: Seed | None = None
    revealed: date | None = None
    """The day on which the seed was made public (UTC)."""
    received: tuple[Sha256, ...] | None = None
    """Digests of the answers of every run that had been handed in at the reveal, which alone count as sealed; null
    where nobody has written them down, so that the day on which a run was begun decides alone."""

    @model_validator(mode="after")
    def _revealed_as_a_whole(self) -> Round:
        if (self.seed is None) != (self.revealed is None):
            raise ValueError("seed and revealed are given together, or neither of them")
        if self.revealed is not None and self.revealed < self.published:
            raise ValueError(f"revealed on {self.revealed}, before the commitment was published ({self.published})")
        return self


class RoundOnBoard(Record):
    """What a board says of the round that its data are of."""

    name: str
    commitment: str
    published: str
    """YYYY-MM-DD, as `revealed`."""
    revealed: str | None
    """Null while the seed is secret; then no text of the leaderboard has the seed."""
    seed: str | None
    redrawn: bool
    """Whether the set was drawn again from the revealed seed and came out the same to the byte."""
    sealed: bool
    """Whether this board ranks what was asked while the seed was secret; else what was asked or handed in later."""
