"""Which items become canaries, and when the answer is really gone."""

from __future__ import annotations

import pytest

from bench.canaries import absent, chosen, without_evidence
from bench.records import Chunk, Evidence, Item, Lang


def item(answer: str = "5,000 yen", *, id: str = "Q-1", lang: Lang = "en", **changes: object) -> Item:
    fields: dict[str, object] = {
        "id": id,
        "lang": lang,
        "kind": "main",
        "question": "How much is the fee?" if lang == "en" else "料金はいくらですか。",
        "answer": answer,
        "positive": ("W-1",),
        "negative": ("W-2",),
        "cluster": id,
        "evidence": (Evidence(chunk="W-1", quote="The fee for a day is 5,000 yen."),),
    }
    return Item.model_validate({**fields, **changes})


def chunk(text: str) -> Chunk:
    return Chunk(id="W-2", text=text)


def ids(share: float, seed: int = 0) -> set[str]:
    return {f"Q-{n}" for n in range(1000) if chosen(item(id=f"Q-{n}"), "shuffled", share=share, seed=seed)}


def test_about_the_asked_share_is_chosen_and_a_larger_share_only_adds() -> None:
    quarter, half = ids(0.25), ids(0.5)
    assert 200 < len(quarter) < 300
    assert quarter < half
    assert ids(0) == set()
    assert len(ids(1)) == 1000


def test_the_choice_is_by_seed_and_id_and_the_same_in_both_languages() -> None:
    assert ids(0.25, seed=1) != ids(0.25)
    for n in range(50):
        english, japanese = item(id=f"Q-{n}"), item(id=f"Q-{n}", lang="ja")
        assert chosen(english, "gold", share=0.5, seed=0) == chosen(japanese, "retrieved", share=0.5, seed=0)


def test_without_documents_and_on_other_kinds_there_is_no_canary() -> None:
    assert not chosen(item(), "none", share=1, seed=0)
    assert not chosen(item(kind="insufficient"), "shuffled", share=1, seed=0)
    assert not chosen(item(positive=()), "shuffled", share=1, seed=0)


def test_the_evidence_is_removed_from_the_corpus_and_nothing_else_changes() -> None:
    bare = without_evidence(item())
    assert bare.overlay.remove == ("W-1",)
    assert (bare.question, bare.negative, bare.kind) == (item().question, ("W-2",), "main")
    assert bare.id != item().id


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("The hall opens at nine.", True),
        ("The fee for a week is 15,000 yen.", True),
        ("The fee for a day is 5,000 yen.", False),  # the quote itself
        ("ＴＨＥ ＦＥＥ for a day  is 5,000 yen.", False),  # in another width and case
        ("Last year it was ５０００ yen.", False),  # the answer in another spelling
        ("In 2019 visitors paid ¥5000.", False),  # the same value in another notation
    ],
)
def test_an_answer_that_stands_in_the_context_is_not_gone(text: str, gone: bool) -> None:
    assert absent(item(), [chunk("Closed on Mondays."), chunk(text)]) is gone


def test_japanese_notation_does_not_hide_a_value() -> None:
    japanese = item("5,000円", lang="ja", evidence=())
    assert not absent(japanese, [chunk("前年度の利用料は五千円でした。")])
    assert not absent(japanese, [chunk("利用料は５０００円です。")])
    assert absent(japanese, [chunk("利用料は６０００円です。")])


def test_an_accepted_form_counts_like_the_answer() -> None:
    named = item("Mori", accept=("Ms Mori", "K. Mori"), evidence=())
    assert not absent(named, [chunk("The desk was run by K. MORI in spring.")])
    assert absent(named, [chunk("The desk was run by K. Morita in spring.")])


def test_an_item_of_several_parts_stands_only_where_every_part_does() -> None:
    parts = item("A and B", parts=(("north gate",), ("south gate", "S gate")), evidence=())
    assert absent(parts, [chunk("Use the north gate.")])
    assert not absent(parts, [chunk("Use the north gate."), chunk("The s gate is open.")])


def test_an_empty_context_holds_nothing() -> None:
    assert absent(item(), [])
