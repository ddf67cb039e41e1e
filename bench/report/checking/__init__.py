"""Checking a submission: is it well-formed, does it hold together, and does what it claims follow from its rows?

Guarantees: no fault is repaired and no value is rescaled; every fault is reported with its path, all at once. A
submission file is hostile text: it may be huge, deeply nested, not UTF-8, or no JSON at all.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bench.errors import UsageError
from bench.records.submission import Submission, SubmissionBase
from bench.report.checking.counts import count_faults
from bench.report.checking.document import content_faults, lines, ratio_faults, read_document, worded
from bench.report.checking.head import head_faults
from bench.report.checking.models import model_faults
from bench.report.checking.release import release_faults, unproven
from bench.report.checking.rows import Reference, against, figure_faults, own_data, row_faults
from bench.report.checking.texts import text_faults
from bench.report.migrations import migrate, present
from bench.schema import Fault, dotted
from bench.schema import faults as schema_faults

__all__ = ["Reference", "check", "own_data", "read_submission", "unproven"]


def read_submission(
    path: Path, reference: Reference | None = None, now: datetime | None = None
) -> tuple[Submission | None, list[str]]:
    """The submission in `path` and no faults, or None and every fault as `path.in.document: what is wrong`.

    An older version is migrated first. Where `reference` has a copy of the dataset, version and digest must agree
    with it and no item may be left out. `now` is for the check that no date lies ahead; None asks the clock, the
    only thing here that is not in the file.
    """
    document, faults = read_document(path)
    if not faults:
        faults = content_faults(document)
    if faults:
        return None, lines(faults)
    document, shape, faults = migrate(document)
    if faults:
        return None, lines(faults)
    submission, faults = _shaped(document, shape)
    if submission is None:
        return None, lines(faults)
    of_rows = list(row_faults(submission))
    faults = [
        *head_faults(submission, document["config"], now or datetime.now(UTC)),
        *text_faults(submission),
        *model_faults(submission),
        *of_rows,
        *_against(submission, reference),
        # Rows that do not hold together give no figures and no counts to compare with.
        *([] if of_rows else [*figure_faults(submission), *count_faults(submission)]),
    ]
    return (None, lines(faults)) if faults else (present(submission), [])


def check(path: Path, reference: Reference | None = None, now: datetime | None = None) -> list[str]:
    """Every fault of a submission file, none if it may be taken. See `read_submission`."""
    return read_submission(path, reference, now)[1]


def _against(submission: SubmissionBase, reference: Reference | None) -> list[Fault]:
    try:
        dataset = reference(submission) if reference else None
        faults = list(against(submission, dataset))
        # Of other data than the reference copy nothing more can be said.
        of_data = any(path.startswith("config.") for path, _ in faults)
        return faults if dataset is None or of_data else [*faults, *release_faults(submission, dataset)]
    except UsageError as error:  # no language, a limit below 1: what `bench run` would have refused
        return [("config", f"asks for what cannot be run: {error}")]


def _shaped(document: Any, shape: type[SubmissionBase]) -> tuple[SubmissionBase | None, list[Fault]]:
    faults = worded(document, schema_faults(document, shape))
    faults.extend(ratio_faults(document))
    if faults:
        return None, faults
    try:
        # Through text, because pydantic takes a list for a tuple only from JSON.
        return shape.model_validate_json(json.dumps(document), strict=True), []
    except ValidationError as error:
        return None, [(dotted(fault["loc"]), fault["msg"]) for fault in error.errors()]
