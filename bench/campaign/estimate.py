"""What a run would still call, how many tokens that is and what it would cost. Calls nothing.

Guarantees: prompts are the very ones that would be sent, counted with the cl100k vocabulary, which is another than
most models'; what the log has already is counted apart and costs nothing; every assumption stands in the estimate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bench.campaign.configure import PreparedRun as Run
from bench.campaign.earlier import earlier_calls, earlier_intents
from bench.campaign.retrieving import retrievers_without_calls
from bench.clients import Client, open_client
from bench.config import Endpoint, ModelSpec
from bench.generate import Generator
from bench.judge import LlmClassifier, LlmJudge
from bench.log import read
from bench.prices import BATCH_SHARE
from bench.records import Answer, Arm, Item, Lang, Message, Record, Vote
from bench.records.panel import Intent
from bench.run_folder import ANSWERS, INTENTS, VOTES
from bench.tokens import count

ANSWER_TOKENS = 150
"""An answer: two or three sentences with a citation. An assumption."""
VERDICT_TOKENS = 100
"""A verdict or a classification: a short JSON object with a reason. An assumption."""
THINKING_TOKENS = 2000
"""What a reasoning model thinks before either. An assumption, and the roughest of the three."""


class Calls(Record):
    """Calls of one role. `completion_tokens` is assumed; `cost_usd` is null where no price is known."""

    spec: str
    title: str
    logged: int
    """Calls that the log, or an earlier run beside it, has already."""
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float | None


class PlaceCalls(Record):
    """The calls to the model in one language and arm."""

    lang: Lang
    arm: Arm
    logged: int
    calls: int
    prompt_tokens: int


class NotCounted(Record):
    """Calls whose prompts are not known before texts have been embedded; they are in no other figure."""

    calls: int
    embedder: str
    texts: int
    tokens: int


class Estimate(Record):
    """A run before it is made. `cost_usd`: model and judges together, null where one of their prices is unknown."""

    folder: str
    trials: int
    model: Calls
    places: tuple[PlaceCalls, ...]
    judges: tuple[Calls, ...]
    """Empty for the rule judge, which calls nobody. In two-stage judging the first also classifies, and the number of
    verdicts is the most that there can be."""
    not_counted: NotCounted | None
    cost_usd: float | None
    assumed: dict[str, int]
    """Tokens of an answer, of a verdict, and of what a reasoning model thinks before either."""
    batch: bool
    notices: tuple[str, ...]


def estimate(run: Run, *, batch: bool = False) -> Estimate:
    """What executing `run` would take. `batch`: at the price of the provider's batch API.

    Raises LogError where a log cannot be read.
    """
    nowhere = open_client(Endpoint("baseline", "baseline", key_required=False), concurrency=1)
    retrievers, to_embed = retrievers_without_calls(run)
    generator = Generator(run.config, run.dataset, run.model, run.endpoint, nowhere, retrievers or {})
    paid_answers, paid_votes = earlier_calls(run)
    old = read(run.folder / ANSWERS, Answer)
    known = {**paid_answers, **{key: old.records[key] for key in old.done()}}
    asked = _Tally(run.model, ANSWER_TOKENS)
    places: dict[tuple[Lang, Arm], _Tally] = {}
    before: list[tuple[Item, Answer | None]] = []
    for trial in run.trials:
        if trial.arm == "retrieved" and retrievers is None:
            continue
        prepared = generator.prepare(trial)
        place = places.setdefault((trial.item.lang, trial.arm), _Tally(run.model, ANSWER_TOKENS))
        answer = known.get(prepared.key)
        for tally in (asked, place):
            tally.add(None if answer else prepared.messages)
        before.append((trial.item, answer))
    voted = read(run.folder / VOTES, Vote).done() | set(paid_votes)
    intents = {**earlier_intents(run), **read(run.folder / INTENTS, Intent).records}
    judges = tuple(_judge(run, n, before, voted, intents, nowhere).calls(batch) for n, j in enumerate(run.judges) if j)
    model = asked.calls(batch)
    costs = [calls.cost_usd for calls in (model, *judges)]
    left_out = sum(trial.arm == "retrieved" for trial in run.trials) if retrievers is None else 0
    return Estimate(
        folder=str(run.folder),
        trials=len(run.trials),
        model=model,
        places=tuple(
            PlaceCalls(lang=lang, arm=arm, logged=t.logged, calls=t.made, prompt_tokens=t.prompt_tokens)
            for (lang, arm), t in sorted(places.items())
        ),
        judges=judges,
        not_counted=NotCounted(
            calls=left_out,
            embedder=run.config.retriever,
            texts=len(to_embed),
            tokens=sum(map(count, to_embed)),
        )
        if left_out
        else None,
        cost_usd=None if None in costs else sum(cost for cost in costs if cost is not None),
        assumed={"answer": ANSWER_TOKENS, "verdict": VERDICT_TOKENS, "thinking": THINKING_TOKENS},
        batch=batch,
        notices=run.notices,
    )


@dataclass
class _Tally:
    """Calls to one model, as they add up."""

    model: ModelSpec
    said: int
    """Tokens of one reply, without thinking."""
    logged: int = 0
    made: int = 0
    prompt_tokens: int = 0
    _counted: dict[str, int] = field(default_factory=dict)

    def add(self, messages: Iterable[Message] | None, further: int = 0) -> None:
        """One call with these messages and `further` tokens in them; None for one that is logged."""
        if messages is None:
            self.logged += 1
            return
        self.made += 1
        self.prompt_tokens += further + sum(self._count(message.content) for message in messages)

    def calls(self, batch: bool) -> Calls:
        limits = [self.model.params.get(name) for name in ("max_tokens", "max_completion_tokens")]
        each = self.said + (THINKING_TOKENS if self.model.reasoning else 0)
        completion = self.made * min([each, *(limit for limit in limits if isinstance(limit, int))])
        return Calls(
            spec=self.model.spec,
            title=self.model.title,
            logged=self.logged,
            calls=self.made,
            prompt_tokens=self.prompt_tokens,
            completion_tokens=completion,
            cost_usd=_cost(self.model, self.prompt_tokens, completion, batch),
        )

    def _count(self, text: str) -> int:
        # System prompts are the same in every call.
        if text not in self._counted:
            self._counted[text] = count(text)
        return self._counted[text]


def _cost(model: ModelSpec, prompt: int, completion: int, batch: bool) -> float | None:
    if model.weights == "none":
        return 0.0
    if model.price_input is None or model.price_output is None:
        return None
    whole = (prompt * model.price_input + completion * model.price_output) / 1e6
    return whole * BATCH_SHARE if batch else whole


def _judge(
    run: Run,
    number: int,
    before: Iterable[tuple[Item, Answer | None]],
    voted: set[str],
    intents: Mapping[str, Intent],
    nowhere: Client,
) -> _Tally:
    """The votes of one judge: on answers that are there, and on those to come with a stand-in for their text."""
    asked = run.judges[number]
    assert asked is not None
    model, endpoint = asked
    two_stage = run.config.judging == "two-stage"
    judge = LlmJudge(model, endpoint, nowhere, two_stage=two_stage)
    classifier = LlmClassifier(model, endpoint, nowhere) if two_stage and number == 0 else None
    stages: list[tuple[LlmJudge | LlmClassifier, set[str]]] = [(judge, voted)]
    if classifier:
        stages.append((classifier, {key for key, intent in intents.items() if intent.failure is None}))
    tally = _Tally(model, VERDICT_TOKENS)
    by_answer = {intent.answer_key: intent for intent in intents.values()}
    for item, answer in before:
        if answer is not None and answer.text is None:
            continue
        said = by_answer.get(answer.key) if answer else None
        for stage, done in stages:
            if stage is judge and two_stage and (item.kind != "main" or (said and not said.to_be_graded(item.kind))):
                continue
            if answer is not None and stage.key(item, answer) in done:
                tally.add(None)
            elif answer is not None:
                tally.add(stage.prompt(item, answer).messages)
            else:
                tally.add(stage.prompt(item, _unwritten(item)).messages, ANSWER_TOKENS)
    return tally


def _unwritten(item: Item) -> Answer:
    """An answer to come, without a text: what its judge will be shown besides."""
    place = {"item": item.id, "lang": item.lang, "kind": item.kind, "arm": "gold", "repeat": 0, "seed": 0}
    return Answer.model_validate({"key": "", "model": "", "text": "", **place})
