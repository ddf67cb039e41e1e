"""What a run still has to ask: its trials, minus its log, minus what runs beside it have paid for.

Everyone who wants to know asks here: the estimate, the server that is started only where there is work, the run
itself, and the driver of a cluster. Guarantees: what is due is decided by the keys of calls alone; nothing is called
and nothing but logs and their index (`bench.campaign.call_index`) is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from bench.arms import arm_of
from bench.campaign.call_index import CallIndex
from bench.campaign.call_log import CallLog
from bench.campaign.configure import PreparedRun
from bench.campaign.judging import panelist
from bench.clients import Reply, Request, Unconnected
from bench.dataset.as_shown import item_of
from bench.judge import LlmClassifier, Panelist, RuleClassifier, Voter, voters
from bench.plan import PreparedTrial, Prompter, Trial, TrialId
from bench.records import Answer, Call, Item, Lang, Vote
from bench.records.panel import Intent, Probe
from bench.retrieval import Retriever, RetrieverSpec, ready
from bench.retrieval.choose import Corpora, without_calls
from bench.retrieval.vectors import NAME, VectorCache
from bench.run_folder import ANSWERS, INTENTS, PROBES, VOTES
from bench.stage import Stop

KEPT = 100_000_000
"""Characters of prompts that are kept in memory. Further trials are prepared again when they are wanted again."""
EMBEDDING_CALLS = 4
"""Calls for embeddings in flight at once, at most: each carries many texts."""
C = TypeVar("C", bound=Call)


@dataclass(frozen=True, slots=True)
class JudgeCall:
    """One call of a judge about one answer: in which log it stands, under which key, and who makes it."""

    log: CallLog[Vote] | CallLog[Intent]
    key: str
    judge: int
    """Number of the judge on the panel; the classifier of two-stage judging is the first."""
    asks: Voter | LlmClassifier | RuleClassifier

    @property
    def made(self) -> bool:
        """Whether it need not be made."""
        return self.key in self.log


class Due:
    """The calls of one run: which are logged, which are taken over from an earlier run, which must be made.

    The logs are read when they are first asked for, and again when they are opened for writing if another process has
    changed them meanwhile.
    """

    def __init__(self, run: PreparedRun) -> None:
        self.run = run
        siblings = Siblings(run)
        self.answers = CallLog(run.folder / ANSWERS, Answer, partial(siblings.calls, ANSWERS, Answer))
        self.intents = CallLog(run.folder / INTENTS, Intent, partial(siblings.calls, INTENTS, Intent))
        self.votes = CallLog(run.folder / VOTES, Vote, partial(siblings.calls, VOTES, Vote))
        self.probes = CallLog(run.folder / PROBES, Probe, partial(siblings.calls, PROBES, Probe))
        self.two_stage = run.config.judging == "two-stage"
        self._kept: dict[TrialId, PreparedTrial] = {}
        self._room = KEPT

    @property
    def logs(self) -> tuple[CallLog[Answer] | CallLog[Intent] | CallLog[Vote], ...]:
        """The logs of this run, in the order in which one record leads to the next."""
        return (self.answers, self.intents, self.votes) if self.two_stage else (self.answers, self.votes)

    # ---- prompts ----

    @property
    def to_embed(self) -> list[str]:
        """Texts without an embedding. As long as there are any, trials with retrieval cannot be prepared."""
        return self._retrieval[1]

    def can_prepare(self, trial: Trial) -> bool:
        """Whether the prompt of a trial is known without a call."""
        return not (arm_of(trial.arm).retrieval and self.to_embed)

    def prepare(self, trial: Trial) -> PreparedTrial:
        """The trial with its prompt and key; see `can_prepare`."""
        prepared = self._kept.get(trial.trial_id)
        if prepared is None:
            prepared = self._prompter.prepare(trial)
            size = sum(len(message.content) for message in prepared.messages)
            if self._room >= size:
                self._room -= size
                self._kept[trial.trial_id] = prepared
        return prepared

    async def embed(self, stop: Stop, tell: Callable[[str], None]) -> None:
        """Make every trial ready to be prepared, by calls for embeddings where some are missing.

        Raises as `bench.retrieval.ready` does. `tell` is given a sentence where texts are being embedded.
        """
        run = self.run
        if run.retriever.model is not None:
            calls = min(run.concurrency, EMBEDDING_CALLS)
            retrievers = await ready(
                *self._retrieved, concurrency=calls, pacing=run.pacing, sleep=stop.sleep, tell=tell
            )
            self._retrieval = retrievers, []
            self.__dict__.pop("_prompter", None)
        assert self._prompter

    @cached_property
    def _retrieval(self) -> tuple[Mapping[Lang, Retriever] | None, list[str]]:
        """The retrievers from what is on disk; None with the texts that would have to be embedded first."""
        return without_calls(*self._retrieved)

    @property
    def _retrieved(self) -> tuple[RetrieverSpec, Corpora, list[Item], list[Item], VectorCache]:
        """The retriever, the corpora, all items, the items that are ranked, and the embeddings kept so far."""
        run = self.run
        return (
            run.retriever,
            {lang: data.corpus for lang, data in run.dataset.langs.items()},
            [item for data in run.dataset.langs.values() for item in data.items],
            list({(t.item.lang, t.item.id): t.item for t in run.trials if arm_of(t.arm).retrieval}.values()),
            VectorCache(run.folder.parent / NAME),
        )

    @cached_property
    def _prompter(self) -> Prompter:
        run = self.run
        return Prompter(run.config, run.dataset, run.model, run.endpoint.wire, self._retrieval[0] or {})

    @cached_property
    def _judges(self) -> list[Panelist]:
        return [panelist(judge, _Nobody(), two_stage=self.two_stage) for judge in self.run.judges]

    @cached_property
    def _classifier(self) -> LlmClassifier | RuleClassifier:
        primary = self.run.judges[0]
        return LlmClassifier(primary.model, primary.endpoint, _Nobody()) if primary else RuleClassifier()

    def shown(self, answer: Answer) -> Item | None:
        """The item of an answer as it was shown (bench.dataset.as_shown): what the judges are asked about."""
        return item_of(answer, self._items)

    @cached_property
    def _items(self) -> dict[tuple[Lang, str], Item]:
        return {(item.lang, item.id): item for data in self.run.dataset.langs.values() for item in data.items}

    # ---- calls ----

    def unanswered(self) -> Iterator[Trial]:
        """Trials whose answer must be asked for, in order. One that cannot be prepared yet counts as one."""
        return (t for t in self.run.trials if not self.can_prepare(t) or self.prepare(t).key not in self.answers)

    @property
    def more_than_logged(self) -> bool:
        """Whether there are more trials than answers to take: some are then due, whichever they are. No prompt is
        built to know it; False says nothing."""
        return len(self.run.trials) > len({*self.answers.settled, *self.answers.earlier})

    def judge_calls(self) -> Iterator[JudgeCall]:
        """The calls of judges about the answers that are there, made or not."""
        for trial in filter(self.can_prepare, self.run.trials):
            answer = self.answers.get(self.prepare(trial).key)
            if answer is not None and answer.text is not None:
                yield from self.judging(answer)

    def judges_at_work(self) -> list[tuple[int, Panelist]]:
        """Those of the panel that have, or may get, a call to make, with their numbers: all while an answer is due."""
        if self.more_than_logged or next(self.unanswered(), None) is not None:
            return list(enumerate(self._judges))
        at_work = {call.judge for call in self.judge_calls() if not call.made}
        return [(number, judge) for number, judge in enumerate(self._judges) if number in at_work]

    def judging(self, answer: Answer) -> Iterator[JudgeCall]:
        """The calls of judges about an answer that has a text, as far as they are known: classification first.

        Where an answer has not been classified yet, it is taken to be an attempt. What the rival of a contradictory
        item alone answers is not judged. The model of a cascade is asked where the rules, which are read here, leave
        the answer to it, or the audit has drawn it.
        """
        item = self.shown(answer)
        if item is None:
            return
        if self.two_stage:
            key = self._classifier.key(item, answer)
            yield JudgeCall(self.intents, key, 0, self._classifier)
            intent = self.intents.get(key)
            if not (intent.to_be_graded(item.kind) if intent else item.answerable):
                return
        for number, judge in enumerate(self._judges):
            for voter in voters(judge, item, answer):
                yield JudgeCall(self.votes, voter.key(item, answer), number, voter)


class Siblings:
    """The runs beside this one with the same model and data. None with `fresh`.

    A key holds model, parameters, prompt, item, arm and repeat, so a call of another run in the same folder of runs is
    the same call: a trial with --limit, a run with fewer repeats or another judge. Such records are copied into the
    new run's log, which stays whole by itself. The rules of what may be taken over stand here and nowhere else.
    Only a success is taken over, and only from the address that this run asks: one name at two addresses may be two
    models.
    """

    def __init__(self, run: PreparedRun) -> None:
        self._run = run

    def calls(self, name: str, shape: type[C]) -> Mapping[str, C]:
        """What their logs called `name` have paid for. The rule judge is no model: it is free and never taken over."""
        if self._run.fresh:
            return {}
        # None is a server that the suite starts itself, on another port each time.
        addresses = {m.spec: None if e.name == "vllm" and not e.given else e.base_url for m, e in self._run.models}

        def taken(model: str, endpoint: str) -> bool:
            return model in addresses and _same_address(endpoint, addresses[model])

        return self._index.calls([folder / name for folder in self._folders], shape, taken)

    @cached_property
    def _index(self) -> CallIndex:
        return CallIndex(self._run.folder.parent)

    @cached_property
    def _folders(self) -> list[Path]:
        return self._index.alike(self._run.config, self._run.folder)


def _same_address(seen: str, wanted: str | None) -> bool:
    return seen == wanted if wanted is not None else urlsplit(seen).hostname in {"127.0.0.1", "localhost"}


class _Nobody(Unconnected):
    """The client of judges that are asked for their prompts and keys alone."""

    async def complete(self, request: Request) -> Reply:
        raise AssertionError(f"{request.model} is not called to say what is due")
