"""The plan of a run: its trials in the order in which they are asked, and the prompt, parameters and key of each.

Guarantees: nothing here calls anyone or needs a client. A trial's prompt depends on the configuration, the dataset and
the retrievers alone, so an estimate, a server's checks and the run itself see the same bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bench import canaries, contexts, prompts
from bench.arms import arm_of
from bench.clients import Request, Task
from bench.config import ModelSpec
from bench.dataset import Dataset
from bench.dataset.as_shown import as_shown
from bench.dataset.distractors import Distractors
from bench.dataset.shown import applies
from bench.log import call_key
from bench.records import Arm, Chunk, Failure, Item, Lang, Message, RunConfig
from bench.retrieval import Retriever
from bench.retrieval.called import Called

TrialId = tuple[Lang, str, Arm, int]
"""Language, item, arm and repeat: which trial of a run this is."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One question asked once: the unit that is answered, judged and counted."""

    item: Item
    arm: Arm
    repeat: int

    @property
    def trial_id(self) -> TrialId:
        return self.item.lang, self.item.id, self.arm, self.repeat


@dataclass(frozen=True, slots=True)
class PreparedTrial:
    """A trial with everything its call needs. `key` says whether a log has it already."""

    trial: Trial
    key: str
    chunks: tuple[str, ...]
    """Ids of the chunks shown, in the order shown."""
    messages: tuple[Message, ...]
    request: Request
    prompt_hash: str
    seed: int
    canary: bool = False
    failure: Failure | None = None
    """Why its context could not be retrieved; the model is then not called, and no document stands in its prompt."""


def plan(items: Iterable[Item], config: RunConfig) -> tuple[Trial, ...]:
    """Every trial of a run, in the order in which it is asked.

    Items come in an order that only the seed decides, the same for every system; the repeats of one prompt are
    neighbours, so that a server's prefix cache meets them.
    """

    def rank(item: Item) -> tuple[str, str]:
        return hashlib.sha256(f"{config.seed}|{item.id}".encode()).hexdigest(), item.lang

    return tuple(
        Trial(item, arm, repeat)
        for item in sorted(items, key=rank)
        for arm in config.arms
        if applies(item, arm, config.distractors)
        for repeat in range(config.repeats)
    )


def asking_role(item: Item, arm: Arm) -> str:
    """Role of the template that asks this item in this arm."""
    return arm_of(arm).prompt(final_line=item.final_line)


class Prompter:
    """Builds the requests of a run. `wire` is that of the model's endpoint; a baseline is given a task besides."""

    def __init__(
        self,
        config: RunConfig,
        dataset: Dataset,
        model: ModelSpec,
        wire: str,
        retrievers: Mapping[Lang, Retriever],
    ) -> None:
        self._config, self._model, self._wire, self._retrievers = config, model, wire, retrievers
        self._corpus: Mapping[Lang, Mapping[str, Chunk]] = {lang: d.chunks for lang, d in dataset.langs.items()}
        self._items = {(item.lang, item.id): item for data in dataset.langs.values() for item in data.items}
        self._distractors = {
            lang: Distractors(data.items, data.corpus, config.distractors, config.seed)
            for lang, data in dataset.langs.items()
        }

    def prepare(self, trial: Trial) -> PreparedTrial:
        """Context, prompt, parameters and key of a trial. Raises ValueError where its arm needs a retriever that is
        not there."""
        item, arm, repeat, config = trial.item, trial.arm, trial.repeat, self._config
        failure = self._failure(item, arm)
        canary = failure is None and canaries.chosen(item, arm, share=config.canaries, seed=config.seed)
        asked = canaries.without_evidence(item) if canary else item
        shown = () if failure else self._context(asked, arm, repeat)
        if canary and not canaries.absent(item, shown):
            # What is not verified absent is no canary; the item is asked as usual, and the summary lists it.
            canary, shown = False, self._context(item, arm, repeat)
        template = prompts.template(asking_role(item, arm), item.lang, config.own_prompt)
        values = {"question": prompts.inline(item.question), "documents": prompts.documents(shown, item.lang)}
        messages = template.fill(values)
        seed = contexts.trial_seed(config.seed, item, arm, repeat)
        params = dict(self._model.params)
        if "seed" in self._model.accepts:
            params.setdefault("seed", seed)
        task = None
        if self._wire == "baseline":
            task = self._task(item, shown, canary)
        # Without documents because a search failed is not without documents because it found none: no answer is shared.
        scope = (item.id, item.lang, arm, *([failure.stage] if failure else []))
        key = call_key(self._model.spec, params, messages, repeat, *scope)
        return PreparedTrial(
            trial=trial,
            key=key,
            chunks=tuple(c.id for c in shown),
            messages=messages,
            request=Request(model=self._model.name, messages=messages, params=params, task=task, key=key),
            prompt_hash=template.fingerprint,
            seed=seed,
            canary=canary,
            failure=failure,
        )

    def _failure(self, item: Item, arm: Arm) -> Failure | None:
        """The failure of a retriever that is a function of the caller's; no other fails on one question."""
        retriever = self._retrievers.get(item.lang) if arm_of(arm).retrieval else None
        return retriever.failure(item, self._config.k) if isinstance(retriever, Called) else None

    def _task(self, item: Item, shown: Sequence[Chunk], canary: bool) -> Task:
        """What a baseline looks at. Right is what the context makes right, whatever the item is called."""
        base = self._items.get((item.lang, item.base or ""))
        ideal = None if canary else as_shown(item, base, [chunk.id for chunk in shown])
        texts = tuple(chunk.text for chunk in shown)
        return Task(item.question, item.lang, texts, ideal.answer if ideal else "", item.final_line)

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
