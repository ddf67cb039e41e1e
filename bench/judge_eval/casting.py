"""Casting: a judge's votes on a labelled set, logged as they come, and the report over them.

Guarantees: an evaluation that was killed goes on where it was and pays no finished call twice; a case whose text has
changed is judged anew; a label that has changed is not, because no judge has seen it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from bench import __version__, prompts
from bench.campaign.call_log import CallLog
from bench.campaign.connections import Connections
from bench.campaign.judges import resolve_judge
from bench.clients import Pacing
from bench.clients.limits import concurrency_within_limits
from bench.config import Endpoint, ModelSpec, Registry, require_callable
from bench.errors import ConfigError, LogError
from bench.judge import Judge, LlmJudge, RuleJudge
from bench.judge_eval.comparison import JudgedCase, agreement, disagreements
from bench.judge_eval.labelled import LabelledSet, load
from bench.log import RunLock, call_key, write_whole
from bench.prices import cost_usd
from bench.records import RULE, Answer, Item, Lang, Message, Vote
from bench.records.judging import SLICES, JudgeCase, JudgeEvaluation, LangAgreement
from bench.rules.version import RULE_VERSION
from bench.run_folder import VOTES
from bench.stage import Pool, Stop
from bench.text.display import slug

ROOT = Path("results/judge-eval")
REPORT = "report.json"
AUTHOR = "labelled"
"""Stands as the model of a labelled answer: no model gave it in a run."""

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Evaluation:
    """An evaluation ready to execute: nothing left to look up, nothing called yet."""

    judge: tuple[ModelSpec, Endpoint] | None
    """None is the rule judge."""
    labelled: LabelledSet
    folder: Path
    concurrency: int
    pacing: Pacing
    notices: tuple[str, ...] = ()


def prepare(
    judge: str = RULE,
    langs: Sequence[Lang] = ("en", "ja"),
    labelled: Path | None = None,
    out: Path | None = None,
    *,
    concurrency: int = 32,
    pacing: Pacing | None = None,
    registry: Registry | None = None,
) -> Evaluation:
    """Look everything up and check it. Raises UsageError, ConfigError or DataError before anything is spent.

    `judge` is `rule` or a model, also NAME@URL. `labelled` None: the suite's own set. `out` None: a folder named after
    the judge. `registry` None: the registry with the user's own files.
    """
    resolved, name = resolve_judge(judge, registry=registry), RULE
    reached = (resolved.model, resolved.endpoint) if resolved else None
    if resolved and resolved.after_rules:
        raise ConfigError(
            f"{judge} is two judges: measure `{RULE}` and the model each by itself. In a run, the audit says how far "
            "they agree."
        )
    if reached:
        require_callable(*reached)
        name = _name(*reached, own_address="@http" in judge)
    concurrency, limited = concurrency_within_limits(concurrency)
    folder = out or ROOT / name
    cases = load(labelled, langs)
    notices = (*((limited,) if limited else ()), *cases.notices)
    return Evaluation(reached, cases, folder, concurrency, pacing or Pacing(), notices)


def execute(evaluation: Evaluation, tell: Tell = lambda _: None) -> JudgeEvaluation:
    """Have every case judged that the log does not have yet, and write the report beside the log.

    `tell` is given one sentence for each thing worth knowing. Raises ProviderError or LogError; the log then holds
    every vote that came back, and executing again does the rest.
    """
    for notice in evaluation.notices:
        tell(notice)
    folder = evaluation.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LogError(f"The folder {folder} cannot be made: {error.strerror}.") from error
    with RunLock(folder):
        log = folder / VOTES
        if evaluation.judge is None:
            # The rules cost nothing, and votes of an older state of them must not be taken for theirs.
            log.unlink(missing_ok=True)
        judged = asyncio.run(_cast(evaluation, log, tell))
        report = _report(evaluation, judged)
        write_whole(folder / REPORT, report)
    return report


def as_trial(case: JudgeCase, lang: Lang) -> tuple[Item, Answer]:
    """A case as a run would hand it to a judge. The answer's key is made of everything but label, slice and note."""
    item = Item(
        id=case.id,
        lang=lang,
        kind=case.kind,
        question=case.question,
        answer=case.reference,
        accept=case.accept,
        cluster=case.id,
    )
    shown = case.model_dump_json(include={"question", "kind", "reference", "accept", "answer"})
    answer = Answer(
        key=call_key(AUTHOR, {}, (Message(role="user", content=shown),), 0, case.id, lang),
        model=AUTHOR,
        item=case.id,
        lang=lang,
        kind=case.kind,
        arm="gold",
        repeat=0,
        seed=0,
        raw=case.answer,
        text=case.answer,
    )
    return item, answer


async def _cast(evaluation: Evaluation, path: Path, tell: Tell) -> list[JudgedCase]:
    """The votes on all cases, in the order of the set: from the log, or cast now and logged."""
    stop = Stop()
    jobs = [(part, lang, case) for (part, lang), cases in evaluation.labelled.cases.items() for case in cases]
    votes: dict[tuple[str, Lang, str], Vote] = {}
    log = CallLog(path, Vote)

    async with AsyncExitStack() as clients:
        judge: Judge = RuleJudge()
        if evaluation.judge is not None:
            client = await Connections(evaluation.pacing, stop, clients, tell).to(
                evaluation.judge[1], evaluation.concurrency
            )
            judge = LlmJudge(*evaluation.judge, client)
        with ExitStack() as files:
            for text in log.open(files):
                tell(text)

            async def vote(job: tuple[str, Lang, JudgeCase]) -> Vote:
                item, answer = as_trial(job[2], job[1])
                new, _ = await log.once(judge.key(item, answer), lambda: judge.vote(item, answer))
                return new

            def keep(job: tuple[str, Lang, JudgeCase], vote: Vote) -> None:
                votes[job[0], job[1], job[2].id] = vote

            await Pool(vote, keep, evaluation.concurrency).run(jobs, stop)
    if stop.reason:
        raise stop.reason
    return [JudgedCase(part, lang, case, votes[part, lang, case.id]) for part, lang, case in jobs]


def _report(evaluation: Evaluation, judged: Sequence[JudgedCase]) -> JudgeEvaluation:
    model, labelled = evaluation.judge[0] if evaluation.judge else None, evaluation.labelled
    judged_in = {key: [j for j in judged if (j.part, j.lang) == key] for key in labelled.cases}
    return JudgeEvaluation(
        judge=model.spec if model else RULE,
        params=dict(model.params) if model else {"version": RULE_VERSION},
        prompts={f"judge.{lang}": prompts.load("judge", lang).fingerprint for _, lang in judged_in} if model else {},
        set=labelled.name,
        set_sha256=labelled.sha256,
        suite_version=__version__,
        failed=sum(j.vote.failure is not None and j.vote.failure.transient for j in judged),
        langs=tuple(_language(part, lang, these) for (part, lang), these in judged_in.items()),
        disagreements=disagreements(judged),
        cost_usd=_cost(model, judged) if model else 0.0,
    )


def _language(part: str, lang: Lang, judged: Sequence[JudgedCase]) -> LangAgreement:
    slices = {name: [j for j in judged if j.case.slice == name] for name in SLICES}
    return LangAgreement(
        part=part,
        lang=lang,
        overall=agreement(judged),
        slices={name: agreement(of_slice) for name, of_slice in slices.items() if of_slice},
    )


def _cost(model: ModelSpec, judged: Sequence[JudgedCase]) -> float | None:
    """USD for all votes that came back; None as soon as one is unknown, because the rest would be too low."""
    costs = [cost_usd(j.vote, model) for j in judged if j.vote.failure is None]
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None


def _name(model: ModelSpec, endpoint: Endpoint, *, own_address: bool) -> str:
    """A folder name for a judge; with host and port (never credentials) where the judge was named by its address."""
    name = model.alias or model.spec
    if own_address:
        parts = urlsplit(endpoint.base_url)
        name += f"-{parts.hostname}" + (f"-{parts.port}" if parts.port else "")
    return slug(name.replace(":", "-").replace("/", "-"))
