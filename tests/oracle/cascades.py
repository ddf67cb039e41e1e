"""Cascades of judges: whose vote counts, which calls they take, and what their audits say, from the votes alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bench.records import Item
from tests.oracle.figures import rate
from tests.oracle.reading import Fields
from tests.oracle.shown import asked
from tests.oracle.trials import GOOD, PASSING, counting_votes, read_vote

RULES = "rule"
Votes = Mapping[tuple[str, str], Fields]
"""The counting votes by answer and who cast them."""


def cascade_names(judges: Iterable[Fields]) -> dict[str, str]:
    """Each cascade among `judges` to its model."""
    return {j["spec"]: j["spec"].split("+", 1)[1] for j in judges if j.get("rules")}


def with_their_votes(votes: Sequence[Fields], judges: Iterable[Fields]) -> list[Fields]:
    """`votes`, and after them the ones that decide for each cascade, under the cascade's own name.

    Re-grades of its model are re-grades of the cascade.
    """
    counting, found = counting_votes(votes), list(votes)
    for name, model in cascade_names(judges).items():
        for (answer, who), vote in counting.items():
            first = counting.get((answer, RULES))
            if first is not None and who == (RULES if _sure(first) else model):
                found.append({**vote, "model": name})
        found += [{**vote, "model": name} for vote in votes if vote.get("round", 0) and vote["model"] == model]
    return found


def calls_behind(cast: Iterable[Fields], votes: Sequence[Fields], judges: Sequence[Fields]) -> list[Fields]:
    """The calls that the votes in `cast`, by judge, took: of a cascade the rules' and the model's, with the audit."""
    names, counting = cascade_names(judges), counting_votes(votes)
    found = []
    for vote in cast:
        if vote["model"] not in names:
            found.append(vote)
            continue
        answer = vote["answer_key"]
        first, second = counting[answer, RULES], counting.get((answer, names[vote["model"]]))
        found += [first, *([second] if second is not None and (not _sure(first) or drawn(answer)) else [])]
    return found


def members(judges: Iterable[Fields]) -> list[Fields]:
    """The judges with each cascade taken apart: the rules, then its model, under its own name."""
    found: list[Fields] = []
    for judge in judges:
        if judge.get("rules"):
            found.append({"spec": RULES, "weights": "none", "price_input": None, "price_output": None})
        found.append({**judge, "spec": judge["spec"].split("+", 1)[1]} if judge.get("rules") else judge)
    return list({judge["spec"]: judge for judge in found}.values())


def drawn(answer: str) -> bool:
    """Whether the audit has an answer: one key in ten."""
    return int(hashlib.sha256(f"audit|{answer}".encode()).hexdigest()[:16], 16) / 2**64 < 0.1


def cascade_figures(
    config: Fields, items: Mapping[tuple[str, str], Item], answers: Iterable[Fields], votes: Sequence[Fields]
) -> list[dict[str, Any]]:
    """The section `cascades` of the summary. `answers` are those that count, leave-one-out ones too."""
    graded = [(a, kind) for a in answers if a["text"] is not None and (kind := asked(a, items).kind)]
    counting = counting_votes(votes)
    return [_report(name, model, graded, items, counting) for name, model in cascade_names(config["judges"]).items()]


def figures_at(
    config: Fields, items: Mapping[tuple[str, str], Item], answers: Iterable[Fields], votes: Sequence[Fields]
) -> dict[str, Any]:
    """The two figures of one language and arm, whose answers these are, by the first cascade of the panel."""
    reports = cascade_figures(config, items, answers, votes)
    none = rate(())
    return {
        "settled_by_rule": reports[0]["settled"] if reports else none,
        "audit_agreement": reports[0]["agreement"] if reports else none,
    }


def settled_by_rules(votes: Sequence[Fields], judges: Sequence[Fields]) -> set[str]:
    """The answers that the rules of the first cascade have settled."""
    counting = counting_votes(votes)
    return {key for (key, who), vote in counting.items() if cascade_names(judges) and who == RULES and _sure(vote)}


def _report(
    name: str,
    model: str,
    graded: Sequence[tuple[Fields, str]],
    items: Mapping[tuple[str, str], Item],
    counting: Votes,
) -> dict[str, Any]:
    settled, agreement, against = [], [], []
    asked_model = audited = invalid = due = 0
    for a, kind in graded:
        first, second = counting.get((a["key"], RULES)), counting.get((a["key"], model))
        if first is None:
            continue
        cluster, sure = items[a["lang"], a["item"]].cluster, _sure(first)
        settled.append((cluster, sure))
        wanted = not sure or drawn(a["key"])
        asked_model += wanted and second is not None
        if not (sure and wanted):
            continue
        if second is None or (second["failure"] is not None and second["failure"]["kind"] in PASSING):
            due += 1
        if second is None:
            continue
        audited += 1
        said = [_plain(read_vote(vote, kind)[0]) for vote in (first, second)]
        if not said[1]:
            invalid += 1
            continue
        agreement.append((cluster, said[0] == said[1]))
        if said[0] != said[1]:
            place = {"item": a["item"], "lang": a["lang"], "arm": a["arm"], "repeat": a["repeat"]}
            against.append({**place, "answer_key": a["key"], "rules": said[0], "model": said[1]})
    return {
        "judge": name,
        "settled": rate(settled),
        "asked": asked_model,
        "audited": audited,
        "agreement": rate(agreement),
        "invalid": invalid,
        "due": due,
        "disagreements": against,
    }


def _sure(vote: Fields) -> bool:
    return bool(vote["verdict"] != "invalid")


def _plain(letter: str) -> str:
    return "" if not letter else "correct" if letter in GOOD else {"w": "wrong", "a": "abstained"}[letter]
