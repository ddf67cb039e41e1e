"""The suite as a task of lm-evaluation-harness: a document for each trial, and what a reply counts as, by rule.

Guarantees: prompts are those of `bench run`, to the letter; an answer without a usable verdict and an empty reply are
in no metric but `outcome`, which is the share that could be scored. The harness gives no finish reason and ends at a
call that fails for good, so a reply cut by the token limit is judged as it is.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bench import __version__
from bench.call_record import failure_of
from bench.clients import Reply
from bench.clients.reading import Content, settle
from bench.interop.prepared import PreparedTask, judged, prepare_task
from bench.judge import RuleJudge
from bench.judge.rule import SPEC as RULE
from bench.kinds import kind_of
from bench.options import RunOptions, offered_in
from bench.plan import PreparedTrial
from bench.records import Answer, Category, Item, Usage
from bench.values import choice

SEED = 0
"""Of every call: the harness sends one set of parameters for a whole task, where `bench run` sends a seed per trial."""
PARAMS = {"temperature": 0, "top_p": 1, "max_tokens": 16384, "seed": SEED}
"""What generation_kwargs of the task's YAML say, in the suite's words."""
OPTIONS = tuple(offered_in("lm-eval"))
"""What can be given under `suite`."""
Metrics = dict[str, Any]


def documents(lang: str, arm: str, suite: Mapping[str, Any] | None = None, **_: Any) -> dict[str, Any]:
    """The split `test` of one language and arm. `suite`: further options, from `--metadata '{"suite": {"limit": 8}}'`.

    A sample of the items (`limit`, `preset`) is drawn for the arms of a whole evaluation: all four, or those that the
    option `arms` names. The harness passes the model's arguments as well; they decide nothing here. Raises what
    `prepare` raises, and UsageError for an unknown option.
    """
    import datasets

    options = RunOptions(
        model="openai-compatible:lm-eval",
        base_url="http://localhost/v1",
        params=PARAMS,
        langs=lang,
        judge=RULE,
    ).changed_by(suite or {}, "lm-eval", "option of the suite")
    own = choice(arm, "arm", options.arms)
    ready = prepare_task(options)
    return {"test": datasets.Dataset.from_list([row for row in rows(ready) if row["arm"] == own])}


def rows(ready: PreparedTask) -> list[dict[str, Any]]:
    """One document for each trial; `item` and `suite` are JSON, for scoring and for importing the log."""
    about = json.dumps(
        {"suite_version": __version__, "config": ready.run.config.model_dump(mode="json")}, ensure_ascii=False
    )
    return [
        {
            "id": name,
            "lang": prepared.trial.item.lang,
            "arm": prepared.trial.arm,
            "repeat": prepared.trial.repeat,
            **{role: _content(prepared, role) for role in ("system", "user")},
            "reference": ready.judged_item(prepared).answer,
            "key": prepared.key,
            "item": ready.judged_item(prepared).model_dump_json(),
            "suite": about,
        }
        for name, prepared in ready.trials.items()
    ]


def _content(prepared: PreparedTrial, role: str) -> str:
    """The part of a prompt; empty where a prompt of one's own has no system part."""
    return "".join(message.content for message in prepared.messages if message.role == role)


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> Metrics:
    """What a reply counts as: `outcome`, a letter, for every document; each other metric for those that it is about."""
    item = Item.model_validate_json(doc["item"])
    answer = answer_of(doc, item, results[0])
    outcome = asyncio.run(judged(answer, item, RuleJudge())).outcome
    metrics: Metrics = {"outcome": outcome.letter}
    if outcome.scored:
        metrics["acc"] = float(outcome.correct)
        metrics |= {metric_of(category): float(outcome.correct) for category in outcome.categories}
        if kind_of(item.kind).answerable:
            metrics["over_abstention"] = float(outcome.outcome == "abstained")
    return metrics


def metric_of(category: Category) -> str:
    """`acc_table` and so on."""
    return f"acc_{category.value.lower()}"


def reply_of(text: str) -> Reply:
    """What a reply counts as: without visible text it is empty, whatever the reason was. Its latency is unknown."""
    return replace(settle(Content(text or None, None, None, Usage())), latency_s=None)


def answer_of(doc: Mapping[str, Any], item: Item, text: str) -> Answer:
    """The answer to a document, or its failure."""
    reply = reply_of(text)
    return Answer(
        key=doc["key"],
        model="lm-eval",
        raw=reply.raw,
        reasoning=reply.reasoning,
        failure=failure_of(reply, "generate"),
        item=item.id,
        lang=item.lang,
        kind=item.kind,
        arm=doc["arm"],
        repeat=doc["repeat"],
        seed=SEED,
        text=reply.text,
    )


def share_scored(letters: Sequence[str]) -> float:
    """Of the outcomes of a task: the share that is neither invalid nor failed, 0 to 1. There is always one outcome."""
    return sum(letter not in "if" for letter in letters) / len(letters)
