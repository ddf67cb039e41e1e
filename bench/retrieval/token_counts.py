"""How often each token stands in each document, and BM25 over that with some documents gone and others added."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from numpy import float64, int64
    from numpy.typing import NDArray

K1 = 1.5
B = 0.75


@dataclass(frozen=True)
class TokenCounts:
    """The counts of a corpus. `holders`: for each token {number of the document: how often it stands there}."""

    names: tuple[str, ...]
    lengths: NDArray[float64]
    holders: Mapping[str, Mapping[int, int]]
    _arrays: dict[str, tuple[NDArray[int64], NDArray[float64]]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, documents: Mapping[str, Mapping[str, int]]) -> Self:
        """From {id: {token: count}}."""
        import numpy as np

        holders: dict[str, dict[int, int]] = {}
        for number, counts in enumerate(documents.values()):
            for token, count in counts.items():
                holders.setdefault(token, {})[number] = count
        return cls(tuple(documents), np.array([sum(c.values()) for c in documents.values()], dtype=float), holders)

    def scores(
        self, query: Sequence[str], gone: Collection[str], new: Mapping[str, Mapping[str, int]]
    ) -> dict[str, float]:
        """{id: score} of every document, `gone` left out, `new` ({id: {token: count}}) added; no documents give {}.

        The score of a document of n tokens is the sum over the tokens t of the query, repeated ones too, of
        idf(t) f / (f + k1 (1 - b + b n / mean length)) with idf = ln(1 + (N - df + 0.5) / (df + 0.5)), Lucene's variant
        (Kamphuis et al., Which BM25 do you mean?, ECIR 2020). Weights are rounded to single precision, as bm25s keeps
        them, so that the scores equal those of its index over the same documents to the last bit.
        """
        import numpy as np

        kept = np.ones(len(self.names), dtype=bool)
        kept[[self._number_of[name] for name in gone if name in self._number_of]] = False
        lengths = np.concatenate([self.lengths, [float(sum(counts.values())) for counts in new.values()]])
        there = np.concatenate([kept, np.ones(len(new), dtype=bool)])
        if not there.any():
            return {}
        total = int(there.sum())
        mean = lengths[there].sum() / total
        scores = np.zeros(len(lengths), dtype=np.float32)
        for token in query:
            numbers, often = self._held(token)
            if gone:
                left = kept[numbers]
                numbers, often = numbers[left], often[left]
            if more := [(n, counts[token]) for n, counts in enumerate(new.values(), len(kept)) if token in counts]:
                numbers = np.concatenate([numbers, [number for number, _ in more]])
                often = np.concatenate([often, [float(count) for _, count in more]])
            if found := len(numbers):
                rarity = np.float32(math.log(1 + (total - found + 0.5) / (found + 0.5)))
                weights = float(rarity) * (often / (K1 * ((1 - B) + B * lengths[numbers] / mean) + often))
                scores[numbers] += weights.astype(np.float32)
        return {
            name: score
            for name, score, known in zip((*self.names, *new), scores.tolist(), there.tolist(), strict=True)
            if known
        }

    @cached_property
    def _number_of(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    def _held(self, token: str) -> tuple[NDArray[int64], NDArray[float64]]:
        """The numbers of the documents that have a token, and how often it stands in each."""
        import numpy as np

        if token not in self._arrays:
            held = self.holders.get(token, {})
            self._arrays[token] = np.fromiter(held, dtype=np.int64), np.fromiter(held.values(), dtype=float)
        return self._arrays[token]
