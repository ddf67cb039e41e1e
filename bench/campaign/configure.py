"""From what is asked for to a run that is ready: everything looked up and checked, nothing called yet.

The configuration is frozen here; its digest names the run's folder, so the same request always finds the same log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from bench import prompts
from bench.campaign.judging import VOTE_TIMEOUT_S, judging_roles
from bench.clients import Pacing
from bench.clients.limits import concurrency_within_limits
from bench.config import Endpoint, ModelSpec, check_overrides, load_registry, require_key, resolve
from bench.dataset import Dataset, load
from bench.dataset.distractors import refuse_shortage
from bench.dataset.leave_one_out import with_left_out
from bench.dataset.rechunk import check_sizes, rechunk
from bench.dataset.sample import select
from bench.engines import check_engine_args
from bench.errors import ConfigError, DataError, UsageError
from bench.judge.rule import SPEC as RULE
from bench.plan import Trial, plan
from bench.records import Arm, DatasetRef, Lang, ModelRef, RunConfig
from bench.retrieval import RetrieverSpec, read_spec
from bench.rules.verdict import RULE_VERSION
from bench.run_digests import config_digest
from bench.text.display import slug


@dataclass(frozen=True)
class Wanted:
    """A run as it is asked for, before anything is looked up."""

    model: str
    data: str = "gib"
    langs: Sequence[Lang] | None = None
    """None: those that the dataset has."""
    arms: Sequence[Arm] = ("gold", "shuffled", "retrieved", "none")
    preset: Literal["full", "lit", "smoke"] = "full"
    limit: int | None = None
    repeats: int = 1
    seed: int = 0
    k: int = 10
    judges: Sequence[str] = ()
    base_url: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    out: Path | None = None
    runs: Path = Path("results/runs")
    concurrency: int = 32
    max_cost: float | None = None
    fresh: bool = False
    """Ask everything anew, even what another run of the same model has in its log."""
    pacing: Pacing = field(default_factory=Pacing)
    judging: Literal["one-call", "two-stage"] = "one-call"
    canaries: float = 0.0
    vote_timeout_s: float = VOTE_TIMEOUT_S
    retriever: str = "bm25"
    chunk_tokens: int | None = None
    overlap: int | None = None
    gold_position: float | None = None
    distractors: int | None = None
    leave_one_out: bool = False
    engine_args: Sequence[str] = ()
    """Overrides of how a server of the suite's own is started (see `bench.engines.arguments`)."""


@dataclass(frozen=True)
class Run:
    """A run ready to execute: nothing left to look up, nothing called yet."""

    config: RunConfig
    folder: Path
    dataset: Dataset
    trials: tuple[Trial, ...]
    model: ModelSpec
    endpoint: Endpoint
    judges: tuple[tuple[ModelSpec, Endpoint] | None, ...]
    """None is the rule judge."""
    concurrency: int
    max_cost: float | None
    fresh: bool
    pacing: Pacing
    notices: tuple[str, ...] = ()
    vote_timeout_s: float = VOTE_TIMEOUT_S
    retriever: RetrieverSpec = field(default_factory=RetrieverSpec)
    engine_args: tuple[str, ...] = ()


def prepare(wanted: Wanted, *, for_calls: bool = True) -> Run:
    """Look everything up and check it. Raises UsageError, ConfigError or DataError before anything is spent.

    `for_calls` False leaves out what only a call needs: keys.
    """
    plain, _ = resolve(wanted.model, base_url=wanted.base_url)
    model, endpoint = resolve(wanted.model, base_url=wanted.base_url, overrides=wanted.params)
    notices = [*check_overrides(plain, endpoint, wanted.params)]
    judges = tuple(resolve_judge(name) for name in wanted.judges or [default_judge(endpoint)])
    _refuse_repeated(judges)
    for asked in (endpoint, *(j[1] for j in judges if j)) if for_calls else ():
        require_key(asked)
    check_engine_args(wanted.engine_args, [(model, endpoint), *filter(None, judges)])
    if wanted.max_cost is not None and endpoint.wire != "baseline" and model.price_input is None:
        raise UsageError(
            f"--max-cost cannot be kept: no price is known for {model.title}. Add one to the registry, or leave it out."
        )
    check_sizes(wanted.chunk_tokens, wanted.overlap)
    dataset = rechunk(load(wanted.data, wanted.langs), wanted.chunk_tokens, wanted.overlap)
    langs = tuple(wanted.langs or (lang for lang in ALL_LANGS if lang in dataset.langs))
    if wanted.langs is None and langs != ALL_LANGS:
        notices.append(f"The dataset {wanted.data} has no items in another language: asking {langs[0]} alone.")
    retriever = read_spec(wanted.retriever, langs)
    if wanted.leave_one_out:
        dataset = with_left_out(dataset)
    items = [
        item
        for lang in langs
        for item in select(
            dataset.langs[lang].items,
            preset=wanted.preset,
            limit=wanted.limit,
            seed=wanted.seed,
            arms=wanted.arms,
            distractors=wanted.distractors,
        )
    ]
    config = RunConfig(
        model=_asked_model(model, plain, wanted.params),
        dataset=DatasetRef(
            name=dataset.name,
            version=dataset.version,
            sha256=dataset.sha256,
            licence=dataset.licence,
            official=dataset.official,
        ),
        data=wanted.data,
        langs=langs,
        arms=tuple(wanted.arms),
        preset=wanted.preset,
        limit=wanted.limit,
        repeats=wanted.repeats,
        seed=wanted.seed,
        retriever=retriever.name,
        k=wanted.k,
        judges=tuple(model_ref(j[0]) if j else RULE_REF for j in judges),
        prompts=_fingerprints(langs, wanted.arms, judging_roles(wanted.judging, judges)),
        judging=wanted.judging,
        canaries=wanted.canaries,
        chunk_tokens=wanted.chunk_tokens,
        overlap=wanted.overlap,
        gold_position=wanted.gold_position,
        distractors=wanted.distractors,
        leave_one_out=wanted.leave_one_out,
    )
    refuse_shortage(dataset, items, config)
    trials = plan(items, config)
    if not trials:
        raise DataError(f"No item of {wanted.data} has a context in the arms {', '.join(wanted.arms)}: add an arm.")
    concurrency, limited = concurrency_within_limits(wanted.concurrency)
    notices += [limited] if limited else []
    return Run(
        config=config,
        folder=wanted.out or wanted.runs / run_name(config),
        dataset=dataset,
        trials=trials,
        model=model,
        endpoint=endpoint,
        judges=judges,
        concurrency=concurrency,
        max_cost=wanted.max_cost,
        fresh=wanted.fresh,
        pacing=wanted.pacing,
        notices=tuple(notices),
        vote_timeout_s=wanted.vote_timeout_s,
        retriever=retriever,
        engine_args=tuple(wanted.engine_args),
    )


ALL_LANGS: tuple[Lang, ...] = ("ja", "en")
"""In the order in which a run shows them."""
RULE_REF = ModelRef(spec=RULE, title="rule judge", family="rule", weights="none", params={"version": RULE_VERSION})


def default_judge(endpoint: Endpoint) -> str:
    """The judge when none is named: the registry's default if its key is set, else the rule judge.

    A built-in baseline is always judged by rule: it costs nothing to run and should cost nothing to judge.
    """
    if endpoint.wire == "baseline":
        return RULE
    name = load_registry().default_judge
    _, judge_endpoint = resolve(name)
    return name if judge_endpoint.api_key else RULE


def digest(config: RunConfig) -> str:
    """SHA-256 over the canonical JSON of the configuration; equal digests mean equal runs."""
    return config_digest(config.model_dump(mode="json"))


def run_name(config: RunConfig) -> str:
    """The folder of a run: model, dataset, and the first eight digits of the configuration's digest."""
    model = (config.model.alias or config.model.spec).replace(":", "-").replace("/", "-")
    return f"{slug(model)}-{slug(config.dataset.name)}-{digest(config)[:8]}"


def resolve_judge(name: str, *, base_url: str | None = None) -> tuple[ModelSpec, Endpoint] | None:
    """The judge that `name` stands for, at `base_url` where the name carries no address; None is the rule judge.

    Raises UsageError or ConfigError.
    """
    if name == RULE:
        return None
    model, endpoint = resolve(name, base_url=base_url)
    if endpoint.wire == "baseline":
        raise ConfigError(f"{name} cannot judge: name a model, or `rule` for the deterministic judge.")
    return model, endpoint


def _refuse_repeated(judges: Sequence[tuple[ModelSpec, Endpoint] | None]) -> None:
    specs = [judge[0].spec if judge else RULE for judge in judges]
    twice = sorted({spec for spec in specs if specs.count(spec) > 1})
    if twice:
        raise ConfigError(f"Each judge has one vote: name {', '.join(twice)} once.")


def model_ref(model: ModelSpec) -> ModelRef:
    """A model as a manifest names it."""
    return ModelRef(
        spec=model.spec,
        title=model.title,
        alias=model.alias,
        family=model.family,
        weights=model.weights,
        reasoning=model.reasoning,
        params=dict(model.params),
        price_input=model.price_input,
        price_output=model.price_output,
    )


def _asked_model(model: ModelSpec, plain: ModelSpec, overrides: Mapping[str, Any]) -> ModelRef:
    """The model of a run. A seed that was switched off is null in `params`: without it, it is another run."""
    ref = model_ref(model)
    if "seed" in plain.accepts and "seed" in overrides and overrides["seed"] is None:
        return ref.model_copy(update={"params": {**ref.params, "seed": None}})
    return ref


def _fingerprints(langs: Sequence[Lang], arms: Sequence[Arm], judging: Sequence[str]) -> dict[str, str]:
    roles = [
        *(["answer"] if set(arms) - {"none"} else []),
        *(["closed-book"] if "none" in arms else []),
        *judging,
    ]
    return {f"{role}.{lang}": prompts.load(role, lang).fingerprint for role in roles for lang in langs}
