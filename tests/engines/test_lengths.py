"""Whether the longest prompt fits, counted as the model counts."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.engines.lengths import SLACK, ModelText, Prompt, check_lengths, longest, model_text, positions
from bench.errors import UsageError
from bench.records import Message
from tests.engines import fake_vllm


def words(limit: int | None) -> ModelText:
    """A tokenizer for which a word is a token."""

    def lengths(texts: Sequence[str]) -> list[int]:
        return [len(text.split()) for text in texts]

    return ModelText(limit, lambda messages: " ".join(m.content for m in messages), lengths)


def prompt(tokens: int, place: str = "p") -> Prompt:
    return Prompt(place, (Message(role="user", content="w " * tokens),))


def test_the_longest_is_found_with_its_place() -> None:
    prompts = [prompt(n, f"item {n}") for n in (3, 200, 7, 199)]
    assert longest(prompts, words(None), room=0) == (200, "item 200")


def test_those_that_surely_fit_are_not_counted() -> None:
    def refuse(texts: Sequence[str]) -> list[int]:
        raise AssertionError(f"counted {len(texts)}")

    text = ModelText(None, words(None).written, refuse)
    assert longest([prompt(10)], text, room=20 + SLACK) is None
    with pytest.raises(AssertionError, match="counted 1"):
        longest([prompt(10)], text, room=19 + SLACK)


@given(st.lists(st.integers(0, 300), max_size=150), st.integers(0, 700))
def test_nothing_that_does_not_fit_is_missed(sizes: list[int], room: int) -> None:
    found = longest((prompt(n) for n in sizes), words(None), room)
    too_long = [n for n in sizes if n > room]
    if too_long:
        assert found == (max(too_long), "p")
    elif found:
        assert found[0] <= room


def test_no_prompts_fit() -> None:
    assert check_lengths([], words(10), {"max_tokens": 1000}) is None


def test_room_for_prompt_and_reply() -> None:
    assert check_lengths([prompt(600)], words(1000), {"max_tokens": 400}) is None


def test_a_prompt_that_leaves_too_little_for_the_reply_is_a_notice() -> None:
    said = check_lengths([prompt(601, "item A, ja, gold")], words(1000), {"max_completion_tokens": 400})
    assert said is not None
    assert "(item A, ja, gold) has 601 of 1,000 tokens, which leaves 399" in said
    assert "may ask for 400" in said


def test_a_prompt_that_does_not_fit_is_refused() -> None:
    with pytest.raises(
        UsageError, match=r"\(item B\) has 1,000 tokens .* holds 1,000: raise it with --engine-arg max_m"
    ):
        check_lengths([prompt(1000, "item B")], words(1000), {})


def test_an_unknown_limit_is_said() -> None:
    assert "not checked" in str(check_lengths([prompt(9)], words(None), {}))


@pytest.mark.parametrize(
    ("config", "limit"),
    [
        ({"max_position_embeddings": 4096}, 4096),
        ({"text_config": {"max_position_embeddings": 8192}}, 8192),
        ({}, None),
        ({"max_position_embeddings": "many"}, None),
        (
            {
                "max_position_embeddings": 32768,
                "rope_scaling": {"factor": 4.0, "original_max_position_embeddings": 32768},
            },
            131072,
        ),
        ({"max_position_embeddings": 131072, "rope_scaling": {"factor": 8.0, "rope_type": "llama3"}}, 131072),
        ({"max_position_embeddings": 4096, "rope_scaling": None}, 4096),
    ],
)
def test_the_context_length_that_a_model_states(config: dict[str, object], limit: int | None) -> None:
    assert positions(config) == limit


# ---- the model's own tokenizer, through transformers (a stand-in here) ----


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(str(fake_vllm.install(tmp_path / "packages")))
    monkeypatch.delitem(sys.modules, "transformers", raising=False)
    importlib.invalidate_caches()
    yield fake_vllm.model(tmp_path / "model", positions=777)
    sys.modules.pop("transformers", None)


def test_template_tokenizer_and_limit_are_the_models(model: Path) -> None:
    text = model_text(str(model), (), {})
    assert text.limit == 777
    assert text.written((Message(role="system", content="a b"), Message(role="user", content="c"))) == (
        "<system>a b<user>c<assistant>"
    )
    assert text.lengths(["a b c", ""]) == [3, 0]


def test_the_servers_own_limit_goes_before_the_models(model: Path) -> None:
    assert model_text(str(model), ("--max-model-len=32K",), {}).limit == 32768
    assert model_text(str(model), ("--max-model-len=auto",), {}).limit == 777


def test_without_a_chat_template_the_advice_is_to_give_one(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import transformers

    monkeypatch.setattr(transformers.AutoTokenizer, "chat_template", None)
    with pytest.raises(UsageError, match="no chat template: give one with --engine-arg chat_template=FILE"):
        model_text(str(model), (), {})
    template = model / "mine.jinja"
    template.write_text("x", "utf-8")
    assert model_text(str(model), (f"--chat-template={template}",), {}).limit == 777


def test_a_template_that_is_not_there(model: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        model_text(str(model), ("--chat-template=/no/such/file",), {})


def test_a_tokenizer_that_cannot_be_loaded(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import transformers

    def broken(*_: object, **__: object) -> None:
        raise OSError("no tokenizer.json\nhere")

    monkeypatch.setattr(transformers.AutoTokenizer, "from_pretrained", broken)
    with pytest.raises(UsageError, match=r"cannot be loaded: no tokenizer.json here\."):
        model_text(str(model), (), {})


def test_a_template_that_refuses_a_role(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import transformers

    def refuses(*_: object, **__: object) -> None:
        raise RuntimeError("System role not supported")

    monkeypatch.setattr(transformers.AutoTokenizer, "apply_chat_template", refuses)
    with pytest.raises(UsageError, match="refuses the suite's prompts: System role not supported"):
        model_text(str(model), (), {}).written((Message(role="user", content="x"),))
