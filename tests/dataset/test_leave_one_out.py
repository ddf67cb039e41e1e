"""Leave-one-out items: made only where it can be shown that the rest does not answer the question."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.dataset import Dataset, load
from bench.dataset.leave_one_out import FLAG, derive, is_left_out, needed, with_left_out
from bench.dataset.rechunk import rechunk
from bench.dataset.sample import select
from bench.errors import DataError
from bench.langs import language
from bench.records import Aspect, Item
from bench.text.fold import squeeze
from tests.dataset.world import World, sound_world, write

Change = Callable[[World], None]


def loaded(folder: Path, change: Change = lambda _: None) -> Dataset:
    world = sound_world()
    change(world)
    return load(str(write(folder, world)), ("en", "ja"))


def left_out(data: Dataset, lang: str = "en") -> list[Item]:
    return [item for item in with_left_out(data).langs[lang].items if is_left_out(item)]  # type: ignore[index]


def test_only_the_chunk_that_states_the_answer_can_be_left_out_of_a_chain(tmp_path: Path) -> None:
    # TST-002: the register says which reel, the log who mended it; without the register the name still stands there.
    for lang in ("en", "ja"):
        (made,) = left_out(loaded(tmp_path), lang)
        assert made.id == "TST-002-LOO-2"
        assert (made.kind, made.aspects, made.flags) == ("insufficient", (Aspect.INSUFFICIENT,), (FLAG,))
        assert (made.positive, made.overlay.remove) == (("T01-03",), ("T01-04",))
        assert (made.base, made.cluster, made.answer) == ("TST-002", "TST-002", language(made.lang).insufficient)
        assert made.reasoning.startswith("Without T01-04: its quote “")
        assert "stands in no other chunk" in made.reasoning


def test_an_item_with_one_gold_chunk_has_nothing_to_leave_one_out_of(tmp_path: Path) -> None:
    assert {item.base for item in left_out(loaded(tmp_path))} == {"TST-002"}


def items_of(world: World, lang: str = "en") -> dict[str, Any]:
    return {row["id"]: row for row in world[lang]["items"]}


def put(world: World, chunk: str, text: str) -> None:
    for row in world["en"]["chunks"]:
        if row["id"] == chunk:
            row["text"] += f"\n\n{text}"


@pytest.mark.parametrize(
    ("chunk", "text"),
    [
        (
            "T01-05",
            "ＭＩＫＵＲＩＹＡ was seen at the mill.",
        ),  # the answer, in another width and case, among the negatives
        ("T01-03", "Ms Mikuriya wound them."),  # an accepted form in the remaining gold chunk
        ("T01-09", "R-3:  brake renewed\nby Mikuriya in April."),  # the quote, broken over lines
    ],
)
def test_what_still_stands_in_the_rest_is_not_left_out(tmp_path: Path, chunk: str, text: str) -> None:
    data = loaded(tmp_path, lambda world: put(world, chunk, text))
    assert derive(data.langs["en"]) == ()
    assert len(derive(data.langs["ja"])) == 1
    assert len(left_out(data, "ja")) == 1


def test_a_quote_anywhere_in_the_corpus_counts_because_a_retriever_may_find_it(tmp_path: Path) -> None:
    def elsewhere(world: World) -> None:
        copied = {**world["en"]["chunks"][4], "id": "T01-77", "doc_id": "copy", "title": "Copy"}
        world["en"]["chunks"].append({**copied, "text": "R-3: brake renewed by Mikuriya in April."})

    assert derive(loaded(tmp_path, elsewhere).langs["en"]) == ()


@pytest.mark.parametrize(
    ("answer", "accept", "stands"),
    [
        ("4 May 2026", [], "The loft was swept on 2026-05-04."),
        ("令和8年5月4日", [], "The loft was swept on 2026-05-04."),
        ("12,500 yen", [], "The joiner was paid ￥12500."),
        ("90 minutes", ["one hour and a half"], "It takes one hour and a half."),
    ],
)
def test_a_date_or_a_number_is_looked_for_by_value(tmp_path: Path, answer: str, accept: list[str], stands: str) -> None:
    def asks(world: World) -> None:
        items_of(world)["TST-002"].update(answer=answer, accept=accept)

    without = loaded(tmp_path / "a", asks)
    assert "TST-002-LOO-2" in {item.id for item in derive(without.langs["en"])}

    def states(world: World) -> None:
        asks(world)
        put(world, "T01-06", stands)

    assert not derive(loaded(tmp_path / "b", states).langs["en"])


def calculation(derivation: str, question: str = "How many reels are there?") -> Change:
    def change(world: World) -> None:
        put(world, "T01-03", "There are 417 reels in loft A.")
        put(world, "T01-04", "There are 586 reels in loft B.")
        items_of(world)["TST-002"].update(
            question=question,
            answer="1,003 reels",
            accept=[],
            derivation=derivation,
            evidence=[
                {"chunk": "T01-03", "quote": "There are 417 reels in loft A."},
                {"chunk": "T01-04", "quote": "There are 586 reels in loft B."},
            ],
        )

    return change


def test_a_calculation_loses_a_number_with_its_chunk(tmp_path: Path) -> None:
    made = derive(loaded(tmp_path, calculation("417 + 586")).langs["en"])
    assert [item.id for item in made] == ["TST-002-LOO-1", "TST-002-LOO-2"]
    assert "the derivation needs 417, which neither the question nor those chunks hold" in made[0].reasoning
    assert "the derivation needs 586" in made[1].reasoning


def test_a_calculation_whose_numbers_are_all_elsewhere_is_not_kept(tmp_path: Path) -> None:
    asked = calculation("417 + 586", "How many reels are there with the 586 of loft B?")
    made = derive(loaded(tmp_path / "a", asked).langs["en"])
    assert [item.id for item in made] == ["TST-002-LOO-1"]

    def in_a_negative(world: World) -> None:
        calculation("417 + 586")(world)
        put(world, "T01-07", "Shelf 417 is empty.")

    made = derive(loaded(tmp_path / "b", in_a_negative).langs["en"])
    assert [item.id for item in made] == ["TST-002-LOO-2"]
    # 0, 1 and 100 are free: no document needs to state them.
    free = calculation("1003 * 100 / 100 + 0 * 1")
    assert derive(loaded(tmp_path / "c", free).langs["en"]) == ()


def test_without_a_quote_nothing_is_shown_and_the_set_is_refused(tmp_path: Path) -> None:
    def unquoted(world: World) -> None:
        for lang in ("en", "ja"):
            items_of(world, lang)["TST-002"].update(evidence=[])

    with pytest.raises(DataError, match="gives no leave-one-out item"):
        with_left_out(loaded(tmp_path, unquoted))


def test_an_id_that_is_taken_is_refused_by_name(tmp_path: Path) -> None:
    def taken(world: World) -> None:
        world["en"]["items"].append({**items_of(world)["TST-001"], "id": "TST-002-LOO-2"})

    with pytest.raises(DataError, match=r"TST-002-LOO-2 \(en\) is also the id"):
        with_left_out(loaded(tmp_path, taken))


def test_a_sample_chooses_the_same_items_with_and_without_and_takes_their_variants_along(tmp_path: Path) -> None:
    plain = loaded(tmp_path).langs["en"].items
    more = with_left_out(loaded(tmp_path)).langs["en"].items
    for preset, limit in (("full", None), ("lit", None), ("smoke", None), ("full", 2), ("full", 5)):
        chosen = select(plain, preset=preset, limit=limit, seed=3)
        with_them = select(more, preset=preset, limit=limit, seed=3)
        assert [item for item in with_them if not is_left_out(item)] == list(chosen)
        has_base = any(item.id == "TST-002" for item in chosen)
        assert any(map(is_left_out, with_them)) is has_base


def test_a_corpus_that_was_cut_anew_has_them_by_its_own_chunks(tmp_path: Path) -> None:
    cut = rechunk(loaded(tmp_path), 60)
    (made,) = left_out(cut)
    assert made.overlay.remove[0].startswith("T01-04#")
    assert made.overlay.remove[0] not in made.positive
    assert set(made.positive) <= set(cut.langs["en"].corpus)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_leave_one_out_item_of_the_written_data_passes_the_check_that_it_claims(lang: str) -> None:
    data = load("gib", ("en", "ja"))
    made = left_out(data, lang)
    corpus = data.langs[lang].corpus  # type: ignore[index]
    main = {item.id: item for item in data.langs[lang].items if item.kind == "main"}  # type: ignore[index]
    squeezed = {name: squeeze(chunk.text) for name, chunk in corpus.items()}
    assert len(made) > 20
    for item in made:
        base, (dropped,) = main[item.base or ""], item.overlay.remove
        assert {*item.positive, dropped} == set(base.positive)
        assert dropped not in item.positive
        own = [squeeze(e.quote) for e in base.evidence if e.chunk == dropped]
        others = [text for name, text in squeezed.items() if name != dropped]
        assert any(not any(quote in text for text in others) for quote in own)
        assert item.reasoning == needed(base, dropped, corpus)
