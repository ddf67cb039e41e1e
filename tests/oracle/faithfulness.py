"""Faithfulness and relevance from the steps in claims.jsonl, and the keys of those steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.records import Item
from tests.oracle.figures import rate
from tests.oracle.keys import key_of
from tests.oracle.reading import Fields
from tests.oracle.resampling import interval_of_mean

Items = Mapping[tuple[str, str], Item]
RESULTS = {
    "extract": "claims",
    "verify": "supported",
    "questions": "questions",
    "embed": "similarities",
    "context": "bearing",
}
"""What each step comes to."""


@dataclass(frozen=True, slots=True)
class Chain:
    """The steps of one judge on one answer, by name; a step that was not taken is not there."""

    answer: Fields
    cluster: str
    steps: Mapping[str, Fields]

    def said(self, step: str) -> Sequence[Any] | None:
        """The result of a step; None where it was not taken or came to nothing."""
        found: Sequence[Any] | None = self.steps[step][RESULTS[step]] if step in self.steps else None
        return found


def claim_faults(calls: Iterable[Fields], answers: Mapping[str, Fields]) -> Iterator[str]:
    """Every step whose key is not that of its content, that is on no logged answer, or that goes on from no step."""
    known = {call["key"]: call for call in calls}
    for call in known.values():
        name = f"the step {call['key']} ({call['step']}) by {call['model']}"
        about = call["of"] if call["step"] == "embed" else call["answer_key"] or f"{call['lang']}|{call['item']}"
        key = key_of(call["model"], call["params"], call["messages"], 0, call["step"], about)
        if key != call["key"]:
            yield f"{name} has content whose key is {key}"
        if call["step"] != "context" and call["answer_key"] not in answers:
            yield f"{name} is on an answer, {call['answer_key']}, that the log does not have"
        if call["of"] and call["of"] not in known:
            yield f"{name} goes on from a step, {call['of']}, that the log does not have"


def faithfulness_figures(
    config: Fields, items: Items, answers: Iterable[Fields], calls: Sequence[Fields]
) -> list[dict[str, Any]]:
    """The section: each judge, language and arm that answers were checked in. `answers` are those that count, without
    leave-one-out ones; `calls` in the order of the log, where the later of two for one step counts."""
    given = sorted(
        (a for a in answers if a["text"] is not None), key=lambda a: (a["lang"], a["item"], a["arm"], a["repeat"])
    )
    rows = []
    for judge in dict.fromkeys(call["judge"] for call in calls if call["step"] != "cited"):
        own = [call for call in calls if call["judge"] == judge]
        embedders = [call["model"] for call in own if call["step"] == "embed"]
        chains = list(_chains(given, items, own))
        for lang in config["langs"]:
            for arm in config["arms"]:
                here = [c for c in chains if (c.answer["lang"], c.answer["arm"]) == (lang, arm)]
                if here:
                    head = {"judge": judge, "embedder": embedders[-1] if embedders else "", "lang": lang, "arm": arm}
                    rows.append({**head, **_figures(here)})
    return rows


def support_figures(
    config: Fields, items: Items, answers: Iterable[Fields], calls: Sequence[Fields]
) -> list[dict[str, Any]]:
    """The section on sentences and what they cite, from the log alone, which says how many an answer has."""
    given = sorted(
        (a for a in answers if a["text"] is not None), key=lambda a: (a["lang"], a["item"], a["arm"], a["repeat"])
    )
    asked = [call for call in calls if call["step"] == "cited"]
    rows = []
    for judge in dict.fromkeys(call["judge"] for call in asked):
        by_answer: dict[str, dict[int, Fields]] = {}
        for call in asked:
            if call["judge"] == judge:
                by_answer.setdefault(call["answer_key"], {})[call["place"]] = call
        for lang in config["langs"]:
            for arm in config["arms"]:
                here = [a for a in given if (a["lang"], a["arm"]) == (lang, arm) and a["key"] in by_answer]
                if here:
                    own = [(a, items[a["lang"], a["item"]].cluster, by_answer[a["key"]]) for a in here]
                    rows.append({"judge": judge, "lang": lang, "arm": arm, **_supports(own)})
    return rows


def _supports(answers: Sequence[tuple[Fields, str, Mapping[int, Fields]]]) -> dict[str, Any]:
    verdicts: list[tuple[str, str]] = []
    whole: list[tuple[str, bool]] = []
    faults: list[dict[str, Any]] = []
    undefined: list[dict[str, Any]] = []
    for a, cluster, by_place in answers:
        own: list[str] = []
        size = next(iter(by_place.values()))["sentences"]
        for place in range(1, size + 1):
            call = by_place.get(place)
            said = call["support"] if call else None
            what = call["sentence"] if call else ""
            entry = {"item": a["item"], "repeat": a["repeat"], "answer_key": a["key"]}
            entry["what"] = what if len(what) <= 200 else what[:199] + "…"
            if said is None:
                failure = call["failure"] if call else None
                entry["reason"] = "not asked" if call is None else failure["kind"] if failure else "unreadable"
                undefined.append(entry)
                continue
            own.append(said)
            if said != "supported":
                faults.append({**entry, "reason": said})
        verdicts += [(cluster, said) for said in own]
        if len(own) == size:
            whole.append((cluster, all(said == "supported" for said in own)))
    shares = {
        word: rate((c, said == word) for c, said in verdicts) for word in ("supported", "partly", "not_supported")
    }
    counts = {"answers": len(answers), **shares, "whole_answers": rate(whole)}
    return {**counts, "faults": faults[:20], "undefined": undefined}


def _chains(answers: Iterable[Fields], items: Items, calls: Sequence[Fields]) -> Iterator[Chain]:
    on_answer = {(c["step"], c["answer_key"]): c for c in calls if c["step"] in ("extract", "questions")}
    going_on = {(c["step"], c["of"]): c for c in calls if c["step"] in ("verify", "embed")}
    contexts = {(c["lang"], c["item"], frozenset(c["chunks"])): c for c in calls if c["step"] == "context"}
    for a in answers:
        steps = {step: on_answer[step, a["key"]] for step in ("extract", "questions") if (step, a["key"]) in on_answer}
        if not steps:
            continue
        for step, after in (("verify", "extract"), ("embed", "questions")):
            if after in steps and (found := going_on.get((step, steps[after]["key"]))):
                steps[step] = found
        context = contexts.get((a["lang"], a["item"], frozenset(a["chunks"])))
        if context and a["chunks"]:
            steps["context"] = context
        yield Chain(a, items[a["lang"], a["item"]].cluster, steps)


def _figures(chains: Sequence[Chain]) -> dict[str, Any]:
    faithful = [(c, _faithfulness(c)) for c in chains]
    asked = [(c, _answer_relevance(c)) for c in chains if "questions" in c.steps]
    context = [(c, _share(c.said("context"))) for c in chains]
    return {
        "answers": len(chains),
        "faithfulness": _mean(faithful),
        "hallucination": _mean([(c, None if value is None else 1 - value) for c, value in faithful]),
        "claims": rate(
            (c.cluster, supported)
            for c, value in faithful
            if value is not None
            for supported in (c.said("verify") or ())
        ),
        "without_claims": sum(c.said("extract") is not None and len(c.said("extract") or ()) == 0 for c in chains),
        "answer_relevance": _mean(asked),
        "context_relevance": _mean(context),
        "undefined": [entry for c in chains for entry in _undefined(c)],
    }


def _faithfulness(c: Chain) -> float | None:
    claims = c.said("extract")
    if claims is not None and len(claims) == 0:
        return 1.0
    return None if claims is None else _share(c.said("verify"))


def _answer_relevance(c: Chain) -> float | None:
    questions = c.said("questions")
    if questions is not None and len(questions) == 0:
        return 0.0
    return None if questions is None else _share(c.said("embed"))


def _share(values: Sequence[float] | None) -> float | None:
    return sum(values) / len(values) if values else None


def _mean(values: Sequence[tuple[Chain, float | None]]) -> dict[str, Any]:
    known = [(c.cluster, value) for c, value in values if value is not None]
    return {
        "value": sum(value for _, value in known) / len(known) if known else None,
        "ci95": interval_of_mean(known),
        "n": len(known),
        "undefined": len(values) - len(known),
    }


def _undefined(c: Chain) -> Iterator[dict[str, Any]]:
    if _faithfulness(c) is None:
        yield _reason(c, "faithfulness", "verify" if c.said("extract") is not None else "extract")
    if "questions" in c.steps and _answer_relevance(c) is None:
        yield _reason(c, "answer_relevance", "embed" if c.said("questions") is not None else "questions")
    if _share(c.said("context")) is None:
        yield _reason(c, "context_relevance", "context")


def _reason(c: Chain, measure: str, step: str) -> dict[str, Any]:
    call = c.steps.get(step)
    reason = "not asked" if call is None else call["failure"]["kind"] if call["failure"] else "unreadable"
    where = {"item": c.answer["item"], "repeat": c.answer["repeat"], "answer_key": c.answer["key"]}
    return {**where, "measure": measure, "step": step, "reason": reason}
