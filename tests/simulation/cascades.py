"""A cascade over planted answers: the rules settle what was planted, and the audit measures the planted judge."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.simulation import planted
from tests.simulation.campaign import Campaign
from tests.simulation.planted import GOOD, JUDGES, System, Trial

RULE = "rule"


def cascade_checks(campaign: Campaign, system: System) -> Iterator[tuple[str, bool, str]]:
    """Name, whether it holds, and the figures: of the run of `system` by the rules and the first judge."""
    folder, judge = campaign.cascade_folder(system), JUDGES[0]
    answers = {row["key"]: row for row in _rows(folder / "answers.jsonl") if row["text"] is not None}
    trials = {key: campaign.script.trial_of(row["text"]) for key, row in answers.items()}
    votes = {(row["answer_key"], row["model"]): row for row in _rows(folder / "votes.jsonl")}
    settled = {key: votes[key, RULE] for key in answers if votes[key, RULE]["verdict"] != "invalid"}
    drawn = {key for key in settled if _drawn(key)}
    asked = {key for key, model in votes if model == judge.spec}

    def name(what: str) -> str:
        return f"{system.name}, by the cascade: {what}"

    before, after = (campaign.requests[phase].get(judge.model, 0) for phase in ("backfill", "cascade"))
    yield name("votes that are there are not paid again"), before == after, f"{after - before} requests to the judge"
    wrong = [key for key, vote in settled.items() if _letter(vote, trials[key]) != _truth(trials[key])]
    yield (
        name("what the rules settle is what was planted"),
        not wrong,
        f"{len(settled)} settled, {len(wrong)} otherwise",
    )
    errs = {key for key in settled if planted.vote(trials[key], judge) != _truth(trials[key])}
    against = {key for key in settled if _letter(settled[key], trials[key]) != planted.vote(trials[key], judge)}
    yield (
        name("the full judge differs where it was planted to err, and nowhere else"),
        against == errs,
        f"{len(errs)} errors",
    )
    due = (answers.keys() - settled.keys()) | drawn
    share = f"{len(asked)} calls of {len(answers)} ({len(asked) / len(answers):.1%}), {len(drawn)} of them audits"
    yield name("the model is asked for the rest and the audit alone"), asked == due, share
    report = _summary(folder)["cascades"][0]
    usable = [key for key in drawn if planted.trouble(trials[key], judge) != "unreadable"]
    chance = sum(1 - judge.error_rate(system, _truth(trials[key])) for key in usable) / len(usable) if usable else 1.0
    low, high = report["agreement"]["ci95_questions"] or (0.0, 1.0)
    found = (
        f"planted {chance:.3f}, printed {report['agreement']['k']}/{report['agreement']['n']} [{low:.3f}, {high:.3f}]"
    )
    yield name("the planted agreement lies in the audit's interval"), low <= chance <= high, found
    counted = (report["settled"]["k"], report["settled"]["n"], report["asked"], report["audited"])
    wanted = (len(settled), len(answers), len(asked), len(drawn))
    yield name("its line has these counts"), counted == wanted, f"{counted}"


def _truth(trial: Trial) -> str:
    return planted.truth(trial.item.kind, planted.said(trial))


def _letter(vote: dict[str, Any], trial: Trial) -> str:
    """The letter of a usable vote; named or declined on contradictory items."""
    right, kind = vote["verdict"] == "correct", trial.item.kind
    if kind == "contradictory" and right:
        return "n" if vote["conflict_named"] else "d"
    if kind == "main" and not right:
        return "a" if vote["abstained"] else "w"
    letter = "c" if right else "w"
    assert letter in (*GOOD, "w")
    return letter


def _drawn(key: str) -> bool:
    return int(hashlib.sha256(f"audit|{key}".encode()).hexdigest(), 16) / 2**256 < 0.1


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _summary(folder: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((folder / "summary.json").read_text("utf-8"))
    return document
