"""A command whose flags are made from the options of a run (`bench.options`), and what its output is told.

`command` turns a function of RunOptions into one that typer can read. Guarantees: the flags, defaults and help of an
option are those of its field, unless the command says otherwise; every wrong flag of a call is named at once.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bench.cli import complete
from bench.cli.terminal import notice, print_json
from bench.options import Caller, Option, RunOptions, checked, offered_in
from bench.values import Faults

if TYPE_CHECKING:
    from bench.campaign import Observer, PreparedRun
    from bench.records import Record


@dataclass(frozen=True)
class Output:
    """What a command prints: `as_json` the result alone, `quiet` no progress, `dry_run` what would be called."""

    as_json: bool
    quiet: bool
    dry_run: bool

    def watch(self, run: PreparedRun, *, announced: bool = True) -> AbstractContextManager[Observer]:
        """The observer of a run: its progress on stderr, or notices alone. `announced`: see `Progress`."""
        from rich.console import Console

        from bench.campaign.execute import Notices
        from bench.cli.progress import Progress

        if self.quiet or self.as_json:
            return nullcontext(Notices(notice))
        return Progress(Console(stderr=True), run, announced=announced)

    def json_of(self, result: Record) -> bool:
        """Print a result as JSON where that is wanted, and say whether it was."""
        if self.as_json:
            print_json(result)
        return self.as_json


def command(
    caller: Caller,
    function: Callable[..., None],
    *,
    own: Sequence[Option] = (),
    changes: Mapping[str, Mapping[str, Any]] | None = None,
    result: str,
    dry_run: str = "Say what would be called and what it costs.",
    quiet: str = "No progress; notices and tables stay.",
) -> Callable[..., None]:
    """The command of a function that is called with `options`, `output` and the values of its `own` options by name.

    `changes`: what is different about an option in this command, as fields of Option by its name. `result`: what
    --json prints, in words. `dry_run` and `quiet`: help of these flags.
    """
    options = {name: replace(one, **(changes or {}).get(name, {})) for name, one in offered_in(caller).items()}
    ours = {one.name: one for one in own}
    every = [*ours.values(), *options.values()]
    parameters = [
        *(_parameter_of(one) for one in every if not one.flags),
        *(_parameter_of(one) for one in every if one.flags),
        _switch("dry_run", "--dry-run", help=dry_run),
        _switch("as_json", "--json", help=f"Print {result} as JSON and nothing else."),
        _switch("quiet", "--quiet", "-q", help=quiet),
    ]

    def called(**arguments: Any) -> None:
        faults = Faults()
        rest = {name: faults.of(one.check, arguments[_identifier(one)], one.flag) for name, one in ours.items()}
        typed = {name: arguments[_identifier(one)] for name, one in options.items()}
        values = checked(typed, options, faults, lambda option: option.flag)
        faults.refuse()
        output = Output(arguments["as_json"], arguments["quiet"], arguments["dry_run"])
        function(options=RunOptions(**values), output=output, **rest)

    called.__name__, called.__doc__ = function.__name__, function.__doc__
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in parameters}
    return called


def _parameter_of(option: Option) -> inspect.Parameter:
    """The parameter that typer reads for an option: an argument where it has no flag."""
    kind: Any = list[str] if option.check.many else option.check.flag
    default = False if kind is bool else option.typed_default
    about: Any
    completion = getattr(complete, option.complete) if option.complete else None
    if option.flags:
        about = typer.Option(*option.flags, help=option.help, autocompletion=completion)
    else:
        about = typer.Argument(help=option.help, autocompletion=completion, metavar=option.metavar)
    if default is ...:
        default = inspect.Parameter.empty
    return _parameter(_identifier(option), Annotated[kind | None if default is None else kind, about], default)


def _switch(name: str, *flags: str, help: str) -> inspect.Parameter:
    return _parameter(name, Annotated[bool, typer.Option(*flags, help=help)], False)


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _identifier(option: Option) -> str:
    return option.flag.lstrip("-").replace("-", "_")
