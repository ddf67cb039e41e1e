"""`bench plan`: how many questions, calls and dollars it takes to tell two models apart. Calls nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bench.cli import complete
from bench.cli.data import AsJson, FoundLangs, found_langs
from bench.cli.situation import COST_FLAGS, COST_HELP, UNANSWERABLE_FLAGS, UNANSWERABLE_HELP, points_meant
from bench.cli.terminal import notice, print_json
from bench.figures import UNANSWERABLE
from bench.values import fraction

if TYPE_CHECKING:
    from bench.sizing import Sizing


def plan(
    gap: Annotated[float, typer.Option("--gap", help="The difference to be found, in points (1 point is 0.01).")],
    model: Annotated[
        str | None,
        typer.Argument(help="The model whose price is asked, as for `bench run`.", autocompletion=complete.models),
    ] = None,
    k: Annotated[
        float | None, typer.Option(*COST_FLAGS, metavar="K", help=f"{COST_HELP} Without it: accuracy.")
    ] = None,
    unanswerable: Annotated[
        str | None,
        typer.Option(
            *UNANSWERABLE_FLAGS,
            metavar="U",
            help=f"{UNANSWERABLE_HELP} Default: {UNANSWERABLE:g} with {COST_FLAGS[0]}, else 0.",
        ),
    ] = None,
    discordant: Annotated[
        float | None,
        typer.Option(
            "--discordant", help="Percent of questions on which the two disagree. Default: 15, an assumption."
        ),
    ] = None,
    data: Annotated[
        str, typer.Option("--data", help="What it is compared with: gib, lit, or a file or folder.")
    ] = "gib",
    langs: FoundLangs = None,
    registry: Annotated[Path | None, typer.Option("--registry", help="A file with models of your own.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say how many questions, calls and dollars it takes to tell two models apart, and what must be drawn for it.

    For a paired test at alpha 0.05 with power 0.8. Calls nobody and draws nothing.
    """
    from bench.sizing import Wanted, size
    from bench.text.display import for_terminal

    share = None if unanswerable is None else fraction()(unanswerable, UNANSWERABLE_FLAGS[0])
    wanted = Wanted(gap, k, share, discordant)
    for text in points_meant(gap):
        notice(text)
    found = size(wanted, model=model, data=data, langs=found_langs(langs), registry=registry)
    if as_json:
        print_json(found)
        return
    for line in _lines(found):
        typer.echo(for_terminal(line))


def _lines(found: Sizing) -> Iterator[str]:
    plain = found.k == 0 == found.unanswerable
    measure = "accuracy on answerable questions" if plain else f"V({found.k:g}, {found.unanswerable:g})"
    yield f"{found.gap:g} points of {measure}: {found.questions:,} questions in each language."
    discordant, none = f"{100 * found.discordant:g} %", f"{100 * found.unanswerable:g} %"
    yield (
        f"  Paired test, alpha {found.alpha:g}, power {found.power:g}; the two disagree on {discordant} of items"
        f"{_stated(found, 'discordant')}, each time right against wrong."
    )
    if not plain:
        yield f"  {none} of your questions have no answer{_stated(found, 'unanswerable')}."
    for held in found.held:
        tells = "too few for any gap" if held.tells is None else f"which tell {held.tells:.1f} points"
        rest = f"; {held.missing:,} are missing" if held.missing else "; enough"
        yield f"{held.lang}: {found.data} holds {held.questions:,} questions, {tells}{rest}."
    renew = found.renew
    yield (
        f"To draw as many: bench data renew --seed SEED --per-program {renew.per_program} --out DIR gives "
        f"{renew.questions:,} questions in each language, of {renew.programs} programs."
    )
    asking = found.each_model
    price = (
        "price: name a MODEL"
        if asking.title is None
        else (
            f"{asking.title}: " + ("price unknown" if asking.cost_usd is None else f"about {asking.cost_usd:,.2f} USD")
        )
    )
    yield (
        f"Each of the two models: {asking.calls:,} calls, about {asking.prompt_tokens:,} prompt and "
        f"{asking.completion_tokens:,} completion tokens; {price}."
    )
    assumed = found.assumed
    others = ", ".join(
        f"{value:g} times as many in {name.removeprefix('relative_')}"
        for name, value in assumed.items()
        if name.startswith("relative_") and value != 1
    )
    yield (
        f"Assumed: drawn contexts of {assumed['context']:,.0f} tokens (shuffled arm, cl100k, English"
        f"{'; ' + others if others else ''}), {assumed['answer']:g} tokens for an answer, {assumed['thinking']:,.0f} "
        "more where a reasoning model thinks first. The rule judge calls nobody."
    )
    yield "Nothing was called."


def _stated(found: Sizing, name: str) -> str:
    return "" if name in found.given else f" (assumed: --{name} says another)"
