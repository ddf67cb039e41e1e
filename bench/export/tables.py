"""The result tables: runs, trials, rates and answers, each column with its Parquet type and where its value is from.

Guarantees: a trial's outcome is the one that its summary counts; what is undefined or unknown is null, never 0; a
trial that no rate counts is there, with the stage and the reason. Leave-one-out trials are in none of the tables: they
are in no rate either.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from bench.cascade import votes_of
from bench.figures import FIGURES, Figure
from bench.metrics.insight import parted
from bench.metrics.panel_report import votes_by_answer
from bench.outcomes import Outcome
from bench.prices import cost_usd
from bench.records import Answer, ArmResult, Item, Lang, Rate, RunConfig, Summary, Vote
from bench.records.items import Difficulty
from bench.records.rates import Interval
from bench.records.results import PUBLIC_DATA
from bench.scoring import RunLog, counting_votes, outcomes_of, score_run

if TYPE_CHECKING:
    import pyarrow

Row = dict[str, Any]
Tables = dict[str, list[Row]]
"""Table -> its rows."""

Kind = str | list[Any] | dict[str, Any]
"""A scalar by name, `[KIND]` for a list of it, or the fields of a struct."""
Column = tuple[Kind, Callable[[Any], object]]
"""Type, and what gives the value of one source: a `_Trial` for trials and answers, a `_Rate`, a `_Run`."""

TEXTS = ("answers",)
"""Tables with texts of models and of the dataset."""


@dataclass(frozen=True)
class _Trial:
    """The answer that counts, its outcome (None while a judge still owes a vote), and the panel's votes."""

    run: RunLog
    answer: Answer
    item: Item
    outcome: Outcome | None
    votes: list[Vote]


@dataclass(frozen=True)
class _Rate:
    summary: Summary
    result: ArmResult
    number: Number


@dataclass(frozen=True)
class _Run:
    log: RunLog
    summary: Summary

    @property
    def config(self) -> RunConfig:
        return self.log.manifest.config


def tables_of(runs: Iterable[RunLog], *, texts: bool) -> Tables:
    """The rows of every table over all runs, in the order of the runs; without `texts`, no table of TEXTS.

    Raises as `bench.scoring.score_run` does.
    """
    tables: Tables = {name: [] for name in COLUMNS if texts or name not in TEXTS}
    for log in runs:
        run, trials = _Run(log, score_run(log)), list(_trials(log))
        rates = [_Rate(run.summary, r, number) for r in run.summary.results for number in numbers_of(r)]
        sources: dict[str, list[Any]] = {"trials": trials, "rates": rates, "runs": [run], "answers": trials}
        for table, rows in tables.items():
            rows += [{name: get(source) for name, (_, get) in COLUMNS[table].items()} for source in sources[table]]
    return tables


def schema(table: str) -> pyarrow.Schema:
    """The Parquet schema of a table. Raises KeyError for an unknown one."""
    import pyarrow

    return pyarrow.schema([pyarrow.field(name, _type(kind)) for name, (kind, _) in COLUMNS[table].items()])


def langs_of(runs: Iterable[RunLog]) -> list[Lang]:
    """Every language that any of the runs asked, each once."""
    return list(dict.fromkeys(lang for run in runs for lang in run.manifest.config.langs))


def _type(kind: Kind) -> Any:
    import pyarrow

    if isinstance(kind, list):
        return pyarrow.list_(_type(kind[0]))
    if isinstance(kind, dict):
        return pyarrow.struct([pyarrow.field(name, _type(inner)) for name, inner in kind.items()])
    return pyarrow.type_for_alias(kind)


def _trials(run: RunLog) -> Iterator[_Trial]:
    items = {(item.lang, item.id): item for item in run.items}
    outcomes = {outcome.trial_id: outcome for outcome in outcomes_of(run)}
    latest = {a.trial_id: a for a in run.answers}
    ordinary, _ = parted(latest.values(), items)
    judges = run.manifest.config.judges
    cast = votes_by_answer(counting_votes(run))
    for a in ordinary:
        by_judge = cast.get(a.key, {})
        votes = [vote for judge in judges for vote in votes_of(judge, by_judge)]
        yield _Trial(run, a, items[a.lang, a.item], outcomes.get(a.trial_id), votes)


def _of_outcome(name: str) -> Callable[[_Trial], object]:
    """A field of the outcome; null where it is not known, or says nothing."""
    return lambda trial: None if (value := getattr(trial.outcome, name, None)) == "" else value


def _of_difficulty(name: str) -> Callable[[_Trial], object]:
    """A field of a drawn item's difficulty; null for a written item."""
    return lambda trial: getattr(trial.item.difficulty, name, None)


def _bound(name: str, end: int) -> Callable[[_Rate], float | None]:
    return lambda rate: (getattr(rate.number, name) or (None, None))[end]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _config(run: _Run) -> str:
    """The configuration without a path of the machine."""
    whole = run.config.model_dump(mode="json")
    return _json(whole if run.config.data in PUBLIC_DATA else {**whole, "data": None})


_VERDICT: dict[str, Column] = {
    "judge": ("string", attrgetter("model")),
    "verdict": ("string", attrgetter("verdict")),
    "abstained": ("bool", attrgetter("abstained")),
    "conflict_named": ("bool", attrgetter("conflict_named")),
    "confidence": ("float64", attrgetter("confidence")),
    "failure": ("string", lambda vote: vote.failure.kind if vote.failure else None),
}
_WHICH: dict[str, Column] = {
    "run": ("string", attrgetter("run.manifest.run")),
    "model": ("string", attrgetter("answer.model")),
    "lang": ("string", attrgetter("answer.lang")),
    "item": ("string", attrgetter("answer.item")),
    "arm": ("string", attrgetter("answer.arm")),
    "repeat": ("int64", attrgetter("answer.repeat")),
}
COLUMNS: dict[str, dict[str, Column]] = {
    "trials": {
        **_WHICH,
        "kind": ("string", attrgetter("item.kind")),
        "shown_as": ("string", _of_outcome("kind")),
        "categories": (["string"], lambda t: [category.value for category in t.item.categories]),
        "aspects": (["string"], lambda t: [aspect.value for aspect in t.item.aspects]),
        "base": ("string", attrgetter("item.base")),
        "cluster": ("string", attrgetter("item.cluster")),
        "canary": ("bool", attrgetter("answer.canary")),
        "outcome": ("string", _of_outcome("outcome")),
        "letter": ("string", _of_outcome("letter")),
        "attempted": ("bool", _of_outcome("attempted")),
        "conflict_named": ("bool", _of_outcome("conflict_named")),
        "stage": ("string", _of_outcome("stage")),
        "reason": ("string", _of_outcome("reason")),
        "slip": ("string", _of_outcome("slip")),
        "final_line": ("bool", _of_outcome("final_line")),
        **{name: ("int64", _of_difficulty(name)) for name in Difficulty.model_fields},
        "verdicts": (
            [{name: kind for name, (kind, _) in _VERDICT.items()}],
            lambda t: [{name: get(vote) for name, (_, get) in _VERDICT.items()} for vote in t.votes],
        ),
        "chunks": (["string"], lambda t: list(t.answer.chunks)),
        "prompt_tokens": ("int64", attrgetter("answer.usage.prompt_tokens")),
        "completion_tokens": ("int64", attrgetter("answer.usage.completion_tokens")),
        "reasoning_tokens": ("int64", attrgetter("answer.usage.reasoning_tokens")),
        "cost_usd": ("float64", lambda t: cost_usd(t.answer, t.run.manifest.config.model)),
        "latency_s": ("float64", attrgetter("answer.latency_s")),
        "attempts": ("int64", attrgetter("answer.attempts")),
        "finish_reason": ("string", attrgetter("answer.finish_reason")),
        "answer_key": ("string", attrgetter("answer.key")),
    },
    "rates": {
        "run": ("string", attrgetter("summary.run")),
        "model": ("string", attrgetter("summary.model.spec")),
        "lang": ("string", attrgetter("result.lang")),
        "arm": ("string", attrgetter("result.arm")),
        "metric": ("string", attrgetter("number.name")),
        "k": ("int64", attrgetter("number.k")),
        "n": ("int64", attrgetter("number.n")),
        "rate": ("float64", attrgetter("number.value")),
        "ci95_low": ("float64", _bound("ci95", 0)),
        "ci95_high": ("float64", _bound("ci95", 1)),
        "questions": ("int64", attrgetter("number.questions")),
        "ci95_questions_low": ("float64", _bound("ci95_questions", 0)),
        "ci95_questions_high": ("float64", _bound("ci95_questions", 1)),
        "bounds_low": ("float64", _bound("bounds", 0)),
        "bounds_high": ("float64", _bound("bounds", 1)),
    },
    "runs": {
        "run": ("string", attrgetter("log.manifest.run")),
        "digest": ("string", attrgetter("log.manifest.digest")),
        "suite_version": ("string", attrgetter("log.manifest.suite_version")),
        "created": ("string", attrgetter("log.manifest.created")),
        "model": ("string", attrgetter("config.model.spec")),
        "model_title": ("string", attrgetter("config.model.title")),
        "weights": ("string", attrgetter("config.model.weights")),
        "reasoning": ("bool", attrgetter("config.model.reasoning")),
        "params": ("string", lambda run: _json(run.config.model.params)),
        "dataset": ("string", attrgetter("config.dataset.name")),
        "dataset_version": ("string", attrgetter("config.dataset.version")),
        "dataset_sha256": ("string", attrgetter("config.dataset.sha256")),
        "judges": (["string"], lambda run: [judge.spec for judge in run.config.judges]),
        "config": ("string", _config),
        "imported_from": ("string", lambda run: run.config.imported.tool if run.config.imported else None),
        "complete": ("bool", attrgetter("summary.complete")),
        "trials": ("int64", attrgetter("log.manifest.trials")),
        "missing": ("int64", attrgetter("summary.missing")),
        "leaderboard": ("bool", attrgetter("summary.judge.leaderboard")),
        "note": ("string", attrgetter("summary.judge.note")),
    },
    "answers": {
        **_WHICH,
        "question": ("string", attrgetter("item.question")),
        "reference": ("string", attrgetter("item.answer")),
        "messages": (
            [{"role": "string", "content": "string"}],
            lambda t: [message.model_dump() for message in t.answer.messages],
        ),
        "text": ("string", attrgetter("answer.text")),
        "raw": ("string", attrgetter("answer.raw")),
        "reasoning": ("string", attrgetter("answer.reasoning")),
        "failure": ("string", lambda t: t.answer.failure.message if t.answer.failure else None),
        "judged": (
            [{"judge": "string", "reason": "string", "raw": "string"}],
            lambda t: [{"judge": vote.model, "reason": vote.reason, "raw": vote.raw} for vote in t.votes],
        ),
        "answer_key": ("string", attrgetter("answer.key")),
    },
}
"""The columns of each table, in the order in which they stand."""


@dataclass(frozen=True, slots=True)
class Number:
    """A figure, or the part `key` of one; None for `key` where the figure has no parts.

    `value` is None where it is undefined. `k` and `n` are None for what is no share of a count.
    """

    figure: Figure
    key: str | None
    value: float | None
    k: int | None = None
    n: int | None = None
    questions: int | None = None
    ci95: Interval | None = None
    ci95_questions: Interval | None = None
    bounds: Interval | None = None

    @property
    def name(self) -> str:
        """`over_abstention`, `category.Logic`, `quality.k4`."""
        return self.figure.name if self.key is None else self.figure.each.format(self.key)


def numbers_of(result: ArmResult) -> Iterator[Number]:
    """The numbers of `result`, in the order of bench/figures.py, undefined ones too. Counts of conflicts are none."""
    for figure in FIGURES.values():
        match figure.unit:
            case "rate":
                yield _of(figure, None, result.rate(figure.name))
            case "share":
                name = figure.name
                value, ci95, bounds = result.share(name), result.interval(name), result.bounds(name)
                yield Number(figure, None, value, ci95=ci95, ci95_questions=ci95, bounds=bounds)
            case "rates":
                yield from (_of(figure, key, rate) for key, rate in result.rates(figure.name).items())
            case "qualities":
                for q in result.qualities(figure.name):
                    yield Number(figure, f"{q.k:g}", q.value, ci95=q.ci95)
            case "reach":
                yield Number(figure, None, result.reach(figure.name).at)


def _of(figure: Figure, key: str | None, rate: Rate) -> Number:
    intervals = rate.ci95, rate.ci95_questions, rate.bounds
    return Number(figure, key, rate.rate, rate.k, rate.n, rate.questions, *intervals)
