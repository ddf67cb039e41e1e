"""The rows of the result tables: runs, trials, rates and answers, from logs that have been read.

Guarantees: a trial's outcome is the one that its summary counts; what is undefined or unknown is null, never 0; a
trial that no rate counts is there, with the stage and the reason. Leave-one-out trials are in none of the tables: they
are in no rate either.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bench.export.numbers import numbers_of
from bench.metrics.left_out import parted
from bench.outcomes import Outcome
from bench.prices import cost_usd
from bench.records import Answer, Item, Lang, RunConfig, Summary, Vote
from bench.records.results import PUBLIC_DATA
from bench.scoring import RunLog, outcomes_of, score_run

Row = dict[str, Any]
Tables = dict[str, list[Row]]
"""Table -> its rows."""

TABLES = ("trials", "rates", "runs", "answers")
TEXTS = ("answers",)
"""Tables with texts of models and of the dataset."""


def tables_of(runs: Iterable[RunLog], *, texts: bool) -> Tables:
    """The rows of every table over all runs, in the order of the runs; without `texts`, no table of TEXTS.

    Raises as `bench.scoring.score_run` does.
    """
    tables: Tables = {name: [] for name in TABLES if texts or name not in TEXTS}
    for run in runs:
        summary = score_run(run)
        tables["runs"].append(_run(run, summary))
        tables["rates"].extend(_rates(summary))
        for answer, item, outcome, votes in _trials(run):
            tables["trials"].append(_trial(run, answer, item, outcome, votes))
            if texts:
                tables["answers"].append(_answer(run, answer, item, votes))
    return tables


def _trials(run: RunLog) -> Iterator[tuple[Answer, Item, Outcome | None, list[Vote]]]:
    """Each trial: the answer that counts, its outcome (None while a judge still owes a vote), and the panel's votes."""
    items = {(item.lang, item.id): item for item in run.items}
    outcomes = {outcome.place: outcome for outcome in outcomes_of(run)}
    latest = {(a.lang, a.item, a.arm, a.repeat): a for a in run.answers}
    ordinary, _ = parted(latest.values(), items)
    cast = {(v.answer_key, v.model): v for v in run.votes if v.round == 0}
    judges = [judge.spec for judge in run.manifest.config.judges]
    for answer in ordinary:
        trial = answer.lang, answer.item, answer.arm, answer.repeat
        votes = [vote for judge in judges if (vote := cast.get((answer.key, judge)))]
        yield answer, items[answer.lang, answer.item], outcomes.get(trial), votes


def _run(run: RunLog, summary: Summary) -> Row:
    config = run.manifest.config
    return {
        "run": run.manifest.run,
        "digest": run.manifest.digest,
        "suite_version": run.manifest.suite_version,
        "created": run.manifest.created,
        "model": config.model.spec,
        "model_title": config.model.title,
        "weights": config.model.weights,
        "reasoning": config.model.reasoning,
        "params": json.dumps(config.model.params, ensure_ascii=False, sort_keys=True),
        "dataset": config.dataset.name,
        "dataset_version": config.dataset.version,
        "dataset_sha256": config.dataset.sha256,
        "judges": [judge.spec for judge in config.judges],
        "config": json.dumps(_config(config), ensure_ascii=False, sort_keys=True),
        "imported_from": config.imported.tool if config.imported else None,
        "complete": summary.complete,
        "trials": run.manifest.trials,
        "missing": summary.missing,
        "leaderboard": summary.judge.leaderboard,
        "note": summary.judge.note,
    }


def _config(config: RunConfig) -> Mapping[str, Any]:
    """The configuration without a path of the machine."""
    whole = config.model_dump(mode="json")
    return whole if config.data in PUBLIC_DATA else {**whole, "data": None}


def _trial(run: RunLog, answer: Answer, item: Item, outcome: Outcome | None, votes: Sequence[Vote]) -> Row:
    return {
        **_trial_columns(run, answer),
        "kind": item.kind,
        "categories": [category.value for category in item.categories],
        "aspects": [aspect.value for aspect in item.aspects],
        "base": item.base,
        "cluster": item.cluster,
        "canary": answer.canary,
        "outcome": outcome.outcome if outcome else None,
        "letter": outcome.letter if outcome else None,
        "attempted": outcome.attempted if outcome else None,
        "conflict_named": outcome.conflict_named if outcome else None,
        "stage": outcome.stage or None if outcome else None,
        "reason": outcome.reason or None if outcome else None,
        "verdicts": [_verdict(vote) for vote in votes],
        "chunks": list(answer.chunks),
        "prompt_tokens": answer.usage.prompt_tokens,
        "completion_tokens": answer.usage.completion_tokens,
        "reasoning_tokens": answer.usage.reasoning_tokens,
        "cost_usd": cost_usd(answer, run.manifest.config.model),
        "latency_s": answer.latency_s,
        "attempts": answer.attempts,
        "finish_reason": answer.finish_reason,
        "answer_key": answer.key,
    }


def _trial_columns(run: RunLog, answer: Answer) -> Row:
    return {
        "run": run.manifest.run,
        "model": answer.model,
        "lang": answer.lang,
        "item": answer.item,
        "arm": answer.arm,
        "repeat": answer.repeat,
    }


def _verdict(vote: Vote) -> Row:
    return {
        "judge": vote.model,
        "verdict": vote.verdict,
        "abstained": vote.abstained,
        "conflict_named": vote.conflict_named,
        "confidence": vote.confidence,
        "failure": vote.failure.kind if vote.failure else None,
    }


def _answer(run: RunLog, answer: Answer, item: Item, votes: Sequence[Vote]) -> Row:
    return {
        **_trial_columns(run, answer),
        "question": item.question,
        "reference": item.answer,
        "messages": [message.model_dump() for message in answer.messages],
        "text": answer.text,
        "raw": answer.raw,
        "reasoning": answer.reasoning,
        "failure": answer.failure.message if answer.failure else None,
        "judged": [{"judge": vote.model, "reason": vote.reason, "raw": vote.raw} for vote in votes],
        "answer_key": answer.key,
    }


def _rates(summary: Summary) -> Iterator[Row]:
    for result in summary.results:
        for number in numbers_of(result):
            low, high = number.ci95 or (None, None)
            low_questions, high_questions = number.ci95_questions or (None, None)
            yield {
                "run": summary.run,
                "model": summary.model.spec,
                "lang": result.lang,
                "arm": result.arm,
                "metric": number.name,
                "k": number.k,
                "n": number.n,
                "rate": number.value,
                "ci95_low": low,
                "ci95_high": high,
                "questions": number.questions,
                "ci95_questions_low": low_questions,
                "ci95_questions_high": high_questions,
            }


def langs_of(runs: Iterable[RunLog]) -> list[Lang]:
    """Every language that any of the runs asked, each once."""
    return list(dict.fromkeys(lang for run in runs for lang in run.manifest.config.langs))
