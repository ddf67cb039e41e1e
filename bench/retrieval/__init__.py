"""Ranking chunks for a question: BM25, embeddings, their fusion, or a ranking made elsewhere.

Every ranking is over the item's own corpus (the overlay applied), so what one item changes never touches another.
Equal scores are ordered by chunk id, whatever the order in which chunks come. Importing this package reads nothing.
"""

from bench.retrieval.bm25 import Bm25
from bench.retrieval.called import failures_told
from bench.retrieval.choose import RetrieverSpec, ask_function, read_spec, ready
from bench.retrieval.corpus import Retriever

__all__ = ["Bm25", "Retriever", "RetrieverSpec", "ask_function", "failures_told", "read_spec", "ready"]
