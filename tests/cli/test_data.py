"""`bench data`: what a person and a program get, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bench.cli.data import app
from bench.errors import DataError, UsageError
from tests.dataset.world import sound_world, write


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, arguments)
    if isinstance(result.exception, Exception) and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout


@pytest.fixture
def sound(tmp_path: Path) -> str:
    return str(write(tmp_path / "sound", sound_world()))


@pytest.fixture
def faulty(tmp_path: Path) -> str:
    world = sound_world()
    world["en"]["items"][0]["reasoning"] = ""
    world["ja"]["chunks"][8]["text"] += "**注**\x1b[2J"
    return str(write(tmp_path / "faulty", world))


def test_a_sound_set_ends_well_and_with_counts(sound: str) -> None:
    code, output = run("validate", sound)
    assert code == 0
    assert output.splitlines()[-1].startswith(f"{sound}: 0 errors, 0 warnings, ")


def test_errors_are_listed_first_and_end_with_code_one(faulty: str) -> None:
    code, output = run("validate", faulty)
    lines = output.splitlines()
    assert code == 1
    assert lines[0].startswith("error: en/") or lines[0].startswith("error: ja/")
    assert "en/items.jsonl:1 TST-001 'reasoning': is empty; fill it in [field_empty]" in output
    assert "2 errors, 1 warning, " in lines[-1]


def test_hostile_text_does_not_reach_the_terminal(faulty: str) -> None:
    assert "\x1b[2J" not in run("validate", faulty)[1]


def test_a_level_hides_the_lighter_findings_and_says_so(faulty: str) -> None:
    code, output = run("validate", faulty, "--level", "error")
    assert code == 1
    assert {line.partition(":")[0] for line in output.splitlines()[:-1]} == {"error"}
    assert "not shown, below --level error" in output.splitlines()[-1]


def test_json_for_programs(faulty: str) -> None:
    code, output = run("validate", faulty, "--json", "--langs", "en")
    report = json.loads(output)
    assert code == 1
    assert report["counts"]["error"] == 1
    first = report["findings"][0]
    assert (first["code"], first["file"], first["line"], first["row"]) == ("field_empty", "en/items.jsonl", 1, 0)


def test_stats_for_people_and_programs(sound: str) -> None:
    code, output = run("stats", sound)
    assert code == 0
    assert "Integration" in output
    assert "multi_source" not in output
    assert "multi source + synonym" in output
    figures = json.loads(run("stats", sound, "--json", "--lang", "ja")[1])
    assert set(figures) == {"dataset", "ja"}
    assert figures["ja"]["kinds"] == {"main": 2, "insufficient": 2, "contradictory": 2, "incomplete": 2}


def test_wrong_requests_are_errors_of_the_suite(sound: str) -> None:
    with pytest.raises(UsageError, match="unknown language 'fr'"):
        run("validate", sound, "--langs", "fr")
    with pytest.raises(DataError, match="There is no dataset"):
        run("stats", "nowhere")
    assert run("validate", sound, "--level", "loud")[0] == 2


def test_help_stands_without_arguments() -> None:
    assert "validate" in CliRunner().invoke(app, []).output
