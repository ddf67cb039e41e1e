"""Judging a run that has its answers: missing votes, a further judge, or the same judges once more.

Guarantees: no answer is ever generated again, and no vote that came back with a usable verdict is cast again; one
without is where that is asked (`invalid`), under the same key, and the log keeps both. The run's own configuration
stays as it is frozen in its manifest: its panel, their parameters and their prompts. A further judge goes into
panel.json beside it, and its votes count in no result of the run.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from bench import prompts
from bench.call_record import now
from bench.campaign.configure import RULE_REF, model_ref, resolve_judge
from bench.campaign.connections import Connections
from bench.campaign.execute import signals
from bench.campaign.intents import Intents
from bench.campaign.judging import VOTE_TIMEOUT_S, Asked, Limits, judging_roles, open_classifier, open_judge
from bench.clients import Pacing
from bench.clients.limits import concurrency_within_limits
from bench.config import require_key, resolve
from bench.errors import ConfigError, UsageError
from bench.judge import Judge, JudgePrompt
from bench.judge.rule import SPEC as RULE
from bench.log import RunLock, Writer, read, write_whole
from bench.records import Answer, Item, Lang, Manifest, ModelRef, Vote
from bench.records.panel import AddedJudge, AddedJudges, Intent
from bench.run_folder import INTENTS, PANEL, VOTES, read_added_judges
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
    concurrency: int = 32
    vote_timeout_s: float = VOTE_TIMEOUT_S
    pacing: Pacing = field(default_factory=Pacing)


class Watcher(Protocol):
    """Watches the judging. Called in the event loop, so quick; must not raise."""

    def started(self, answers: int, votes: int) -> None: ...

    def voted(self, vote: Vote, *, fresh: bool) -> None: ...

    def notice(self, text: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Job:
    """One vote that is due: by whom, on what, with which stored prompt, and whether it is a re-grade."""

    judge: Judge
    item: Item
    answer: Answer
    stored: JudgePrompt | None
    regrade: int = 0


def rejudge(asked: Rejudging, watcher: Watcher) -> int:
    """Cast every vote that is due, and return how many were cast.

    Raises UsageError where the request makes no sense, ConfigError where a prompt is no longer the frozen one, and
    otherwise what a run raises; then the log holds everything that came back and the same command goes on.
    """
    if sum([asked.backfill, asked.judge is not None, asked.consistency is not None]) != 1:
        raise UsageError("Say what the judges are to do: one of --backfill, --judge JUDGE or --consistency N.")
    if asked.invalid and not asked.backfill:
        raise UsageError("--invalid says which votes --backfill casts: give both.")
    with RunLock(asked.folder):
        panel = _panel(asked)
        for judge in panel:
            if judge:
                require_key(judge[1])
        if asked.judge is not None:
            _enter(asked, panel[0])
        return asyncio.run(_judging(asked, panel, watcher))


async def _judging(asked: Rejudging, panel: Sequence[Asked], watcher: Watcher) -> int:
    stop, config = Stop(), asked.manifest.config
    concurrency, limited = concurrency_within_limits(asked.concurrency)
    if limited:
        watcher.notice(limited)
    limits: Limits = {"concurrency": concurrency, "timeout_s": asked.vote_timeout_s}
    async with AsyncExitStack() as clients:
        connections = Connections(asked, stop, clients)
        judges = [await open_judge(one, connections, config, **limits) for one in panel]
        primary = _reached(config.judges[0], asked) if config.judging == "two-stage" else None
        classifier = await open_classifier([primary], connections, config, **limits)
        with ExitStack() as logs, signals(stop, watcher.notice):
            intents = Intents(asked.folder, classifier, logs, {}, lambda _: None) if classifier else None
            cast = await _Sitting(asked, judges, intents, logs, watcher, stop).run(concurrency)
    if stop.reason:
        raise stop.reason
    return cast


class _Sitting:
    """Judges at work on one log."""

    def __init__(
        self,
        asked: Rejudging,
        judges: Sequence[Judge],
        intents: Intents | None,
        logs: ExitStack,
        watcher: Watcher,
        stop: Stop,
    ) -> None:
        self._asked, self._judges, self._intents = asked, judges, intents
        self._llm_classifier = asked.manifest.config.judges[0].spec != RULE
        self._watcher, self._stop = watcher, stop
        self._log: Writer[Vote] = logs.enter_context(Writer(asked.folder / VOTES))
        self._items = {(item.lang, item.id): item for item in asked.items}
        self._votes_on: defaultdict[str, list[Vote]] = defaultdict(list)
        for vote in read(asked.folder / VOTES, Vote).records.values():
            self._votes_on[vote.answer_key].append(vote)
        self._cast = 0

    async def run(self, workers: int) -> int:
        to_grade = await self._to_grade(workers)
        if self._asked.consistency is not None:
            to_grade = sample(to_grade, self._asked.consistency, self._asked.manifest.config.seed)
        jobs = [job for item, answer in to_grade for judge in self._judges for job in self._due(judge, item, answer)]
        self._watcher.started(0, len(jobs))
        if self._asked.backfill:
            self._tell_of_invalid(to_grade, len(jobs))
        await Pool(self._vote, self._done, workers).run(jobs, self._stop)
        return self._cast

    async def _to_grade(self, workers: int) -> list[tuple[Item, Answer]]:
        """The answers that judges are asked about, in the seeded order of grading."""
        given = [(self._items[a.lang, a.item], a) for a in self._asked.answers if a.text is not None]
        given.sort(key=lambda pair: grading_place(pair[1], self._asked.manifest.config.seed))
        if self._intents is None:
            return given
        said: dict[str, Intent] = {}
        stored = {i.answer_key: i for i in read(self._asked.folder / INTENTS, Intent).records.values() if i.messages}

        async def classify(pair: tuple[Item, Answer]) -> Intent:
            assert self._intents is not None
            old = stored.get(pair[1].key)
            if old is None and self._llm_classifier:
                self._refuse_changed("intent", pair[0].lang)
            return await self._intents.of(*pair, JudgePrompt(old.messages, old.prompt_hash) if old else None)

        def note(pair: tuple[Item, Answer], intent: Intent) -> None:
            said[pair[1].key] = intent

        await Pool(classify, note, workers).run(given, self._stop)
        return [(item, a) for item, a in given if a.key in said and said[a.key].to_be_graded(item.kind)]

    def _due(self, judge: Judge, item: Item, answer: Answer) -> Iterable[Job]:
        again = self._asked.consistency is not None
        own = {v.round: v for v in self._votes_on[answer.key] if v.model == judge.spec}
        for regrade in range(1, ROUNDS + 1) if again else (0,):
            vote = own.get(regrade)
            if vote is None or vote.failure is not None or (self._asked.invalid and self._in_vain(vote)):
                yield Job(judge, item, answer, self._stored(judge, item, answer, vote), regrade)

    def _in_vain(self, vote: Vote) -> bool:
        """Whether a model came back with nothing usable. The rule judge would say the same of the same answer."""
        return vote.key in self._asked.unusable and vote.model != RULE

    def _tell_of_invalid(self, graded: Iterable[tuple[Item, Answer]], due: int) -> None:
        """Say which invalid votes stay as they are, and what casts them again."""
        specs = {judge.spec for judge in self._judges}
        cast = [v for _, a in graded for v in self._votes_on[a.key] if v.model in specs and v.round == 0]
        models = sum(self._in_vain(vote) for vote in cast)
        rule = sum(vote.key in self._asked.unusable for vote in cast) - models
        if self._asked.invalid and rule:
            self._watcher.notice(f"votes without a usable verdict by the rule judge, who would say the same: {rule}")
        if not self._asked.invalid and models and not due:
            self._watcher.notice(
                f"votes that came back without a usable verdict: {models}. They stay; to cast them again as well, "
                "for example after the judge was mended, add --invalid."
            )

    def _stored(self, judge: Judge, item: Item, answer: Answer, earlier: Vote | None) -> JudgePrompt | None:
        """The prompt of the vote that is cast again, else one that this judge was shown of the same answer, else
        another judge's."""
        if judge.spec == RULE:
            return None
        if earlier is not None and earlier.messages:
            return JudgePrompt(earlier.messages, earlier.prompt_hash)
        shown = [vote for vote in self._votes_on[answer.key] if vote.messages]
        best = next((vote for vote in shown if vote.model == judge.spec), shown[0] if shown else None)
        if best is not None:
            return JudgePrompt(best.messages, best.prompt_hash)
        two_stage = self._asked.manifest.config.judging == "two-stage"
        self._refuse_changed("verdict" if two_stage else "judge", item.lang)
        return None

    def _refuse_changed(self, role: str, lang: Lang) -> None:
        """Without a stored prompt today's template may stand in, but only if it is still the frozen one."""
        name = f"{role}.{lang}"
        frozen = _frozen(self._asked, name)
        if frozen is not None and frozen != prompts.load(role, lang).fingerprint:
            raise ConfigError(
                f"The prompt {name}.md is no longer the one that {self._asked.manifest.run} was judged with "
                f"(fingerprint {frozen} then), and no vote on some answers has it stored. Restore that file, or judge "
                "again in a new run: the same `bench run` command takes the answers over without asking for them."
            )

    async def _vote(self, job: Job) -> Vote:
        return await job.judge.vote(job.item, job.answer, job.stored, regrade=job.regrade)

    def _done(self, job: Job, vote: Vote) -> None:
        del job
        self._log.append(vote)
        self._cast += 1
        self._watcher.voted(vote, fresh=True)


def grading_place(answer: Answer, seed: int) -> str:
    """Where an answer stands in the order of grading: by seed, item, arm and repeat, the same for every system."""
    place = f"grading|{seed}|{answer.item}|{answer.lang}|{answer.arm}|{answer.repeat}"
    return hashlib.sha256(place.encode()).hexdigest()


def sample(pairs: Sequence[tuple[Item, Answer]], size: int, seed: int) -> list[tuple[Item, Answer]]:
    """`size` answers (all, where there are fewer), the same trials for every system. Raises UsageError below 1."""
    if size < 1:
        raise UsageError(f"--consistency is {size}; it must be at least 1.")
    return sorted(pairs, key=lambda pair: grading_place(pair[1], seed))[:size]


def _panel(asked: Rejudging) -> list[Asked]:
    """The judges that are asked: the further one alone, or everyone who has a part in this run."""
    if asked.judge is not None:
        return [resolve_judge(asked.judge, base_url=asked.base_url)]
    added = [entry.judge for entry in read_added_judges(asked.folder).judges]
    return [_reached(ref, asked) for ref in (*asked.manifest.config.judges, *added)]


def _reached(ref: ModelRef, asked: Rejudging) -> Asked:
    """A judge of the run with the parameters that are frozen in it, at the address where it was last asked."""
    if ref.spec == RULE:
        if ref.params != RULE_REF.params:
            raise ConfigError(
                f"{asked.manifest.run} was judged by another version of the rules ({ref.params} then, "
                f"{RULE_REF.params} now): judge again in a new run, which takes the answers over."
            )
        return None
    votes = read(asked.folder / VOTES, Vote).records.values()
    intents = read(asked.folder / INTENTS, Intent).records.values()
    addresses = [call.endpoint for call in (*intents, *votes) if call.model == ref.spec and call.endpoint]
    model, endpoint = resolve(ref.alias or ref.spec, base_url=addresses[-1] if addresses else asked.base_url)
    return replace(model, params=ref.params), endpoint


def _enter(asked: Rejudging, judge: Asked) -> None:
    """Write the further judge into panel.json, where it does not stand there already with the same settings."""
    ref = model_ref(judge[0]) if judge else RULE_REF
    if any(ref.spec == member.spec for member in asked.manifest.config.judges):
        raise UsageError(
            f"{ref.spec} is on the panel of {asked.manifest.run} already: --backfill casts the votes that it owes."
        )
    entered = read_added_judges(asked.folder).judges
    earlier = next((entry.judge for entry in entered if entry.judge.spec == ref.spec), None)
    if earlier is None:
        roles = [role for role in judging_roles(asked.manifest.config.judging, [judge]) if role != "intent"]
        langs = asked.manifest.config.langs
        frozen = {f"{role}.{lang}": prompts.load(role, lang).fingerprint for role in roles for lang in langs}
        entry = AddedJudge(judge=ref, prompts=frozen, added=now())
        write_whole(asked.folder / PANEL, AddedJudges(judges=(*entered, entry)))
    elif earlier.params != ref.params:
        raise ConfigError(
            f"{ref.spec} was added to {asked.manifest.run} with other parameters ({earlier.params!r}; now "
            f"{ref.params!r}). Its votes would not be comparable: restore those, or judge in a new run."
        )


def _frozen(asked: Rejudging, name: str) -> str | None:
    """The fingerprint of a template as the run froze it; None where neither it nor a further judge used it."""
    added = (entry.prompts.get(name) for entry in read_added_judges(asked.folder).judges)
    return asked.manifest.config.prompts.get(name) or next((found for found in added if found), None)
