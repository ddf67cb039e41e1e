"""Generation: items x arms x repeats to requests, and each request to an Answer or its failure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bench import canaries, contexts, prompts
from bench.arms import arm_of
from bench.call_record import recorded
from bench.clients import Client, Request, Task
from bench.config import Endpoint, ModelSpec
from bench.dataset import Dataset
from bench.dataset.distractors import Distractors
from bench.dataset.shown import applies
from bench.log import call_key
from bench.records import Answer, Arm, Chunk, Item, Lang, Message, RunConfig
from bench.retrieval import Retriever


@dataclass(frozen=True, slots=True)
class Trial:
    """One question asked once: the unit that is answered, judged and counted."""

    item: Item
    arm: Arm
    repeat: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """A trial with everything its call needs. `key` says whether the log has it already."""

    trial: Trial
    key: str
    chunks: tuple[str, ...]
    messages: tuple[Message, ...]
    request: Request
    prompt_hash: str
    seed: int
    canary: bool = False


def plan(items: Iterable[Item], config: RunConfig) -> tuple[Trial, ...]:
    """Every trial of a run, in the order in which it is asked.

    Items come in an order that only the seed decides, the same for every system; the repeats of one prompt are
    neighbours, so that a server's prefix cache meets them.
    """

    def place(item: Item) -> tuple[str, str]:
        return hashlib.sha256(f"{config.seed}|{item.id}".encode()).hexdigest(), item.lang

    return tuple(
        Trial(item, arm, repeat)
        for item in sorted(items, key=place)
        for arm in config.arms
        if applies(item, arm, config.distractors)
        for repeat in range(config.repeats)
    )


class Generator:
    """Makes the requests of a run and turns replies into answers. Prompts are built when their turn comes."""

    def __init__(
        self,
        config: RunConfig,
        dataset: Dataset,
        model: ModelSpec,
        endpoint: Endpoint,
        client: Client,
        retrievers: Mapping[Lang, Retriever],
    ) -> None:
        self._config, self._model, self._endpoint, self._client = config, model, endpoint, client
        self._corpus: Mapping[Lang, Mapping[str, Chunk]] = {lang: d.corpus for lang, d in dataset.langs.items()}
        self._retrievers = retrievers
        self._distractors = {
            lang: Distractors(data.items, data.corpus, config.distractors, config.seed)
            for lang, data in dataset.langs.items()
        }

    def prepare(self, trial: Trial) -> Prepared:
        """Context, prompt, parameters and key of a trial. Touches nothing but this trial."""
        item, arm, repeat, config = trial.item, trial.arm, trial.repeat, self._config
        canary = canaries.chosen(item, arm, share=config.canaries, seed=config.seed)
        shown = self._context(canaries.without_evidence(item) if canary else item, arm, repeat)
        if canary and not canaries.absent(item, shown):
            # What is not verified absent is no canary; the item is asked as usual, and the summary lists it.
            canary, shown = False, self._context(item, arm, repeat)
        template = prompts.load(arm_of(arm).prompt, item.lang)
        values = {"question": prompts.inline(item.question), "documents": prompts.documents(shown, item.lang)}
        messages = template.fill(values)
        seed = contexts.trial_seed(config.seed, item, arm, repeat)
        params = dict(self._model.params)
        if "seed" in self._model.accepts:
            params.setdefault("seed", seed)
        task = None
        if self._endpoint.wire == "baseline":
            task = Task(item.question, item.lang, tuple(c.text for c in shown), "" if canary else item.answer)
        return Prepared(
            trial=trial,
            key=call_key(self._model.spec, params, messages, repeat, item.id, item.lang, arm),
            chunks=tuple(c.id for c in shown),
            messages=messages,
            request=Request(model=self._model.name, messages=messages, params=params, task=task),
            prompt_hash=template.fingerprint,
            seed=seed,
            canary=canary,
        )

    def _context(self, item: Item, arm: Arm, repeat: int) -> tuple[Chunk, ...]:
        return contexts.context(
            item,
            arm,
            corpus=self._corpus[item.lang],
            retriever=self._retrievers.get(item.lang),
            k=self._config.k,
            seed=self._config.seed,
            repeat=repeat,
            negative=self._distractors[item.lang].of(item) if arm_of(arm).distractors else None,
            gold_position=self._config.gold_position,
        )

    async def answer(self, prepared: Prepared, client: Client | None = None) -> Answer:
        """Make the call, by `client` where one is given. Raises ProviderError when the endpoint refuses everything."""
        reply = await (client or self._client).complete(prepared.request)
        item = prepared.trial.item
        return Answer(
            **recorded(reply, prepared.request, self._model, self._endpoint, prepared.key, "generate"),
            prompt_hash=prepared.prompt_hash,
            item=item.id,
            lang=item.lang,
            kind=item.kind,
            arm=prepared.trial.arm,
            repeat=prepared.trial.repeat,
            seed=prepared.seed,
            chunks=prepared.chunks,
            text=reply.text,
            canary=prepared.canary,
        )
