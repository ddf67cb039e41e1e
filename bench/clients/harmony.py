"""The harmony format: messages on channels, of which only the final one is the answer.

`<|start|>assistant<|channel|>NAME<|message|>TEXT<|end|>`. Some servers leave out what the prompt has begun, others
take the tokens away and leave the names of the channels standing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_TOKEN = re.compile(r"<\|(start|channel|message|constrain|end|return|call)\|>")
_WORD = re.compile(r"\w+")


def split(text: str, answer: Sequence[str], known: Sequence[str]) -> tuple[str, str | None] | None:
    """(answer, reasoning or None) of a text in the harmony format; None for any other text.

    `answer`: the channels that are the answer, `known`: names of channels that may stand without their token. The
    answer is "" where the final channel has not been reached: an unfinished reply has none.
    """
    if "<|channel|>" not in text and "<|message|>" not in text:
        return _without_tokens(text, known)
    said: list[str] = []
    thought: list[str] = []
    for channel, body in _messages(text, known):
        (said if channel in answer else thought).append(body)
    return "\n".join(filter(None, said)), "\n".join(filter(None, thought)) or None


def _messages(text: str, known: Sequence[str]) -> list[tuple[str, str]]:
    """(channel, text) of each message that has been begun; "" for one without a channel."""
    messages: list[tuple[str, str]] = []
    channel, inside, at = "", False, 0
    named = False
    for token in _TOKEN.finditer(text):
        piece = text[at : token.start()]
        if inside:
            messages.append((channel, piece.strip()))
        elif named:
            word = _WORD.search(piece)
            channel = word[0].lower() if word else channel
        elif token[1] == "message" and not channel:
            # The prompt ended with the token of the channel, so the reply begins with its name.
            words = [word.lower() for word in _WORD.findall(piece)]
            channel = next((word for word in reversed(words) if word in known), "")
        inside, at = token[1] == "message", token.end()
        named = token[1] == "channel"
        if token[1] in {"start", "end", "return", "call"}:
            channel = ""
    if inside:
        messages.append((channel, text[at:].strip()))
    return messages


def _without_tokens(text: str, known: Sequence[str]) -> tuple[str, str | None] | None:
    """A text whose tokens the server took away: `analysisWe need …assistantfinalForty.`"""
    first = re.match(rf"\s*(?:assistant)?({'|'.join(known)})(?=[A-Z\u3040-\u30ff\u3400-\u9fff])", text)
    if first is None:
        return None
    *before, final = re.split(r"assistant\s*final", text)
    if first[1] == "final":
        return text[first.end() :].strip(), None
    thought = "assistantfinal".join(before) if before else final
    reasoning = re.sub(rf"assistant(?={'|'.join(known)})", "\n", thought[first.end() :]).strip() or None
    return (final.strip() if before else ""), reasoning
