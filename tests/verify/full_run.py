"""A finished run in which every section of a summary has something to say: what a campaign leaves, without one.

Nothing in it is regular: judges disagree, fail and change their minds, answers cite what is there and what is not,
calls fail, and some trials are canaries or lack one of their chunks.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench import __version__
from bench.campaign.configure import digest
from bench.citations import citing_sentences
from bench.claims import steps
from bench.clients.baseline import BaselineClient
from bench.config import ModelSpec
from bench.dataset import Dataset, load
from bench.dataset.as_shown import item_of
from bench.dataset.rechunk import as_asked
from bench.dataset.shown import applies, overlaid
from bench.judge import JudgePrompt, LlmClassifier, LlmJudge
from bench.log import call_key, write_whole
from bench.plan import PreparedTrial
from bench.records import Answer, Arm, Chunk, DatasetRef, Item, Manifest, Message, ModelRef, RunConfig
from bench.scoring import score
from tests.runs import write_dataset, write_lines
from tests.verify.sealed import AT, NOWHERE, asked, fingerprints, preparing

Fields = dict[str, Any]
MODEL = ModelRef(
    spec="openai:model-1",
    title="Model 1",
    family="north",
    weights="closed",
    params={"temperature": 0},
    price_input=1.0,
    price_output=4.0,
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
    frozen = RunConfig(
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
    judging = ("intent", "verdict") if frozen.judging == "two-stage" else ("judge",)
    frozen = frozen.model_copy(update={"prompts": fingerprints(frozen, *judging)})
    seen = as_asked(dataset, frozen)
    prepare = preparing(frozen, seen)
    answers = [
        _answer(prepare(item, arm, repeat))
        for lang in frozen.langs
        for item in seen.langs[lang].items
        for arm in ARMS
        if applies(item, arm)
        for repeat in range(2)
    ]
    manifest = Manifest(
        run=folder.name,
        digest=digest(frozen),
        config=frozen,
        # An earlier version logged a verdict that contradicts itself as it came.
        suite_version="0.0.0" if frozen.judging == "one-call" else __version__,
        created=AT,
        trials=len(answers),
    )
    write_whole(folder / "manifest.json", manifest)
    write_lines(folder / "answers.jsonl", answers)
    case = Case(frozen, seen)
    given = [a for a in answers if a["failure"] is None]
    if case.two_stage:
        write_lines(folder / "intents.jsonl", [_intent(case, a, judges[0]) for a in given])
    write_lines(folder / "panel.json", [{"judges": [{"judge": LATE.model_dump(mode="json"), "added": AT}]}])
    judged = [a for a in given if case.shown(a)]
    votes = [
        _vote(case, a, judge, 0)
        for a in judged
        for judge in (*judges, LATE)
        if _draw(a, "graded") or not case.two_stage
    ]
    again = [a for a in judged if _draw(a, "again", 4) == 0]
    votes += [_vote(case, a, judge, n) for a in again for judge in judges for n in (1, 2, 3)]
    write_lines(folder / "votes.jsonl", votes)
    taken: dict[str, Fields] = {}
    for step in (step for a in given if a["chunks"] for step in _steps(case, a)):
        taken.setdefault(step["key"], step)
    write_lines(folder / "claims.jsonl", list(taken.values()))
    write_lines(folder / "engine.json", [{"sessions": [_session(n) for n in range(3)]}])
    score(folder)
    return folder


class Case:
    """A run in the making, with what its prompts are made of."""

    def __init__(self, config: RunConfig, dataset: Dataset) -> None:
        self.two_stage = config.judging == "two-stage"
        self._items = {(item.lang, item.id): item for data in dataset.langs.values() for item in data.items}
        self._corpora = {lang: data.corpus for lang, data in dataset.langs.items()}

    def item(self, a: Fields) -> Item:
        return self._items[a["lang"], a["item"]]

    def shown(self, a: Fields) -> Item | None:
        """As what its judges are asked about it; None where the rival alone was shown."""
        return item_of(Answer.model_validate_json(json.dumps(a)), self._items)

    def chunks(self, a: Fields) -> list[Chunk]:
        seen = overlaid(self.item(a), self._corpora[a["lang"]])
        return [seen[name] for name in a["chunks"]]

    def prompt(self, a: Fields, judge: ModelRef) -> JudgePrompt:
        """What a judge, or with `intent` the classifier, is shown of an answer."""
        model = ModelSpec(judge.spec, "m", "m", params=judge.params)
        asking = LlmJudge(model, NOWHERE, BaselineClient(), two_stage=self.two_stage)
        return asking.prompt(self.shown(a) or self.item(a), Answer.model_validate_json(json.dumps(a)))

    def intent_prompt(self, a: Fields, judge: ModelRef) -> JudgePrompt:
        asking = LlmClassifier(ModelSpec(judge.spec, "m", "m", params=judge.params), NOWHERE, BaselineClient())
        return asking.prompt(self.item(a), Answer.model_validate_json(json.dumps(a)))


def _draw(of: Fields, what: str, size: int = 8) -> int:
    """A number below `size` that the place of an answer and `what` decide."""
    place = f"{of['lang']}|{of['item']}|{of['arm']}|{of['repeat']}|{what}"
    return int.from_bytes(hashlib.sha256(place.encode()).digest()[:4]) % size


def _answer(prepared: PreparedTrial) -> Fields:
    item, arm, repeat = prepared.trial.item, prepared.trial.arm, prepared.trial.repeat
    a: Fields = {"item": item.id, "lang": item.lang, "kind": item.kind, "arm": arm, "repeat": repeat}
    failed = _draw(a, "failed", 16) == 0
    text = None if failed else _text(item, _draw(a, "text"))
    return a | {
        "model": MODEL.spec,
        **asked(prepared),
        "raw": text,
        "text": text,
        "failure": {"stage": "generate", "kind": "truncated", "message": "cut"} if failed else None,
        "usage": {"prompt_tokens": 100 + _draw(a, "in"), "completion_tokens": 10 + _draw(a, "out")},
        "latency_s": 0.1 + _draw(a, "time") / 7,
        "attempts": 1 + _draw(a, "attempts", 3),
    }


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


def _said(a: Fields, kind: str, judge: ModelRef, number: int) -> Fields:
    """What a judge says: mostly the same as the others, sometimes not, sometimes nothing that can be used."""
    right = _draw(a, "right", 3) > 0
    if _draw(a, f"{judge.spec}|{number}", 6) == 0:
        right = not right
    odd = _draw(a, f"{judge.spec}|{number}|odd", 12)
    declined = _draw(a, "declined", 2) == 0
    abstained = declined and not right if kind == "main" else right and declined
    named = kind == "contradictory" and right and not abstained
    if odd == 0:
        return {"verdict": "invalid", "abstained": None, "conflict_named": None}
    if odd == 1:
        abstained = kind == "main" or not right
    said = {"verdict": "correct" if right else "incorrect", "abstained": abstained, "conflict_named": named}
    return said if kind in ("main", "contradictory") else {**said, "abstained": right if odd != 1 else not right}


def _vote(case: Case, a: Fields, judge: ModelRef, number: int) -> Fields:
    shown = case.shown(a)
    assert shown is not None
    said = _said(a, shown.kind, judge, number)
    if case.two_stage:
        said = {"verdict": said["verdict"]}
    if said["verdict"] == "incorrect":
        said["acceptable"] = _draw(a, f"{judge.spec}|acceptable", 2) == 0
    if _draw(a, judge.spec, 3):
        said["confidence"] = _draw(a, f"{judge.spec}|sure") / 8
    said["reason"] = f"as planted for {judge.spec}"
    late = _draw(a, f"{judge.spec}|late|{number}", 15) == 0
    settled = {"abstained": False} if case.two_stage and said["verdict"] != "invalid" else {}
    return {
        **_judged(case.prompt(a, judge), a, judge, number),
        "round": number,
        **({"judged_kind": shown.kind} if shown.kind != a["kind"] else {}),
        **({"verdict": "invalid", "reason": "the judge gave no reply"} if late else said | settled),
        "raw": None if late else json.dumps(said),
        "failure": {"stage": "judge", "kind": "refused", "message": "no"} if late else None,
        "usage": {"prompt_tokens": 50, "completion_tokens": 5 + number},
        "latency_s": 0.2 + _draw(a, f"{judge.spec}|time") / 9,
    }


def _intent(case: Case, a: Fields, judge: ModelRef) -> Fields:
    does = ("attempt", "attempt", "attempt", "attempt", "abstention", "abstention", "conflict_named", "unclear")
    said = {"reason": "as planted", "intent": does[_draw(a, "intent")], "confidence": _draw(a, "sure") / 8}
    return {
        **_judged(case.intent_prompt(a, judge), a, judge, 0),
        **said,
        "raw": json.dumps(said),
        "usage": {"prompt_tokens": 30, "completion_tokens": 3},
        "latency_s": 0.3,
    }


def _judged(prompt: JudgePrompt, a: Fields, judge: ModelRef, number: int) -> Fields:
    return {
        "key": call_key(judge.spec, judge.params, prompt.messages, number, a["key"]),
        "model": judge.spec,
        "params": judge.params,
        "answer_key": a["key"],
        "messages": [m.model_dump() for m in prompt.messages],
        "prompt_hash": prompt.fingerprint,
        "at": AT,
    }


def _steps(case: Case, a: Fields) -> list[Fields]:
    """The claims of an answer checked, each step coming to nothing once in a while."""
    item, chunks, about = case.item(a), case.chunks(a), a["key"]
    claims = [f"claim {n} of {a['item']}" for n in range(_draw(a, "claims", 4))]
    extract = _step(a, steps.extract(item, a["text"]), about, {"claims": claims}, {"claims": claims})
    asked = [f"question {n}" for n in range(_draw(a, "questions", 3))]
    said: Fields = {"declines": not asked, "questions": asked}
    questions = _step(a, steps.questions(item, a["text"]), about, {"questions": asked}, said)
    bearing = [_draw(a, f"bearing {n}", 2) == 0 for n in range(len(chunks))]
    said = {"documents": [{"document": n, "bears": bears} for n, bears in enumerate(bearing, 1)]}
    context = steps.context(item, sorted(chunks, key=lambda chunk: chunk.id))
    taken = [extract, questions, _step(a, context, "", {"bearing": bearing}, said)]
    if extract.get("claims"):
        supported = [_draw(a, claim, 3) > 0 for claim in claims]
        said = {"verdicts": [{"claim": n, "supported": holds} for n, holds in enumerate(supported, 1)]}
        verify = steps.verify(item, chunks, claims)
        taken.append(_step(a, verify, about, {"supported": supported}, said, extract["key"]))
    if questions.get("questions"):
        alike = [0.1 + _draw(a, question) / 10 for question in asked]
        shown = tuple(Message(role="user", content=text) for text in (item.question, *asked))
        embed = steps.StepPrompt("embed", JudgePrompt(shown, ""), {}, lambda _: None)
        taken.append(_step(a, embed, about, {"similarities": alike}, None, questions["key"]))
    taken = [
        step for step in taken if step["step"] in ("extract", "questions") or _draw(a, f"{step['step']} asked", 24)
    ]
    return [*taken, *_cited(case, a)]


def _cited(case: Case, a: Fields) -> Iterator[Fields]:
    """The sentences of an answer that cite, each asked about; now and then one is not."""
    by_id = {chunk.id: chunk for chunk in case.chunks(a)}
    citing = citing_sentences(a["text"], a["chunks"])
    for place, one in enumerate(citing, 1):
        support = ("supported", "supported", "partly", "not_supported")[_draw(a, f"support {place}", 4)]
        asking = steps.cited(case.item(a), a["text"], one.text, [by_id[chunk] for chunk in one.chunks])
        about = {"sentence": one.text, "place": place, "sentences": len(citing), "chunks": one.chunks}
        said = {"reason": "as planted", "support": support}
        if place == 1 or _draw(a, f"cited {place}", 4):
            yield {**_step(a, asking, a["key"], {"support": support}, said), **about}


def _step(a: Fields, asking: steps.StepPrompt, about: str, result: Fields, said: Fields | None, of: str = "") -> Fields:
    step = asking.step
    spec = "openai:vectors" if step == "embed" else JUDGES[1].spec
    scope = of if step == "embed" else about or f"{a['lang']}|{a['item']}"
    luck = _draw(a, f"{step} luck", 14)
    return {
        "key": call_key(spec, {}, asking.prompt.messages, 0, step, scope),
        "model": spec,
        "messages": [m.model_dump() for m in asking.prompt.messages],
        "prompt_hash": asking.prompt.fingerprint,
        "step": step,
        "judge": JUDGES[1].spec,
        "item": a["item"],
        "lang": a["lang"],
        "chunks": sorted(a["chunks"]) if step == "context" else a["chunks"] if step == "verify" else [],
        "answer_key": about,
        "of": of,
        "at": AT,
        "raw": None if luck == 0 or said is None else json.dumps(said) if luck > 1 else "I had rather not say.",
        "failure": {"stage": "judge", "kind": "refused", "message": "no"} if luck == 0 else None,
        **(result if luck > 1 else {}),
    }


def _session(number: int) -> Fields:
    counts = {"prompt_tokens": 900 + number, "computed_tokens": 500, "cache_queries": 900, "cache_hits": 400 + number}
    session = {"engine": "vllm", "version": f"0.{number % 2}", "started": True, "address": "http://127.0.0.1:1/v1"}
    return {**session, "model": "model-1", "at": AT, "counts": None if number == 1 else counts}
