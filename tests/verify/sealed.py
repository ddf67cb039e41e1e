"""Run folders whose logs are as a campaign leaves them: prompts, seeds, keys and replies are those of the suite."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench import __version__, prompts
from bench.arms import ARMS
from bench.clients.baseline import BaselineClient
from bench.config import Endpoint, ModelSpec
from bench.dataset import Dataset, load
from bench.dataset.as_shown import item_of
from bench.dataset.rechunk import as_asked
from bench.judge import LlmJudge
from bench.log import call_key
from bench.plan import PreparedTrial, Prompter, Trial
from bench.records import Answer, Arm, Item, RunConfig
from bench.run_digests import config_digest
from bench.scoring import score
from tests.runs import write_lines

Fields = dict[str, Any]
AT = "2026-01-02T03:04:05Z"
NOWHERE = Endpoint("test", "openai")


class FirstChunks:
    """A retriever that finds two chunks of the corpus, other ones for each item, and one of the item's own."""

    name = "first"

    def __init__(self, corpus: list[str]) -> None:
        self._corpus = corpus

    def rank(self, item: Item, k: int) -> tuple[str, ...]:
        start = sum(map(ord, item.id)) % len(self._corpus)
        own = [*item.positive, *(chunk.id for chunk in item.overlay.add)][:1]
        ids = dict.fromkeys([*self._corpus[start:], *self._corpus[:start]][:2] + own)
        return tuple(i for i in ids if i not in item.overlay.remove)[:k]


def preparing(config: RunConfig, dataset: Dataset) -> Callable[[Item, Arm, int], PreparedTrial]:
    """What makes the prompt, the context and the key of a trial, as a campaign would ask it."""
    model = ModelSpec(config.model.spec, "m", "m", params=config.model.params, accepts=frozenset())
    finding = {lang: FirstChunks(list(data.corpus)) for lang, data in dataset.langs.items()}
    prompter = Prompter(config, dataset, model, NOWHERE.wire, finding)
    return lambda item, arm, repeat: prompter.prepare(Trial(item, arm, repeat))


def fingerprints(config: RunConfig, *judging: str) -> dict[str, str]:
    """The templates of a run by name, as its configuration freezes them."""
    roles = [*dict.fromkeys(ARMS[arm].prompt(final_line=False) for arm in config.arms), *judging]
    return {f"{role}.{lang}": prompts.load(role, lang).fingerprint for role in roles for lang in config.langs}


def asked(prepared: PreparedTrial) -> Fields:
    """The fields of an answer that its trial decides."""
    return {
        "key": prepared.key,
        "params": dict(prepared.request.params),
        "prompt_hash": prepared.prompt_hash,
        "messages": [message.model_dump() for message in prepared.messages],
        "seed": prepared.seed,
        "chunks": list(prepared.chunks),
        "canary": prepared.canary,
        "at": AT,
    }


def seal(folder: Path) -> Path:
    """Give a run of tests.runs the prompts, seeds, keys and replies of this version of the suite; then score it."""
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    config = RunConfig.model_validate_json(json.dumps(manifest["config"]))
    config = config.model_copy(update={"prompts": fingerprints(config, "judge")})
    manifest |= {"config": config.model_dump(mode="json"), "suite_version": __version__}
    manifest["digest"] = config_digest(manifest["config"])
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    dataset = as_asked(load(config.data, config.langs), config)
    items = {(item.lang, item.id): item for data in dataset.langs.values() for item in data.items}
    prepare = preparing(config, dataset)
    sealed: dict[str, Answer] = {}
    answers = lines(folder / "answers.jsonl")
    for a in answers:
        old = a["key"]
        a |= {"raw": a["text"], **asked(prepare(items[a["lang"], a["item"]], a["arm"], a["repeat"]))}
        sealed[old] = Answer.model_validate_json(json.dumps(a))
    votes = lines(folder / "votes.jsonl")
    for v in votes:
        answer = sealed[v["answer_key"]]
        judge = LlmJudge(ModelSpec(v["model"], "m", "m", params=v["params"]), NOWHERE, BaselineClient())
        item = item_of(answer, items)
        assert item is not None
        shown = judge.prompt(item, answer)
        said = {name: v[name] for name in ("verdict", "abstained", "conflict_named")}
        v |= {"reason": "as planted", "raw": json.dumps({"reason": "as planted", **said}), "at": AT}
        v |= {"messages": [m.model_dump() for m in shown.messages], "prompt_hash": shown.fingerprint}
        v["answer_key"] = answer.key
        if item.kind != answer.kind:
            v["judged_kind"] = item.kind
        v["key"] = call_key(v["model"], v["params"], shown.messages, 0, answer.key)
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


def change_document(path: Path, change: Callable[[Fields], object]) -> None:
    """Change a file that holds one JSON object in place."""
    document = json.loads(path.read_text("utf-8"))
    change(document)
    path.write_text(json.dumps(document), encoding="utf-8")


def change_summary(folder: Path, change: Callable[[Fields], object]) -> None:
    change_document(folder / "summary.json", change)


def forge_digests(folder: Path) -> None:
    """What a forger does next: write the digests of the changed files into the summary."""

    def forge(summary: Fields) -> None:
        for name, file in (("manifest", "manifest.json"), ("answers", "answers.jsonl"), ("votes", "votes.jsonl")):
            summary["log"][name] = hashlib.sha256((folder / file).read_bytes()).hexdigest()
        for file in summary["log"]["others"]:
            summary["log"]["others"][file] = hashlib.sha256((folder / file).read_bytes()).hexdigest()

    change_summary(folder, forge)
