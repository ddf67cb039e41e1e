"""Calls of earlier runs are found by an index, which says what the logs say and nothing else."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from bench.campaign import call_index, execute
from bench.campaign.call_index import NAME, CallIndex
from bench.campaign.due import Due
from bench.log import read
from bench.records import Answer
from tests.campaign.test_due import to_be_made, wanted
from tests.campaign.watching import Watcher
from tests.server import Server


def anybody(model: str, endpoint: str) -> bool:
    return bool(model and endpoint)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one finished run, `first`."""
    folder = tmp_path_factory.mktemp("runs")
    with Server() as server:
        execute(wanted(server, folder, out=folder / "first"), Watcher())
    return folder


@pytest.fixture
def log(runs: Path, tmp_path: Path) -> Path:
    """The log of a copy of that run."""
    copy = tmp_path / "first"
    copy.mkdir()
    for name in ("manifest.json", "answers.jsonl"):
        (copy / name).write_bytes((runs / "first" / name).read_bytes())
    return copy / "answers.jsonl"


def found(log: Path) -> dict[str, Answer]:
    return dict(CallIndex(log.parent.parent).calls([log], Answer, anybody))


def test_every_success_of_a_log_is_found_by_its_key(log: Path) -> None:
    assert found(log) == read(log, Answer).records
    assert len(found(log)) == 8


def test_a_log_that_has_not_changed_is_not_read_again(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = found(log)
    monkeypatch.setattr(call_index, "_successes", lambda path, _: pytest.fail(f"{path} is read"))
    assert found(log) == before


def test_what_is_appended_is_found_and_what_failed_or_is_torn_is_not(log: Path) -> None:
    found(log)
    first, second, *_ = read(log, Answer).records.values()
    failure = {"stage": "generate", "kind": "refused", "message": "no"}
    fresh = first.model_copy(update={"key": "fresh"})
    failed = Answer.model_validate({**second.model_dump(), "key": "failed", "text": None, "failure": failure})
    with log.open("a", encoding="utf-8") as file:
        file.write(fresh.model_dump_json() + "\n" + failed.model_dump_json() + '\nno record\n{"key": ')
    assert found(log)["fresh"] == fresh
    assert "failed" not in found(log)
    assert len(found(log)) == 9


def test_a_log_that_was_changed_in_place_is_not_believed(log: Path) -> None:
    before, stamp = found(log), log.stat()
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(reversed(lines)))
    os.utime(log, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert found(log) == before


def test_only_a_model_at_an_address_that_is_wanted_counts(log: Path) -> None:
    calls = CallIndex(log.parent.parent).calls([log], Answer, lambda *_: False)
    assert (len(calls), next(iter(found(log))) in calls) == (0, False)


def test_of_two_runs_the_later_name_counts(log: Path) -> None:
    later = log.parent.with_name("second")
    later.mkdir()
    changed = [a.model_copy(update={"text": "later"}) for a in read(log, Answer).records.values()]
    (later / log.name).write_text("".join(a.model_dump_json() + "\n" for a in changed), "utf-8")
    calls = CallIndex(log.parent.parent).calls([later / log.name, log], Answer, anybody)
    assert {answer.text for answer in calls.values()} == {"later"}


def test_a_damaged_index_is_made_anew_and_a_folder_that_cannot_be_written_needs_none(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = found(log)
    (log.parent.parent / NAME).write_bytes(b"no index" * 200)
    assert found(log) == before
    monkeypatch.setattr(call_index, "NAME", "nowhere/calls.sqlite")
    assert found(log) == before


def test_an_index_of_another_version_is_made_anew(log: Path) -> None:
    before = found(log)
    with sqlite3.connect(log.parent.parent / NAME) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("UPDATE calls SET start = 1")
    connection.close()
    assert found(log) == before


def test_runs_of_another_model_other_parameters_or_other_data_are_not_alike(runs: Path, server: Server) -> None:
    index = CallIndex(runs)
    config = wanted(server, runs, out=runs / "next").config
    assert index.alike(config, runs / "next") == [runs / "first"]
    assert index.alike(config, runs / "first") == []
    for other in (
        {"model": config.model.model_copy(update={"spec": "x:y"})},
        {"model": config.model.model_copy(update={"params": {"seed": 1}})},
        {"dataset": config.dataset.model_copy(update={"sha256": "0" * 64})},
    ):
        assert index.alike(config.model_copy(update=other), runs / "next") == []


def test_a_run_without_others_beside_it_makes_no_index(server: Server, tmp_path: Path) -> None:
    run = wanted(server, tmp_path / "alone", out=tmp_path / "alone" / "run")
    assert to_be_made(Due(run))[0] == 8
    execute(run, Watcher())
    assert not (tmp_path / "alone" / NAME).exists()
