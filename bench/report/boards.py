"""Boards: which results may stand in one ranking, who is ranked where, who is not and why.

Guarantees: a rank depends on a result's own figure alone, never on how far the field is spread; what was asked or
judged in another way, or on another release of the data, is never in one ranking. (A *group* depends on the field: see
`standings.groups`.)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from bench.arms import ARMS, HEADLINE, arm_of
from bench.cascade import members
from bench.figures import RANKING, on_boards
from bench.metrics.answered_by import is_asked_for, same_model
from bench.metrics.arm import results
from bench.metrics.rankable import MOST_EXCLUDED, NOT_OFFICIAL
from bench.outcomes import Outcome, ordinary
from bench.records import RULE, Arm, ArmResult, Lang, ModelRef, RunConfig
from bench.records.leaderboard import Board, Entry, JudgeSetting, Protocol
from bench.records.submission import ArmUsage, Submission
from bench.report.checking.head import barred
from bench.report.checking.models import as_listed
from bench.report.checking.rows import outcomes_of_rows
from bench.report.rounds import HeldRound
from bench.report.standings import crossings, dominated, groups, penalty_line, places
from bench.stats import bonferroni
from bench.text.display import slug
from bench.text.names import skeleton


@dataclass(frozen=True)
class SubmittedRun:
    """A sound submission, the name of its file, and what follows from its rows."""

    file: str
    submission: Submission
    outcomes: tuple[Outcome, ...]
    results: tuple[ArmResult, ...]
    unproven: tuple[str, ...] = ()
    """Why none of it is ranked though it is sound: what it is about is not known here (bench.report.checking)."""
    round: HeldRound | None = None
    """The sealed round whose set it is about."""

    @staticmethod
    def of(
        file: str, submission: Submission, unproven: Sequence[str] = (), round: HeldRound | None = None
    ) -> SubmittedRun:
        outcomes, config = tuple(outcomes_of_rows(submission)), submission.config
        figures = results(outcomes, config.langs, config.arms)[0]
        early = round.too_early(submission) if round else ""
        return SubmittedRun(file, submission, outcomes, figures, (*unproven, *([early] if early else [])), round)

    @property
    def sealed(self) -> bool | None:
        """Whether it was begun while the seed of its round was secret; None where its data are of no round."""
        return self.round.sealed(self.submission) if self.round else None

    def outcomes_in(self, lang: Lang, arm: Arm) -> tuple[Outcome, ...]:
        """The outcomes of one language and arm, in an order that no file's rows decide."""
        return tuple(
            sorted((o for o in ordinary(self.outcomes) if (o.lang, o.arm) == (lang, arm)), key=lambda o: o.trial_id)
        )


@dataclass(frozen=True)
class Candidate:
    """One result that a board has to place."""

    run: SubmittedRun
    result: ArmResult
    outcomes: tuple[Outcome, ...]
    entry: Entry


def boards(runs: Iterable[SubmittedRun]) -> Iterator[Board]:
    """One board for each release, selection, language, arm and protocol, the headline arm first in each language.

    Of a sealed round, what was begun before the reveal and what was begun after it have boards of their own. What a
    file says of its data besides name, version and digest (a licence) makes no board.
    """
    keyed = [(_key(run, result), run, result) for run in runs for result in run.results]
    keyed.sort(key=lambda entry: (entry[0], entry[1].file))
    for key, group in groupby(keyed, key=lambda entry: entry[0]):
        yield _board(key, [_candidate(run, result) for _, run, result in group])


def _judge_params(judge: ModelRef) -> dict[str, object]:
    """What decides a judge's verdicts besides its name; of a cascade the version of its rules too."""
    return {**judge.params, **({"rules": judge.rules} if judge.rules else {})}


def protocol(config: RunConfig, lang: Lang, arm: Arm, self_judged: bool = False) -> Protocol:
    """How the results of a run in one language and arm were asked and judged.

    `self_judged`: the model is one of its judges, so that the run is compared with its like alone (`judges_itself`).
    """
    shown = arm_of(arm)
    asked_by = {arm: {entry.prompt(final_line=line) for line in (False, True)} for arm, entry in ARMS.items()}
    unused = set().union(*asked_by.values()) - asked_by[arm]
    return Protocol(
        judges=tuple(JudgeSetting(spec=judge.spec, params=_judge_params(judge)) for judge in config.judges),
        judging=config.judging,
        self_judged=self_judged,
        prompts={
            name: fingerprint
            for name, fingerprint in sorted(config.prompts.items())
            if name.rpartition(".")[2] == lang and name.rpartition(".")[0] not in unused
        },
        seed=config.seed,
        canaries=config.canaries,
        retriever=config.retriever if shown.retrieval else None,
        k=config.k if shown.retrieval else None,
        chunk_tokens=config.chunk_tokens if shown.documents else None,
        overlap=config.overlap if shown.documents else None,
        gold_position=config.gold_position if shown.distractors else None,
        distractors=config.distractors if shown.distractors else None,
    )


def _key(run: SubmittedRun, result: ArmResult) -> tuple[str, ...]:
    s, config, data = run.submission, run.submission.config, run.submission.config.dataset
    return (
        *(data.name, data.version, data.sha256, str(data.official), str(run.sealed)),
        *(config.preset, "" if config.limit is None else f"{config.limit:09d}", result.lang),
        *("0" if result.arm == HEADLINE else "1", result.arm),
        _canonical(_without_spellings(protocol(config, result.lang, result.arm, judges_itself(s)))),
    )


def _without_spellings(p: Protocol) -> Mapping[str, Any]:
    """A protocol without the words that somebody has chosen for the same thing: they would make a board of his own."""
    judges = [[skeleton(judge.spec), _as_sent(judge.params)] for judge in p.judges]
    kind, _, name = (p.retriever or "").partition(":")
    # A run file is known by the digest of its content, whatever the file is called.
    retriever = f"trec@{name.rpartition('@')[2]}" if kind == "trec" else skeleton(p.retriever or "")
    return {**p.model_dump(mode="json"), "judges": judges, "retriever": retriever}


def judges_itself(s: Submission) -> bool:
    """Whether the model is one of its judges: by their specs, or by what one of them called itself."""
    model, judges = s.config.model.spec, [members(judge)[-1].spec for judge in s.config.judges]
    said = [word for one in s.answered_by if one.role == "judge" for word in one.models]
    return any(same_model(model, judge) for judge in judges) or any(
        is_asked_for(model.partition(":")[2], word) for word in said
    )


def _board(key: Sequence[str], candidates: Sequence[Candidate]) -> Board:
    run, result = candidates[0].run, candidates[0].result
    config = run.submission.config
    able = [c for c in candidates if not c.entry.note]
    newest = _newest(able)
    ranked = _ranked([c for c in able if newest[_model(c)] is c])
    lines = {entry.file: entry.penalty for entry in ranked}
    pairs = len(ranked) * (len(ranked) - 1) // 2
    # A round by its own name: that of its set has the seed in it, and a link should outlive the reveal.
    release = run.round.round.name if run.round else f"{config.dataset.name}-{config.dataset.version[:12]}"
    name = slug(f"{release}-{result.lang}-{result.arm}")
    return Board(
        id=f"{name}-{hashlib.sha256(json.dumps(key).encode()).hexdigest()[:8]}",
        dataset=config.dataset,
        preset=config.preset,
        limit=config.limit,
        lang=result.lang,
        arm=result.arm,
        headline=result.arm == HEADLINE,
        protocol=protocol(config, result.lang, result.arm, judges_itself(run.submission)),
        round=run.round.on_board(bool(run.sealed)) if run.round else None,
        ranked=tuple(ranked),
        not_ranked=tuple(c.entry for c in candidates if c.entry.note),
        superseded=tuple(_superseded(c, newest[_model(c)]) for c in able if newest[_model(c)] is not c),
        pairs=pairs,
        level=bonferroni(max(pairs, 1)),
        crossings=crossings(lines),
        dominated=dominated(lines),
    )


def _newest(candidates: Iterable[Candidate]) -> dict[tuple[str, ...], Candidate]:
    """The newest result of each model; of two of the same second the one whose file's name is later."""
    in_order = sorted(candidates, key=lambda c: (c.entry.date, c.entry.file))
    return {_model(c): c for c in in_order}


def _model(c: Candidate) -> tuple[str, ...]:
    """What one place on a board is for: a model as one submitter ran it. A newer file takes the place of the same
    submitter's older one and of nobody else's; without a submitter's name it takes nobody's.

    One name at another sort of address may be another model. Names that look alike are one.
    """
    entry = c.entry
    whose = skeleton(entry.submitter) or f"({entry.file})"
    return whose, skeleton(entry.spec), _canonical(_as_sent(entry.params)), str(entry.served)


def _as_sent(value: Any) -> Any:
    """A parameter's value without what is written in two ways and sent as one: 0 and 0.0, null and nothing."""
    if isinstance(value, Mapping):
        return {name: _as_sent(part) for name, part in value.items() if part is not None}
    if isinstance(value, list | tuple):
        return [_as_sent(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _superseded(c: Candidate, by: Candidate) -> Entry:
    return c.entry.model_copy(update={"note": f"superseded by {by.entry.file} of {by.entry.date[:10]}"})


def _ranked(candidates: Sequence[Candidate]) -> list[Entry]:
    """Best first; equal figures share a rank and the next one skips (1, 1, 3). Names only order equals."""
    best_first = sorted(
        candidates, key=lambda c: (-(c.entry.share(RANKING) or 0.0), c.entry.title, c.entry.spec, c.entry.file)
    )
    scores = [c.entry.share(RANKING) for c in best_first]
    pairs = len(scores) * (len(scores) - 1) // 2
    numbers = groups([c.outcomes for c in best_first], bonferroni(max(pairs, 1)))
    return [
        c.entry.model_copy(update={"rank": scores.index(c.entry.share(RANKING)) + 1, "group": number, "place": place})
        for c, number, place in zip(best_first, numbers, places(numbers), strict=True)
    ]


def _candidate(run: SubmittedRun, result: ArmResult) -> Candidate:
    outcomes = run.outcomes_in(result.lang, result.arm)
    return Candidate(run, result, outcomes, _entry(run, result, outcomes))


def unranked(result: ArmResult) -> str:
    """Why the result of one language and arm is not ranked, whatever is said of its run; empty if it is."""
    if result.share(RANKING) is None:
        empty = [name for name, rate in result.rates("categories").items() if rate.rate is None]
        return f"no overall: {', '.join(empty)} has no scored trial in this arm"
    left_out = _left_out(result)
    if left_out > MOST_EXCLUDED * result.trials:
        return f"{left_out} of {result.trials} trials are invalid or failed, more than {100 * MOST_EXCLUDED:g} %"
    return ""


def _bar(run: SubmittedRun, result: ArmResult) -> str:
    """Why this result is not ranked; empty if it is."""
    s = run.submission
    reasons = [reason for reason in barred(s) if run.round is None or reason != NOT_OFFICIAL]
    # What is submitted of a round's set says itself that it is not for the leaderboard: it does not know of the round.
    if not s.leaderboard and (reasons or run.round is None):
        return "; ".join(reasons) or "submitted as not for the leaderboard"
    return "; ".join(run.unproven) or unranked(result) or _lines_missing(s, result)


def _lines_missing(s: Submission, result: ArmResult) -> str:
    """Why a result by rule alone is not ranked: too many replies lack the final line that the rules read."""
    missing = result.rate("no_final_line")
    if any(judge.spec != RULE for judge in s.config.judges) or missing.k <= MOST_EXCLUDED * missing.n:
        return ""
    return f"{missing.k} of {missing.n} replies have no final line, more than {100 * MOST_EXCLUDED:g} %"


def _left_out(result: ArmResult) -> int:
    return result.outcomes.invalid + result.outcomes.failed


def _entry(run: SubmittedRun, result: ArmResult, outcomes: Sequence[Outcome]) -> Entry:
    s, model = run.submission, as_listed(run.submission.config.model)
    usage = next((u for u in s.arm_usage if (u.lang, u.arm) == (result.lang, result.arm)), None)
    figures: dict[str, Any] = {figure.name: getattr(result, figure.name) for figure in on_boards()}
    return Entry(
        rank=None,
        group=None,
        place=None,
        title=model.title,
        spec=model.spec,
        family=model.family,
        weights=model.weights,
        reasoning=model.reasoning,
        params=model.params,
        served=s.served,
        answered_by=_answered(s, "model"),
        judges_answered_by=_answered(s, "judge"),
        overall_ci95=result.interval(RANKING),
        penalty=penalty_line(outcomes),
        usd_per_1000=_per(usage, s, result.trials - result.outcomes.failed, 1000),
        usd_per_correct=_per(usage, s, result.outcomes.correct),
        latency_median_s=usage.usage.latency_s.median if usage else None,
        latency_p90_s=usage.usage.latency_s.p90 if usage else None,
        trials=result.trials,
        excluded=_left_out(result),
        repeats=s.config.repeats,
        judges=tuple(judge.spec for judge in s.config.judges),
        submitter=s.submitter,
        date=s.date,
        suite_version=s.suite_version,
        file=run.file,
        note=_bar(run, result),
        **figures,
    )


def _answered(s: Submission, role: str) -> tuple[str, ...]:
    """Under which names a role answered, each once."""
    return tuple(dict.fromkeys(word for one in s.answered_by if one.role == role for word in one.models))


def _per(usage: ArmUsage | None, s: Submission, count: int, times: int = 1) -> float | None:
    """Cost for each of `count`, or for `times` of them; None unless the provider of the price has answered."""
    if usage is None or usage.usage.cost_usd is None or s.served != "provider" or count == 0:
        return None
    return times * usage.usage.cost_usd / count


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
