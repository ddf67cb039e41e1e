"""What holds of every kit, found by its folder. The slow test holds one seed of each to its second reader.

`python -m bench.authoring.kit_check NAME --seeds 50` goes on from there.
"""

from __future__ import annotations

from collections import Counter

import pytest

from bench.authoring.kit_faults import DOCUMENT_KINDS, Found, check_seed
from bench.authoring.kit_reader import has_reader, second_reader
from bench.kits import finished, load, names
from bench.kits.base import TIERS, Question
from bench.kits.release import plan
from bench.kits.world import World
from bench.records import LANGS

KITS = names()
QUICK = 2
"""The highest tier whose questions the fast tests draw."""


@pytest.fixture(scope="module", params=KITS)
def world(request: pytest.FixtureRequest) -> World:
    return World(load(request.param), "1")


@pytest.fixture(scope="module")
def questions(world: World) -> dict[str, Question]:
    """Of the lower tiers: drawing a sweep takes seconds, and the slow test does it."""
    return {name: world.question(name, 0) for name, made in world.kit.programs.items() if made.tier <= QUICK}


def test_every_tier_has_as_many_programs(world: World) -> None:
    tiers = Counter(made.tier for made in world.kit.programs.values() if made.kind == "main")
    assert set(tiers) == set(TIERS)
    assert len(set(tiers.values())) == 1
    assert sum(made.kind == "false_premise" for made in world.kit.programs.values()) >= 2


def test_every_kind_of_document_has_a_template_in_both_languages(world: World) -> None:
    kinds = {doc.kind for doc in world.docs.values()}
    assert len(kinds) >= DOCUMENT_KINDS
    for lang in LANGS:
        assert {path.name for path in (world.kit.folder / lang).glob("*.md.j2")} == {f"{kind}.md.j2" for kind in kinds}


def test_a_document_is_named_by_kind_group_and_period(world: World) -> None:
    assert all(len(doc.id.split("/")) == 3 and doc.id.split("/")[0] == doc.kind for doc in world.docs.values())


def test_every_program_has_a_question_whose_slips_are_wrong(questions: dict[str, Question]) -> None:
    for name, question in questions.items():
        for lang in LANGS:
            assert len(set(question.ask[lang])) >= 3, name
            right = question.answer[lang].text
            assert right not in [said[lang].text for said in question.slips.values()], name


def test_every_question_has_what_its_kinds_need(world: World, questions: dict[str, Question]) -> None:
    for name, question in questions.items():
        assert question.copied in world.docs, name
        if world.program(name).kind == "main":
            assert question.copied in question.documents, name
            assert question.rival is not None, name
            assert question.rival_answer, name
            assert question.cut, name
            assert question.cut[0] in question.documents, name
            assert not question.refuted, name
        else:
            assert question.refuted, name
            assert question.rival is None, name


def test_a_ledger_is_drawn_from_its_seed_alone(world: World) -> None:
    again = World(world.kit, "1")
    assert again.ledger == world.ledger
    assert list(again.docs) == list(world.docs)
    assert World(world.kit, "2").ledger != world.ledger


@pytest.mark.parametrize("name", KITS)
def test_a_kit_is_a_draft_until_it_has_a_second_reader(name: str) -> None:
    assert load(name).draft is not has_reader(name)


def test_a_set_for_which_no_kits_are_named_has_those_that_are_no_drafts() -> None:
    assert plan("1", (), 1, ("en",)).kits == finished() == tuple(name for name in KITS if not load(name).draft)
    assert plan("1", KITS, 1, ("en",)).kits == KITS


@pytest.mark.slow
@pytest.mark.parametrize("name", finished())
def test_the_second_reader_agrees(name: str) -> None:
    found = Found()
    kit = load(name)
    check_seed(World(kit, 1), second_reader(name), list(kit.programs), found)
    assert found.faults == []
