"""What a run still has to ask of a model: no server is started for nothing, and its prompts are known before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bench.campaign.configure import PreparedRun as Run
from bench.campaign.earlier import earlier_calls
from bench.campaign.retrieving import retrievers_without_calls
from bench.clients import Client, open_client
from bench.config import Endpoint, ModelSpec
from bench.engines.lengths import Prompt
from bench.generate import Generator, Trial
from bench.judge import LlmJudge
from bench.log import read
from bench.records import Answer, Vote
from bench.records.panel import Intent
from bench.run_folder import ANSWERS, INTENTS, VOTES


def pending_prompts(run: Run, models: Iterable[str]) -> Iterable[Prompt] | None:
    """The prompts of the answers still to be asked; None when none of `models` has anything left to do.

    A prompt whose context needs embeddings first is not among them. Empty where only judging is left.
    """
    wanted = set(models)
    answers = read(run.folder / ANSWERS, Answer)
    paid_answers, paid_votes = earlier_calls(run)
    done, known = answers.done() | set(paid_answers), {**answers.records, **paid_answers}
    nowhere = open_client(Endpoint("baseline", "baseline", key_required=False), concurrency=1)
    retrievers, _ = retrievers_without_calls(run)
    generator = Generator(run.config, run.dataset, run.model, run.endpoint, nowhere, retrievers or {})
    to_ask: list[Trial] = []
    answered: list[tuple[Trial, Answer]] = []
    unknown = False
    for trial in run.trials:
        if trial.arm == "retrieved" and retrievers is None:
            unknown = True
            continue
        key = generator.prepare(trial).key
        if key in done:
            answered.append((trial, known[key]))
        else:
            to_ask.append(trial)
    judging = [judge for judge in run.judges if judge and judge[0].name in wanted]
    if run.model.name in wanted and (to_ask or unknown):
        return (_prompt(generator, trial) for trial in to_ask)
    if not judging or not (to_ask or unknown or _votes_missing(run, answered, paid_votes, judging, nowhere)):
        return None
    return ()


def _prompt(generator: Generator, trial: Trial) -> Prompt:
    item = trial.item
    return Prompt(f"item {item.id}, {item.lang}, {trial.arm}", generator.prepare(trial).messages)


def _votes_missing(
    run: Run,
    answered: Iterable[tuple[Trial, Answer]],
    paid: Mapping[str, Vote],
    judging: Iterable[tuple[ModelSpec, Endpoint]],
    nowhere: Client,
) -> bool:
    """Whether a judge has an answer before it that it has not judged, or that has not been classified yet."""
    done = read(run.folder / VOTES, Vote).done() | set(paid)
    two_stage = run.config.judging == "two-stage"
    intents = {i.answer_key: i for i in read(run.folder / INTENTS, Intent).records.values()} if two_stage else {}
    judges = [LlmJudge(model, endpoint, nowhere, two_stage=two_stage) for model, endpoint in judging]
    for trial, answer in answered:
        if answer.text is None:
            continue
        if two_stage:
            intent = intents.get(answer.key)
            if intent is None or intent.failure is not None:
                return True
            if not intent.to_be_graded(trial.item.kind):
                continue
        if any(judge.key(trial.item, answer) not in done for judge in judges):
            return True
    return False
