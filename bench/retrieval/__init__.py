"""Ranking chunks for a question: BM25, embeddings, their fusion, or a ranking made elsewhere.

Every ranking is over the item's own corpus (the overlay applied), so what one item changes never touches another.
Equal scores are ordered by chunk id, whatever the order in which chunks come. Importing this package reads nothing.
"""

from bench.retrieval.bm25 import MAX_SUDACHI_BYTES, Bm25, english_tokens, japanese_tokeniser
from bench.retrieval.choose import RetrieverSpec, read_spec, ready
from bench.retrieval.corpus import Retriever, overlaid_texts, searchable
from bench.retrieval.dense import Dense
from bench.retrieval.hybrid import Hybrid
from bench.retrieval.trec import TrecRun

__all__ = [
    "MAX_SUDACHI_BYTES",
    "Bm25",
    "Dense",
    "Hybrid",
    "Retriever",
    "RetrieverSpec",
    "TrecRun",
    "english_tokens",
    "japanese_tokeniser",
    "overlaid_texts",
    "read_spec",
    "ready",
    "searchable",
]
