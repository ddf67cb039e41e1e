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
from bench.report.checking import Reference, read_submission
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
        """Whether a run was begun before the day of the reveal, and was in by then where that was written down."""
        revealed, received = self.round.revealed, self.round.received
        if revealed is None:
            return True
        return s.date[:10] < revealed.isoformat() and (received is None or s.log.answers in received)

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
        _check_set(path, found, given)
    if found.seed is None:
        if given is None:
            raise UsageError(
                f"{path}: data is missing: before the reveal name the folder of the set, which nothing else gives."
            )
        return HeldRound(found, given, redrawn=False)
    wanted = _plan(found, found.seed)
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
        raise UsageError(f"--round: {path} is no round: {_said(error)}; correct it.") from error


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


def revealed(path: Path, seed: str, on: date, submissions: Path | None = None) -> Round:
    """The round of a file with its seed; `submissions`: the folder of those that are in, written down as received.

    Raises UsageError where the seed does not open the commitment, one was revealed before, or there is no such folder.
    """
    found = read(path)
    if found.seed is not None:
        raise UsageError(f"{path}: the seed was revealed on {found.revealed} already.")
    try:
        made = Round.model_validate({**found.model_dump(), "seed": seed, "revealed": on})
    except ValidationError as error:
        raise UsageError(f"{path}: {_said(error)}.") from error
    _prove(path, made, _plan(made, seed))
    return made if submissions is None else made.model_copy(update={"received": _received(submissions, seed)})


def draw(found: Round, out: Path) -> release.Drawn:
    """Write the set of a revealed round into the new folder `out`. Raises what `bench.kits.release.write` raises."""
    assert found.seed is not None, "asked of revealed rounds only"
    return release.write(_plan(found, found.seed), out)


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
    secrets = [each.seed for each in rounds if each.round.seed is None]
    if not secrets:
        return leaderboard
    text = leaderboard.model_dump_json()
    for seed in secrets:
        text = text.replace(seed, SECRET)
    return Leaderboard.model_validate_json(text)


def _plan(found: Round, seed: str) -> release.Plan:
    return release.plan(seed, found.kits, found.per_program, found.langs)


def _received(folder: Path, seed: str) -> tuple[str, ...]:
    """The digests of the answers of every sound submission in the folder that is about the set of this seed."""
    if not folder.is_dir():
        raise UsageError(f"--submissions: {folder} is no folder: give the one that holds the submissions.")
    found = (read_submission(path)[0] for path in sorted(folder.glob("*.json")))
    return tuple(sorted({s.log.answers for s in found if s and s.config.dataset.name == f"{release.NAME}-{seed}"}))


def _said(error: ValidationError) -> str:
    """Every fault, with its field where it has one."""
    faults = ((".".join(map(str, e["loc"])), e["msg"].removeprefix("Value error, ")) for e in error.errors())
    return "; ".join(for_terminal(f"{where}: {what}" if where else what) for where, what in faults)


def _prove(path: Path, found: Round, wanted: release.Plan) -> None:
    try:
        seal.prove(wanted, found.commitment, found.sources)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error


def _check_set(path: Path, found: Round, dataset: Dataset) -> None:
    """The set was drawn with one seed, which opens the commitment, and is the one that was revealed, once it is."""
    seed = _seed_of(dataset)
    if len(seed) < seal.LEAST:
        raise DataError(
            f"{path}: the folder {found.data} holds no set that was drawn with one seed that can be sealed."
        )
    if found.seed not in (None, seed):
        raise DataError(f"{path}: the folder {found.data} was drawn with another seed than the one that is revealed.")
    _prove(path, found, _plan(found, seed))


def _seed_of(dataset: Dataset) -> str:
    """The seed of all items; '' where there is none, or more than one."""
    seeds = {item.drawn.seed if item.drawn else "" for data in dataset.langs.values() for item in data.items}
    return seeds.pop() if len(seeds) == 1 else ""


def _drawn(wanted: release.Plan) -> Dataset:
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "set"
        release.write(wanted, folder)
        return load(str(folder), None)
