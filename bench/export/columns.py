"""The columns of the result tables, by table: their names and Parquet types, in the order in which they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow

Kind = str | list[Any] | dict[str, Any]
"""A scalar by name, `[KIND]` for a list of it, or the fields of a struct."""

_TRIAL: dict[str, Kind] = {
    "run": "string",
    "model": "string",
    "lang": "string",
    "item": "string",
    "arm": "string",
    "repeat": "int64",
}
_VERDICT: dict[str, Kind] = {
    "judge": "string",
    "verdict": "string",
    "abstained": "bool",
    "conflict_named": "bool",
    "confidence": "float64",
    "failure": "string",
}
COLUMNS: dict[str, dict[str, Kind]] = {
    "trials": {
        **_TRIAL,
        "kind": "string",
        "categories": ["string"],
        "aspects": ["string"],
        "base": "string",
        "cluster": "string",
        "canary": "bool",
        "outcome": "string",
        "letter": "string",
        "attempted": "bool",
        "conflict_named": "bool",
        "stage": "string",
        "reason": "string",
        "verdicts": [_VERDICT],
        "chunks": ["string"],
        "prompt_tokens": "int64",
        "completion_tokens": "int64",
        "reasoning_tokens": "int64",
        "cost_usd": "float64",
        "latency_s": "float64",
        "attempts": "int64",
        "finish_reason": "string",
        "answer_key": "string",
    },
    "rates": {
        "run": "string",
        "model": "string",
        "lang": "string",
        "arm": "string",
        "metric": "string",
        "k": "int64",
        "n": "int64",
        "rate": "float64",
        "ci95_low": "float64",
        "ci95_high": "float64",
        "questions": "int64",
        "ci95_questions_low": "float64",
        "ci95_questions_high": "float64",
    },
    "runs": {
        "run": "string",
        "digest": "string",
        "suite_version": "string",
        "created": "string",
        "model": "string",
        "model_title": "string",
        "weights": "string",
        "reasoning": "bool",
        "params": "string",
        "dataset": "string",
        "dataset_version": "string",
        "dataset_sha256": "string",
        "judges": ["string"],
        "config": "string",
        "imported_from": "string",
        "complete": "bool",
        "trials": "int64",
        "missing": "int64",
        "leaderboard": "bool",
        "note": "string",
    },
    "answers": {
        **_TRIAL,
        "question": "string",
        "reference": "string",
        "messages": [{"role": "string", "content": "string"}],
        "text": "string",
        "raw": "string",
        "reasoning": "string",
        "failure": "string",
        "judged": [{"judge": "string", "reason": "string", "raw": "string"}],
        "answer_key": "string",
    },
}


def schema(table: str) -> pyarrow.Schema:
    """The Parquet schema of a table. Raises KeyError for an unknown one."""
    import pyarrow

    return pyarrow.schema([pyarrow.field(name, _type(kind)) for name, kind in COLUMNS[table].items()])


def _type(kind: Kind) -> Any:
    import pyarrow

    if isinstance(kind, list):
        return pyarrow.list_(_type(kind[0]))
    if isinstance(kind, dict):
        return pyarrow.struct([pyarrow.field(name, _type(inner)) for name, inner in kind.items()])
    return pyarrow.type_for_alias(kind)
