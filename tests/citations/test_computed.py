"""Which figures an answer shows how it computed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.citations.computed import shown_calculations
from bench.text.fold import flatten


def results(text: str) -> list[float]:
    return [float(q.number.value) for q in shown_calculations(flatten(text)).results]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("18 × 4,150 = 74,700円", [74_700]),
        ("74,700円（= 18 × 4,150）", [74_700]),
        ("4,150円/本 × 18本 ＝ 74,700円", [74_700]),
        ("3,000円+500円で3,500円", [3_500]),
        ("(100 + 20) ÷ 3 = 40", [40]),
        ("100 - 20 = 80", [80]),
        ("30 / 120 = 25%", [25]),
        ("30 ÷ 120 × 100 = 25 %", [25]),
        ("10,000 × 10% = 1,000", [1_000]),
        ("5万円×3=15万円", [150_000]),
        ("18 times 4,150 is 74,700 yen", [74_700]),
        ("100 ÷ 3 ≈ 33.3", [33.3]),
        ("500 + 300 = 800, 800 × 2 = 1,600", [800, 1_600]),
    ],
)
def test_an_expression_that_comes_to_the_figure_shows_it(text: str, expected: list[float]) -> None:
    assert results(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "18 × 4,150 = 74,701円",
        "The total is 74,700 yen.",
        "500 + 300",
        "12 months = 42,000 yen",
        "5 ÷ 0 = 7",
        "((3 + = 3",
        "",
    ],
)
def test_a_wrong_or_missing_expression_shows_nothing(text: str) -> None:
    assert results(text) == []


def test_constants_of_a_product_are_part_of_it_and_summands_are_not() -> None:
    assert shown_calculations("3,500 × 12 = 42,000").constants == {12}
    assert shown_calculations("3,500 + 12 = 3,512").constants == set()
    assert shown_calculations("3,500 × 13 = 45,500").constants == set()


@given(st.integers(1, 9999), st.integers(1, 9999), st.integers(0, 3))
def test_only_the_right_result_is_shown(a: int, b: int, off: int) -> None:
    assert results(f"{a} + {b} = {a + b + off}円") == ([a + b] if off == 0 else [])


@given(st.text(alphabet=st.sampled_from("0123456789+-×÷/=()（）円% ,."), max_size=80))
def test_no_line_raises(text: str) -> None:
    assert isinstance(results(text), list)
