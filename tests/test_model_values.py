"""What may be said of a model on the command line or in Python: its parameters and its price."""

from __future__ import annotations

from typing import Any

import pytest

from bench.errors import UsageError
from bench.model_values import parameters, price


@pytest.mark.parametrize("written", ["x=" + "9" * 5000, "x=" + "[" * 5000 + "]" * 5000])
def test_what_json_cannot_hold_is_a_text(written: str) -> None:
    assert isinstance(parameters()([written], "--param")["x"], str)


@pytest.mark.parametrize(
    "pair", ["x=" + "[" * 500 + "]" * 500, "a." * 2000 + "b=1", "x=" + '{"a":' * 40 + "1" + "}" * 40]
)
def test_a_parameter_that_is_nested_too_deep_is_one_sentence(pair: str) -> None:
    with pytest.raises(UsageError) as refused:
        parameters()([pair], "--param")
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("2/10", (2, 10, None)),
        ("2/10/0.1", (2, 10, 0.1)),
        ("0/0", (0, 0, None)),
        ((1, 2), (1, 2, None)),
        ([1, 2, 0], (1, 2, 0)),
    ],
)  # fmt: skip
def test_a_price_is_two_or_three_numbers(given: Any, read: tuple[float, float, float | None]) -> None:
    assert price()(given, "--price") == read


@pytest.mark.parametrize("given", ["2", "2/x", "-1/2", "1/2/3/4", "nan/1", "inf/1", "", (1,), (1, "x")])
def test_anything_else_is_no_price(given: Any) -> None:
    with pytest.raises(UsageError, match="IN/OUT or IN/OUT/CACHED"):
        price()(given, "--price")
