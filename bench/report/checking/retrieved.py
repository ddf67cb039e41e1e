"""Whether the documents that made a retrieved question another kind are those that BM25 finds, where anybody can look.

A file says of a contradictory or incomplete item what the documents shown made it, and so which answers were right.
With BM25 over a reference copy of the data that follows from the data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from bench.arms import arm_of
from bench.dataset import Dataset
from bench.dataset.as_shown import kind_as_shown
from bench.kinds import kind_of
from bench.records import Item, Kind, Lang
from bench.records.submission import Row, Submission, SubmissionBase
from bench.retrieval.bm25 import Bm25
from bench.retrieval.by_world import over_worlds
from bench.schema import Fault

MOST_OTHER = 0.05
"""Share of these trials that may differ: another release of the Japanese dictionary cuts some words otherwise."""
FEW = 2

_FOUND: dict[tuple[str, Lang, int], Mapping[str, Kind | None]] = {}
"""By data, language and k: what each such item is by what BM25 finds."""


def shown_faults(s: SubmissionBase, dataset: Dataset) -> Iterator[Fault]:
    """Rows whose `shown` and `rival_only` are not what BM25 finds in the reference copy, where that can be said."""
    config = s.config
    arms = [arm for arm in config.arms if arm_of(arm).retrieval]
    told = isinstance(s, Submission) and config.retriever == "bm25" and config.chunk_tokens is None
    if not (told and arms) or config.canaries or config.leave_one_out:
        return
    for lang in config.langs:
        found = _kinds(dataset, lang, config.k)
        own = {item.id: item.kind for item in dataset.langs[lang].items}
        rows = [row for row in s.rows if row.lang == lang and row.item in found]
        cells = [(row, arm) for row in rows for arm in arms if row.arms.get(arm, "f") != "f"]
        other = [row.item for row, arm in cells if _stated(row, arm, own) != found[row.item]]
        if len(other) > max(FEW, MOST_OTHER * len(cells)):
            named = ", ".join(dict.fromkeys(other[:5]))
            problem = (
                f"of {len(cells)} trials in {lang} {len(other)} were shown other documents than BM25 finds: {named}"
            )
            yield "rows", f"{problem} …; `shown` and `rival_only` follow from those"


def _stated(row: Row, arm: str, own: Mapping[str, Kind]) -> Kind | None:
    return None if arm in row.rival_only else row.shown.get(arm, own[row.item])


def _kinds(dataset: Dataset, lang: Lang, k: int) -> Mapping[str, Kind | None]:
    key = (dataset.sha256, lang, k)
    if key not in _FOUND:
        data = dataset.langs[lang]
        items = {item.id: item for item in data.items}
        retriever = over_worlds(data.items, data.corpus, partial(Bm25, lang=lang))
        _FOUND[key] = {
            item.id: kind_as_shown(item, items.get(item.base or ""), retriever.rank(item, k))
            for item in data.items
            if _depends(item)
        }
    return _FOUND[key]


def _depends(item: Item) -> bool:
    entry = kind_of(item.kind)
    return item.base is not None and (entry.conflict or entry.evidence == "cut")
