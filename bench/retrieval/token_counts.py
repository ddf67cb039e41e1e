"""How often each token stands in each document, and BM25 over that with some documents gone and others added."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

K1 = 1.5
B = 0.75


@dataclass(frozen=True)
class TokenCounts:
    """The counts of a corpus. `holders`: for each token {number of the document: how often it stands there}."""

    names: tuple[str, ...]
    lengths: NDArray[float64]
    holders: Mapping[str, Mapping[int, int]]

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

        kept = np.array([name not in gone for name in self.names], dtype=bool)
        lengths = np.concatenate([self.lengths, [float(sum(counts.values())) for counts in new.values()]])
        there = np.concatenate([kept, np.ones(len(new), dtype=bool)])
        if not there.any():
            return {}
        mean = lengths[there].sum() / there.sum()
        scores = np.zeros(len(lengths), dtype=np.float32)
        for token in query:
            found = {number: count for number, count in self.holders.get(token, {}).items() if kept[number]}
            found |= {n: counts[token] for n, counts in enumerate(new.values(), len(self.names)) if token in counts}
            if found:
                numbers = np.fromiter(found, dtype=int)
                often = np.fromiter(found.values(), dtype=float)
                rarity = np.float32(math.log(1 + (int(there.sum()) - len(found) + 0.5) / (len(found) + 0.5)))
                weights = float(rarity) * (often / (K1 * ((1 - B) + B * lengths[numbers] / mean) + often))
                scores[numbers] += weights.astype(np.float32)
        return {name: float(scores[n]) for n, name in enumerate((*self.names, *new)) if there[n]}
