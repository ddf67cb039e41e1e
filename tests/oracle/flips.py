"""Which items changed between two arms, with Newcombe's interval and McNemar's test, by docs/insight.md."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.oracle.figures import rate
from tests.oracle.resampling import wilson, worth_of
from tests.oracle.trials import Trial

PAIRS = (("gold", "shuffled"), ("gold", "retrieved"), ("shuffled", "retrieved"), ("none", "gold"))
STATES = {"answerable": ("right", "wrong", "abstained"), "unanswerable": ("right", "wrong")}
Change = tuple[str, str]
"""The state before and the state after."""


def flip_figures(langs: Sequence[str], arms: Sequence[str], trials: Sequence[Trial]) -> list[dict[str, Any]]:
    """A table for each language, pair of arms that was run, and kind of question with an item in both arms."""
    tables = []
    plain = [t for t in trials if t.counts and not t.canary]
    for lang in langs:
        for first, second in PAIRS:
            for questions in STATES if first in arms and second in arms else ():
                here = [t for t in plain if t.lang == lang and t.answerable == (questions == "answerable")]
                before, after = ([t for t in here if t.arm == arm] for arm in (first, second))
                table = _table(questions, before, after)
                if table["items"] or table["unsettled"]:
                    tables.append({"lang": lang, "first": first, "second": second, "questions": questions, **table})
    return tables


def _table(questions: str, before: Sequence[Trial], after: Sequence[Trial]) -> dict[str, Any]:
    left, right = _states(before), _states(after)
    cluster = {t.item: t.cluster for t in before}
    shared = sorted(set(left) & set(right))
    changes = {item: (left[item], right[item]) for item in shared if left[item] and right[item]}
    lost = {item for item, (b, a) in changes.items() if b == "right" and a != "right"}
    gained = {item for item, (b, a) in changes.items() if b != "right" and a == "right"}
    n = len(changes)
    kept = sum(change == ("right", "right") for change in changes.values())
    each = worth_of(Counter(cluster[item] for item in changes).values()) / n if n else 0.0
    counts = (kept, len(lost), len(gained), n - kept - len(lost) - len(gained))
    return {
        "items": n,
        "transitions": _transitions(questions, changes),
        "lost": rate((cluster[item], item in lost) for item in changes),
        "gained": rate((cluster[item], item in gained) for item in changes),
        "net": (len(gained) - len(lost)) / n if n else None,
        "ci95": _newcombe(*(each * count for count in counts)) if n else None,
        "p": _mcnemar(lost, gained, cluster) if n else None,
        "unsettled": [item for item in shared if item not in changes],
    }


def _states(trials: Sequence[Trial]) -> dict[str, str]:
    """The state of each item: that of more than half of its trials, else none, as an empty text."""
    said: dict[str, list[str]] = {}
    for t in trials:
        said.setdefault(t.item, []).append("right" if t.good else "abstained" if t.letter == "a" else "wrong")
    return {
        item: next((state for state in set(states) if 2 * states.count(state) > len(states)), "")
        for item, states in said.items()
    }


def _transitions(questions: str, changes: Mapping[str, Change]) -> list[dict[str, Any]]:
    rows = []
    for before in STATES[questions]:
        for after in STATES[questions]:
            items = [item for item, change in changes.items() if change == (before, after)]
            named = items if before != after else []
            rows.append({"before": before, "after": after, "count": len(items), "items": named})
    return rows


def _mcnemar(lost: set[str], gained: set[str], cluster: Mapping[str, str]) -> float:
    """The exact test over questions, each on the side to which more of its items flipped."""
    balance = Counter({cluster[item]: 0 for item in (*lost, *gained)})
    for item in lost:
        balance[cluster[item]] -= 1
    for item in gained:
        balance[cluster[item]] += 1
    down, up = sum(b < 0 for b in balance.values()), sum(b > 0 for b in balance.values())
    at_most = sum(math.comb(down + up, x) for x in range(min(down, up) + 1))
    return min(1.0, at_most / 2 ** (down + up - 1) if down + up else 1.0)


def _newcombe(kept: float, lost: float, gained: float, rest: float) -> list[float]:
    """Method 10 for the share after minus the share before: Wilson's half widths joined by their correlation."""
    n = kept + lost + gained + rest
    after, before = (kept + gained) / n, (kept + lost) / n
    (low_a, high_a), (low_b, high_b) = wilson(after, n), wilson(before, n)
    margins = (kept + gained) * (lost + rest) * (kept + lost) * (gained + rest)
    cross = kept * rest - lost * gained
    if cross > 0:
        cross = max(0.0, cross - n / 2)
    phi = cross / math.sqrt(margins) if margins > 0 else 0.0

    def joined(one: float, other: float) -> float:
        return math.sqrt(max(0.0, one**2 + other**2 - 2 * phi * one * other))

    down, up = joined(after - low_a, high_b - before), joined(high_a - after, before - low_b)
    return [max(-1.0, after - before - down), min(1.0, after - before + up)]
