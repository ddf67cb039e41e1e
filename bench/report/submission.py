"""A submission: one complete run with every figure, and one letter for each trial so that anyone can recompute them.

Guarantees: nothing in it is text of the dataset or of an answer; the file is strict JSON; it is a pure function of
the run folder and the submitter's name.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.errors import LogError
from bench.outcomes import Outcome
from bench.records import Arm, Lang, Manifest, Summary
from bench.records.submission import ItemTags, LogDigests, Row, Submission
from bench.score import RunLog, outcomes_of, read_run, score_run
from bench.text.display import slug


def make_submission(folder: Path, submitter: str = "") -> Submission:
    """The submission of a run. Rule-judged runs and samples get one too, with `leaderboard` false and the reasons.

    Raises LogError where the run is not complete, and whatever reading and scoring a run raises.
    """
    run = read_run(folder)
    summary = score_run(run)
    outcomes = outcomes_of(run)
    _refuse_incomplete(folder, summary, outcomes)
    config = run.manifest.config
    return Submission(
        suite_version=run.manifest.suite_version,
        submitter=submitter,
        date=run.manifest.created,
        run=run.manifest.run,
        digest=run.manifest.digest,
        model=config.model,
        dataset=config.dataset,
        prompts=config.prompts,
        judge=summary.judge,
        leaderboard=summary.judge.leaderboard,
        langs=config.langs,
        arms=config.arms,
        preset=config.preset,
        limit=config.limit,
        repeats=config.repeats,
        seed=config.seed,
        retriever=config.retriever,
        k=config.k,
        # One for each row's letter: leave-one-out trials are in no figure here.
        trials=len(outcomes),
        results=summary.results,
        attribution=summary.attribution,
        excluded=excluded(outcomes),
        flagged=len(summary.flagged),
        usage=summary.usage,
        judge_usage=summary.judge_usage,
        log=LogDigests(answers=_digest(folder / "answers.jsonl"), votes=_digest(folder / "votes.jsonl")),
        items=_tags(run, outcomes),
        rows=_rows(outcomes),
        judging=config.judging,
        canaries=config.canaries,
    )


def file_name(manifest: Manifest) -> str:
    """A file name that no other model, dataset or configuration has; the model's full name is inside the file."""
    config = manifest.config
    return f"{slug(config.model.spec)}-{slug(config.dataset.name)}-{manifest.digest[:8]}.json"


def excluded(outcomes: Iterable[Outcome]) -> dict[str, int]:
    """`OUTCOME/STAGE/REASON` to the number of trials that no rate counts, by name; {} where every trial is scored."""
    counts = Counter(f"{o.outcome}/{o.stage}/{o.reason}" for o in outcomes if not o.scored)
    return dict(sorted(counts.items()))


def _refuse_incomplete(folder: Path, summary: Summary, outcomes: Sequence[Outcome]) -> None:
    if summary.complete:
        return
    passing = sum(o.transient for o in outcomes)
    raise LogError(
        f"{folder} is not complete (trials without an outcome: {summary.missing}; failed in a way that may pass: "
        f"{passing}). Run the same `bench run` command again to finish it, then submit."
    )


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}.") from error


def _tags(run: RunLog, outcomes: Iterable[Outcome]) -> tuple[ItemTags, ...]:
    used = {(o.lang, o.item) for o in outcomes}
    return tuple(
        ItemTags(id=i.id, lang=i.lang, kind=i.kind, aspects=i.aspects, base=i.base, cluster=i.cluster)
        for i in sorted(run.items, key=lambda i: (i.lang, i.id))
        if (i.lang, i.id) in used
    )


def _rows(outcomes: Iterable[Outcome]) -> tuple[Row, ...]:
    letters: dict[tuple[Lang, str, int], dict[Arm, str]] = defaultdict(dict)
    canaries: dict[tuple[Lang, str, int], list[Arm]] = defaultdict(list)
    for o in outcomes:
        letters[o.lang, o.item, o.repeat][o.arm] = o.letter
        if o.canary:
            canaries[o.lang, o.item, o.repeat].append(o.arm)
    return tuple(
        Row(item=key[1], lang=key[0], repeat=key[2], arms=arms, canary=tuple(canaries[key]))
        for key, arms in sorted(letters.items())
    )
