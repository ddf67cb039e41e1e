"""A log of inspect_ai as what the suite imports: what was sent and what came back, sample by sample.

Guarantees: a log of another task is refused in one sentence; what was sent is read from the calls that inspect logged,
not from what the task meant to send; a sample without an answer or a known failure is not imported, and is counted.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from bench.errors import DataError, UsageError
from bench.interop.foreign import ForeignLog, LoggedTrial, sha256_of, utc
from bench.interop.inspect_model import sent
from bench.interop.inspect_task import FAILURE, GRADER, reply_in
from bench.interop.prepared import KEY
from bench.records import Message, RunConfig
from bench.text.display import for_terminal

if TYPE_CHECKING:
    from inspect_ai.event import ModelEvent
    from inspect_ai.log import EvalLog, EvalSample


def read_inspect(path: Path) -> ForeignLog:
    """Read an `.eval` or `.json` log of this suite's task.

    Raises UsageError where inspect_ai is not installed, and DataError where the file is no such log.
    """
    try:
        from inspect_ai.log import read_eval_log
    except ImportError as error:
        raise UsageError(
            "Reading a log of inspect_ai needs inspect_ai: pip install 'rag-generator-bench[inspect]'."
        ) from error
    digest = sha256_of([path])
    try:
        log = read_eval_log(str(path), resolve_attachments=True)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        reason = for_terminal(f"{type(error).__name__}: {error}", 200)
        raise DataError(f"{path} cannot be read as a log of inspect_ai ({reason}).") from error
    about, config = _about(path, log)
    endpoint = config.model.spec.partition(":")[0]
    trials, dropped = [], []
    for sample in log.samples or []:
        if sample.epoch > 1:
            raise DataError(f"{path} has epochs: the suite repeats a question with -T repeats=N, each with its seed.")
        trial = _trial(sample, endpoint)
        if isinstance(trial, str):
            dropped.append(trial)
        else:
            trials.append(trial)
    return ForeignLog(
        tool="inspect",
        version=log.eval.packages.get("inspect_ai", ""),
        sha256=digest,
        config=config,
        suite_version=str(about.get("suite_version", "")),
        endpoint=str(about.get("endpoint") or ""),
        created=utc(log.eval.created),
        trials=tuple(trials),
        dropped=tuple(dropped),
    )


def _about(path: Path, log: EvalLog) -> tuple[dict[str, Any], RunConfig]:
    """What the task wrote into its log, and the configuration in it."""
    about = (log.eval.metadata or {}).get(KEY)
    if not isinstance(about, dict) or "config" not in about:
        raise DataError(
            f"{path} is a log of the task {log.eval.task!r} and not of this suite: it has no {KEY} in its metadata."
        )
    try:
        return about, RunConfig.model_validate(about["config"])
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(map(str, fault["loc"]))
        raise DataError(f"{path} holds no configuration of this version ({where}: {fault['msg']}).") from error


def _trial(sample: EvalSample, endpoint: str) -> LoggedTrial | str:
    """The trial that a sample holds, or why it holds none."""
    name = str(sample.id)
    calls = [event for event in sample.events if event.event == "model" and event.role != GRADER]
    if not calls:
        return f"{name}: no call is logged"
    call: ModelEvent = calls[-1]
    stored = sample.store.get(FAILURE)
    if stored is None and (call.error or not sample.output.choices):
        return f"{name}: {(sample.error.message if sample.error else call.error) or 'it was not answered'}"
    try:
        reply = reply_in(sample)
    except ValidationError:
        return f"{name}: what failed is not said in this suite's words"
    attempts = len(calls) if reply.failure else 1 + (call.retries or 0)
    return LoggedTrial(
        trial_id=name,
        messages=tuple(Message(role=_role(m.role), content=m.text) for m in call.input),
        sent=call.config.model_dump(exclude_none=True),
        expected=lambda params: sent(params, endpoint),
        reply=replace(reply, attempts=attempts),
        at=utc(sample.completed_at),
    )


def _role(role: str) -> Any:
    # A tool's message would be a foreign conversation; as a user's it cannot agree with any prompt of the suite.
    return role if role in ("system", "user", "assistant") else "user"
