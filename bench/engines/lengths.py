"""Does the longest prompt fit? Counted with the model's own tokenizer and chat template, before the server starts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from bench.engines.arguments import as_number, value_of
from bench.errors import UsageError
from bench.records import Message

BATCH = 64
SLACK = 16
"""Tokens that a tokenizer may add beside what the template writes."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt, and what messages call it."""

    label: str
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class ModelText:
    """What a model reads its prompts with. `written` renders the chat template, `lengths` counts tokens of texts."""

    limit: int | None
    """Prompt and reply together, in tokens; None where neither the arguments nor the model says."""
    written: Callable[[Sequence[Message]], str]
    lengths: Callable[[Sequence[str]], list[int]]


def longest(prompts: Iterable[Prompt], text: ModelText, room: int) -> tuple[int, str] | None:
    """The length in tokens and the label of the longest prompt, among those that may not fit into `room` tokens.

    None where all surely fit: no token is less than a byte of the rendered prompt, so those within `room` bytes are
    not counted at all. No prompts: None.
    """
    rendered = ((prompt.label, text.written(prompt.messages)) for prompt in prompts)
    long = (pair for pair in rendered if len(pair[1].encode("utf-8", "replace")) + SLACK > room)
    most: tuple[int, str] | None = None
    while batch := list(islice(long, BATCH)):
        for (label, _), tokens in zip(batch, text.lengths([written for _, written in batch]), strict=True):
            if most is None or tokens > most[0]:
                most = (tokens, label)
    return most


def check_lengths(prompts: Iterable[Prompt], text: ModelText, params: Mapping[str, Any]) -> str | None:
    """Raise UsageError when a prompt does not fit the context length; a sentence where only the reply's room is short.

    `params` are what is sent with each prompt; its token limit is the room that a reply asks for.
    """
    if text.limit is None:
        return "The context length of the model is not known, so the lengths of the prompts were not checked."
    reply = max((params[name] for name in ("max_tokens", "max_completion_tokens") if params.get(name)), default=1)
    most = longest(prompts, text, text.limit - reply)
    if most is None or most[0] + reply <= text.limit:
        return None
    tokens, label = most
    if tokens >= text.limit:
        raise UsageError(
            f"The longest prompt ({label}) has {tokens:,} tokens by the model's own tokenizer, and its context holds "
            f"{text.limit:,}: raise it with --engine-arg max_model_len=N if the model can, or ask for less with "
            "--top-k, --distractors or --arms."
        )
    return (
        f"The longest prompt ({label}) has {tokens:,} of {text.limit:,} tokens, which leaves {text.limit - tokens:,} "
        f"for a reply that may ask for {reply:,}: long replies will be cut short and not scored. Raise "
        "--engine-arg max_model_len=N, or lower --param max_tokens=N."
    )


def model_text(model: str, arguments: Sequence[str], params: Mapping[str, Any]) -> ModelText:
    """The tokenizer, template and context length that the server would use. Downloads them if they are not here.

    Raises UsageError where the tokenizer cannot be loaded or has no chat template.
    """
    from transformers import AutoTokenizer

    name = value_of(arguments, "tokenizer") or str(Path(model).expanduser() if model.startswith("~") else model)
    revision = value_of(arguments, "tokenizer-revision") or value_of(arguments, "revision") or "main"
    trusted = value_of(arguments, "trust-remote-code") is not None
    try:
        tokenizer = AutoTokenizer.from_pretrained(name, revision=revision, trust_remote_code=trusted)
    except Exception as error:  # transformers raises OSError, ValueError, KeyError, ImportError … by the model
        raise UsageError(f"The tokenizer of {model} cannot be loaded: {_line(error)}") from error
    template = _template(arguments) or tokenizer.chat_template
    if not template:
        raise UsageError(f"{model} has no chat template: give one with --engine-arg chat_template=FILE.")
    extra = params.get("chat_template_kwargs") or {}

    def written(messages: Sequence[Message]) -> str:
        talk = [{"role": m.role, "content": m.content} for m in messages]
        try:
            return str(
                tokenizer.apply_chat_template(
                    talk, chat_template=template, tokenize=False, add_generation_prompt=True, **extra
                )
            )
        except Exception as error:  # a template is code of the model's author and may raise anything
            raise UsageError(f"The chat template of {model} refuses the suite's prompts: {_line(error)}") from error

    def lengths(texts: Sequence[str]) -> list[int]:
        return [len(ids) for ids in tokenizer(list(texts), add_special_tokens=False)["input_ids"]]

    return ModelText(_limit(name, arguments), written, lengths)


def _template(arguments: Sequence[str]) -> str | None:
    path = value_of(arguments, "chat-template")
    if path is None:
        return None
    try:
        return Path(path).expanduser().read_text("utf-8")
    except OSError as error:
        raise UsageError(f"The chat template {path} cannot be read: {error.strerror}.") from error


def _limit(model: str, arguments: Sequence[str]) -> int | None:
    if limit := as_number(value_of(arguments, "max-model-len") or ""):
        return limit
    from transformers import PretrainedConfig

    try:
        config: dict[str, Any] = PretrainedConfig.get_config_dict(model)[0]
    except (OSError, ValueError):
        return None
    return positions(config)


def positions(config: Mapping[str, Any]) -> int | None:
    """The context length that a model's configuration states, stretched as its rope scaling says; None if it does not.

    Of a model for text and images, that of its text part.
    """
    config = config.get("text_config") if isinstance(config.get("text_config"), dict) else config  # type: ignore[assignment]
    stated = config.get("max_position_embeddings")
    if not isinstance(stated, int):
        return None
    rope = config.get("rope_scaling") or config.get("rope_parameters") or {}
    factor, original = rope.get("factor"), rope.get("original_max_position_embeddings")
    if isinstance(factor, int | float) and isinstance(original, int):
        return max(stated, int(original * factor))
    return stated


def _line(error: Exception) -> str:
    return (" ".join(str(error).split())[:200] or type(error).__name__).rstrip(".") + "."
