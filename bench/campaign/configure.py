"""From what is asked for to a run that is ready: everything looked up and checked, nothing called yet.

The configuration is frozen here; its digest names the run's folder, so the same request always finds the same log.
`opened` locks that folder and refuses to mix two configurations in one log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bench import __version__, prompts, returned
from bench.arms import arm_of
from bench.call_record import now
from bench.campaign.judges import default_judge, judge_ref, model_ref, models_of, refuse_repeated, resolve_judge
from bench.campaign.judging import ReachedJudge, judging_roles
from bench.campaign.refusals import Refusals
from bench.clients import Pacing
from bench.clients.limits import concurrency_within_limits
from bench.config import (
    Endpoint,
    ModelSpec,
    Rates,
    check_overrides,
    load_registry,
    require_callable,
    resolve,
    shutdown_notice,
)
from bench.dataset import Dataset, load
from bench.dataset.distractors import refuse_shortage
from bench.dataset.leave_one_out import with_left_out
from bench.dataset.rechunk import check_sizes, rechunk
from bench.dataset.sample import resolved, select
from bench.dataset.shapes import with_retrieved
from bench.engines import ENGINE, check_engine_args
from bench.errors import ConfigError, DataError, LogError, UsageError
from bench.langs import LANGUAGES
from bench.log import RunLock, write_whole
from bench.options import RunOptions
from bench.plan import Trial, plan
from bench.records import Arm, DatasetRef, Item, Lang, Manifest, ModelRef, RunConfig
from bench.retrieval import RetrieverSpec, ask_function, read_spec
from bench.run_digests import config_digest
from bench.run_folder import MANIFEST, RETRIEVED, read_manifest
from bench.text.display import slug

FINAL_LINES = (
    "Drawn questions are judged by the last line of an answer: the own prompt must ask for it, as the suite's prompt "
    "answer-line does."
)


@dataclass(frozen=True)
class PreparedRun:
    """A run ready to execute: nothing left to look up, nothing called yet."""

    config: RunConfig
    folder: Path
    dataset: Dataset
    trials: tuple[Trial, ...]
    model: ModelSpec
    endpoint: Endpoint
    judges: tuple[ReachedJudge, ...]
    """None is the rule judge."""
    concurrency: int
    max_cost: float | None
    fresh: bool
    pacing: Pacing
    notices: tuple[str, ...] = ()
    vote_timeout_s: float = RunOptions.vote_timeout
    retriever: RetrieverSpec = field(default_factory=RetrieverSpec)
    engine_args: tuple[str, ...] = ()
    judges_tested: bool = False
    """Whether somebody else has tested the judges of this run, as the driver of a cluster has."""
    same_model: bool = False
    """Whether another address than before is said to be the same model's."""
    just_asked: set[str] = field(default_factory=set, compare=False)
    """Keys of answers that stand in the log because this start of the command asked for them
    (`bench.campaign.first_call`)."""

    @property
    def models(self) -> list[tuple[ModelSpec, Endpoint]]:
        """The model and those judges that are models, each with its endpoint."""
        return [(self.model, self.endpoint), *models_of(self.judges)]


def prepare(options: RunOptions, *, for_calls: bool = True) -> PreparedRun:
    """Look everything up and check it. Raises UsageError, ConfigError or DataError before anything is spent.

    `for_calls` False leaves out what only a call needs: keys.
    """
    params, registry = options.params or {}, load_registry(options.registry)
    plain, endpoint = resolve(options.model, base_url=options.base_url, registry=registry)
    refused = Refusals.beside(runs_folder(options)).of(plain, endpoint)
    # What a person sets comes first; what the model has refused before is not sent again.
    overrides = {**refused.overrides, **params}
    model, _ = resolve(
        options.model, base_url=options.base_url, overrides=overrides, rates=_rates(options), registry=registry
    )
    notices = [*refused.notices(params), *check_overrides(plain, endpoint, params)]
    named = options.judge or [default_judge(endpoint, registry)]
    judges = tuple(resolve_judge(name, registry=registry) for name in named)
    refuse_repeated(judges)
    for asked in [(model, endpoint), *models_of(judges)]:
        notices += filter(None, (shutdown_notice(*asked), asked[1].notice))
        if for_calls:
            require_callable(*asked)
    check_engine_args(options.engine_args, [(model, endpoint), *models_of(judges)])
    if options.max_cost is not None and endpoint.wire != "baseline" and model.price_input is None:
        raise UsageError(
            f"--max-cost cannot be kept: no price is known for {model.title}. Give one with --price, or leave it out."
        )
    dataset, langs, notice = _dataset(options)
    notices += notice
    named_retriever = None if callable(options.retriever) else read_spec(options.retriever, langs, registry)
    preset = resolved(options.preset, [item for data in dataset.langs.values() for item in data.items])
    items = [
        item
        for lang in langs
        for item in select(
            dataset.langs[lang].items,
            preset=preset,
            limit=options.limit,
            seed=options.seed,
            arms=options.arms,
            distractors=options.distractors,
        )
    ]
    retriever = named_retriever or _ask_retriever(options, dataset, items)
    dataset = with_retrieved(dataset, returned.passages(retriever.returned))
    own_prompt = None if options.prompt is None else prompts.read_own(options.prompt, langs)
    if own_prompt and any(item.final_line for item in items):
        notices.append(FINAL_LINES)
    config = RunConfig.model_validate(
        {
            **options.named(RunConfig.model_fields),
            "preset": preset,
            "model": _model_of_run(model, plain, overrides),
            "dataset": DatasetRef.model_validate(dataset, from_attributes=True),
            "langs": langs,
            "k": options.top_k,
            "retriever": retriever.name,
            "judges": tuple(map(judge_ref, judges)),
            "prompts": _fingerprints(
                langs, options.arms, items, judging_roles(options.judging, judges, {i.kind for i in items}), own_prompt
            ),
            "own_prompt": own_prompt,
        }
    )
    refuse_shortage(dataset, items, config)
    trials = plan(items, config)
    if not trials:
        raise DataError(f"No item of {options.data} has a context in the arms {', '.join(options.arms)}: add an arm.")
    concurrency, limited = concurrency_within_limits(options.concurrency)
    own_folder = runs_folder(options) / run_name(config, priced=options.price is not None)
    folder = Path(options.out) if options.out else own_folder
    if options.price is None:
        config = _priced_as_begun(config, folder)
    return PreparedRun(
        config=config,
        folder=folder,
        dataset=dataset,
        trials=trials,
        model=_priced(model, config.model),
        endpoint=_limited(endpoint, options),
        judges=tuple(
            judge._replace(model=_priced(judge.model, ref)) if judge else None
            for judge, ref in zip(judges, config.judges, strict=True)
        ),
        concurrency=concurrency,
        max_cost=options.max_cost,
        fresh=options.fresh,
        pacing=options.pacing or Pacing(deadline_s=options.timeout, fixed=options.fixed_concurrency),
        notices=(*notices, *([limited] if limited else [])),
        vote_timeout_s=options.vote_timeout,
        retriever=retriever,
        engine_args=tuple(options.engine_args),
        same_model=options.same_model,
    )


def _ask_retriever(options: RunOptions, dataset: Dataset, items: Sequence[Item]) -> RetrieverSpec:
    """What the caller's function returns; it is not asked where no arm shows it."""
    assert callable(options.retriever)
    asked = items if any(arm_of(arm).retrieval for arm in options.arms) else ()
    corpora = {lang: data.corpus for lang, data in dataset.langs.items()}
    return ask_function(options.retriever, corpora, asked, options.top_k, spare=options.canaries > 0)


def _dataset(options: RunOptions) -> tuple[Dataset, tuple[Lang, ...], list[str]]:
    """The dataset as it is asked, the languages of the run, and what a person should know about them."""
    check_sizes(options.chunk_tokens, options.overlap)
    source = str(options.data)
    dataset = rechunk(load(source, options.langs), options.chunk_tokens, options.overlap)
    langs = tuple(options.langs or (lang for lang in LANGUAGES if lang in dataset.langs))
    notices = []
    if options.langs is None and langs != tuple(LANGUAGES):
        notices.append(f"The dataset {source} has items in {' and '.join(langs)} only, so nothing else is asked.")
    return with_left_out(dataset) if options.leave_one_out else dataset, langs, notices


def runs_folder(options: RunOptions) -> Path:
    """The folder that the run's own folder stands in."""
    return Path(options.out).parent if options.out else Path(options.runs)


def _limited(endpoint: Endpoint, options: RunOptions) -> Endpoint:
    """The endpoint with what the person says that it allows, in the place of what the registry says."""
    return replace(
        endpoint,
        requests_per_minute=options.requests_per_minute or endpoint.requests_per_minute,
        tokens_per_minute=options.tokens_per_minute or endpoint.tokens_per_minute,
    )


def _rates(options: RunOptions) -> Rates | None:
    if options.price is None:
        return None
    return Rates(input=options.price[0], output=options.price[1], cached=options.price[2])


def digest(config: RunConfig) -> str:
    """SHA-256 over the canonical JSON of the configuration; equal digests mean equal runs."""
    return config_digest(config.model_dump(mode="json"))


def run_name(config: RunConfig, *, priced: bool = False) -> str:
    """The folder of a run: model, dataset, and eight digits of the digest of its configuration.

    Prices are left out, unless the person gave them (`priced`): makers change theirs, and a run must be found again.
    """
    model = (config.model.alias or config.model.spec).replace(":", "-").replace("/", "-")
    return f"{slug(model)}-{slug(config.dataset.name)}-{digest(config if priced else _unpriced(config))[:8]}"


def _unpriced(config: RunConfig) -> RunConfig:
    bare = dict.fromkeys(("price_input", "price_output", "price_cached", "price_written"))
    judges = tuple(judge.model_copy(update=bare) for judge in config.judges)
    return config.model_copy(update={"model": config.model.model_copy(update=bare), "judges": judges})


def _priced_as_begun(config: RunConfig, folder: Path) -> RunConfig:
    """The configuration with the prices of the day on which the run in `folder` was begun, where one was."""
    try:
        begun = read_manifest(folder).config
    except LogError:
        return config  # Nothing is there yet; what is there and damaged is told when the folder is opened.
    return begun if _unpriced(begun) == _unpriced(config) else config


def _priced(model: ModelSpec, ref: ModelRef) -> ModelSpec:
    prices = ("price_input", "price_output", "price_cached", "price_written")
    return replace(model, **{name: getattr(ref, name) for name in prices})


def _model_of_run(model: ModelSpec, plain: ModelSpec, overrides: Mapping[str, Any]) -> ModelRef:
    """The model of a run. A seed that was switched off is null in `params`: without it, it is another run."""
    ref = model_ref(model)
    if "seed" in plain.accepts and "seed" in overrides and overrides["seed"] is None:
        return ref.model_copy(update={"params": {**ref.params, "seed": None}})
    return ref


def _fingerprints(
    langs: Sequence[Lang],
    arms: Sequence[Arm],
    items: Iterable[Item],
    judging: Sequence[str],
    own: Mapping[Lang, str] | None,
) -> dict[str, str]:
    """Of every template that asks one of the items or judges; those for final lines only where an item wants one."""
    wanted = sorted({item.final_line for item in items})
    asking = [arm_of(arm).prompt(final_line=line) for line in wanted for arm in sorted(arms, key=_closed_book)]
    roles = dict.fromkeys([*asking, *judging])
    return {f"{role}.{lang}": prompts.template(role, lang, own).fingerprint for role in roles for lang in langs}


def _closed_book(arm: Arm) -> bool:
    return not arm_of(arm).documents


@contextmanager
def opened(run: PreparedRun) -> Iterator[None]:
    """The run's folder, locked, with its manifest written or compared."""
    try:
        run.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LogError(f"The run folder {run.folder} cannot be made: {error.strerror}.") from error
    with RunLock(run.folder):
        path = run.folder / MANIFEST
        if path.exists():
            manifest = read_manifest(run.folder)
            _refuse_other_configuration(run, manifest)
            addresses = _addresses_now(run, manifest)
            if addresses != manifest.addresses:
                write_whole(path, manifest.model_copy(update={"addresses": addresses}))
        else:
            write_whole(path, manifest_of(run, run.folder.name))
        if run.retriever.kind == returned.KIND and not (run.folder / RETRIEVED).exists():
            write_whole(run.folder / RETRIEVED, returned.lines(run.retriever.returned))
        yield


def manifest_of(run: PreparedRun, name: str) -> Manifest:
    """The manifest of a run that begins now."""
    return Manifest(
        run=name,
        digest=digest(run.config),
        config=run.config,
        suite_version=__version__,
        created=now(),
        trials=len(run.trials),
        addresses={spec: (address,) for spec, address in _addresses(run).items()},
    )


def _addresses(run: PreparedRun) -> dict[str, str]:
    """Where each model is asked that is asked over a wire, but for servers that the suite starts itself."""
    return {
        model.spec: endpoint.base_url
        for model, endpoint in run.models
        if endpoint.wire != "baseline" and (endpoint.name != ENGINE or endpoint.given)
    }


def _addresses_now(run: PreparedRun, manifest: Manifest) -> dict[str, tuple[str, ...]]:
    """The manifest's addresses with those of this run. Raises ConfigError where one is new and nobody vouches for it.

    One name at two addresses may be two models. A manifest without addresses is of an older suite.
    """
    known, here = dict(manifest.addresses), _addresses(run)
    moved = {spec: address for spec, address in here.items() if spec in known and address not in known[spec]}
    if moved and not run.same_model:
        differing = [f"{spec} at {_shown(known[spec][-1])}, now at {_shown(to)}" for spec, to in moved.items()]
        raise ConfigError(
            f"{run.folder} was started with {'; '.join(differing)}: one name at two addresses may be two models. Add "
            "--same-model if it is the same one, or give another folder."
        )
    return known | {spec: (*known.get(spec, ()), to) for spec, to in here.items() if spec in moved or spec not in known}


def _shown(address: str) -> str:
    return address or "the provider's own address"


def _refuse_other_configuration(run: PreparedRun, manifest: Manifest) -> None:
    old, new = manifest.config.model_dump(mode="json"), run.config.model_dump(mode="json")
    differing = [
        f"{name} ({old.get(name)!r} there, {new.get(name)!r} here)"
        for name in {**old, **new}
        # Of another prompt its fingerprint tells.
        if old.get(name) != new.get(name) and name != "own_prompt"
    ]
    if differing:
        raise ConfigError(
            f"{run.folder} was started with another configuration; it differs in {'; '.join(differing)}. "
            "Use the configuration it was started with, or another folder."
        )
