"""A scripted judge model: it knows each step by its prompt, and the same prompt gets the same reply."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.server import Seen, Step

MARKS = {
    "extract": ("take an answer apart", "主張を書き出します"),
    "verify": ("check numbered claims", "番号の付いた主張を"),
    "questions": ("shown an answer without its question", "質問を伏せた回答"),
    "context": ("whether it bears", "質問に関わるかどうか"),
    "cited": ("check one sentence of an answer", "回答の中の一文を"),
}


def step_of(seen: Seen) -> str:
    """Which step a request is."""
    if seen.path.endswith("/embeddings"):
        return "embed"
    system = seen.body["messages"][0]["content"]
    return next(step for step, marks in MARKS.items() if any(mark in system for mark in marks))


def judge(seen: Seen) -> Step:
    """Two claims of each answer, the first of them supported; every second document bears on the question. A sentence
    that cites is supported, partly where it says so, and not where it guesses."""
    step = step_of(seen)
    if step == "embed":
        return Step()
    user = seen.body["messages"][1]["content"]
    sentence = user.rpartition("Sentence to check:")[2]
    words = {"partly": "partly", "guess": "not_supported"}
    support = next((said for word, said in words.items() if word in sentence), "supported")
    replies: dict[str, Any] = {
        "extract": {"claims": [] if "answer a" in user else ["It is so.", "It is not so."]},
        "verify": {"verdicts": [{"claim": n, "reason": "r", "supported": n == 1} for n in (1, 2)]},
        "questions": {"declines": "answer a" in user, "questions": [] if "answer a" in user else ["On which day?"]},
        "cited": {"reason": "r", "support": support},
        "context": {
            "documents": [
                {"document": int(n), "reason": "r", "bears": int(n) % 2 == 1}
                for n in re.findall(r"^\[(\d+)\] Document", user, re.M)
            ]
        },
    }
    return Step(text=json.dumps(replies[step]))
