"""`bench run`: benchmark a model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from bench.campaign import Run
    from bench.cli.execution import Execution
    from bench.records import Summary

RESERVED = frozenset(
    ["model", "messages", "system", "stream", "n", "api_key", "response_format", "tools", "extra_body"]
)
"""What the suite sends itself, or what would change what an answer is."""

LANGS_HELP = "Languages, comma-separated: ja, en."
ARMS_HELP = (
    "Context arms, comma-separated: gold (the evidence alone), shuffled (evidence among distractors), "
    "retrieved (what BM25 finds), none (no documents)."
)

RETRIEVER_HELP = (
    "bm25; dense:MODEL, by embeddings, e.g. dense:ollama:bge-m3 or dense:NAME@URL; hybrid[:MODEL], both fused; or "
    "trec:FILE, a TREC run made elsewhere ({lang} in its name: one file per language)."
)


def run(
    model: Annotated[
        str, typer.Argument(help="An alias that `bench models` lists, or PROVIDER:NAME, e.g. ollama:qwen3:8b.")
    ] = "baseline:extractive",
    data: Annotated[
        str, typer.Option(help="gib (the suite's own), lit (LIT-RAGBench from the hub), or a file or folder.")
    ] = "gib",
    langs: Annotated[str, typer.Option("--langs", "--lang", help=LANGS_HELP)] = "ja,en",
    arms: Annotated[str, typer.Option(help=ARMS_HELP)] = "gold,shuffled,retrieved,none",
    preset: Annotated[
        str, typer.Option(help="full (every item), lit (54 + 54 + 3 + 3 as published) or smoke (a few of each).")
    ] = "full",
    limit: Annotated[
        int | None, typer.Option(help="At most N items per language, a seeded sample with every category in it.")
    ] = None,
    repeats: Annotated[int, typer.Option(help="How often each question is asked.")] = 1,
    judge: Annotated[
        str | None,
        typer.Option(
            help="Who judges: a model as for MODEL, or `rule`; several, comma-separated, vote, the first is primary. "
            "Default: the registry's judge if its key is set, else `rule`."
        ),
    ] = None,
    base_url: Annotated[
        str | None, typer.Option("--base-url", help="Address of the model's server, e.g. http://localhost:8000/v1.")
    ] = None,
    param: Annotated[
        list[str] | None,
        typer.Option("--param", help="Override a parameter of the model: NAME=VALUE (JSON), or NAME= to leave it out."),
    ] = None,
    k: Annotated[int, typer.Option(help="How many chunks the retriever returns.")] = 10,
    seed: Annotated[int, typer.Option(help="Decides samples, chunk order and item order.")] = 0,
    concurrency: Annotated[int, typer.Option(help="Calls in flight at once, per endpoint.")] = 32,
    max_cost: Annotated[
        float | None, typer.Option("--max-cost", help="Stop when this run of the command has spent so many USD.")
    ] = None,
    judging: Annotated[
        str,
        typer.Option(
            help="one-call (each judge grades every answer) or two-stage (the primary judge first says what an answer "
            "does, then the judges grade attempts only)."
        ),
    ] = "one-call",
    vote_timeout: Annotated[
        float, typer.Option("--vote-timeout", help="Seconds until a vote is cancelled and counts as invalid.")
    ] = 120.0,
    canaries: Annotated[
        float,
        typer.Option(
            help="Share of the Main items asked with their evidence taken away, in every arm but none: any attempt is "
            "then a violation. 0 is off, 0.25 is usual."
        ),
    ] = 0.0,
    retriever: Annotated[str, typer.Option(help=RETRIEVER_HELP)] = "bm25",
    chunk_tokens: Annotated[
        int | None, typer.Option("--chunk-tokens", help="Cut the corpus anew into chunks of at most N tokens.")
    ] = None,
    overlap: Annotated[
        int | None, typer.Option("--overlap", help="Tokens that a chunk repeats of the last one; with --chunk-tokens.")
    ] = None,
    gold_position: Annotated[
        str | None,
        typer.Option("--gold-position", help="Place of the evidence in the shuffled arm: first, middle, last, 0 to 1."),
    ] = None,
    distractors: Annotated[
        int | None, typer.Option("--distractors", help="How many distractors the shuffled arm shows.")
    ] = None,
    leave_one_out: Annotated[
        bool,
        typer.Option("--leave-one-out", help="Also ask multi-source items without one of their gold chunks."),
    ] = False,
    engine_arg: Annotated[
        list[str] | None,
        typer.Option(
            "--engine-arg",
            help="NAME=VALUE (or NAME, for a switch) for the vLLM server that is started; again for more; NAME= leaves "
            "out what models.toml sets.",
        ),
    ] = None,
    batch: Annotated[
        bool,
        typer.Option("--batch", help="Use the provider's batch API (OpenAI, Anthropic): half the price, up to a day."),
    ] = False,
    executor: Annotated[
        str,
        typer.Option(help="Where the calls are made: local (this process) or ray (the cluster at RAY_ADDRESS)."),
    ] = "local",
    workers: Annotated[
        int | None, typer.Option(help="With --executor ray: how many workers share --concurrency.")
    ] = None,
    engine: Annotated[
        str | None, typer.Option(help="ray-vllm: run open weights on the cluster's GPUs, all prompts as one batch.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the run. Default: results/runs/NAME.")] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Ask anew what another run in the same folder of runs has asked already.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be called and what it costs.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON and nothing else.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")] = False,
) -> None:
    """Benchmark a model: ask every item in every arm, judge the answers, print the tables.

    Interrupted or killed, the same command goes on where it was; no finished call is paid twice.
    """
    from bench.campaign import Wanted, prepare
    from bench.cli.execution import Execution

    way = Execution(batch=batch, executor=executor.lower(), workers=workers, engine=engine)
    wanted = Wanted(
        model=model,
        data=data,
        langs=choices(langs, "language", _langs()),
        arms=choices(arms, "arm", _arms()),
        preset=choice(preset, "preset", ("full", "lit", "smoke")),
        limit=limit,
        repeats=at_least(1, repeats, "--repeats"),
        seed=seed,
        k=at_least(1, k, "--k"),
        judges=[name.strip() for name in judge.split(",") if name.strip()] if judge else (),
        base_url=base_url or None,
        params=parameters(param or []),
        out=out,
        concurrency=at_least(1, concurrency, "--concurrency"),
        max_cost=above_zero(max_cost, "--max-cost"),
        fresh=fresh,
        judging=choice(judging, "way of judging", ("one-call", "two-stage")),
        canaries=within(0, 1, canaries, "--canaries"),
        vote_timeout_s=above(0, vote_timeout, "--vote-timeout"),
        retriever=retriever,
        chunk_tokens=chunk_tokens,
        overlap=overlap,
        gold_position=None if gold_position is None else place(gold_position, "--gold-position"),
        distractors=None if distractors is None else at_least(0, distractors, "--distractors"),
        leave_one_out=leave_one_out,
        engine_args=engine_arg or (),
    )
    if dry_run:
        from bench.cli.dry_run import show

        show(prepare(wanted, for_calls=False))
        return
    _execute(prepare(wanted), as_json=as_json, quiet=quiet, way=way)


def _execute(ready: Run, *, as_json: bool, quiet: bool, way: Execution) -> None:
    import sys

    from rich.console import Console

    from bench.cli.progress import Progress, Silent
    from bench.report.tables import print_summary
    from bench.score import score

    err = Console(stderr=True)
    with Progress(err, ready) if not (quiet or as_json) else Silent(err) as observer:
        way.carry_out(ready, observer)
    summary = score(ready.folder)
    if as_json:
        sys.stdout.write(summary.model_dump_json(indent=2) + "\n")
        refuse_empty(summary)
        return
    console = Console()
    print_summary(summary, console, ready.folder)
    if ready.endpoint.wire == "baseline":
        console.print(
            "This was a built-in baseline. A real model: make bench MODEL=gpt-5 (or bench run gpt-5); "
            "`bench models` lists what there is.",
            highlight=False,
        )
    refuse_empty(summary)


def refuse_empty(summary: Summary) -> None:
    """Raise ProviderError when not one trial could be scored: tables of dashes are no success."""
    from collections import Counter

    from bench.errors import ProviderError

    excluded = Counter(f"{e.outcome}, {e.reason}" for e in summary.exclusions)
    scored = sum(r.trials - r.outcomes.failed - r.outcomes.invalid for r in summary.results)
    if excluded and scored <= 0:
        reason, count = excluded.most_common(1)[0]
        raise ProviderError(
            f"Not one answer could be scored: {sum(excluded.values())} excluded, most often {reason} ({count}). "
            "The messages are in answers.jsonl and votes.jsonl; check the address, the model's name and the judge."
        )


def choices(given: str, what: str, known: tuple[str, ...]) -> Any:
    """A comma-separated list, each one of `known`, without repeats. Raises UsageError that names every stranger."""
    from bench.errors import UsageError

    names = list(dict.fromkeys(name.strip().lower() for name in given.split(",") if name.strip()))
    strangers = [name for name in names if name not in known]
    if strangers or not names:
        wrong = f"Unknown {what}{'s' if len(strangers) > 1 else ''} {', '.join(map(repr, strangers))}"
        raise UsageError(f"{wrong if strangers else f'No {what} given'}: choose from {', '.join(known)}.")
    return tuple(names)


def choice(given: str, what: str, known: tuple[str, ...]) -> Any:
    """One of `known`. Raises UsageError otherwise."""
    names = choices(given, what, known)
    if len(names) != 1:
        from bench.errors import UsageError

        raise UsageError(f"One {what} at a time: choose from {', '.join(known)}.")
    return names[0]


def above_zero(given: float | None, flag: str) -> float | None:
    """`given`, or UsageError when it is no positive number."""
    import math

    if given is not None and not (math.isfinite(given) and given > 0):
        from bench.errors import UsageError

        raise UsageError(f"{flag} is {given:g}; it must be a number above 0.")
    return given


RESERVED = frozenset(
    {"model", "messages", "system", "stream", "n", "api_key", "response_format", "tools", "extra_body"}
)
"""What the suite sends itself, or what would change what an answer is."""


def at_least(least: int, given: int, flag: str) -> int:
    """`given`, or UsageError when it is too small."""
    if given < least:
        from bench.errors import UsageError

        raise UsageError(f"{flag} is {given}; it must be at least {least}.")
    return given


def within(least: float, most: float, given: float, flag: str) -> float:
    """`given`, or UsageError when it is outside the bounds (or is no number at all)."""
    if not least <= given <= most:
        from bench.errors import UsageError

        raise UsageError(f"{flag} is {given:g}; it must be from {least:g} to {most:g}.")
    return given


def place(given: str, flag: str) -> float:
    """A relative place, 0 to 1 or by name. Raises UsageError for anything else."""
    from bench.errors import UsageError

    named = {"first": 0.0, "middle": 0.5, "last": 1.0}
    if given.strip().lower() in named:
        return named[given.strip().lower()]
    try:
        return within(0, 1, float(given), flag)
    except ValueError:
        raise UsageError(f"{flag} is {given!r}; give a number from 0 to 1, or first, middle or last.") from None


def above(least: float, given: float, flag: str) -> float:
    """`given`, or UsageError when it is not a finite number above `least`."""
    if not least < given < float("inf"):
        from bench.errors import UsageError

        raise UsageError(f"{flag} is {given:g}; it must be above {least:g}.")
    return given


def parameters(given: list[str]) -> dict[str, Any]:
    """`NAME=VALUE` pairs as parameters; an empty value (None) takes the parameter out."""
    import json

    from bench.errors import UsageError

    params: dict[str, Any] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise UsageError(f"--param {pair!r} is not NAME=VALUE.")
        if name.strip() in RESERVED:
            raise UsageError(f"--param {name.strip()} cannot be set: the suite decides it.")
        try:
            params[name.strip()] = json.loads(value) if value else None
        except json.JSONDecodeError:
            params[name.strip()] = value
    return params


def _langs() -> tuple[str, ...]:
    from bench.records import LANGS

    return LANGS


def _arms() -> tuple[str, ...]:
    from bench.records import ARMS

    return ARMS
