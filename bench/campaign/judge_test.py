"""Judges tested before they are paid: a dozen answers with known verdicts go to each model first.

A judge that gets more than MOST_WRONG of them wrong stops the run before anything else is asked: one that always says
the same, answers in prose or does not answer gets several wrong. What it said is logged (probes.jsonl); what it got
right is not asked again by a run that is resumed, with the same judge and the same prompts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack, ExitStack

from bench.campaign.call_log import CallLog
from bench.campaign.configure import PreparedRun
from bench.campaign.connections import Connections
from bench.campaign.due import Due
from bench.campaign.judging import open_panel
from bench.errors import ProviderError
from bench.judge import LlmJudge, model_of
from bench.judge.probes import DOZEN, ProbeCase, probe_cases
from bench.records import Lang
from bench.records.panel import Probe
from bench.stage import Pool, Stop
from bench.text.display import for_terminal

MOST_WRONG = 1
SHOWN = 160
"""Characters of a text in a message."""


async def require_fit_panel(
    run: PreparedRun, due: Due, stop: Stop, tell: Callable[[str], None], bought: Callable[[Probe], None]
) -> None:
    """Test those judges of a run that have, or may get, a vote to cast, one by one, however its other calls are made.

    `due` is of the same trials; the judges are asked where `run` has them, on servers that may have been started since.
    Nothing where the run says that they are not to be tested. Raises as `require_fit`, and what a client raises.
    """
    numbers = _numbers(due)
    if not numbers:
        return
    panel = [run.judges[number] for number in numbers]
    async with AsyncExitStack() as clients:
        executor = Connections(run.pacing, stop, clients, tell)
        judges, _ = await open_panel(
            panel, None, executor, run.config, concurrency=run.concurrency, timeout_s=run.vote_timeout_s
        )
        models = [model for judge in judges if (model := model_of(judge))]
        await require_fit(
            models, run.config.langs, due.probes, stop, workers=min(run.concurrency, DOZEN), tell=tell, bought=bought
        )


def judges_to_test(due: Due) -> list[LlmJudge]:
    """The models that are tested before `due` is called, unconnected: for their prompts and keys."""
    return list(_numbers(due).values())


def _numbers(due: Due) -> dict[int, LlmJudge]:
    """Those that are tested, by their judge's number on the panel."""
    if due.run.judges_tested or due.run.config.untested_judge:
        return {}
    return {number: model for number, judge in due.judges_at_work() if (model := model_of(judge))}


async def require_fit(
    judges: Iterable[LlmJudge],
    langs: Sequence[Lang],
    log: CallLog[Probe],
    stop: Stop,
    *,
    workers: int,
    tell: Callable[[str], None],
    bought: Callable[[Probe], None] = lambda _: None,
) -> None:
    """Have each judge vote on the cases that the log has no right vote of, and raise ProviderError for one that fails.

    `tell` is given a sentence where a judge got one wrong, and `bought` each new call. Where `stop` is set nothing is
    decided. Raises LogError too.
    """
    with ExitStack() as files:
        for text in log.open(files):
            tell(text)
        for judge in judges:
            cases = probe_cases(langs, attempts=judge.two_stage)
            due = [case for case in cases if not _known(log, judge.key(case.item, case.answer))]
            wrong = await _tested(judge, due, log, stop, workers, bought)
            if stop.is_set:
                return
            if len(wrong) > MOST_WRONG:
                raise ProviderError(_refusal(judge.spec, wrong, len(cases)))
            for case, probe in wrong:
                tell(f"{judge.spec} got one of {len(cases)} answers with known verdicts wrong: {_said(case, probe)}")


def _known(log: CallLog[Probe], key: str) -> bool:
    """Whether the log has a right vote; one that an earlier run has paid for is copied into it."""
    logged, earlier = log.settled.get(key), log.earlier.get(key)
    if logged is not None and logged.passed:
        return True
    if earlier is None or not earlier.passed:
        return False
    log.append(earlier)
    return True


async def _tested(
    judge: LlmJudge,
    cases: Sequence[ProbeCase],
    log: CallLog[Probe],
    stop: Stop,
    workers: int,
    bought: Callable[[Probe], None],
) -> list[tuple[ProbeCase, Probe]]:
    """The cases of which the judge said otherwise, or nothing."""
    wrong = []

    async def ask(case: ProbeCase) -> Probe:
        vote = await judge.vote(case.item, case.answer)
        return Probe(**dict(vote), lang=case.item.lang, expected=case.expected)

    def keep(case: ProbeCase, probe: Probe) -> None:
        bought(probe)
        log.append(probe)
        if not probe.passed:
            wrong.append((case, probe))

    await Pool(ask, keep, workers).run(cases, stop)
    return wrong


def _refusal(spec: str, wrong: Sequence[tuple[ProbeCase, Probe]], cases: int) -> str:
    return (
        f"{spec} is not let judge: of {cases} answers with known verdicts it got {len(wrong)} wrong. The first: "
        f"{_said(*wrong[0])} Mend it or name another judge; with --untested-judge it votes, and the run is not ranked."
    )


def _said(case: ProbeCase, probe: Probe) -> str:
    """What was wrong, in a sentence with what the judge said."""
    about = f"“{for_terminal(case.answer.text or '', SHOWN)}” ({case.item.kind}) is {case.expected}"
    if probe.failure is not None:
        return f"{about}, and no reply came ({probe.failure.kind}: {for_terminal(probe.failure.message, SHOWN)})."
    reply = for_terminal(probe.raw or "", SHOWN)
    why = f", {probe.reason}" if probe.verdict == "invalid" and probe.reason else ""
    return f"{about}, and it said “{reply}” ({probe.verdict}{why})."
