"""A run's summary against its files: digests, what the files say of each other, every number; and a submission."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from bench import __version__, returned
from bench.dataset import load
from bench.dataset.rechunk import as_asked
from bench.dataset.shapes import with_retrieved
from bench.errors import BenchError, LogError
from bench.metrics.usage import engine_report
from bench.records.results import RunDigests
from bench.report.checking import read_submission
from bench.report.submission import make_submission
from bench.run_digests import by_file, config_digest, run_digests
from bench.run_folder import MANIFEST, SUMMARY, read_engine_log
from bench.scoring import RunLog, read_run, score_run
from bench.verify import consistency
from bench.verify.audit import Audit, read_document
from bench.verify.older import as_untold, without_settlers
from bench.verify.replay import Replay

NOT_IN_ROWS = ("flagged", "votes", "usage", "judge_usage", "arm_usage", "log")


def verify_run(folder: Path) -> Audit:
    """Check the files of a run against each other, and compute its summary.json again.

    Raises LogError at the first thing that does not fit, with its path and both values, and where a file is missing
    or the logs do not belong to the manifest; DataError where the dataset is not the one that was run. Whatever bytes
    stand in the files, nothing else is raised.
    """
    audit = Audit(f"{folder / SUMMARY}")
    if not (folder / MANIFEST).is_file():
        raise LogError(f"{folder} is no run folder: it has no {MANIFEST}.")
    if not (folder / SUMMARY).is_file():
        raise LogError(f"{folder} has no {SUMMARY} to verify: run `bench score {folder}` first.")
    printed = read_document(folder / SUMMARY)
    try:
        _verify(audit, folder, printed)
    except BenchError:
        raise
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, RecursionError) as error:
        raise LogError(
            f"{folder} cannot be verified: its files lack something or hold it in another form "
            f"({type(error).__name__}: {error}). `bench score {folder}` names what is wrong."
        ) from error
    return audit


def _verify(audit: Audit, folder: Path, printed: dict[str, Any]) -> None:
    _check_digests(audit, folder, printed.pop("log", None))
    _check_frozen(folder)
    run = read_run(folder)
    audit.notices.extend(run.notices)
    _check_records(audit, folder, run)
    summary = score_run(run).model_copy(update={"engine": engine_report(read_engine_log(folder))})
    audit.compare(printed, summary.model_dump(mode="json", exclude={"log"}), "its log")


def _check_digests(audit: Audit, folder: Path, printed: dict[str, Any] | None) -> None:
    if printed is None:
        audit.not_covered.append("log (no digests: the summary is of an older version)")
        return
    now, then = by_file(run_digests(folder)), by_file(RunDigests.model_validate(printed))
    audit.require(
        f"{folder} has changed since it was scored: {file} has SHA-256 {now.get(file)}, and had {then.get(file)}"
        for file in {**now, **then}
        if now.get(file) != then.get(file)
    )
    audit.checked.append(f"digests of {', '.join(now)}")


def _check_frozen(folder: Path) -> None:
    """Before anything in the configuration is acted on: whether it is the one that was frozen."""
    manifest = read_document(folder / MANIFEST)
    digest = config_digest(manifest["config"])
    if digest != manifest["digest"]:
        raise LogError(f"{folder / MANIFEST} has the digest {manifest['digest']}, but its configuration has {digest}.")


def _check_records(audit: Audit, folder: Path, run: RunLog) -> None:
    """Each record by itself and beside the others."""
    config, engines = run.manifest.config, read_engine_log(folder)
    dataset = with_retrieved(as_asked(load(config.data, config.langs), config), returned.passages(run.returned))
    audit.require(consistency.trial_faults(run, dataset))
    not_covered: Counter[str] = Counter()
    found = Replay(run, dataset)
    audit.require(
        [
            *found.certain,
            *consistency.head_faults(run),
            *consistency.address_faults(run, engines),
            *consistency.time_faults(run, engines),
            *consistency.prompt_faults(run, not_covered),
        ]
    )
    if run.manifest.suite_version == __version__:
        audit.require(found.by_version)
    elif found.by_version:
        audit.notices.append(
            f"bench {__version__} builds prompts or reads replies otherwise than bench {run.manifest.suite_version}, "
            f"which made the run ({len(found.by_version)} times): {found.by_version[0]}."
        )
    audit.notices.extend(consistency.several_addresses(run, engines))
    judgements = len(run.votes) + len(run.intents)
    audit.checked.append(
        f"keys, seeds, prompts, times and replies of {len(run.answers)} answers, {judgements} judgements"
        + (f" and {len(run.claims)} steps on claims" if run.claims else "")
    )
    counts = {**found.not_covered, **not_covered}
    audit.not_covered.extend(f"{what} ({number})" for what, number in counts.items() if number)


LABELS_BY_CONTEXT = 4
"""The first version of submissions that labels trials by the documents shown."""


def verify_submission(path: Path, run: Path | None = None) -> Audit:
    """Check a submission: its digest, its rows, and the figures that one of an older version claims.

    With `run`, the folder that it was made from, that run is verified too, the submission is made from it again, and
    every field is compared. Raises LogError at the first difference, with its path and both values, and where the file
    is no submission; what `verify_run` raises for the run. `bench leaderboard check` compares it with the dataset too.
    """
    audit = Audit(str(path))
    submission, faults = read_submission(path)
    audit.require(f"{path}: {fault.replace(': is ', ' is ', 1)}" for fault in faults)
    if submission is None:
        raise LogError(f"{path} is no submission.")
    letters = f"{submission.trials} letters of {len(submission.rows)} rows"
    audit.checked += ["the digest of its configuration", letters]
    settled = Counter(who for row in submission.rows for who in row.settled.values())
    if settled:
        audit.checked.append(f"who settled {settled.total()} verdicts of a cascade ({settled['rule']} by rule)")
    if run is None:
        audit.not_covered.extend(NOT_IN_ROWS)
        return audit
    of_run = verify_run(run)
    again = make_submission(run, submission.submitter)
    if int(json.loads(path.read_bytes())["schema_version"]) < LABELS_BY_CONTEXT:
        again, untold = as_untold(again, submission)
        audit.not_covered += [f"labels of trials by what was shown ({untold})"] if untold else []
    if not any(row.settled for row in submission.rows) and (n := sum(len(row.settled) for row in again.rows)):
        again = without_settlers(again)
        audit.not_covered.append(f"who settled the verdicts of a cascade ({n})")
    audit.compare(submission.model_dump(mode="json"), again.model_dump(mode="json"), f"the run {run}")
    audit.numbers += of_run.numbers
    audit.checked.extend(["every field against the run", *of_run.checked])
    audit.not_covered.extend(of_run.not_covered)
    audit.notices.extend(of_run.notices)
    return audit
