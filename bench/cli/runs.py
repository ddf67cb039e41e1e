"""Commands that ask models: `bench run` one model, `sweep` it in many settings, `settle` two until one is better."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bench import values
from bench.arms import ARMS, HEADLINE
from bench.cli.command import Output, command
from bench.cli.situation import (
    COST_FLAGS,
    COST_HELP,
    UNANSWERABLE_FLAGS,
    UNANSWERABLE_HELP,
    situation_of,
    verdict_in,
    worths_at,
)
from bench.figures import COST, UNANSWERABLE
from bench.options import Option, RunOptions

if TYPE_CHECKING:
    from bench.report.gate import Threshold
    from bench.settle import Duel


def _run(
    options: RunOptions,
    output: Output,
    full: bool,
    cost: float,
    unanswerable: float,
    least: Sequence[str],
    most: Sequence[str],
    junit_file: Path | None,
) -> None:
    """Benchmark a model: ask every item in every arm, judge the answers, say what came out in a few sentences.

    Interrupted or killed, the same command goes on where it was; no finished call is paid twice.
    """
    from bench.campaign import prepare

    situation = situation_of(cost, unanswerable)
    asked = _thresholds(least, most, situation.cost, junit_file)
    ready = prepare(options, for_calls=not output.dry_run)
    if output.dry_run:
        from bench.cli.dry_run import show

        show(ready, as_json=output.as_json, batch=options.batch)
        return
    from bench.cli.terminal import notice
    from bench.running import carry_out, proven, refuse_empty

    ready = proven(options, ready, notice)
    with output.watch(ready) as observer:
        carry_out(options, ready, observer)
    # What scores and shows is loaded when the calls are over: the first request does not wait for it.
    from rich.console import Console

    from bench.report.run_report import print_summary, print_verdict
    from bench.scoring import score

    summary = score(ready.folder)
    if not output.json_of(summary):
        console = Console()
        block = verdict_in(summary, ready.folder, situation)
        if full:
            print_summary(summary, console, ready.folder, block)
        else:
            print_verdict(summary, console, ready.folder, block, title=not output.quiet)
        if not output.quiet and ready.endpoint.wire == "baseline":
            console.print(
                "This was a built-in baseline. A real model: bench run NAME (`bench models`).",
                highlight=False,
            )
    if asked:
        from bench.cli.gate import hold
        from bench.report.gate import costs_of, limit_checks

        worths = worths_at(summary, ready.folder, costs_of(asked), situation.unanswerable)
        hold(limit_checks(summary, asked, worths, situation.unanswerable), "bench run", junit_file)
    refuse_empty(summary)


def _thresholds(least: Sequence[str], most: Sequence[str], cost: float, junit_file: Path | None) -> list[Threshold]:
    """What --min and --max ask for. Read before the first call, and loaded only where something is asked."""
    if not (least or most or junit_file):
        return []
    from bench.cli.gate import refuse_no_condition
    from bench.report.gate import thresholds

    asked = thresholds(least, most, cost)
    refuse_no_condition(junit_file, "--min and --max", asked)
    return asked


run = command(
    "run",
    _run,
    own=(
        Option("Print every table too, as `bench score` does.", values.switch(), "full", False, ("--full",)),
        Option(COST_HELP, values.number(), "cost", COST, COST_FLAGS),
        Option(UNANSWERABLE_HELP, values.number(), "unanswerable", UNANSWERABLE, UNANSWERABLE_FLAGS),
        Option(
            "Exit with 1 where a figure of the headline arm is below a value: FIGURE=VALUE, e.g. overall_macro=60%.",
            values.repeated_texts(),
            "least",
            flags=("--min",),
        ),
        Option(
            "Exit with 1 where a figure that is better when low is above a value, e.g. false_answer=10%.",
            values.repeated_texts(),
            "most",
            flags=("--max",),
        ),
        Option(
            "Also write what --min and --max ask for, and whether it holds, into this file.",
            values.path().or_none(),
            "junit_file",
            flags=("--junit",),
        ),
    ),
    result="the summary (with --dry-run: the plan)",
    quiet="No progress: notices and the verdict alone.",
)


def _sweep(options: RunOptions, output: Output, positions: Sequence[float], distractors: Sequence[int]) -> None:
    """Ask the shuffled arm once for each setting and print the two curves with their intervals.

    Every point is a run in its own folder. Interrupted, the same command goes on; what two points ask alike is asked
    once.
    """
    from bench.sweep import points

    ready = points(options, positions, distractors, for_calls=not output.dry_run)
    if output.dry_run:
        from bench.cli.dry_run import show_all

        show_all([point.run for point in ready], as_json=output.as_json)
        return
    from rich.console import Console

    from bench.cli.terminal import notice
    from bench.report.render.terminal import print_document
    from bench.report.sections.comparison import sweep_section
    from bench.report.sections.parts import name
    from bench.running import proven
    from bench.sweep import sweep as run_sweep

    if proven(ready[0].options, ready[0].run, notice) is not ready[0].run:
        ready = points(options, positions, distractors)  # what one point refuses, all do
    result = run_sweep(ready, output.watch)
    if not output.json_of(result):
        title = f"{name(result.model.title)} on {name(result.dataset)}"
        print_document(title, [sweep_section(result.curves)], Console())


sweep = command(
    "sweep",
    _sweep,
    own=(
        Option(
            "Places of the evidence, comma-separated, 0 (first) to 1 (last); '' for none.",
            values.list_of(values.position()),
            "positions",
            "0,0.25,0.5,0.75,1",
            ("--positions",),
        ),
        Option(
            "Numbers of distractors, comma-separated; '' for none.",
            values.whole_numbers(),
            "distractors",
            "0,2,4,8,16",
            ("--distractors",),
        ),
    ),
    changes={
        "model": {"help": "The model, as for `bench run`."},
        "data": {"help": "gib, lit, or a file or folder."},
        "preset": {"help": "written, core, full, lit or smoke, as for `bench run`."},
        "limit": {"help": "At most N items per language."},
        "judge": {"help": "Who judges, as for `bench run`."},
        "base_url": {"help": "Address of the model's server."},
        "params": {"help": "NAME=VALUE, as for `bench run`."},
        "chunk_tokens": {"help": "Cut the corpus anew first."},
        "overlap": {"help": "Repeated tokens; with --chunk-tokens."},
        "seed": {"help": "Decides samples, orders and which distractors are drawn."},
        "max_cost": {"help": "Stop when the sweep has spent so many USD in this command."},
    },
    result="the curves (with --dry-run: the plans)",
)


def _settle(
    options: RunOptions,
    output: Output,
    first: str,
    second: str,
    k: float,
    arm: str,
    alpha: float,
    max_items: int | None,
    batch: int,
    gap: float | None,
    fresh: str | None,
    kits: Sequence[str],
    per_program: int | None,
) -> None:
    """Ask two models the same questions, batch by batch, until one is better at the given cost of a wrong answer.

    The interval holds wherever asking stops, so stopping early is no cheating. The same command goes on where it was.
    """
    from bench.cli.terminal import notice
    from bench.settle import duel

    # A run is asked in many small batches; `tell` has a line for each of them.
    def tell(text: str) -> None:
        if not (output.quiet or output.as_json):
            notice(text)

    ready = duel(
        first,
        second,
        replace(options, arms=(arm,)),
        k=k,
        alpha=alpha,
        batch=batch,
        most_items=max_items,
        gap=gap,
        fresh=fresh,
        kits=kits,
        per_program=per_program,
        for_calls=not output.dry_run,
        tell=tell,
    )
    if output.dry_run:
        from bench.cli.dry_run import show_all

        show_all(ready.runs, as_json=output.as_json)
        if ready.fresh is not None:
            notice("That is the first round of fresh items; how many there will be is not known beforehand.")
    else:
        _carry_out(ready, output, tell)


def _carry_out(ready: Duel, output: Output, tell: Callable[[str], None]) -> None:
    from rich.console import Console

    from bench.cli.terminal import notice
    from bench.report.render.terminal import print_sections
    from bench.report.sections.comparison import settlement_section
    from bench.running import proven
    from bench.settle import settle as run_duel

    one, other = (proven(wanted, run, notice) for wanted, run in zip(ready.options, ready.runs, strict=True))
    result = run_duel(replace(ready, runs=(one, other)), lambda run: output.watch(run, announced=False), tell)
    if not output.json_of(result):
        print_sections([settlement_section(result)], Console())


def _own(name: str, default: object, check: values.Check[object], help: str, complete: str = "") -> Option:
    return Option(help, check, name, default, flags=(f"--{name.replace('_', '-')}",), complete=complete)


settle = command(
    "settle",
    _settle,
    own=(
        Option(
            "A model, as for `bench run`.",
            values.text(),
            name="first",
            default=...,
            metavar="MODEL_A",
            complete="models",
        ),
        Option("Another one.", values.text(), name="second", default=..., metavar="MODEL_B", complete="models"),
        Option(COST_HELP, values.number(), "k", COST, COST_FLAGS),
        _own(
            "arm",
            HEADLINE,
            values.one_of("arm", ARMS),
            f"The context arm: {', '.join(list(ARMS)[:-1])} or {list(ARMS)[-1]}.",
            complete="arm",
        ),
        _own(
            "alpha",
            0.05,
            values.number(),
            "The chance of a wrong verdict that is accepted, for all languages together.",
        ),
        _own("max_items", None, values.whole().or_none(), "Ask at most N items per language, decided or not."),
        _own("batch", 8, values.whole(), "Questions of each language between two looks."),
        _own(
            "gap",
            None,
            values.number().or_none(),
            "Stop too when the difference is known to lie within N points of Q(k).",
        ),
        _own(
            "fresh",
            None,
            values.text().or_none(),
            "Draw new questions as they are needed: a seed of lower-case letters and digits.",
        ),
        _own("kits", (), values.texts(), "With --fresh: kits, comma-separated. Default: all but drafts."),
        _own("per_program", None, values.whole(1).or_none(), "With --fresh: draws of each program in a round."),
    ),
    changes={
        "data": {"help": "gib, lit, or a file or folder."},
        "judge": {"help": "Who judges, as for `bench run`."},
        "seed": {"help": "Decides the order of questions and of chunks."},
        "max_cost": {"help": "Stop when both have spent so many USD in this command."},
        "runs": {"help": "Folder that the two runs go into."},
    },
    result="the result (with --dry-run: the plans)",
    dry_run="Say what would be called at most. Calls nothing.",
    quiet="No progress; notices and the result stay.",
)
