"""A model that a real server loads in seconds: a tiny Llama with random weights and a tokenizer of the suite's text.

Its layers add nothing, and its head leads from each token of REPLY to the next: at temperature 0 it gives that reply to
every prompt and ends. Under a JSON grammar, which forbids that reply, it leans to what closes a text or an object and
away from white space, so that a verdict comes to its end. What is tested is everything around it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent.parent / "data"
POSITIONS = 16_384
REPLY = "It cannot be answered."
REPLY_TOKENS = 128
"""What a server must bound every reply to, so that a model that does not come to its end is noticed soon."""
VERDICT = "incorrect"
LEANING = (
    {VERDICT[i:j]: 0.15 for i in range(1, 10) for j in range(i + 1, 10)}
    | {VERDICT[:n]: 0.2 for n in range(1, 10)}
    | {"false"[:n]: 0.2 for n in range(1, 6)}
    | {'"': 1.0, "}": 0.8, ",": 0.6}
)
"""By text of a token. The rest of the verdict's fields the grammar dictates."""
TEMPLATE = (
    "{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
SPECIAL = ("<|end|>", "<|system|>", "<|user|>", "<|assistant|>")


def make(folder: Path) -> Path:
    """Write the model into `folder`, the same bytes each time, and return it."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

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
    with torch.no_grad():
        _teach(model, [tokenizer.convert_tokens_to_ids("<|assistant|>"), *_ids(tokenizer), tokenizer.eos_token_id])
        _lean(model, [tokenizer.decode([token]) for token in range(len(tokenizer))])
    model.save_pretrained(folder)
    return folder


def _teach(model: Any, chain: Sequence[int]) -> None:
    assert len(set(chain)) == len(chain), "a token that comes twice would lead to two next ones"
    for layer in model.model.layers:
        layer.self_attn.o_proj.weight.zero_()
        layer.mlp.down_proj.weight.zero_()
    embedded = model.model.embed_tokens.weight
    for token, following in pairwise(chain):
        model.lm_head.weight[following] += embedded[token] / embedded[token].norm()


def _lean(model: Any, texts: Sequence[str]) -> None:
    """Prefer some tokens after whatever token: all share one direction in which those weigh more."""
    shared = model.model.embed_tokens.weight[:, 0]
    # Half as long as what tells the tokens apart: enough to lean on, too little to leave the reply's chain.
    shared.fill_(0.5 * float(model.model.embed_tokens.weight.norm(dim=1).mean()))
    for token, text in enumerate(texts):
        model.lm_head.weight[token, 0] = -1.0 if text.isspace() else LEANING.get(text, 0.0)


def _ids(tokenizer: Any) -> list[int]:
    ids: list[int] = tokenizer(REPLY, add_special_tokens=False)["input_ids"]
    return ids


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
