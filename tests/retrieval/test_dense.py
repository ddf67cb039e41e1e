"""Ranking by embeddings of a real server: the item's own corpus, equal scores by id, nothing embedded twice."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from bench.errors import LogError, ProviderError, UsageError
from bench.records import Chunk
from bench.retrieval.corpus import overlaid_texts
from bench.retrieval.dense import BATCH, Dense
from bench.retrieval.vectors import VectorCache
from tests.retrieval.asking import ADDED, CORPORA, ITEMS, MAIN, MAIN_JA, REMOVED, SHORT, item, retrievers
from tests.server import Seen, Server, Step, fail


def test_the_chunk_that_shares_most_comes_first_in_both_languages(server: Server, tmp_path: Path) -> None:
    found = retrievers(f"dense:bag@{server.url}", tmp_path)
    assert found["en"].rank(MAIN, 1) == found["ja"].rank(MAIN_JA, 1) == ("a",)
    assert len(found["en"].rank(MAIN, 9)) == 3


def test_a_ranking_is_over_the_items_own_corpus(server: Server, tmp_path: Path) -> None:
    en = retrievers(f"dense:bag@{server.url}", tmp_path)["en"]
    assert set(en.rank(REMOVED, 9)) == {"b", "c"}
    assert en.rank(ADDED, 1) == ("r",)
    assert en.rank(SHORT, 9).index("a") > 0
    assert en.rank(MAIN, 1) == ("a",)


def test_no_text_is_embedded_twice_not_even_by_another_run(server: Server, tmp_path: Path) -> None:
    told: list[str] = []
    first = retrievers(f"dense:bag@{server.url}", tmp_path, told=told)
    sent = [text for seen in server.seen for text in seen.body["input"]]
    texts = {text for i in ITEMS for text in [i.question, *overlaid_texts(i, CORPORA[i.lang]).values()]}
    assert sorted(sent) == sorted(texts)
    assert told == [f"Embedding {len(texts)} texts with openai-compatible:bag …"]
    second = retrievers(f"dense:bag@{server.url}", tmp_path, told=told)
    assert server.requests == 1
    assert len(told) == 1
    assert [first["en"].rank(i, 9) for i in ITEMS if i.lang == "en"] == [
        second["en"].rank(i, 9) for i in ITEMS if i.lang == "en"
    ]


def test_the_cache_holds_no_text(server: Server, tmp_path: Path) -> None:
    retrievers(f"dense:bag@{server.url}", tmp_path)
    assert b"mooring" not in (tmp_path / "v.sqlite").read_bytes()


def test_nothing_is_embedded_for_items_that_are_not_asked(server: Server, tmp_path: Path) -> None:
    retrievers(f"dense:bag@{server.url}", tmp_path, asked=())
    assert server.requests == 0


def test_many_texts_go_in_batches_and_a_transient_fault_is_tried_again(server: Server, tmp_path: Path) -> None:
    server.script.append(fail(503))
    many = tuple(item(f"Q{n}", question=f"Question number {n}?") for n in range(2 * BATCH))
    found = retrievers(f"dense:bag@{server.url}", tmp_path, asked=many)
    assert server.requests == 4
    assert max(len(seen.body["input"]) for seen in server.seen) == BATCH
    assert len(found["en"].rank(many[-1], 9)) == 3


def test_what_was_embedded_before_a_failure_is_kept(server: Server, tmp_path: Path) -> None:
    many = tuple(item(f"Q{n}", question=f"Question number {n}?") for n in range(2 * BATCH))

    def last_batch_fails(seen: Seen) -> Step:
        return fail(500) if len(seen.body["input"]) < BATCH else Step()

    server.answer = last_batch_fails
    with pytest.raises(ProviderError, match="did not embed"):
        retrievers(f"dense:bag@{server.url}", tmp_path, asked=many)
    server.answer = None
    before = server.requests
    retrievers(f"dense:bag@{server.url}", tmp_path, asked=many)
    assert server.requests == before + 1


def test_a_server_that_refuses_everything_is_one_clear_sentence(server: Server, tmp_path: Path) -> None:
    server.answer = lambda _: fail(404)
    with pytest.raises(ProviderError, match="does not offer 'bag'"):
        retrievers(f"dense:bag@{server.url}", tmp_path)


def test_a_missing_key_is_said_before_anything_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(UsageError, match="OPENAI_API_KEY is not set"):
        retrievers("dense:openai:text-embedding-3-small", tmp_path)


def test_vectors_of_another_length_in_the_cache_are_refused(server: Server, tmp_path: Path) -> None:
    VectorCache(tmp_path / "v.sqlite").put("openai-compatible:bag", {MAIN.question: [1.0, 2.0]})
    with pytest.raises(ProviderError, match="have 2 and 128 numbers"):
        retrievers(f"dense:bag@{server.url}", tmp_path)


def test_a_cache_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "v.sqlite").write_bytes(b"not a database, but long enough to be read as one" * 30)
    with pytest.raises(LogError, match="cannot be used"):
        VectorCache(tmp_path / "v.sqlite").get("m", ["text"])


def test_equal_cosines_are_ordered_by_id_and_zeros_are_like_nothing() -> None:
    of = item("Q", question="q")
    texts = {name: f"text {name}" for name in "abcde"}
    vectors = {"q": [0.1, 0.7, 0.3], **{text: [0.3, 0.9, 0.1] for text in texts.values()}, texts["c"]: [0.0, 0.0, 0.0]}
    for order in itertools.permutations("abcde"):
        corpus = {name: Chunk(id=name, text=texts[name]) for name in order}
        assert Dense(corpus, vectors).rank(of, 5) == ("a", "b", "d", "e", "c")
    assert Dense({}, vectors).rank(of, 5) == ()
