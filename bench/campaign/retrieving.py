"""The retrievers of a run: built before the first question, with embeddings kept beside the runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bench.campaign.configure import PreparedRun as Run
from bench.records import Chunk, Item, Lang
from bench.retrieval import Retriever, ready
from bench.retrieval.choose import without_calls
from bench.retrieval.vectors import NAME, VectorCache
from bench.stage import Stop

EMBEDDING_CALLS = 4
"""Calls for embeddings in flight at once, at most: each carries many texts."""


async def retrievers_of(run: Run, stop: Stop, tell: Callable[[str], None]) -> Mapping[Lang, Retriever]:
    """A retriever for each language of the run, able to rank every item that the retrieved arm asks.

    Raises as `bench.retrieval.ready` does. `tell` is given a sentence where texts are being embedded.
    """
    return await ready(
        run.retriever,
        _corpora(run),
        _known(run),
        _asked(run),
        _cache(run),
        concurrency=min(run.concurrency, EMBEDDING_CALLS),
        pacing=run.pacing,
        sleep=stop.sleep,
        tell=tell,
    )


def retrievers_without_calls(run: Run) -> tuple[Mapping[Lang, Retriever] | None, list[str]]:
    """The same from what is on disk; None with the texts that would have to be embedded first."""
    return without_calls(run.retriever, _corpora(run), _known(run), _asked(run), _cache(run))


def _corpora(run: Run) -> dict[Lang, Mapping[str, Chunk]]:
    return {lang: data.corpus for lang, data in run.dataset.langs.items()}


def _known(run: Run) -> list[Item]:
    return [item for data in run.dataset.langs.values() for item in data.items]


def _asked(run: Run) -> list[Item]:
    asked = {(t.item.lang, t.item.id): t.item for t in run.trials if t.arm == "retrieved"}
    return list(asked.values())


def _cache(run: Run) -> VectorCache:
    return VectorCache(run.folder.parent / NAME)
