"""The gate: worse by the interval and not by the point, least values, and what cannot be decided, which is no pass."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.comparing import compare
from bench.errors import UsageError
from bench.metrics.situation import Situation, by_lang_and_arm
from bench.outcomes import ordinary
from bench.records import Arm, Item
from bench.report.gate import GateError, costs_of, gate_section, limit_checks, refuse, thresholds, worse_checks
from bench.report.render.junit import junit
from bench.scoring import outcomes_of, read_run, score
from bench.stats import minimal_detectable_difference
from bench.words import in_language
from tests.command import bench
from tests.report.sections.test_verdict import failing
from tests.runs import MODEL, all_right, write_dataset, write_run

OTHER = MODEL.model_copy(update={"title": "Model <2>\x1b", "spec": "openai:model-2"})


def wrong_on(count: int, letter: str = "w") -> Callable[[Item, Arm, int], str]:
    """A system that is wrong (or what `letter` says) on the first `count` Main items."""

    def letters(item: Item, arm: Arm, repeat: int) -> str:
        wrong = item.kind == "main" and int(item.id.split("-")[1]) < count
        return letter if wrong else all_right(item, arm, repeat)

    return letters


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("gate")
    data = write_dataset(folder / "set", mains=24)
    return {
        "base": write_run(folder / "base", data),
        "little": write_run(folder / "little", data, wrong_on(2), model=OTHER),
        "worse": write_run(folder / "worse", data, wrong_on(12), model=OTHER),
        "failing": write_run(folder / "failing", data, failing(0.6, 24), model=OTHER),
        "little failing": write_run(folder / "lf", data, failing(0.1, 24)),
        "little failing too": write_run(folder / "lf2", data, failing(0.1, 24), model=OTHER),
        "declining": write_run(folder / "declining", data, wrong_on(12, "a"), model=OTHER),
        "partly": write_run(folder / "partly", data, lambda i, *_: "." if i.id == "Q-3" else "c", model=OTHER),
    }


def test_a_new_run_that_is_worse_by_its_interval_fails(runs: dict[str, Path]) -> None:
    comparison = compare([runs["base"], runs["worse"]])
    (check,) = worse_checks(comparison, ["worse"])
    assert (check.place, check.what, check.state) == ("en, shuffled", "worse:reader_value", "failed")
    with pytest.raises(GateError, match=r"1 of 1 conditions failed\.\n  Worse in English, shuffled: V\(4\)") as refused:
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


def test_a_baseline_with_few_questions_is_no_gate_and_is_refused_with_what_they_can_show(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set", mains=8)
    base, new = write_run(tmp_path / "a", data), write_run(tmp_path / "b", data, lambda *_: "w", model=OTHER)
    with pytest.raises(UsageError) as refused:
        worse_checks(compare([base, new]), ["worse"])
    least = minimal_detectable_difference(8)
    assert least is not None
    assert str(refused.value) == (
        "--fail-on: 8 questions of the baseline are scored (en, shuffled), and so few show no drop of accuracy below "
        f"{100 * least:.0f} points: a gate on them would pass nearly anything. Ask 20 or more in both runs, e.g. with "
        "--preset lit."
    )


def test_what_a_pass_could_have_seen_is_said(runs: dict[str, Path]) -> None:
    (check,) = worse_checks(compare([runs["base"], runs["little"]]), ["worse:overall_item_micro"])
    text = in_language(check.text, "en")
    assert text.startswith("Not worse in English, shuffled: Overall (items) was 100.0 % and is 96.0 %. These 24 ")
    assert text.endswith(" points or more four times in five.")


def test_failed_trials_cannot_buy_a_pass(runs: dict[str, Path]) -> None:
    """Where 60 % of the new run failed, what is left may well be equal."""
    checks = worse_checks(compare([runs["base"], runs["failing"]]), ["worse"])
    assert [check.state for check in checks] == ["passed", "error"]
    with pytest.raises(GateError, match=r"32 of 50 trials of Model <2>\\x1b are not scored, 0 of the baseline"):
        refuse(checks)
    bounded = limit_checks(score(runs["failing"]), thresholds(["overall_item_micro=0.9"]))
    assert [check.state for check in bounded] == ["error"]
    assert in_language(bounded[0].text, "en").endswith("32 of 50 trials are not scored, with which it could be 36.0 %.")
    low = limit_checks(score(runs["failing"]), thresholds(["overall_item_micro=0.3"]))
    assert [check.state for check in low] == ["passed"], "with all of them wrong it holds all the same"


def test_what_rules_leave_of_both_runs_is_no_fault_of_the_new_one(runs: dict[str, Path]) -> None:
    checks = worse_checks(compare([runs["little failing"], runs["little failing too"]]), ["worse:overall_item_micro"])
    assert [check.state for check in checks] == ["passed"]


def test_an_incomplete_run_is_no_pass(runs: dict[str, Path]) -> None:
    checks = worse_checks(compare([runs["base"], runs["partly"]]), ["worse"])
    assert checks[-1].state == "error"
    with pytest.raises(GateError, match="is not complete"):
        refuse(checks)


def test_what_cannot_be_compared_is_no_pass(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set", mains=20)
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
    assert [check.state for check in limit_checks(summary, asked)] == ["passed", "failed", "error"]


def test_every_wrong_threshold_is_named_at_once() -> None:
    with pytest.raises(UsageError) as refused:
        thresholds(["beauty=1", "main_avg", "main_avg=nan", "over_abstention=0.1", "overall_macro=0.5"])
    said = str(refused.value)
    assert "there is no figure 'beauty'" in said
    assert said.count("write FIGURE=VALUE with a number") == 2
    assert "over_abstention is better where it is lower: write --max over_abstention=0.1." in said


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [
        (["overall_macro=60"], [], "--min overall_macro=60: a share is at most 1; write overall_macro=0.6 or "),
        (["overall_macro=6000%"], [], "a share is at most 1"),
        (["overall_macro=-0.1"], [], "a share is not below 0."),
        (["quality.4=2"], [], "quality.4 is at most 1, so nothing would ever pass."),
        (["reader_value.x=0"], [], "there is no figure 'reader_value.x'"),
        ([], ["overall_macro=0.5"], "--max overall_macro=0.5: overall_macro is better where it is higher: write --min"),
        (["settled_by_rule=0.5"], [], "neither a high nor a low settled_by_rule is better"),
    ],
)
def test_a_bound_that_can_mean_nothing_is_refused_with_what_to_write(
    least: list[str], most: list[str], said: str
) -> None:
    with pytest.raises(UsageError) as refused:
        thresholds(least, most)
    assert said in str(refused.value)


def test_a_figure_that_is_better_when_low_has_a_most(runs: dict[str, Path]) -> None:
    asked = thresholds([], ["wrong_of_answerable=40%", "false_answer=0"])
    checks = limit_checks(score(runs["worse"]), asked)
    assert [(check.what, check.state) for check in checks] == [
        ("wrong_of_answerable ≤ 0.4", "failed"),
        ("false_answer ≤ 0", "passed"),
    ]
    assert in_language(checks[0].text, "en") == (
        "Too high in English, shuffled: Wrong of answerable is 50.0 % (12/24, 31–69); at most 40.0 % was asked for."
    )


def test_v_takes_any_cost_and_that_of_the_reader_without_one(runs: dict[str, Path]) -> None:
    summary, outcomes = score(runs["worse"]), ordinary(outcomes_of(read_run(runs["worse"])))
    asked = thresholds(["reader_value.5=-2", "reader_value=-0.5"], cost=2.0)
    assert costs_of(asked) == [2.0, 5.0]
    worths = {k: by_lang_and_arm(outcomes, ["en"], ["shuffled"], Situation(k, 0.2)) for k in costs_of(asked)}
    checks = limit_checks(summary, asked, worths)
    assert [(check.what, check.state) for check in checks] == [
        ("reader_value.5 ≥ -2", "passed"),
        ("reader_value.2 ≥ -0.5", "passed"),
    ]
    assert "V(5) is −1.600 (" in in_language(checks[0].text, "en"), "0.8 × (0.5 − 5 × 0.5)"


def test_junit_has_a_case_for_each_check_and_a_hostile_name_stays_text(runs: dict[str, Path]) -> None:
    checks = worse_checks(compare([runs["base"], runs["worse"]]), ["worse", "worse:over_abstention"])
    suite = ET.fromstring(junit(checks, "bench compare")).find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    cases = {case.get("name"): case for case in suite}
    assert cases["worse:reader_value"].find("failure") is not None
    assert cases["worse:over_abstention"].find("failure") is None
    assert "Worse in English, shuffled: V(4)" in str(cases["worse:reader_value"].find("failure").get("message"))  # type: ignore[union-attr]


def test_what_does_not_hold_is_said_first_and_in_both_languages(runs: dict[str, Path]) -> None:
    checks = worse_checks(compare([runs["base"], runs["worse"]]), ["worse", "worse:over_abstention"])
    lead = gate_section(checks[::-1]).lead
    assert in_language(lead[0], "en").startswith("Worse in English, shuffled: V(4), 10 % unanswerable fell by 2.250 [")
    assert in_language(lead[0], "en").endswith("], from 0.900 to −1.350.")
    japanese = in_language(lead[0], "ja")
    assert japanese.startswith("悪化（英語、shuffled（根拠＋妨害文書））：V(4)（回答不能10％）が0.900から−1.350へ、")


def test_of_a_rate_of_errors_a_rise_is_worse(runs: dict[str, Path]) -> None:
    (check,) = worse_checks(compare([runs["base"], runs["declining"]]), ["worse:over_abstention"])
    assert in_language(check.text, "en").startswith("Worse in English, shuffled: Over-abstention rose by 50.0 points [")
    assert in_language(check.text, "en").endswith("], from 0.0 % to 50.0 %.")


def test_the_command_ends_with_1_prints_all_and_writes_its_file(runs: dict[str, Path], tmp_path: Path) -> None:
    given = ("--fail-on", "worse", "--quiet", "--junit", "out/gate.xml")
    failed = bench("compare", runs["base"], runs["worse"], *given, cwd=tmp_path)
    assert failed.returncode == 1
    assert "bench: 1 of 1 conditions failed." in failed.stderr
    assert "English, shuffled: worth per question" in failed.stdout
    assert "<failure " in (tmp_path / "out" / "gate.xml").read_text("utf-8")
    passed = bench("compare", runs["base"], runs["little"], "--fail-on", "worse", "--markdown", cwd=tmp_path)
    assert (passed.returncode, passed.stderr) == (0, "")
    assert "## Gate\n\n- Not worse in English, shuffled: V" in passed.stdout
    empty = bench("compare", runs["base"], runs["little"], "--junit", "none.xml", cwd=tmp_path)
    assert (empty.returncode, empty.stdout) == (2, "")
    assert "--junit writes what --fail-on ask for, and nothing is asked for" in empty.stderr
    assert not (tmp_path / "none.xml").exists()


def test_a_run_below_its_least_value_ends_with_1_after_its_verdict(tmp_path: Path) -> None:
    given = ("run", "--limit", "3", "--lang", "en", "--arms", "gold", "--quiet", "--junit", "gate.xml")
    failed = bench(*given, "--min", "overall_item_micro=99%", cwd=tmp_path)
    assert failed.returncode == 1
    assert "Too low in English, gold: Overall (items) is " in failed.stderr
    assert "at least 99.0 % was asked for." in failed.stderr
    assert "English, gold" in failed.stdout
    bounds = ("--min", "overall_item_micro=0", "--min", "reader_value.5=-5", "--max", "over_abstention=100%")
    passed = bench(*given, *bounds, cwd=tmp_path)
    assert passed.returncode == 0, passed.stderr
    assert 'failures="0"' in (tmp_path / "gate.xml").read_text("utf-8")
    for wrong in (("--min", "beauty=1"), ("--min", "overall_item_micro=60"), ()):
        assert bench(*given, *wrong, cwd=tmp_path).returncode == 2
