"""A classifier's reply is an intent only where one was really given."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import prompts
from bench.judge.intent import ParsedIntent, read_intent
from bench.judge.llm import verdict_schema


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ('{"reason": "declines", "intent": "abstention", "confidence": 0.7}', "abstention"),
        ('```json\n{"intent": "attempt"}\n```', "attempt"),
        ('<think>{"intent": "attempt"}?</think>{"intent": "conflict_named"}', "conflict_named"),
        ('The answer says {"intent": "attempt"}, yet it declines.\n{"intent": "abstention"}', None),
        ('{"intent": "attempt"} {"intent": "attempt", "confidence": 1}', "attempt"),
        ('{"intent": " Abstention "}', "abstention"),
        ('{"reason": "x", "intent": "unclear"', "unclear"),
        ('{"intent": "attempt/abstention"}', None),
        ('{"intent": true}', None),
        ('{"verdict": "correct"}', None),
        ("abstention", None),
        ("", None),
    ],
)
def test_only_a_clear_intent_is_one(raw: str, expected: str | None) -> None:
    reading = read_intent(raw)
    assert (reading.intent if reading else None) == expected


def test_reason_and_confidence_are_kept_where_they_are_what_they_should_be() -> None:
    raw = '{"reason": "断っている", "intent": "abstention", "confidence": 0.7}'
    assert read_intent(raw) == ParsedIntent("abstention", "断っている", 0.7)
    assert read_intent('{"reason": 3, "intent": "attempt", "confidence": 7}') == ParsedIntent("attempt")


@given(st.text(alphabet=st.sampled_from('{}[]":, \\intentattempt10\n'), max_size=200))
def test_no_reply_raises(raw: str) -> None:
    reading = read_intent(raw)
    assert reading is None or reading.intent in ("attempt", "abstention", "conflict_named", "unclear")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_prompts_of_two_stages_ask_for_what_is_read(lang: prompts.Lang) -> None:
    intent, verdict = prompts.load("intent", lang), prompts.load("verdict", lang)
    for word in ("attempt", "abstention", "conflict_named", "unclear", "confidence"):
        assert f'"{word}"' in intent.system
    assert "{{reference}}" not in intent.user
    for name in verdict_schema(two_stage=True)["required"]:
        assert f'"{name}"' in verdict.system
    for name in verdict_schema()["required"]:
        assert f'"{name}"' in prompts.load("judge", lang).system
    assert "abstained" not in verdict.system
