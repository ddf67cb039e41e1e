"""The runs of a comparison: read, checked for what they must share, and named apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal

from bench.arms import HEADLINE
from bench.dataset import pair_id
from bench.errors import UsageError
from bench.outcomes import Outcome
from bench.records import Arm, Lang, RunConfig, Summary
from bench.records.comparison import System
from bench.scoring import RunLog, outcomes_of, read_run, score_run
from bench.words import Text, recognised, said

SHARED = ("dataset.sha256", "seed", "preset", "limit", "canaries")
"""What decides which questions are asked, which of them as canaries, and in which order documents stand."""
# Of a prompt of one's own its fingerprint tells, under `prompts`.
_NOT_NAMED = ("model", "data", "langs", "arms", "dataset", *SHARED, "judges", "own_prompt")


@dataclass(frozen=True)
class ScoredRun:
    """One run, scored. `pairs`: language and item id to the id that both languages share."""

    name: str
    log: RunLog
    summary: Summary
    outcomes: tuple[Outcome, ...]
    pairs: dict[tuple[Lang, str], str]

    @property
    def system(self) -> System:
        config = self.log.manifest.config
        return System(
            name=self.name,
            run=self.log.manifest.run,
            spec=config.model.spec,
            title=config.model.title,
            judges=tuple(judge.spec for judge in config.judges),
            complete=self.summary.complete,
            missing=self.summary.missing,
            cost_usd=self.summary.usage.cost_usd,
            latency_p50_s=self.summary.usage.latency_s.median,
        )


def read_runs(folders: Sequence[Path]) -> list[ScoredRun]:
    """Read and score every run. Raises UsageError for fewer than two, or where they differ in what must be shared."""
    if len(folders) < 2:
        raise UsageError("A comparison needs at least two runs: name their folders, results/runs/NAME.")
    logs = [read_run(folder) for folder in folders]
    names = _names(logs)
    _refuse_differing(names, [log.manifest.config for log in logs])
    return [scored(name, log) for name, log in zip(names, logs, strict=True)]


def shared_settings(
    runs: Sequence[ScoredRun], wanted: Sequence[Arm] | Literal["all"] | None
) -> tuple[list[Lang], list[Arm]]:
    """Languages and arms that every run has. `wanted` None: the headline arm, where it is shared; else all shared arms.

    Raises UsageError where nothing is shared or a wanted arm is not.
    """
    configs = [run.log.manifest.config for run in runs]
    langs = [lang for lang in configs[0].langs if all(lang in config.langs for config in configs)]
    arms = [arm for arm in configs[0].arms if all(arm in config.arms for config in configs)]
    if not langs or not arms:
        raise UsageError(f"These runs have no {'arm' if langs else 'language'} in common: there is nothing to compare.")
    if wanted is None:
        return langs, [HEADLINE] if HEADLINE in arms else arms
    if wanted == "all":
        return langs, arms
    absent = [arm for arm in wanted if arm not in arms]
    if absent:
        raise UsageError(f"--arm: not every run has {', '.join(absent)}; they share {', '.join(arms)}.")
    return langs, [arm for arm in arms if arm in wanted]


def notices(runs: Sequence[ScoredRun]) -> Iterator[Text]:
    """What a reader must know before the figures: differences besides the model, and what is missing."""
    for one, other in combinations(runs, 2):
        if one.log.manifest == other.log.manifest and one.outcomes == other.outcomes:
            yield said("notice.same", first=one.name, second=other.name)
    yield from differences(runs)
    for run in runs:
        if run.summary.missing:
            yield said("notice.missing", run=run.name, n=run.summary.missing)
        elif not run.summary.complete:
            yield said("notice.transient", run=run.name)
        yield from (said("notice.of_run", run=run.name, notice=recognised("log", text)) for text in run.log.notices)


def differences(runs: Sequence[ScoredRun]) -> Iterator[Text]:
    """In what the runs differ besides the model, so that a difference may come from it."""
    configs = [run.log.manifest.config for run in runs]
    panels = {tuple(judge.spec for judge in config.judges) for config in configs}
    if len(panels) > 1:
        yield said("notice.judges", judges="; ".join(f"{run.name}: {', '.join(run.system.judges)}" for run in runs))
    for field in RunConfig.model_fields:
        values = [getattr(config, field) for config in configs]
        if field not in _NOT_NAMED and any(value != values[0] for value in values):
            if all(isinstance(value, Mapping) for value in values):
                values = _unlike(values)
            named = "; ".join(f"{run.name}: {_shown(value)}" for run, value in zip(runs, values, strict=True))
            yield said("notice.differ", field=field, values=named)


def scored(name: str, log: RunLog) -> ScoredRun:
    """A run that has been read, with its figures and outcomes computed from the log."""
    return ScoredRun(
        name=name,
        log=log,
        summary=score_run(log),
        outcomes=tuple(outcomes_of(log)),
        pairs={(item.lang, item.id): pair_id(item) for item in log.items},
    )


def _names(logs: Sequence[RunLog]) -> list[str]:
    """The shortest names that differ: the model's, else with the run's folder, else with a number."""
    titles = [log.manifest.config.model.alias or log.manifest.config.model.title for log in logs]
    if len(set(titles)) == len(titles):
        return titles
    runs = [log.manifest.run for log in logs]
    if len(set(runs)) == len(runs):
        return runs
    counts: Counter[str] = Counter()
    names = []
    for run in runs:
        counts[run] += 1
        names.append(run if counts[run] == 1 else f"{run} #{counts[run]}")
    return names


def _refuse_differing(names: Sequence[str], configs: Sequence[RunConfig]) -> None:
    faults = []
    for field in SHARED:
        values = [attrgetter(field)(config) for config in configs]
        if len(set(values)) > 1:
            named = "; ".join(f"{name}: {_shown(v)}" for name, v in zip(names, values, strict=True))
            faults.append(f"{field.partition('.')[0]} ({named})")
    if faults:
        raise UsageError(
            f"These runs cannot be compared, because they were not asked the same: they differ in {', '.join(faults)}. "
            "Compare runs with the same dataset, seed, preset, limit and share of canaries."
        )


def _unlike(values: Sequence[Mapping[str, Any]]) -> list[str]:
    """Of each mapping the entries that are not the same in all, as `answer.en 1a2b3c4d5e6f…, answer.ja none`."""
    keys = [key for key in sorted(set().union(*values)) if any(v.get(key) != values[0].get(key) for v in values)]
    return [", ".join(f"{key} {_shown(v.get(key), 12)}" for key in keys) for v in values]


def _shown(value: Any, longest: int = 60) -> str:
    """A value on one line; of a digest, which is one long word, its first digits."""
    text = "none" if value is None else str(value)
    return f"{text[:12]}…" if len(text) > longest and " " not in text else text
