"""Separates what a model thought aloud from what it answered.

Some servers leave the reasoning inside the text as `<think>…</think>` or `<thinking>…</thinking>`. What is graded is
the rest. The tags are model output, so they are read tolerantly and never fail.
"""

from __future__ import annotations

import re

_TAG = re.compile(r"<(/?)think(?:ing)?\s*>", re.IGNORECASE)


def split(text: str) -> tuple[str, str | None]:
    """(visible text, reasoning or None), both without the tags and without surrounding white space.

    Nested blocks count as one. A block that never ends runs to the end of the text, so nothing visible follows it;
    only where an answer has begun and no block came before is a lone opening tag taken for a word of the answer. A
    closing tag without its opening one (some chat templates print the opening tag inside the prompt) makes
    everything before it reasoning. Text without tags comes back stripped, with None; an empty text gives ("", None).
    """
    tags = list(_TAG.finditer(text))
    if not tags:
        return text.strip(), None
    balance = sum(-1 if tag[1] else 1 for tag in tags)
    visible, thought, opened = _walk(text, tags, nested=balance <= 0)
    if opened is not None:
        if visible.strip() and not any(tag[1] for tag in tags):
            return text.strip(), None
        thought = [*thought, _TAG.sub("", text[opened:])]
    reasoning = "\n".join(piece.strip() for piece in thought if piece.strip())
    return visible.strip(), reasoning or None


def _walk(text: str, tags: list[re.Match[str]], *, nested: bool) -> tuple[str, list[str], int | None]:
    """Visible text, closed blocks, and where a block that never ends begins.

    With more opening than closing tags, one inside a block is a word of the reasoning (`nested` is False): taken as
    a level of its own it would swallow the answer.
    """
    visible: list[str] = []
    thought: list[str] = []
    depth = at = start = 0
    for tag in tags:
        if not tag[1]:
            if depth == 0:
                visible.append(text[at : tag.start()])
                start = tag.end()
            depth = depth + 1 if nested else 1
        else:
            if depth == 0:
                thought.append("".join(visible) + text[at : tag.start()])
                visible = []
            elif depth == 1:
                thought.append(_TAG.sub("", text[start : tag.start()]))
            depth = max(0, depth - 1)
            at = tag.end()
    if depth == 0:
        visible.append(text[at:])
    return "".join(visible), thought, start if depth else None
