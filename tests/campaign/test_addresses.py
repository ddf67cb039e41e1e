"""A run goes on at the address it was started at; another one is somebody's word, and is recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.campaign import execute
from bench.campaign.configure import opened
from bench.errors import ConfigError
from bench.run_folder import read_manifest
from tests.campaign.asking import wanted
from tests.campaign.watching import Watcher
from tests.server import Server


def test_another_address_is_refused_with_both(server: Server, tmp_path: Path) -> None:
    run = wanted(server, tmp_path)
    execute(run, Watcher())
    with Server() as elsewhere:
        moved = wanted(elsewhere, tmp_path)
        assert moved.folder == run.folder
        with pytest.raises(ConfigError) as refused:
            execute(moved, Watcher())
        assert elsewhere.requests == 0
    for part in (f"openai-compatible:m at {server.url}, now at {elsewhere.url}", "openai-compatible:j", "--same-model"):
        assert part in str(refused.value)


def test_a_persons_word_for_it_is_taken_and_recorded(server: Server, tmp_path: Path) -> None:
    run = wanted(server, tmp_path)
    with opened(run):
        assert read_manifest(run.folder).addresses["openai-compatible:m"] == (server.url,)
    with Server() as elsewhere:
        execute(wanted(elsewhere, tmp_path, same_model=True), Watcher())
        asked = elsewhere.requests
        assert asked >= 16
        execute(wanted(elsewhere, tmp_path), Watcher())
        assert elsewhere.requests == asked
    assert read_manifest(run.folder).addresses["openai-compatible:m"] == (server.url, elsewhere.url)


def test_a_run_of_an_older_suite_goes_on(server: Server, tmp_path: Path) -> None:
    run = wanted(server, tmp_path)
    with opened(run):
        pass
    path = run.folder / "manifest.json"
    path.write_text(read_manifest(run.folder).model_copy(update={"addresses": {}}).model_dump_json())
    execute(wanted(server, tmp_path), Watcher())
    assert read_manifest(run.folder).addresses["openai-compatible:m"] == (server.url,)
