"""Another tool's log as a run of the suite: checked trial by trial, then written like any run, and marked.

Guarantees: nothing is imported unless dataset, prompts and parameters of every trial are, to the letter, those that
`bench run` would use for the same configuration; the run's folder appears whole or not at all; its configuration says
that it was imported and from which bytes, so it is never ranked, never continued by `bench run`, and its answers are
never taken over by another run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.campaign.configure import digest, run_name
from bench.config import resolve
from bench.errors import DataError, LogError, UsageError
from bench.generate import answer_of
from bench.interop.foreign import ForeignLog, LoggedTrial
from bench.interop.prepared import PreparedTask, prepare_task
from bench.log import write_whole
from bench.options import RunOptions
from bench.plan import PreparedTrial
from bench.records import Answer, Failure, Manifest, RunConfig
from bench.records.calls import BOUNDED, MOST_ASKED
from bench.records.results import Imported
from bench.run_folder import ANSWERS, MANIFEST
from bench.text.display import for_terminal

_SHOWN = 10
_FREE = frozenset({"judges", "prompts", "model", "imported"})
"""Fields of a configuration that may differ from the log's: judges are chosen anew, the rest is compared closely."""


@dataclass(frozen=True)
class ImportedRun:
    """A run folder that was written. `missing` trials are not in the log; `dropped` says why, where the log does."""

    folder: Path
    answers: int
    missing: int
    dropped: tuple[str, ...]


def import_run(log: ForeignLog, judges: Sequence[str], out: Path | None) -> ImportedRun:
    """Write the run that a log stands for, without votes: `bench judge --backfill` casts them.

    Raises DataError, with every fault, where the log is not of this suite's data, prompts or parameters; UsageError
    where the folder exists already; what `prepare` raises for the judges.
    """
    ready = _prepared_again(log, judges)
    answers = list(_answers(log, ready))
    config = ready.run.config.model_copy(
        update={"imported": Imported(tool=log.tool, version=log.version, sha256=log.sha256)}
    )
    folder = out or Path(RunOptions().runs) / run_name(config)
    manifest = Manifest(
        run=folder.name,
        digest=digest(config),
        config=config,
        suite_version=log.suite_version,
        created=log.created,
        trials=len(ready.trials),
    )
    _write(folder, manifest, answers)
    return ImportedRun(folder, len(answers), len(ready.trials) - len(answers), log.dropped)


def _prepared_again(log: ForeignLog, judges: Sequence[str]) -> PreparedTask:
    """The same configuration, prepared by this suite as it is now. Raises DataError where it comes out otherwise."""
    then = log.config
    known = then.model.alias or then.model.spec
    model, _ = resolve(known, base_url=log.endpoint or None)
    options = RunOptions.of_config(
        then,
        model=known,
        base_url=log.endpoint or None,
        params={**dict.fromkeys(model.params), **then.model.params},
        judge=judges,
    )
    ready = prepare_task(options)
    faults = list(_differences(then, ready.run.config))
    if faults:
        shown = [for_terminal(fault, 300) for fault in faults]
        raise DataError("The log is not of this version of the suite; run the task again with it:", shown)
    return ready


def _differences(then: RunConfig, now: RunConfig) -> Iterator[str]:
    if then.dataset.sha256 != now.dataset.sha256:
        yield (
            f"dataset: the log was made on {then.dataset.name} {then.dataset.version} (sha256 "
            f"{then.dataset.sha256[:12]}…), here is {now.dataset.version} ({now.dataset.sha256[:12]}…)"
        )
    if (then.model.spec, then.model.params) != (now.model.spec, now.model.params):
        yield f"model: {then.model.spec} with {then.model.params} there, {now.model.spec} with {now.model.params} here"
    for name, fingerprint in then.prompts.items():
        if (
            name.startswith(("answer.", "answer-line.", "closed-book.", "closed-book-line."))
            and now.prompts.get(name) != fingerprint
        ):
            yield f"prompts: {name} has the fingerprint {fingerprint} there, {now.prompts.get(name)} here"
    old, new = then.model_dump(mode="json"), now.model_dump(mode="json")
    for name in sorted((set(old) | set(new)) - _FREE - {"dataset"}):
        if old.get(name) != new.get(name):
            yield f"{name}: {old.get(name)!r} there, {new.get(name)!r} here"


def _answers(log: ForeignLog, ready: PreparedTask) -> Iterator[Answer]:
    """The answers of the log, in its order. Raises DataError with every trial that is not one of the suite's."""
    faults: list[str] = []
    seen: set[str] = set()
    answers: list[Answer] = []
    for trial in log.trials:
        prepared = ready.trials.get(trial.trial_id)
        fault = "it stands in the log twice" if trial.trial_id in seen else _fault(trial, prepared)
        seen.add(trial.trial_id)
        if fault or prepared is None:
            faults.append(for_terminal(f"{trial.trial_id}: {fault}", 300))
        else:
            endpoint = replace(ready.run.endpoint, base_url=log.endpoint)
            answer = answer_of(prepared, ready.run.model, endpoint, trial.reply)
            answers.append(answer.model_copy(update={"at": trial.at, "failure": _final(answer.failure)}))
    if faults:
        rest = [f"… and {len(faults) - _SHOWN} more"] if len(faults) > _SHOWN else []
        raise DataError("The log does not hold what this suite asks:", [*faults[:_SHOWN], *rest])
    if not answers:
        dropped = [for_terminal(reason, 300) for reason in log.dropped[:_SHOWN]]
        raise DataError("The log holds no answer to import.", dropped)
    yield from answers


def _fault(trial: LoggedTrial, prepared: PreparedTrial | None) -> str:
    """Why a logged trial is not the suite's; empty where it is."""
    if prepared is None:
        return "the configuration of the log has no such trial"
    if trial.messages != prepared.messages:
        return "the prompt that was sent is not the suite's"
    expected = trial.expected(prepared.request.params)
    other = [
        f"{name} was {_shown(trial.sent.get(name))} and should be {_shown(value)}"
        for name, value in expected.items()
        if trial.sent.get(name) != value
    ]
    return "; ".join(other)


def _final(failure: Failure | None) -> Failure | None:
    """An empty reply of a log is final: `bench run` does not go on with an imported run."""
    if failure is None or failure.kind not in BOUNDED:
        return failure
    return failure.model_copy(update={"asked": MOST_ASKED})


def _write(folder: Path, manifest: Manifest, answers: Sequence[Answer]) -> None:
    if folder.exists():
        raise UsageError(f"{folder} exists already: give another folder with --out, or remove it.")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as scratch:
            new = Path(scratch) / "run"
            new.mkdir()
            write_whole(new / ANSWERS, "".join(answer.model_dump_json() + "\n" for answer in answers))
            write_whole(new / MANIFEST, manifest)
            new.rename(folder)
    except OSError as error:
        raise LogError(f"{folder} cannot be written: {error.strerror or error}.") from error


def _shown(value: Any) -> str:
    return "left out" if value is None else repr(value)
