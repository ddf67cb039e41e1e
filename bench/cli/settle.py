"""`bench settle`: two models, asked only until it is known which is better."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bench import values
from bench.arms import ARMS, HEADLINE
from bench.cli.command import Output, command
from bench.options import Option

if TYPE_CHECKING:
    from bench.options import RunOptions


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
) -> None:
    """Ask two models the same questions, batch by batch, until one is better at the given cost of a wrong answer.

    The interval holds wherever asking stops, so stopping early is no cheating. The same command goes on where it was.
    """
    from bench.settle import duel

    options = replace(options, arms=(arm,))
    for_calls = not output.dry_run
    ready = duel(first, second, options, k=k, alpha=alpha, batch=batch, most_items=max_items, for_calls=for_calls)
    if output.dry_run:
        from bench.cli.dry_run import show_all

        show_all(ready.runs, as_json=output.as_json)
        return
    from rich.console import Console

    from bench.cli.terminal import notice
    from bench.report.render.terminal import print_sections
    from bench.report.sections.comparison import settlement_section
    from bench.settle import settle as run_duel

    # A run is asked in many small batches; `tell` has a line for each of them.
    silent = output.quiet or output.as_json
    result = run_duel(ready, lambda run: output.watch(run, announced=False), (lambda _: None) if silent else notice)
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
        _own("k", 4.0, values.number(), "What a wrong answer costs, in right ones."),
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
    ),
    changes={
        "data": {"help": "gib, lit, or a file or folder."},
        "judge": {"help": "Who judges, as for `bench run`."},
        "k": {"flags": ("--top",)},
        "seed": {"help": "Decides the order of questions and of chunks."},
        "max_cost": {"help": "Stop when both have spent so many USD in this command."},
        "runs": {"help": "Folder that the two runs go into."},
    },
    result="the result (with --dry-run: the plans)",
    dry_run="Say what would be called at most. Calls nothing.",
    quiet="No progress; notices and the result stay.",
)
