"""A check at work: the steps that the log does not have yet, each answer's one after the other, answers side by side.

An answer goes through extract, verify and, with an embedding model, questions and embed. Which chunks bear on a
question is asked once for each set of chunks, however many answers were shown it. A check of citations asks about each
sentence that cites, one call each, and about nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.call_record import recorded
from bench.campaign.call_log import CallLog
from bench.campaign.connections import Connections
from bench.campaign.execute import signals
from bench.campaign.judges import resolve_judge
from bench.cascade import PREFIX
from bench.claims import steps
from bench.claims.jobs import Corpora, Job, citation_jobs, claim_jobs, drawn
from bench.claims.reading import read_similarities
from bench.claims.steps import StepPrompt
from bench.clients import Pacing, Request
from bench.clients.embeddings import EmbeddingsClient
from bench.clients.limits import concurrency_within_limits
from bench.config import Endpoint, ModelSpec, Registry, first_judge, require_callable
from bench.errors import ConfigError, DataError, UsageError
from bench.judge import Patience
from bench.judge.call import JudgeModel
from bench.log import RunLock, call_key
from bench.records import Answer, Item, Manifest, Message
from bench.records.claims import ClaimCall, Step
from bench.retrieval.choose import resolve_embedder
from bench.run_folder import CLAIMS
from bench.stage import Pool, Stop

NOTHING: Mapping[str, Any] = {}
Hold = Callable[[Stop], AbstractContextManager[None]]
STEP_TIMEOUT_S = 180.0
"""Seconds that a step may take by the wall clock before it is cancelled and fails."""


@dataclass(frozen=True)
class Checking:
    """A run that has its answers, and who checks them.

    `judge` None: the first of the registry's judges whose key is set. `embed` None: no answer relevance. `citations`:
    the sentences that cite are checked, and not the claims. `limit`: only so many questions of each language.
    """

    folder: Path
    manifest: Manifest
    items: Sequence[Item]
    answers: Sequence[Answer]
    """One for each trial: those that count."""
    corpora: Corpora
    judge: str | None = None
    embed: str | None = None
    citations: bool = False
    limit: int | None = None
    registry: Registry | None = None
    """Where both models are looked up; None is the registry with the user's own files."""
    concurrency: int = 32
    timeout_s: float = STEP_TIMEOUT_S
    pacing: Pacing = field(default_factory=Pacing)


def check(checking: Checking, tell: Callable[[str], None] = lambda _: None, hold: Hold | None = None) -> int:
    """Take every step that the log does not have yet; how many calls were made. `tell` is given what there is to know.

    `hold` stops the check from outside while it is at work; None: the signals of a terminal do.

    Answers that were shown nothing are passed over: there is nothing to be faithful to. Raises UsageError, ConfigError
    and DataError before anything is spent, and ProviderError, LogError or Interrupted with everything logged that came
    back; the same command then goes on.
    """
    model, embedder = askers(checking)
    for asked in (model, *([embedder] if embedder else [])):
        require_callable(*asked)
    jobs = jobs_of(checking)
    with RunLock(checking.folder):
        return asyncio.run(_check(checking, jobs, model, embedder, tell, hold or (lambda stop: signals(stop, tell))))


Asked = tuple[ModelSpec, Endpoint]


def askers(checking: Checking) -> tuple[Asked, Asked | None]:
    """The judge model and, where one is named, the embedding model. Raises UsageError and ConfigError."""
    if checking.citations and checking.embed:
        raise UsageError("--embed is for answer relevance, which --citations does not ask for: leave one of them out.")
    name = checking.judge or first_judge(checking.registry)
    if name is None:
        raise ConfigError("No key of a judge model is set: name a model with --judge.")
    judge = resolve_judge(name, registry=checking.registry)
    if judge is None:
        raise ConfigError("The rule judge cannot read claims: name a model with --judge.")
    if judge.after_rules:
        raise ConfigError(f"No rule reads claims: leave out `{PREFIX}` before the model that --judge names.")
    embedder = resolve_embedder(checking.embed, checking.registry) if checking.embed else None
    return (judge.model, judge.endpoint), embedder


def jobs_of(checking: Checking) -> list[Job]:
    """What is to be checked, within the limit. Raises DataError where there is nothing."""
    made = citation_jobs if checking.citations else claim_jobs
    jobs = made(checking.items, checking.answers, checking.corpora)
    if not jobs:
        shown = any(a.text is not None and a.chunks for a in checking.answers)
        lacks = "cites a document that it was shown" if checking.citations and shown else "was shown documents"
        raise DataError(f"{checking.folder} has no answer that {lacks}: there is nothing to check.")
    return drawn(jobs, checking.limit)


async def _check(
    checking: Checking,
    jobs: Sequence[Job],
    judge: Asked,
    embedder: Asked | None,
    tell: Callable[[str], None],
    hold: Hold,
) -> int:
    stop = Stop()
    concurrency, limited = concurrency_within_limits(checking.concurrency)
    if limited:
        tell(limited)
    log = CallLog(checking.folder / CLAIMS, ClaimCall)
    async with AsyncExitStack() as clients:
        client, slots = await Connections(checking.pacing, stop, clients, tell).slotted(judge[1], concurrency)
        embeddings = None
        if embedder:
            embeddings = await clients.enter_async_context(
                EmbeddingsClient(embedder[1], concurrency=concurrency, pacing=checking.pacing, sleep=stop.sleep)
            )
        with ExitStack() as logs, hold(stop):
            for text in log.open(logs):
                tell(text)
            asker = ClaimJudge(*judge, client, Patience(slots, checking.timeout_s), log=log)
            embeds = Embedder(*embedder, embeddings, asker) if embedder and embeddings else None
            what = "sentences that cite" if checking.citations else "answers"
            tell(f"{what} to check: {sum(job.answer is not None for job in jobs)}, by {asker.spec}")
            pool: Pool[Job, None] = Pool(lambda job: _work(job, asker, embeds), lambda *_: None, concurrency)
            await pool.run(jobs, stop)
    if stop.reason:
        raise stop.reason
    return asker.made


async def _work(job: Job, judge: ClaimJudge, embedder: Embedder | None) -> None:
    item, answer = job.item, job.answer
    ids = tuple(chunk.id for chunk in job.shown)
    if answer is None:
        await judge.take(steps.context(item, job.shown), item, ids)
        return
    text = answer.text or ""
    if job.sentence:
        asking = steps.cited(item, text, job.sentence, job.shown)
        about = {"sentence": job.sentence, "place": job.place, "sentences": job.sentences}
        await judge.take(asking, item, ids, answer.key, about=about)
        return
    extracted = await judge.take(steps.extract(item, text), item, (), answer.key)
    if extracted.claims:
        await judge.take(steps.verify(item, job.shown, extracted.claims), item, ids, answer.key, extracted.key)
    if embedder:
        written = await judge.take(steps.questions(item, text), item, (), answer.key)
        if written.questions:
            await embedder.take(item, written)


@dataclass(eq=False)
class ClaimJudge(JudgeModel):
    """One judge model, with the log of the check, and how many calls have been `made` now."""

    log: CallLog[ClaimCall] = field(kw_only=True)
    made: int = field(default=0, init=False)

    async def take(
        self,
        step: StepPrompt,
        item: Item,
        chunks: tuple[str, ...],
        answer_key: str = "",
        of: str = "",
        about: Mapping[str, Any] = NOTHING,
    ) -> ClaimCall:
        """The record of a step, with the fields `about` it. A reply that cannot be read is asked for once more.

        Raises ProviderError and LogError.
        """
        key = self.key_of(step.prompt, step.step, answer_key or f"{item.lang}|{item.id}")

        async def fields() -> dict[str, Any]:
            call = await self.call(step.prompt, key, step.read, step.schema, step.step)
            place = {"chunks": chunks, "answer_key": answer_key, "of": of}
            return {**call.fields, **(call.result or {}), **place, **about}

        return await self.logged(key, step.step, item, fields)

    async def logged(
        self, key: str, step: Step, item: Item, fields: Callable[[], Awaitable[dict[str, Any]]]
    ) -> ClaimCall:
        """The record of a call: from the log, else made now: `fields` gives its own, and it is logged."""

        async def make() -> ClaimCall:
            subject = {"step": step, "judge": self.spec, "item": item.id, "lang": item.lang}
            return ClaimCall.model_validate({**await fields(), **subject})

        record, bought = await self.log.once(key, make)
        self.made += bought
        return record


class Embedder:
    """One embedding model, logging beside the judge whose questions it embeds."""

    def __init__(self, model: ModelSpec, endpoint: Endpoint, client: EmbeddingsClient, judge: ClaimJudge) -> None:
        self._model, self._endpoint, self._client, self._judge = model, endpoint, client, judge

    async def take(self, item: Item, written: ClaimCall) -> ClaimCall:
        """How alike the questions of the step `written` are to the item's. Raises ProviderError and LogError."""
        questions = written.questions or ()
        messages = tuple(Message(role="user", content=text) for text in (item.question, *questions))
        key = call_key(self._model.spec, {}, messages, 0, "embed", written.key)

        async def fields() -> dict[str, Any]:
            request = Request(model=self._model.name, messages=messages)
            reply = await self._client.complete(request)
            similarities = read_similarities(reply.text, len(questions)) if reply.text is not None else None
            # The vectors are as long as a book and nobody reads them again.
            result = {"raw": None, "similarities": similarities, "answer_key": written.answer_key, "of": written.key}
            return {**recorded(reply, request, self._model, self._endpoint, key, "judge"), **result}

        return await self._judge.logged(key, "embed", item, fields)
