"""The suite as a task of inspect_ai: its items, contexts, prompts and parameters as samples, its judges as scorer.

Guarantees: each trial is one sample, named by its id; what is sent is what `bench run` sends; a call that failed
and an answer without a usable verdict are unscored, never 0. Everything that scoring and importing need is in the log.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bench import __version__
from bench.call_record import failure_of, now
from bench.clients import Reply
from bench.config import Endpoint, resolve
from bench.errors import ProviderError, UsageError
from bench.interop.inspect_model import InspectClient, chat, fault_of, reply_of, sent, spec_of
from bench.interop.prepared import KEY, Judged, PreparedTask, judged, prepare_task
from bench.judge import Judge, LlmJudge, RuleJudge
from bench.judge.rule import SPEC as RULE
from bench.metrics import lit, penalty, rag
from bench.options import RunOptions, offered_in
from bench.outcomes import Outcome, from_letter
from bench.plan import PreparedTrial
from bench.records import Answer, Failure, Item
from bench.run_digests import config_digest

if TYPE_CHECKING:
    from inspect_ai import Task
    from inspect_ai.dataset import Sample
    from inspect_ai.log import EvalSample
    from inspect_ai.scorer import SampleScore, Score, Target
    from inspect_ai.solver import Generate, TaskState

FAILURE = f"{KEY}:failure"
"""Where a sample's store holds the failure of its call."""
RETRIES = 6
"""As often as `bench run` tries again; inspect_ai alone would try for ever."""
GRADER = "grader"
"""The role of the judge's model."""
MEANS = {"main_avg": lit.main_avg, "overall_macro": lit.overall_macro}
RATES = {
    "overall_tag_micro": lit.overall_tag_micro,
    "overall_item_micro": lit.overall_item_micro,
    "discrimination": lit.discrimination,
    "over_abstention": lit.over_abstention,
    "false_answer": rag.false_answer,
    "accuracy_given_attempt": penalty.accuracy_given_attempt,
}
_REASONS = {"refused": "refusal", "empty": "no_response", "undecided": "grader_failed", "incoherent": "grader_failed"}
"""The suite's reasons in inspect's words, where it has one."""


def build(
    solver: Callable[..., Any],
    scorer: Callable[..., Any],
    *,
    lang: str | Sequence[str] | None,
    arm: str | Sequence[str],
    judge: str,
    spec: str | None,
    params: str | Mapping[str, Any] | None,
    options: Mapping[str, Any],
) -> Task:
    """The task, for the model that inspect evaluates. `options`: further options of a run (see `bench.options`).

    `lang`: None for those that the dataset has. `judge`: `rule`, or `model` for the one in the role `grader`. `spec`:
    what the suite calls the model, where the name that inspect has for it does not say it. `params`: overrides as
    `bench run --param` has them, None takes one out. Raises UsageError, ConfigError and DataError as `prepare` does.
    """
    from inspect_ai import Task
    from inspect_ai.dataset import MemoryDataset
    from inspect_ai.model import GenerateConfig, get_model

    if judge not in (RULE, "model"):
        raise UsageError(f"judge={judge!r}: give rule, or model for the one in inspect's role {GRADER!r}.")
    known, base_url = (spec, getattr(get_model().api, "base_url", None)) if spec else spec_of(get_model())
    judge_spec = RULE if judge == RULE else _addressed(*spec_of(get_model(role=GRADER, required=True)))
    ready = prepare_task(
        RunOptions(
            model=known,
            base_url=base_url,
            langs=lang,
            arms=arm,
            judge=(judge_spec,),
            params=_overrides(params),
        ).changed_by(options, "inspect", "parameter of the task")
    )
    name = ready.run.endpoint.name
    sent(ready.run.model.params, name)
    return Task(
        dataset=MemoryDataset(samples(ready), name=f"{ready.run.dataset.name} {ready.run.dataset.version}"),
        solver=solver(endpoint=name),
        scorer=scorer(judge=judge_spec),
        config=GenerateConfig(max_retries=RETRIES),
        metadata={KEY: about(ready)},
        version=__version__,
    )


def with_options(function: Callable[..., Any]) -> inspect.Signature:
    """The signature of a task with a parameter for each option that can be given, instead of its `**options`."""
    signature = inspect.signature(function)
    own = [one for one in signature.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
    further = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=option.typed_default)
        for name, option in offered_in("inspect").items()
    ]
    return signature.replace(parameters=[*own, *further])


def about(ready: PreparedTask) -> dict[str, Any]:
    """What a log must say of the run that it stands for: the whole configuration, and where the model was asked."""
    config = ready.run.config.model_dump(mode="json")
    return {
        "suite_version": __version__,
        "config": config,
        "digest": config_digest(config),
        "endpoint": ready.run.endpoint.base_url,
        "trials": len(ready.trials),
    }


def samples(ready: PreparedTask) -> list[Sample]:
    """One sample for each trial, in the order in which the suite asks them."""
    from inspect_ai.dataset import Sample

    return [
        Sample(
            id=name,
            input=chat(prepared.request),
            target=ready.judged_item(prepared).answer,
            metadata=_metadata(prepared, ready),
        )
        for name, prepared in ready.trials.items()
    ]


def _metadata(prepared: PreparedTrial, ready: PreparedTask) -> dict[str, Any]:
    item = ready.judged_item(prepared)
    return {
        "item": item.model_dump(mode="json"),
        "lang": item.lang,
        "kind": item.kind,
        "categories": [category.value for category in item.categories],
        "arm": prepared.trial.arm,
        "repeat": prepared.trial.repeat,
        "canary": prepared.canary,
        "chunks": list(prepared.chunks),
        "seed": prepared.seed,
        "params": dict(prepared.request.params),
        "prompt_hash": prepared.prompt_hash,
        "key": prepared.key,
        "model": ready.run.model.spec,
    }


def ask(endpoint: str) -> Callable[[TaskState, Generate], Awaitable[TaskState]]:
    """The solver: one call with the trial's own parameters. A call that fails is a record in the sample's store.

    Raises ProviderError for what would stop every call, which ends the evaluation.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        spec = state.metadata["model"]
        try:
            return await generate(state, tool_calls="none", **sent(state.metadata["params"], endpoint))
        except Exception as error:
            fault = fault_of(error, Endpoint(endpoint, "openai"), spec)
            if fault is None:
                raise
            if fault.kind is None:
                raise ProviderError(fault.message) from error
            failure = Failure(stage="generate", kind=fault.kind, message=fault.message, status=fault.status)
            state.store.set(FAILURE, failure.model_dump(mode="json"))
            return state

    return solve


def reply_in(sample: TaskState | EvalSample) -> Reply:
    """The reply that a finished sample holds, or its failure. Raises ValidationError where that is none of ours."""
    stored = sample.store.get(FAILURE)
    if not stored:
        return reply_of(sample.output)
    failure = Failure.model_validate(stored)
    return Reply(failure=failure.kind, message=failure.message, status=failure.status, latency_s=None)


def answer_of(state: TaskState) -> Answer:
    """The answer that a finished sample holds, or its failure."""
    about_trial, item, reply = state.metadata, Item.model_validate(state.metadata["item"]), reply_in(state)
    return Answer(
        key=about_trial["key"],
        model=about_trial["model"],
        params=about_trial["params"],
        prompt_hash=about_trial["prompt_hash"],
        at=now(),
        failure=failure_of(reply, "generate"),
        item=item.id,
        lang=item.lang,
        kind=item.kind,
        arm=about_trial["arm"],
        repeat=about_trial["repeat"],
        seed=about_trial["seed"],
        chunks=tuple(about_trial["chunks"]),
        text=reply.text,
        canary=about_trial["canary"],
    )


def judge_by(judge: str) -> Callable[[TaskState, Target], Awaitable[Score]]:
    """The scorer: the rule judge, or the suite's judge prompt asked of the model in the role `grader`."""

    async def score(state: TaskState, target: Target) -> Score:
        del target  # the reference stands in the item
        item = Item.model_validate(state.metadata["item"])
        return as_score(answer_of(state), await judged(answer_of(state), item, _judge(judge)))

    return score


def _judge(judge: str) -> Judge:
    from inspect_ai.model import get_model

    if judge == RULE:
        return RuleJudge()
    model, endpoint = resolve(judge)
    return LlmJudge(model, endpoint, InspectClient(get_model(role=GRADER, required=True), endpoint))


def as_score(answer: Answer, decided: Judged) -> Score:
    """1 for correct, 0 for wrong and abstained; invalid and failed trials are unscored, with the reason."""
    from inspect_ai.scorer import Score

    outcome, vote = decided.outcome, decided.vote
    metadata = {
        "outcome": outcome.outcome,
        "letter": outcome.letter,
        "stage": outcome.stage,
        "reason": outcome.reason,
        "vote": vote.model_dump(mode="json") if vote else None,
    }
    explanation = vote.reason if vote else answer.failure.message if answer.failure else ""
    if not outcome.scored:
        reason = _REASONS.get(outcome.reason, outcome.reason)
        return Score.unscored(reason=reason, answer=answer.text, explanation=explanation, metadata=metadata)
    return Score(value=float(outcome.correct), answer=answer.text, explanation=explanation, metadata=metadata)


def compute(scores: Sequence[SampleScore]) -> dict[str, float]:
    """The suite's figures over the scored samples, as `LANG/ARM/FIGURE`; what is undefined is left out.

    Intervals, attribution and quality are not among them: inspect_ai computes its metrics again after each sample.
    """
    outcomes = [_outcome(score) for score in scores]
    figures: dict[str, float | None] = {}
    for lang, arm in dict.fromkeys((o.lang, o.arm) for o in outcomes):
        own = [o for o in outcomes if (o.lang, o.arm) == (lang, arm)]
        rates = {f"category.{category}": rate for category, rate in lit.categories(own).items()}
        rates |= {name: figure(own) for name, figure in RATES.items()}
        figures |= {f"{lang}/{arm}/{name}": rate.rate for name, rate in rates.items()}
        figures |= {f"{lang}/{arm}/{name}": mean(own) for name, mean in MEANS.items()}
    return {name: value for name, value in figures.items() if value is not None}


def _outcome(score: SampleScore) -> Outcome:
    trial, decided = score.sample_metadata or {}, score.score.metadata or {}
    item = Item.model_validate(trial["item"])
    return from_letter(item, trial["arm"], trial["repeat"], decided["letter"], canary=trial["canary"])


def _addressed(spec: str, base_url: str | None) -> str:
    return f"{spec}@{base_url}" if base_url else spec


def _overrides(params: str | Mapping[str, Any] | None) -> dict[str, Any]:
    if params is None:
        return {}
    try:
        overrides = json.loads(params) if isinstance(params, str) else dict(params)
    except ValueError:
        overrides = None
    if not isinstance(overrides, dict):
        raise UsageError(f"params={params!r} is no JSON object: write it like -T params='{{\"temperature\": 0.7}}'.")
    return overrides
