"""The scored trials of a run as lines of Every Eval Ever's instance-level file; see every_eval_ever.py."""

from __future__ import annotations

import hashlib
from typing import Any

from bench.export.source import Source, Trial
from bench.kinds import kind_of
from bench.outcomes import Outcome

SCHEMA = "0.3.0"
MEASURE = "overall_item_micro"
"""The figure whose trials the lines are: everything scored, each trial once."""


def samples(source: Source, evaluation: str, model: str) -> list[dict[str, Any]]:
    """A line for each trial that MEASURE counts, so that their scores add up to it, in the order of the log."""
    return [
        _sample(trial, outcome, evaluation, model)
        for trial in source.trials
        if (outcome := trial.outcome) and outcome.scored and not kind_of(outcome.kind).apart
    ]


def result_id(lang: str, arm: str, figure: str) -> str:
    """What a figure of a language and an arm is known by inside a record."""
    return f"{lang}/{arm}/{figure}"


def _sample(trial: Trial, outcome: Outcome, evaluation: str, model: str) -> dict[str, Any]:
    answer, item = trial.answer, trial.item
    formatted = "\n\n".join(f"[{message.role}]\n{message.content}" for message in answer.messages)
    return {
        "schema_version": SCHEMA,
        "evaluation_id": evaluation,
        "model_id": model,
        "evaluation_name": f"{answer.lang}.{answer.arm}",
        "evaluation_result_id": result_id(answer.lang, answer.arm, MEASURE),
        "sample_id": answer.item,
        "sample_hash": hashlib.sha256((item.question + item.answer).encode()).hexdigest(),
        "interaction_type": "single_turn",
        "input": {"raw": item.question, "formatted": formatted or None, "reference": [item.answer]},
        "output": {
            "raw": [answer.raw if answer.raw is not None else answer.text],
            "reasoning_trace": None if answer.reasoning is None else [answer.reasoning],
        },
        # Judges read the answer as a whole; nothing is cut out of it.
        "answer_attribution": [],
        "evaluation": {"score": float(outcome.correct), "is_correct": outcome.correct},
        "token_usage": _tokens(trial),
        "performance": None if answer.latency_s is None else {"latency_ms": answer.latency_s * 1000},
        "metadata": {
            "lang": answer.lang,
            "arm": answer.arm,
            "repeat": str(answer.repeat),
            "kind": item.kind,
            "categories": ",".join(category.value for category in item.categories),
            "outcome": outcome.outcome,
            **({"canary": "true"} if answer.canary else {}),
        },
    }


def _tokens(trial: Trial) -> dict[str, int | None] | None:
    """What was used, where the endpoint said both; the schema has no word for a half of it."""
    used = trial.answer.usage
    if used.prompt_tokens is None or used.completion_tokens is None:
        return None
    return {
        "input_tokens": used.prompt_tokens,
        "output_tokens": used.completion_tokens,
        "total_tokens": used.prompt_tokens + used.completion_tokens,
        "reasoning_tokens": used.reasoning_tokens,
        "input_tokens_cache_read": used.cached_tokens,
        "input_tokens_cache_write": used.written_tokens,
    }
