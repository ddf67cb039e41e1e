"""A small set in the own format whose form gives everything away."""

from __future__ import annotations

import json
from pathlib import Path


def write_leaking(folder: Path) -> Path:
    """Twelve items: the gold chunk is the longest, newest and first, and the number of chunks gives the kind away."""
    chunks, items, abstention = [], [], []
    for n in range(12):
        for i in range(4):
            head = f"Rules {n}-{i}\nAdopted {i + 1} May {2024 - i}.\n"
            title, text = f"Rules of {'abcdefghijkl'[n]}, Edition {9 - i}", head + f"Value {n}{i}. " * (9 - i)
            chunks.append({"id": f"W{n}-{i}", "world": f"W{n}", "doc_id": f"d{n}{i}", "title": title, "text": text})
        gold = {"positive": [f"W{n}-0"], "negative": [f"W{n}-{i}" for i in (1, 2, 3)]}
        quote = {"chunk": f"W{n}-0", "quote": f"Rules {n}-0"}
        items.append({"id": f"Q{n}", "question": f"Which {n}?", "answer": f"{n}0", "aspects": ["synonym"], **gold})
        items[-1]["evidence"] = [quote]
        abstention.append(
            {"id": f"Q{n}-INC", "base": f"Q{n}", "kind": "incomplete", "answer": "It cannot be determined."}
            | {"cut": {"chunk": f"W{n}-0", "end": 20}}
        )
    (folder / "en").mkdir()
    for name, rows in (("chunks", chunks), ("items", items), ("abstention", abstention)):
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / "en" / f"{name}.jsonl").write_text(lines, "utf-8")
    return folder
