"""Judging a run that has its answers: missing votes, a further judge, or the same judges once more.

Guarantees: no answer is ever generated again, and no vote that came back with a usable verdict is cast again; one
without is where that is asked (`invalid`), under the same key, and the log keeps both. The run's own configuration
stays as it is frozen in its manifest: its panel, their parameters and their prompts. A further judge goes into
panel.json beside it, and its votes count in no result of the run.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench import prompts
from bench.call_record import now
from bench.campaign.call_log import CallLog
from bench.campaign.connections import Connections
from bench.campaign.execute import Observer, signals, until_done
from bench.campaign.judge_test import require_fit
from bench.campaign.judges import RULE_REF, judge_ref, models_of, resolve_judge
from bench.campaign.judging import Intents, Reached, ReachedJudge, judging_roles, open_panel
from bench.cascade import members
from bench.clients import Pacing
from bench.clients.limits import concurrency_within_limits
from bench.config import Registry, require_callable, resolve
from bench.dataset.as_shown import cast_as, item_of
from bench.errors import ConfigError, UsageError
from bench.judge import Cascade, Classifier, JudgePrompt, Panelist, Voter, model_of, voters
from bench.judge.probes import DOZEN
from bench.judge.rule import SPEC as RULE
from bench.kinds import kind_of
from bench.log import RunLock, write_whole
from bench.options import RunOptions
from bench.records import Answer, Item, Lang, Manifest, ModelRef, Vote
from bench.records.panel import AddedJudge, AddedJudges, Intent, Probe
from bench.run_folder import INTENTS, PANEL, PROBES, VOTES, read_added_judges
from bench.stage import Pool, Stop

ROUNDS = 3
"""How often an answer is re-graded for consistency (WRH)."""


@dataclass(frozen=True)
class Rejudging:
    """A finished or unfinished run, and what is asked of its judges. Exactly one of the three is asked.

    `backfill`: cast the votes that are missing or failed, with `invalid` also those that came back without a usable
    verdict (of models: the rule judge would say the same again). `judge`: let a further judge vote on everything.
    `consistency`: have every judge grade so many answers three times more.
    """

    folder: Path
    manifest: Manifest
    items: Sequence[Item]
    answers: Sequence[Answer]
    backfill: bool = False
    invalid: bool = False
    unusable: Collection[str] = ()
    """Keys of the votes that came back and can decide nothing. The caller, above the log, reads what votes say."""
    judge: str | None = None
    consistency: int | None = None
    base_url: str | None = None
    """Where `judge` is reached, or one of the run that has no vote in the log yet; one that has is asked where it was.
    An address in the name (NAME@URL) comes first."""
    registry: Registry | None = None
    """Where the judges are looked up; None is the registry with the user's own files."""
    concurrency: int = 32
    vote_timeout_s: float = RunOptions.vote_timeout
    pacing: Pacing = field(default_factory=Pacing)


Graded = tuple[Item, Answer]


@dataclass(frozen=True, slots=True)
class Job:
    """One vote that is due: by whom, on what, with which stored prompt, and whether it is a re-grade."""

    judge: Voter
    item: Item
    answer: Answer
    stored: JudgePrompt | None
    regrade: int = 0


def rejudge(request: Rejudging, observer: Observer) -> int:
    """Cast every vote that is due, and return how many were cast.

    Raises UsageError where the request makes no sense, ConfigError where a prompt is no longer the frozen one, and
    otherwise what a run raises; then the log holds everything that came back and the same command goes on.
    """
    if sum([request.backfill, request.judge is not None, request.consistency is not None]) != 1:
        raise UsageError("Say what the judges are to do: one of --backfill, --judge JUDGE or --consistency N.")
    if request.invalid and not request.backfill:
        raise UsageError("--invalid says which votes --backfill casts: give both.")
    if request.consistency is not None and request.consistency < 1:
        raise UsageError(f"--consistency is {request.consistency}; it must be at least 1.")
    with RunLock(request.folder):
        grading = _Grading(request, observer)
        for model, endpoint in models_of(grading.panel):
            require_callable(model, endpoint)
        if request.judge is not None:
            grading.enter(grading.panel[0])
        return until_done(grading.run)


class _Grading:
    """The judges of a run at work on its log once more."""

    def __init__(self, request: Rejudging, observer: Observer) -> None:
        self._request, self._observer, self._config = request, observer, request.manifest.config
        self._votes = CallLog(request.folder / VOTES, Vote)
        self._intents = CallLog(request.folder / INTENTS, Intent)
        self._added = read_added_judges(request.folder).judges
        self._votes_on: defaultdict[str, list[Vote]] = defaultdict(list)
        for vote in self._votes.replay.records.values():
            self._votes_on[vote.answer_key].append(vote)
        self._cast = 0
        self.panel: list[ReachedJudge]
        """The judges that are asked: the further one alone, or everyone who has a part in this run."""
        if request.judge is not None:
            self.panel = [resolve_judge(request.judge, base_url=request.base_url, registry=request.registry)]
        else:
            self.panel = [self._reached(ref) for ref in (*self._config.judges, *(a.judge for a in self._added))]

    async def run(self, stop: Stop) -> int:
        """Cast what is due, until all is cast or `stop` is set; how many votes that were."""
        request, config, tell = self._request, self._config, self._observer.notice
        concurrency, limited = concurrency_within_limits(request.concurrency)
        if limited:
            tell(limited)
        two_stage = config.judging == "two-stage"
        async with AsyncExitStack() as clients:
            executor = Connections(request.pacing, stop, clients, tell)
            primary = self._reached(config.judges[0]) if two_stage else None
            judges, classifier = await open_panel(
                self.panel, primary, executor, config, concurrency=concurrency, timeout_s=request.vote_timeout_s
            )
            with ExitStack() as files, signals(stop, tell):
                for log in (self._votes, self._intents) if two_stage else (self._votes,):
                    for text in log.open(files):
                        tell(text)
                answers = self._graded()
                if classifier:
                    answers = await self._classified(answers, classifier, concurrency, stop)
                await self._cast_all(answers, judges, concurrency, stop)
        return self._cast

    async def _cast_all(self, answers: list[Graded], judges: Sequence[Panelist], workers: int, stop: Stop) -> None:
        if self._request.consistency is not None:
            answers = answers[: self._request.consistency]
        jobs = [job for item, answer in answers for judge in judges for job in self._due(judge, item, answer)]
        self._observer.started(0, len(jobs))
        if not self._config.untested_judge:
            await self._require_fit({job.judge.spec for job in jobs}, judges, stop)
        if self._request.backfill:
            specs = {judge.model.spec if isinstance(judge, Cascade) else judge.spec for judge in judges}
            self._tell_of_invalid(answers, specs, len(jobs))
        await Pool(self._vote, self._voted, workers).run(jobs, stop)

    async def _require_fit(self, asked: Collection[str], judges: Sequence[Panelist], stop: Stop) -> None:
        """Test those models that have a vote to cast."""
        models = [model for judge in judges if (model := model_of(judge)) and model.spec in asked]
        if models:
            log = CallLog(self._request.folder / PROBES, Probe)
            tell = self._observer.notice
            await require_fit(models, self._config.langs, log, stop, workers=DOZEN, tell=tell)

    def _graded(self) -> list[Graded]:
        """The answers that have a text, in the seeded order of grading."""
        items = {(item.lang, item.id): item for item in self._request.items}
        answers = ((item_of(a, items), a) for a in self._request.answers if a.text is not None)
        return in_grading_order(((item, a) for item, a in answers if item is not None), self._config.seed)

    async def _classified(
        self, answers: list[Graded], classifier: Classifier, workers: int, stop: Stop
    ) -> list[Graded]:
        """Those of `answers` that the judges are asked about, by the intents in the log or new ones.

        A prompt that is stored is used to the letter.
        """
        stored = {i.answer_key: i for i in self._intents.replay.records.values() if i.messages}
        intents = Intents(self._intents, classifier, lambda _: None)
        to_be_graded: dict[str, bool] = {}

        async def classify(graded: Graded) -> Intent:
            earlier = stored.get(graded[1].key)
            if earlier is None and self._config.judges[0].spec != RULE:
                self._refuse_changed("intent", graded[0].lang)
            return await intents.of(*graded, _prompt_of(earlier) if earlier else None)

        def note(graded: Graded, intent: Intent) -> None:
            to_be_graded[graded[1].key] = intent.to_be_graded(graded[0].kind)

        await Pool(classify, note, workers).run(answers, stop)
        return [graded for graded in answers if to_be_graded.get(graded[1].key)]

    def _due(self, judge: Panelist, item: Item, answer: Answer) -> Iterator[Job]:
        again = self._request.consistency is not None
        cast = self._cast_on(item, answer)
        for voter in voters(judge, item, answer):
            if again and isinstance(judge, Cascade) and voter is judge.rules:
                continue  # The rules repeat themselves; only the model's steadiness is in question.
            own = {v.round: v for v in cast if v.model == voter.spec}
            for regrade in range(1, ROUNDS + 1) if again else (0,):
                vote = own.get(regrade)
                if vote is None or vote.failure is not None or (self._request.invalid and self._unusable(vote)):
                    yield Job(voter, item, answer, self._stored(voter, item, answer, vote), regrade)

    def _cast_on(self, item: Item, answer: Answer) -> list[Vote]:
        """The votes on an answer that were cast on what was shown, which is `item`."""
        return [v for v in self._votes_on[answer.key] if cast_as(v, answer.kind, item.kind)]

    def _unusable(self, vote: Vote) -> bool:
        """Whether a model came back with nothing usable. The rule judge would say the same of the same answer."""
        return vote.key in self._request.unusable and vote.model != RULE

    def _tell_of_invalid(self, answers: Iterable[Graded], specs: Collection[str], due: int) -> None:
        """Say which invalid votes stay as they are, and what casts them again."""
        cast = [v for _, a in answers for v in self._votes_on[a.key] if v.model in specs and v.round == 0]
        models = sum(self._unusable(vote) for vote in cast)
        rule = sum(vote.key in self._request.unusable for vote in cast) - models
        if self._request.invalid and rule:
            self._observer.notice(f"votes without a usable verdict by the rule judge, who would say the same: {rule}")
        if not self._request.invalid and models and not due:
            self._observer.notice(
                f"votes that came back without a usable verdict: {models}. They stay; to cast them again as well, "
                "for example after the judge was mended, add --invalid."
            )

    def _stored(self, judge: Voter, item: Item, answer: Answer, earlier: Vote | None) -> JudgePrompt | None:
        """The prompt of the vote that is cast again, else one that this judge was shown of the same answer, else
        another judge's."""
        if judge.spec == RULE:
            return None
        shown = [vote for vote in (earlier, *self._cast_on(item, answer)) if vote and vote.messages]
        if shown:
            return _prompt_of(
                shown[0] if shown[0] is earlier else next((v for v in shown if v.model == judge.spec), shown[0])
            )
        two_stage = self._config.judging == "two-stage"
        self._refuse_changed("verdict" if two_stage else kind_of(item.kind).judge_prompt, item.lang)
        return None

    def _refuse_changed(self, role: str, lang: Lang) -> None:
        """Without a stored prompt today's template may stand in, but only if it is still the one that was frozen, by
        the run or for a further judge."""
        name = f"{role}.{lang}"
        by_whom = (self._config.prompts, *(entry.prompts for entry in self._added))
        frozen = [fingerprints[name] for fingerprints in by_whom if name in fingerprints]
        if frozen and frozen[0] != prompts.load(role, lang).fingerprint:
            raise ConfigError(
                f"The prompt {name}.md is no longer the one that {self._request.manifest.run} was judged with "
                f"(fingerprint {frozen[0]} then), and no vote on some answers has it stored. Restore that file, or "
                "judge again in a new run: the same `bench run` command takes the answers over without asking for them."
            )

    async def _vote(self, job: Job) -> Vote:
        return await job.judge.vote(job.item, job.answer, job.stored, regrade=job.regrade)

    def _voted(self, job: Job, vote: Vote) -> None:
        del job
        self._votes.append(vote)
        self._cast += 1
        self._observer.voted(vote, fresh=True)

    def _reached(self, ref: ModelRef) -> ReachedJudge:
        """A judge of the run with the parameters that are frozen in it, at the address where it was last asked."""
        *rules, asked = members(ref)
        for one in (asked, *rules):
            if one.spec == RULE and one.params != RULE_REF.params:
                raise ConfigError(
                    f"{self._request.manifest.run} was judged by another version of the rules ({one.params} then, "
                    f"{RULE_REF.params} now): judge again in a new run, which takes the answers over."
                )
        if asked.spec == RULE:
            return None
        calls = (*self._intents.replay.records.values(), *self._votes.replay.records.values())
        addresses = [call.endpoint for call in calls if call.model == asked.spec and call.endpoint]
        base_url = addresses[-1] if addresses else self._request.base_url
        model, endpoint = resolve(asked.alias or asked.spec, base_url=base_url, registry=self._request.registry)
        return Reached(replace(model, params=asked.params), endpoint, after_rules=bool(rules))

    def enter(self, judge: ReachedJudge) -> None:
        """Write a further judge into panel.json, where it does not stand there already with the same settings."""
        ref, run = judge_ref(judge), self._request.manifest.run
        if any(ref.spec == member.spec for member in self._config.judges):
            raise UsageError(f"{ref.spec} is on the panel of {run} already: --backfill casts the votes that it owes.")
        earlier = next((entry.judge for entry in self._added if entry.judge.spec == ref.spec), None)
        if earlier is None:
            roles = [
                role
                for role in judging_roles(self._config.judging, [judge], {i.kind for i in self._request.items})
                if role != "intent"
            ]
            names = [(role, lang) for role in roles for lang in self._config.langs]
            frozen = {f"{role}.{lang}": prompts.load(role, lang).fingerprint for role, lang in names}
            self._added = (*self._added, AddedJudge(judge=ref, prompts=frozen, added=now()))
            write_whole(self._request.folder / PANEL, AddedJudges(judges=self._added))
        elif (earlier.params, earlier.rules) != (ref.params, ref.rules):
            raise ConfigError(
                f"{ref.spec} was added to {run} with other parameters ({earlier.params!r}{_rules(earlier)}; now "
                f"{ref.params!r}{_rules(ref)}). Its votes would not be comparable: restore those, or judge in a "
                "new run."
            )


def _rules(judge: ModelRef) -> str:
    return f", {judge.rules}" if judge.rules else ""


def in_grading_order(pairs: Iterable[Graded], seed: int) -> list[Graded]:
    """Answers in the order of grading: by seed, item, arm and repeat, the same trials first for every system."""

    def rank(graded: Graded) -> str:
        lang, item, arm, repeat = graded[1].trial_id
        return hashlib.sha256(f"grading|{seed}|{item}|{lang}|{arm}|{repeat}".encode()).hexdigest()

    return sorted(pairs, key=rank)


def _prompt_of(call: Vote | Intent) -> JudgePrompt:
    return JudgePrompt(call.messages, call.prompt_hash)
