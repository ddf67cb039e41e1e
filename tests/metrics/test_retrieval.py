"""Retrieval metrics: the published vectors, the reference implementation, and who is in no figure."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.metrics.retrieval import evaluate, ndcg, pages, precision, recall, reciprocal_rank, section
from bench.records import Answer, Aspect, DatasetRef, Item, Kind, ModelRef, Overlay, RunConfig
from bench.records.retrieval import RetrievalResult
from bench.retrieval.corpus import best_first


@pytest.mark.parametrize(
    ("ranked", "gold", "k", "wanted_recall", "wanted_ndcg"),
    [
        (["d7", "d7", "d3"], {"d7"}, 3, 1.0, 1.0),
        (["d1", "d1"], {"d1", "d2"}, 2, 0.5, 0.6131),
        (["d1", "d1"], {"d1"}, 2, 1.0, 1.0),
    ],
)
def test_an_id_that_comes_back_twice_is_credited_once(
    ranked: list[str], gold: set[str], k: int, wanted_recall: float, wanted_ndcg: float
) -> None:
    assert recall(ranked, gold, k) == wanted_recall
    assert ndcg(ranked, gold, k) == pytest.approx(wanted_ndcg, abs=5e-5)


def test_a_repeated_id_still_takes_up_its_place() -> None:
    assert ndcg(["d1", "d1", "d2"], {"d1", "d2"}, 3) == pytest.approx((1 + 1 / 2) / (1 + 1 / math.log2(3)))
    assert precision(["d1", "d1", "d2"], {"d1", "d2"}, 3) == pytest.approx(2 / 3)


def test_precision_divides_by_k_and_not_by_what_came_back() -> None:
    assert precision(list("abc"), set("abc"), 5) == pytest.approx(0.6)
    assert precision(list("abcdefghij"), set("abc"), 3) == 1.0
    assert precision([], {"a"}, 3) == 0.0


def test_an_empty_result_is_a_miss_and_no_gold_is_undefined() -> None:
    measures = (recall, precision, ndcg, reciprocal_rank)
    assert [measure([], {"a"}, 3) for measure in measures] == [0.0] * 4
    assert [measure(["a"], set(), 3) for measure in measures] == [None] * 4
    for measure in measures:
        with pytest.raises(ValueError, match="at least one place"):
            measure(["a"], {"a"}, 0)


def test_the_reciprocal_rank_counts_the_first_hit_within_k() -> None:
    assert reciprocal_rank(["x", "a", "b"], {"a", "b"}, 3) == 0.5
    assert reciprocal_rank(["x", "y", "a"], {"a"}, 2) == 0.0


def test_tied_scores_give_one_figure_for_every_order_of_input() -> None:
    figures = {
        precision(best_first(dict.fromkeys(order, 0.5)), {"b", "e"}, 2) for order in itertools.permutations("abcde")
    }
    assert figures == {0.5}


def test_pages_are_ranked_by_their_best_chunk_and_count_once() -> None:
    ranked = pages(["p1#1", "p1#2", "p2#1"], lambda chunk: chunk.partition("#")[0])
    assert ranked == ("p1", "p2")
    assert recall(ranked, {"p1"}, 2) == 1.0
    assert precision(ranked, {"p1"}, 2) == 0.5


ids = st.sampled_from([f"d{n}" for n in range(12)])


@given(ranked=st.lists(ids, max_size=14), gold=st.sets(ids, min_size=1), k=st.integers(1, 15))
def test_nothing_leaves_zero_to_one(ranked: list[str], gold: set[str], k: int) -> None:
    for measure in (recall, precision, ndcg, reciprocal_rank):
        value = measure(ranked, gold, k)
        assert value is not None
        assert 0 <= value <= 1


@given(ranked=st.lists(ids, max_size=12, unique=True), gold=st.sets(ids, min_size=1), k=st.integers(1, 12))
def test_figures_agree_with_the_reference_implementation(ranked: list[str], gold: set[str], k: int) -> None:
    ir_measures = pytest.importorskip("ir_measures", reason="ir-measures is the reference, and is not installed")
    from ir_measures import RR, P, R, nDCG

    run = [ir_measures.ScoredDoc("q", name, float(len(ranked) - n)) for n, name in enumerate(ranked)]
    judged = [ir_measures.Qrel("q", name, 1) for name in gold]
    theirs = ir_measures.calc_aggregate([R @ k, P @ k, nDCG @ k, RR @ k], judged, run)
    assert recall(ranked, gold, k) == pytest.approx(theirs[R @ k])
    assert precision(ranked, gold, k) == pytest.approx(theirs[P @ k])
    assert ndcg(ranked, gold, k) == pytest.approx(theirs[nDCG @ k])
    assert reciprocal_rank(ranked, gold, k) == pytest.approx(theirs[RR @ k])


def item(name: str, *positive: str, kind: Kind = "main", aspects: tuple[Aspect, ...] = (), cluster: str = "") -> Item:
    return Item(
        id=name,
        lang="en",
        kind=kind,
        question="q",
        answer="a",
        aspects=aspects,
        positive=positive,
        cluster=cluster or name,
    )


def figures(result: RetrievalResult, by: str, value: str) -> tuple[int, float | None]:
    (part,) = [s for s in result.slices if (s.by, s.value) == (by, value)]
    return part.n, part.recall.value


def test_every_mean_is_over_the_same_eligible_questions_and_the_others_are_listed() -> None:
    items = [item("q1", "a"), item("q2", kind="insufficient")]
    result = evaluate("en", "bm25", 3, {"q1": ["a"], "q2": ["x"]}, items)
    (whole,) = [part for part in result.slices if part.by == "all"]
    assert whole.n == 1
    assert [mean.value for mean in (whole.recall, whole.ndcg, whole.mrr)] == [1.0] * 3
    assert [(q.item, q.reason) for q in result.not_eligible] == [("q2", "no gold passage")]
    # One question says nothing about others.
    assert whole.recall.ci95 is None


def test_slices_are_by_category_aspect_kind_and_number_of_gold_chunks() -> None:
    items = [
        item("q1", "a", aspects=(Aspect.HTML, Aspect.SYNONYM)),
        item("q2", "a", "b", aspects=(Aspect.HTML,)),
        item("q2-con", "a", "b", kind="contradictory", aspects=(Aspect.CONTRADICTORY,), cluster="q2"),
    ]
    result = evaluate("en", "bm25", 2, {"q1": ["x"], "q2": ["a", "x"], "q2-con": ["a", "b"]}, items)
    assert figures(result, "all", "all") == (3, 0.5)
    assert figures(result, "category", "Table") == (2, 0.25)
    assert figures(result, "category", "Logic") == (1, 0.0)
    assert figures(result, "aspect", "html") == (2, 0.25)
    assert figures(result, "kind", "contradictory") == (1, 1.0)
    assert figures(result, "positives", "2") == (2, 0.75)
    assert [part.by for part in result.slices] == sorted(
        (part.by for part in result.slices), key=["all", "category", "aspect", "kind", "positives"].index
    )


def test_gold_that_the_overlay_removed_is_no_gold() -> None:
    gone = item("q1", "a").model_copy(update={"overlay": Overlay(remove=("a",))})
    result = evaluate("en", "bm25", 2, {"q1": ["x"]}, [gone])
    assert figures(result, "all", "all") == (0, None)
    assert [q.item for q in result.not_eligible] == ["q1"]


CONFIG = RunConfig(
    model=ModelRef(spec="m", title="m", weights="none"),
    dataset=DatasetRef(name="d", version="1", sha256="0" * 64),
    data="d",
    langs=("en",),
    arms=("retrieved",),
    k=2,
    judges=(),
)


def answer(name: str, chunks: tuple[str, ...], repeat: int = 0, canary: bool = False) -> Answer:
    return Answer(
        key=f"{name}/{repeat}",
        model="m",
        item=name,
        lang="en",
        kind="main",
        arm="retrieved",
        repeat=repeat,
        seed=1,
        text="t",
        chunks=chunks,
        canary=canary,
    )


def test_the_section_of_a_summary_comes_from_the_logged_chunks() -> None:
    items = [item("q1", "a"), item("q2", "b"), item("q3", "c"), item("q4", "d")]
    answers = [
        answer("q1", ("a", "x"), 1),
        answer("q1", ("a", "x")),
        answer("q2", ("x", "y")),
        answer("q3", ("x",), canary=True),
    ]
    (result,) = section(CONFIG, items, answers)
    assert (result.k, result.unit) == (2, "chunk")
    # Repeats count once, a question that was not asked not at all, a canary is listed.
    assert figures(result, "all", "all") == (2, 0.5)
    assert [q.item for q in result.not_eligible] == ["q3"]
    assert section(CONFIG, items, []) == ()


def test_a_corpus_that_was_cut_anew_is_measured_by_document_too() -> None:
    config = CONFIG.model_copy(update={"chunk_tokens": 64})
    by_chunk, by_page = section(config, [item("q1", "W#1", "W#2")], [answer("q1", ("W#2", "V#1"))])
    assert (by_chunk.unit, by_page.unit) == ("chunk", "page")
    assert figures(by_chunk, "all", "all") == (1, 0.5)
    assert figures(by_page, "all", "all") == (1, 1.0)
