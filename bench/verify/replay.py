"""A run replayed from its log: trials prepared again, replies read again, rule votes cast again.

The suite's own generator, judges and readers do it, with clients and retrievers that give back what is logged. So a
record is sound where it is what the suite makes of the same reply.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from bench.arms import arm_of
from bench.citations import Citing, citing_sentences
from bench.claims import steps
from bench.clients import Reply, Request, Unconnected
from bench.clients.reading import Content, settle
from bench.config import Endpoint, ModelSpec
from bench.dataset import Dataset
from bench.dataset.as_shown import item_of
from bench.dataset.shown import overlaid
from bench.generate import answer as answer_by
from bench.judge import JudgePrompt, LlmClassifier, LlmJudge, RuleClassifier, RuleJudge
from bench.judge.probes import ProbeCase, every_case
from bench.judge.reading import agreed_object
from bench.log import call_key
from bench.plan import Prompter, Trial
from bench.records import RULE, Answer, Call, Item, Lang, Usage, Vote
from bench.records.claims import ClaimCall
from bench.records.panel import Intent, Probe
from bench.retrieval import Retriever, called
from bench.rules.version import RULE_VERSION
from bench.scoring import RunLog
from bench.verify.audit import shown
from bench.verify.consistency import taken_over

NOWHERE = Endpoint("log", "baseline", key_required=False)
VERDICT = ("verdict", "abstained", "conflict_named", "reason", "confidence", "acceptable")
INTENT = ("intent", "reason", "confidence")
STEP = ("claims", "supported", "questions", "similarities", "bearing", "support")
"""What a vote, a classification and a step on claims come to."""


class Replay:
    """What the replay of a run has found. Each answer of the run must be one of its trials.

    `certain`: faults whoever made the run. `by_version`: faults only if this version of the suite made it, because
    another may build a prompt or read a reply otherwise. `not_covered`: what cannot be derived, to how many records.
    """

    def __init__(self, run: RunLog, dataset: Dataset) -> None:
        self.certain: list[str] = []
        self.by_version: list[str] = []
        self.not_covered: Counter[str] = Counter()
        self._run, self._dataset, self._config = run, dataset, run.manifest.config
        self._two_stage = self._config.judging == "two-stage"
        self._items = {(item.lang, item.id): item for item in run.items}
        self._answers = {answer.key: answer for answer in run.answers}
        # In a thread of its own: a notebook has an event loop in this one.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, self._replay()).result()

    async def _replay(self) -> None:
        await self._replay_answers()
        for vote in self._run.votes:
            await self._replay_judgement("vote", vote, vote.round)
        for intent in self._run.intents:
            await self._replay_judgement("intent", intent)
        cases = {case.answer.key: case for case in every_case()}
        for probe in self._run.probes:
            await self._replay_probe(probe, cases.get(probe.answer_key))
        calls = {call.key: call for call in self._run.claims}
        for call in self._run.claims:
            self._replay_step(call, calls.get(call.of))

    async def _replay_answers(self) -> None:
        config, ranking = self._config, _LoggedRanking()
        # Whether a seed was sent decides the model's entry in the registry, which may have changed.
        fixed = {name: value for name, value in config.model.params.items() if value is not None}
        model = ModelSpec(config.model.spec, "", "", params=fixed, accepts=frozenset())
        known = called.rankings(config.retriever, self._run.returned)
        rankings: dict[Lang, Retriever] = {**dict.fromkeys(config.langs, ranking), **known}
        prompter = Prompter(config, self._dataset, model, NOWHERE.wire, rankings)
        for logged in self._run.answers:
            name = f"the answer {logged.key} ({logged.item}, {logged.lang}, {logged.arm})"
            unfound = ["retrieval"] if logged.failure is not None and logged.failure.stage == "retrieval" else []
            self._check_key(name, logged, logged.repeat, logged.item, logged.lang, logged.arm, *unfound)
            ranking.chunks = logged.chunks
            trial = Trial(self._items[logged.lang, logged.item], logged.arm, logged.repeat)
            prepared = prompter.prepare(trial)
            again = await answer_by(prepared, model, NOWHERE, _LoggedReply(logged))
            seed = {"seed": prepared.seed} if "seed" in logged.params else {}
            again = again.model_copy(update={"params": {**seed, **fixed}})
            self._compare(name, logged, again, ("params", "canary"), self.certain)
            if not taken_over(logged, self._run):
                self._compare(name, logged, again, ("seed",), self.certain)
            same_template = logged.prompt_hash == prepared.prompt_hash
            self._compare(name, logged, again, ("chunks", "messages") if same_template else ("chunks",))
            if logged.failure is None:
                self._compare(name, logged, again, ("text",))
            self.not_covered["prompts of answers"] += not same_template
            self.not_covered["rankings of the retriever"] += arm_of(logged.arm).retrieval and not known

    async def _replay_judgement(self, what: str, logged: Vote | Intent, regrade: int = 0) -> None:
        name = f"the {what} {logged.key} by {logged.model}"
        answer = self._answers.get(logged.answer_key)
        if answer is None or answer.text is None:
            self.certain.append(f"{name} is on an answer, {logged.answer_key}, that the log does not have")
            return
        item = self._judged_item(logged, answer)
        if item is None:
            self.certain.append(f"{name} is on an answer to what the rival alone answers, which nobody judges")
            return
        if logged.model != RULE:
            self._check_key(name, logged, regrade, logged.answer_key)
            await self._read_again(name, logged, item, answer)
        elif logged.params.get("version") != RULE_VERSION:
            self.not_covered[f"what version {logged.params.get('version')} of the rule judge says"] += 1
        elif isinstance(logged, Vote):
            judge = RuleJudge(two_stage=self._two_stage)
            self._compare(
                name, logged, await judge.vote(item, answer, regrade=regrade), ("key", *VERDICT), self.certain
            )
        else:
            intent = await RuleClassifier().classify(item, answer)
            self._compare(name, logged, intent, ("key", *INTENT), self.certain)

    async def _replay_probe(self, logged: Probe, case: ProbeCase | None) -> None:
        name = f"the probe {logged.key} by {logged.model}"
        self._check_key(name, logged, 0, logged.answer_key)
        if case is None:
            self.not_covered["probes that this version does not have"] += 1
            return
        judge = LlmJudge(
            ModelSpec(logged.model, "", "", params=logged.params),
            NOWHERE,
            _LoggedReply(logged),
            two_stage=self._two_stage,
        )
        again = await judge.vote(case.item, case.answer, JudgePrompt(logged.messages, logged.prompt_hash))
        self._check_prompt(name, logged, judge.prompt(case.item, case.answer), "probes")
        self._compare(name, logged, again, VERDICT)
        if logged.expected != case.expected:
            self.by_version.append(f"{name} expects {logged.expected}, and should expect {case.expected}")

    def _judged_item(self, logged: Vote | Intent, answer: Answer) -> Item | None:
        """The item that the judge was asked about: as it was shown, or, in logs from before labels followed the
        context, as it is called."""
        own = self._items[answer.lang, answer.item]
        shown = item_of(answer, self._items)
        if isinstance(logged, Vote):
            as_called = logged.judged_kind is None and (shown is None or shown.kind != own.kind)
        else:
            as_called = shown is None
        if as_called:
            self.not_covered["votes from before labels followed the context"] += 1
        return own if as_called else shown

    async def _read_again(self, name: str, logged: Vote | Intent, item: Item, answer: Answer) -> None:
        model, reply = ModelSpec(logged.model, "", "", params=logged.params), _LoggedReply(logged)
        stored = JudgePrompt(logged.messages, logged.prompt_hash)
        again: Vote | Intent
        fields: Sequence[str] = INTENT
        if isinstance(logged, Vote):
            judge = LlmJudge(model, NOWHERE, reply, two_stage=self._two_stage)
            again, today, fields = await judge.vote(item, answer, stored), judge.prompt(item, answer), VERDICT
        else:
            classifier = LlmClassifier(model, NOWHERE, reply)
            again, today = await classifier.classify(item, answer, stored), classifier.prompt(item, answer)
        if _plain(answer.text or "") not in _plain(logged.messages[-1].content if logged.messages else ""):
            self.certain.append(f"{name} was cast on another text than that of answer {answer.key}")
        self._check_prompt(name, logged, today, "judgements")
        if said := _says_otherwise(logged, fields[0]):
            self.certain.append(f"{name} is logged as {getattr(logged, fields[0])}, but the judge's reply says {said}")
        self._compare(name, logged, again, fields)

    def _replay_step(self, logged: ClaimCall, before: ClaimCall | None) -> None:
        name = f"the step {logged.key} ({logged.step}) by {logged.model}"
        embeds = logged.step == "embed"
        about = logged.of if embeds else logged.answer_key or f"{logged.lang}|{logged.item}"
        self._check_key(name, logged, 0, logged.step, about)
        answer, item = self._answers.get(logged.answer_key), self._items[logged.lang, logged.item]
        if logged.step != "context" and (answer is None or (answer.lang, answer.item) != (item.lang, item.id)):
            self.certain.append(f"{name} is on an answer, {logged.answer_key}, that the log does not have")
        if logged.of and before is None:
            self.certain.append(f"{name} goes on from a step, {logged.of}, that the log does not have")
        if logged.judge != (before.model if embeds and before else logged.model):
            self.certain.append(f"{name} is logged as one of the judge {logged.judge}")
        if embeds:
            self.not_covered["cosines of the claims' questions"] += 1
            return
        if logged.step == "cited" and answer is not None:
            self._check_sentence(name, logged, answer)
        asking = self._asking(logged, item, (answer and answer.text) or "", (before and before.claims) or ())
        self._check_prompt(name, logged, asking.prompt, "steps on claims")
        text = logged_reply(logged).text
        result = None if text is None else asking.read(text)
        again = logged.model_copy(update={**dict.fromkeys(STEP), **(result or {})})
        self._compare(name, logged, again, STEP)

    def _check_sentence(self, name: str, logged: ClaimCall, answer: Answer) -> None:
        """How sentences are told apart may change with the suite."""
        citing = citing_sentences(answer.text or "", answer.chunks)
        own = citing[logged.place - 1] if 0 < logged.place <= len(citing) else None
        if own != Citing(logged.sentence, logged.chunks) or logged.sentences != len(citing):
            self.by_version.append(f"{name} is on a sentence that answer {answer.key} does not have")

    def _asking(self, logged: ClaimCall, item: Item, text: str, claims: Sequence[str]) -> steps.StepPrompt:
        seen = overlaid(item, self._dataset.langs[item.lang].chunks)
        chunks = [seen[chunk] for chunk in logged.chunks]
        if logged.step == "extract":
            return steps.extract(item, text)
        if logged.step == "questions":
            return steps.questions(item, text)
        if logged.step == "cited":
            return steps.cited(item, text, logged.sentence, chunks)
        return steps.context(item, chunks) if logged.step == "context" else steps.verify(item, chunks, claims)

    def _check_key(self, name: str, logged: Call, repeat: int, *scope: str) -> None:
        key = call_key(logged.model, logged.params, logged.messages, repeat, *scope)
        if key != logged.key:
            self.certain.append(f"{name} has content whose key is {key}")

    def _check_prompt(self, name: str, logged: Call, today: JudgePrompt, what: str) -> None:
        if today.fingerprint != logged.prompt_hash:
            self.not_covered[f"prompts of {what}"] += 1
        elif today.messages != logged.messages:
            self.by_version.append(f"{name} was shown another prompt than the template gives")

    def _compare(
        self, name: str, logged: Call, again: Call, fields: Sequence[str], faults: list[str] | None = None
    ) -> None:
        """A fault for each of the fields that has another value in the record made again."""
        for one in fields:
            old, new = getattr(logged, one), getattr(again, one)
            if old != new:
                (self.by_version if faults is None else faults).append(
                    f"{name} has {one} {shown(old)}, and should have {shown(new)}"
                )


class _LoggedReply(Unconnected):
    """A client that answers with the reply of one logged call."""

    def __init__(self, call: Call) -> None:
        self._call = call

    async def complete(self, request: Request) -> Reply:
        del request
        return logged_reply(self._call)


def logged_reply(call: Call) -> Reply:
    """The reply that a record was made of: its text without reasoning, or its failure."""
    if call.failure is not None:
        return Reply(raw=call.raw, failure=call.failure.kind, message=call.failure.message, status=call.failure.status)
    if call.model.startswith("baseline:"):
        return Reply(text=call.raw, raw=call.raw)
    settled = settle(Content(call.raw, None, call.finish_reason, Usage()))
    return Reply(text=settled.text, raw=call.raw, failure=settled.failure, message=settled.message)


class _LoggedRanking:
    """A retriever that ranks the chunks of one answer as they are logged."""

    name = "log"
    chunks: tuple[str, ...] = ()

    def rank(self, item: Item, k: int) -> tuple[str, ...]:
        del item, k
        return self.chunks


def _plain(text: str) -> str:
    """Without the word joiners that a prompt puts into control tokens of chat templates."""
    return text.replace("\u2060", "")


def _says_otherwise(logged: Vote | Intent, name: str) -> str:
    """The word of a reply for its verdict or intent where it is one that every version of the suite reads, and not the
    one that is logged. A reply that contradicts itself may be logged as `invalid`."""
    said = agreed_object(logged.raw or "", (name,)) if logged.failure is None else None
    word = said[name] if said else None
    known = ("correct", "incorrect", "invalid", "attempt", "abstention", "conflict_named", "unclear")
    return word if word in known and getattr(logged, name) not in (word, "invalid", "unclear") else ""
