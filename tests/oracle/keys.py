"""Keys computed again: each logged call carries the key of its own content, and each vote fits its answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bench.records import Item
from tests.oracle.reading import Fields

RULE = "rule"
KEY_VERSION = 1
WORD_JOINER = "\u2060"
"""Stands in prompts after the first character of a chat template's control token."""


def answer_faults(answers: Iterable[Fields]) -> Iterator[str]:
    """Every answer whose key is not that of its model, parameters, messages, repeat, item, language and arm."""
    for a in answers:
        unfound = ["retrieval"] if (a["failure"] or {}).get("stage") == "retrieval" else []
        key = key_of(a["model"], a["params"], a["messages"], a["repeat"], a["item"], a["lang"], a["arm"], *unfound)
        if key != a["key"]:
            yield f"the answer {a['key']} ({a['item']}, {a['lang']}, {a['arm']}) has content whose key is {key}"


def judging_faults(
    records: Iterable[Fields], answers: Mapping[str, Fields], items: Mapping[tuple[str, str], Item]
) -> Iterator[str]:
    """Every vote or intent whose key is not that of its content, whose prompt does not hold the answer that it is
    about, or that says something else than the judge's own reply. Those on no logged answer are named too."""
    for r in records:
        name = f"the {'intent' if 'intent' in r else 'vote'} {r['key']} by {r['model']}"
        answer = answers.get(r["answer_key"])
        if answer is None:
            yield f"{name} is on an answer, {r['answer_key']}, that the log does not have"
            continue
        rule = r["model"] == RULE
        text = answer.get("text") or ""
        key = _rule_key(r, text, items[answer["lang"], answer["item"]]) if rule else _judge_key(r)
        if key != r["key"]:
            yield f"{name} has content whose key is {key}"
        elif not rule and _plain(text) not in _plain(r["messages"][-1]["content"] if r["messages"] else ""):
            yield f"{name} was cast on another text than that of answer {answer['key']}"
        elif not rule and (said := _said(r)) is not None:
            yield f"{name} is logged as {_of(r, said)}, but the judge's reply says {_of(said, said)}"


def key_of(model: str, params: Mapping[str, Any], messages: Iterable[Fields], repeat: int, *scope: str) -> str:
    """The first 32 hex digits of a SHA-256 over a JSON list and, for each message, its role, length and bytes."""
    given = {name: value for name, value in params.items() if value is not None}
    head = json.dumps([KEY_VERSION, model, given, repeat, *scope], sort_keys=True, ensure_ascii=False)
    parts = [head.encode()]
    for message in messages:
        content = message["content"].encode("utf-8", "surrogatepass")
        parts.append(f"\n{message['role']} {len(content)}\n".encode() + content)
    return hashlib.sha256(b"".join(parts)).hexdigest()[:32]


def _judge_key(vote: Fields) -> str:
    return key_of(vote["model"], vote["params"], vote["messages"], vote.get("round", 0), vote["answer_key"])


def _rule_key(record: Fields, text: str, item: Item) -> str:
    forms: Fields = {"version": record["params"].get("version")}
    scope = [record["answer_key"]]
    if "intent" in record:
        forms["kind"] = item.kind
        scope.append("intent")
    else:
        forms |= {"reference": item.answer, "accept": list(item.accept)}
    return key_of(RULE, forms, [{"role": "user", "content": text}], record.get("round", 0), *scope)


def _plain(text: str) -> str:
    return text.replace(WORD_JOINER, "")


def _of(record: Fields, said: Fields) -> str:
    return json.dumps({name: record.get(name) for name in _SAID if name in said})


_SAID = ("verdict", "abstained", "conflict_named", "intent")


def _said(record: Fields) -> Fields | None:
    """The reply where it says something else than the record; None where it agrees, or is not a plain JSON object.

    A vote may always be `invalid`, and an intent `unclear`: replies that contradict themselves are not taken.
    """
    try:
        reply = json.loads(record.get("raw") or "")
    except (ValueError, RecursionError):
        return None
    if not isinstance(reply, dict) or record.get("failure") is not None:
        return None
    if record.get("verdict") == "invalid" or record.get("intent") == "unclear":
        return None
    plain = {name: reply[name] for name in _SAID if isinstance(reply.get(name), bool) or reply.get(name) in _WORDS}
    # A field that a reply has in its own words was read by rules that are not repeated here.
    return plain if any(record.get(name) != value for name, value in plain.items()) else None


_WORDS = ("correct", "incorrect", "invalid", "attempt", "abstention", "conflict_named", "unclear")
