"""The comparison itself: no figure, however deep, can be changed without being named."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from bench.errors import LogError
from tests.oracle.audit import Audit, Between, between, dotted
from tests.oracle.figures import arm_figures
from tests.oracle.trials import Trial

LETTERS = "cwacwcaccwfi"
TRIALS = [
    Trial("en", f"Q-{n}", "main", "gold", 0, ("html",), None, f"Q-{n}", letter) for n, letter in enumerate(LETTERS)
]
FIGURES = arm_figures("en", "gold", TRIALS)


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, (*path, key))
    else:
        yield path


def test_every_single_figure_is_compared() -> None:
    every = list(places(FIGURES))
    assert len(every) > 100
    for path in every:
        changed = copy.deepcopy(FIGURES)
        part: Any = changed
        for key in path[:-1]:
            part = part[key]
        value = part[path[-1]]
        part[path[-1]] = 0.0 if value is None else f"{value}!" if isinstance(value, str) else value + 1e-6
        with pytest.raises(LogError) as found:
            Audit("x").compare(changed, FIGURES, "its log")
        assert f"gives: {dotted(path)} is " in str(found.value)
    assert len([p for p in every if p[-1] not in ("lang", "arm", "shown")]) == count(FIGURES)


def count(figures: dict[str, Any]) -> int:
    audit = Audit("x")
    audit.compare(copy.deepcopy(figures), figures, "its log")
    return audit.numbers


@pytest.mark.parametrize(
    ("printed", "computed", "difference"),
    [
        ({"a": True}, {"a": 1}, "a is true, and should be 1"),
        ({"a": None}, {"a": 0.0}, "a is null, and should be 0.0"),
        ({"a": []}, {"a": {}}, "a is [], and should be {}"),
        ({}, {"a": {"b": 1}}, 'a is missing, and should be {"b": 1}'),
        ({"a": [1, 2]}, {"a": [1]}, "a has 2 entries, and should have 1"),
    ],
)
def test_what_only_looks_alike_is_a_difference(printed: Any, computed: Any, difference: str) -> None:
    with pytest.raises(LogError) as found:
        Audit("x").compare(printed, computed, "its log")
    assert difference in str(found.value)


def test_rounding_of_another_machine_is_no_difference_and_nothing_printed_is_lost() -> None:
    audit = Audit("x")
    audit.compare({"a": 0.1 + 0.2, "b": 3.0, "c": 5, "d": None}, {"a": 0.3, "b": 3}, "its log")
    assert (audit.numbers, audit.not_covered) == (2, ["c"])


def test_a_count_that_rules_for_texts_decide_is_held_to_its_bounds() -> None:
    assert between(3, 3) == 3
    audit = Audit("x")
    audit.compare({"a": 2, "b": 3}, {"a": between(2, 4), "b": between(3, 3)}, "its log")
    assert audit.numbers == 1
    for value in (1, 5, 2.5, True, None, 10**400):
        with pytest.raises(LogError, match=r"a is \S+, and should be from 2 to 4"):
            Audit("x").compare({"a": value}, {"a": Between(2, 4)}, "its log")


@pytest.mark.parametrize("value", [10**400, -(10**400), 1e308])
def test_a_number_that_no_float_holds_is_a_difference(value: float) -> None:
    for computed in (0.5, 7):
        with pytest.raises(LogError, match="and should be"):
            Audit("x").compare({"a": value}, {"a": computed}, "its log")
