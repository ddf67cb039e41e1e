"""Submissions for tests: a real run of both languages as one file, and a folder of submissions that grows."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.dataset import load
from bench.kinds import kind_of
from bench.log import write_whole
from bench.metrics.arm import results
from bench.records import Arm, Item, ModelRef, RunConfig
from bench.records.submission import Result2, Row, Submission
from bench.report.checking import check
from bench.report.checking.rows import by_id, outcomes_of_rows
from bench.report.submission import make_submission
from bench.run_digests import config_digest
from bench.scoring import score
from tests.runs import MODEL, Letters, all_right, write_dataset, write_lines, write_run
from tests.verify.sealed import fingerprints, lines, seal

NOW = datetime(2026, 1, 3, tzinfo=UTC)
"""The clock of the tests: a day after every run of tests/runs.py."""


def mixed(item: Item, arm: Arm, repeat: int) -> str:
    """Something of everything, also exclusions; every category keeps a scored trial."""
    if item.kind == "contradictory":
        return "nd"[repeat]
    if item.id == "Q-3" and repeat == 1:
        return "f"
    if item.id == "Q-2-INS" and repeat == 0:
        return "i"
    return {"Q-0": "a", "Q-1": "w" if arm == "gold" else "c", "Q-1-INS": "w"}.get(item.id, "c")


def mixed_run(folder: Path, data: Path, **config: Any) -> Path:
    """A run of both languages in three arms and two repeats, with something of every outcome."""
    wanted = {"langs": ("en", "ja"), "arms": ("gold", "shuffled", "none"), "repeats": 2, "official": True}
    return write_run(folder, data, mixed, **{**wanted, **config})


def changed(file: Path, change: Callable[[dict[str, Any]], object], *, resealed: bool = False) -> list[str]:
    """The faults after a change to the document; `resealed`: with the digest of the changed configuration."""
    document = json.loads(file.read_text("utf-8"))
    change(document)
    if resealed:
        document["digest"] = config_digest(document["config"])
    file.write_text(json.dumps(document), encoding="utf-8")
    return check(file, now=NOW)


def as_version_2(submission: Submission) -> dict[str, Any]:
    """The same submission as version 2 had it, with every figure; it knew nothing of what was shown, nor of slips."""
    tags = by_id(submission)
    rows = tuple(_row_of_2(row, tags[row.lang, row.item].kind) for row in submission.rows)
    items = tuple(tag.model_copy(update={"difficulty": None, "slips": ()}) for tag in submission.items)
    submission = submission.model_copy(update={"rows": rows, "items": items})
    found, attribution = results(outcomes_of_rows(submission), submission.config.langs, submission.config.arms)
    return {
        **json.loads(submission.model_dump_json(exclude={"canaries"})),
        "schema_version": "2",
        "trials": submission.trials,
        "results": [json.loads(result.model_dump_json(include=Result2.model_fields.keys())) for result in found],
        "attribution": [json.loads(shares.model_dump_json()) for shares in attribution],
    }


def _row_of_2(row: Row, kind: str) -> Row:
    possible = kind_of(kind).possible
    arms = dict(row.arms)
    for arm, shown in row.shown.items():
        happened = kind_of(shown).by_letter(arms[arm])
        if happened is not None:
            right = happened.outcome == "correct"
            arms[arm] = next(p.letter for p in possible if (p.outcome == "correct") == right)
    return Row(item=row.item, lang=row.lang, repeat=row.repeat, arms=arms, canary=row.canary)


def named(name: str, **changes: Any) -> ModelRef:
    return MODEL.model_copy(update={"spec": f"openai:{name}", "title": name, **changes})


def wrong_on(*ids: str) -> Letters:
    def letters(item: Item, arm: Arm, repeat: int) -> str:
        return "w" if item.id in ids else all_right(item, arm, repeat)

    return letters


def official_run(folder: Path, letters: Letters = all_right, **config: Any) -> Path:
    """A run of the suite's own dataset as it ships, in English and the headline arm, with real prompts."""
    run = write_run(folder, Path("gib"), letters, preset="written", **config)
    manifest = json.loads((run / "manifest.json").read_text("utf-8"))
    wanted = RunConfig.model_validate_json(json.dumps(manifest["config"]))
    wanted = wanted.model_copy(
        update={"dataset": load("gib", wanted.langs).ref, "prompts": fingerprints(wanted, "judge")}
    )
    manifest["config"] = wanted.model_dump(mode="json")
    manifest["digest"] = config_digest(manifest["config"])
    (run / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    answers = lines(run / "answers.jsonl")
    write_lines(run / "answers.jsonl", [{**a, "usage": {**a["usage"], "prompt_tokens": 3000}} for a in answers])
    return run


def verifiable(run: Path) -> Path:
    """The run with prompts, keys, replies and tokens as a campaign leaves them: `bench verify` takes it."""
    seal(run)
    answers = lines(run / "answers.jsonl")
    for answer in answers:
        size = sum(len(message["content"].encode()) for message in answer["messages"])
        answer["usage"]["prompt_tokens"] = size // 4
    write_lines(run / "answers.jsonl", answers)
    score(run)
    return run


def undecided_by_rule(folder: Path) -> Path:
    """The run with every third vote of the rules taken back, so that its model settles those answers."""
    votes = lines(folder / "votes.jsonl")
    third = [n for n, vote in enumerate(votes) if vote["model"] == "rule"][::3]
    for n in third:
        votes[n] |= {"verdict": "invalid", "abstained": None, "conflict_named": None}
    write_lines(folder / "votes.jsonl", votes)
    return folder


class Desk:
    """A folder of submissions that grows."""

    def __init__(self, folder: Path, mains: int = 8) -> None:
        self.folder = folder / "submissions"
        self.folder.mkdir(parents=True)
        self._scratch = folder
        self.data = write_dataset(folder / "set", ("en", "ja"), mains=mains)

    def hand_in(
        self,
        name: str,
        letters: Letters = all_right,
        *,
        date: str = "",
        submitter: str = "Lab",
        left: bool = False,
        **config: Any,
    ) -> Submission:
        """Run, submit, and put the file into the folder as NUMBER-NAME.json.

        `left`: whether the rules of its cascade leave answers to the model.
        """
        number = len(list(self.folder.iterdir()))
        run = write_run(
            self._scratch / f"run{number}",
            config.pop("data", self.data),
            letters,
            model=config.pop("model", named(name)),
            official=config.pop("official", True),
            **config,
        )
        if left:
            undecided_by_rule(run)
        submission = make_submission(run, submitter)
        if date:
            submission = submission.model_copy(update={"date": date})
        write_whole(self.folder / f"{number}-{name.replace('/', '_')[:20]}.json", submission)
        return submission
