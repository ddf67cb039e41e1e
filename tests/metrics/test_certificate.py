"""The closed-book certificate: headline figures with and without what was known without documents."""

from __future__ import annotations

from bench.metrics import lit
from bench.metrics.insight import closed_book
from bench.outcomes import Outcome
from bench.records import Aspect
from tests.runs import outcomes

ASPECTS = (Aspect.MULTI_SOURCE, Aspect.MULTI_HOP, Aspect.SYNONYM, Aspect.CSV)


def run(none: str, shuffled: str, twins: str) -> list[Outcome]:
    """The same letters in each Main category; twins share the cluster of their Main item."""
    trials = []
    for aspect in ASPECTS:
        name = aspect.value
        trials += outcomes(none, "main", aspect, arm="none", prefix=name)
        trials += outcomes(shuffled, "main", aspect, prefix=name)
        trials += outcomes(twins, "insufficient", Aspect.INSUFFICIENT, prefix=name)
    return trials


def test_known_items_are_listed_and_every_figure_stands_with_and_without_them() -> None:
    trials = run(none="cwa", shuffled="cca", twins="wcc")
    (found,) = closed_book(trials, ["en"], ["shuffled", "none"])
    assert found.known == tuple(sorted(f"{aspect.value}main-0" for aspect in ASPECTS))
    assert (found.lang, found.asked) == ("en", 12)
    (row,) = found.figures  # the none arm itself is not shown: without what was known there, it is 0 by construction
    assert (row.arm, row.every.trials, row.without.trials) == ("shuffled", 24, 16)
    shuffled = [o for o in trials if o.arm == "shuffled"]
    assert row.every.main_avg == lit.main_avg(shuffled)
    assert row.every.overall_macro == lit.overall_macro(shuffled)
    assert row.every.over_abstention == lit.over_abstention(shuffled)
    assert row.every.categories["Table"].rate == 2 / 3
    assert row.without.categories["Table"].rate == 1 / 2
    # The variants of a known question go with it: the twins that were attempted were those of the known items.
    assert (row.every.categories["Abstention"].k, row.every.categories["Abstention"].n) == (8, 12)
    assert (row.without.categories["Abstention"].k, row.without.categories["Abstention"].n) == (8, 8)
    assert (row.without.over_abstention.k, row.without.over_abstention.n) == (4, 8)


def test_right_in_one_repeat_is_known() -> None:
    trials = outcomes("wwcwww", arm="none", repeats=3) + outcomes("ccc" * 2, repeats=3)
    (found,) = closed_book(trials, ["en"], ["none", "shuffled"])
    assert (found.known, found.asked) == (("main-0",), 2)


def test_nothing_known_leaves_everything_as_it_is_and_everything_known_leaves_nothing() -> None:
    (nothing,) = closed_book(run("www", "cca", "ccc"), ["en"], ["shuffled", "none"])
    assert (nothing.known, nothing.figures[0].every) == ((), nothing.figures[0].without)
    (all_known,) = closed_book(run("ccc", "cca", "ccc"), ["en"], ["shuffled", "none"])
    assert all_known.figures[0].without.trials == 0
    assert all_known.figures[0].without.main_avg is None
    assert all_known.figures[0].without.categories["Table"].rate is None


def test_languages_are_apart_and_without_the_arm_there_is_no_certificate() -> None:
    trials = run("ccc", "ccc", "ccc")
    english, japanese = closed_book(trials, ["en", "ja"], ["shuffled", "none"])
    assert (len(english.known), japanese.known, japanese.asked) == (12, (), 0)
    assert closed_book(trials, ["en"], ["shuffled"]) == ()


def test_a_failed_closed_book_call_is_neither_known_nor_asked() -> None:
    (found,) = closed_book(outcomes("fic", arm="none"), ["en"], ["none"])
    assert (found.asked, found.known, found.figures) == (1, ("main-2",), ())
