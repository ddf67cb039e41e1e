"""Every option of a run, once: its name, type, default, check, help, and where it can be given.

`RunOptions` is what a person asks for, before anything is looked up. A field of it is all that has to be written for a
new option: the flags of `bench run`, `bench sweep` and `bench settle` (`bench.cli.command`), the parameters of
`bench.run` (`takes`), the options of the tasks for inspect_ai and lm-evaluation-harness (`offered_in`) and the table in
docs/options.md (`python -m bench.options`) are made from it. An option that decides what is asked also needs a field of
its name in `bench.records.RunConfig`, and the code that reads it there.

Guarantees: no RunOptions holds a value that its option does not allow; all faults of a call are in one UsageError, each
with the name that the caller used. Loads nothing but the standard library.
"""

# `option` makes a field, as dataclasses.field does.
# ruff: noqa: RUF009

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, Field, dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, Self, TypeVar, get_args

from bench.arms import ARMS, arm_of
from bench.errors import UsageError
from bench.langs import LANGUAGES
from bench.model_values import Price, parameters, price
from bench.values import (
    Check,
    Faults,
    number_above,
    one_of,
    path,
    path_text,
    position,
    prompt,
    repeated_texts,
    share,
    share_above_zero,
    some_of,
    switch,
    text,
    text_or_function,
    text_or_none,
    texts,
    whole,
)

if TYPE_CHECKING:
    from bench.clients import Pacing
    from bench.records import RunConfig

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

Preset = Literal["written", "core", "full", "lit", "smoke"]
Judging = Literal["one-call", "two-stage"]
Executor = Literal["local", "ray"]
Engine = Literal["ray-vllm"]
Caller = Literal["run", "sweep", "settle", "inspect", "lm-eval"]
"""Where an option can be given, besides Python, which takes every option."""

TOOLS: tuple[Caller, ...] = ("inspect", "lm-eval")
LANGS = tuple(sorted(LANGUAGES))
PRESETS: tuple[Preset, ...] = get_args(Preset)

LANGS_HELP = f"Languages, comma-separated: {', '.join(LANGUAGES)}."
ARMS_HELP = "Context arms, comma-separated: " + ", ".join(f"{arm} ({arm_of(arm).help})" for arm in ARMS) + "."
RETRIEVER_HELP = (
    "bm25; dense:MODEL, by embeddings, e.g. dense:ollama:bge-m3 or dense:NAME@URL; hybrid[:MODEL], both fused; or "
    "trec:FILE, a TREC run made elsewhere ({lang} in its name: one file per language)."
)


@dataclass(frozen=True)
class Option:
    """What is known of one option. `name` is its field and its parameter in Python.

    Without `flags` it is an argument of a command, and with `...` as its default a required one. `complete` names the
    function of `bench.cli.complete` that offers its values. `python` says what the help leaves out for whoever gives it
    in Python.
    """

    help: str
    check: Check[Any]
    name: str = ""
    default: Any = None
    flags: tuple[str, ...] = ()
    callers: tuple[Caller, ...] = ("run",)
    complete: str = ""
    python: str = ""
    metavar: str | None = None

    @property
    def flag(self) -> str:
        """The flag that messages name; the name where it is an argument."""
        return self.flags[0] if self.flags else self.name

    @property
    def typed_default(self) -> Any:
        """The default as it would be typed: lists as one text with commas, None where nothing would be."""
        return (",".join(self.default) or None) if isinstance(self.default, tuple) else self.default


def option(
    default: T,
    check: Check[T],
    help: str,
    *flags: str,
    callers: tuple[Caller, ...] = ("run",),
    also: tuple[Caller, ...] = (),
    complete: str = "",
    python: str = "",
) -> T:
    """A field of RunOptions with all that is known of its option; for mypy its value, as in dataclasses.field.

    `flags`: where they are not the name with two dashes. `also`: where it can be given, besides `bench run`.
    """
    about = Option(help, check, flags=flags, callers=(*callers, *also), complete=complete, python=python)
    return field(default=default, metadata={"option": about})


@dataclass(frozen=True)
class RunOptions:
    """A run as it is asked for. Raises UsageError with every value that an option does not allow."""

    model: str = option(
        "baseline:extractive",
        text(),
        "An alias that `bench models` lists, or PROVIDER:NAME, e.g. ollama:qwen3:8b.",
        also=("sweep",),
        complete="models",
    )
    _: KW_ONLY
    data: str | Path = option(
        "gib",
        path_text(),
        "gib (the suite's own), lit (LIT-RAGBench from the hub), or a file or folder.",
        also=("sweep", "settle", *TOOLS),
    )
    langs: Sequence[str] | None = option(
        None,
        some_of("language", LANGS).or_none(),
        f"{LANGS_HELP} Default: those that the dataset has.",
        *("--langs", "--lang"),
        also=("sweep", "settle"),
        complete="langs",
    )
    arms: Sequence[str] = option(tuple(ARMS), some_of("arm", ARMS), ARMS_HELP, also=("lm-eval",), complete="arms")
    preset: Preset = option(
        "written",
        one_of("preset", PRESETS),
        "written (what was not drawn), core (and each drawn question with one abstention item), full (every item), "
        "lit (54 + 54 + 3 + 3 written ones, as published) or smoke (8 written ones).",
        also=("sweep", *TOOLS),
        complete="presets",
    )
    limit: int | None = option(
        None,
        whole(1).or_none(),
        "At most N items per language, a seeded sample with every category in it.",
        also=("sweep", *TOOLS),
    )
    repeats: int = option(1, whole(1), "How often each question is asked.", also=("sweep", *TOOLS))
    judge: Sequence[str] | None = option(
        (),
        texts(),
        "Who judges: a model as for MODEL, `rule`, or `rule+MODEL` (the rules, and the model for what they leave); "
        "several, comma-separated, vote, the first is primary. Default: `rule+` the registry's first judge with a key "
        "set, else `rule`.",
        also=("sweep", "settle"),
        complete="judges",
        python="a text or a list.",
    )
    base_url: str | None = option(
        None, text_or_none(), "Address of the model's server, e.g. http://localhost:8000/v1.", also=("sweep", "settle")
    )
    prompt: str | Path | Mapping[str, str] | None = option(
        None,
        prompt().or_none(),
        "A file with the prompt to ask with over documents, instead of the suite's: {{question}} and {{documents}} in "
        "it, {lang} in its name for one file per language. What has double braces or several lines in it is taken for "
        "the text itself. Ranked apart.",
        also=("sweep", "settle", *TOOLS),
        python="the file, its text, or a dict from language to text; a Path is always a file.",
    )
    params: Mapping[str, Any] | None = option(
        None,
        parameters(),
        "Override a parameter of the model: NAME=VALUE (JSON), or NAME= to leave it out.",
        "--param",
        also=("sweep",),
        python="a dict; None as a value leaves the parameter out.",
    )
    price: Price | None = option(
        None,
        price().or_none(),
        "The model's price, USD per million tokens: IN/OUT or IN/OUT/CACHED (read from the provider's cache).",
        also=("sweep",),
        python="a text, or two or three numbers.",
    )
    registry: Path | None = option(
        None,
        path().or_none(),
        "A file with models and endpoints of your own, as models.toml has them; its entries come first.",
        also=("sweep", "settle"),
    )
    same_model: bool = option(
        False,
        switch(),
        "Go on with a run at another address than it was started at: the same model answers there. Recorded.",
    )
    top_k: int = option(10, whole(1), "How many chunks the retriever returns.", also=("settle", *TOOLS))
    seed: int = option(0, whole(), "Decides samples, chunk order and item order.", also=("sweep", "settle", *TOOLS))
    concurrency: int = option(
        32,
        whole(1),
        "Calls in flight at once at most, per endpoint; fewer where it turns calls away or times out.",
        also=("sweep", "settle"),
    )
    fixed_concurrency: bool = option(
        False, switch(), "Keep so many calls in flight whatever the endpoint says.", also=("sweep", "settle")
    )
    requests_per_minute: float | None = option(
        None,
        number_above(0).or_none(),
        "Requests that the model's endpoint allows you in a minute; its calls are spaced so. In a registry of your own "
        "too, for any endpoint.",
        also=("sweep", "settle"),
    )
    tokens_per_minute: float | None = option(
        None,
        number_above(0).or_none(),
        "Tokens that the model's endpoint allows you in a minute, prompts and replies together.",
        also=("sweep", "settle"),
    )
    timeout: float = option(
        600.0,
        number_above(0),
        "Seconds until one request without a complete reply is given up.",
        also=("sweep", "settle"),
    )
    max_cost: float | None = option(
        None,
        number_above(0).or_none(),
        "Stop when this run of the command has spent so many USD.",
        also=("sweep", "settle"),
    )
    judging: Judging = option(
        "one-call",
        one_of("way of judging", get_args(Judging)),
        "one-call (each judge grades every answer) or two-stage (the primary judge first says what an answer "
        "does, then the judges grade attempts only).",
    )
    untested_judge: bool = option(
        False,
        switch(),
        "Let judges vote that have not been tested on answers with known verdicts. The run is not ranked.",
        also=("sweep", "settle"),
    )
    vote_timeout: float = option(120.0, number_above(0), "Seconds until a vote is cancelled and counts as invalid.")
    canaries: float = option(
        0.0,
        share(of_true=0.25),
        "Ask a quarter of the Main items with their evidence taken away, in every arm but none: any attempt "
        "is then a violation.",
        also=("inspect",),
        python="True for a quarter, or the share, 0 to 1.",
    )
    canary_share: float | None = option(
        None, share_above_zero().or_none(), "The same with another share than a quarter, up to 1."
    )
    retriever: str | Callable[[str, int], Iterable[Any]] = option(
        "bm25",
        text_or_function(),
        RETRIEVER_HELP,
        also=TOOLS,
        python="also a function of a question and a number that returns passages, best first: texts, (id, text) or "
        "{text, id, title}.",
    )
    chunk_tokens: int | None = option(
        None, whole().or_none(), "Cut the corpus anew into chunks of at most N tokens.", also=("sweep", *TOOLS)
    )
    overlap: int | None = option(
        None,
        whole().or_none(),
        "Tokens that a chunk repeats of the last one; with --chunk-tokens.",
        also=("sweep", *TOOLS),
    )
    gold_position: float | None = option(
        None,
        position().or_none(),
        "Place of the evidence in the shuffled arm: first, middle, last, 0 to 1.",
        also=TOOLS,
    )
    distractors: int | None = option(
        None, whole(0).or_none(), "How many distractors the shuffled arm shows.", also=TOOLS
    )
    leave_one_out: bool = option(False, switch(), "Also ask multi-source items without one of their gold chunks.")
    engine_args: Sequence[str] = option(
        (),
        repeated_texts(),
        "NAME=VALUE (or NAME, for a switch) for the vLLM server that is started; again for more; NAME= leaves "
        "out what models.toml sets.",
        "--engine-arg",
        python="a list.",
    )
    batch: bool = option(
        False, switch(), "Use the provider's batch API (OpenAI, Anthropic, Gemini): half the price, up to a day."
    )
    executor: Executor = option(
        "local",
        one_of("executor", get_args(Executor)),
        "Where the calls are made: local (this process) or ray (the cluster at RAY_ADDRESS).",
    )
    workers: int | None = option(None, whole(1).or_none(), "With --executor ray: how many workers share --concurrency.")
    engine: Engine | None = option(
        None,
        one_of("engine", get_args(Engine)).or_none(),
        "ray-vllm: run open weights on the cluster's GPUs, all prompts as one batch.",
    )
    out: str | Path | None = option(None, path().or_none(), "Folder of the run. Default: results/runs/NAME.")
    runs: str | Path = option(
        Path("results/runs"), path(), "Folder that the runs go into.", "--out", callers=("sweep", "settle")
    )
    fresh: bool = option(False, switch(), "Ask anew what another run in the same folder of runs has asked already.")
    pacing: Pacing | None = None
    """How patiently calls are tried again; None is the usual patience. Not an option of a command."""

    def __post_init__(self) -> None:
        faults = Faults("arguments")
        for name, value in checked(vars(self), options_of(type(self)), faults, lambda option: option.name).items():
            object.__setattr__(self, name, value)
        faults.refuse()

    @classmethod
    def of_config(
        cls, config: RunConfig, *, model: str, base_url: str | None, params: Mapping[str, Any], judge: Sequence[str]
    ) -> Self:
        """The options that ask for what a configuration says, with what a configuration cannot tell beside it."""
        same = {name: getattr(config, name) for name in options_of(cls) if name in type(config).model_fields}
        told: dict[str, Any] = {"model": model, "base_url": base_url, "params": params, "judge": judge}
        told |= {"top_k": config.k, "prompt": config.own_prompt}
        return cls(**{**same, **told})

    def changed_by(self, given: Mapping[str, Any], caller: Caller, what: str) -> Self:
        """These options with those that another tool was given. Raises UsageError for one that `caller` does not have,
        which `what` names, and for wrong values."""
        known = offered_in(caller)
        if strangers := sorted(set(given) - set(known)):
            raise UsageError(f"Unknown {what} {', '.join(strangers)}: choose from {', '.join(known)}.")
        return replace(self, **given)

    def named(self, names: Iterable[str]) -> dict[str, Any]:
        """The values of those options that are among `names`."""
        return {name: getattr(self, name) for name in options_of(type(self)) if name in set(names)}


def options_of(kind: type[Any]) -> Mapping[str, Option]:
    """The options of RunOptions, or of a class made from it, by name, in the order in which help shows them."""
    return {
        one.name: replace(about, name=one.name, default=one.default, flags=about.flags or _flags(one))
        for one in fields(kind)
        if (about := one.metadata.get("option"))
    }


def _flags(one: Field[Any]) -> tuple[str, ...]:
    return (f"--{one.name.replace('_', '-')}",) if one.kw_only else ()


def offered_in(caller: Caller) -> dict[str, Option]:
    """The options that can be given there, by name."""
    return {name: option for name, option in options_of(RunOptions).items() if caller in option.callers}


def checked(
    given: Mapping[str, Any], options: Mapping[str, Option], faults: Faults, spelled: Callable[[Option], str]
) -> dict[str, Any]:
    """The values of `options` that are in `given`, as they are used from then on; what is wrong goes to `faults`.

    `spelled`: an option as the caller names it. Checking twice changes nothing.
    """
    before = len(faults.sentences)
    result = {name: faults.of(one.check, given[name], spelled(one)) for name, one in options.items() if name in given}
    if result.get("canary_share") is not None:
        result |= {"canaries": result["canary_share"], "canary_share": None}
    # What does not go together. An option that is wrong by itself is None here.
    workers, executor, batch, engine = (
        spelled(options[name]) if name in options else name for name in ("workers", "executor", "batch", "engine")
    )
    at_odds = {
        f"{workers} goes with {executor} ray: leave it out, or add that.": result.get("workers") is not None
        and result.get("executor") == "local",
        f"{batch} leaves the calls to the provider: leave out {executor} and {engine}, or {batch}.": result.get("batch")
        and (result.get("executor") == "ray" or result.get("engine")),
    }
    faults.sentences[before:before] = [fault for fault, holds in at_odds.items() if holds]
    return result


def takes(options: Callable[P, RunOptions]) -> Callable[[Callable[[Any], R]], Callable[P, R]]:
    """Let a function of options be called with the options one by one, as `bench.run` is.

    The types of the parameters are those of the fields, for a type checker too. Besides what the function raises,
    UsageError for wrong values and for names that are no option, all in one.
    """

    def decorate(function: Callable[[Any], R]) -> Callable[P, R]:
        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            faults = Faults("arguments")
            strangers = set(kwargs) - set(signature.parameters)
            faults.sentences += [_unknown(name, signature.parameters) for name in sorted(strangers)]
            known: dict[str, Any] = {name: value for name, value in kwargs.items() if name not in strangers}
            made = faults.of(options, *args, **known)
            faults.refuse()
            return function(made)

        signature = inspect.signature(options)
        call.__signature__ = signature.replace(  # type: ignore[attr-defined]
            return_annotation=inspect.signature(function).return_annotation
        )
        return call

    return decorate


def _unknown(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name, known, n=3, cutoff=0.5)
    return f"There is no option {name!r}" + (f"; did you mean {' or '.join(close)}?" if close else ".")
