"""Sealed rounds: the file of a round, the proof of its seed, and its set as something that submissions are held to.

Guarantees: a seed that does not open the commitment opens no board; where the sources are those that were sealed, the
set is drawn again from the revealed seed and must be the same to the byte.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import ValidationError

from bench.dataset import Dataset, load
from bench.errors import DataError, UsageError
from bench.kits import release, seal
from bench.log import write_whole
from bench.records.leaderboard import Leaderboard
from bench.records.rounds import Round, RoundOnBoard
from bench.records.submission import Submission, SubmissionBase
from bench.report.checking import Reference
from bench.text.display import for_terminal

SECRET = "(secret)"
"""Stands in a leaderboard for a seed that is not revealed yet. No name of a file, board or set is written so."""


@dataclass(frozen=True)
class HeldRound:
    """A round whose set is at hand: what its file says, the set, and whether it was drawn again from the seed."""

    round: Round
    dataset: Dataset
    redrawn: bool

    @property
    def seed(self) -> str:
        return _seed_of(self.dataset)

    def has(self, s: SubmissionBase) -> bool:
        """Whether a submission is about the data of this round, to the byte."""
        data = s.config.dataset
        return (data.name, data.version, data.sha256) == self._identity

    @property
    def _identity(self) -> tuple[str, str, str]:
        return self.dataset.name, self.dataset.version, self.dataset.sha256

    def sealed(self, s: SubmissionBase) -> bool:
        """Whether the run of a submission was begun while the seed was secret: before the day of the reveal."""
        return self.round.revealed is None or s.date[:10] < self.round.revealed.isoformat()

    def too_early(self, s: SubmissionBase) -> str:
        """Why a run cannot be of the round, where it was begun before the commitment was public; else ''."""
        published = self.round.published.isoformat()
        if s.date[:10] >= published:
            return ""
        return f"made on {s.date[:10]}, before the commitment was published ({published})"

    def on_board(self, sealed: bool) -> RoundOnBoard:
        """What a board of this round says of it."""
        r = self.round
        return RoundOnBoard(
            name=r.name,
            commitment=r.commitment,
            published=r.published.isoformat(),
            revealed=r.revealed.isoformat() if r.revealed else None,
            seed=r.seed,
            redrawn=self.redrawn,
            sealed=sealed,
        )


def hold(path: Path) -> HeldRound:
    """The round of a file, with its set: drawn again from the revealed seed, or read from the folder that is named.

    Raises UsageError or DataError, in one sentence each, where the file is no round, the seed does not open the
    commitment, or the folder does not hold the set.
    """
    found = read(path)
    folder = path.parent / found.data if found.data else None
    given = load(str(folder), None) if folder else None
    if given:
        _check_seed(path, found, given)
    if found.seed is None:
        if given is None:
            raise UsageError(
                f"{path}: data is missing: before the reveal name the folder of the set, which nothing else gives."
            )
        return HeldRound(found, given, redrawn=False)
    wanted = plan_of(found)
    _prove(path, found, wanted)
    if seal.sources(wanted.kits) != found.sources:
        if given is None:
            raise UsageError(
                f"{path}: the kits of this suite are not those that were sealed, so that the set cannot be drawn again:"
                " use the version of the suite that sealed it, or name the folder of the set under data."
            )
        return HeldRound(found, given, redrawn=False)
    drawn = _drawn(wanted)
    if given and given.sha256 != drawn.sha256:
        raise DataError(
            f"{path}: the folder {found.data} does not hold the set that was sealed: its sha256 is "
            f"{given.sha256[:12]}…, that of the set drawn from the seed {drawn.sha256[:12]}…."
        )
    return HeldRound(found, drawn, redrawn=True)


def read(path: Path) -> Round:
    """The file of a round. Raises UsageError with every fault of it."""
    try:
        return Round.model_validate(tomllib.loads(path.read_text(encoding="utf-8-sig")))
    except OSError as error:
        raise UsageError(f"--round: {path} cannot be read ({error.strerror or error}).") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"--round: {path} is not TOML ({error}).") from error
    except ValidationError as error:
        faults = [f"{'.'.join(map(str, e['loc'])) or 'file'}: {e['msg']}" for e in error.errors()]
        raise UsageError(f"--round: {path} is no round: " + "; ".join(map(for_terminal, faults)) + ".") from error


def write(path: Path, found: Round) -> None:
    """Write the file of a round; what is not known yet is left out."""
    lines = ["# A sealed round. All of it may be published: the seed is here only once it is revealed."]
    for name, value in found.model_dump(mode="json").items():
        if value in (None, ""):
            continue
        # A date of TOML has no quotes; texts and lists of texts are written as in JSON.
        plain = isinstance(getattr(found, name), date)
        lines.append(f"{name} = {value if plain else json.dumps(value, ensure_ascii=False)}")
    write_whole(path, "\n".join(lines) + "\n")


def revealed(path: Path, seed: str, on: date) -> Round:
    """The round of a file with its seed.

    Raises UsageError where the seed does not open the commitment, or one was revealed before.
    """
    found = read(path)
    if found.seed is not None:
        raise UsageError(f"{path}: the seed was revealed on {found.revealed} already.")
    try:
        made = Round.model_validate({**found.model_dump(), "seed": seed, "revealed": on})
    except ValidationError as error:
        raise UsageError(f"{path}: " + "; ".join(for_terminal(e["msg"]) for e in error.errors()) + ".") from error
    _prove(path, made, plan_of(made))
    return made


def plan_of(found: Round) -> release.Plan:
    """What a revealed round draws. Raises UsageError for kits that this suite does not have."""
    assert found.seed is not None, "asked of revealed rounds only"
    return release.plan(found.seed, found.kits, found.per_program, found.langs)


def reference_with(rounds: Sequence[HeldRound], otherwise: Reference) -> Reference:
    """The reference copy that a submission is held to: the set of its round, or else what `otherwise` gives."""

    def reference(s: SubmissionBase) -> Dataset | None:
        mine = round_of(rounds, s)
        return mine.dataset if mine else otherwise(s)

    return reference


def round_of(rounds: Iterable[HeldRound], s: SubmissionBase | Submission) -> HeldRound | None:
    """The round whose data a submission is about; None where it is about other data."""
    return next((each for each in rounds if each.has(s)), None)


def concealed(leaderboard: Leaderboard, rounds: Iterable[HeldRound]) -> Leaderboard:
    """The leaderboard without a seed that is not revealed: names of sets, files and items hold it."""
    text = leaderboard.model_dump_json()
    for each in rounds:
        if each.round.seed is None:
            text = text.replace(each.seed, SECRET)
    return Leaderboard.model_validate_json(text)


def _prove(path: Path, found: Round, wanted: release.Plan) -> None:
    try:
        seal.prove(wanted, found.commitment, found.sources)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error


def _check_seed(path: Path, found: Round, dataset: Dataset) -> None:
    """The set was drawn with one seed that can be sealed: the one that was revealed, once it is."""
    seed = _seed_of(dataset)
    if len(seed) < seal.LEAST:
        raise DataError(
            f"{path}: the folder {found.data} holds no set that was drawn with one seed that can be sealed."
        )
    if found.seed not in (None, seed):
        raise DataError(f"{path}: the folder {found.data} was drawn with another seed than the one that is revealed.")


def _seed_of(dataset: Dataset) -> str:
    """The seed of all items; '' where there is none, or more than one."""
    seeds = {item.drawn.seed if item.drawn else "" for data in dataset.langs.values() for item in data.items}
    return seeds.pop() if len(seeds) == 1 else ""


def _drawn(wanted: release.Plan) -> Dataset:
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "set"
        release.write(wanted, folder)
        return load(str(folder), None)
