"""Scoring: from a run's log to its summary. Free, offline, and the same every time for the same log and dataset.

Guarantees: no clock, no network but what the dataset itself needs, nothing random that is not seeded; a trial that
cannot be scored is in `exclusions` or in `missing`, never in a rate.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import log, panel
from bench.dataset import load
from bench.dataset.rechunk import as_asked
from bench.errors import DataError, LogError
from bench.metrics import canaries, citations, crag, failures, faithfulness, insight, left_out, panel_report, retrieval
from bench.metrics import engine as servers
from bench.metrics.arm import results
from bench.metrics.usage import usage_of
from bench.outcomes import Outcome, outcome
from bench.records import (
    Answer,
    Arm,
    Call,
    Exclusion,
    Item,
    JudgeSummary,
    Kind,
    Lang,
    Manifest,
    RunConfig,
    Summary,
    Vote,
)
from bench.records.claims import ClaimCall
from bench.records.panel import NOBODY_ADDED, AddedJudges, Intent
from bench.run_digests import run_digests
from bench.run_folder import ANSWERS, CLAIMS, INTENTS, SUMMARY, VOTES, read_added_judges, read_engine_log, read_manifest
from bench.schema import validate

Items = Mapping[tuple[Lang, str], Item]
VotesByAnswer = dict[str, dict[str, Vote]]

RULE = "rule"
"""The spec of the rule judge."""


@dataclass(frozen=True)
class RunLog:
    """What a run folder holds. `notices`: what the reader should be told about damaged lines."""

    manifest: Manifest
    items: tuple[Item, ...]
    answers: tuple[Answer, ...]
    votes: tuple[Vote, ...]
    notices: tuple[str, ...] = ()
    intents: tuple[Intent, ...] = ()
    """Two-stage judging only."""
    added: AddedJudges = NOBODY_ADDED
    """Judges that voted after the run was finished; they count in no result."""
    claims: tuple[ClaimCall, ...] = ()
    """What `bench claims` has asked a judge model about the answers."""
    corpora: citations.Corpora | None = None
    """The chunks of each language by id, to look up what answers cite."""


def score(folder: Path, tell: Callable[[str], None] = lambda _: None) -> Summary:
    """Score a run and write its summary.json. `tell` is given one sentence for each thing worth knowing.

    Raises LogError where the folder is no run or its log does not belong to its manifest, and DataError where the
    dataset cannot be read or is not, to the byte, the one that was run.
    """
    digests = run_digests(folder)
    run = read_run(folder)
    for notice in run.notices:
        tell(notice)
    summary = score_run(run)
    summary = summary.model_copy(update={"log": digests, "engine": servers.section(read_engine_log(folder))})
    validate(json.loads(summary.model_dump_json()), Summary, SUMMARY)
    log.write_whole(folder / SUMMARY, summary)
    return summary


def read_run(folder: Path) -> RunLog:
    """Manifest, log and dataset of a run. Raises as `score` does. A log without lines is an empty log."""
    manifest = read_manifest(folder)
    asked = manifest.config
    dataset = as_asked(load(asked.data, asked.langs), asked)
    if dataset.sha256 != asked.dataset.sha256:
        raise DataError(
            f"The dataset {asked.data} is not the one that {folder.name} was run on (sha256 {dataset.sha256[:12]}…, "
            f"then {asked.dataset.sha256[:12]}…): restore version {asked.dataset.version}, or run again on this one."
        )
    answers = log.read(folder / ANSWERS, Answer)
    votes = log.read(folder / VOTES, Vote)
    intents = log.read(folder / INTENTS, Intent)
    claims = log.read(folder / CLAIMS, ClaimCall)
    notices = []
    for name, torn, malformed in (
        (ANSWERS, answers.torn, answers.malformed),
        (VOTES, votes.torn, votes.malformed),
        (INTENTS, intents.torn, intents.malformed),
        (CLAIMS, claims.torn, claims.malformed),
    ):
        if torn:
            notices.append(f"{name} ends in a half-written line, which does not count.")
        notices.extend(f"{fault}; the line does not count." for fault in malformed)
    return RunLog(
        manifest=manifest,
        items=tuple(item for lang in asked.langs for item in dataset.langs[lang].items),
        answers=tuple(answers.records.values()),
        votes=tuple(votes.records.values()),
        notices=tuple(notices),
        intents=tuple(intents.records.values()),
        added=read_added_judges(folder),
        claims=tuple(claims.records.values()),
        corpora={lang: dataset.langs[lang].corpus for lang in asked.langs},
    )


def score_run(run: RunLog) -> Summary:
    """The summary of a run that has been read. Raises as `score_records` does."""
    return score_records(
        run.manifest, run.items, run.answers, run.votes, run.intents, run.added, run.claims, run.corpora
    )


def score_records(
    manifest: Manifest,
    items: Iterable[Item],
    answers: Iterable[Answer],
    votes: Iterable[Vote],
    intents: Iterable[Intent] = (),
    added: AddedJudges = NOBODY_ADDED,
    claims: Iterable[ClaimCall] = (),
    corpora: citations.Corpora | None = None,
) -> Summary:
    """The summary of a log. Records in the order of the log; where two are of one trial, the later one counts.

    Without `corpora` citations are not looked up. Raises LogError, with every fault, where an answer is not one of
    the manifest's trials.
    """
    by_id = {(item.lang, item.id): item for item in items}
    votes = list(votes)
    every, counting = _counting(manifest, by_id, answers, votes)
    # Leave-one-out trials are in the counts of what was called, and in no figure but their own.
    trials, left = left_out.parted(every, by_id)
    said = {intent.answer_key: intent for intent in intents}
    judges = [judge.spec for judge in manifest.config.judges]
    outcomes = _decided(manifest, by_id, trials, counting, said, judges)
    by_arm, attribution = results(outcomes, manifest.config.langs, manifest.config.arms)
    without = _decided(manifest, by_id, left, counting, said, judges)
    decided = sorted([*outcomes, *without], key=lambda o: o.place)
    missing = manifest.trials - len(decided)

    def decide(some: Sequence[str]) -> list[Outcome]:
        return _decided(manifest, by_id, trials, counting, said, some)

    cast_votes = [v for a in every for j in judges if (v := counting.get(a.key, {}).get(j))]
    complete = missing == 0 and not any(o.transient for o in decided)
    return Summary(
        run=manifest.run,
        digest=manifest.digest,
        complete=complete,
        missing=missing,
        model=manifest.config.model,
        dataset=manifest.config.dataset,
        config=manifest.config,
        results=by_arm,
        attribution=attribution,
        exclusions=tuple(_exclusion(o) for o in decided if not o.scored),
        flagged=_flagged(trials, by_id),
        usage=usage_of(every, (manifest.config.model,)),
        judge_usage=usage_of([*cast_votes, *(said[a.key] for a in every if a.key in said)], manifest.config.judges),
        judge=_judge_summary(manifest, complete, every, by_id, cast_votes),
        suite_version=manifest.suite_version,
        panel=panel_report.report(manifest.config, by_id, trials, votes, said, added, decide),
        canaries=canaries.report(manifest.config, by_id, trials, outcomes),
        failures=failures.report(manifest.config, by_id, trials, counting, outcomes),
        retrieval=retrieval.section(manifest.config, by_id.values(), trials),
        citations=citations.section(manifest.config, by_id, trials, outcomes, corpora),
        faithfulness=faithfulness.section(manifest.config, by_id, trials, list(claims)),
        crag=crag.section(manifest.config, by_id, trials, counting, outcomes, decide),
        insight=insight.report(manifest.config, by_id, trials, outcomes, without),
    )


def outcomes_of(run: RunLog) -> list[Outcome]:
    """The outcome of every trial that has one, by language, item, arm and repeat, but for leave-one-out trials.

    Raises as `score_records` does.
    """
    by_id = {(item.lang, item.id): item for item in run.items}
    every, counting = _counting(run.manifest, by_id, run.answers, run.votes)
    trials, _ = left_out.parted(every, by_id)
    said = {intent.answer_key: intent for intent in run.intents}
    return _decided(run.manifest, by_id, trials, counting, said, [judge.spec for judge in run.manifest.config.judges])


def calls_of(run: RunLog) -> list[tuple[Answer, list[Call]]]:
    """Every answer that counts, with the calls that judged it: the counting votes of the panel, and its intent.

    Raises as `score_records` does.
    """
    by_id = {(item.lang, item.id): item for item in run.items}
    every, counting = _counting(run.manifest, by_id, run.answers, run.votes)
    said = {intent.answer_key: intent for intent in run.intents}
    judges = [judge.spec for judge in run.manifest.config.judges]
    found: list[tuple[Answer, list[Call]]] = []
    for a in every:
        votes = counting.get(a.key, {})
        intents = [said[a.key]] if a.key in said else []
        found.append((a, [*(votes[j] for j in judges if j in votes), *intents]))
    return found


def not_for_leaderboard(config: RunConfig, complete: bool) -> list[str]:
    """Every reason why the results of such a run may not be ranked; none if they may."""
    reasons = {
        "rule results are not for the leaderboard": any(judge.spec == RULE for judge in config.judges),
        "the run is not complete": not complete,
        "the dataset is not an official one": not config.dataset.official,
        "a sample of the dataset was run": config.limit is not None or config.preset == "smoke",
        "built-in baselines are not ranked": config.model.weights == "none",
        "the corpus was cut into other chunks": config.chunk_tokens is not None,
        "the shuffled arm was laid out anew": config.gold_position is not None or config.distractors is not None,
        "canaries took the place of ordinary trials": config.canaries > 0,
        "another tool asked the questions": config.imported is not None,
    }
    return [reason for reason, holds in reasons.items() if holds]


def _counting(
    manifest: Manifest, items: Items, answers: Iterable[Answer], votes: Iterable[Vote]
) -> tuple[list[Answer], VotesByAnswer]:
    """The records that count: the answer of each trial, and for each answer every judge's vote.

    The newer counts where there are two, as when a run was resumed after its prompts or the rule judge had changed.
    Re-grades for consistency (round > 0) do not count.
    """
    given = list(answers)
    _refuse_strangers(manifest, items, given)
    counting: VotesByAnswer = {}
    for vote in votes:
        if vote.round == 0:
            counting.setdefault(vote.answer_key, {})[vote.model] = vote
    return list({_place(answer): answer for answer in given}.values()), counting


def _decided(
    manifest: Manifest,
    items: Items,
    trials: Iterable[Answer],
    votes: Mapping[str, Mapping[str, Vote]],
    intents: Mapping[str, Intent],
    judges: Sequence[str],
) -> list[Outcome]:
    one_call = manifest.config.judging == "one-call"
    found = (
        outcome(a, votes.get(a.key, {}), items[a.lang, a.item], judges, None if one_call else intents.get(a.key))
        for a in trials
        if one_call or a.failure is not None or a.key in intents
    )
    return sorted((o for o in found if o), key=lambda o: o.place)


def _place(answer: Answer) -> tuple[Lang, str, Arm, int]:
    return answer.lang, answer.item, answer.arm, answer.repeat


def _refuse_strangers(manifest: Manifest, items: Items, answers: Sequence[Answer]) -> None:
    config = manifest.config
    faults = []
    for a in answers:
        item = items.get((a.lang, a.item))
        if item is None:
            faults.append(f"{a.key}: item {a.item} ({a.lang}) is not in the dataset")
        elif a.kind != item.kind:
            faults.append(f"{a.key}: item {a.item} is of kind {item.kind}, not {a.kind}")
        elif a.model != config.model.spec:
            faults.append(f"{a.key}: was given by {a.model}, not by {config.model.spec}")
        elif a.arm not in config.arms or a.repeat >= config.repeats:
            faults.append(f"{a.key}: arm {a.arm}, repeat {a.repeat} was not asked for")
    if not faults and (surplus := len({_place(a) for a in answers}) - manifest.trials) > 0:
        faults.append(f"trials beyond the {manifest.trials} of the manifest: {surplus}")
    if faults:
        shown = "; ".join(faults[:10]) + (f"; and {len(faults) - 10} more" if len(faults) > 10 else "")
        raise LogError(
            f"{ANSWERS} of {manifest.run} does not belong to its manifest: {shown}. "
            "Take the foreign lines out, or start a new run folder."
        )


def _exclusion(o: Outcome) -> Exclusion:
    return Exclusion(
        item=o.item,
        lang=o.lang,
        kind=o.kind,
        arm=o.arm,
        repeat=o.repeat,
        outcome="failed" if o.outcome == "failed" else "invalid",
        stage="generate" if o.stage == "generate" else "judge",
        reason=o.reason,
    )


def _flagged(answers: Iterable[Answer], items: Items) -> dict[str, tuple[str, ...]]:
    flags: dict[str, set[str]] = {}
    for lang, item in {(a.lang, a.item) for a in answers}:
        if found := items[lang, item].flags:
            flags.setdefault(item, set()).update(found)
    return {item: tuple(sorted(flags[item])) for item in sorted(flags)}


def _judge_summary(
    manifest: Manifest,
    complete: bool,
    trials: Iterable[Answer],
    items: Items,
    votes: Sequence[Vote],
) -> JudgeSummary:
    kinds: dict[str, Kind] = {a.key: items[a.lang, a.item].kind for a in trials}
    reasons = not_for_leaderboard(manifest.config, complete)
    return JudgeSummary(
        judges=manifest.config.judges,
        votes=len(votes),
        invalid=sum(panel.read(vote, kinds[vote.answer_key]).label is None for vote in votes),
        leaderboard=not reasons,
        note="; ".join(reasons),
    )
