"""Submissions of older versions, brought to the present one, step by step, as raw documents.

Guarantees: a migration moves values and never invents one. What an older version did not say stays unsaid (null, or
left out), and what it cannot prove is a fault. Nothing is dropped in silence: a field that no version knows is carried
along, so that the check of its shape refuses it by name. The figures that version 2 claimed are compared with those of
its rows before they are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bench.records.results import PUBLIC_DATA
from bench.records.submission import SUBMISSION_VERSION, Submission, Submission2, Submission3, SubmissionBase
from bench.run_digests import config_digest
from bench.schema import Fault

Fields = dict[str, Any]

SHAPES: dict[str, type[SubmissionBase]] = {"2": Submission2, "3": Submission3, "4": Submission}
"""The versions that are read as they stand."""


def migrate(document: Any) -> tuple[Any, type[SubmissionBase], list[Fault]]:
    """The document in a version that is read, with its shape, and no faults; or faults: it is of none such.

    What is checked about a file of version 2 is in terms of that version: `present` brings it to the present one.
    """
    if not isinstance(document, dict):
        return document, Submission, [("document", "is no JSON object")]
    if "schema_version" not in document:
        return document, Submission, [("schema_version", "is missing; the present version is " + SUBMISSION_VERSION)]
    version, faults = document["schema_version"], list[Fault]()
    if version == "1":
        document, faults = _from_1(document)
        version = "2"
    shape = next((shape for known, shape in SHAPES.items() if known == version), None)
    if shape is None:
        known = ", ".join(("1", *SHAPES))
        problem = f"{str(version)[:40]!r} is not a version that this suite reads ({known})"
        faults = [("schema_version", f"{problem}: use the release of the suite that wrote the file")]
    return document, shape or Submission, faults


def present(s: SubmissionBase) -> Submission:
    """A sound submission of any version that is read, in the present one: without the figures that version 2 had.

    What versions before 4 did not tell of the documents shown is not made up: their trials stay what items are called.
    """
    if isinstance(s, Submission):
        return s
    ours = {name: getattr(s, name) for name in s.model_fields_set & Submission.model_fields.keys() - {"schema_version"}}
    marked = sum(len(row.canary) for row in s.rows)
    canaries = s.canaries if isinstance(s, Submission3) else marked
    return Submission.model_validate({**ours, "schema_version": SUBMISSION_VERSION, "canaries": canaries})


def _from_1(old: Fields) -> tuple[Fields, list[Fault]]:
    """Version 1 had single fields of the configuration beside its digest, and nothing on where answers came from.

    The fields that it left out (`data` and later settings) are taken to be the ordinary ones only where the digest
    of the configuration so completed is the digest in the file, which proves them.
    """
    judge = old.get("judge")
    if not isinstance(judge, dict):
        return old, [("judge", "is missing or no object, as version 1 has it")]
    if judge.get("leaderboard") != old.get("leaderboard"):
        return old, [("judge.leaderboard", "differs from `leaderboard`")]
    config = next((c for c in _configurations_of_1(old, judge) if config_digest(c) == old.get("digest")), None)
    if config is None:
        problem = "cannot be migrated: `digest` is not that of the configuration as far as version 1 tells it"
        return old, [("digest", f"{problem} (a local path, other chunks or an altered field); submit the run again")]
    moved = {name: value for name, value in old.items() if name not in {*_CONFIG_OF_1, "judge"}}
    votes = {new: judge[name] for new, name in (("cast", "votes"), ("invalid", "invalid")) if name in judge}
    # `note` repeats what follows from the configuration; everything else of `judge` has moved.
    strange = {f"judge.{name}": value for name, value in judge.items() if name not in _JUDGE_OF_1}
    return {**moved, **strange, "schema_version": "2", "config": config, "served": None, "votes": votes}, []


_CONFIG_OF_1 = (
    *("model", "dataset", "langs", "arms", "preset", "limit", "repeats", "seed", "retriever", "k", "prompts"),
    *("judging", "canaries"),
)
_JUDGE_OF_1 = frozenset({"judges", "votes", "invalid", "leaderboard", "note"})
_ORDINARY = {"chunk_tokens": None, "overlap": None, "gold_position": None, "distractors": None}


def _configurations_of_1(old: Fields, judge: Fields) -> Iterator[Fields]:
    """Every configuration that a file of version 1 can stand for: of the first suite, and with what was added later."""
    stated = {name: old[name] for name in _CONFIG_OF_1 if name in old}
    for data in PUBLIC_DATA:
        first = {**stated, "data": data, "judges": judge.get("judges")}
        yield {name: value for name, value in first.items() if name not in ("judging", "canaries")}
        for left_out in (False, True):
            yield {**first, **_ORDINARY, "leave_one_out": left_out}
