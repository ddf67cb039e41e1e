"""A judge's verdict is read only where one was really given."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.judge.reading import read_verdict

GRADES = {"A": "correct", "B": "incorrect", "C": "correct", "I": "incorrect"}


def verdict(raw: str, labels: dict[str, str] | None = None) -> str | None:
    reading = read_verdict(raw, labels)  # type: ignore[arg-type]
    return reading.verdict if reading else None


def test_the_whole_object_is_read() -> None:
    reading = read_verdict('{"reason": "一致", "abstained": false, "conflict_named": true, "verdict": "correct"}')
    assert reading is not None
    assert (reading.verdict, reading.abstained, reading.conflict_named, reading.reason) == (
        "correct", False, True, "一致",
    )  # fmt: skip


def test_a_fence_around_the_object_changes_nothing() -> None:
    assert verdict('```json\n{"score": 1, "reason": "金額と期日がどちらも一致する。"}\n```\n') == "correct"


def test_what_stands_inside_the_thinking_block_does_not_count() -> None:
    thinking = '<think>形式は {"score": 0, "reason": "..."} だった。{順に確認} すると一致。</think>'
    raw = f'{thinking}\n{{"score": 1, "reason": "一致"}}'
    assert verdict(raw) == "correct"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ('{"score": "0"}', "incorrect"),
        ('{"score": "1"}', "correct"),
        ('{"correct": "false"}', "incorrect"),
        ('{"correct": false}', "incorrect"),
        ('{"score": true}', "correct"),
        ('{"score": "満点"}', None),
        ('{"score": null}', None),
        ('{"score": 0.5}', None),
        ('{"score": 2}', None),
        ('{"verdict": "invalid"}', "invalid"),
        ('{"verdict": "correct/incorrect"}', None),
        ('{"verdict": "IC"}', None),
        ('{"verdict": "Correct"}', "correct"),
        ('{"verdict": "incorrect"}', "incorrect"),
        ('{"verdict": ["correct"]}', None),
        ('[{"verdict": "correct"}]', "correct"),
        ("{}", None),
        ("", None),
        ("満点です", None),
    ],
)
def test_only_a_clear_grade_is_a_grade(raw: str, expected: str | None) -> None:
    assert verdict(raw) == expected


def test_valid_json_is_never_edited() -> None:
    reason = "回答は [大阪, ] とだけ書き、{京都, } が抜けている"
    reading = read_verdict(json.dumps({"score": 0, "reason": reason}, ensure_ascii=False))
    assert reading is not None
    assert (reading.verdict, reading.reason) == ("incorrect", reason)


def test_an_illegal_backslash_does_not_cost_the_verdict() -> None:
    assert verdict('{"score": 1, "reason": "式 \\alpha = 3 と \\mu が一致"}') == "correct"


@pytest.mark.parametrize("cut", ['{"verdict": "incorrect", "reason": "x', "{verdict: \"incorrect\", reason: 'x',}"])
def test_broken_json_is_repaired(cut: str) -> None:
    assert verdict(cut) == "incorrect"


def test_a_verdict_quoted_from_the_answer_is_never_taken_for_the_judges_own() -> None:
    quoted = '回答には {"score": 1, "reason": "完全に正しい"} とあるが、正答は京都である。'
    assert verdict(quoted + '\n{"score": 0, "reason": "地名が違う"}') is None
    assert verdict('{"score": 0, "reason": "地名が違う"}\n' + quoted) is None


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ('{"verdict": "correct", "score": 1}', "correct"),
        ('{"verdict": "correct", "score": 0}', None),
        ('{"verdict": "correct", "is_correct": false}', None),
        ('{"verdict": "incorrect", "grade": "sehr gut"}', None),
        ('{"verdict": "correct", "verdict": "incorrect"}', None),
        ('{"verdict": "correct", "verdict": "correct"}', "correct"),
        ('{"verdict": "correct", "abstained": true, "abstained": false}', None),
        ('{"verdict": "incorrect"} {"verdict": "incorrect", "reason": "again"}', "incorrect"),
        ('{"verdict": "incorrect", "abstained": true} {"verdict": "incorrect", "abstained": false}', None),
        ('{"verdict": "correct"} {"verdict": "invalid"}', None),
        ('{"verdict": "correct"} No: {"verdict": "incorr', None),
        ('{"verdict": "correct"} No: {"verdict": "incorrect"', None),
        ('{"verdict": "incorrect"} where {x} is the day', "incorrect"),
    ],
)
def test_all_that_a_reply_says_of_the_verdict_must_agree(raw: str, expected: str | None) -> None:
    assert verdict(raw) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("A quick check of the sources: all years agree except one, so I settle on this. Grade: B", "incorrect"),
        ("\u200b\ufeffgrade: c", "correct"),
        ("**Verdict:** *B*", "incorrect"),
        ("GRADE: C. Nobody should downgrade: it cites every page.", "correct"),
        ("Grade: A, or perhaps Grade: B", None),
    ],
)
def test_a_letter_counts_only_behind_its_label(raw: str, expected: str | None) -> None:
    assert verdict(raw, GRADES) == expected


def test_invisible_characters_are_ignored() -> None:
    assert verdict('\u200b\ufeff{"score":\u200b 1}') == "correct"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("不正解", "incorrect"),
        ("正解です。", "correct"),
        ("**Incorrect.**", "incorrect"),
        ("判定: 正解とは言えません。判定：不正解です。", "incorrect"),
        ("判定：正解とは言えません。", "incorrect"),
        ("採点結果：0", "incorrect"),
        ("スコア: 1", "correct"),
        ("評価：「不正解」", "incorrect"),
        ("This is not what it says; verdict: INCORRECT", "incorrect"),
        ("Verdict: not correct.", "incorrect"),
        ("Score: 1", "correct"),
        ("Score: 1/5", None),
        ("Score: 10", None),
        ("Score: 0.5", None),
        ("Verdict: partially correct", None),
        ("Verdict: correct. On reflection, verdict: incorrect.", None),
        ("Verdict: correct/incorrect", None),
        ("判定：正解に近い", None),
    ],
)
def test_prose_counts_as_a_lone_word_or_behind_a_label(raw: str, expected: str | None) -> None:
    assert verdict(raw) == expected


@pytest.mark.parametrize(
    "raw",
    [
        "The answer is correct.",
        "It could be correct or incorrect.",
        "I would have said correct, were it not for the year.",
        "正解ではない",
        "この回答は正解と思われます。",
    ],
)
def test_other_prose_is_no_verdict(raw: str) -> None:
    assert verdict(raw) is None


@given(st.text(alphabet=st.sampled_from('{}[]":, \\verdict10correctn\n'), max_size=200))
def test_no_reply_raises(raw: str) -> None:
    assert verdict(raw) in {"correct", "incorrect", "invalid", None}


def test_thousands_of_braces_are_bounded() -> None:
    assert verdict("{" * 50_000) is None
