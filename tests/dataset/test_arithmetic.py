"""Derivations are evaluated exactly, without running anything, and compared with answers as they are printed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.authoring.checks.evidence import states
from bench.dataset.arithmetic import constants, evaluate


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("18 * 4150 + (640 - 18 * 30) * 96", 84300),
        ("0.1 + 0.2", Fraction(3, 10)),
        ("7 // 2 + 7 % 2 - -1", 5),
        ("2 ** 10", 1024),
        ("min(3, 2) + max(1, 4) + abs(-5)", 11),
        ("floor(7 / 2) + ceil(7 / 2)", 7),
        ("round(10 / 3, 2)", Fraction("3.33")),
    ],
)
def test_values_are_exact(expression: str, value: Fraction) -> None:
    assert evaluate(expression) == value


@pytest.mark.parametrize(
    "expression",
    ["", "1 +", "x", "1 / 0", "9 ** 9 ** 9", "2 ** 0.5", "'a' * 3", "True + 1", "__import__('os')", "(1).real",
     "[1][0]", "lambda: 1", "round()", "min(1, key=abs)", "1" * 600, "(" * 400 + "1" + ")" * 400, "1 < 2", "print(1)"],
)  # fmt: skip
def test_anything_else_is_refused_with_a_reason(expression: str) -> None:
    with pytest.raises(ValueError, match=r"is |holds |has |divides |calls "):
        evaluate(expression)


@given(st.integers(-999, 999), st.integers(-999, 999), st.integers(1, 99), st.sampled_from("+-*/"))
def test_it_agrees_with_fractions(a: int, b: int, c: int, operator: str) -> None:
    wanted = {"+": Fraction(a) + b, "-": Fraction(a) - b, "*": Fraction(a) * b, "/": Fraction(a, b) if b else None}
    if wanted[operator] is None:
        with pytest.raises(ValueError, match="zero"):
            evaluate(f"({a}) {operator} ({b})")
    else:
        assert evaluate(f"(({a}) {operator} ({b})) * {c}") == (wanted[operator] or 0) * c


@given(st.text(max_size=40))
def test_no_text_escapes_as_another_error(text: str) -> None:
    try:
        value = evaluate(text)
    except ValueError:
        return
    assert isinstance(value, Fraction)


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("84,300 yen", 84300),
        ("8万4,300円", 84300),
        ("76億1,600万円", 7_616_000_000),
        ("7.616 billion yen", 7_616_000_000),
        ("2.24 million yen", 2_240_000),
        ("８，４３０円", 8430),
        ("15%", Fraction(15, 100)),
        ("15 %", 15),
        ("3.3", Fraction(10, 3)),
        ("about 1.5 hours", Fraction(3, 2)),
    ],
)
def test_an_answer_states_a_value_in_many_forms(answer: str, value: Fraction) -> None:
    assert states(answer, Fraction(value))


@pytest.mark.parametrize(
    ("answer", "value"), [("84,300 yen", 84301), ("15", Fraction(15, 100)), ("Kawauso", 3), ("3.3", 3)]
)
def test_and_not_in_others(answer: str, value: Fraction) -> None:
    assert not states(answer, Fraction(value))


def test_constants_in_reading_order_of_the_tree() -> None:
    assert set(constants("18 * 30 + 0.5")) == {Fraction(18), Fraction(30), Fraction(1, 2)}
    assert constants("not an expression at all") == []
