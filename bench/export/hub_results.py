"""A run as evaluation results for a model's repository on the Hugging Face Hub: `.eval_results/NAME.yaml`.

The fields are those of https://huggingface.co/docs/hub/eval-results, read on 2026-11-30. The tasks are those of the
eval.yaml that `bench data export --prompts` writes: the headline arm in a language. Guarantees: an undefined
figure is left out and told, never 0; nothing is marked as verified, which only the Hub can do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from bench.arms import HEADLINE
from bench.errors import UsageError
from bench.export.settings import Settings
from bench.export.source import Source
from bench.export.writing import yaml_list
from bench.figures import FIGURES
from bench.records import ArmResult
from bench.report.sections.results import tagged
from bench.text.display import slug


def hub_results(sources: Sequence[Source], settings: Settings) -> dict[str, bytes]:
    """.eval_results/RUN.yaml for each run, an entry for each language: the headline figure in per cent.

    Raises UsageError where no dataset on the Hub is named, or its name is none.
    """
    if not re.fullmatch(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", settings.hub_dataset, re.ASCII):
        raise UsageError(
            f"--hub-dataset: {settings.hub_dataset!r} is no dataset of the Hub; give OWNER/NAME, where the export of "
            "`bench data export` was uploaded."
        )
    files = {}
    for source in sources:
        results = [result for result in source.summary.results if result.arm == HEADLINE]
        if not results:
            settings.tell(f"{source.log.manifest.run} was not asked in the arm {HEADLINE}, so its file is empty.")
        entries = [entry for result in results for entry in _entries(source, result, settings)]
        files[f".eval_results/{slug(source.log.manifest.run)}.yaml"] = yaml_list(entries)
    return files


def _entries(source: Source, result: ArmResult, settings: Settings) -> list[dict[str, Any]]:
    with_tags = tagged([result])
    name = "overall_macro" if with_tags else "correct_of_answerable"
    value = result.share(name) if with_tags else result.rate(name).rate
    if value is None:
        settings.tell(f"{source.log.manifest.run}: {name} of {result.lang} is not defined, so it has no entry.")
        return []
    by = f", by {settings.by}" if settings.by else ""
    own = "" if source.summary.judge.leaderboard else f"; not for its leaderboard: {source.summary.judge.note}"
    judges = ", ".join(judge.spec.partition("@http")[0] for judge in source.log.manifest.config.judges)
    data = source.summary.dataset
    return [
        {
            "dataset": {"id": settings.hub_dataset, "task_id": f"{HEADLINE}_{result.lang}"},
            "value": round(100 * value, 2),
            "date": source.log.manifest.created[:10],
            "notes": (
                f"{FIGURES[name].words['en']}, per cent, {result.trials} trials; {data.name} {data.version[:12]}, "
                f"sha256 {data.sha256[:12]}; judges: {judges}; rag-generator-bench "
                f"{source.log.manifest.suite_version}{by}{own}"
            ),
        }
    ]
