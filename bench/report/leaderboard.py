"""The leaderboard: a folder of submissions to rankings, language gaps, and a reason for every file without a row.

Guarantees: the same files give the same leaderboard; a bad file is named with its reasons; one run counts once.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from importlib import resources
from pathlib import Path

from pydantic import ValidationError

from bench.comparing.pairs import compare_pair
from bench.dataset import pair_id
from bench.errors import DataError, UsageError
from bench.log import write_whole
from bench.records.leaderboard import LEADERBOARD_VERSION, Board, Duplicate, Gap, Leaderboard, Published, Refused
from bench.records.submission import Submission
from bench.report.boards import SubmittedRun, boards
from bench.report.checking import Reference, read_submission, unproven
from bench.report.checking.models import as_listed
from bench.report.releases import releases
from bench.report.rounds import HeldRound, concealed, reference_with, round_of
from bench.report.standings import MACRO
from bench.report.submission import file_name
from bench.text.display import for_terminal, slug
from bench.text.names import skeleton

ALPHA = 0.05


def build(
    folder: Path,
    reference: Reference | None = None,
    now: datetime | None = None,
    rounds: Sequence[HeldRound] = (),
    older: Sequence[Leaderboard] = (),
) -> Leaderboard:
    """Read every .json file of `folder` and rank what is sound. No files: no boards.

    `reference`, `now`: see `read_submission`; what `reference` does not know is not ranked. `rounds`: sealed rounds,
    whose sets are known and ranked too. `older`: leaderboards whose boards of other releases are taken over as they
    stand. Raises UsageError where there is no such folder.
    """
    reference = reference_with(rounds, reference) if reference else None
    sound: list[tuple[str, Submission]] = []
    refused = []
    for path in _files(folder):
        submission, faults = read_submission(path, reference, now)
        if submission is None:
            refused.append(Refused(file=path.name, faults=tuple(faults)))
        else:
            sound.append((path.name, submission))
    return of_submissions(sound, refused, reference, rounds, older)


def of_submissions(
    sound: Iterable[tuple[str, Submission]],
    refused: Sequence[Refused] = (),
    reference: Reference | None = None,
    rounds: Sequence[HeldRound] = (),
    older: Sequence[Leaderboard] = (),
) -> Leaderboard:
    """The leaderboard of submissions that have been checked, each with the name of its file, which must differ.

    A seed that is not revealed stands in no text of it. `rounds`, `older`: see `build`.
    Of files of one run the one that `add` has named comes first, so that a copy under another name displaces nobody.
    """
    in_order = sorted(sound, key=lambda each: (each[0] != file_name(each[1]), each[0]))
    first: dict[tuple[str, ...], tuple[str, Submission]] = {}
    runs, duplicates, contradicting = [], [], []
    for file, s in in_order:
        same_as, known = first.setdefault((s.digest, s.log.answers, s.log.votes), (file, s))
        if same_as == file:
            runs.append(SubmittedRun.of(file, s, unproven(s, reference), round_of(rounds, s)))
        elif skeleton(known.submitter) != skeleton(s.submitter) and known.rows != s.rows:
            fault = f"log: is that of {same_as}, of another submitter and with other results: one log has one result"
            contradicting.append(Refused(file=file, faults=(fault,)))
        else:
            duplicates.append(Duplicate(file=file, same_as=same_as))
    runs.sort(key=lambda run: run.file)
    ranked = tuple(boards(runs))
    carried, gaps = _taken_over(ranked, older)
    everything = (*ranked, *carried)
    whole = Leaderboard(
        releases=releases(everything),
        boards=everything,
        gaps=(*(gap for run in runs for gap in _gaps(run)), *gaps),
        published=published(),
        duplicates=tuple(duplicates),
        refused=(*refused, *contradicting),
    )
    return concealed(whole, rounds)


def read(path: Path) -> Leaderboard:
    """A leaderboard.json of this version. Raises UsageError where it is none."""
    try:
        return Leaderboard.model_validate_json(path.read_bytes())
    except OSError as error:
        raise UsageError(f"--older: {path} cannot be read ({error.strerror or error}).") from error
    except ValidationError as error:
        where = ".".join(map(str, error.errors()[0]["loc"])) or "document"
        raise UsageError(
            f"--older: {path} is no leaderboard.json of version {LEADERBOARD_VERSION} ({for_terminal(where, 100)});"
            " give one that this version of the suite has written."
        ) from error


def add(file: Path, folder: Path, reference: Reference | None = None, now: datetime | None = None) -> Path:
    """Check a submission and put it into `folder` under its canonical name, in the present version; where it then is.

    Raises DataError with every fault where it is not sound, and UsageError where the same run, or another one under
    the same name, is there already; then nothing is written.
    """
    submission, faults = read_submission(file, reference, now)
    if submission is None:
        raise DataError(f"{file} is refused, and nothing was added:", faults)
    to = folder / file_name(submission)
    for there in _files(folder) if folder.is_dir() else ():
        other, _ = read_submission(there, reference, now)
        if other and (other.digest, other.log) == (submission.digest, submission.log):
            raise UsageError(f"{there} is the same run already: nothing was added.")
        if other and there == to and skeleton(other.submitter) != skeleton(submission.submitter):
            # One configuration, run by two: both stand.
            to = to.with_stem(f"{to.stem}-{slug(submission.submitter)}")
    if to.exists():
        raise UsageError(
            f"{to} holds another run of the same configuration: move it, or copy this file into {folder} under another "
            "name; of one submitter's the newer is then ranked."
        )
    # Only what the file said: a configuration that an older suite wrote keeps its digest.
    write_whole(to, submission.model_dump_json(indent=2, exclude_unset=True) + "\n")
    return to


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder: give the one that holds the submissions with --dir.")
    return sorted(folder.glob("*.json"))


def _taken_over(here: Sequence[Board], older: Sequence[Leaderboard]) -> tuple[list[Board], list[Gap]]:
    """The boards and gaps of releases that have no board here; of two earlier leaderboards the first one's."""
    known, carried, gaps = {board.dataset.sha256 for board in here}, [], []
    for leaderboard in older:
        new = {board.dataset.sha256 for board in leaderboard.boards} - known
        carried += [b.model_copy(update={"carried": True}) for b in leaderboard.boards if b.dataset.sha256 in new]
        gaps += [gap for gap in leaderboard.gaps if gap.dataset.sha256 in new]
        known |= new
    return carried, gaps


def _gaps(run: SubmittedRun) -> Iterator[Gap]:
    """Japanese against English, paired by the id that both languages share; nothing for one language."""
    s = run.submission
    if not {"ja", "en"} <= set(s.config.langs):
        return
    pair_of = {(i.lang, i.id): pair_id(i) for i in s.items}
    for arm in s.config.arms:
        ja, en = run.outcomes_in("ja", arm), run.outcomes_in("en", arm)
        pair = compare_pair(("ja", "en"), ja, en, (MACRO,), ALPHA, key=lambda o: pair_of[o.lang, o.item])
        overall = pair.measures[0]
        yield Gap(
            file=run.file,
            title=as_listed(s.config.model).title,
            spec=s.config.model.spec,
            dataset=s.config.dataset,
            arm=arm,
            value=None if overall.difference is None else 100 * overall.difference,
            ci95=None if overall.ci95 is None else (100 * overall.ci95[0], 100 * overall.ci95[1]),
            n=pair.items,
        )


@functools.cache
def published() -> tuple[Published, ...]:
    """Every published table that ships with the suite. Its rows are never ranked among runs."""
    raw = tomllib.loads(resources.files(__package__).joinpath("published.toml").read_text(encoding="utf-8"))
    return tuple(Published.model_validate(table) for table in raw["published"])
