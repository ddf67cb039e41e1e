"""The example workflow: its scripts run for real on the baseline, with a stand-in for GitHub's own command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

WORKFLOW = Path(__file__).parent.parent.parent / "integrations" / "github" / "rag-bench.yml"
MARK = "<!-- rag-generator-bench -->"
GH = """#!/bin/sh
printf '%s\\n' "$*" >> "$GH_CALLS"
case "$*" in *--paginate*) printf '%s' "$GH_EARLIER" ;; esac
"""
"""Stands in for `gh`: writes down how it was called, and knows the comments that GH_EARLIER names."""


def workflow() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(WORKFLOW.read_text("utf-8"))
    return found


def steps() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = workflow()["jobs"]["gate"]["steps"]
    return found


@dataclass
class Runner:
    """Runs the scripts of the workflow as a runner does: `bash -e`, in one folder, with the job's environment."""

    folder: Path
    earlier: str = ""
    model: str = "baseline:extractive"
    calls: list[str] = field(default_factory=list)

    def run(self, *names: str) -> None:
        """Every step with a script but the installation, or those named."""
        tools = self.folder / "bin"
        tools.mkdir(exist_ok=True)
        (tools / "gh").write_text(GH)
        (tools / "gh").chmod(0o755)
        for step in steps():
            asked = step.get("name") in names if names else "pip install" not in step.get("run", "")
            if "run" in step and asked:
                subprocess.run(["bash", "-e", "-c", step["run"]], cwd=self.folder, env=self._env(step), check=True)
        self.calls = (self.folder / "calls").read_text().splitlines()

    def _env(self, step: dict[str, Any]) -> dict[str, str]:
        given = {**workflow()["jobs"]["gate"]["env"], **step.get("env", {})}
        known = {"MODEL": self.model, "REPOSITORY": "owner/name", "NUMBER": "7"}
        values = {name: known.get(name, "") if "${{" in value else value for name, value in given.items()}
        return {
            **os.environ,
            **values,
            "PATH": os.pathsep.join([str(self.folder / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]]),
            "RUNNER_TEMP": str(self.folder),
            "GITHUB_STEP_SUMMARY": str(self.folder / "summary.md"),
            "GH_CALLS": str(self.folder / "calls"),
            "GH_EARLIER": self.earlier,
        }


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    runner = Runner(tmp_path_factory.mktemp("first"))
    runner.run()
    return runner


@pytest.mark.slow
def test_the_report_is_in_the_job_summary_and_in_a_new_comment(first: Runner) -> None:
    report = (first.folder / "summary.md").read_text("utf-8")
    assert "extractive" in report
    assert report.count("| --- |") + report.count("| ---") > 2, "tables"
    comment = (first.folder / "comment.md").read_text("utf-8")
    assert comment == f"{MARK}\n{report}"
    assert len(comment) < 65_536, "GitHub takes no longer comment"
    assert first.calls[-1].startswith("pr comment 7 --repo owner/name --body-file ")


@pytest.mark.slow
def test_a_later_push_changes_that_comment(first: Runner) -> None:
    again = Runner(first.folder, earlier="4711\n4712\n")
    again.run("Keep one comment up to date")
    (patched,) = [call for call in again.calls[len(first.calls) :] if "PATCH" in call]
    assert "repos/owner/name/issues/comments/4711 --field body=@" in patched
    assert not [call for call in again.calls[len(first.calls) :] if call.startswith("pr comment")]


def stored_baseline(folder: Path, model: str) -> None:
    """The baseline as the head of the workflow says that it is made."""
    said = re.search(r"(bench run MODEL .*? --out rag-bench-baseline)", WORKFLOW.read_text("utf-8").replace("\n#", ""))
    assert said is not None
    made = said[1].replace("MODEL", model).split()[1:]
    subprocess.run([sys.executable, "-m", "bench", *made, "--quiet"], cwd=folder, check=True, stdout=subprocess.DEVNULL)


@pytest.mark.slow
def test_without_a_regression_the_comparison_with_the_stored_baseline_passes(tmp_path: Path) -> None:
    stored_baseline(tmp_path, "baseline:extractive")
    same = Runner(tmp_path)
    same.run()  # Every step, the last one included, ends with 0.
    suite = ET.parse(tmp_path / "rag-bench.xml").getroot()[0]
    assert {key: suite.get(key) for key in ("tests", "failures", "errors")} == {
        "tests": "4",
        "failures": "0",
        "errors": "0",
    }
    comment = (tmp_path / "comment.md").read_text("utf-8").replace("\\", "")
    assert "- Not worse in English, shuffled: Overall (items) was " in comment
    assert comment.count("four times in five.") >= 4, "what a pass could have seen"


@pytest.mark.slow
def test_a_seeded_regression_against_the_stored_baseline_fails_after_the_comment(tmp_path: Path) -> None:
    """A model that was right declines all."""
    stored_baseline(tmp_path, "baseline:oracle")
    worse = Runner(tmp_path, model="baseline:always-abstain")
    names = [step["name"] for step in steps() if "run" in step and "pip install" not in step["run"]]
    assert names[-1] == "Fail where it has become worse"
    worse.run(*names[:-1])
    comment = (tmp_path / "comment.md").read_text("utf-8")
    assert "- Worse in English, shuffled: Overall (items) fell by " in comment.replace("\\", "")
    assert "<failure " in (tmp_path / "rag-bench.xml").read_text("utf-8")
    with pytest.raises(subprocess.CalledProcessError) as failed:
        worse.run(names[-1])
    assert failed.value.returncode == 1


def test_no_script_holds_text_from_outside() -> None:
    assert not [step["run"] for step in steps() if "${{" in step.get("run", "")]


def test_permissions_are_the_least_and_actions_are_pinned() -> None:
    assert workflow()["permissions"] == {"contents": "read", "pull-requests": "write"}
    assert "permissions" not in workflow()["jobs"]["gate"]
    used = [step["uses"] for step in steps() if "uses" in step]
    assert used
    assert all(re.fullmatch(r"actions/[a-z-]+@v\d+", name) for name in used)
    # YAML 1.1 reads the key `on` as true. `pull_request_target` would hand secrets to a stranger's code.
    assert workflow()[True] == {"pull_request": None}


def test_keys_reach_only_the_step_that_asks() -> None:
    with_secrets = [step["name"] for step in steps() if "secrets." in str(step.get("env", {}))]
    assert with_secrets == ["Ask and judge"]
    assert "secrets." not in str(workflow()["jobs"]["gate"]["env"])
