"""The formats of `bench export --as`, one entry each. A format is added by its entry here and its function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    `function`: what makes its files, as `module:function`; it is given the runs (bench.export.source) and the settings,
    and returns the bytes of each file by its place in the new folder. Empty for Parquet and MLflow, which the command
    calls itself. `texts`: whether it holds prompts and answers always, as asked, or never.
    """

    id: str
    what: str
    texts: Literal["always", "asked", "never"]
    function: str = ""


FORMATS: dict[str, Format] = {
    entry.id: entry
    for entry in (
        Format("parquet", "tables", "asked"),
        Format("every-eval-ever", "records", "asked", "bench.export.every_eval_ever:every_eval_ever"),
        Format("promptfoo", "tests", "always", "bench.export.test_cases:promptfoo"),
        Format("ragas", "samples", "always", "bench.export.test_cases:ragas"),
        Format("deepeval", "test cases", "always", "bench.export.test_cases:deepeval"),
        Format("hub-results", "evaluation results", "never", "bench.export.hub_results:hub_results"),
        Format("mlflow", "runs", "never"),
    )
}
"""By the name that `--as` takes; the first is the default."""
