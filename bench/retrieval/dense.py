"""Ranking by embeddings: cosine of the question's vector with each chunk's, over the item's own corpus."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bench.clients.embeddings import EmbeddingsClient
from bench.config import ModelSpec
from bench.errors import BenchError
from bench.records import Chunk, Item
from bench.retrieval.corpus import best_first, overlaid_texts, searchable
from bench.retrieval.vectors import VectorCache

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

BATCH = 32
"""Texts in one request."""
DIGITS = 10
"""Cosines that agree to so many decimals are equal: the last bits depend on the order in which numbers are added."""

Vectors = Mapping[str, Sequence[float]]
"""Text to its vector."""


@dataclass
class Dense:
    """Ranks by cosine; equal cosines by chunk id. A vector of zeros is like nothing: its cosine is 0.

    `vectors` holds every text of `texts_of` for the items that will be asked; another text is a KeyError.
    """

    corpus: Mapping[str, Chunk]
    vectors: Vectors
    name: str = "dense"
    _units: dict[str, Any] = field(default_factory=dict, repr=False)

    def rank(self, item: Item, k: int) -> tuple[str, ...]:
        """The k best chunk ids of the item's corpus; fewer when the corpus is smaller, none when it is empty."""
        question = self._unit(item.question)
        whole = dict(zip(self.corpus, (self._matrix @ question).tolist(), strict=True)) if self.corpus else {}
        scores = {}
        for name, text in overlaid_texts(item, self.corpus).items():
            as_it_is = name in self.corpus and text == self._texts[name]
            score = whole[name] if as_it_is else float(self._unit(text) @ question)
            scores[name] = round(score, DIGITS)
        return best_first(scores)[:k]

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {name: searchable(chunk) for name, chunk in self.corpus.items()}

    @cached_property
    def _matrix(self) -> NDArray[float64]:
        import numpy as np

        return np.stack([self._unit(text) for text in self._texts.values()])

    def _unit(self, text: str) -> NDArray[float64]:
        import numpy as np

        if text not in self._units:
            vector = np.asarray(self.vectors[text], dtype=np.float64)
            length = float(np.linalg.norm(vector))
            self._units[text] = vector / length if length else vector
        unit: NDArray[float64] = self._units[text]
        return unit


def texts_of(corpus: Mapping[str, Chunk], items: Iterable[Item]) -> list[str]:
    """Every text whose vector ranking the items needs, each once: questions, chunks, and what overlays change."""
    needed: dict[str, None] = {}
    for item in items:
        needed[item.question] = None
        needed.update((text, None) for text in overlaid_texts(item, corpus).values())
    return list(needed)


async def embed(
    client: EmbeddingsClient, model: ModelSpec, texts: Sequence[str], cache: VectorCache, concurrency: int
) -> None:
    """Put vectors of the texts into the cache, BATCH texts in a call, each batch stored as it comes.

    Raises what `EmbeddingsClient.embed` raises; what came before is in the cache.
    """
    free = asyncio.Semaphore(concurrency)
    fault: BaseException | None = None

    async def one(batch: Sequence[str]) -> None:
        async with free:
            vectors = await client.embed(model.name, batch)
        cache.put(model.spec, dict(zip(batch, vectors, strict=True)))

    try:
        async with asyncio.TaskGroup() as group:
            for start in range(0, len(texts), BATCH):
                group.create_task(one(texts[start : start + BATCH]))
    except* BenchError as faults:
        # Batches fail for one reason; one sentence is enough.
        fault = faults.exceptions[0]
    if fault:
        raise fault
