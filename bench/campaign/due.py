"""What a run still has to ask: its trials, minus its log, minus what runs beside it have paid for.

Everyone who wants to know asks here: the estimate, the server that is started only where there is work, the run
itself, and the driver of a cluster. Guarantees: what is due is decided by the keys of calls alone; nothing is called
and nothing but logs is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from bench.arms import arm_of
from bench.campaign.call_log import CallLog
from bench.campaign.configure import PreparedRun
from bench.campaign.earlier import Siblings
from bench.campaign.retrieving import retrievers_of, retrievers_without_calls
from bench.clients import Reply, Request, Unconnected
from bench.judge import LlmClassifier, LlmJudge, RuleClassifier, RuleJudge
from bench.plan import PreparedTrial, Prompter, Trial, TrialId
from bench.records import Answer, Item, Lang, Vote
from bench.records.panel import Intent
from bench.retrieval import Retriever
from bench.run_folder import ANSWERS, INTENTS, VOTES
from bench.stage import Stop

KEPT = 5_000
"""Prepared trials that are kept in memory. Further ones are built again when they are wanted again."""


@dataclass(frozen=True, slots=True)
class JudgeCall:
    """One call of a judge about one answer: in which log it stands, under which key, and who makes it."""

    log: CallLog[Vote] | CallLog[Intent]
    key: str
    judge: int
    """Number of the judge on the panel; the classifier of two-stage judging is the first."""
    asks: LlmJudge | LlmClassifier | RuleJudge | RuleClassifier

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
        self.answers = CallLog(run.folder / ANSWERS, Answer, siblings.answers)
        self.intents = CallLog(run.folder / INTENTS, Intent, siblings.intents)
        self.votes = CallLog(run.folder / VOTES, Vote, siblings.votes)
        self.two_stage = run.config.judging == "two-stage"
        self._kept: dict[TrialId, PreparedTrial] = {}

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
            if len(self._kept) < KEPT:
                self._kept[trial.trial_id] = prepared
        return prepared

    async def embed(self, stop: Stop, tell: Callable[[str], None]) -> None:
        """Make every trial ready to be prepared, by calls for embeddings where some are missing.

        Raises as `bench.retrieval.ready` does. `tell` is given a sentence where texts are being embedded.
        """
        if self.run.retriever.model is not None:
            self._retrieval = await retrievers_of(self.run, stop, tell), []
            self.__dict__.pop("_prompter", None)
        assert self._prompter

    @cached_property
    def _retrieval(self) -> tuple[Mapping[Lang, Retriever] | None, list[str]]:
        return retrievers_without_calls(self.run)

    @cached_property
    def _prompter(self) -> Prompter:
        run = self.run
        return Prompter(run.config, run.dataset, run.model, run.endpoint.wire, self._retrieval[0] or {})

    @cached_property
    def _judges(self) -> list[LlmJudge | RuleJudge]:
        two_stage, nobody = self.two_stage, _Nobody()
        return [
            LlmJudge(*judge, nobody, two_stage=two_stage) if judge else RuleJudge(two_stage=two_stage)
            for judge in self.run.judges
        ]

    @cached_property
    def _classifier(self) -> LlmClassifier | RuleClassifier:
        primary = self.run.judges[0]
        return LlmClassifier(*primary, _Nobody()) if primary else RuleClassifier()

    # ---- calls ----

    def unanswered(self) -> Iterator[Trial]:
        """Trials whose answer must be asked for, in order. One that cannot be prepared yet counts as one."""
        return (t for t in self.run.trials if not self.can_prepare(t) or self.prepare(t).key not in self.answers)

    def judge_calls(self) -> Iterator[JudgeCall]:
        """The calls of judges about the answers that are there, made or not."""
        for trial in filter(self.can_prepare, self.run.trials):
            answer = self.answers.get(self.prepare(trial).key)
            if answer is not None and answer.text is not None:
                yield from self.judging(trial.item, answer)

    def judging(self, item: Item, answer: Answer) -> Iterator[JudgeCall]:
        """The calls of judges about an answer that has a text, as far as they are known: classification first.

        Where an answer has not been classified yet, it is taken to be an attempt.
        """
        if self.two_stage:
            key = self._classifier.key(item, answer)
            yield JudgeCall(self.intents, key, 0, self._classifier)
            intent = self.intents.get(key)
            if not (intent.to_be_graded(item.kind) if intent else item.answerable):
                return
        for number, judge in enumerate(self._judges):
            yield JudgeCall(self.votes, judge.key(item, answer), number, judge)


class _Nobody(Unconnected):
    """The client of judges that are asked for their prompts and keys alone."""

    async def complete(self, request: Request) -> Reply:
        raise AssertionError(f"{request.model} is not called to say what is due")
