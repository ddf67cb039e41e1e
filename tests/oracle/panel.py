"""The panel: how far the verdicts depend on who judged, from the votes and the definitions of docs/judging.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.records import Item
from tests.oracle.figures import arm_figures, rate
from tests.oracle.reading import Fields
from tests.oracle.shown import asked
from tests.oracle.trials import GOOD, Trial, counting_votes, decided, read_vote, trials_of

Read = tuple[str, str]
"""A vote's letter and no reason, or no letter and why it cannot be used."""
Items = Mapping[tuple[str, str], Item]


@dataclass(frozen=True, slots=True)
class Case:
    """One answer that the panel was asked to grade. `final` is None while a judge of the panel is due."""

    key: str
    kind: str
    cluster: str
    read: Mapping[str, Read]
    final: Read | None


def panel_figures(
    config: Fields,
    items: Items,
    answers: Sequence[Fields],
    votes: Sequence[Fields],
    intents: Mapping[str, Fields],
    added: Sequence[Fields],
) -> dict[str, Any]:
    """The section of the summary but for its warnings. `answers` are those that count, without leave-one-out ones."""
    judges = [judge["spec"] for judge in config["judges"]]
    cases = _cases(config, items, answers, votes, intents, judges)
    done = [case for case in cases if case.final is not None]
    usable = [(case, [case.read[judge][0] for judge in judges if case.read[judge][0]]) for case in done]
    late = [entry["judge"] for entry in added]
    return {
        "judging": config["judging"],
        "generator_family": config["model"]["family"],
        "trials": len(done),
        "by_intent": dict(Counter(i["intent"] for i in intents.values() if i["failure"] is None)),
        "unanimous": rate((case.cluster, len(set(said)) == 1) for case, said in usable if len(said) >= 2),
        "judges": [_judge(judge, judge in late, judges, cases, votes) for judge in [*config["judges"], *late]],
        "left_out": _left_out(config, items, answers, votes, intents, judges),
    }


def warning_faults(config: Fields, added: Sequence[Fields], printed: Sequence[str]) -> list[str]:
    """Where the warnings are not one for each judge that is the generator or of its family, in order, naming it."""
    generator = config["model"]
    partial = [
        judge["title"]
        for judge in [*config["judges"], *(entry["judge"] for entry in added)]
        if judge["spec"].removeprefix("rule+") == generator["spec"]
        or (judge["family"] and judge["family"] == generator["family"])
    ]
    named = len(printed) == len(partial) and all(w.startswith(title) for w, title in zip(printed, partial, strict=True))
    return [] if named else [f"panel.warnings must name {', '.join(partial) or 'nobody'}, and has {list(printed)}"]


def _cases(
    config: Fields,
    items: Items,
    answers: Iterable[Fields],
    votes: Iterable[Fields],
    intents: Mapping[str, Fields],
    judges: Sequence[str],
) -> list[Case]:
    by_answer: dict[str, dict[str, Fields]] = {}
    for (answer, judge), vote in counting_votes(votes).items():
        by_answer.setdefault(answer, {})[judge] = vote
    cases = []
    for a in answers:
        intent = intents.get(a["key"], {})
        kind = asked(a, items).kind
        if not kind:
            continue
        attempt = kind in ("main", "false_premise") and intent.get("intent") == "attempt" and intent["failure"] is None
        if a["failure"] is None and (config["judging"] == "one-call" or attempt):
            read = {judge: read_vote(vote, kind) for judge, vote in by_answer.get(a["key"], {}).items()}
            final = decided([read[judge] for judge in judges]) if all(judge in read for judge in judges) else None
            cases.append(Case(a["key"], kind, items[a["lang"], a["item"]].cluster, read, final))
    return cases


def _judge(
    judge: Fields, late: bool, judges: Sequence[str], cases: Sequence[Case], votes: Sequence[Fields]
) -> dict[str, Any]:
    spec = judge["spec"]
    cast = [case for case in cases if spec in case.read]
    usable = [case for case in cast if case.read[spec][0]]
    against = [(case, case.final[0]) for case in usable if case.final is not None and case.final[0]]
    counting = counting_votes(votes)
    sure = [c for case in usable if (c := counting[case.key, spec]["confidence"]) is not None]
    return {
        "judge": spec,
        "family": judge["family"],
        "added": late,
        "votes": len(cast),
        "invalid": dict(Counter(case.read[spec][1] for case in cast if not case.read[spec][0])),
        "disagreement": rate((case.cluster, case.read[spec][0] != final) for case, final in against),
        "pivotal": rate((case.cluster, not late and _pivotal(case, judges, spec)) for case, _ in against if not late),
        "confidence": sum(sure) / len(sure) if sure else None,
        "consistency": _consistency(spec, cases, votes),
    }


def _pivotal(case: Case, judges: Sequence[str], own: str) -> bool:
    """Whether turning this judge's vote around, right to wrong or back, would turn the panel's."""
    sides = {judge: case.read[judge][0] in GOOD for judge in judges if case.read[judge][0]}
    before, after = (_majority(judges, {**sides, own: vote}) for vote in (sides[own], not sides[own]))
    return before is not None and after is (not before)


def _majority(judges: Sequence[str], sides: Mapping[str, bool]) -> bool | None:
    balance = sum(1 if right else -1 for right in sides.values())
    return balance > 0 if balance else sides.get(judges[0])


def _consistency(spec: str, cases: Iterable[Case], votes: Iterable[Fields]) -> dict[str, Any] | None:
    by_key = {case.key: case for case in cases}
    again: dict[str, dict[int, str]] = {}
    for v in votes:
        if v["round"] > 0 and v["model"] == spec and v["answer_key"] in by_key:
            again.setdefault(v["answer_key"], {})[v["round"]] = read_vote(v, by_key[v["answer_key"]].kind)[0]
    if not again:
        return None
    said = {key: [letter for letter in rounds.values() if letter] for key, rounds in again.items()}
    first = {key: by_key[key].read.get(spec, ("", ""))[0] for key in again}
    regrades = sum(len(rounds) for rounds in again.values())
    return {
        "answers": len(again),
        "regrades": regrades,
        "invalid": regrades - sum(len(letters) for letters in said.values()),
        "stable": rate((by_key[k].cluster, len(set(letters)) == 1) for k, letters in said.items() if len(letters) >= 2),
        "as_before": rate(
            (by_key[k].cluster, s == first[k]) for k, letters in said.items() if first[k] for s in letters
        ),
    }


def _left_out(
    config: Fields,
    items: Items,
    answers: Sequence[Fields],
    votes: Sequence[Fields],
    intents: Mapping[str, Fields],
    judges: Sequence[str],
) -> list[dict[str, Any]]:
    if len(judges) < 2:
        return []
    first = intents if config["judging"] == "two-stage" else None

    def decide(panel: Sequence[str]) -> list[Trial]:
        return trials_of(answers, votes, items, panel, first)[0]

    whole = {t.place: t.letter for t in decide(judges)}
    rows = []
    for out in judges:
        rest = decide([judge for judge in judges if judge != out])
        for lang in config["langs"]:
            for arm in config["arms"]:
                here = [t for t in rest if (t.lang, t.arm) == (lang, arm)]
                figures = arm_figures(lang, arm, here)
                means = [f"{mean}{part}" for mean in ("main_avg", "overall_macro") for part in ("", "_ci95")]
                wanted = {name: figures[name] for name in ("overall_item_micro", *means)}
                changed = sum(t.place in whole and whole[t.place] != t.letter for t in here)
                rows.append({"without": out, "lang": lang, "arm": arm, **wanted, "changed": changed})
    return rows
