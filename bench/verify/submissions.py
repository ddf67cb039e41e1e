"""A submission in itself, and against the run that it was made from where that is at hand."""

from __future__ import annotations

from pathlib import Path

from bench.errors import LogError
from bench.report.checking import read_submission
from bench.report.submission import make_submission
from bench.verify.audit import Audit
from bench.verify.runs import verify_run

NOT_IN_ROWS = ("flagged", "votes", "usage", "judge_usage", "arm_usage", "log")


def verify_submission(path: Path, run: Path | None = None) -> Audit:
    """Check a submission: its digest, its rows, and the figures that one of an older version claims.

    With `run`, the folder that it was made from, that run is verified too, the submission is made from it again, and
    every field is compared. Raises LogError at the first difference, with its path and both values, and where the file
    is no submission; what `verify_run` raises for the run. `bench leaderboard check` compares it with the dataset too.
    """
    audit = Audit(str(path))
    submission, faults = read_submission(path)
    audit.require(f"{path}: {fault}" for fault in faults)
    if submission is None:
        raise LogError(f"{path} is no submission.")
    letters = f"{submission.trials} letters of {len(submission.rows)} rows"
    audit.checked += ["the digest of its configuration", letters]
    if run is None:
        audit.not_covered.extend(NOT_IN_ROWS)
        return audit
    of_run = verify_run(run)
    again = make_submission(run, submission.submitter)
    audit.compare(submission.model_dump(mode="json"), again.model_dump(mode="json"), f"the run {run}")
    audit.numbers += of_run.numbers
    audit.checked.extend(["every field against the run", *of_run.checked])
    audit.not_covered.extend(of_run.not_covered)
    audit.notices.extend(of_run.notices)
    return audit
