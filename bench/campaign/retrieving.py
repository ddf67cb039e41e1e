"""The retrievers of a run: built before the first question, with embeddings kept beside the runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bench.arms import arm_of
from bench.campaign.configure import PreparedRun
from bench.records import Item, Lang
from bench.retrieval import Retriever, RetrieverSpec, ready
from bench.retrieval.choose import Corpora, without_calls
from bench.retrieval.vectors import NAME, VectorCache
from bench.stage import Stop

EMBEDDING_CALLS = 4
"""Calls for embeddings in flight at once, at most: each carries many texts."""


async def retrievers_of(run: PreparedRun, stop: Stop, tell: Callable[[str], None]) -> Mapping[Lang, Retriever]:
    """A retriever for each language of the run, able to rank every item that the retrieved arm asks.

    Raises as `bench.retrieval.ready` does. `tell` is given a sentence where texts are being embedded.
    """
    return await ready(
        *_what(run),
        concurrency=min(run.concurrency, EMBEDDING_CALLS),
        pacing=run.pacing,
        sleep=stop.sleep,
        tell=tell,
    )


def retrievers_without_calls(run: PreparedRun) -> tuple[Mapping[Lang, Retriever] | None, list[str]]:
    """The same from what is on disk; None with the texts that would have to be embedded first."""
    return without_calls(*_what(run))


def _what(run: PreparedRun) -> tuple[RetrieverSpec, Corpora, list[Item], list[Item], VectorCache]:
    """The retriever, the corpora, all items, the items that are ranked, and the embeddings kept so far."""
    return (
        run.retriever,
        {lang: data.corpus for lang, data in run.dataset.langs.items()},
        [item for data in run.dataset.langs.values() for item in data.items],
        list({(t.item.lang, t.item.id): t.item for t in run.trials if arm_of(t.arm).retrieval}.values()),
        VectorCache(run.folder.parent / NAME),
    )
