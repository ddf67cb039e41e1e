"""A corpus cut anew loses no text, splits no character, keeps to the size, and carries gold and overlays over."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import contexts, tokens
from bench.dataset import Dataset, LangData, load
from bench.dataset.pieces import inside_character, pieces
from bench.dataset.rechunk import check_sizes, rechunk, source_of
from bench.dataset.shown import applies
from bench.errors import DataError, UsageError
from bench.records import Chunk, Cut, Evidence, Item, Overlay
from tests.dataset.test_pieces import HOSTILE
from tests.runs import write_dataset

PROSE = st.lists(
    st.sampled_from(
        [
            "The gauge of pier 4 was read on Monday. ",
            "係留料は月額12,500円とする。",
            "| berth | 12,500 |\n| buoy | 3,000 |\n",
            "\n\n",
            "が\u3099ﾊ\uff9e👩\u200d👩🏽 ",
            "word " * 12,
            "長" * 30,
        ]
    ),
    max_size=12,
).map("".join)


def bare(text: str) -> str:
    return "".join(text.split())


@settings(max_examples=60)
@given(text=st.one_of(PROSE, HOSTILE), size=st.integers(16, 60), share=st.sampled_from([0, 4, 2]))
def test_no_text_is_lost_no_character_is_split_and_no_piece_is_too_long(text: str, size: int, share: int) -> None:
    found = pieces(text, size, size // share if share else 0)
    assert bare("".join(text[p.fresh : p.end] for p in found)) == bare(text)
    for before, piece in zip([None, *found], found, strict=False):
        assert piece.start <= piece.fresh < piece.end
        assert before is None or (before.start < piece.start and before.end <= piece.fresh)
        for edge in (piece.start, piece.end):
            assert edge in (0, len(text)) or not inside_character(text, edge)
        part = text[piece.start : piece.end]
        one_character = all(inside_character(part, p) for p in range(1, len(part)))
        assert tokens.count(part) <= size or one_character


def test_a_cut_prefers_a_paragraph_then_a_sentence_then_a_row_then_a_word() -> None:
    sentence = "The harbour office keeps the register of berths and buoys. "

    def last_cut(text: str) -> str:
        first = pieces(text, 40)[0]
        return text[: first.end][-12:] + "|" + text[first.end :][:6]

    assert last_cut(sentence * 2 + "\n\n" + sentence * 3).startswith("s and buoys.|")
    assert last_cut(sentence * 2 + "A heading\n\n" + "word " * 60).endswith("A heading|\n\nword"[-16:])
    rows = "".join(f"| berth {n} | {n},500 yen |\n" for n in range(20))
    assert last_cut(rows).endswith("|\n| ber")
    assert last_cut("word " * 99).split("|") == ["rd word word", " word "]


def test_repeated_text_begins_at_a_sentence_where_one_begins_in_time() -> None:
    text = "".join(f"Sentence number {n} is about the pier. " for n in range(30))
    found = pieces(text, 64, 24)
    for before, piece in pairwise(found):
        assert before.start < piece.start < before.end
        assert text[piece.start :].startswith("Sentence")
        assert tokens.count(text[piece.start : piece.fresh]) <= 24


def test_white_space_alone_has_no_piece() -> None:
    assert pieces("", 16) == pieces(" \n\u3000", 16) == []


@pytest.mark.parametrize(
    ("size", "overlap", "said"),
    [(8, None, "at least 16"), (64, 40, "half"), (64, -1, "between 0"), (None, 8, "needs --chunk-tokens")],
)
def test_sizes_that_do_not_fit_are_refused(size: int | None, overlap: int | None, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        check_sizes(size, overlap)


# A document of 30 sentences; the evidence is the twentieth.
SENTENCES = [f"Rule {n} says that berth {n} costs {n * 100 + 50} yen a month. " for n in range(1, 31)]
DOCUMENT = "".join(SENTENCES)
QUOTE = SENTENCES[19].strip()
RIVAL = Chunk(id="R", text="".join(f"Notice {n}: berth {n} costs 9 yen. " for n in range(1, 31)))
CORPUS = {
    "W": Chunk(id="W", doc_id="rules", title="Rules", text=DOCUMENT),
    "V": Chunk(id="V", doc_id="other", text="".join(f"The crane {n} is green. " for n in range(40))),
}


def item(name: str, **fields: object) -> Item:
    known: dict[str, object] = {
        "id": name,
        "lang": "en",
        "kind": "main",
        "question": "q",
        "answer": "2,050 yen",
        "positive": ("W",),
        "negative": ("V",),
        "cluster": "Q",
        **fields,
    }
    return Item.model_validate(known)


MAIN = item("Q", evidence=(Evidence(chunk="W", quote=QUOTE),))
CUT_AT = DOCUMENT.index(QUOTE) + 10
ITEMS = (
    MAIN,
    item("Q-INS", kind="insufficient", positive=(), overlay=Overlay(remove=("W",)), base="Q"),
    item("Q-CON", kind="contradictory", overlay=Overlay(add=(RIVAL,), rival=(RIVAL.id,)), base="Q"),
    item("Q-INC", kind="incomplete", overlay=Overlay(cuts=(Cut(chunk="W", end=CUT_AT),)), base="Q"),
)


def dataset(*items: Item, corpus: dict[str, Chunk] | None = None) -> Dataset:
    data = LangData("en", corpus or CORPUS, items or ITEMS)
    return Dataset("d", "1", "0" * 64, "", MappingProxyType({"en": data}), official=True)


def cut(size: int = 64, overlap: int = 0) -> tuple[dict[str, Chunk], dict[str, Item]]:
    data = rechunk(dataset(), size, overlap).langs["en"]
    return dict(data.corpus), {i.id: i for i in data.items}


def seen(corpus: dict[str, Chunk], of: Item) -> str:
    """Everything that a retriever may show of the item's corpus."""
    view = contexts.overlaid(of, corpus)
    return "\n".join(chunk.text for name, chunk in view.items() if name not in of.overlay.remove)


@pytest.mark.parametrize("overlap", [0, 20])
def test_gold_is_every_new_chunk_that_overlaps_the_evidence(overlap: int) -> None:
    corpus, items = cut(64, overlap)
    gold = items["Q"].positive
    spans = {
        n: (DOCUMENT.index(c.text), DOCUMENT.index(c.text) + len(c.text)) for n, c in corpus.items() if n[0] == "W"
    }
    low = DOCUMENT.index(QUOTE)
    assert set(gold) == {name for name, (a, b) in spans.items() if a < low + len(QUOTE) and low < b}
    assert 0 < len(gold) < len(spans)
    assert [e.quote in corpus[e.chunk].text for e in items["Q"].evidence] == [True] * len(gold)
    assert items["Q"].negative == tuple(n for n in corpus if n.startswith("V#"))


def test_a_quote_across_a_cut_makes_both_parts_gold() -> None:
    quote = " ".join(s.strip() for s in SENTENCES[2:12])
    data = rechunk(dataset(item("Q", evidence=(Evidence(chunk="W", quote=quote),))), 64).langs["en"]
    (only,) = data.items
    assert len(only.positive) > 1
    assert " ".join(e.quote for e in only.evidence) == quote


def test_without_a_quote_the_whole_chunk_is_gold() -> None:
    data = rechunk(dataset(item("Q")), 64).langs["en"]
    assert data.items[0].positive == tuple(n for n in data.corpus if n.startswith("W#"))


def test_a_removed_chunk_takes_all_of_its_text_with_it() -> None:
    corpus, items = cut(64, 20)
    assert not any(sentence.strip() in seen(corpus, items["Q-INS"]) for sentence in SENTENCES)
    assert items["Q-INS"].positive == ()
    assert applies(items["Q-INS"], "shuffled")
    assert not applies(items["Q-INS"], "gold")


def test_a_rival_is_cut_like_the_corpus_and_shown_whole() -> None:
    corpus, items = cut()
    added = items["Q-CON"].overlay.add
    assert len(added) > 1
    assert bare("".join(chunk.text for chunk in added)) == bare(RIVAL.text)
    shown = contexts.context(items["Q-CON"], "gold", corpus=corpus, retriever=None, k=1, seed=0, repeat=0)
    assert {c.id for c in shown} == {*items["Q"].positive, *(c.id for c in added)}


@pytest.mark.parametrize("overlap", [0, 30])
def test_a_cut_leaves_nothing_behind_it_and_the_broken_end_is_shown(overlap: int) -> None:
    corpus, items = cut(64, overlap)
    of = items["Q-INC"]
    left = seen(corpus, of)
    assert DOCUMENT[CUT_AT:].split()[0] not in left.rstrip().split("\n")[-1][-20:]
    assert not any(sentence.strip() in left for sentence in SENTENCES[19:])
    assert all(sentence.strip() in left.replace("\n", " ") for sentence in SENTENCES[:15])
    shown = contexts.context(of, "gold", corpus=corpus, retriever=None, k=1, seed=0, repeat=0)
    assert any(chunk.text.endswith(DOCUMENT[CUT_AT - 8 : CUT_AT]) for chunk in shown)


def test_chunks_of_one_document_are_joined_before_it_is_cut() -> None:
    parts = {
        name: Chunk(id=name, world="w", doc_id="d", text=text)
        for name, text in {"a": "One sentence here.", "b": "Another one there.", "c": "And the last."}.items()
    }
    data = rechunk(dataset(item("Q", positive=("b",), negative=("c",)), corpus=parts), 64).langs["en"]
    assert [c.text for c in data.corpus.values()] == ["One sentence here.\n\nAnother one there.\n\nAnd the last."]
    assert data.items[0].positive == ("a#1",)
    assert data.items[0].negative == ()


def test_ids_say_which_chunk_they_come_from_and_the_result_is_not_official() -> None:
    corpus, _ = cut()
    assert {source_of(name) for name in corpus} == {"W", "V"}
    made = rechunk(dataset(), 64)
    assert (made.official, made.sha256) == (False, "0" * 64)
    same = dataset()
    assert rechunk(same, None) is same


def test_quotes_that_are_not_there_are_all_named() -> None:
    broken = [item(name, evidence=(Evidence(chunk="W", quote=f"no such {name}"),)) for name in ("Q1", "Q2")]
    with pytest.raises(DataError) as error:
        rechunk(dataset(*broken), 64)
    assert "Q1" in error.value.faults[0]
    assert "Q2" in error.value.faults[1]


def test_a_whole_dataset_can_be_cut_and_every_arm_still_has_its_context(tmp_path: Path) -> None:
    data = rechunk(load(str(write_dataset(tmp_path)), ("en",)), 16).langs["en"]
    for of in data.items:
        for arm in ("gold", "shuffled"):
            if applies(of, arm):
                assert contexts.context(of, arm, corpus=data.corpus, retriever=None, k=3, seed=0, repeat=0)
