"""The checks of single values: every wrong one is one sentence, and all sentences come at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bench import values
from bench.errors import UsageError
from bench.model_values import parameters


@pytest.mark.parametrize(
    ("check", "sentence"),
    [
        (
            lambda: values.choices("fr,en,xx", "language", ("en", "ja")),
            "Unknown languages 'fr', 'xx': choose from en, ja.",
        ),
        (lambda: values.choices(" , ", "arm", ("gold",)), "No arm given: choose from gold."),
        (lambda: values.choice("full,lit", "preset", ("full", "lit", "smoke")), "One preset at a time"),
        (lambda: values.number_above(0)(float("nan"), "--max-cost"), "--max-cost is nan; it must be a number above 0."),
        (lambda: values.at_least(1, 0, "--k"), "--k is 0; it must be at least 1."),
        (lambda: values.within(0, 1, 1.5, "--x"), "--x is 1.5; it must be from 0 to 1."),
        (lambda: values.above(0, float("inf"), "--x"), "--x is inf; it must be a number above 0."),
        (lambda: values.position()("half", "--gold-position"), "give a number from 0 to 1, or first, middle or last"),
        (lambda: values.whole_numbers()("1,-2,x", "--distractors"), "--distractors: '-2', 'x': give whole numbers"),
        (
            lambda: values.share_above_zero()(1.5, "--canary-share"),
            "--canary-share is 1.5; it must be above 0 and at most 1.",
        ),
        (
            lambda: values.fraction()("ten", "-u"),
            "-u is 'ten'; give a share from 0 to 1, e.g. 0.1, or 10%.",
        ),
        (
            lambda: values.fraction()("10", "-u"),
            "-u is 10; it must be a share from 0 to 1: for 10 % write 0.1 or 10%.",
        ),
        (lambda: values.fraction()("110%", "-u"), "-u is 110%; it must be a share from 0 to 1."),
        (lambda: values.fraction()(float("nan"), "-u"), "-u is nan; it must be a share from 0 to 1."),
        (lambda: values.share_above_zero()(0.0, "--canary-share"), "--canary-share is 0; it must be above 0"),
        (lambda: values.share_above_zero()(float("nan"), "--canary-share"), "--canary-share is nan"),
        (lambda: parameters()(["temperature"], "--param"), "--param 'temperature' is not NAME=VALUE."),
        (lambda: parameters()(["=1"], "--param"), "--param '=1' is not NAME=VALUE."),
        (lambda: parameters()(["a=1", "a=2"], "--param"), "--param a is given twice"),
        (lambda: parameters()(["a=NaN"], "--param"), "--param a: NaN is no finite number."),
        (lambda: parameters()(['a={"b": [-Infinity]}'], "--param"), "--param a: -Infinity is no finite number."),
        (lambda: parameters()(["a=1e999"], "--param"), "--param a: 1e999 is no finite number."),
    ],
)
def test_a_wrong_value_is_one_sentence(check: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(UsageError) as raised:
        check()
    assert sentence in str(raised.value)
    assert "\n" not in str(raised.value)


def test_right_values_come_back() -> None:
    assert [values.fraction()(u, "-u") for u in (0.1, 1, "0.1", "10%", "10 %", "１０％")] == [0.1, 1, *[0.1] * 4]
    assert values.choices("EN, ja,en", "language", ("en", "ja")) == ("en", "ja")
    assert values.position()("Middle", "--p") == values.position()(0.5, "p") == 0.5
    assert values.whole_numbers()("", "--d") == ()
    assert values.parts(None) == []
    assert values.parts(" a,, b ") == ["a", "b"]
    assert values.whole(1).or_none()(None, "--limit") is None


def test_parameters_are_json_or_text_and_empty_takes_one_out() -> None:
    params = parameters()(["temperature=0.5", "seed=", "stop=END", 'x={"a": [1]}', "n_best=2"], "--param")
    assert params == {"temperature": 0.5, "seed": None, "stop": "END", "x": {"a": [1]}, "n_best": 2}


def test_a_share_may_be_a_switch() -> None:
    check = values.share(0.25)
    assert [check(value, "canaries") for value in (False, True, 0, 0.5, 1)] == [0, 0.25, 0, 0.5, 1]
    with pytest.raises(UsageError, match="canaries is 2; it must be from 0 to 1"):
        check(2, "canaries")


@pytest.mark.parametrize(
    ("check", "wrong", "words"),
    [
        (values.whole(1), 2.5, "a whole number"),
        (values.whole(1), True, "a whole number"),
        (values.whole(1), None, "a whole number"),
        (values.number_above(0), "3", "a number"),
        (values.text(), 3, "a text"),
        (values.some_of("arm", ("gold",)), [1], "a text or a list of texts"),
        (values.repeated_texts(), "dtype=float16", "a list of texts"),
        (parameters(), [1], "a dict with names as keys"),
        (values.path(), "a\0", "a path"),
        (values.switch(), 1, "True or False"),
    ],
)
def test_a_value_of_another_type_is_one_sentence(check: values.Check[Any], wrong: Any, words: str) -> None:
    with pytest.raises(UsageError) as raised:
        check(wrong, "x")
    assert str(raised.value).endswith(f"; it must be {words}.")


def test_a_list_is_checked_part_by_part() -> None:
    assert values.list_of(values.position())("0, last", "--positions") == (0, 1)
    with pytest.raises(UsageError) as raised:
        values.list_of(values.position())("2,x", "--positions")
    assert str(raised.value).count("--positions is") == 2


def test_the_flags_of_a_command_complain_together() -> None:
    flags = values.Faults()
    assert flags.of(values.at_least, 1, 3, "--k") == 3
    flags.refuse()
    flags.of(values.at_least, 1, 0, "--k")
    with pytest.raises(UsageError, match=r"^--k is 0; it must be at least 1\.$"):
        flags.refuse()
    flags.of(values.choice, "x", "arm", ("gold",))
    with pytest.raises(UsageError) as raised:
        flags.refuse()
    assert str(raised.value).split("\n") == [
        "2 flags are wrong.",
        "  --k is 0; it must be at least 1.",
        "  Unknown arm 'x': choose from gold.",
    ]
