"""The leaderboard: many submissions to one ranking for each dataset, language and arm.

Guarantees: a rank depends on a result's own figure alone, never on how far the field is spread; results on other
bytes of a dataset, or on another selection of it, are never in one ranking; a bad file is named with its reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bench.errors import UsageError
from bench.records import ArmResult, Category
from bench.records.submission import Board, Entry, Leaderboard, Refused, Submission
from bench.report.checking import HEADLINE, Reference, read_submission
from bench.text.display import markdown_cell


def build(folder: Path, reference: Reference = lambda _: None) -> Leaderboard:
    """Read every .json file of `folder` and rank what is sound. No files: no boards.

    `reference`: see `read_submission`. Raises UsageError where there is no such folder.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder} is no folder: give the one that holds the submissions with --dir.")
    sound: list[tuple[str, Submission]] = []
    refused = []
    for path in sorted(folder.glob("*.json")):
        submission, faults = read_submission(path, reference)
        if submission is None:
            refused.append(Refused(file=path.name, faults=tuple(faults)))
        else:
            sound.append((path.name, submission))
    return Leaderboard(boards=tuple(boards(sound)), refused=tuple(refused))


def boards(submissions: Iterable[tuple[str, Submission]]) -> Iterator[Board]:
    """One board for each (dataset to the byte, selection, language, arm), the headline arm first in each group."""
    grouped: dict[tuple[str, ...], list[tuple[str, Submission, ArmResult]]] = {}
    for file, s in submissions:
        for result in s.results:
            data = (s.dataset.name, s.dataset.version, s.dataset.sha256)
            selection = (s.preset, "" if s.limit is None else f"{s.limit:09d}")
            arm = ("0" if result.arm == HEADLINE else "1") + result.arm
            grouped.setdefault((*data, *selection, result.lang, arm), []).append((file, s, result))
    for _, found in sorted(grouped.items()):
        _, s, result = found[0]
        ranked = _ranked([entry(file, other, r) for file, other, r in found if not _bar(other, r)])
        yield Board(
            dataset=s.dataset,
            preset=s.preset,
            limit=s.limit,
            lang=result.lang,
            arm=result.arm,
            headline=result.arm == HEADLINE,
            ranked=tuple(ranked),
            not_ranked=tuple(entry(file, other, r, _bar(other, r)) for file, other, r in found if _bar(other, r)),
        )


def entry(file: str, s: Submission, result: ArmResult, note: str = "") -> Entry:
    """One line of a board, without a rank."""
    return Entry(
        rank=None,
        title=s.model.title,
        spec=s.model.spec,
        weights=s.model.weights,
        reasoning=s.model.reasoning,
        overall_macro=result.overall_macro,
        overall_tag_micro=result.overall_tag_micro.rate,
        main_avg=result.main_avg,
        categories={c.value: result.categories[c.value].rate for c in Category},
        over_abstention=result.over_abstention.rate,
        false_answer=result.false_answer.rate,
        quality={f"{q.k:g}": q.value for q in result.quality},
        trials=result.trials,
        excluded=result.outcomes.invalid + result.outcomes.failed,
        judges=tuple(judge.spec for judge in s.judge.judges),
        submitter=s.submitter,
        date=s.date,
        file=file,
        note=note,
    )


def markdown(leaderboard: Leaderboard) -> str:
    """leaderboard.md. Names are other people's text: each cell is escaped."""
    parts = ["# Leaderboard", "Ranked by overall (macro): the unweighted mean of the five category accuracies."]
    if not leaderboard.boards:
        parts.append("No submissions yet.")
    for board in leaderboard.boards:
        parts.extend(_board_markdown(board))
    if leaderboard.refused:
        parts.append("## Refused")
        lines = (f"- {markdown_cell(r.file)}: {markdown_cell('; '.join(r.faults[:5]))}" for r in leaderboard.refused)
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _bar(s: Submission, result: ArmResult) -> str:
    """Why this result is not ranked; empty if it is."""
    if not s.leaderboard:
        return s.judge.note or "handed in as not for the leaderboard"
    if result.overall_macro is None:
        empty = [name for name, rate in result.categories.items() if rate.rate is None]
        return f"no overall: {', '.join(empty)} has no scored trial in this arm"
    return ""


def _ranked(entries: Sequence[Entry]) -> list[Entry]:
    """Best first; equal figures share a rank and the next one skips (1, 1, 3). Names only order equals."""
    best_first = sorted(entries, key=lambda e: (-(e.overall_macro or 0.0), e.title, e.spec, e.file))
    scores = [e.overall_macro for e in best_first]
    return [e.model_copy(update={"rank": scores.index(e.overall_macro) + 1}) for e in best_first]


_HEADINGS = ("Rank", "Model", "Overall", "Main", *(c.value for c in Category), "Over-abst.", "False answer", "Q(4)")
_LAST_HEADINGS = ("Excluded", "Judge", "Submitter", "Date")


def _board_markdown(board: Board) -> Iterator[str]:
    data = board.dataset
    selection = board.preset if board.limit is None else f"{board.preset}, limit {board.limit}"
    headline = " (headline)" if board.headline else ""
    yield f"## {markdown_cell(data.name)} {markdown_cell(data.version)}, {board.lang}, {board.arm}{headline}"
    yield f"Data sha256 {data.sha256[:12]}, items: {selection}."
    if board.ranked:
        yield _table(board.ranked, with_note=False)
    if board.not_ranked:
        yield "Not ranked:"
        yield _table(board.not_ranked, with_note=True)


def _table(entries: Iterable[Entry], *, with_note: bool) -> str:
    headings = [*_HEADINGS, *_LAST_HEADINGS, *(["Why not ranked"] if with_note else [])]
    rows = [[markdown_cell(cell) for cell in [*_cells(e), *([e.note] if with_note else [])]] for e in entries]
    return "\n".join("| " + " | ".join(row) + " |" for row in [headings, ["---"] * len(headings), *rows])


def _cells(e: Entry) -> list[str]:
    name = e.title if e.title == e.spec else f"{e.title} ({e.spec})"
    shares = [e.overall_macro, e.main_avg, *e.categories.values(), e.over_abstention, e.false_answer]
    q = e.quality.get("4")
    return [
        "—" if e.rank is None else str(e.rank),
        name,
        *("—" if share is None else f"{100 * share:.1f} %" for share in shares),
        "—" if q is None else f"{q:.3f}",
        f"{e.excluded} of {e.trials}",
        ", ".join(e.judges),
        e.submitter or "—",
        e.date[:10],
    ]
