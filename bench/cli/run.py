"""`bench run`: benchmark a model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bench.cli import complete
from bench.cli.given import (
    ARMS_HELP,
    DATA_LANGS_HELP,
    PRESETS,
    RETRIEVER_HELP,
    Flags,
    above,
    above_zero,
    at_least,
    at_least_if_given,
    canary_share_of,
    choice,
    choices,
    parameters,
    parts,
    place,
)

if TYPE_CHECKING:
    from bench.campaign import Run
    from bench.cli.execution import Execution


def run(
    model: Annotated[
        str,
        typer.Argument(
            help="An alias that `bench models` lists, or PROVIDER:NAME, e.g. ollama:qwen3:8b.",
            autocompletion=complete.models,
        ),
    ] = "baseline:extractive",
    data: Annotated[
        str, typer.Option(help="gib (the suite's own), lit (LIT-RAGBench from the hub), or a file or folder.")
    ] = "gib",
    langs: Annotated[
        str | None, typer.Option("--langs", "--lang", help=DATA_LANGS_HELP, autocompletion=complete.langs)
    ] = None,
    arms: Annotated[str, typer.Option(help=ARMS_HELP, autocompletion=complete.arms)] = "gold,shuffled,retrieved,none",
    preset: Annotated[
        str,
        typer.Option(
            help="full (every item), lit (54 + 54 + 3 + 3 as published) or smoke (a few of each).",
            autocompletion=complete.presets,
        ),
    ] = "full",
    limit: Annotated[
        int | None, typer.Option(help="At most N items per language, a seeded sample with every category in it.")
    ] = None,
    repeats: Annotated[int, typer.Option(help="How often each question is asked.")] = 1,
    judge: Annotated[
        str | None,
        typer.Option(
            help="Who judges: a model as for MODEL, or `rule`; several, comma-separated, vote, the first is primary. "
            "Default: the registry's judge if its key is set, else `rule`.",
            autocompletion=complete.judges,
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
        bool,
        typer.Option(
            "--canaries",
            help="Ask a quarter of the Main items with their evidence taken away, in every arm but none: any attempt "
            "is then a violation.",
        ),
    ] = False,
    canary_share: Annotated[
        float | None, typer.Option("--canary-share", help="The same with another share than a quarter, up to 1.")
    ] = None,
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
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the summary (with --dry-run: the plan) as JSON and nothing else.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress; notices and tables stay.")] = False,
) -> None:
    """Benchmark a model: ask every item in every arm, judge the answers, print the tables.

    Interrupted or killed, the same command goes on where it was; no finished call is paid twice.
    """
    from bench.campaign import Wanted, prepare
    from bench.cli.execution import Execution
    from bench.records import ARMS, LANGS

    flags = Flags()
    way = flags.of(Execution, batch=batch, executor=executor.lower(), workers=workers, engine=engine)
    asked: dict[str, Any] = {
        "langs": None if langs is None else flags.of(choices, langs, "language", LANGS),
        "arms": flags.of(choices, arms, "arm", ARMS),
        "preset": flags.of(choice, preset, "preset", PRESETS),
        "limit": flags.of(at_least_if_given, 1, limit, "--limit"),
        "repeats": flags.of(at_least, 1, repeats, "--repeats"),
        "k": flags.of(at_least, 1, k, "--k"),
        "params": flags.of(parameters, param or ()),
        "concurrency": flags.of(at_least, 1, concurrency, "--concurrency"),
        "max_cost": flags.of(above_zero, max_cost, "--max-cost"),
        "judging": flags.of(choice, judging, "way of judging", ("one-call", "two-stage")),
        "canaries": flags.of(canary_share_of, canaries, canary_share),
        "vote_timeout_s": flags.of(above, 0, vote_timeout, "--vote-timeout"),
        "gold_position": None if gold_position is None else flags.of(place, gold_position, "--gold-position"),
        "distractors": flags.of(at_least_if_given, 0, distractors, "--distractors"),
    }
    flags.refuse()
    wanted = Wanted(
        model=model,
        data=data,
        seed=seed,
        judges=parts(judge),
        base_url=base_url or None,
        out=out,
        fresh=fresh,
        retriever=retriever,
        chunk_tokens=chunk_tokens,
        overlap=overlap,
        leave_one_out=leave_one_out,
        engine_args=engine_arg or (),
        **asked,
    )
    if dry_run:
        from bench.cli.dry_run import show

        show(prepare(wanted, for_calls=False), as_json=as_json, batch=batch)
        return
    _execute(prepare(wanted), as_json=as_json, quiet=quiet, way=way)


def _execute(ready: Run, *, as_json: bool, quiet: bool, way: Execution) -> None:
    import sys

    from rich.console import Console

    from bench.cli.execution import refuse_empty
    from bench.cli.progress import Progress, Silent
    from bench.report.run_report import print_summary
    from bench.scoring import score

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
