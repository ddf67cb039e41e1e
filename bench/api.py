"""The suite from Python: run a model, score a run, compare runs, and their figures as pandas tables.

`from bench import run, score, check_claims, compare, trials, rates`. Guarantees: a run is the very run that the command
line makes, in the same folder, with the same lock, log and resumption; what goes wrong is raised as a class of
`bench.errors`; everything may be called inside a running event loop (a notebook) and from any thread.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bench import values
from bench.arms import ARMS
from bench.errors import UsageError
from bench.figures import COST, UNANSWERABLE
from bench.options import RunOptions, option, takes
from bench.values import Faults

if TYPE_CHECKING:
    import pandas

    from bench.errors import BenchError
    from bench.records import Arm, ArmResult, Summary
    from bench.records.comparison import Comparison
    from bench.report.notebook import Run
    from bench.stage import Stop

log = logging.getLogger("bench")
"""Notices go here, as warnings: what a person should know and need not act on."""


@dataclass(frozen=True, kw_only=True)
class _Call(RunOptions):
    """The options of `bench.run`: those of a run, and what takes the place of a terminal."""

    progress: bool = option(False, values.switch(), "Show on stderr how far the run is.")


@takes(_Call)
def run(options: _Call) -> Run:
    """Benchmark a model as `bench run` does, and give its summary. Each parameter means what the flag of its name does.

    docs/options.md has them all. The folder is `Path("results/runs") / summary.run` without `out`; what its log holds
    already is not asked again.

    Raises UsageError, ConfigError or DataError for a wrong request, before anything is spent; ProviderError, LogError,
    EngineError, CostLimit or Interrupted where the run ends early, with everything that came back in the log; and
    ProviderError where not one answer could be scored.
    """
    from rich.console import Console

    from bench.campaign import prepare
    from bench.campaign.execute import Notices
    from bench.cli.progress import Progress
    from bench.retrieval.called import Remembered
    from bench.running import carry_out, proven, refuse_empty

    if callable(options.retriever):
        options = replace(options, retriever=Remembered(options.retriever))
    ready = prepare(options)
    brake = _Brake()

    def work() -> None:
        nonlocal ready
        ready = proven(options, ready, log.warning)
        with (
            Progress(Console(stderr=True), ready) if options.progress else nullcontext(Notices(log.warning)) as observer
        ):
            carry_out(options, ready, observer, None if _on_main_thread() else brake.hold)

    _outside_any_loop(work, brake)
    summary = score(ready.folder)
    refuse_empty(summary)
    return summary


def score(folder: str | Path) -> Run:
    """The summary of a run, computed again from its log and written to its summary.json. Calls nobody.

    Raises LogError where the folder is no run or its log does not belong to its manifest, and DataError where the
    dataset cannot be read or has changed.
    """
    from bench.report.notebook import Run
    from bench.scoring import score as score_run

    where = _folder(folder)
    return Run.of(score_run(where, tell=log.warning), where)


def check_claims(
    folder: str | Path,
    judge: str | None = None,
    *,
    citations: bool = False,
    embed: str | None = None,
    limit: int | None = None,
) -> Summary:
    """Have a judge model check what the answers of a run assert, as `bench claims` does, and give the summary.

    `judge` None: the first of the registry's judges whose key is set. `citations`: each sentence that cites is checked
    against what it cites, and nothing else. `embed`: the embedding model of answer relevance. `limit`: the answers to
    so many questions of each language. The figures are in `faithfulness`, or in `citation_support`.

    Raises UsageError, ConfigError and DataError before anything is spent; ProviderError, LogError or Interrupted where
    the check ends early, with everything that came back in the log: the same call goes on.
    """
    from bench.claims import check
    from bench.cli.claims import checking_of

    faults = Faults("arguments")
    run_folder = faults.of(values.path(), folder, "folder")
    judge = faults.of(values.text_or_none(), judge, "judge")
    citations = faults.of(values.switch(), citations, "citations")
    embed = faults.of(values.text_or_none(), embed, "embed")
    limit = None if limit is None else faults.of(values.whole(1), limit, "limit")
    faults.refuse()
    checking = checking_of(run_folder, judge=judge, citations=citations, embed=embed, limit=limit)
    brake = _Brake()
    _outside_any_loop(lambda: check(checking, log.warning, None if _on_main_thread() else brake.hold), brake)
    return score(run_folder)


def compare(
    *folders: str | Path,
    arms: Sequence[Arm] | Literal["all"] | None = None,
    k: float = COST,
    unanswerable: float = UNANSWERABLE,
) -> Comparison:
    """Two or more runs on the same questions, pair by pair, as `bench compare` has it.

    `arms` None: the headline arm. `k`: what a wrong answer costs the reader, in right ones; `unanswerable`: the share
    of the reader's questions that have no answer in the documents. Raises UsageError where the runs do not fit
    together, and whatever reading a run raises.
    """
    from bench.comparing import compare as compare_runs

    faults = Faults("arguments")
    runs = [faults.of(values.path(), folder, "folder") for folder in folders]
    k = faults.of(values.number(), k, "k")
    unanswerable = faults.of(values.fraction(), unanswerable, "unanswerable")
    every = arms is None or arms == "all"
    chosen = arms if every else faults.of(values.some_of("arm", ARMS), arms, "arms")
    faults.refuse()
    return compare_runs(runs, chosen, k, unanswerable)


def trials(folder: str | Path) -> pandas.DataFrame:
    """A row for each trial of a run that has an outcome: where it stands, what happened, the text, what it took.

    `outcome` is correct, wrong, abstained, invalid or failed; `scored` says whether rates count the trial; `correct`,
    `attempted`, tokens and seconds are missing where they are unknown. Leave-one-out trials are left out. A run
    without an outcome gives a table without a row. Raises as `score` does.
    """
    import pandas as pd

    from bench.scoring import outcomes_of, read_run

    log_of_run = read_run(_folder(folder))
    for notice in log_of_run.notices:
        log.warning("%s", notice)
    answers = {(a.lang, a.item, a.arm, a.repeat): a for a in log_of_run.answers}
    config = log_of_run.manifest.config
    rows = []
    for outcome in outcomes_of(log_of_run):
        answer = answers[outcome.trial_id]
        rows.append(
            (
                *(log_of_run.manifest.run, config.model.spec, *outcome.trial_id, outcome.kind, outcome.cluster),
                ", ".join(category.value for category in outcome.categories),
                *(outcome.outcome, outcome.scored, outcome.correct if outcome.scored else None, outcome.attempted),
                *(outcome.stage, outcome.reason, outcome.canary, answer.text),
                *(answer.usage.prompt_tokens, answer.usage.completion_tokens, answer.latency_s),
            )
        )
    frame = pd.DataFrame(rows, columns=list(TRIAL_COLUMNS))
    return frame.astype({name: kind for name, kind in TRIAL_COLUMNS.items() if kind != "object"})


def rates(*summaries: Summary) -> pandas.DataFrame:
    """A row for each figure of each run, language and arm: its value, and its 95 % interval where it has one.

    `k` hits of `n` are missing for means and for Q(k); `value`, `low` and `high` are missing where a figure is
    undefined, never 0. The intervals are over questions. No summary gives a table without a row.
    """
    import pandas as pd

    from bench.records import Summary

    for summary in summaries:
        if not isinstance(summary, Summary):
            raise UsageError(f"summary is {summary!r:.60}; it must be a summary, as `run` and `score` give it.")
    rows = [
        (summary.run, summary.model.spec, result.lang, result.arm, *figure)
        for summary in summaries
        for result in summary.results
        for figure in _figures(result)
    ]
    frame = pd.DataFrame(rows, columns=list(RATE_COLUMNS))
    return frame.astype({name: kind for name, kind in RATE_COLUMNS.items() if kind != "object"})


TRIAL_COLUMNS: Mapping[str, str] = {
    **dict.fromkeys(("run", "model", "lang", "item", "arm"), "object"),
    "repeat": "Int64",
    **dict.fromkeys(("kind", "cluster", "categories", "outcome"), "object"),
    **dict.fromkeys(("scored", "correct", "attempted"), "boolean"),
    **dict.fromkeys(("stage", "reason"), "object"),
    "canary": "boolean",
    "text": "object",
    **dict.fromkeys(("prompt_tokens", "completion_tokens"), "Int64"),
    "latency_s": "Float64",
}
"""The columns of `trials` with their pandas types; the nullable ones, so that unknown is missing and not a number."""
RATE_COLUMNS: Mapping[str, str] = {
    **dict.fromkeys(("run", "model", "lang", "arm", "figure"), "object"),
    **dict.fromkeys(("k", "n"), "Int64"),
    **dict.fromkeys(("value", "low", "high"), "Float64"),
}
"""The columns of `rates`."""


def _figures(
    result: ArmResult,
) -> Iterator[tuple[str, int | None, int | None, float | None, float | None, float | None]]:
    from bench.export.tables import numbers_of

    for number in numbers_of(result):
        key = number.key or number.figure.name
        low, high = (number.ci95 if number.n is None else number.ci95_questions) or (None, None)
        if number.figure.unit == "qualities":
            key = f"{'q' if number.figure.name == 'quality' else 'v'}({key})"
        yield key, number.k, number.n, number.value, low, high


def _folder(folder: str | Path) -> Path:
    return values.path()(folder, "folder")


class _Brake:
    """Stops a run that works on another thread, so that nothing that came back is lost."""

    def __init__(self) -> None:
        self._pulled = False
        self._held: tuple[asyncio.AbstractEventLoop, Stop] | None = None

    @contextmanager
    def hold(self, stop: Stop) -> Iterator[None]:
        """While the run is at work in this thread's loop, `pull` reaches its `stop`."""
        self._held = asyncio.get_running_loop(), stop
        if self._pulled:
            stop.set(self._reason())
        try:
            yield
        finally:
            self._held = None

    def pull(self) -> None:
        """Ask the run to stop: calls in flight are waited for and logged."""
        self._pulled = True
        if self._held is not None:
            loop, stop = self._held
            loop.call_soon_threadsafe(stop.set, self._reason())

    def _reason(self) -> BenchError:
        from bench.stage import Interrupted

        return Interrupted("Interrupted. Everything that came back is logged; the same call goes on from here.")


def _on_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _outside_any_loop(work: Callable[[], object], brake: _Brake) -> None:
    """Do `work` here, or on a thread of its own where this one has a running event loop (as a notebook's has).

    An interrupt while waiting for that thread pulls the brake and waits for the run to end; a second one leaves it.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        work()
        return
    raised: list[BaseException] = []
    # Not Thread.join: in Python 3.11, once it has been interrupted it takes the thread for ended.
    ended = threading.Event()

    def kept() -> None:
        try:
            work()
        except BaseException as error:  # raised again below, in the thread that asked
            raised.append(error)
        finally:
            ended.set()

    threading.Thread(target=kept, name="bench-run", daemon=True).start()
    try:
        ended.wait()
    except KeyboardInterrupt:
        brake.pull()
        ended.wait()
    if raised:
        raise raised[0]
