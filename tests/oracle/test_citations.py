"""Citations under an audit: what is certain is computed, and the rest cannot be forged out of its bounds and sums."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from bench.errors import LogError
from bench.records import Chunk, Item
from tests.oracle.audit import Audit
from tests.oracle.citations import citation_figures
from tests.oracle.figures import rate
from tests.oracle.trials import Trial

Fields = dict[str, Any]
CORPUS = {name: Chunk(id=name, text=f"Text of {name}.") for name in ("A", "B")}
CONFIG = {"langs": ["en"], "arms": ["gold"]}


def figures(texts: list[str], printed: list[Fields]) -> tuple[list[Fields], list[str]]:
    """The section over one right answer for each text, all of which were shown two chunks."""
    items, answers, trials = {}, [], []
    for n, text in enumerate(texts):
        name = f"Q-{n}"
        items["en", name] = Item(
            id=name, lang="en", kind="main", question="Which?", answer="x", positive=("A",), cluster=name
        )
        at = {"lang": "en", "item": name, "arm": "gold", "repeat": 0}
        answers.append({**at, "key": name, "text": text, "chunks": ["A", "B"]})
        trials.append(Trial("en", name, "main", "gold", 0, (), None, name, "c", key=name))
    return citation_figures(CONFIG, items, answers, trials, {"en": CORPUS}, printed)


def test_plain_answers_are_computed_to_the_last_count() -> None:
    (row,), opened = figures(["It is so [1].", "It is so [2] and [3].", "It is so."], [])
    assert opened == []
    assert row["coverage"] == rate([("Q-0", True), ("Q-1", True), ("Q-2", False)])
    assert row["resolves"]["units"] == rate([("Q-0", True), ("Q-1", True), ("Q-1", False)])
    assert row["resolves"]["answers"] == rate([("Q-0", True), ("Q-1", False)])
    assert [row[check]["units"]["n"] for check in ("quotes", "values", "eligible")] == [0, 0, 0]
    assert (row["computed"], row["echoed"]) == (0, 0)


@pytest.fixture
def open_row() -> Fields:
    """What the suite prints of an answer that states 40 and quotes, one of them not in what it cites."""
    wrong = {"item": "Q-0", "repeat": 0, "answer_key": "Q-0", "check": "values", "what": "40"}
    nothing = {"units": rate([]), "answers": rate([])}
    found = {"units": rate([("Q-0", False), ("Q-0", True)]), "answers": rate([("Q-0", False)])}
    return {
        **{"lang": "en", "arm": "gold", "answers": 1, "coverage": rate([("Q-0", True)])},
        "resolves": {"units": rate([("Q-0", True)]), "answers": rate([("Q-0", True)])},
        **{"quotes": nothing, "values": found, "eligible": nothing, "computed": 1, "echoed": 0, "faults": [wrong]},
    }


def test_what_rules_read_is_held_to_its_bounds_and_named(open_row: Fields) -> None:
    computed, opened = figures(["It is 40, or 38 [1]."], [open_row])
    Audit("x").compare([open_row], computed, "its log")
    assert len(opened) == 1
    assert opened[0].startswith("citations[].values, computed and echoed beyond bounds")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda row: row["values"]["units"].update(k=2), "[0].values.units.rate is 0.5, and should be 1.0"),
        (
            lambda row: row["values"]["units"].update(rate([("Q-0", True)] * 2)),
            "[0].values.answers.k is 0, and should be 1",
        ),
        (lambda row: row["values"]["answers"].update(rate([])), "[0].values"),
        (lambda row: row["quotes"]["units"].update(rate([("Q-0", True)])), "[0].quotes.units.k is 1, and should be 0"),
        (lambda row: row["resolves"]["units"].update(rate([("Q-0", False)])), "[0].resolves.units.k is 0"),
        (lambda row: row["faults"][0].update(item="Q-9"), '[0].faults[0].item is "Q-9", and should be "Q-0"'),
        (lambda row: row["faults"][0].update(answer_key="Q-9"), "[0].faults"),
        (lambda row: row["coverage"].update(rate([("Q-0", False)])), "[0].coverage.k is 0, and should be 1"),
    ],
)
def test_a_forged_count_does_not_fit(open_row: Fields, change: Callable[[Fields], object], fault: str) -> None:
    forged = copy.deepcopy(open_row)
    change(forged)
    with pytest.raises(LogError) as found:
        Audit("x").compare([forged], figures(["It is 40, or 38 [1]."], [forged])[0], "its log")
    assert fault in str(found.value)
