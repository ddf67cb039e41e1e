"""Calls that an earlier run paid for already, by key.

A key holds model, parameters, prompt, item, arm and repeat, so a call of another run in the same folder of runs is
the same call: a trial with --limit, a run with fewer repeats or another judge. Such records are copied into the new
run's log, which stays whole by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from bench.campaign.configure import PreparedRun as Run
from bench.errors import LogError
from bench.judge.rule import SPEC as RULE
from bench.log import read
from bench.records import Answer, Call, ModelRef, Vote
from bench.records.panel import Intent
from bench.run_folder import ANSWERS, INTENTS, MANIFEST, VOTES, read_manifest

C = TypeVar("C", bound=Call)


def earlier_calls(run: Run) -> tuple[dict[str, Answer], dict[str, Vote]]:
    """Finished answers and votes of sibling runs with the same model and data. Empty with `fresh`, or alone."""
    answers: dict[str, Answer] = {}
    votes: dict[str, Vote] = {}
    addresses = _addresses(run)
    for folder in _siblings(run):
        answers |= _from(_finished(read(folder / ANSWERS, Answer).records), addresses)
        # The rule judge is free, and what it says of an attempt depends on how the run is judged.
        cast = {k: v for k, v in _finished(read(folder / VOTES, Vote).records).items() if v.model != RULE}
        votes |= _from(cast, addresses)
    return answers, votes


def earlier_intents(run: Run) -> dict[str, Intent]:
    """Finished classifications of the same sibling runs, for two-stage judging."""
    addresses = _addresses(run)
    return {
        key: record
        for folder in _siblings(run)
        for key, record in _from(_finished(read(folder / INTENTS, Intent).records), addresses).items()
    }


def _siblings(run: Run) -> Iterator[Path]:
    if run.fresh:
        return
    for manifest_path in sorted(run.folder.parent.glob(f"*/{MANIFEST}")):
        folder = manifest_path.parent
        if folder == run.folder:
            continue
        try:
            theirs = read_manifest(folder).config
        except LogError:
            continue  # no run of this version; it has nothing that could be taken over
        if _asked(theirs.model) != _asked(run.config.model) or theirs.dataset.sha256 != run.config.dataset.sha256:
            continue
        if theirs.imported:
            continue  # another tool asked: its answers must not become those of a run of this suite
        yield folder


def _asked(model: ModelRef) -> tuple[str, dict[str, object]]:
    return model.spec, model.params


def _addresses(run: Run) -> dict[str, str | None]:
    """Where each model of the run is asked: one name at two addresses may be two models.

    None is a server that the suite starts itself, on another port each time.
    """
    asked = [(run.model, run.endpoint), *filter(None, run.judges)]
    return {
        model.spec: None if endpoint.name == "vllm" and not endpoint.given else endpoint.base_url
        for model, endpoint in asked
    }


def _from(records: dict[str, C], addresses: dict[str, str | None]) -> dict[str, C]:
    """The records that came from the addresses this run asks. The model that answers may judge as well."""
    return {
        key: record
        for key, record in records.items()
        if record.model in addresses and _same(record.endpoint, addresses[record.model])
    }


def _same(seen: str, asked: str | None) -> bool:
    return seen == asked if asked is not None else urlsplit(seen).hostname in {"127.0.0.1", "localhost"}


def _finished(records: dict[str, C]) -> dict[str, C]:
    return {key: record for key, record in records.items() if record.failure is None}
