"""BM25 over one count of the corpus and what an item changes: the scores of an index built anew, to the last bit."""

from __future__ import annotations

from collections import Counter

import bm25s
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.dataset import load
from bench.records import LANGS, Chunk, Lang
from bench.retrieval.bm25 import Bm25
from bench.retrieval.corpus import overlaid_texts
from bench.retrieval.token_counts import TokenCounts

WORDS = st.lists(st.sampled_from("abcdefg"), max_size=30)
CORPORA = st.dictionaries(st.sampled_from([f"d{n}" for n in range(12)]), WORDS, min_size=1)


def rebuilt(documents: dict[str, list[str]], query: list[str]) -> dict[str, float]:
    if not any(documents.values()) or not query:
        return dict.fromkeys(documents, 0.0)
    index = bm25s.BM25()
    index.index(list(documents.values()), show_progress=False)
    return dict(zip(documents, index.get_scores(query).tolist(), strict=True))


@given(CORPORA, WORDS, st.sets(st.sampled_from([f"d{n}" for n in range(12)])), st.lists(WORDS, max_size=3))
def test_what_is_gone_and_new_scores_as_in_an_index_of_its_own(
    corpus: dict[str, list[str]], query: list[str], gone: set[str], new: list[list[str]]
) -> None:
    added = {f"n{number}": tokens for number, tokens in enumerate(new)}
    documents = {name: tokens for name, tokens in corpus.items() if name not in gone} | added
    counts = TokenCounts.of({name: Counter(tokens) for name, tokens in corpus.items()})
    found = counts.scores(query, gone, {name: Counter(tokens) for name, tokens in added.items()})
    assert found == (rebuilt(documents, query) if documents else {})


def test_no_documents_have_no_scores() -> None:
    assert TokenCounts.of({}).scores(["a"], (), {}) == {}


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGS)
def test_written_items_are_ranked_as_by_an_index_of_their_own(lang: Lang) -> None:
    data = load("gib", [lang]).langs[lang]
    corpus = {name: chunk for name, chunk in data.corpus.items() if name.startswith("W")}
    shared = Bm25(corpus, lang)
    for item in [item for item in data.items if item.drawn is None][::12]:
        documents = overlaid_texts(item, corpus)
        alone = Bm25({name: Chunk(id=name, text=text) for name, text in documents.items()}, lang)
        plain = item.model_copy(update={"overlay": type(item.overlay)()})
        assert shared.rank(item, len(documents)) == alone.rank(plain, len(documents)), item.id
