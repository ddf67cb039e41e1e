"""Calls that an earlier run paid for already, by key.

A key holds model, parameters, prompt, item, arm and repeat, so a call of another run in the same folder of runs is
the same call: a trial with --limit, a run with fewer repeats or another judge. Such records are copied into the new
run's log, which stays whole by itself. The rules of what may be taken over stand here and nowhere else.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from bench.campaign.configure import PreparedRun as PreparedRun
from bench.errors import LogError
from bench.judge.rule import SPEC as RULE
from bench.log import read
from bench.records import Answer, Call, ModelRef, Vote
from bench.records.panel import Intent
from bench.run_folder import ANSWERS, INTENTS, MANIFEST, VOTES, read_manifest

C = TypeVar("C", bound=Call)


class Siblings:
    """The runs beside this one with the same model and data. None with `fresh`.

    Only a success is taken over, and only from the address that this run asks: one name at two addresses may be two
    models.
    """

    def __init__(self, run: PreparedRun) -> None:
        self._run = run

    def answers(self) -> dict[str, Answer]:
        return self._calls(ANSWERS, Answer)

    def intents(self) -> dict[str, Intent]:
        return self._calls(INTENTS, Intent)

    def votes(self) -> dict[str, Vote]:
        """Votes of models: the rule judge is free, and what it says of an attempt depends on how the run is judged."""
        return {key: vote for key, vote in self._calls(VOTES, Vote).items() if vote.model != RULE}

    def _calls(self, name: str, shape: type[C]) -> dict[str, C]:
        asked = [(self._run.model, self._run.endpoint), *filter(None, self._run.judges)]
        # None is a server that the suite starts itself, on another port each time.
        addresses = {m.spec: None if e.name == "vllm" and not e.given else e.base_url for m, e in asked}
        return {
            key: record
            for folder in self._folders
            for key, record in read(folder / name, shape).records.items()
            if record.failure is None
            and record.model in addresses
            and _same_address(record.endpoint, addresses[record.model])
        }

    @cached_property
    def _folders(self) -> list[Path]:
        if self._run.fresh:
            return []
        beside = sorted(path.parent for path in self._run.folder.parent.glob(f"*/{MANIFEST}"))
        return [folder for folder in beside if folder != self._run.folder and self._same_calls(folder)]

    def _same_calls(self, folder: Path) -> bool:
        own = self._run.config
        try:
            theirs = read_manifest(folder).config
        except LogError:
            return False  # no run of this version; it has nothing that could be taken over
        if theirs.imported:
            return False  # another tool asked: its answers must not become those of a run of this suite
        return _identity(theirs.model) == _identity(own.model) and theirs.dataset.sha256 == own.dataset.sha256


def _identity(model: ModelRef) -> tuple[str, dict[str, object]]:
    return model.spec, model.params


def _same_address(seen: str, wanted: str | None) -> bool:
    return seen == wanted if wanted is not None else urlsplit(seen).hostname in {"127.0.0.1", "localhost"}
