"""What calls took, who judged, and whether the run may be ranked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.oracle.keys import RULE
from tests.oracle.reading import Fields
from tests.oracle.trials import read_vote

BATCH_SHARE = 0.5
"""Batch APIs charge half."""


def not_among(counting: Sequence[Fields], logged: Sequence[Fields]) -> list[Fields]:
    """What was logged and is not among what counts: made again, or graded again."""
    known = {id(call) for call in counting}
    return [call for call in logged if id(call) not in known]


def usage_figures(calls: Sequence[Fields], models: Sequence[Fields], again: Sequence[Fields] = ()) -> dict[str, Any]:
    """What calls took, failed ones with reported tokens too, and those made `again`, of which sums alone tell. A sum is
    undefined as soon as one paid call that came back did not report its part."""
    by_spec = {model["spec"]: model for model in models}
    back = [c for c in calls if c["failure"] is None]
    others = [c for c in again if by_spec.get(c["model"], {"weights": "none"})["weights"] != "none"]
    told = [c for c in (*calls, *others) if c["failure"] is None or _tokens(c) != {None}]
    paid = [c for c in told if by_spec[c["model"]]["weights"] != "none"]
    seconds = [c["latency_s"] for c in back if c["latency_s"] is not None]
    return {
        "calls": len(calls),
        "attempts": sum(c["attempts"] for c in calls),
        **({"repeated": len(others)} if others else {}),
        **{name: sum(known) for name in ("cached_tokens", "written_tokens") if (known := _told(name, paid))},
        "prompt_tokens": _total([c["usage"]["prompt_tokens"] for c in paid]),
        "completion_tokens": _total([c["usage"]["completion_tokens"] for c in paid]),
        "cost_usd": _total([call_cost(c, by_spec[c["model"]]) for c in paid]),
        "latency_s": {"median": quantile(seconds, 0.5), "p90": quantile(seconds, 0.9)},
    }


def _told(name: str, calls: Sequence[Fields]) -> list[int]:
    return [c["usage"][name] for c in calls if c["usage"].get(name) is not None]


def _tokens(call: Fields) -> set[int | None]:
    return {call["usage"]["prompt_tokens"], call["usage"]["completion_tokens"]}


def call_cost(call: Fields, model: Fields) -> float | None:
    """What a call cost at the manifest's prices, in USD; None without reported tokens or without a price that is
    needed."""
    prices = model["price_input"], model["price_output"]
    tokens = call["usage"]["prompt_tokens"], call["usage"]["completion_tokens"]
    if None in (*prices, *tokens):
        return None
    usd, left = float(tokens[0] * prices[0] + tokens[1] * prices[1]) / 1e6, tokens[0]
    for count, price in (("cached_tokens", "price_cached"), ("written_tokens", "price_written")):
        here = min(call["usage"].get(count) or 0, left)
        if here and model.get(price) is None:
            return None
        usd += here * ((model.get(price) or 0.0) - prices[0]) / 1e6
        left -= here
    return usd if call["batch"] is None else usd * BATCH_SHARE


def quantile(seconds: Sequence[float], share: float) -> float | None:
    """With linear interpolation between ranks; None for no values."""
    import numpy as np

    return float(np.quantile(seconds, share)) if seconds else None


def judge_figures(
    config: Fields, complete: bool, cut: int, cast: Sequence[Fields], kinds: Mapping[str, str], suspect: Fields
) -> dict[str, Any]:
    """The section `judge` but for its note. `cast` are the votes that count; `kinds`: of what was asked, by answer.
    `suspect`: the share of verdicts that the answers speak against."""
    ranked = (
        complete
        and not cut
        and 10 * suspect["k"] <= suspect["n"]
        and all(judge["spec"] != RULE for judge in config["judges"])
        and config["dataset"]["official"]
        and config["limit"] is None
        and config["preset"] != "smoke"
        and config["model"]["weights"] != "none"
        and all(config[name] is None for name in ("chunk_tokens", "gold_position", "distractors"))
        and not config["canaries"]
        and config.get("imported") is None
    )
    unusable = [v for v in cast if not read_vote(v, kinds[v["answer_key"]])[0]]
    return {"judges": config["judges"], "votes": len(cast), "invalid": len(unusable), "leaderboard": ranked}


def _total(values: Sequence[Any]) -> Any:
    return None if not values or None in values else sum(values)
