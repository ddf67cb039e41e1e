"""Trials as test cases of promptfoo, ragas and deepeval: question, documents as shown, reference and, for two, answer.

The names of fields are each tool's own, read on 2026-11-30 from the pages and packages that stand at each function.
Canaries, whose evidence was taken away to probe the run, are no cases. Guarantees: a trial without an answer is none of
ragas' or deepeval's, and their number is told; a text that promptfoo would carry out, as a template or as the name of a
file, is in no test, and the number of those is told too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bench.export.settings import Settings
from bench.export.source import Source, Trial
from bench.export.writing import json_document, json_lines, yaml_list
from bench.kinds import kind_of
from bench.prompts import documents
from bench.records import Chunk
from bench.text.display import slug


def promptfoo(sources: Sequence[Source], settings: Settings) -> dict[str, bytes]:
    """RUN.yaml: one test for each question, arm and order of documents, whatever became of it in the run.

    Fields: https://www.promptfoo.dev/docs/configuration/test-cases/ and the package 0.121. Variables `query` and
    `context` are those that its assertions on contexts read. It renders every variable as a template, and takes one
    that begins with `file://` or `package:` for the name of code to run.
    """
    files = {}
    for source in sources:
        tests = list(_promptfoo_tests(source))
        safe = [test for test in tests if not _carried_out(test)]
        if len(safe) < len(tests):
            settings.tell(
                f"{source.log.manifest.run}: left out {len(tests) - len(safe)} of {len(tests)} tests, whose texts hold "
                "what promptfoo would carry out as a template."
            )
        files[f"{slug(source.log.manifest.run)}.yaml"] = yaml_list(safe)
    return files


def ragas(sources: Sequence[Source], settings: Settings) -> dict[str, bytes]:
    """RUN.jsonl: a SingleTurnSample a line; trials/RUN.jsonl: on the same line, which trial that is and its outcome.

    Fields: https://docs.ragas.io/en/stable/concepts/components/eval_sample/ and the package 0.4.3, which reads the
    first file with `EvaluationDataset.from_jsonl`.
    """
    files = {}
    for source in sources:
        answered = _answered(source, settings)
        name = slug(source.log.manifest.run)
        files[f"{name}.jsonl"] = json_lines([_ragas_sample(trial) for trial in answered])
        files[f"trials/{name}.jsonl"] = json_lines([_which(trial) for trial in answered])
    return files


def deepeval(sources: Sequence[Source], settings: Settings) -> dict[str, bytes]:
    """RUN.json: a list of test cases.

    Fields: https://deepeval.com/docs/evaluation-test-cases and the package 4.3.1, whose EvaluationDataset reads them
    with `add_goldens_from_json_file`, and with `add_test_cases_from_json_file` where the names of the keys are given.
    """
    return {
        f"{slug(source.log.manifest.run)}.json": json_document([_deepeval_case(t) for t in _answered(source, settings)])
        for source in sources
    }


def _promptfoo_tests(source: Source) -> Iterator[dict[str, Any]]:
    asked = set()
    for trial in _questions(source):
        answer, item = trial.answer, trial.item
        place = (answer.lang, answer.item, answer.arm, answer.chunks)
        if place in asked:
            continue
        asked.add(place)
        expected = f"{kind_of(item.kind).rubric} Reference: {item.answer}"
        which = {key: value for key, value in _which(trial).items() if key not in ("repeat", "outcome")}
        yield {
            "description": f"{answer.lang} {answer.item} {answer.arm}",
            "vars": {"query": item.question, "context": documents(trial.shown, answer.lang), "reference": item.answer},
            "assert": [{"type": "llm-rubric", "value": expected}],
            "metadata": {**which, "run": source.log.manifest.run},
        }


def _ragas_sample(trial: Trial) -> dict[str, Any]:
    return {
        "user_input": trial.item.question,
        "retrieved_contexts": [_passage(chunk) for chunk in trial.shown],
        "retrieved_context_ids": [chunk.id for chunk in trial.shown],
        "reference_contexts": [_passage(chunk) for chunk in trial.gold],
        "reference_context_ids": [chunk.id for chunk in trial.gold],
        "response": trial.answer.text,
        "reference": trial.item.answer,
    }


def _deepeval_case(trial: Trial) -> dict[str, Any]:
    which = _which(trial)
    return {
        "name": "{lang} {item} {arm} {repeat}".format_map(which),
        "input": trial.item.question,
        "actual_output": trial.answer.text,
        "expected_output": trial.item.answer,
        "context": [_passage(chunk) for chunk in trial.gold],
        "retrieval_context": [_passage(chunk) for chunk in trial.shown],
        "additional_metadata": which,
    }


def _which(trial: Trial) -> dict[str, Any]:
    """Which trial a case is of, what kind it was as shown, and what the suite's judges made of it: null for nothing."""
    return {
        "lang": trial.answer.lang,
        "item": trial.answer.item,
        "arm": trial.answer.arm,
        "repeat": trial.answer.repeat,
        "kind": trial.item.kind,
        "categories": [category.value for category in trial.item.categories],
        "outcome": trial.outcome.outcome if trial.outcome else None,
    }


def _answered(source: Source, settings: Settings) -> list[Trial]:
    asked = _questions(source)
    answered = [trial for trial in asked if trial.answer.text is not None]
    if len(answered) < len(asked):
        settings.tell(
            f"{source.log.manifest.run}: left out {len(asked) - len(answered)} of {len(asked)} trials, "
            "which failed and have no answer."
        )
    return answered


def _questions(source: Source) -> list[Trial]:
    return [trial for trial in source.trials if not trial.answer.canary]


def _passage(chunk: Chunk) -> str:
    return f"{chunk.title}\n{chunk.text}" if chunk.title else chunk.text


def _carried_out(value: object) -> bool:
    """Whether promptfoo would take a text in `value` for more than text."""
    if isinstance(value, str):
        return bool(_TEMPLATE.search(value)) or value.startswith(("file://", "package:"))
    if isinstance(value, Mapping):
        return any(map(_carried_out, value.values()))
    return isinstance(value, Sequence) and any(map(_carried_out, value))


_TEMPLATE = re.compile(r"\{[{%#]")
