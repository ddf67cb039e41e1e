"""The kinds of one question: filled alike, so that form does not tell them apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bench.errors import UsageError
from bench.kits.base import TIERS, KitError, Programs, Question
from bench.kits.contexts import Context, contexts
from bench.kits.rows import shown_chunks
from bench.kits.world import World
from tests.kits.toy import KIT

KINDS = ("main", "insufficient", "contradictory", "incomplete")
NUMBERS = range(6)


@pytest.fixture(scope="module")
def drawn(world: World) -> list[tuple[Question, dict[str, Context]]]:
    questions = [world.question("price_of", number) for number in NUMBERS]
    return [(q, contexts(world, "price_of", number, q)) for number, q in zip(NUMBERS, questions, strict=True)]


def test_a_question_has_its_four_kinds(drawn: list[tuple[Question, dict[str, Context]]]) -> None:
    assert all(tuple(shown) == KINDS for _, shown in drawn)


def test_all_kinds_have_one_number_of_chunks(world: World, drawn: list[tuple[Question, dict[str, Context]]]) -> None:
    for _, shown in drawn:
        for lang in ("en", "ja"):
            assert len({len(shown_chunks(world, context, lang)) for context in shown.values()}) == 1


def test_no_kind_exceeds_the_budget(world: World, drawn: list[tuple[Question, dict[str, Context]]]) -> None:
    """That all come near to it is tested with a real kit: the toy's documents are all of one length."""
    for _, shown in drawn:
        for context in shown.values():
            assert 0.75 * TIERS[1] < sum(map(world.tokens, context.pieces)) <= TIERS[1]


def test_every_kind_shows_one_document_in_two_copies(drawn: list[tuple[Question, dict[str, Context]]]) -> None:
    for _, shown in drawn:
        for context in shown.values():
            docs = [piece.doc for piece in context.pieces]
            assert len(docs) - len(set(docs)) == 1
            assert [docs.count(piece.doc) for piece in context.copies] == [2]


def test_only_contradictory_items_differ_in_what_is_asked(drawn: list[tuple[Question, dict[str, Context]]]) -> None:
    for _, shown in drawn:
        assert {kind for kind, context in shown.items() if context.copies[0].facts.endswith("rival")} == {
            "contradictory"
        }


def test_a_necessary_document_is_nowhere_in_insufficient_items(
    drawn: list[tuple[Question, dict[str, Context]]],
) -> None:
    left_out = set()
    for question, shown in drawn:
        context = shown["insufficient"]
        assert context.left_out in question.documents
        assert context.left_out not in [piece.doc for piece in context.pieces]
        left_out.add(question.documents.index(context.left_out))
    assert left_out == {0, 1}, "any one document may be the one that is left out"


def test_an_incomplete_item_breaks_off_before_what_is_needed(
    world: World, drawn: list[tuple[Question, dict[str, Context]]]
) -> None:
    for question, shown in drawn:
        assert question.cut is not None
        doc, span = question.cut
        broken = next(piece for piece in shown["incomplete"].gold if piece.doc == doc)
        index, start, end = world.rendered(broken, "en").spans[span][0]
        quote = world.rendered(broken, "en").chunks[index][start:end]
        assert all(quote not in part.text for part in world.parts(broken, "en"))


def test_other_kinds_have_a_document_that_breaks_off_too(drawn: list[tuple[Question, dict[str, Context]]]) -> None:
    for _, shown in drawn:
        for kind in ("main", "insufficient", "contradictory"):
            assert any(piece.end is not None for piece in shown[kind].fillers)
            assert all(piece.end is None for piece in shown[kind].gold)


def test_a_false_premise_has_one_context_with_two_copies(world: World) -> None:
    shown = contexts(world, "price_said", 0, world.question("price_said", 0))
    assert list(shown) == ["false_premise"]
    docs = [piece.doc for piece in shown["false_premise"].pieces]
    assert len(docs) - len(set(docs)) == 1


def test_the_order_in_which_things_are_asked_changes_nothing() -> None:
    one, other = World(KIT, "5"), World(KIT, "5")
    last = [contexts(one, "price_of", n, one.question("price_of", n)) for n in (0, 1)][1]
    assert last == contexts(other, "price_of", 1, other.question("price_of", 1))


def test_a_world_that_is_too_small_is_said_so(world: World) -> None:
    question = world.question("price_of", 0)
    small = World(replace(KIT, plan=lambda ledger: list(KIT.plan(ledger))[:7]), "7")
    with pytest.raises(KitError, match=r"price_of/0: its documents have [\d,]+ tokens in English, .* asks for 6,000"):
        contexts(small, "price_of", 0, replace(question, evidence=question.evidence[1:], copied="notice/all/2025"))


def test_a_question_without_a_near_twin_to_double_ends_with_a_sentence(world: World) -> None:
    question = world.question("price_of", 0)
    everything = tuple((doc, "x") for doc in world.docs)
    with pytest.raises(KitError, match="Draw subjects of several groups"):
        contexts(world, "price_of", 0, replace(question, evidence=everything))


def test_a_program_that_fails_is_said_with_kit_seed_and_draw() -> None:
    def fails(ledger: object, rng: object) -> Question:
        raise IndexError(ledger is rng)

    programs = Programs()
    programs.add(1, "csv")(fails)
    with pytest.raises(KitError, match=r"seed 5, program fails, draw 3: it has no question \(IndexError: False\)"):
        World(replace(KIT, programs=programs), "5").question("fails", 3)


@pytest.mark.parametrize("seed", ["", "A", "a-b", "x" * 65, "ä"])
def test_a_seed_is_small_letters_and_figures(seed: str) -> None:
    with pytest.raises(UsageError, match="A seed is 1 to 64"):
        World(KIT, seed)
