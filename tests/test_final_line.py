"""The last line with the answer alone: how models write it, and what is none."""

from __future__ import annotations

import pytest

from bench.final_line import final_line


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It is the seventh edition [1].\nAnswer: 3,160 yen", "3,160 yen"),
        ("理由は次のとおり。\n回答：3,160円", "3,160円"),
        ("回答:３，１６０円。", "３，１６０円"),
        ("**Answer:** 3,160 yen.", "3,160 yen"),
        ("**Answer: 3,160 yen**", "3,160 yen"),
        ("> Answer: `A-17`", "A-17"),
        ("Answer: 1\nNo, that was wrong.\nAnswer: 2", "2"),
        ("Answer: cannot be determined", "cannot be determined"),
        ("ANSWER : 12:30", "12:30"),
        ("Answer: 3,160 yen\n\nI hope this helps!", "3,160 yen"),
    ],
)
def test_the_value_of_the_last_labelled_line(text: str, value: str) -> None:
    assert final_line(text) == value


@pytest.mark.parametrize(
    "text", ["", "3,160 yen", "The answer: see above", "Answer:", "回答：\n3,160円", "My Answer: 5"]
)
def test_what_is_no_final_line(text: str) -> None:
    assert final_line(text) is None
