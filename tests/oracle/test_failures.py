"""Failures under an audit: classes in their order, and what texts decide held to its sum and its bounds."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from bench.errors import LogError
from bench.records import Item
from tests.oracle.audit import Audit
from tests.oracle.failures import failure_figures
from tests.oracle.trials import Trial

Fields = dict[str, Any]
CONFIG = {"langs": ["en"], "arms": ["none", "gold"], "judges": [{"spec": "a"}, {"spec": "b"}]}
ITEMS = {
    ("en", name): Item.model_validate(
        {
            **{"id": name, "lang": "en", "kind": kind, "question": "Which day?", "answer": "day 10", "cluster": "Q"},
            **{"positive": ("A",) if kind == "main" else (), "base": None if kind == "main" else "Q"},
        }
    )
    for name, kind in (
        *(("Q", "main"), ("Q-INS", "insufficient"), ("Q-CON", "contradictory")),
        *(("Q-X", "insufficient"),),
    )
}
TEXTS = {"leak": "day 10", "other": "It may have been in spring.", "again": "On day ten."}


def figures(trials: list[Trial], printed: list[Fields], *votes: Fields) -> tuple[list[Fields], list[str]]:
    answers = {t.key: {"text": TEXTS.get(t.key, "x"), "chunks": () if t.key == "unseen" else ("A",)} for t in trials}
    return failure_figures(CONFIG, ITEMS, answers, list(votes), trials, printed)


def trial(item: str, letter: str, key: str, repeat: int = 0, *, canary: bool = False) -> Trial:
    kind = ITEMS["en", item].kind
    base = {"Q": None, "Q-X": "absent"}.get(item, "Q")
    return Trial("en", item, kind, "gold", repeat, (), base, "Q", letter, canary, key=key)


def vote(judge: str, verdict: str, answer: str) -> Fields:
    return {"answer_key": answer, "model": judge, "verdict": verdict, "abstained": False, "failure": None}


@pytest.mark.parametrize(
    ("failed", "name"),
    [
        (trial("Q", "w", "seen"), "generation_failure"),
        (trial("Q", "a", "seen"), "over_caution"),
        (trial("Q", "a", "unseen"), "retrieval_failure"),
        (trial("Q", "i", "unseen"), "judging_artefact"),
        (trial("Q", "w", "split"), "judging_artefact"),
        (trial("Q", "c", "canary", canary=True), "parametric_leakage"),
        (trial("Q-X", "w", "leak"), "undetermined"),
    ],
)
def test_a_failure_is_in_the_first_class_that_it_fits(failed: Trial, name: str) -> None:
    votes = [vote("a", "correct", "split"), vote("b", "incorrect", "split")]
    (row,), opened = figures([failed], [], *votes)
    assert opened == []
    assert {found: count for found, count in row["counts"].items() if count} == {name: 1}
    assert list(row["examples"]) == [name]
    assert row["answerable"] + row["unanswerable"] == 1


OPEN = [trial("Q-INS", "w", "leak", 0), trial("Q-INS", "w", "other", 1), trial("Q-INS", "w", "again", 2)]


@pytest.mark.parametrize(
    "failed", [trial("Q", "w", "x", canary=True), trial("Q-CON", "w", "side"), trial("Q-INS", "w", "leak")]
)
def test_what_the_documents_shown_decide_is_left_open(failed: Trial) -> None:
    (row,), opened = figures([failed], [])
    assert len(opened) == row["unanswerable"] == 1
    assert not any(row["counts"].values())


def as_printed() -> list[Fields]:
    """What the suite says of OPEN: day ten is day 10, and spring is not."""
    rows, opened = figures(OPEN, [])
    assert opened == [
        "failures[].counts of 3 attempts, where the texts decide between parametric_leakage, "
        "fabrication, took_side and undetermined"
    ]
    rows[0]["counts"] |= {"parametric_leakage": 2, "fabrication": 1}
    leak, again, other = (
        {"item": "Q-INS", "repeat": n, "answer_key": key} for n, key in ((0, "leak"), (2, "again"), (1, "other"))
    )
    rows[0]["examples"] = {"parametric_leakage": [leak, again], "fabrication": [other]}
    return rows


def test_what_texts_decide_is_taken_as_printed_within_its_bounds() -> None:
    printed, audit = as_printed(), Audit("x")
    audit.compare(printed, figures(OPEN, printed)[0], "its log")
    assert audit.numbers > 0


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda row: row["counts"].update(fabrication=2), "counts.undetermined is 0, and should be -1"),
        (
            lambda row: row["counts"].update(parametric_leakage=0, fabrication=3),
            "examples.parametric_leakage has 2 entries, and should have 0",
        ),
        (lambda row: row["examples"]["fabrication"].pop(), "examples.fabrication"),
        (lambda row: row["examples"]["fabrication"][0].update(answer_key="leak"), "examples.fabrication"),
        (lambda row: row["examples"]["parametric_leakage"].reverse(), "examples.parametric_leakage[0]"),
        (lambda row: row.update(unanswerable=2), "unanswerable is 2, and should be 3"),
    ],
)
def test_a_forged_count_or_example_is_found(change: Callable[[Fields], object], fault: str) -> None:
    forged = copy.deepcopy(as_printed())
    change(forged[0])
    with pytest.raises(LogError) as found:
        Audit("x").compare(forged, figures(OPEN, forged)[0], "its log")
    assert fault in str(found.value)
