"""What the test server says: replies in either wire format, and deterministic texts and JSON for any prompt."""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.server import Seen, Step

ABSTAINS = 5
"""One prompt in so many is answered with an abstention."""

_JAPANESE = re.compile("[\u3040-\u30ff]")


def default_text(seen: Seen) -> str:
    """The same for the same prompt: a JSON instance where a schema is asked, else a text or an abstention."""
    seed = int.from_bytes(hashlib.sha256(seen.prompt.encode()).digest()[:8], "big")
    schema = asked_schema(seen.body)
    if schema is not None:
        return json.dumps(instance(schema, seed), ensure_ascii=False)
    japanese = bool(_JAPANESE.search(seen.prompt))
    if seed % ABSTAINS == 0:
        return "提供された文書からは回答できません。" if japanese else "The documents do not say; I cannot answer."
    number = seed % 1000
    return f"答えは{number}です [1]。" if japanese else f"The answer is {number} [1]."


def asked_schema(body: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The JSON schema that a request asks its reply to follow, in either wire format."""
    for asked in (body.get("response_format"), (body.get("output_config") or {}).get("format")):
        if asked and asked.get("type") == "json_schema":
            schema: Mapping[str, Any] = asked.get("schema") or asked["json_schema"]["schema"]
            return schema
    return None


def instance(schema: Mapping[str, Any], seed: int) -> Any:
    """A value that fits a plain JSON schema (no references or combinators but anyOf), chosen by `seed`."""
    if "enum" in schema:
        return schema["enum"][seed % len(schema["enum"])]
    if "const" in schema:
        return schema["const"]
    if "anyOf" in schema:
        return instance(schema["anyOf"][seed % len(schema["anyOf"])], seed)
    kind = schema.get("type", "object")
    kind = kind[seed % len(kind)] if isinstance(kind, list) else kind
    if kind == "object":
        return {n: instance(part, seed // 7 + i * 31) for i, (n, part) in enumerate(_properties(schema))}
    if kind == "array":
        return [instance(schema.get("items", {"type": "string"}), seed)] * schema.get("minItems", 1)
    if kind in {"number", "integer"}:
        low, high = schema.get("minimum", 0), schema.get("maximum", 1)
        return low + seed % (high - low + 1) if kind == "integer" else low + (seed % 100) / 100 * (high - low)
    return {"boolean": seed % 2 == 0, "null": None}.get(kind, "because the server says so")


def render(seen: Seen, step: Step) -> dict[str, Any]:
    """A step as a reply in the wire format of the request."""
    words = step.text if isinstance(step.text, str) else ""
    prompt_tokens, completion_tokens = len(seen.prompt) // 4 + 1, len(words) // 4 + 1
    if seen.wire == "openai":
        return _openai(seen, step, prompt_tokens, completion_tokens)
    return _anthropic(seen, step, prompt_tokens, completion_tokens)


def embeddings(body: Mapping[str, Any]) -> dict[str, Any]:
    """A vector for each input text: how often each of its words, or pairs of Japanese characters, occurs, hashed."""
    texts = body["input"]
    data = [{"object": "embedding", "index": n, "embedding": bag_of_words(text)} for n, text in enumerate(texts)]
    usage = {"prompt_tokens": sum(len(text) // 4 + 1 for text in texts), "total_tokens": 0}
    return {"object": "list", "model": body["model"], "data": data, "usage": usage}


def bag_of_words(text: str) -> list[float]:
    """128 counts. Equal texts give equal vectors, and texts that share words give alike ones."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    japanese = re.findall(r"[\u3040-\u30ff\u4e00-\u9fff]", text)
    counts = [0.0] * 128
    for word in [*words, *map("".join, itertools.pairwise(japanese))]:
        counts[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") % 128] += 1
    return counts


def _properties(schema: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    return list(schema.get("properties", {}).items())


def _openai(seen: Seen, step: Step, prompt_tokens: int, completion_tokens: int) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": step.text}
    if step.reasoning is not None:
        message["reasoning_content"] = step.reasoning
    if step.finish == "refusal":
        message |= {"content": None, "refusal": step.text}
    finish = {"filter": "content_filter", "refusal": "stop"}.get(str(step.finish), step.finish)
    choice: dict[str, Any] = {"index": 0, "message": message, "logprobs": None}
    if finish is not None:
        choice["finish_reason"] = finish
    reply = {"id": "chatcmpl-1", "object": "chat.completion", "model": seen.body["model"], "choices": [choice]}
    if step.usage is True:
        total = prompt_tokens + completion_tokens
        counts = {"prompt_tokens": prompt_tokens, "completion_tokens": completion_tokens, "total_tokens": total}
        return {**reply, "usage": counts}
    return {**reply, "usage": step.usage} if step.usage else reply


def _anthropic(seen: Seen, step: Step, prompt_tokens: int, completion_tokens: int) -> dict[str, Any]:
    blocks: list[dict[str, Any]] = []
    if step.reasoning is not None:
        blocks.append({"type": "thinking", "thinking": step.reasoning, "signature": "c2lnbmVk"})
    if step.text:
        blocks.append({"type": "text", "text": step.text})
    stops = {"stop": "end_turn", "length": "max_tokens", "filter": "refusal"}
    reply = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": seen.body["model"],
        "content": None if step.text is None and not blocks else blocks,
        "stop_reason": stops.get(str(step.finish), step.finish),
        "stop_sequence": None,
    }
    if step.usage is True:
        return {**reply, "usage": {"input_tokens": prompt_tokens, "output_tokens": completion_tokens}}
    return {**reply, "usage": step.usage} if step.usage else reply
