"""Whose fault a failure is: each trial that went wrong is in one class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

import pytest

from bench.metrics.failures import EXAMPLES, failure_class, report, split
from bench.outcomes import from_letter
from bench.records import Answer, Chunk, Item, Kind, Lang, ModelRef, RunConfig, Vote
from bench.records.measures import FailureClass
from tests import runs

JUDGES = [ModelRef(spec=f"judge:{n}", title=f"J{n}", weights="closed") for n in range(3)]


def item(kind: Kind = "main", *, lang: Lang = "en", base: str | None = "Q", id: str | None = None) -> Item:
    return Item(
        id=id or ("Q" if kind == "main" else f"Q-{kind}"),
        lang=lang,
        kind=kind,
        question="How much is the fee?" if lang == "en" else "料金はいくらですか。",
        answer="5,000 yen" if lang == "en" else "5,000円",
        positive=("W-1", "W-2") if kind == "main" else (),
        base=None if kind == "main" else base,
        cluster="Q",
    )


def answer(of: Item, text: str = "Answer: 6,000 yen", shown: tuple[str, ...] = ("W-1", "W-2")) -> Answer:
    return runs.answer(of, "shuffled", 0, "c").model_copy(update={"text": text, "chunks": shown})


def classed(
    of: Item, letter: str, *, text: str = "x", shown: tuple[str, ...] = ("W-1", "W-2"), is_split: bool = False,
    canary: bool = False, twins: bool = True, said: str | None = "The hall holds 300 people. A key costs 700 yen.",
) -> FailureClass | None:  # fmt: skip
    """`said`: what the documents shown say; None: they are not at hand."""
    o = from_letter(of, "shuffled", 0, letter, canary=canary)
    items: Mapping[tuple[Lang, str], Item] = {(of.lang, "Q"): item(lang=of.lang)} if twins else {}
    chunks = None if said is None else [Chunk(id="W-9", title="Hall", text=said)]
    return failure_class(of, answer(of, text, shown), o, is_split, items, chunks)


@pytest.mark.parametrize(
    ("letter", "shown", "is_split", "expected"),
    [
        ("w", ("W-1", "W-2"), False, "generation_failure"),
        ("a", ("W-2", "W-1", "W-9"), False, "over_caution"),
        ("w", ("W-1", "W-9"), False, "retrieval_failure"),
        ("a", ("W-9",), False, "retrieval_failure"),
        ("w", (), False, "retrieval_failure"),
        ("w", ("W-1", "W-2"), True, "judging_artefact"),
        ("a", ("W-9",), True, "judging_artefact"),
        ("i", ("W-9",), False, "judging_artefact"),
        ("c", ("W-9",), True, None),
        ("f", ("W-9",), False, None),
    ],
)
def test_an_answerable_item_that_was_not_answered(
    letter: str, shown: tuple[str, ...], is_split: bool, expected: FailureClass | None
) -> None:
    assert classed(item(), letter, shown=shown, is_split=is_split) == expected


@pytest.mark.parametrize("kind", ["insufficient", "incomplete"])
@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "Usually 5000 yen. Answer: ¥5,000", "parametric_leakage"),
        ("en", "Answer: 6,000 yen", "fabrication"),
        ("ja", "回答：五千円", "parametric_leakage"),
        ("ja", "回答：６０００円", "fabrication"),
    ],
)
def test_an_attempt_at_the_unanswerable_leaks_or_is_made_up(
    kind: Kind, lang: Lang, text: str, expected: FailureClass
) -> None:
    assert classed(item(kind, lang=lang), "w", text=text) == expected


def test_declining_the_unanswerable_is_no_failure() -> None:
    assert classed(item("insufficient"), "c", text="It cannot be answered.") is None
    assert classed(item("contradictory"), "n", text="They conflict.") is None


def test_without_a_twin_nothing_is_claimed() -> None:
    assert classed(item("insufficient", base=None), "w", text="5,000 yen") == "undetermined"
    assert classed(item("insufficient"), "w", text="5,000 yen", twins=False) == "undetermined"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Answer: 5,000 yen", "The fee is ¥5000."),  # the reference stands in a document shown: it was read, not known
        ("Answer: 700 yen", "A key costs 700 yen."),  # a value that is shown is not made up
        ("Answer: 6,000 yen", None),  # without the documents nothing can be said
        ("Answer: as much as last year", "A key costs 700 yen."),  # no value that could stand anywhere
    ],
)
def test_what_no_test_has_shown_is_undetermined(text: str, said: str | None) -> None:
    assert classed(item("insufficient"), "w", text=text, said=said) == "undetermined"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Answer: 5,000 yen", "took_side"),
        ("Answer: 4,000 yen", "took_side"),
        ("Answer: 4,500 yen", "fabrication"),  # neither value, and no other that is shown
        ("Answer: 700 yen", "undetermined"),
        ("Answer: a moderate fee", "undetermined"),
    ],
)
def test_a_side_is_taken_where_the_attempt_is_one_of_the_two_values(text: str, expected: FailureClass) -> None:
    conflict = item("contradictory").model_copy(update={"rival_answer": "4,000 yen"})
    said = "The fee is 5,000 yen. Since May the fee is 4,000 yen. A key costs 700 yen."
    assert classed(conflict, "w", text=text, said=said) == expected


def test_a_canary_is_its_own_twin() -> None:
    assert classed(item(), "c", canary=True, shown=()) == "parametric_leakage"
    assert classed(item(), "w", canary=True, shown=(), text="Answer: 6,000 yen") == "fabrication"
    assert classed(item(), "w", canary=True, shown=(), text="Answer: 700 yen") == "undetermined"
    assert classed(item(), "a", canary=True, shown=()) is None


@pytest.mark.parametrize(
    ("letters", "is_it"), [("ccw", True), ("wwa", False), ("www", False), ("cii", False), ("c", False), ("iwc", True)]
)
def test_a_panel_is_split_over_right_and_wrong_only(letters: str, is_it: bool) -> None:
    main = item()
    votes: dict[str, Vote] = {
        judge.spec: runs.vote(answer(main), judge, letter) for judge, letter in zip(JUDGES, letters, strict=False)
    }
    assert split(votes, [judge.spec for judge in JUDGES], from_letter(main, "shuffled", 0, "w")) is is_it


def test_a_report_counts_every_class_and_shows_the_first_few() -> None:
    items = {("en", f"Q{n}"): named(f"Q{n}") for n in range(8)}
    answers, outcomes = [], []
    for of in items.values():
        for arm in ("shuffled", "none"):
            given = runs.answer(of, arm, 0, "w").model_copy(update={"chunks": ("W-1", "W-2")})  # type: ignore[arg-type]
            answers.append(given)
            outcomes.append(from_letter(of, arm, 0, "w"))  # type: ignore[arg-type]
    outcomes[0] = replace(outcomes[0], outcome="correct")
    config = RunConfig.model_construct(langs=("en",), arms=("gold", "shuffled", "none"), judges=(JUDGES[0],))
    gold, shuffled = report(config, items, reversed(answers), {}, outcomes)  # type: ignore[arg-type]
    assert (gold.arm, gold.answerable, gold.unanswerable, gold.examples) == ("gold", 0, 0, {})
    assert set(shuffled.counts) == set(get_args(FailureClass))
    assert (shuffled.counts["generation_failure"], shuffled.answerable, sum(shuffled.counts.values())) == (7, 7, 7)
    examples = shuffled.examples["generation_failure"]
    assert [e.item for e in examples] == [f"Q{n}" for n in range(1, 1 + EXAMPLES)]
    assert examples[0].answer_key == "en/Q1/shuffled/0"


def named(name: str) -> Item:
    return item(id=name)
