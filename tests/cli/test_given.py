"""What is typed after a command: every wrong value is one sentence, and all sentences come at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bench.cli import given
from bench.errors import UsageError


@pytest.mark.parametrize(
    ("check", "sentence"),
    [
        (
            lambda: given.choices("fr,en,xx", "language", ("en", "ja")),
            "Unknown languages 'fr', 'xx': choose from en, ja.",
        ),
        (lambda: given.choices(" , ", "arm", ("gold",)), "No arm given: choose from gold."),
        (lambda: given.choice("full,lit", "preset", given.PRESETS), "One preset at a time"),
        (lambda: given.above_zero(float("nan"), "--max-cost"), "--max-cost is nan; it must be a number above 0."),
        (lambda: given.at_least(1, 0, "--k"), "--k is 0; it must be at least 1."),
        (lambda: given.within(0, 1, 1.5, "--x"), "--x is 1.5; it must be from 0 to 1."),
        (lambda: given.above(0, float("inf"), "--x"), "--x is inf; it must be above 0."),
        (lambda: given.place("half", "--gold-position"), "give a number from 0 to 1, or first, middle or last"),
        (lambda: given.whole_numbers("1,-2,x", "--distractors"), "--distractors: '-2', 'x': give whole numbers"),
        (lambda: given.canary_share_of(True, 1.5), "--canary-share is 1.5; it must be above 0 and at most 1."),
        (lambda: given.canary_share_of(False, 0.0), "--canary-share is 0; it must be above 0"),
        (lambda: given.canary_share_of(True, float("nan")), "--canary-share is nan"),
        (lambda: given.parameters(["temperature"]), "--param 'temperature' is not NAME=VALUE."),
        (lambda: given.parameters(["=1"]), "--param '=1' is not NAME=VALUE."),
        (lambda: given.parameters(["a=1", "a=2"]), "--param a is given twice"),
        (lambda: given.parameters(["a=NaN"]), "--param a: NaN is no finite number."),
        (lambda: given.parameters(['a={"b": [-Infinity]}']), "--param a: -Infinity is no finite number."),
        (lambda: given.parameters(["a=1e999"]), "--param a: 1e999 is no finite number."),
    ],
)
def test_a_wrong_value_is_one_sentence(check: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(UsageError) as raised:
        check()
    assert sentence in str(raised.value)
    assert "\n" not in str(raised.value)


def test_right_values_come_back() -> None:
    assert given.choices("EN, ja,en", "language", ("en", "ja")) == ("en", "ja")
    assert given.place("Middle", "--p") == 0.5
    assert given.whole_numbers("", "--d") == []
    assert given.parts(None) == []
    assert given.parts(" a,, b ") == ["a", "b"]
    assert given.at_least_if_given(1, None, "--limit") is None


def test_parameters_are_json_or_text_and_empty_takes_one_out() -> None:
    params = given.parameters(["temperature=0.5", "seed=", "stop=END", 'x={"a": [1]}', "n_best=2"])
    assert params == {"temperature": 0.5, "seed": None, "stop": "END", "x": {"a": [1]}, "n_best": 2}


def test_canaries_are_off_a_quarter_or_another_share() -> None:
    assert given.canary_share_of(False, None) == 0
    assert given.canary_share_of(True, None) == 0.25
    assert given.canary_share_of(True, 0.5) == given.canary_share_of(False, 0.5) == 0.5


def test_the_flags_of_a_command_complain_together() -> None:
    flags = given.Flags()
    assert flags.of(given.at_least, 1, 3, "--k") == 3
    flags.refuse()
    flags.of(given.at_least, 1, 0, "--k")
    with pytest.raises(UsageError, match=r"^--k is 0; it must be at least 1\.$"):
        flags.refuse()
    flags.of(given.choice, "x", "arm", ("gold",))
    with pytest.raises(UsageError) as raised:
        flags.refuse()
    assert str(raised.value).split("\n") == [
        "2 flags are wrong.",
        "  --k is 0; it must be at least 1.",
        "  Unknown arm 'x': choose from gold.",
    ]
