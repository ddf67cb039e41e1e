"""Runs for tests: a small dataset, and a run folder whose every trial has the outcome that a test wants.

An outcome is one letter, as in bench.outcomes.LETTERS, or "-" for an answer that no judge has voted on yet, or "."
for a trial that has no answer at all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.cascade import all_members
from bench.dataset import load
from bench.dataset.importers.lit import audit
from bench.log import write_whole
from bench.outcomes import Outcome, from_letter
from bench.records import (
    Answer,
    Arm,
    Aspect,
    DatasetRef,
    Failure,
    Item,
    Kind,
    Lang,
    Manifest,
    ModelRef,
    RunConfig,
    Summary,
    Usage,
    Vote,
)
from bench.records.submission import ItemTags
from bench.run_digests import config_digest
from bench.scoring import RunLog, score_run

MAIN_ASPECTS = ("multi_source", "multi_hop", "synonym", "html")
JUDGE = ModelRef(spec="openai:judge-1", title="Judge 1", weights="closed", price_input=2.0, price_output=8.0)
RULE = ModelRef(spec="rule", title="rule judge", weights="none")
MODEL = ModelRef(
    spec="openai:model-1",
    title="Model 1",
    weights="closed",
    params={"temperature": 0},
    price_input=1.0,
    price_output=4.0,
)

Letters = Callable[[Item, Arm, int], str]


def all_right(item: Item, _arm: Arm, _repeat: int) -> str:
    """A system that answers what can be answered, declines the rest, and names conflicts."""
    return "n" if item.kind == "contradictory" else "c"


def outcomes(
    letters: str,
    kind: Kind = "main",
    *aspects: Aspect,
    arm: Arm = "shuffled",
    lang: Lang = "en",
    repeats: int = 1,
    prefix: str = "",
) -> list[Outcome]:
    """One outcome for each letter, without any log. With `repeats`, that many letters in a row are of one item.

    Ids are `PREFIXmain-0` …; abstention items have the Main item of the same number as base and its cluster.
    """
    made = []
    for number, letter in enumerate(letters):
        item, repeat = divmod(number, repeats)
        main = f"{prefix}main-{item}"
        own = main if kind == "main" else f"{prefix}{kind}-{item}"
        tags = ItemTags(
            id=own, lang=lang, kind=kind, aspects=aspects, base=None if kind == "main" else main, cluster=main
        )
        made.append(from_letter(tags, arm, repeat, letter))
    return made


def write_dataset(folder: Path, langs: Sequence[Lang] = ("en",), mains: int = 4) -> Path:
    """A dataset in the own format: `mains` Main items, their evidence-removed twins, and for the first item a
    contradictory and an incomplete one. Every category has an item from 4 Main items on."""
    for lang in langs:
        chunks, items = [], []
        for n in range(mains):
            text = f"The tide gauge of pier {n} was serviced on day {n + 10} of the season."
            chunks.append({"id": f"W-{n}", "text": text})
            items.append(
                {
                    "id": f"Q-{n}",
                    "question": f"On which day was the gauge of pier {n} serviced?",
                    "answer": f"day {n + 10}",
                    "aspects": [MAIN_ASPECTS[n % len(MAIN_ASPECTS)]],
                    "positive": [f"W-{n}"],
                    "negative": [f"W-{(n + 1) % mains}"],
                    "evidence": [{"chunk": f"W-{n}", "quote": text}],
                }
            )
        rival = {"id": "W-R", "text": "The tide gauge of pier 0 was serviced on day 90 of the season."}
        abstention = [
            {"id": "Q-0-CON", "base": "Q-0", "kind": "contradictory", "answer": "The sources conflict.", "add": rival},
            {
                "id": "Q-0-INC",
                "base": "Q-0",
                "kind": "incomplete",
                "answer": "It is cut off.",
                "cut": {"chunk": "W-0", "end": 20},
            },
        ]
        for name, rows in (("chunks", chunks), ("items", items), ("abstention", abstention)):
            write_lines(folder / lang / f"{name}.jsonl", rows)
    return folder


def write_run(
    folder: Path,
    data: Path,
    letters: Letters = all_right,
    *,
    langs: Sequence[Lang] = ("en",),
    arms: Sequence[Arm] = ("shuffled",),
    repeats: int = 1,
    judges: Sequence[ModelRef] = (JUDGE,),
    model: ModelRef = MODEL,
    official: bool = False,
    **config: Any,
) -> Path:
    """A run folder with manifest and log; every judge of the panel votes as the letter says, of a cascade both."""
    dataset = load(str(data), langs)
    ref = DatasetRef(
        name="lit" if official else dataset.name,
        version=audit().commit if official else dataset.version,
        sha256=dataset.sha256,
        licence=dataset.licence,
        official=official,
    )
    asked = RunConfig(
        model=model,
        dataset=ref,
        data=str(data),
        langs=tuple(langs),
        arms=tuple(arms),
        repeats=repeats,
        judges=tuple(judges),
        **config,
    )
    answers: list[Answer] = []
    votes: list[Vote] = []
    trials = 0
    items = [item for lang in langs for item in dataset.langs[lang].items]
    for item in (item for item in items if asked.preset != "written" or item.drawn is None):
        for arm in (arm for arm in arms if applies(item.kind, arm)):
            for repeat in range(repeats):
                trials += 1
                letter = letters(item, arm, repeat)
                if letter != ".":
                    answers.append(answer(item, arm, repeat, letter, model))
                if letter not in ".f-":
                    votes.extend(vote(answers[-1], judge, letter) for judge in all_members(judges))
    manifest = Manifest(
        run=folder.name,
        digest=config_digest(asked.model_dump(mode="json")),
        config=asked,
        suite_version="0.0.0",
        created="2026-01-02T03:04:05Z",
        trials=trials,
    )
    write_whole(folder / "manifest.json", manifest)
    write_lines(folder / "answers.jsonl", [a.model_dump(mode="json") for a in answers])
    write_lines(folder / "votes.jsonl", [v.model_dump(mode="json") for v in votes])
    return folder


def applies(kind: Kind, arm: Arm) -> bool:
    """Whether an item of this kind has a context in this arm."""
    return kind == "main" if arm == "none" else not (kind == "insufficient" and arm == "gold")


def answer(item: Item, arm: Arm, repeat: int, letter: str, model: ModelRef = MODEL) -> Answer:
    """An answer with usage and latency; for "f" its failure, which may not pass (the reply was cut)."""
    key = f"{item.lang}/{item.id}/{arm}/{repeat}"
    failed = letter == "f"
    return Answer(
        key=key,
        model=model.spec,
        item=item.id,
        lang=item.lang,
        kind=item.kind,
        arm=arm,
        repeat=repeat,
        seed=1,
        # A retriever that has found everything, so that a trial is what its item is called.
        chunks=(*item.positive, *item.overlay.rival) if arm == "retrieved" else (),
        text=None if failed else f"answer {letter}",
        failure=Failure(stage="generate", kind="truncated", message="cut by the limit") if failed else None,
        usage=Usage(prompt_tokens=100, completion_tokens=10),
        latency_s=0.5,
        at="2026-01-02T03:04:05Z",
    )


def vote(of: Answer, judge: ModelRef = JUDGE, letter: str = "c", **changes: Any) -> Vote:
    """The vote that makes `of` what the letter says."""
    right, main = letter in "cnd", of.kind == "main"
    fields = {
        "key": f"{judge.spec}/{of.key}",
        "model": judge.spec,
        "answer_key": of.key,
        "verdict": "invalid" if letter == "i" else "correct" if right else "incorrect",
        "abstained": letter == "a" if main else letter in "cd",
        "conflict_named": letter == "n",
        "usage": Usage(prompt_tokens=50, completion_tokens=5),
        "latency_s": 0.1,
    }
    return Vote.model_validate({**fields, **changes})


def write_lines(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """A JSON Lines file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def rescored(run: RunLog, **changes: Iterable[Any] | Manifest) -> Summary:
    """The summary of a run that has been read, with some of what it holds replaced."""
    changed = {name: value if isinstance(value, Manifest) else tuple(value) for name, value in changes.items()}
    return score_run(replace(run, **changed))  # type: ignore[arg-type]
