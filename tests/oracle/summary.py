"""The summary of a run, computed a second time: every section from its own module, put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bench.dataset.leave_one_out import is_left_out
from bench.records import Chunk, Item
from tests.oracle.answered_by import answered_figures
from tests.oracle.canaries import canary_figures
from tests.oracle.cascades import calls_behind, cascade_figures, figures_at, members, with_their_votes
from tests.oracle.citations import citation_figures
from tests.oracle.crag import crag_figures
from tests.oracle.engine import engine_figures
from tests.oracle.failures import failure_figures
from tests.oracle.faithfulness import faithfulness_figures, support_figures
from tests.oracle.figures import arm_figures, attribution_figures
from tests.oracle.insight import insight_figures
from tests.oracle.panel import panel_figures
from tests.oracle.reading import Fields, Logs
from tests.oracle.retrieval import retrieval_figures
from tests.oracle.shown import asked, cast_as_asked, shown_figures
from tests.oracle.suspects import suspect_figures
from tests.oracle.trials import Trial, trials_of
from tests.oracle.usage import judge_figures, not_among, usage_figures

Items = Mapping[tuple[str, str], Item]
Corpora = Mapping[str, Mapping[str, Chunk]]


def summary_figures(logs: Logs, items: Items, corpora: Corpora, printed: Fields) -> tuple[dict[str, Any], list[str]]:
    """The whole summary but for its digests and its notes, and what of it could only be held to bounds.

    `printed` is looked at only for what rules for texts decide: see wording.py.
    """
    config = logs.manifest["config"]
    said = {intent["answer_key"]: intent for intent in logs.intents}
    first = said if config["judging"] == "two-stage" else None
    judges = [judge["spec"] for judge in config["judges"]]
    of_key = {a["key"]: a for a in logs.answers}
    kinds = {key: asked(a, items).kind for key, a in of_key.items()}
    votes = [
        v
        for v in logs.votes
        if not kinds.get(v["answer_key"]) or cast_as_asked(v, of_key[v["answer_key"]], kinds[v["answer_key"]])
    ]
    made, panel = votes, [*config["judges"], *(entry["judge"] for entry in logs.added)]
    votes = with_their_votes(made, panel)
    trials, counting, cast = trials_of(logs.answers, votes, items, judges, first)
    # Leave-one-out trials are in no figure of the ordinary ones.
    answers = [a for a in counting if not is_left_out(items[a["lang"], a["item"]])]
    own = [t for t in trials if not is_left_out(items[t.lang, t.item])]
    left = [t for t in trials if is_left_out(items[t.lang, t.item])]
    by_key = {a["key"]: a for a in counting}
    plain = [t for t in own if t.kind != "false_premise"]
    failures, unsure_failures = failure_figures(config, items, by_key, votes, plain, printed["failures"])
    citations, unsure_citations = citation_figures(config, items, answers, own, corpora, printed["citations"])
    crag, unsure_crag = crag_figures(config, items, answers, votes, first, printed["crag"])
    classified = [said[a["key"]] for a in counting if a["key"] in said]
    judging = [*calls_behind(cast, made, config["judges"]), *classified]
    who = answered_figures({**config, "judges": members(config["judges"])}, counting, judging)
    texts = {a["key"]: a["text"] for a in answers if a["text"] is not None}
    suspects, unsure_suspects = suspect_figures(config, own, made, texts, printed["judge_suspects"])
    audits = cascade_figures(config, items, counting, made)
    complete = _complete(logs, trials) and not any(audit["due"] for audit in audits)
    computed = {
        **_head(logs, trials, complete),
        "results": [
            {
                **arm_figures(lang, arm, [t for t in own if (t.lang, t.arm) == (lang, arm)]),
                **figures_at(config, items, [a for a in answers if (a["lang"], a["arm"]) == (lang, arm)], made),
            }
            for lang in config["langs"]
            for arm in config["arms"]
        ],
        "attribution": [attribution_figures(lang, own) for lang in config["langs"]],
        "exclusions": [_exclusion(t) for t in trials if not t.counts],
        "flagged": _flagged(answers, items),
        "usage": usage_figures(counting, [config["model"]], not_among(counting, [*logs.answers, *_of(logs, "chunks")])),
        "judge_usage": usage_figures(
            judging,
            members(config["judges"]),
            not_among(judging, [*logs.votes, *(logs.intents if first else []), *_judged(logs, first is not None)]),
        ),
        "cascades": audits,
        "judge_suspects": suspects,
        "judge": judge_figures(config, complete, sum(one["cut"] for one in who), cast, kinds, suspects["verdicts"]),
        "panel": panel_figures(config, items, answers, votes, said, logs.added),
        "canaries": canary_figures(config, answers, own, items),
        "failures": failures,
        "retrieval": retrieval_figures(config, items, answers),
        "citations": citations,
        "citation_support": support_figures(config, items, answers, logs.claims),
        "faithfulness": faithfulness_figures(config, items, answers, logs.claims),
        "crag": crag,
        "insight": insight_figures(config, items, answers, plain, left),
        "engine": engine_figures(logs.sessions),
        "answered_by": who,
        "shown": shown_figures(config, (by_key[t.key] for t in own), items),
    }
    return computed, [*unsure_failures, *unsure_citations, *unsure_crag, *unsure_suspects]


def _of(logs: Logs, field: str) -> list[Fields]:
    """Displaced records that have a field."""
    return [call for call in logs.displaced if field in call]


def _judged(logs: Logs, two_stage: bool) -> list[Fields]:
    """Displaced votes, and intents where there are such."""
    return [call for call in _of(logs, "answer_key") if two_stage or "verdict" in call]


def _head(logs: Logs, trials: list[Trial], complete: bool) -> dict[str, Any]:
    manifest = logs.manifest
    return {
        "schema_version": "1",
        "run": manifest["run"],
        "digest": manifest["digest"],
        "complete": complete,
        "missing": manifest["trials"] - len(trials),
        "model": manifest["config"]["model"],
        "dataset": manifest["config"]["dataset"],
        "config": manifest["config"],
        "suite_version": manifest["suite_version"],
    }


def _complete(logs: Logs, trials: list[Trial]) -> bool:
    return len(trials) == logs.manifest["trials"] and not any(t.passing for t in trials)


def _flagged(answers: Iterable[Fields], items: Items) -> dict[str, list[str]]:
    flags: dict[str, set[str]] = {}
    for a in answers:
        flags.setdefault(a["item"], set()).update(items[a["lang"], a["item"]].flags)
    return {item: sorted(found) for item, found in flags.items() if found}


def _exclusion(t: Trial) -> dict[str, Any]:
    outcome = "failed" if t.letter == "f" else "invalid"
    where = {"item": t.item, "lang": t.lang, "kind": t.kind, "arm": t.arm, "repeat": t.repeat}
    return {**where, "outcome": outcome, "stage": t.stage, "reason": t.reason}
