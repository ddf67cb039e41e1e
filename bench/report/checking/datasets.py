"""A submission against the dataset that it names, where a copy of that is at hand."""

from __future__ import annotations

from collections.abc import Iterator

from bench.arms import arm_of
from bench.dataset import Dataset, load
from bench.dataset.sample import select
from bench.records.submission import SubmissionBase
from bench.report.checking.document import Fault
from bench.report.checking.rows import by_id


def own_data(s: SubmissionBase) -> Dataset | None:
    """The reference copy that comes with the suite: its own dataset, if the submission is about it.

    Other datasets have no copy here; their boards are kept apart by digest.
    """
    claimed = s.config.dataset
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
    else:
        yield from _items(s, dataset)


def _items(s: SubmissionBase, dataset: Dataset) -> Iterator[Fault]:
    tags, config = by_id(s), s.config
    wanted = {
        (item.lang, item.id): item
        for lang in config.langs
        for item in select(
            dataset.langs[lang].items,
            preset=config.preset,
            limit=config.limit,
            seed=config.seed,
            arms=config.arms,
            distractors=config.distractors,
        )
        if any(arm_of(arm).shows(item.kind) for arm in config.arms)
    }
    for kind, ids in (("is missing", wanted.keys() - tags.keys()), ("does not belong", tags.keys() - wanted.keys())):
        if ids:
            named = ", ".join(f"{item} ({lang})" for lang, item in sorted(ids)[:10])
            yield "items", f"{named}{f' and {len(ids) - 10} more' if len(ids) > 10 else ''} {kind}"
    for key in sorted(wanted.keys() & tags.keys()):
        item, tag = wanted[key], tags[key]
        if (item.kind, item.aspects, item.base, item.cluster) != (tag.kind, tag.aspects, tag.base, tag.cluster):
            yield "items", f"{tag.id} ({tag.lang}) has other tags than in the dataset"
