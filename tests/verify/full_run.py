"""A finished run in which every section of a summary has something to say: what a campaign leaves, without one.

Nothing in it is regular: judges disagree, fail and change their minds, answers cite what is there and what is not,
calls fail, and some trials are canaries or lack one of their chunks.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.campaign.configure import digest
from bench.canaries import chosen
from bench.dataset import load
from bench.dataset.rechunk import as_asked
from bench.log import call_key, write_whole
from bench.records import Arm, DatasetRef, Item, Manifest, Message, ModelRef, RunConfig
from bench.scoring import score
from tests.runs import write_dataset, write_lines

Fields = dict[str, Any]
MODEL = ModelRef(
    spec="openai:model-1", title="Model 1", family="north", weights="closed", price_input=1.0, price_output=4.0
)
JUDGES = tuple(
    ModelRef(
        spec=f"openai:judge-{n}", title=f"Judge {n}", family=family, weights="closed", price_input=2.0, price_output=8.0
    )
    for n, family in enumerate(("north", "south", "west"))
)
LATE = ModelRef(spec="openai:judge-9", title="Judge 9", family="east", weights="open")
ARMS: tuple[Arm, ...] = ("gold", "shuffled", "retrieved", "none")


def one_call(folder: Path, data: Path) -> Path:
    """Three judges who decide alone, and leave-one-out items."""
    return _run(folder, data, JUDGES, leave_one_out=True)


def two_stage(folder: Path, data: Path) -> Path:
    """Two judges of different families behind a classifier, canaries, a corpus cut anew; every file a run can have."""
    return _run(folder, data, JUDGES[:2], judging="two-stage", canaries=0.4, chunk_tokens=16)


def write_data(folder: Path, mains: int = 4, stores: int = 2) -> Path:
    """The small dataset of tests.runs with questions over two chunks, and sources that say where and when they hold."""
    write_dataset(folder, ("en", "ja"), mains=mains)
    for lang in ("en", "ja"):
        chunks, items = folder / lang / "chunks.jsonl", folder / lang / "items.jsonl"
        places = [json.loads(line) for line in chunks.read_text("utf-8").splitlines()]
        places[0] |= {"jurisdiction": "JP", "version": "2024 edition", "doc_id": "notice-2024"}
        questions = [json.loads(line) for line in items.read_text("utf-8").splitlines()]
        for n, (left, right) in enumerate(((37, 55), (41, 68))[:stores]):
            texts = [f"Store {n}{side} holds {count} crates of bolts." for side, count in (("A", left), ("B", right))]
            names = [f"X-{n}A", f"X-{n}B"]
            places += [{"id": name, "text": text} for name, text in zip(names, texts, strict=True)]
            questions.append(
                {
                    "id": f"Q-S{n}",
                    "question": f"How many crates of bolts do the stores {n}A and {n}B hold together?",
                    "answer": f"{left + right} crates",
                    "aspects": ["multi_source", "calculation"],
                    "positive": names,
                    "negative": ["W-0", f"W-{mains - 1}"],
                    "derivation": f"{left} + {right}",
                    "evidence": [{"chunk": c, "quote": text} for c, text in zip(names, texts, strict=True)],
                }
            )
        write_lines(chunks, places)
        # The order of a dataset is not that of its ids, by which the bootstrap numbers questions.
        write_lines(items, questions[::-1])
    return folder


def _run(folder: Path, data: Path, judges: Sequence[ModelRef], **config: Any) -> Path:
    dataset = load(str(data), ("en", "ja"))
    asked = RunConfig(
        model=MODEL,
        dataset=DatasetRef(name=dataset.name, version=dataset.version, sha256=dataset.sha256),
        data=str(data),
        langs=("ja", "en"),
        arms=ARMS,
        repeats=2,
        k=3,
        judges=tuple(judges),
        **config,
    )
    seen = as_asked(dataset, asked)
    answers = [
        _answer(item, arm, repeat, asked, tuple(seen.langs[lang].corpus))
        for lang in asked.langs
        for item in seen.langs[lang].items
        for arm in ARMS
        if (item.kind == "main" if arm == "none" else _context(item, arm, ()) or arm == "retrieved")
        for repeat in range(2)
    ]
    manifest = Manifest(
        run=folder.name,
        digest=digest(asked),
        config=asked,
        suite_version="0.0.0",
        created="2026-01-02T03:04:05Z",
        trials=len(answers),
    )
    write_whole(folder / "manifest.json", manifest)
    write_lines(folder / "answers.jsonl", answers)
    given = [a for a in answers if a["failure"] is None]
    if asked.judging == "two-stage":
        write_lines(folder / "intents.jsonl", [_intent(a, judges[0]) for a in given])
    write_lines(folder / "panel.json", [{"judges": [{"judge": LATE.model_dump(mode="json"), "added": "2026"}]}])
    votes = [
        _vote(a, judge, 0)
        for a in given
        for judge in (*judges, LATE)
        if _draw(a, "graded") or asked.judging == "one-call"
    ]
    votes += [_vote(a, judge, n) for a in given if _draw(a, "again", 4) == 0 for judge in judges for n in (1, 2, 3)]
    write_lines(folder / "votes.jsonl", votes)
    write_lines(folder / "claims.jsonl", [step for a in given if a["chunks"] for step in _steps(a)])
    write_lines(folder / "engine.json", [{"sessions": [_session(n) for n in range(3)]}])
    score(folder)
    return folder


def _draw(of: Fields, what: str, size: int = 8) -> int:
    """A number below `size` that the place of an answer and `what` decide."""
    place = f"{of['lang']}|{of['item']}|{of['arm']}|{of['repeat']}|{what}"
    return int.from_bytes(hashlib.sha256(place.encode()).digest()[:4]) % size


def _context(item: Item, arm: str, corpus: Sequence[str]) -> list[str]:
    own = [*item.positive, *(chunk.id for chunk in item.overlay.add)]
    if arm == "retrieved":
        start = sum(map(ord, item.id)) % len(corpus) if corpus else 0
        own = [*corpus[start:], *corpus[:start]][:2] + own[:1]
    elif arm == "shuffled":
        own = [*item.negative, *own]
    return [] if arm == "none" else [name for name in own if name not in item.overlay.remove]


def _answer(item: Item, arm: Arm, repeat: int, config: RunConfig, corpus: Sequence[str]) -> Fields:
    a: Fields = {"item": item.id, "lang": item.lang, "kind": item.kind, "arm": arm, "repeat": repeat}
    chunks = _context(item, arm, corpus)
    picked = config.canaries > 0 and chosen(item, arm, share=config.canaries, seed=config.seed)
    canary = picked and _draw({**a, "repeat": 0}, "standing", 4) > 0
    failed = _draw(a, "failed", 16) == 0
    messages = [Message(role="user", content=f"{item.question} ({arm})")]
    params = {"temperature": 0}
    a |= {
        "key": call_key(MODEL.spec, params, messages, repeat, item.id, item.lang, arm),
        "model": MODEL.spec,
        "params": params,
        "messages": [m.model_dump() for m in messages],
        "seed": 1,
        "chunks": [c for c in chunks if c not in item.positive] if canary else chunks,
        "canary": canary,
        "text": None if failed else _text(item, _draw(a, "text")),
        "failure": {"stage": "generate", "kind": "truncated", "message": "cut"} if failed else None,
        "usage": {"prompt_tokens": 100 + _draw(a, "in"), "completion_tokens": 10 + _draw(a, "out")},
        "latency_s": 0.1 + _draw(a, "time") / 7,
        "attempts": 1 + _draw(a, "attempts", 3),
    }
    return a


def _text(item: Item, kind: int) -> str:
    answer = item.answer if item.kind == "main" else "day 10"
    quote = item.evidence[0].quote if item.evidence else "The tide gauge"
    return (
        answer,
        f"It was {answer} [1].",
        f"The record says so: {answer} [1], for “{quote}” [2].",
        f"Document 1 has it, and 資料2 too: {answer}.",
        f"Nothing here says so. A guess is day {len(item.id)}0 [1][9]. The rest is unclear [1].",
        "I cannot tell from these documents.",
        f"{answer}になります【2】。",
        "The documents disagree [1, 2].",
    )[kind]


def _said(a: Fields, judge: ModelRef, number: int) -> Fields:
    """What a judge says: mostly the same as the others, sometimes not, sometimes nothing that can be used."""
    right = _draw(a, "right", 3) > 0
    if _draw(a, f"{judge.spec}|{number}", 6) == 0:
        right = not right
    odd = _draw(a, f"{judge.spec}|{number}|odd", 12)
    declined = _draw(a, "declined", 2) == 0
    abstained = declined and not right if a["kind"] == "main" else right and declined
    named = a["kind"] == "contradictory" and right and not abstained
    if odd == 0:
        return {"verdict": "invalid", "abstained": None, "conflict_named": None}
    if odd == 1:
        abstained = a["kind"] == "main" or not right
    said = {"verdict": "correct" if right else "incorrect", "abstained": abstained, "conflict_named": named}
    return said if a["kind"] in ("main", "contradictory") else {**said, "abstained": right if odd != 1 else not right}


def _vote(a: Fields, judge: ModelRef, number: int) -> Fields:
    messages = [Message(role="user", content=f"Grade this:\n```\n{a['text']}\n```")]
    said = _said(a, judge, number)
    late = _draw(a, f"{judge.spec}|late|{number}", 15) == 0
    return {
        "key": call_key(judge.spec, {}, messages, number, a["key"]),
        "model": judge.spec,
        "answer_key": a["key"],
        "messages": [m.model_dump() for m in messages],
        "round": number,
        **({"verdict": "invalid"} if late else said),
        "raw": None if late else json.dumps(said),
        "failure": {"stage": "judge", "kind": "refused", "message": "no"} if late else None,
        "acceptable": _draw(a, f"{judge.spec}|acceptable", 2) == 0 if said["verdict"] == "incorrect" else None,
        "confidence": None if _draw(a, judge.spec, 3) == 0 else _draw(a, f"{judge.spec}|sure") / 8,
        "usage": {"prompt_tokens": 50, "completion_tokens": 5 + number},
        "latency_s": 0.2 + _draw(a, f"{judge.spec}|time") / 9,
    }


def _intent(a: Fields, judge: ModelRef) -> Fields:
    messages = [Message(role="user", content=f"What does this do?\n```\n{a['text']}\n```")]
    does = ("attempt", "attempt", "attempt", "attempt", "abstention", "abstention", "conflict_named", "unclear")
    return {
        "key": call_key(judge.spec, {}, messages, 0, a["key"]),
        "model": judge.spec,
        "answer_key": a["key"],
        "messages": [m.model_dump() for m in messages],
        "intent": does[_draw(a, "intent")],
        "usage": {"prompt_tokens": 30, "completion_tokens": 3},
        "latency_s": 0.3,
    }


def _steps(a: Fields) -> list[Fields]:
    """The claims of an answer checked, each step coming to nothing once in a while."""
    claims = [f"claim {n} of {a['item']}" for n in range(_draw(a, "claims", 4))]
    extract = _step(a, "extract", a["key"], {"claims": claims})
    asked = [f"question {n}" for n in range(_draw(a, "questions", 3))]
    questions = _step(a, "questions", a["key"], {"questions": asked})
    bearing = [_draw(a, f"bearing {n}", 2) == 0 for n in range(len(a["chunks"]))]
    steps = [extract, questions, _step(a, "context", "", {"bearing": bearing})]
    if extract.get("claims"):
        supported = [_draw(a, claim, 3) > 0 for claim in claims]
        steps.append(_step(a, "verify", a["key"], {"supported": supported}, extract["key"]))
    if questions.get("questions"):
        alike = [0.1 + _draw(a, question) / 10 for question in asked]
        steps.append(_step(a, "embed", a["key"], {"similarities": alike}, questions["key"]))
    return [step for step in steps if step["step"] in ("extract", "questions") or _draw(a, f"{step['step']} asked", 24)]


def _step(a: Fields, step: str, about: str, result: Fields, of: str = "") -> Fields:
    spec = "openai:vectors" if step == "embed" else JUDGES[1].spec
    messages = [Message(role="user", content=f"{step}: {a['text']} {sorted(a['chunks']) if not about else ''}")]
    scope = of if step == "embed" else about or f"{a['lang']}|{a['item']}"
    luck = _draw(a, f"{step} luck", 14)
    return {
        "key": call_key(spec, {}, messages, 0, step, scope),
        "model": spec,
        "messages": [m.model_dump() for m in messages],
        "step": step,
        "judge": JUDGES[1].spec,
        "item": a["item"],
        "lang": a["lang"],
        "chunks": sorted(a["chunks"]) if step == "context" else a["chunks"] if step == "verify" else [],
        "answer_key": about,
        "of": of,
        "failure": {"stage": "judge", "kind": "refused", "message": "no"} if luck == 0 else None,
        **(result if luck > 1 else {}),
    }


def _session(number: int) -> Fields:
    counts = {"prompt_tokens": 900 + number, "computed_tokens": 500, "cache_queries": 900, "cache_hits": 400 + number}
    session = {"engine": "vllm", "version": f"0.{number % 2}", "started": True, "address": "http://127.0.0.1:1/v1"}
    return {**session, "model": "model-1", "at": "2026", "counts": None if number == 1 else counts}
