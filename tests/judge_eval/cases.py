"""Labelled cases for tests: one line of a set, a set on disk, and a judge that knows the labels."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.records import Lang
from tests.server import Seen, Step


def line(**changed: Any) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "id": "x-1",
        "question": "How many?",
        "kind": "main",
        "reference": "4",
        "accept": ["four"],
        "answer": "Four.",
        "label": {"verdict": "correct", "abstained": False, "conflict_named": False},
        "slice": "plain_right",
        "note": "Same number.",
    }
    return {**whole, **changed}


def label(verdict: str, abstained: bool = False, conflict_named: bool = False) -> dict[str, Any]:
    return {"verdict": verdict, "abstained": abstained, "conflict_named": conflict_named}


def written(folder: Path, rows: list[dict[str, Any]], lang: Lang = "en") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (folder / f"{lang}.jsonl").write_text(text, encoding="utf-8")
    return folder


SMALL = [
    line(id="s-1", answer="Four."),
    line(id="s-2", answer="Five.", label=label("incorrect"), slice="plain_wrong"),
    line(id="s-3", answer="I do not know.", label=label("incorrect", abstained=True), slice="refusal"),
    line(id="s-4", answer="Not stated.", kind="insufficient", label=label("correct", abstained=True), slice="refusal"),
    line(id="s-5", answer="4, surely.", kind="incomplete", label=label("incorrect"), slice="guess_after_refusal"),
    line(
        id="s-6",
        answer="[1] says 4, [2] says 5: a conflict.",
        kind="contradictory",
        label=label("correct", True, True),
        slice="contradiction_named",
    ),
]


def says(**verdicts: dict[str, Any] | str) -> Callable[[Seen], Step]:
    """A judge that gives each case its label, but for the cases (s_1 for s-1) whose reply is given."""

    def answer(seen: Seen) -> Step:
        row = next(row for row in SMALL if f"\n{row['answer']}\n" in seen.prompt)
        reply = verdicts.get(row["id"].replace("-", "_"), row["label"])
        return Step(text=reply if isinstance(reply, str) else json.dumps({"reason": "because", **reply}))

    return answer
