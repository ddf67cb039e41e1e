"""Whether items and rows hold together: every item once, every trial once, and only what can happen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import Any

from bench.arms import arm_of, with_documents
from bench.kinds import kind_of
from bench.outcomes import Outcome, from_letter
from bench.records import Lang
from bench.records.submission import ItemTags, Submission2, SubmissionBase
from bench.report.checking.document import Fault


def row_faults(s: SubmissionBase) -> Iterator[Fault]:
    """Every item once, every row of a known item once, and every arm that applies to it."""
    tags = by_id(s)
    yield from _twice("items", [(i.lang, i.id) for i in s.items])
    yield from _twice("rows", [(r.lang, r.item, r.repeat) for r in s.rows])
    seen: dict[tuple[Lang, str], set[int]] = defaultdict(set)
    for row in s.rows:
        seen[row.lang, row.item].add(row.repeat)
    for number, item in enumerate(s.items):
        if item.lang not in s.config.langs:
            yield f"items[{number}].lang", f"{item.lang} is not one of the submission's languages"
        if absent := _absent(seen[item.lang, item.id], s.config.repeats):
            yield f"items[{number}]", f"{item.id} ({item.lang}) has no row for repeat {absent}"
    for number, row in enumerate(s.rows):
        path = f"rows[{number}]"
        tag = tags.get((row.lang, row.item))
        if tag is None:
            yield f"{path}.item", f"{row.item} ({row.lang}) is not among `items`"
            continue
        if row.repeat >= s.config.repeats:
            yield f"{path}.repeat", f"{row.repeat} is not below the {s.config.repeats} repeats"
        # Imported sets may have items without evidence, for which an arm is skipped; the official ones have none.
        wanted = {arm for arm in s.config.arms if arm_of(arm).shows(tag.kind)}
        if (set(row.arms) != wanted) if s.config.dataset.official else not set(row.arms) <= wanted:
            yield f"{path}.arms", f"must be {', '.join(sorted(wanted))}; not {', '.join(sorted(row.arms)) or 'none'}"
        taken_away = s.config.canaries > 0 and kind_of(tag.kind).answerable
        possible = set(with_documents(row.arms)) if taken_away else set()
        if not set(row.canary) <= possible:
            yield f"{path}.canary", f"{', '.join(sorted(set(row.canary) - possible))} cannot be a canary here"
        for arm, letter in row.arms.items():
            try:
                from_letter(tag, arm, row.repeat, letter)
            except ValueError as error:
                yield f"{path}.arms.{arm}", str(error)
    if isinstance(s, Submission2) and s.trials != (letters := sum(len(row.arms) for row in s.rows)):
        yield "trials", f"is {s.trials}, but the rows hold {letters}"


def _absent(seen: set[int], repeats: int) -> str:
    """The repeats below `repeats` that are not seen, the first five by number; empty where none is missing.

    `repeats` is what a hostile file claims, so nothing here takes as long as it is large.
    """
    missing = repeats - len({repeat for repeat in seen if repeat < repeats})
    if missing <= 0:
        return ""
    first = islice((repeat for repeat in count() if repeat not in seen), min(missing, 5))
    return ", ".join(map(str, first)) + (f" and {missing - 5} more" if missing > 5 else "")


def outcomes_of_rows(s: SubmissionBase) -> list[Outcome]:
    """The outcome of every trial, in the order of the rows. The rows must have passed `row_faults`."""
    tags = by_id(s)
    return [
        from_letter(tags[row.lang, row.item], arm, row.repeat, letter, canary=arm in row.canary)
        for row in s.rows
        for arm, letter in row.arms.items()
    ]


def by_id(s: SubmissionBase) -> dict[tuple[Lang, str], ItemTags]:
    return {(i.lang, i.id): i for i in s.items}


def _twice(name: str, keys: Sequence[tuple[Any, ...]]) -> Iterator[Fault]:
    for key, times in Counter(keys).items():
        if times > 1:
            yield name, f"{' '.join(map(str, key))} stands {times} times"
