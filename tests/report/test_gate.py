"""The gate: worse by the interval and not by the point, least values, and what cannot be decided, which is no pass."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.comparing import compare
from bench.errors import UsageError
from bench.records import Arm, Item
from bench.report.gate import GateError, gate_section, least_checks, refuse, thresholds, worse_checks
from bench.report.render.junit import junit
from bench.scoring import score
from bench.words import in_language
from tests.command import bench
from tests.runs import MODEL, all_right, write_dataset, write_run

OTHER = MODEL.model_copy(update={"title": "Model <2>\x1b", "spec": "openai:model-2"})


def wrong_on(count: int) -> Callable[[Item, Arm, int], str]:
    """A system that is wrong on the first `count` Main items."""

    def letters(item: Item, arm: Arm, repeat: int) -> str:
        wrong = item.kind == "main" and int(item.id.split("-")[1]) < count
        return "w" if wrong else all_right(item, arm, repeat)

    return letters


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("gate")
    data = write_dataset(folder / "set", mains=24)
    return {
        "base": write_run(folder / "base", data),
        "little": write_run(folder / "little", data, wrong_on(2), model=OTHER),
        "worse": write_run(folder / "worse", data, wrong_on(12), model=OTHER),
        "partly": write_run(folder / "partly", data, lambda i, *_: "." if i.id == "Q-3" else "c", model=OTHER),
    }


def test_a_new_run_that_is_worse_by_its_interval_fails(runs: dict[str, Path]) -> None:
    comparison = compare([runs["base"], runs["worse"]])
    (check,) = worse_checks(comparison, ["worse"])
    assert (check.place, check.what, check.state) == ("en, shuffled", "worse:reader_value", "failed")
    with pytest.raises(GateError, match=r"1 of 1 conditions do not hold\.\n  Does not hold, en, shuffled") as refused:
        refuse([check])
    assert refused.value.exit_code == 1


def test_a_point_below_whose_interval_holds_nought_passes_and_so_does_a_better_run(runs: dict[str, Path]) -> None:
    little = compare([runs["base"], runs["little"]])
    measured = next(m for m in little.arms[0].pairs[0].measures if m.measure == "reader_value")
    assert (measured.difference or 0) > 0, "the point is below the baseline's"
    assert [check.state for check in worse_checks(little, ["worse", "worse:main_avg"])] == ["passed", "passed"]
    better = compare([runs["worse"], runs["base"]])
    checks = worse_checks(better, ["worse"])
    refuse(checks)
    assert [check.state for check in checks] == ["passed"]


def test_too_few_questions_for_an_interval_pass_and_say_so(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set", mains=2)

    def one_question(letter: str) -> Callable[[Item, Arm, int], str]:
        return lambda item, *_: "f" if item.id.startswith("Q-1") else letter

    base = write_run(tmp_path / "a", data, one_question("c"))
    new = write_run(tmp_path / "b", data, one_question("w"), model=OTHER)
    checks = worse_checks(compare([base, new]), ["worse"])
    refuse(checks)
    assert [check.state for check in checks] == ["open"]
    assert "Not decided, which passes" in in_language(gate_section(checks).lead[0], "en")
    assert "<skipped " in junit(checks, "bench compare")


def test_an_incomplete_run_is_no_pass(runs: dict[str, Path]) -> None:
    checks = worse_checks(compare([runs["base"], runs["partly"]]), ["worse"])
    assert checks[-1].state == "error"
    with pytest.raises(GateError, match="is not complete"):
        refuse(checks)


def test_what_cannot_be_compared_is_no_pass(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set", mains=4)
    base, new = write_run(tmp_path / "a", data), write_run(tmp_path / "b", data, lambda *_: "f", model=OTHER)
    checks = worse_checks(compare([base, new]), ["worse"])
    assert checks[0].state == "error"


@pytest.mark.parametrize("condition", ["better", "worse:beauty", "worse:reader_value:x", ""])
def test_a_condition_that_there_is_none_of_is_refused_with_the_figures_there_are(
    runs: dict[str, Path], condition: str
) -> None:
    with pytest.raises(UsageError, match="write worse or worse:FIGURE, with one of main_avg, "):
        worse_checks(compare([runs["base"], runs["worse"]]), [condition])


def test_three_runs_have_no_base_and_new(runs: dict[str, Path]) -> None:
    three = compare([runs["base"], runs["worse"], runs["little"]])
    with pytest.raises(UsageError, match="compares two runs, BASE and NEW, not 3"):
        worse_checks(three, ["worse"])
    assert worse_checks(three, []) == []


def test_a_least_value_holds_for_every_language_and_what_is_undefined_does_not_hold(runs: dict[str, Path]) -> None:
    summary = score(runs["worse"])
    asked = thresholds(["overall_macro=60%", "main_avg=0.6", "tiers.tier1=0.1"])
    assert [check.state for check in least_checks(summary, asked)] == ["passed", "failed", "error"]
    assert [check.state for check in least_checks(summary, thresholds(["reader_value.4=-3"]))] == ["passed"]


def test_every_wrong_threshold_is_named_at_once() -> None:
    with pytest.raises(UsageError) as refused:
        thresholds(["beauty=1", "main_avg", "main_avg=nan", "over_abstention=0.1", "overall_macro=0.5"])
    said = str(refused.value)
    assert "there is no figure 'beauty'" in said
    assert said.count("write FIGURE=VALUE with a number") == 2
    assert "over_abstention is not better where it is higher" in said


def test_junit_has_a_case_for_each_check_and_a_hostile_name_stays_text(runs: dict[str, Path]) -> None:
    checks = worse_checks(compare([runs["base"], runs["worse"]]), ["worse", "worse:over_abstention"])
    suite = ET.fromstring(junit(checks, "bench compare")).find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    cases = {case.get("name"): case for case in suite}
    assert cases["worse:reader_value"].find("failure") is not None
    assert cases["worse:over_abstention"].find("failure") is None
    assert "Model 1 is better by" in str(cases["worse:reader_value"].find("failure").get("message"))  # type: ignore[union-attr]


def test_what_does_not_hold_is_said_first_and_in_both_languages(runs: dict[str, Path]) -> None:
    checks = worse_checks(compare([runs["base"], runs["worse"]]), ["worse", "worse:over_abstention"])
    lead = gate_section(checks[::-1]).lead
    assert in_language(lead[0], "en").startswith("Does not hold, en, shuffled, worse:reader_value: Model 1 is better")
    assert in_language(lead[0], "ja").startswith("条件を満たしていません（en, shuffled、worse:reader_value）")


def test_the_command_ends_with_1_prints_all_and_writes_its_file(runs: dict[str, Path], tmp_path: Path) -> None:
    given = ("--fail-on", "worse", "--quiet", "--junit", "out/gate.xml")
    failed = bench("compare", runs["base"], runs["worse"], *given, cwd=tmp_path)
    assert failed.returncode == 1
    assert "bench: 1 of 1 conditions do not hold." in failed.stderr
    assert "English, shuffled: worth per question" in failed.stdout
    assert "<failure " in (tmp_path / "out" / "gate.xml").read_text("utf-8")
    passed = bench("compare", runs["base"], runs["little"], "--fail-on", "worse", "--markdown", cwd=tmp_path)
    assert (passed.returncode, passed.stderr) == (0, "")
    assert "## Gate\n\n- Holds, en, shuffled, worse:" in passed.stdout


def test_a_run_below_its_least_value_ends_with_1_after_its_verdict(tmp_path: Path) -> None:
    given = ("run", "--limit", "3", "--lang", "en", "--arms", "gold", "--quiet", "--junit", "gate.xml")
    failed = bench(*given, "--min", "overall_item_micro=99%", cwd=tmp_path)
    assert failed.returncode == 1
    assert "Does not hold, en, gold, overall_item_micro ≥ 0.99" in failed.stderr
    assert "English, gold" in failed.stdout
    passed = bench(*given, "--min", "overall_item_micro=0", cwd=tmp_path)
    assert passed.returncode == 0, passed.stderr
    assert 'failures="0"' in (tmp_path / "gate.xml").read_text("utf-8")
    refused = bench(*given, "--min", "beauty=1", cwd=tmp_path / "..")
    assert refused.returncode == 2
