"""BM25 over an item's own corpus, in both languages, with ties that no input order decides."""

from __future__ import annotations

import itertools

from bench.records import Chunk, Cut, Item, Lang, Overlay
from bench.retrieval.bm25 import MAX_SUDACHI_BYTES, Bm25, english_tokens, japanese_tokeniser


def corpus(**texts: str) -> dict[str, Chunk]:
    return {name: Chunk(id=name, text=text) for name, text in texts.items()}


UNCHANGED = Overlay()


def asked(question: str, lang: Lang = "en", overlay: Overlay = UNCHANGED, name: str = "i") -> Item:
    return Item(id=name, lang=lang, kind="main", question=question, answer="a", overlay=overlay, cluster=name)


ENGLISH = corpus(
    a="The fee for a mooring berth is 12,500 yen a month.",
    b="Dogs are welcome on the pier.",
    c="The berth at the north pier was repaired.",
)
JAPANESE = corpus(
    a="係留料は月額１２，５００円とする。", b="桟橋には犬を連れて入ることができます。", c="北桟橋を補修した。"
)


def test_the_best_match_comes_first() -> None:
    assert Bm25(ENGLISH, "en").rank(asked("What is the monthly mooring fee?"), 1) == ("a",)
    assert Bm25(JAPANESE, "ja").rank(asked("係留の料金はいくらか", "ja"), 1) == ("a",)


def test_k_chunks_come_back_even_where_nothing_matches() -> None:
    assert Bm25(ENGLISH, "en").rank(asked("zzz"), 2) == ("a", "b")
    assert Bm25(ENGLISH, "en").rank(asked("?"), 9) == ("a", "b", "c")
    assert Bm25({}, "en").rank(asked("anything"), 5) == ()


def test_ties_are_broken_by_id_whatever_the_input_order() -> None:
    same = {name: Chunk(id=name, text="equal words here") for name in "abcde"}
    ranks = {
        Bm25({name: same[name] for name in order}, "en").rank(asked("equal words"), 2)
        for order in itertools.permutations(same)
    }
    assert ranks == {("a", "b")}


def test_an_overlay_changes_its_own_item_and_no_other() -> None:
    retriever = Bm25(ENGLISH, "en")
    question = "What is the monthly mooring fee?"
    rival = Chunk(id="r", text="Mooring fee: the monthly fee for mooring is 14,000 yen.")
    before = retriever.rank(asked(question), 4)
    assert retriever.rank(asked(question, overlay=Overlay(remove=("a",)), name="removed"), 4)[0] != "a"
    assert retriever.rank(asked(question, overlay=Overlay(add=(rival,), rival=(rival.id,)), name="added"), 1) == ("r",)
    cut = Overlay(cuts=(Cut(chunk="a", end=4),))
    assert retriever.rank(asked("mooring berth", name="whole"), 1) == ("a",)
    assert retriever.rank(asked("mooring berth", overlay=cut, name="cut"), 1) == ("c",)
    assert retriever.rank(asked(question), 4) == before == Bm25(ENGLISH, "en").rank(asked(question), 4)


def test_english_tokens_keep_numbers_whole() -> None:
    assert english_tokens("The ＦＥＥ is 12,500 yen.") == ["fee", "12,500", "yen"]


def test_japanese_tokens_are_content_units_in_one_spelling() -> None:
    tokens = japanese_tokeniser()("附属の打合せを行いました。")
    assert "打ち合わせ" in "".join(tokens) or "打合せ" in tokens
    assert not {"の", "を", "。", "ます", "た"} & set(tokens)


def test_a_text_longer_than_the_tokeniser_takes_is_read_to_its_end() -> None:
    text = "桟橋。" * MAX_SUDACHI_BYTES + "係留"
    assert japanese_tokeniser()(text)[-1] == "係留"
