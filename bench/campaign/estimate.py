"""What a run would still call, how many tokens that is and what it would cost. Calls nothing.

Guarantees: prompts are the very ones that would be sent, counted with the cl100k vocabulary, which is another than
most models'; what the log has already is counted apart and costs nothing; every assumption stands in the estimate.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bench.campaign.configure import PreparedRun
from bench.campaign.due import Due, JudgeCall
from bench.campaign.judge_test import judges_to_test
from bench.campaign.prefixes import NewText, Prefixes
from bench.cascade import AUDITED
from bench.config import ModelSpec
from bench.judge import LlmClassifier, LlmJudge
from bench.judge.held_out import LeftByRules, left_by_rules
from bench.judge.probes import probe_cases
from bench.plan import PreparedTrial
from bench.prices import BATCH_SHARE
from bench.records import Answer, Arm, Item, Lang, Message, Record
from bench.tokens import count

ANSWER_TOKENS = 150
"""An answer: two or three sentences with a citation. An assumption."""
VERDICT_TOKENS = 100
"""A verdict or a classification: a short JSON object with a reason. An assumption."""
THINKING_TOKENS = 2000
"""What a reasoning model thinks before either. An assumption, and the roughest of the three."""


class Calls(Record):
    """Calls of one role. `completion_tokens` is assumed; `cost_usd` is null where no price is known. Of a cascade's
    model, the calls on answers that are not there yet are assumed too."""

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
    new_text: NewText
    """Of the prompts that are still to be sent to the model, what its server's prefix cache cannot have."""
    judges: tuple[Calls, ...]
    """None of the rule judge, which calls nobody. In two-stage judging the first also classifies, and the number of
    verdicts is the most that there can be."""
    tests: tuple[Calls, ...]
    """The answers with known verdicts that each judge is given first (bench.campaign.judge_test)."""
    not_counted: NotCounted | None
    cost_usd: float | None
    assumed: dict[str, int]
    """Tokens of an answer, of a verdict, and of what a reasoning model thinks before either. Where a cascade judges,
    also the share of what its rules settle that the audit asks about, in percent."""
    left_by_rules: tuple[LeftByRules, ...]
    """Where a cascade judges answers to come: what its rules are taken to leave of them, by language and form, as
    measured on the held-out answers."""
    batch: bool
    notices: tuple[str, ...]


def estimate(run: PreparedRun, *, batch: bool = False) -> Estimate:
    """What executing `run` would take. `batch`: at the price of the provider's batch API.

    Raises LogError where a log cannot be read.
    """
    due = Due(run)
    answers = Tally(run.model, ANSWER_TOKENS)
    by_arm: dict[tuple[Lang, Arm], Tally] = {}
    judges = {number: Tally(judge.model, VERDICT_TOKENS) for number, judge in enumerate(run.judges) if judge}
    assumed: dict[LeftByRules, None] = {}
    prefixes, left_out = Prefixes(), 0
    for trial in run.trials:
        if not due.can_prepare(trial):
            left_out += 1
            continue
        prepared = due.prepare(trial)
        if prepared.failure is not None:
            continue  # it is logged, and nobody is called
        answer = due.answers.get(prepared.key)
        in_arm = by_arm.setdefault((trial.item.lang, trial.arm), Tally(run.model, ANSWER_TOKENS))
        for tally in (answers, in_arm):
            tally.add(None if answer else prepared.messages)
        if answer is None:
            prefixes.add(prepared.messages)
        if answer and answer.text is None:
            continue
        to_judge = answer or _unwritten(prepared)
        item = due.shown(to_judge)
        for call in due.judging(to_judge):
            if item and isinstance(call.asks, LlmJudge | LlmClassifier):
                messages = None if call.made else call.asks.prompt(item, to_judge).messages
                left = None if answer else _left(run, call, item)
                share = 1.0 if left is None else left.share + (1 - left.share) * AUDITED
                assumed |= {left: None} if left else {}
                judges[call.judge].add(messages, 0 if answer else ANSWER_TOKENS, share)
    model, panel = answers.calls(batch), tuple(tally.calls(batch) for tally in judges.values())
    tests = tuple(_tests(due))
    costs = [calls.cost_usd for calls in (model, *panel, *tests)]
    return Estimate(
        folder=str(run.folder),
        trials=len(run.trials),
        model=model,
        places=tuple(
            PlaceCalls(lang=lang, arm=arm, logged=t.logged, calls=_up(t.made), prompt_tokens=_up(t.prompt_tokens))
            for (lang, arm), t in sorted(by_arm.items())
        ),
        new_text=prefixes.new(),
        judges=panel,
        tests=tests,
        not_counted=NotCounted(
            calls=left_out,
            embedder=run.config.retriever,
            texts=len(due.to_embed),
            tokens=sum(map(count, due.to_embed)),
        )
        if left_out
        else None,
        cost_usd=None if None in costs else sum(cost for cost in costs if cost is not None),
        assumed={
            "answer": ANSWER_TOKENS,
            "verdict": VERDICT_TOKENS,
            "thinking": THINKING_TOKENS,
            **({"audited": round(100 * AUDITED)} if any(j and j.after_rules for j in run.judges) else {}),
        },
        left_by_rules=tuple(sorted(assumed, key=lambda left: (left.lang or "", left.final_line))),
        batch=batch,
        notices=run.notices,
    )


def _tests(due: Due) -> Iterator[Calls]:
    """What is still to be asked before a judge may vote; none for a judge that is not tested now. Not in batches."""
    for judge in judges_to_test(due):
        tally = Tally(judge.model, VERDICT_TOKENS)
        for case in probe_cases(due.run.config.langs, attempts=judge.two_stage):
            known = due.probes.get(judge.key(case.item, case.answer))
            tally.add(None if known and known.passed else judge.prompt(case.item, case.answer).messages)
        yield tally.calls(batch=False)


def _left(run: PreparedRun, call: JudgeCall, item: Item) -> LeftByRules | None:
    """What the rules are taken to leave of such answers to come; None for a call that is made in any case."""
    judge = run.judges[call.judge]
    if not (judge and judge.after_rules and isinstance(call.asks, LlmJudge)):
        return None
    return left_by_rules(item.lang, final_line=item.final_line)


def _unwritten(prepared: PreparedTrial) -> Answer:
    """An answer to come, without a text: what its judge will be shown besides."""
    trial, (lang, item, arm, repeat) = prepared.trial, prepared.trial.trial_id
    which = {"item": item, "lang": lang, "kind": trial.item.kind, "arm": arm, "repeat": repeat}
    return Answer.model_validate({**which, "key": "", "model": "", "text": "", "seed": 0, "chunks": prepared.chunks})


@dataclass
class Tally:
    """Calls to one model, as they add up."""

    model: ModelSpec
    said: int
    """Tokens of one reply, without thinking."""
    logged: int = 0
    made: float = 0
    prompt_tokens: float = 0
    _counted: dict[str, int] = field(default_factory=dict)

    def add(self, messages: Iterable[Message] | None, further: int = 0, share: float = 1.0) -> None:
        """One call with these messages and `further` tokens in them; None for one that is logged. `share`: how likely
        it is made."""
        if messages is None:
            self.logged += 1
            return
        self.made += share
        self.prompt_tokens += share * (further + sum(self._count(message.content) for message in messages))

    def calls(self, batch: bool) -> Calls:
        made, prompt = _up(self.made), _up(self.prompt_tokens)
        completion = made * reply_tokens(self.model, self.said)
        return Calls(
            spec=self.model.spec,
            title=self.model.title,
            logged=self.logged,
            calls=made,
            prompt_tokens=prompt,
            completion_tokens=completion,
            cost_usd=cost_of(self.model, prompt, completion, batch),
        )

    def _count(self, text: str) -> int:
        # System prompts are the same in every call.
        if text not in self._counted:
            self._counted[text] = count(text)
        return self._counted[text]


def _up(number: float) -> int:
    """The next whole number, but for what adding up shares leaves of a whole one."""
    return math.ceil(round(number, 6))


def reply_tokens(model: ModelSpec, said: int) -> int:
    """Tokens of a reply of which `said` are not thinking: assumed, and at most what the model may write."""
    limits = [model.params.get(name) for name in ("max_tokens", "max_completion_tokens")]
    each = said + (THINKING_TOKENS if model.reasoning else 0)
    return min([each, *(limit for limit in limits if isinstance(limit, int))])


def cost_of(model: ModelSpec, prompt: int, completion: int, batch: bool = False) -> float | None:
    """What so many tokens cost in USD; None where no price is known, 0 for what has no weights (a baseline)."""
    if model.weights == "none":
        return 0.0
    if model.price_input is None or model.price_output is None:
        return None
    whole = (prompt * model.price_input + completion * model.price_output) / 1e6
    return whole * BATCH_SHARE if batch else whole
