"""Every section of a summary against the second implementation, and every number in it changed once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.dataset import load
from bench.dataset.leave_one_out import is_left_out
from bench.dataset.rechunk import as_asked
from bench.errors import LogError
from bench.records import RunConfig
from tests.oracle import citations, crag, failures, recompute_run
from tests.oracle.audit import Audit, dotted
from tests.oracle.reading import Logs, read_logs
from tests.oracle.summary import Corpora, Items, summary_figures
from tests.oracle.trials import trials_of
from tests.verify.full_run import one_call, two_stage, write_data

Fields = dict[str, Any]
Path_ = tuple[str | int, ...]
SECTIONS = (
    *("results", "attribution", "exclusions", "flagged", "usage", "judge_usage", "judge", "panel", "canaries"),
    *("failures", "retrieval", "citations", "faithfulness", "crag", "insight", "engine", "answered_by", "shown"),
    *("cascades", "judge_suspects", "citation_support"),
)
HEAD = ("schema_version", "run", "digest", "complete", "missing", "model", "dataset", "config", "suite_version", "log")
BY_TEXT = ("failures", "citations", "crag")
"""Sections of which some counts are held to bounds, so that they are computed from what is printed."""


class Case:
    """A scored run, with everything that its summary is computed from."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.printed: Fields = json.loads((folder / "summary.json").read_text("utf-8"))
        self.logs: Logs = read_logs(folder, [])
        config = RunConfig.model_validate(self.logs.manifest["config"])
        data = as_asked(load(config.data, config.langs), config)
        self.items: Items = {(item.lang, item.id): item for lang in data.langs.values() for item in lang.items}
        self.corpora: Corpora = {lang: found.corpus for lang, found in data.langs.items()}
        said = {intent["answer_key"]: intent for intent in self.logs.intents}
        self.first = said if config.judging == "two-stage" else None
        judges = [judge.spec for judge in config.judges]
        trials, answers, _ = trials_of(self.logs.answers, self.logs.votes, self.items, judges, self.first)
        self.own = [t for t in trials if not is_left_out(self.items[t.lang, t.item])]
        self.answers = [a for a in answers if not is_left_out(self.items[a["lang"], a["item"]])]
        self.computed, self.opened = self.compute(self.printed)

    def compute(self, printed: Fields) -> tuple[Fields, list[str]]:
        return summary_figures(self.logs, self.items, self.corpora, printed)

    def section(self, name: str, printed: Fields) -> Any:
        """One section again, where what is printed has a part in it."""
        if name not in BY_TEXT:
            return self.computed[name]
        config, votes, own, answers = self.logs.manifest["config"], self.logs.votes, self.own, self.answers
        by_key = {a["key"]: a for a in answers}
        if name == "failures":
            return failures.failure_figures(config, self.items, by_key, votes, own, printed[name])[0]
        if name == "citations":
            return citations.citation_figures(config, self.items, answers, own, self.corpora, printed[name])[0]
        return crag.crag_figures(config, self.items, answers, votes, self.first, printed[name])[0]


@pytest.fixture(
    scope="module", params=[one_call, pytest.param(two_stage, marks=pytest.mark.slow)], ids=lambda make: make.__name__
)
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Case:
    folder = tmp_path_factory.mktemp("full")
    make: Callable[[Path, Path], Path] = request.param
    return Case(make(folder / "run", write_data(folder / "set")))


@pytest.mark.slow
def test_every_section_is_there_and_computed_again(case: Case) -> None:
    absent = {"canaries"} if case.folder.parent.name.startswith("full0") else set()
    # Cascades: tests/campaign/test_cascade.py.
    assert {name for name in SECTIONS if not case.printed[name]} <= {"flagged", "canaries", "cascades", *absent}
    assert set(case.printed) == {*SECTIONS, *HEAD}
    audit = recompute_run(case.folder)
    assert audit.numbers > 4000
    assert audit.not_covered[1:] == case.opened
    assert audit.not_covered[0] == "crag[].ci95"


def places(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, (*path, key))
    elif value is None or isinstance(value, int | float):
        yield path


def changed(document: Any, path: Path_) -> Any:
    """A copy along `path` with another number at its end."""
    if not path:
        if document is None:
            return 0.5
        step = 1 if isinstance(document, int) else 1e-6 * max(1.0, abs(document))
        return not document if isinstance(document, bool) else document + step
    copy: Any = dict(document) if isinstance(document, dict) else list(document)
    copy[path[0]] = changed(copy[path[0]], path[1:])
    return copy


@pytest.mark.slow
def test_every_number_that_is_printed_is_missed_when_it_changes(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for those that are named: counts that rules for texts decide, as long as they keep to their bounds."""
    remember(monkeypatch, crag, "trials_of", lambda *given: given[3])
    remember(monkeypatch, crag, "bootstrap_of_mean", lambda *columns: columns)
    remember(monkeypatch, crag, "is_reference", lambda *texts: texts)
    remember(monkeypatch, citations, "_cited", lambda answer, *_: answer["key"])
    remember(monkeypatch, failures, "_class", lambda trial, *_: trial.place)
    tried, bounded = 0, set()
    # Sections that the other protocol fills in the same way are changed once.
    whole = case.logs.manifest["config"]["judging"] == "one-call"
    for section in SECTIONS if whole else ("canaries", "panel", "retrieval", *BY_TEXT):
        for path in places(case.printed[section], (section,)):
            tried += 1
            if not named(case, section, path):
                bounded.add(".".join(part for part in path if isinstance(part, str)))
    assert tried > (4000 if whole else 1500)
    # Of citations it is open how many units a question has, and so what the questions are worth.
    open_sizes = {path for path in bounded if re.fullmatch(r"citations\.\w+\.\w+\.(ci95_)?questions", path)}
    assert bounded - open_sizes <= {"crag.ci95", "crag.exact", "citations.computed", "citations.echoed"}


def named(case: Case, section: str, path: Path_) -> bool:
    """Whether a change at this place is found; what is found names the place."""
    forged = changed(case.printed, path)
    computed = case.section(section, forged)
    try:
        Audit("the summary").compare(along(forged, path[:2]), along({section: computed}, path[:2]), "its log")
    except LogError as found:
        # Where a count is taken as printed, the figures beside it are computed from it, and may be named before it.
        return dotted(path[:-1] if section in BY_TEXT else path) in str(found)
    return False


def along(document: Any, path: Path_) -> Any:
    """What of a document lies on the way to a place and beyond it; what stands before it in a list is left empty."""
    if not path or not isinstance(document, dict | list):
        return document
    key: Any = path[0]
    if isinstance(document, list):
        return [*[None] * key, along(document[key], path[1:])]
    return {key: along(document[key], path[1:])} if key in document else {}


def remember(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, key: Callable[..., Any]) -> None:
    """Call a function once for each key: thousands of changes ask for the same."""
    known: dict[str, Any] = {}
    asked = getattr(module, name)

    def once(*given: Any) -> Any:
        place = repr(key(*given))
        if place not in known:
            known[place] = asked(*given)
        return known[place]

    monkeypatch.setattr(module, name, once)
