"""Scoring: from a run's log to its summary. Free, offline, and the same every time for the same log and dataset.

Guarantees: no clock, no network but what the dataset itself needs, nothing random that is not seeded; a trial that
cannot be scored is in `exclusions` or in `missing`, never in a rate.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench import log, panel, returned
from bench.cascade import votes_of
from bench.dataset import load
from bench.dataset.as_shown import cast_as, item_of
from bench.dataset.rechunk import as_asked
from bench.dataset.shapes import with_retrieved
from bench.errors import DataError, LogError
from bench.final_line import final_line
from bench.metrics import (
    answered_by,
    canaries,
    cascades,
    citations,
    cited,
    crag,
    failures,
    faithfulness,
    insight,
    panel_report,
    retrieval,
    shown_as,
    suspects,
)
from bench.metrics.arm import results
from bench.metrics.rankable import not_for_leaderboard
from bench.metrics.usage import engine_report, repeated, usage_of
from bench.outcomes import Outcome, ordinary, outcome, rival_alone
from bench.records import (
    Answer,
    Arm,
    Call,
    Exclusion,
    Item,
    JudgeSummary,
    Lang,
    Manifest,
    Rate,
    RunConfig,
    Summary,
    Vote,
)
from bench.records.claims import ClaimCall
from bench.records.panel import NOBODY_ADDED, AddedJudges, Intent, Probe
from bench.records.retrieval import Returned
from bench.run_digests import run_digests
from bench.run_folder import (
    ANSWERS,
    CLAIMS,
    INTENTS,
    PROBES,
    SUMMARY,
    VOTES,
    read_added_judges,
    read_engine_log,
    read_manifest,
)
from bench.schema import validate
from bench.slips import slip_of

Items = Mapping[tuple[Lang, str], Item]


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
    probes: tuple[Probe, ...] = ()
    """What judges said of answers with known verdicts before they were paid; in no figure."""
    claims: tuple[ClaimCall, ...] = ()
    """What `bench claims` has asked a judge model about the answers."""
    returned: tuple[Returned, ...] = ()
    """What the caller's own retriever has returned; () for any other."""
    corpora: citations.Corpora | None = None
    """The chunks of each language by id, to look up what answers cite."""
    displaced: tuple[Call, ...] = ()
    """Answers, votes and intents in whose place another of the same key counts; they are in no figure but spend."""


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
    summary = summary.model_copy(update={"log": digests, "engine": engine_report(read_engine_log(folder))})
    validate(json.loads(summary.model_dump_json()), Summary, SUMMARY)
    log.write_whole(folder / SUMMARY, summary)
    return summary


def read_run(folder: Path) -> RunLog:
    """Manifest, log and dataset of a run. Raises as `score` does. A log without lines is an empty log."""
    manifest = read_manifest(folder)
    config = manifest.config
    found = returned.read(folder, config.retriever)
    dataset = with_retrieved(as_asked(load(config.data, config.langs), config), returned.passages(found))
    if dataset.sha256 != config.dataset.sha256:
        raise DataError(
            f"The dataset {config.data} is not the one that {folder.name} was run on (sha256 {dataset.sha256[:12]}…, "
            f"then {config.dataset.sha256[:12]}…): restore version {config.dataset.version}, or run again on this one."
        )
    answers = log.read(folder / ANSWERS, Answer)
    votes = log.read(folder / VOTES, Vote)
    intents = log.read(folder / INTENTS, Intent)
    claims = log.read(folder / CLAIMS, ClaimCall)
    probes = log.read(folder / PROBES, Probe)
    notices = []
    replays: dict[str, log.Replay[Any]] = {
        ANSWERS: answers,
        VOTES: votes,
        INTENTS: intents,
        CLAIMS: claims,
        PROBES: probes,
    }
    for name, replay in replays.items():
        if replay.torn:
            notices.append(f"{name} ends in a half-written line, which does not count.")
        notices.extend(f"{fault}; the line does not count." for fault in replay.malformed)
    return RunLog(
        manifest=manifest,
        items=tuple(item for lang in config.langs for item in dataset.langs[lang].items),
        answers=tuple(answers.records.values()),
        votes=tuple(votes.records.values()),
        notices=tuple(notices),
        intents=tuple(intents.records.values()),
        added=read_added_judges(folder),
        claims=tuple(claims.records.values()),
        probes=tuple(probes.records.values()),
        returned=found,
        corpora={lang: dataset.langs[lang].chunks for lang in config.langs},
        displaced=(*answers.displaced, *votes.displaced, *intents.displaced),
    )


def score_run(run: RunLog) -> Summary:
    """The summary of a run that has been read. Where two records are of one trial, the later one counts.

    Without `run.corpora` citations are not looked up. Raises LogError, with every fault, where an answer is not one
    of the manifest's trials.
    """
    counting, manifest, config = _Counting.of(run), run.manifest, run.manifest.config
    # Leave-one-out trials are in the counts of what was called, and in no figure but their own.
    trials, left = insight.parted(counting.answers, counting.items)
    outcomes, without = counting.outcomes(trials), counting.outcomes(left)
    by_arm, attribution = results(outcomes, config.langs, config.arms)
    # Kinds with figures of their own are in no section about answerable and unanswerable questions.
    plain = ordinary(outcomes)
    decided = sorted([*outcomes, *without], key=lambda o: o.trial_id)
    missing = manifest.trials - len(decided)
    audits = cascades.section(config, counting.items, counting.answers, counting.votes)
    complete = missing == 0 and not any(o.transient for o in decided) and not any(audit.due for audit in audits)
    doubts = suspects.section(config, counting.items, trials, outcomes)
    judging = [*counting.panel_votes(), *counting.intents_of()]
    who = answered_by.report(config.model, config.judges, counting.answers, judging)

    def decide(some: Sequence[str]) -> list[Outcome]:
        return ordinary(counting.outcomes(trials, some))

    return Summary(
        run=manifest.run,
        digest=manifest.digest,
        complete=complete,
        missing=missing,
        model=config.model,
        dataset=config.dataset,
        config=config,
        results=by_arm,
        attribution=attribution,
        exclusions=tuple(_exclusion(o) for o in decided if not o.scored),
        flagged=_flagged(trials, counting.items),
        usage=usage_of(counting.answers, (config.model,), repeated(counting.answers, run.answers, run.displaced)),
        judge_usage=usage_of(judging, config.judges, repeated(judging, run.votes, run.intents, run.displaced)),
        judge=_judge_summary(config, complete, counting, sum(one.cut for one in who), doubts.verdicts),
        suite_version=manifest.suite_version,
        panel=panel_report.report(
            config, counting.items, trials, counting.all_votes, counting.intents, run.added, decide
        ),
        cascades=audits,
        judge_suspects=doubts,
        canaries=canaries.report(config, counting.items, trials, outcomes),
        failures=failures.report(config, counting.items, trials, counting.votes, plain, run.corpora),
        shown=shown_as.section(config, outcomes),
        retrieval=retrieval.section(config, counting.items.values(), trials),
        citations=citations.section(config, counting.items, trials, outcomes, run.corpora),
        citation_support=cited.section(config, counting.items, trials, run.claims),
        faithfulness=faithfulness.section(config, counting.items, trials, list(run.claims)),
        crag=crag.section(config, counting.items, trials, counting.votes, plain, decide),
        insight=insight.report(config, counting.items, trials, plain, without),
        answered_by=who,
    )


def outcomes_of(run: RunLog) -> list[Outcome]:
    """The outcome of every trial that has one, by language, item, arm and repeat, but for leave-one-out trials.

    Raises as `score_run` does.
    """
    counting = _Counting.of(run)
    return counting.outcomes(insight.parted(counting.answers, counting.items)[0])


def counting_votes(run: RunLog) -> list[Vote]:
    """The votes of the log that were cast on what was shown, re-grades too. Raises as `score_run` does."""
    return _Counting.of(run).all_votes


def repeated_of(run: RunLog) -> tuple[list[Call], list[Call]]:
    """The calls of the model and those of judges that were made again and count in no figure, re-grades too.

    Raises as `score_run` does.
    """
    counting = _Counting.of(run)
    judging = [*counting.panel_votes(), *counting.intents_of()]
    answers = repeated(counting.answers, run.answers, run.displaced)
    return answers, repeated(judging, run.votes, run.intents, run.displaced)


def calls_of(run: RunLog) -> list[tuple[Answer, list[Call]]]:
    """Every answer that counts, with the calls that judged it: the counting votes of the panel, and its intent.

    Raises as `score_run` does.
    """
    counting = _Counting.of(run)
    return [(a, [*counting.panel_votes(a), *counting.intents_of(a)]) for a in counting.answers]


@dataclass(frozen=True)
class _Counting:
    """The records of a run that count: the answer of each trial, and for each answer every judge's vote, by its key.

    The newer counts where there are two, as when a run was resumed after its prompts or the rule judge had changed.
    Re-grades for consistency (round > 0) do not count.
    """

    config: RunConfig
    items: Items
    answers: list[Answer]
    votes: Mapping[str, Mapping[str, Vote]]
    intents: Mapping[str, Intent]
    all_votes: list[Vote]
    """With re-grades, and of two the later one too."""

    @staticmethod
    def of(run: RunLog) -> _Counting:
        items = {(item.lang, item.id): item for item in run.items}
        _refuse_strangers(run.manifest, items, run.answers)
        all_votes = _on_what_was_shown(run, items)
        votes = panel_report.votes_by_answer(all_votes, run.manifest.config.judges)
        answers = list({_trial(answer): answer for answer in run.answers}.values())
        intents = {intent.answer_key: intent for intent in run.intents}
        return _Counting(run.manifest.config, items, answers, votes, intents, all_votes)

    @property
    def judges(self) -> list[str]:
        return [judge.spec for judge in self.config.judges]

    def outcomes(self, trials: Iterable[Answer], judges: Sequence[str] | None = None) -> list[Outcome]:
        """The outcomes that are known, by trial; without `judges`, by the whole panel."""
        panel, one_call = judges if judges is not None else self.judges, self.config.judging == "one-call"
        intents: Mapping[str, Intent] = {} if one_call else self.intents
        known = (
            self._outcome(a, panel, intents.get(a.key))
            for a in trials
            if one_call or a.failure is not None or a.key in intents or item_of(a, self.items) is None
        )
        return sorted((o for o in known if o), key=lambda o: o.trial_id)

    def _outcome(self, answer: Answer, judges: Sequence[str], intent: Intent | None) -> Outcome | None:
        own = self.items[answer.lang, answer.item]
        item = item_of(answer, self.items)
        if item is None:
            found: Outcome | None = rival_alone(answer, own)
        else:
            found = outcome(answer, self.votes.get(answer.key, {}), item, judges, intent)
        if found is None or answer.text is None:
            return found
        if item is not None:
            found = cascades.marked(found, self.config.judges, self.votes.get(answer.key, {}))
        if not own.final_line:
            return found
        slip = slip_of(own, answer.text) if found.outcome == "wrong" and found.answerable else ""
        return replace(found, slip=slip, final_line=final_line(answer.text) is not None)

    def panel_votes(self, *answers: Answer) -> list[Vote]:
        """The panel's votes on the answers given, or on all, in the order of the judges; of a cascade all that it asks
        for, the audit's too."""
        cast = (self.votes.get(a.key, {}) for a in answers or self.answers)
        return [vote for votes in cast for judge in self.config.judges for vote in votes_of(judge, votes)]

    def intents_of(self, *answers: Answer) -> list[Intent]:
        """The intents of the answers given, or of all."""
        return [self.intents[a.key] for a in answers or self.answers if a.key in self.intents]


def _on_what_was_shown(run: RunLog, items: Items) -> list[Vote]:
    """The votes of the log, but for those of an older suite that took a question for what its item is called, and not
    for what the documents shown had made it. The judges are due again on those."""
    kinds = {a.key: (a.kind, shown.kind) for a in run.answers if (shown := item_of(a, items)) is not None}
    return [v for v in run.votes if v.answer_key not in kinds or cast_as(v, *kinds[v.answer_key])]


def _trial(answer: Answer) -> tuple[Lang, str, Arm, int]:
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
    if not faults and (surplus := len({_trial(a) for a in answers}) - manifest.trials) > 0:
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
        stage=o.stage or "judge",
        reason=o.reason,
    )


def _flagged(answers: Iterable[Answer], items: Items) -> dict[str, tuple[str, ...]]:
    flags: dict[str, set[str]] = {}
    for lang, item in {(a.lang, a.item) for a in answers}:
        if noted := items[lang, item].flags:
            flags.setdefault(item, set()).update(noted)
    return {item: tuple(sorted(flags[item])) for item in sorted(flags)}


def _judge_summary(config: RunConfig, complete: bool, counting: _Counting, cut: int, suspect: Rate) -> JudgeSummary:
    kinds = {a.key: item.kind for a in counting.answers if (item := item_of(a, counting.items))}
    cast = (counting.votes.get(a.key, {}) for a in counting.answers if a.key in kinds)
    votes = [vote for by_judge in cast for judge in counting.judges if (vote := by_judge.get(judge))]
    drawn = all(counting.items[a.lang, a.item].drawn for a in counting.answers)
    reasons = not_for_leaderboard(config, complete, cut, (suspect.k, suspect.n), drawn=drawn)
    return JudgeSummary(
        judges=config.judges,
        votes=len(votes),
        invalid=sum(panel.read(vote, kinds[vote.answer_key]).label is None for vote in votes),
        leaderboard=not reasons,
        note="; ".join(reasons),
    )
