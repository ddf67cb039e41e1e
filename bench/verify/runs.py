"""A run's summary against its log: digests first, then keys, then every number."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.dataset import load
from bench.dataset.leave_one_out import is_left_out
from bench.dataset.rechunk import as_asked
from bench.dataset.sample import select
from bench.errors import DataError, LogError
from bench.records import Item, RunConfig
from bench.verify.audit import Audit
from bench.verify.canaries import canary_faults, canary_figures
from bench.verify.figures import arm_figures, attribution_figures
from bench.verify.keys import RULE, answer_faults, judging_faults
from bench.verify.reading import ANSWER, INTENT, VOTE, Fields, read_document, read_log, sha256
from bench.verify.trials import PASSING, Trial, read_vote, trials_of

Items = Mapping[tuple[str, str], Item]


def verify_run(folder: Path) -> Audit:
    """Compute summary.json again from manifest, answers, votes and dataset, and compare.

    Raises LogError at the first thing that does not fit, with its path and both values, and where a file is missing
    or the logs do not belong to the manifest; DataError where the dataset is not the one that was run.
    """
    audit = Audit(f"{folder / 'summary.json'}")
    if not (folder / "manifest.json").is_file():
        raise LogError(f"{folder} is no run folder: it has no manifest.json.")
    if not (folder / "summary.json").is_file():
        raise LogError(f"{folder} has no summary.json to verify: run `bench score {folder}` first.")
    manifest, printed = read_document(folder / "manifest.json"), read_document(folder / "summary.json")
    try:
        _audit(audit, folder, manifest, printed)
    except (KeyError, TypeError, AttributeError) as error:
        raise LogError(
            f"{folder} cannot be verified: its files lack something or hold it in another form "
            f"({type(error).__name__}: {error}). `bench score {folder}` names what is wrong."
        ) from error
    return audit


def _audit(audit: Audit, folder: Path, manifest: Fields, printed: Fields) -> None:
    _digests(audit, folder, printed)
    items = _items(manifest, folder)
    answers = read_log(folder / "answers.jsonl", ANSWER, audit.notices)
    votes = read_log(folder / "votes.jsonl", VOTE, audit.notices)
    intents = read_log(folder / "intents.jsonl", INTENT, audit.notices)
    config = manifest["config"]
    audit.require(list(_strangers(answers, items, manifest)), f"{folder / 'answers.jsonl'}")
    audit.require([*answer_faults(answers), *canary_faults(answers, items, config)], f"{folder / 'answers.jsonl'}")
    by_key = {a["key"]: a for a in answers}
    for name, records in (("votes.jsonl", votes), ("intents.jsonl", intents)):
        audit.require(list(judging_faults(records, by_key, items)), f"{folder / name}")
    audit.checked.append(f"keys of {len(answers)} answers and {len(votes) + len(intents)} judgements")
    computed = _summary(manifest, items, answers, votes, intents)
    if bool(printed["judge"].pop("note", "")) is computed["judge"]["leaderboard"]:
        audit.require(["judge.note must say why the run may not be ranked, and nothing where it may"], audit.what)
    audit.compare(printed, computed, "its log")


def _digests(audit: Audit, folder: Path, printed: Fields) -> None:
    claimed = printed.pop("log", None)
    if claimed is None:
        audit.not_covered.append("log (no digests: the summary is of an older version)")
        return
    found = {name: sha256(folder / file) for name, file in FILES.items()}
    others = {file: sha256(folder / file) for file in OTHERS if (folder / file).exists()}
    wrong = [
        f"{FILES[name]} has SHA-256 {digest}, and had {claimed.get(name)} when it was scored"
        for name, digest in found.items()
        if claimed.get(name) != digest
    ]
    known = claimed.get("others") or {}
    wrong.extend(
        f"{file} has SHA-256 {others.get(file)}, and had {known.get(file)} when it was scored"
        for file in sorted({*others, *known})
        if others.get(file) != known.get(file)
    )
    audit.require(wrong, f"{folder} has changed since it was scored")
    audit.checked.append(f"digests of {', '.join([*FILES.values(), *others])}")


OTHERS = ("intents.jsonl", "panel.json", "claims.jsonl")
FILES = {"manifest": "manifest.json", "answers": "answers.jsonl", "votes": "votes.jsonl"}


def _items(manifest: Fields, folder: Path) -> Items:
    config = manifest["config"]
    dataset = load(config["data"], config["langs"])
    if dataset.sha256 != config["dataset"]["sha256"]:
        raise DataError(
            f"The dataset {config['data']} is not the one that {folder.name} was run on (sha256 "
            f"{dataset.sha256[:12]}…, then {config['dataset']['sha256'][:12]}…): restore that version to verify."
        )
    # A run may have cut the corpus into other chunks; its items then name those.
    dataset = as_asked(dataset, RunConfig.model_validate_json(json.dumps(config)))
    return {(item.lang, item.id): item for lang in config["langs"] for item in dataset.langs[lang].items}


def _strangers(answers: Iterable[Fields], items: Items, manifest: Fields) -> Iterator[str]:
    config = manifest["config"]
    digest = hashlib.sha256(json.dumps(config, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
    if digest != manifest["digest"]:
        yield f"manifest.json has the digest {manifest['digest']}, but its configuration has {digest}"
    asked = _asked(items.values(), config)
    if len(asked) != manifest["trials"]:
        yield f"manifest.json has {manifest['trials']} trials, but its configuration gives {len(asked)}"
    for a in answers:
        place = a["lang"], a["item"], a["arm"], a["repeat"]
        if place not in asked or items[place[0], place[1]].kind != a["kind"] or a["model"] != config["model"]["spec"]:
            yield f"the answer {a['key']} ({', '.join(map(str, place))}) is not one that the manifest asks for"


def _asked(items: Iterable[Item], config: Fields) -> set[tuple[str, str, str, int]]:
    """Every trial of a run: selected items, in each arm that has something to show for them, in each repeat."""
    known = list(items)
    chosen = [
        item
        for lang in config["langs"]
        for item in select(
            [i for i in known if i.lang == lang], preset=config["preset"], limit=config["limit"], seed=config["seed"]
        )
    ]
    return {
        (item.lang, item.id, arm, repeat)
        for item in chosen
        for arm in config["arms"]
        if _shows(item, arm, config.get("distractors"))
        for repeat in range(config["repeats"])
    }


def _shows(item: Item, arm: str, distractors: int | None) -> bool:
    if arm == "none":
        return item.kind == "main"
    if arm == "shuffled" and distractors:
        return True
    around = item.negative if arm == "shuffled" and distractors is None else ()
    shown = {*item.positive, *(chunk.id for chunk in item.overlay.add), *around}
    return arm == "retrieved" or bool(shown - set(item.overlay.remove))


def _summary(
    manifest: Fields, items: Items, answers: Sequence[Fields], votes: Sequence[Fields], intents: Sequence[Fields]
) -> dict[str, Any]:
    config = manifest["config"]
    judges = [judge["spec"] for judge in config["judges"]]
    said = {intent["answer_key"]: intent for intent in intents}
    two_stage = config.get("judging", "one-call") == "two-stage"
    trials, counting, cast = trials_of(answers, votes, items, judges, said if two_stage else None)
    missing = manifest["trials"] - len(trials)
    complete = missing == 0 and not any(t.reason in PASSING for t in trials)
    places = [(lang, arm) for lang in config["langs"] for arm in config["arms"]]
    # Leave-one-out trials are in no figure of the ordinary ones.
    own = [t for t in trials if not is_left_out(items[t.lang, t.item])]
    return {
        "schema_version": "1",
        "run": manifest["run"],
        "digest": manifest["digest"],
        "complete": complete,
        "missing": missing,
        "model": config["model"],
        "dataset": config["dataset"],
        "config": config,
        "results": [arm_figures(*place, [t for t in own if (t.lang, t.arm) == place]) for place in places],
        "attribution": [attribution_figures(lang, trials) for lang in config["langs"]],
        "exclusions": [_exclusion(t) for t in trials if not t.counts],
        "flagged": _flagged(counting, items),
        "usage": _usage(counting, [config["model"]]),
        "judge_usage": _usage([*cast, *(said[a["key"]] for a in counting if a["key"] in said)], config["judges"]),
        "judge": _judge(config, complete, cast, {a["key"]: a for a in counting}),
        "suite_version": manifest["suite_version"],
        "canaries": canary_figures(config, counting, trials, items),
    }


def _flagged(counting: Iterable[Fields], items: Items) -> dict[str, list[str]]:
    flags: dict[str, set[str]] = {}
    for a in counting:
        item = items[a["lang"], a["item"]]
        flags.setdefault(a["item"], set()).update(() if is_left_out(item) else item.flags)
    return {item: sorted(found) for item, found in flags.items() if found}


def _exclusion(t: Trial) -> dict[str, Any]:
    outcome = "failed" if t.letter == "f" else "invalid"
    where = {"item": t.item, "lang": t.lang, "kind": t.kind, "arm": t.arm, "repeat": t.repeat}
    return {**where, "outcome": outcome, "stage": t.stage, "reason": t.reason}


def _usage(calls: Sequence[Fields], models: Sequence[Fields]) -> dict[str, Any]:
    """What calls took. A sum is undefined as soon as one paid call that came back did not report its part."""
    by_spec = {model["spec"]: model for model in models}
    back = [c for c in calls if c.get("failure") is None]
    paid = [c for c in back if by_spec[c["model"]]["weights"] != "none"]
    seconds = [c["latency_s"] for c in back if c.get("latency_s") is not None]
    prompt, completion = ([c["usage"].get(name) for c in paid] for name in ("prompt_tokens", "completion_tokens"))
    whole = [_cost(by_spec[c["model"]], p, q) for c, p, q in zip(paid, prompt, completion, strict=True)]
    # Batch APIs charge half.
    costs = [usd / 2 if usd is not None and c.get("batch") else usd for c, usd in zip(paid, whole, strict=True)]
    median, p90 = _quantiles(seconds)
    return {
        "calls": len(calls),
        "attempts": sum(c.get("attempts", 1) for c in calls),
        "prompt_tokens": _total(prompt),
        "completion_tokens": _total(completion),
        "cost_usd": _total(costs),
        "latency_s": {"median": median, "p90": p90},
    }


def _cost(model: Fields, prompt: int | None, completion: int | None) -> float | None:
    prices = model["price_input"], model["price_output"]
    if None in (*prices, prompt, completion):
        return None
    return float((prompt or 0) * prices[0] + (completion or 0) * prices[1]) / 1e6


def _total(values: Sequence[Any]) -> Any:
    return None if not values or None in values else sum(values)


def _quantiles(seconds: Sequence[float]) -> tuple[float | None, float | None]:
    import numpy as np

    if not seconds:
        return None, None
    median, p90 = np.quantile(seconds, [0.5, 0.9])
    return float(median), float(p90)


def _judge(config: Fields, complete: bool, cast: Sequence[Fields], answers: Mapping[str, Fields]) -> dict[str, Any]:
    ranked = (
        complete
        and all(judge["spec"] != RULE for judge in config["judges"])
        and config["dataset"]["official"]
        and config["limit"] is None
        and config["preset"] != "smoke"
        and config["model"]["weights"] != "none"
        and all(config.get(name) is None for name in ("chunk_tokens", "gold_position", "distractors"))
        and not config.get("canaries")
    )
    unusable = [v for v in cast if not read_vote(v, answers[v["answer_key"]]["kind"])[0]]
    return {"judges": config["judges"], "votes": len(cast), "invalid": len(unusable), "leaderboard": ranked}
