"""`bench run --dry-run`: what a run would call, how many tokens that is, and what it would cost. Calls nothing."""

from __future__ import annotations

from bench.campaign import Run
from bench.campaign.retrieving import retrievers_without_calls
from bench.clients import open_client
from bench.config import Endpoint
from bench.generate import Generator
from bench.tokens import count


def show(run: Run) -> None:
    """Print the plan of `run`. Token counts are of prompts alone, with the cl100k vocabulary, so an estimate."""
    from rich.console import Console

    nowhere = Endpoint("baseline", "baseline", key_required=False)
    client = open_client(nowhere, concurrency=1)
    retrievers, to_embed = retrievers_without_calls(run)
    generator = Generator(run.config, run.dataset, run.model, run.endpoint, client, retrievers or {})
    per_arm: dict[str, tuple[int, int]] = {}
    for trial in run.trials:
        if trial.arm == "retrieved" and retrievers is None:
            continue
        prepared = generator.prepare(trial)
        tokens = sum(count(message.content) for message in prepared.messages)
        place = f"{trial.item.lang} {trial.arm}"
        calls, before = per_arm.get(place, (0, 0))
        per_arm[place] = (calls + 1, before + tokens)
    console = Console()
    console.print(f"{run.model.title}: {len(run.trials)} answers would be asked, in {run.folder}", highlight=False)
    for place, (calls, tokens) in sorted(per_arm.items()):
        console.print(f"  {place:14} {calls:6} calls  about {tokens:>11,} prompt tokens", highlight=False)
    if retrievers is None:
        tokens, calls = sum(map(count, to_embed)), sum(trial.arm == "retrieved" for trial in run.trials)
        console.print(
            f"  {'retrieved':14} {calls:6} calls  not counted: what is shown is known when {len(to_embed):,} texts "
            f"({tokens:,} tokens) have been embedded with {run.config.retriever}",
            highlight=False,
        )
    total = sum(tokens for _, tokens in per_arm.values())
    price = run.model.price_input
    cost = f"about {total * price / 1e6:.2f} USD for prompts alone" if price is not None else "price unknown"
    console.print(
        f"  {'in all':14} {len(run.trials):6} calls  about {total:>11,} prompt tokens: {cost}", highlight=False
    )
    judges = ", ".join(j[0].title if j else "rule judge" for j in run.judges)
    console.print(f"Judged by {judges}. Nothing was called.", highlight=False)
