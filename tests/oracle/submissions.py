"""A submission's figures against its own rows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.oracle.audit import Audit
from tests.oracle.drawn import SIZES
from tests.oracle.figures import arm_figures, attribution_figures
from tests.oracle.reading import Fields, read_document
from tests.oracle.trials import Trial


def recompute_submission(path: Path) -> Audit:
    """Compute the digest of a submission's configuration and every rate of its rows again, and compare.

    Raises LogError at the first figure that the rows do not give, with its path and both values.
    """
    audit = Audit(str(path))
    printed = read_document(path)
    trials = _trials(printed)
    audit.compare(printed, {**_figures(printed, trials), "digest": _digest(printed["config"])}, "recomputing it")
    audit.require(list(_excluded(printed, trials)), str(path))
    audit.not_covered = [name for name in audit.not_covered if name.split(".")[0] not in _WITHOUT_FIGURES]
    return audit


_WITHOUT_FIGURES = (
    *("schema_version", "suite_version", "submitter", "date", "run", "digest", "config", "served", "items", "rows"),
    *("leaderboard", "excluded"),
)
"""What says which run this was; nothing in it is computed from rows."""


def _digest(config: Fields) -> str:
    return hashlib.sha256(json.dumps(config, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _trials(printed: Fields) -> list[Trial]:
    tags = {(item["lang"], item["id"]): item for item in printed["items"]}
    trials = [_trial(tags, row, arm, letter) for row in printed["rows"] for arm, letter in row["arms"].items()]
    return sorted(trials, key=lambda t: t.place)


def _trial(tags: Mapping[tuple[str, str], Fields], row: Fields, arm: str, letter: str) -> Trial:
    tag = tags[row["lang"], row["item"]]
    kind = row.get("shown", {}).get(arm, tag["kind"])
    aspects = tag["aspects"]
    if kind != tag["kind"]:
        aspects = tags[row["lang"], tag["base"]]["aspects"] if kind == "main" else [kind]
    replied = tag.get("difficulty") and letter != "f"
    return Trial(
        *(row["lang"], row["item"], kind, arm, row["repeat"]),
        aspects=tuple(aspects),
        base=tag.get("base"),
        cluster=tag["cluster"],
        letter=letter,
        canary=arm in row.get("canary", ()),
        size=tag.get("difficulty"),
        slip=row.get("slip", {}).get(arm, ""),
        line=arm not in row.get("no_final_line", ()) if replied else None,
        called=tag["kind"] if kind != tag["kind"] else "",
        reason="rival_only" if arm in row.get("rival_only", ()) else "",
    )


def _figures(printed: Fields, trials: list[Trial]) -> dict[str, Any]:
    asked = printed["config"]
    places = [(lang, arm) for lang in asked["langs"] for arm in asked["arms"]]
    return {
        "trials": len(trials),
        "results": [_claimed(arm_figures(*place, [t for t in trials if (t.lang, t.arm) == place])) for place in places],
        "attribution": [attribution_figures(lang, trials) for lang in asked["langs"]],
    }


def _claimed(figures: dict[str, Any]) -> dict[str, Any]:
    """Version 2, which alone claims figures, is older than V(k, u), intervals of means, drawn items, false premises and
    cascades."""
    later = ("reader_value", "tiers", *SIZES, "slips", "no_final_line")
    later += ("false_premise", "settled_by_rule", "audit_agreement", "correct_of_answerable")
    means = tuple(f"{mean}{part}" for mean in ("main_avg", "overall_macro") for part in ("_ci95", "_bounds"))
    return {name: value for name, value in figures.items() if name not in (*later, *means)}


def _excluded(printed: Fields, trials: list[Trial]) -> Iterator[str]:
    """Rows do not say why a trial is excluded, so reasons are taken as they stand; their sums must be those of rows."""
    for name, letter in (("failed", "f"), ("invalid", "i")):
        claimed = sum(count for reason, count in printed["excluded"].items() if reason.split("/")[0] == name)
        found = sum(t.letter == letter for t in trials)
        if claimed != found:
            yield f"excluded counts {claimed} {name} trials, and its rows have {found}"
