"""Figures of drawn items and false premises, written down a second time from METRICS 10."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

from bench.records import Item

Rates = Callable[..., dict[str, Any]]
LABELS = ("answer", "回答")
SIZES = {"reach_context": "context_tokens", "reach_hops": "hops", "reach_rows": "rows"}


def last_line(text: str) -> str:
    """What stands behind the last label at the beginning of a line, "" where there is none or nothing does."""
    found = ""
    for line in text.splitlines():
        bare = unicodedata.normalize("NFKC", line).strip().strip("*#>_`- ").replace("**", "")
        head, colon, value = bare.partition(":")
        if colon and head.strip(" *_`").casefold() in LABELS:
            found = value.strip(" *_`").rstrip(".。").strip(" *_`")
    return found


def slip(item: Item, text: str) -> str | None:
    """The slip whose words stand in the last line, "other" where nothing does, None where only a rule could tell."""
    value = last_line(text)
    if not value or item.drawn is None:
        return "other"
    words = [name for name, forms in item.drawn.slips.items() if _plain(value) in {_plain(form) for form in forms}]
    return words[0] if len(words) == 1 else None


def drawn_figures(plain: Sequence[Any], every: Sequence[Any], rate: Rates) -> dict[str, Any]:
    """`plain`: scored trials without canaries and kinds apart; `every`: all trials of the language and arm."""
    main = [t for t in plain if t.size and t.kind == "main"]
    blank = [t for t in every if not t.counts and not t.canary and t.reason != "rival_only"]
    unknown = [t for t in blank if t.size and t.kind == "main"]
    wrong = [t for t in main if t.letter == "w"]
    premises = [t for t in every if t.kind == "false_premise" and t.counts]
    premises_blank = sum(t.kind == "false_premise" for t in blank)
    figures = {
        "tiers": {
            f"tier{n}": rate(
                ((t.cluster, t.good) for t in main if t.size["tier"] == n), sum(t.size["tier"] == n for t in unknown)
            )
            for n in range(1, 7)
        }
        if main
        else {},
        **{name: _reach(*_sized(of, main, unknown), rate) for name, of in SIZES.items()},
        "no_final_line": rate((t.cluster, not t.line) for t in every if t.line is not None),
        "false_premise": {
            name: rate(((t.cluster, t.letter == letter) for t in premises), premises_blank)
            for name, letter in (("corrected", "c"), ("premise_declined", "a"), ("went_along", "w"))
        }
        if premises
        else {},
    }
    if all(t.slip is not None for t in wrong):
        figures["slips"] = {
            name: rate(((t.cluster, t.slip == name) for t in wrong), len(unknown)) for name in {t.slip for t in wrong}
        }
    return figures


def _sized(of: str, *groups: Sequence[Any]) -> list[list[tuple[Any, int]]]:
    return [[(t, t.size[of]) for t in group if of != "context_tokens" or t.arm == "shuffled"] for group in groups]


def _reach(sized: Sequence[tuple[Any, int]], unknown: Sequence[tuple[Any, int]], rate: Rates) -> dict[str, Any]:
    steps = [
        {
            "at": at,
            "rate": rate(
                ((t.cluster, t.good) for t, size in sized if size == at), sum(size == at for _, size in unknown)
            ),
        }
        for at in sorted({size for _, size in sized if size})
    ]
    good = [step["at"] for step in steps if step["rate"]["ci95_questions"][0] >= 0.8]
    if not steps:
        return {"at": None, "shown": "", "steps": []}
    if not good:
        return {"at": None, "shown": f"< {steps[0]['at']:,}", "steps": steps}
    return {"at": max(good), "shown": ("≥ " if len(good) == len(steps) else "") + f"{max(good):,}", "steps": steps}


def _plain(text: str) -> str:
    return re.sub(r"[\s,]", "", unicodedata.normalize("NFKC", text)).casefold()
