"""A label follows the documents shown: what a question is where a retriever has chosen the context (METRICS §9)."""

from __future__ import annotations

import pytest

from bench.dataset.as_shown import as_shown, cast_as, evidence_in, item_of
from bench.langs import language
from bench.records import Answer, Aspect, Chunk, Cut, Item, Overlay, Vote

RIVAL, COPY = Chunk(id="r", text="It is 9."), Chunk(id="copy", text="It is 5.")
MAIN = Item(
    id="Q", lang="en", kind="main", question="q", answer="5", accept=("five",), aspects=(Aspect.CSV,),
    positive=("a", "b"), negative=("n",), cluster="Q",
)  # fmt: skip
CON = MAIN.model_copy(
    update={
        "id": "Q-CON", "kind": "contradictory", "answer": "It cannot be determined: 5 or 9.", "accept": (),
        "aspects": (Aspect.CONTRADICTORY,), "base": "Q",
        "overlay": Overlay(add=(RIVAL, COPY), rival=("r",), same={"a": ("copy",)}),
    }
)  # fmt: skip
INC = CON.model_copy(
    update={
        "id": "Q-INC", "kind": "incomplete", "answer": "It cannot be determined: it breaks off.",
        "aspects": (Aspect.INCOMPLETE,),
        "overlay": Overlay(cuts=(Cut(chunk="a", end=2), Cut(chunk="n", end=3))),
    }
)  # fmt: skip


@pytest.mark.parametrize(
    ("shown", "kind"),
    [
        (["a", "b", "r", "n"], "contradictory"),
        (["copy", "b", "r"], "contradictory"),
        (["a", "b", "n"], "main"),
        (["copy", "b"], "main"),
        (["a", "n"], "insufficient"),
        ([], "insufficient"),
        (["a", "r"], None),
        (["r"], None),
    ],
)
def test_a_contradictory_item_is_what_its_two_sides_in_the_context_make_it(shown: list[str], kind: str | None) -> None:
    found = as_shown(CON, MAIN, shown)
    assert (found and found.kind) == kind


@pytest.mark.parametrize(
    ("shown", "kind"), [(["a"], "incomplete"), (["b"], "insufficient"), (["n", "b"], "insufficient")]
)
def test_an_incomplete_item_without_its_cut_chunk_is_insufficient(shown: list[str], kind: str) -> None:
    found = as_shown(INC, MAIN, shown)
    assert found is not None
    assert (found.kind, found.aspects, found.answer) == (kind, (Aspect(kind),), INC.answer)


def test_an_ordinary_question_is_judged_by_the_reference_of_its_main_item() -> None:
    found = as_shown(CON, MAIN, ["a", "b"])
    assert found is not None
    assert (found.answer, found.accept, found.aspects) == (MAIN.answer, MAIN.accept, MAIN.aspects)
    assert (found.id, found.base, found.cluster, found.overlay) == (CON.id, CON.base, CON.cluster, CON.overlay)


def test_what_holds_neither_side_is_declined_without_naming_two_values() -> None:
    found = as_shown(CON, MAIN, ["n"])
    assert found is not None
    assert found.answer == language("en").insufficient


def test_main_items_and_items_of_unknown_origin_keep_their_kind() -> None:
    unmarked = CON.model_copy(update={"overlay": Overlay(add=(RIVAL,))})
    assert as_shown(MAIN, None, []) is MAIN
    assert as_shown(CON, None, []) is CON
    assert as_shown(unmarked, MAIN, ["a"]) is unmarked


@pytest.mark.parametrize(
    ("arm", "kind"), [("retrieved", "main"), ("shuffled", "contradictory"), ("gold", "contradictory")]
)
def test_only_a_retriever_can_leave_something_out(arm: str, kind: str) -> None:
    fields = {
        "key": "k",
        "model": "m",
        "item": "Q-CON",
        "lang": "en",
        "kind": "contradictory",
        "repeat": 0,
        "seed": 0,
        "text": "t",
    }
    answer = Answer.model_validate({**fields, "arm": arm, "chunks": ("a", "b")})
    found = item_of(answer, {("en", "Q"): MAIN, ("en", "Q-CON"): CON})
    assert found is not None
    assert found.kind == kind


def test_evidence_stands_in_a_context_through_copies_that_state_the_same() -> None:
    assert evidence_in(["copy", "b"], CON, CON.positive)
    assert not evidence_in(["copy", "b"], MAIN, MAIN.positive)
    assert not evidence_in(["r", "b"], CON, CON.positive)


def test_a_vote_counts_for_the_question_that_it_was_cast_on() -> None:
    old = Vote(key="k", model="j", answer_key="a", verdict="correct")
    assert cast_as(old, "contradictory", "contradictory")
    assert not cast_as(old, "contradictory", "main")
    assert cast_as(old, "incomplete", "insufficient"), "both are declined, so the judge was asked the same"
    assert cast_as(old.model_copy(update={"judged_kind": "main"}), "contradictory", "main")
    assert not cast_as(old.model_copy(update={"judged_kind": "main"}), "contradictory", "contradictory")
