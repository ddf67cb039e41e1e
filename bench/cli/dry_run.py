"""`--dry-run`: what would be called, how many tokens that is, what it would cost, and what is logged already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bench.cli.terminal import notice, print_json

if TYPE_CHECKING:
    from bench.campaign import PreparedRun
    from bench.campaign.estimate import Calls, Estimate


def show(run: PreparedRun, *, as_json: bool = False, batch: bool = False) -> None:
    """Print the estimate of one run, as text or as one JSON object. Calls nothing."""
    from bench.campaign.estimate import estimate

    plan = estimate(run, batch=batch)
    if as_json:
        print_json(plan)
    else:
        _print(plan, run)


def show_all(runs: Sequence[PreparedRun], *, as_json: bool = False) -> None:
    """The same for several runs, each on its own: calls that they share are counted for each of them.

    As JSON it is a list.
    """
    from bench.campaign.estimate import estimate

    if as_json:
        print_json([estimate(run).model_dump(mode="json") for run in runs])
        return
    for run in runs:
        show(run)


def _print(plan: Estimate, run: PreparedRun) -> None:
    from rich.console import Console
    from rich.text import Text

    from bench.engines import ENGINE
    from bench.text.display import for_terminal

    for text in plan.notices:
        notice(text)
    console = Console()
    console.print(Text(for_terminal(f"{run.model.title}: {plan.trials} answers, log in {plan.folder}")), soft_wrap=True)
    for line in _lines(plan, cached=run.endpoint.name == ENGINE):
        console.print(Text(for_terminal(line)))


def _lines(plan: Estimate, *, cached: bool) -> Iterator[str]:
    """`cached`: the model's server is the suite's own, whose prefix cache is at nobody's price."""
    for row in plan.places:
        yield (
            f"  {row.lang} {row.arm:10} {row.calls:6,} calls, about {row.prompt_tokens:,} prompt tokens"
            + _logged(row.logged)
        )
    if plan.not_counted:
        n = plan.not_counted
        yield (
            f"  retrieved: {n.calls:,} more calls, not counted here: what is shown is known when {n.texts:,} texts "
            f"({n.tokens:,} tokens) have been embedded with {n.embedder}."
        )
    yield f"Model: {calls_line(plan.model)}"
    if cached and plan.new_text.to_all is not None and plan.new_text.to_one is not None:
        yield (
            f"Prefix cache: {plan.new_text.to_all:.0%} of the text of these prompts is new to a server that keeps all "
            f"of them, {plan.new_text.to_one:.0%} to one that keeps the prompt before alone."
        )
    for judge in plan.judges:
        yield f"Judge {judge.title}: {calls_line(judge)}"
    for test in plan.tests:
        yield f"Test of judge {test.title}: {calls_line(test)}"
    if not plan.judges:
        yield "Judged by the rule judge, which calls nobody."
    if plan.model.cost_usd != 0 or plan.judges:
        yield _cost(plan)
    yield "Nothing was called."


def calls_line(calls: Calls) -> str:
    """How many calls, tokens and dollars, in words."""
    cost = "price unknown" if calls.cost_usd is None else f"about {calls.cost_usd:.2f} USD"
    return (
        f"{calls.calls:,} calls, about {calls.prompt_tokens:,} prompt and {calls.completion_tokens:,} completion "
        f"tokens, {cost}{_logged(calls.logged)}."
    )


def _logged(number: int) -> str:
    return f" ({number:,} more in the log already)" if number else ""


def _cost(plan: Estimate) -> str:
    total = (
        "In all: no figure, because a price is unknown"
        if plan.cost_usd is None
        else f"In all: about {plan.cost_usd:.2f} USD{' at batch prices' if plan.batch else ''}"
    )
    a = plan.assumed
    return (
        f"{total}. That is prompts counted with the cl100k vocabulary, and replies assumed: {a['answer']} tokens for "
        f"an answer, {a['verdict']} for a verdict, {a['thinking']:,} more where a reasoning model thinks first. "
        f"Retries, embeddings and cached prompts are not in it.{_of_cascades(plan)}"
    )


def _of_cascades(plan: Estimate) -> str:
    """What the rules are taken to leave to the model, and where that figure comes from; empty without a cascade."""
    if not plan.left_by_rules:
        return ""
    shares = ", ".join(
        f"{100 * left.share:.0f} % of {'final lines' if left.final_line else 'free text'} in "
        f"{left.lang or 'all languages'} ({left.left} of {left.answers})"
        for left in plan.left_by_rules
    )
    rules = " and ".join(dict.fromkeys(left.rules for left in plan.left_by_rules))
    return (
        f" Of answers to come, the rules are taken to leave to the model what {rules} left of the held-out answers: "
        f"{shares}; {plan.assumed['audited']} % of the others are audited."
    )
