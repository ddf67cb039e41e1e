"""Whether items and rows hold together, give what the file claims, and are the dataset's where that is at hand."""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any

from bench.arms import HEADLINE, arm_of, with_documents
from bench.dataset import Dataset, load
from bench.dataset.sample import selected
from bench.kinds import kind_of
from bench.metrics import lit
from bench.metrics.arm import results
from bench.outcomes import Outcome, from_letter
from bench.records import ArmResult, Lang
from bench.records.submission import ItemTags, Submission, Submission2, Submission3, SubmissionBase
from bench.report.checking.published import NAME as LIT
from bench.report.checking.published import published_lit
from bench.report.checking.trials import as_shown, of_cascades, of_drawn_and_shown, trial_of_row
from bench.report.submission import tags_of
from bench.schema import Fault, dotted

TOLERANCE = 1e-6
"""For figures that are computed again: far below any printed digit, above the noise of another machine."""


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
        if tag.difficulty is not None and kind_of(tag.kind).twin:
            # Of a drawn question one piece of evidence is left out: where others are left, they are shown alone too.
            wanted |= {arm for arm in row.arms if arm in s.config.arms and arm_of(arm).evidence}
        if (set(row.arms) != wanted) if s.config.dataset.official else not set(row.arms) <= wanted:
            yield f"{path}.arms", f"must be {', '.join(sorted(wanted))}; not {', '.join(sorted(row.arms)) or 'none'}"
        taken_away = s.config.canaries > 0 and kind_of(tag.kind).answerable
        possible = set(with_documents(row.arms)) if taken_away else set()
        if not set(row.canary) <= possible:
            yield f"{path}.canary", f"{', '.join(sorted(set(row.canary) - possible))} cannot be a canary here"
        yield from of_drawn_and_shown(s, row, tag, path)
        for arm, letter in row.arms.items():
            try:
                from_letter(as_shown(tags, row, arm), arm, row.repeat, letter)
            except ValueError as error:
                yield f"{path}.arms.{arm}", str(error)
    yield from of_cascades(s)
    marked = sum(len(row.canary) for row in s.rows)
    if isinstance(s, Submission | Submission3) and s.canaries != marked:
        yield "canaries", f"is {s.canaries}, but the rows mark {marked}"
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
    return [trial_of_row(tags, row, arm, letter) for row in s.rows for arm, letter in row.arms.items()]


def by_id(s: SubmissionBase) -> dict[tuple[Lang, str], ItemTags]:
    return {(i.lang, i.id): i for i in s.items}


def _twice(name: str, keys: Sequence[tuple[Any, ...]]) -> Iterator[Fault]:
    for key, times in Counter(keys).items():
        if times > 1:
            yield name, f"{' '.join(map(str, key))} stands {times} times"


def figure_faults(s: SubmissionBase) -> Iterator[Fault]:
    """What does not follow from the rows, which must hold together (see `row_faults`): exclusions, and claimed figures.

    Also a result for the leaderboard whose headline would be an overall over fewer categories.
    """
    outcomes = outcomes_of_rows(s)
    if isinstance(s, Submission2):
        yield from _claimed(s, outcomes)
    yield from _exclusions(s, outcomes)
    for lang in s.config.langs if s.leaderboard and HEADLINE in s.config.arms else ():
        rates = lit.categories([o for o in outcomes if (o.lang, o.arm) == (lang, HEADLINE)])
        if empty := ", ".join(name for name, rate in rates.items() if rate.n == 0):
            where = f"{empty} has no scored trial in {lang}, {HEADLINE}"
            yield "rows", f"{where}; an overall over fewer categories is not ranked"


def _claimed(s: Submission2, outcomes: Sequence[Outcome]) -> Iterator[Fault]:
    """Every figure of a file of version 2 that the rows do not give. One that it does not have is no fault."""
    by_arm, attribution = results(outcomes, s.config.langs, s.config.arms)
    for number, (claimed, computed) in enumerate(zip(s.results, by_arm, strict=False)):
        both = claimed.model_fields_set & ArmResult.model_fields.keys()
        printed, by_rows = (result.model_dump(mode="json", include=both) for result in (claimed, computed))
        yield from _differences(printed, by_rows, ("results", number))
    printed_shares, shares = ([a.model_dump(mode="json") for a in each] for each in (s.attribution, attribution))
    yield from _differences(printed_shares, shares, ("attribution",))


def _exclusions(s: SubmissionBase, outcomes: Sequence[Outcome]) -> Iterator[Fault]:
    for name in ("failed", "invalid"):
        claimed = sum(count for reason, count in s.excluded.items() if reason.startswith(f"{name}/"))
        counted = sum(o.outcome == name for o in outcomes)
        if claimed != counted:
            yield "excluded", f"counts {claimed} {name} trials, the rows hold {counted}"


def _differences(claimed: Any, computed: Any, path: tuple[str | int, ...]) -> Iterator[Fault]:
    if isinstance(claimed, Mapping) and isinstance(computed, Mapping):
        for key in dict.fromkeys([*claimed, *computed]):
            if key in _LATER or (key == "ci95" and _no_width(claimed.get(key))):
                continue
            yield from _differences(claimed.get(key), computed.get(key), (*path, key))
    elif isinstance(claimed, list) and isinstance(computed, list) and len(claimed) == len(computed):
        for number, (one, other) in enumerate(zip(claimed, computed, strict=True)):
            yield from _differences(one, other, (*path, number))
    elif not _same(claimed, computed):
        yield dotted(path), f"is {json.dumps(claimed)}, but the rows give {json.dumps(computed)}"


_LATER = ("ci95_questions", "bounds")
"""What has been defined since version 2, or anew: intervals over questions of unequal size, and bounds. So have been
intervals of resamples without spread, which had no width then."""


def _no_width(interval: Any) -> bool:
    return isinstance(interval, list) and len(interval) == 2 and interval[0] == interval[1]


def _same(claimed: Any, computed: Any) -> bool:
    if isinstance(claimed, float) and isinstance(computed, float):
        return math.isclose(claimed, computed, rel_tol=0, abs_tol=TOLERANCE)
    return bool(claimed == computed)


Reference = Callable[[SubmissionBase], Dataset | None]
"""Gives the reference copy of the dataset that a submission names, or None where there is none to compare with."""


def own_data(s: SubmissionBase) -> Dataset | None:
    """The reference copy that comes with the suite: its own dataset, or the published LIT-RAGBench without its texts.

    None for data that the suite does not know; their boards are kept apart by digest, and nothing on them is ranked.
    """
    claimed = s.config.dataset
    if claimed.name == LIT and claimed.official:
        return published_lit(claimed.sha256, s.config.langs)
    if claimed.name != "gib":
        return None
    dataset = load("gib", s.config.langs)
    # A folder of one's own may have the name and another version: then it is another dataset, and nobody claims more.
    return dataset if claimed.official or dataset.version == claimed.version else None


def against(s: SubmissionBase, dataset: Dataset | None) -> Iterator[Fault]:
    """Version, bytes and items must be exactly those of the reference copy, as preset, limit and seed select them."""
    if dataset is None:
        return
    claimed = s.config.dataset
    if claimed.version != dataset.version:
        problem = f"{claimed.version!r} is no version of {dataset.name} that this copy of the suite has"
        yield "config.dataset.version", f"{problem} ({dataset.version}); check with the release that has it"
    elif claimed.sha256 != dataset.sha256:
        problem = f"differs from that of {dataset.name} {dataset.version}, {dataset.sha256}: it is other data"
        yield "config.dataset.sha256", problem
    elif missing := [lang for lang in s.config.langs if lang not in dataset.langs]:
        yield "config.langs", f"{', '.join(missing)} is not in the data with this digest"
    else:
        yield from _items(s, dataset)


_UNTOLD: dict[str, object] = {"difficulty": None, "slips": ()}
"""Tags that versions before 4 do not state."""


def _items(s: SubmissionBase, dataset: Dataset) -> Iterator[Fault]:
    tags, config = by_id(s), s.config
    wanted = {
        (item.lang, item.id): item
        for item in selected(dataset, config)
        if any(arm_of(arm).shows(item.kind) for arm in config.arms)
    }
    for kind, ids in (("is missing", wanted.keys() - tags.keys()), ("does not belong", tags.keys() - wanted.keys())):
        if ids:
            named = ", ".join(f"{item} ({lang})" for lang, item in sorted(ids)[:10])
            yield "items", f"{named}{f' and {len(ids) - 10} more' if len(ids) > 10 else ''} {kind}"
    for key in sorted(wanted.keys() & tags.keys()):
        item, tag = wanted[key], tags[key]
        wanted_tags = tags_of(item) if isinstance(s, Submission) else tags_of(item).model_copy(update=_UNTOLD)
        if wanted_tags != tag:
            yield "items", f"{tag.id} ({tag.lang}) has other tags than in the dataset"
