"""What answered, under which names, and whether it read the prompts whole."""

from __future__ import annotations

import pytest

from bench.metrics.answered_by import cut_prompts, is_asked_for, report
from bench.records import Answer, Message, ModelRef, Usage
from bench.records.answered_by import AnsweredBy
from bench.tokens import count

MODEL = ModelRef(spec="openai:gpt-6-luna", title="GPT-6 Luna", weights="closed")
SENTENCE = "The gauge at pier 3 was serviced on the third day and again in winter. "


def answer(number: int, prompt: str = "What?", tokens: int | None = None, lang: str = "en", **said: str) -> Answer:
    return Answer.model_validate(
        {
            "key": str(number), "model": MODEL.spec, "item": f"q{number}", "lang": lang, "kind": "main", "arm": "gold",
            "repeat": 0, "seed": 0, "text": "3", "messages": (Message(role="user", content=prompt),),
            "usage": Usage(prompt_tokens=tokens), "answered_by": AnsweredBy(**said) if said else None,
        }
    )  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("gpt-6-luna", "gpt-6-luna"), ("gpt-6-luna", "gpt-6-luna-2026-09-22"), ("gpt-4.1-2025-04-14", "gpt-4.1"),
        ("google/gemini-3.8-flash", "gemini-3.8-flash"), ("Qwen/Qwen3.8-27B", "qwen3.8-27b"),
        ("mistral-small-2603", "mistral-small-2603"), ("claude-haiku-4-5", "claude-haiku-4-5-20251001"),
        ("qwen3:8b", "qwen3:8b"),
    ],
)  # fmt: skip
def test_a_name_is_the_one_asked_for_with_or_without_its_date_and_folders(asked: str, answered: str) -> None:
    assert is_asked_for(asked, answered)


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("gemini-2.5-pro", "gemini-3.8-flash"), ("gpt-5", "gpt-5-mini"), ("gpt-5", "gpt-5.1"),
        ("qwen3:8b", "qwen3:4b"), ("gpt-4o-2024-08-06", "gpt-4o-2024-11-20"), ("a", "b"),
    ],
)  # fmt: skip
def test_another_name_is_another_model(asked: str, answered: str) -> None:
    assert not is_asked_for(asked, answered)


def test_names_are_counted_and_others_told() -> None:
    answers = [
        answer(1, model="gpt-6-luna-2026-09-22", fingerprint="fp_a", provider="One"),
        answer(2, model="gpt-6-luna-2026-09-22", fingerprint="fp_b", provider="One"),
        answer(3, model="something-else"),
        answer(4),
    ]
    (one,) = report(MODEL, (), answers, ())
    assert one.models == {"gpt-6-luna-2026-09-22": 2, "something-else": 1}
    assert one.fingerprints == {"fp_a": 1, "fp_b": 1}
    assert one.providers == {"One": 2}
    assert one.others == ("something-else",)
    assert (one.role, one.calls, one.cut) == ("model", 4, 0)


def test_replies_that_say_nothing_have_no_section() -> None:
    assert report(MODEL, (), [answer(1), answer(2)], ()) == ()
    assert report(MODEL, (), [], ()) == ()


def test_equal_counts_for_unequal_prompts_are_the_length_of_a_context() -> None:
    prompts = [SENTENCE * n for n in (100, 140, 180)]
    assert cut_prompts([answer(n, prompt, 1024) for n, prompt in enumerate(prompts)]) == 3
    (one,) = report(MODEL, (), [answer(n, prompt, 1024) for n, prompt in enumerate(prompts)], ())
    assert one.cut == 3


def test_a_count_far_below_ours_is_a_cut_prompt() -> None:
    assert cut_prompts([answer(1, SENTENCE * 400, 2050)]) == 1
    assert cut_prompts([answer(1, "三番桟橋の水位計は三日目に点検された。" * 500, 2050, "ja")]) == 1


def test_the_counts_of_other_vocabularies_are_no_cut() -> None:
    english, japanese = (
        [SENTENCE * n for n in range(3, 40)],
        ["桟橋の水位計は三日目に点検された。" * n for n in range(3, 40)],
    )
    for share in (0.5, 0.8, 1.0, 1.4):
        told = [answer(n, p, max(1, int(share * count(p)))) for n, p in enumerate(english)]
        told += [answer(n, p, max(1, int(share * count(p))), "ja") for n, p in enumerate(japanese)]
        assert cut_prompts(told) == 0


def test_the_same_prompt_asked_again_and_no_counts_are_no_cut() -> None:
    assert cut_prompts([answer(n, SENTENCE * 9, 150) for n in range(5)]) == 0
    assert cut_prompts([answer(n, SENTENCE * n) for n in range(1, 5)]) == 0
    assert cut_prompts([]) == 0
