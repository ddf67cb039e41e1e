"""A model that a real server loads in seconds: a tiny Llama with random weights and a tokenizer of the suite's text.

It says nothing sensible and is not meant to: what is tested is everything around it. One token in eight ends its
reply, so that at temperature 1 most replies end by themselves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent.parent / "data"
POSITIONS = 16_384
REPLY_TOKENS = 64
"""What a server must bound every reply to: under a JSON grammar a random model may write spaces for ever."""
TEMPLATE = (
    "{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
SPECIAL = ("<|end|>", "<|system|>", "<|user|>", "<|assistant|>")


def make(folder: Path) -> Path:
    """Write the model into `folder`, the same bytes each time, and return it."""
    import torch
    from transformers import GenerationConfig, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    tokenizer = PreTrainedTokenizerFast(tokenizer_object=_trained(), eos_token="<|end|>", pad_token="<|end|>")
    tokenizer.chat_template = TEMPLATE
    tokenizer.save_pretrained(folder)
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=256,
        intermediate_size=512,
        num_hidden_layers=2,
        # Heads of 64: the CPU's attention kernel has that width, and not every smaller one.
        num_attention_heads=4,
        num_key_value_heads=4,
        max_position_embeddings=POSITIONS,
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    model = LlamaForCausalLM(config)
    ends = [tokenizer.eos_token_id, *range(512, len(tokenizer), 8)]
    model.generation_config = GenerationConfig(eos_token_id=ends)
    model.save_pretrained(folder)
    return folder


def _trained() -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=4096,
        special_tokens=list(SPECIAL),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(_texts(), trainer)
    return tokenizer


def _texts() -> Iterator[str]:
    for lang in ("en", "ja"):
        for line in (DATA / lang / "chunks.jsonl").read_text("utf-8").split("\n"):
            if line.strip():
                yield str(json.loads(line)["text"])
