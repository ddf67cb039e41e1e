"""A run's summary against its log: keys first, then every number."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from bench.dataset import Dataset, load
from bench.dataset.rechunk import as_asked
from bench.dataset.sample import select
from bench.errors import DataError
from bench.records import Item, RunConfig
from tests.oracle.audit import Audit
from tests.oracle.canaries import canary_faults
from tests.oracle.faithfulness import claim_faults
from tests.oracle.keys import answer_faults, judging_faults
from tests.oracle.panel import warning_faults
from tests.oracle.reading import Fields, Logs, read_document, read_logs
from tests.oracle.summary import Items, summary_figures


def recompute_run(folder: Path) -> Audit:
    """Compute summary.json again from manifest, logs and dataset, and compare.

    Raises LogError at the first thing that does not fit, with its path and both values; DataError where the dataset is
    not the one that was run. A run whose files are damaged is for `bench verify`.
    """
    audit = Audit(f"{folder / 'summary.json'}")
    printed = read_document(folder / "summary.json")
    printed.pop("log")
    logs = read_logs(folder, audit.notices)
    dataset = _dataset(logs.manifest["config"], folder)
    items: Items = {(item.lang, item.id): item for data in dataset.langs.values() for item in data.items}
    _records(audit, folder, logs, items)
    computed, opened = summary_figures(
        logs, items, {lang: data.corpus for lang, data in dataset.langs.items()}, printed
    )
    if bool(printed["judge"].pop("note", "")) is computed["judge"]["leaderboard"]:
        audit.require(["judge.note must say why the run may not be ranked, and nothing where it may"], audit.what)
    audit.require(warning_faults(logs.manifest["config"], logs.added, printed["panel"].pop("warnings")), audit.what)
    audit.compare(printed, computed, "its log")
    audit.not_covered.extend(opened)
    return audit


def _records(audit: Audit, folder: Path, logs: Logs, items: Items) -> None:
    """Keys, and what records say of each other."""
    by_key = {a["key"]: a for a in logs.answers}
    audit.require(list(_strangers(logs.answers, items, logs.manifest)), f"{folder / 'answers.jsonl'}")
    faults = [*answer_faults(logs.answers), *canary_faults(logs.answers, items, logs.manifest["config"])]
    audit.require(faults, f"{folder / 'answers.jsonl'}")
    for name, records in (("votes.jsonl", logs.votes), ("intents.jsonl", logs.intents)):
        audit.require(list(judging_faults(records, by_key, items)), f"{folder / name}")
    audit.require(list(claim_faults(logs.claims, by_key)), f"{folder / 'claims.jsonl'}")
    checked = f"keys of {len(logs.answers)} answers and {len(logs.votes) + len(logs.intents)} judgements"
    audit.checked.append(f"{checked} and {len(logs.claims)} steps on claims" if logs.claims else checked)


def _dataset(config: Fields, folder: Path) -> Dataset:
    dataset = load(config["data"], config["langs"])
    if dataset.sha256 != config["dataset"]["sha256"]:
        raise DataError(
            f"The dataset {config['data']} is not the one that {folder.name} was run on (sha256 "
            f"{dataset.sha256[:12]}…, then {config['dataset']['sha256'][:12]}…): restore that version to verify."
        )
    # A run may have cut the corpus into other chunks; its items then name those.
    return as_asked(dataset, RunConfig.model_validate_json(json.dumps(config)))


def _strangers(answers: Iterable[Fields], items: Items, manifest: Fields) -> Iterator[str]:
    config = manifest["config"]
    asked = _asked(items.values(), config)
    if len(asked) * config["repeats"] != manifest["trials"]:
        gives = len(asked) * config["repeats"]
        yield f"manifest.json has {manifest['trials']} trials, but its configuration gives {gives}"
    for a in answers:
        place = a["lang"], a["item"], a["arm"]
        fits = place in asked and a["repeat"] < config["repeats"] and items[a["lang"], a["item"]].kind == a["kind"]
        if not fits or a["model"] != config["model"]["spec"]:
            where = ", ".join(map(str, (*place, a["repeat"])))
            yield f"the answer {a['key']} ({where}) is not one that the manifest asks for"


def _asked(items: Iterable[Item], config: Fields) -> set[tuple[str, str, str]]:
    """What a run asks in each repeat: selected items, in each arm that has something to show for them."""
    known = list(items)
    chosen = [
        item
        for lang in config["langs"]
        for item in select(
            [item for item in known if item.lang == lang],
            preset=config["preset"],
            limit=config["limit"],
            seed=config["seed"],
            arms=config["arms"],
            distractors=config["distractors"],
        )
    ]
    return {
        (item.lang, item.id, arm)
        for item in chosen
        for arm in config["arms"]
        if _shows(item, arm, config["distractors"])
    }


def _shows(item: Item, arm: str, distractors: int | None) -> bool:
    if arm == "none":
        return item.kind == "main"
    if arm == "shuffled" and distractors:
        return True
    own = arm == "shuffled" and distractors is None
    around = (*item.negative, *(chunk.id for chunk in item.overlay.add)) if own else ()
    shown = {*item.positive, *item.overlay.rival, *around}
    return arm == "retrieved" or bool(shown - set(item.overlay.remove))
