"""Two scripted models for the worked example of docs/choosing.md, behind a real server: `bold` and `careful`.

They show what the suite's figures look like where two systems differ in character; they say nothing about any real
model. Each looks whether its prompt holds the evidence of the question (data/en, data/ja) and then does what a hash of
its name and the question decides, with the shares of `SYSTEMS`. So every answer is the same each time.

    python -m tests.docs.two_models --port 8317
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import re
from dataclasses import dataclass

from bench.dataset import load
from bench.langs import language
from bench.records import LANGS, Item
from tests.server import Seen, Server, Step


@dataclass(frozen=True)
class Character:
    """Shares, 0 to 1. What is left of the answerable questions is declined, and so are the other unanswerable ones."""

    right: float
    wrong: float
    attempts: float
    """Of the questions whose evidence is missing, cut or contradicted."""


SYSTEMS = {
    "bold": Character(right=0.85, wrong=0.12, attempts=0.10),
    "careful": Character(right=0.58, wrong=0.02, attempts=0.03),
}
LABEL = {"en": "Answer: ", "ja": "回答："}
FILLER = {"en": "Hoshikuzu", "ja": "星屑"}
"""A wrong answer where the reference has no figure: in no document and no reference."""


class Script:
    """What the two models say. Raises DataError where the suite's own data cannot be read."""

    def __init__(self) -> None:
        data = load("gib", list(LANGS))
        self._items = {item.question: item for lang in LANGS for item in data.langs[lang].items if item.kind == "main"}
        overlays = [item.overlay for lang in LANGS for item in data.langs[lang].items]
        # What else an overlay adds contradicts nothing.
        self._rivals = {chunk.text for overlay in overlays for chunk in overlay.add if chunk.id in overlay.rival}

    def answer(self, seen: Seen) -> Step:
        """The reply to a prompt. Raises KeyError for a model that is neither `bold` nor `careful`."""
        character = SYSTEMS[str(seen.body["model"])]
        item = next(item for question, item in self._items.items() if question in seen.prompt)
        shown = all(evidence.quote in seen.prompt for evidence in item.evidence)
        settled = shown and not any(rival in seen.prompt for rival in self._rivals)
        luck = _luck(str(seen.body["model"]), item.id, str(settled), seen.prompt if not settled else "")
        if settled and luck < character.right:
            return Step(text=f"Answer: {item.answer}")
        attempts = luck < character.right + character.wrong if settled else luck < character.attempts
        return Step(text=_wrong(item) if attempts else language(item.lang).abstention)


def _wrong(item: Item) -> str:
    """The reference with its first figure one higher, or another name: wrong as a rule can read it."""
    if re.search(r"\d", item.answer):
        return LABEL[item.lang] + re.sub(r"\d+", lambda figure: str(int(figure[0]) + 1), item.answer, count=1)
    return LABEL[item.lang] + FILLER[item.lang]


def _luck(*parts: str) -> float:
    """Evenly spread over 0 to 1, and always the same for the same parts."""
    return int.from_bytes(hashlib.sha256("\x1f".join(parts).encode()).digest()[:6]) / 2**48


def main() -> None:
    """Serve until killed or interrupted; the URL is the first line on stdout."""
    parser = argparse.ArgumentParser(description="Two scripted models for the worked example of docs/choosing.md.")
    parser.add_argument("--port", type=int, default=8317)
    server = Server(answer=Script().answer, port=parser.parse_args().port, record=False)
    try:
        asyncio.run(server.serve(lambda: print(server.url, flush=True)))
    except KeyboardInterrupt:
        return


if __name__ == "__main__":
    main()
