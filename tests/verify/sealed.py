"""Run folders whose logs are as a campaign leaves them: keys of their content, prompts that hold what they judge."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.campaign.configure import digest
from bench.log import call_key
from bench.records import Message
from bench.run_folder import read_manifest
from bench.scoring import score
from tests.runs import write_lines

Fields = dict[str, Any]


def seal(folder: Path) -> Path:
    """Give a run of tests.runs real keys, prompts and replies, and its configuration's digest; then score it."""
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    manifest["digest"] = digest(read_manifest(folder).config)
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    new_keys, texts = {}, {}
    answers = lines(folder / "answers.jsonl")
    for a in answers:
        asked = (Message(role="system", content="Answer."), Message(role="user", content=f"{a['item']} {a['arm']}?"))
        a["messages"] = [m.model_dump() for m in asked]
        key = call_key(a["model"], a["params"], asked, a["repeat"], a["item"], a["lang"], a["arm"])
        new_keys[a["key"]], texts[a["key"]] = key, a["text"] or ""
        a["key"] = key
    votes = lines(folder / "votes.jsonl")
    for v in votes:
        shown = (Message(role="user", content=f"Grade this:\n```\n{texts[v['answer_key']]}\n```"),)
        said = {name: v[name] for name in ("verdict", "abstained", "conflict_named")}
        v["raw"] = json.dumps({"reason": "as planted", **said})
        v["messages"] = [m.model_dump() for m in shown]
        v["answer_key"] = new_keys[v["answer_key"]]
        v["key"] = call_key(v["model"], v["params"], shown, 0, v["answer_key"])
    write_lines(folder / "answers.jsonl", answers)
    write_lines(folder / "votes.jsonl", votes)
    score(folder)
    return folder


def lines(path: Path) -> list[Fields]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def change_line(path: Path, change: Callable[[Fields], object], number: int = 0) -> None:
    """Change one record of a log in place."""
    records = lines(path)
    change(records[number])
    write_lines(path, records)


def drop_line(path: Path, number: int = 0) -> None:
    records = lines(path)
    del records[number]
    write_lines(path, records)


def forge_digests(folder: Path) -> None:
    """What a forger does next: write the digests of the changed files into the summary."""
    summary = json.loads((folder / "summary.json").read_text("utf-8"))
    for name, file in (("manifest", "manifest.json"), ("answers", "answers.jsonl"), ("votes", "votes.jsonl")):
        summary["log"][name] = hashlib.sha256((folder / file).read_bytes()).hexdigest()
    (folder / "summary.json").write_text(json.dumps(summary), encoding="utf-8")


def change_summary(folder: Path, change: Callable[[Fields], object]) -> None:
    summary = json.loads((folder / "summary.json").read_text("utf-8"))
    change(summary)
    (folder / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
