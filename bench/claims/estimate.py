"""What a check would still call, how many tokens that is and what it would cost. Calls nothing."""

from __future__ import annotations

from collections.abc import Mapping

from bench.campaign.call_log import CallLog
from bench.campaign.estimate import ANSWER_TOKENS, THINKING_TOKENS, VERDICT_TOKENS, Calls, Tally
from bench.claims import steps
from bench.claims.checking import Checking, askers, jobs_of
from bench.claims.jobs import Job
from bench.claims.reading import QUESTIONS
from bench.claims.steps import StepPrompt
from bench.config import ModelSpec
from bench.log import call_key
from bench.records import Item, Message, Record
from bench.records.claims import ClaimCall, Step
from bench.run_folder import CLAIMS

REPLY_TOKENS: Mapping[Step, int] = {
    "extract": ANSWER_TOKENS,
    "verify": 2 * VERDICT_TOKENS,
    "questions": VERDICT_TOKENS,
    "embed": 0,
    "context": 2 * VERDICT_TOKENS,
    "cited": VERDICT_TOKENS,
}
"""Tokens of a reply at each step, without thinking. Assumptions."""


class StepCalls(Record):
    """The calls of one step."""

    step: Step
    calls: Calls


class CheckEstimate(Record):
    """A check before it is made. `cost_usd` is null where a price is unknown."""

    folder: str
    questions: int
    """Questions of a language with something to check."""
    units: int
    """Sentences that cite, or answers."""
    steps: tuple[StepCalls, ...]
    """Those that the check takes, in their order."""
    cost_usd: float | None
    at_most: bool
    """Whether calls depend on replies that are not there yet: then every answer is taken to assert something."""
    thinking: int
    """Tokens that a reasoning model is assumed to think before each reply."""


def estimate(checking: Checking) -> CheckEstimate:
    """What `check` would take. Raises UsageError, ConfigError, DataError, and LogError where the log cannot be read."""
    (model, _), embedder = askers(checking)
    jobs = jobs_of(checking)
    counting = _Counting(checking, model, embedder[0].spec if embedder else "")
    tallies: dict[Step, Tally] = {}
    for job in jobs:
        for step, messages in counting.calls(job):
            asked = embedder[0] if step == "embed" and embedder else model
            tallies.setdefault(step, Tally(asked, REPLY_TOKENS[step])).add(messages)
    made = tuple(StepCalls(step=step, calls=tallies[step].calls(False)) for step in REPLY_TOKENS if step in tallies)
    costs = [step.calls.cost_usd for step in made]
    return CheckEstimate(
        folder=str(checking.folder),
        questions=len({(job.item.lang, job.item.cluster) for job in jobs}),
        units=sum(job.answer is not None for job in jobs),
        steps=made,
        cost_usd=None if None in costs else sum(cost for cost in costs if cost is not None),
        at_most=counting.assumed,
        thinking=THINKING_TOKENS if model.reasoning else 0,
    )


Due = tuple[Step, tuple[Message, ...] | None]
"""A call of a step with its messages; None for one that is logged."""


class _Counting:
    """The calls of each job, those that depend on a reply to come included."""

    def __init__(self, checking: Checking, judge: ModelSpec, embedder: str) -> None:
        self._judge, self._embedder = judge, embedder
        self._settled = CallLog(checking.folder / CLAIMS, ClaimCall).settled
        self.assumed = False

    def calls(self, job: Job) -> list[Due]:
        item, answer = job.item, job.answer
        if answer is None:
            return self._asked(steps.context(item, job.shown), item)[1]
        text = answer.text or ""
        if job.sentence:
            return self._asked(steps.cited(item, text, job.sentence, job.shown), item, answer.key)[1]
        extracted, due = self._asked(steps.extract(item, text), item, answer.key)
        claims = extracted.claims if extracted else (text,)
        self.assumed = self.assumed or extracted is None
        if claims:
            due += self._asked(steps.verify(item, job.shown, claims), item, answer.key)[1]
        if self._embedder:
            written, asked = self._asked(steps.questions(item, text), item, answer.key)
            due += asked
            questions = written.questions if written else (item.question,) * QUESTIONS
            if questions:
                due.append(self._embedded(item, written.key if written else "", questions))
        return due

    def _asked(self, step: StepPrompt, item: Item, answer_key: str = "") -> tuple[ClaimCall | None, list[Due]]:
        """The record of a step, where the log has it, and its call."""
        about = answer_key or f"{item.lang}|{item.id}"
        key = call_key(self._judge.spec, self._judge.params, step.prompt.messages, 0, step.step, about)
        logged = self._settled.get(key)
        return logged, [(step.step, None if logged else step.prompt.messages)]

    def _embedded(self, item: Item, of: str, questions: tuple[str, ...]) -> Due:
        messages = tuple(Message(role="user", content=text) for text in (item.question, *questions))
        key = call_key(self._embedder, {}, messages, 0, "embed", of)
        return "embed", None if of and key in self._settled else messages
