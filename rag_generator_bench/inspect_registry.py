"""What inspect_ai finds by the entry point of this package: the task, its solver, its scorer and its metric.

The one module that imports inspect_ai when it is imported itself: inspect registers things at import, and nothing but
inspect imports this module.

    inspect eval rag_generator_bench/rag_generator_bench --model openai/gpt-5 -T lang=en -T arm=shuffled
"""

from __future__ import annotations

from typing import Any

from inspect_ai import task
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.scorer import SampleScore, metric, scorer
from inspect_ai.solver import solver

from bench.arms import ARMS
from bench.errors import BenchError
from bench.interop import inspect_task


def _figures() -> Any:
    # inspect_ai evaluates the hints of a metric, so they must name what this module has imported.
    def compute(scores: list[SampleScore]) -> dict[str, float]:
        return inspect_task.compute(scores)

    return compute


def _ask(endpoint: str) -> Any:
    return inspect_task.ask(endpoint)


def _judge(judge: str = "rule") -> Any:
    return inspect_task.judge_by(judge)


figures = metric(name="figures")(_figures)
ask = solver(name="ask")(_ask)
suite_judge = scorer(metrics=[figures()], name="suite_judge")(_judge)


ALL_ARMS = ",".join(ARMS)


def _task(
    lang: str | list[str] | None = None,
    arm: str | list[str] = ALL_ARMS,
    judge: str = "rule",
    spec: str | None = None,
    params: str | dict[str, Any] | None = None,
    **options: Any,
) -> Any:
    try:
        return inspect_task.build(
            ask, suite_judge, lang=lang, arm=arm, judge=judge, spec=spec, params=params, options=options
        )
    except BenchError as error:
        raise PrerequisiteError(str(error)) from error


# inspect_ai reads which parameters a task has from its signature.
_task.__signature__ = inspect_task.with_options(_task)  # type: ignore[attr-defined]
rag_generator_bench = task(name="rag_generator_bench")(_task)
