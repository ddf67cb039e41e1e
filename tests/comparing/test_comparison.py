"""Comparing run folders: what must be the same, what is said about the rest, and the gap between languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.comparing import compare
from bench.errors import UsageError
from bench.records import Arm, Item
from bench.records.comparison import Comparison
from tests import runs
from tests.runs import JUDGE, MODEL, RULE, all_right, write_dataset, write_run

OTHER = MODEL.model_copy(update={"spec": "openai:model-2", "title": "Model 2"})
THIRD = MODEL.model_copy(update={"spec": "openai:model-3", "title": "Model 3"})


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set", ("en", "ja"), mains=40)


def wrong_on(*numbers: int, lang: str = "") -> runs.Letters:
    """Everything right but for these Main items (in one language only, where it is named)."""

    def letters(item: Item, arm: Arm, repeat: int) -> str:
        planted = item.kind == "main" and int(item.id.split("-")[1]) in numbers and lang in ("", item.lang)
        return "w" if planted else all_right(item, arm, repeat)

    return letters


@pytest.mark.slow
def test_every_pair_of_every_language_is_compared_at_the_corrected_level(tmp_path: Path, data: Path) -> None:
    folders = [
        write_run(tmp_path / name, data, wrong_on(*range(n)), langs=("en", "ja"), model=model)
        for name, n, model in (("a", 0, MODEL), ("b", 20, OTHER), ("c", 21, THIRD))
    ]
    comparison = compare(folders)
    assert [(a.lang, a.arm, len(a.pairs)) for a in comparison.arms] == [("en", "shuffled", 3), ("ja", "shuffled", 3)]
    english = comparison.arms[0]
    assert english.level == pytest.approx(0.05 / 3)
    main = {(p.first, p.second): p.measures[0] for p in english.pairs}
    assert main["Model 1", "Model 2"].finding == "first"
    assert main["Model 1", "Model 2"].difference == pytest.approx(0.5)
    assert main["Model 2", "Model 3"].finding == "not_distinguishable"
    assert [s.name for s in english.decision.rankings[0].systems] == ["Model 1", "Model 2", "Model 3"]
    assert [s.result.main_avg for s in english.systems] == [1.0, 0.5, pytest.approx(0.475)]
    assert comparison.notices == ()
    assert Comparison.model_validate_json(comparison.model_dump_json()) == comparison


@pytest.mark.slow
def test_a_run_against_itself_is_not_distinguishable_anywhere(tmp_path: Path, data: Path) -> None:
    run = write_run(tmp_path / "a", data, wrong_on(3, 9, 17), langs=("en", "ja"), arms=("gold", "shuffled", "none"))
    comparison = compare([run, run], "all")
    assert [s.name for s in comparison.systems] == ["a", "a #2"]
    for arm in comparison.arms:
        (pair,) = arm.pairs
        assert {m.finding for m in pair.measures} <= {"not_distinguishable", "undefined"}
        assert {m.difference for m in pair.measures} <= {0.0, None}
    assert [a.arm for a in comparison.arms] == ["gold", "shuffled", "none"] * 2


@pytest.mark.slow
def test_the_gap_between_languages_is_paired_by_id(tmp_path: Path, data: Path) -> None:
    letters = wrong_on(*range(12), lang="ja")
    folders = [
        write_run(tmp_path / name, data, letters, langs=("ja", "en"), model=model)
        for name, model in (("a", MODEL), ("b", OTHER))
    ]
    gap = compare(folders).gaps[0]
    assert (gap.system, gap.arm, gap.pair.first, gap.pair.second) == ("Model 1", "shuffled", "Japanese", "English")
    main = gap.pair.measures[0]
    assert (main.difference, main.level) == (pytest.approx(-0.3), 0.025)
    assert main.verdict.startswith("English is better by 30.0 points [")
    assert gap.pair.unpaired.first == gap.pair.unpaired.second == ()
    assert gap.pair.items == 82


def test_an_arm_without_unanswerable_questions_is_compared_as_one_of_a_reader_who_meets_none(
    tmp_path: Path, data: Path
) -> None:
    def only_main(item: Item, arm: Arm, repeat: int) -> str:
        del repeat
        return "i" if arm == "gold" and not item.answerable else "c"

    folders = [
        write_run(tmp_path / n, data, only_main, arms=("gold", "shuffled"), model=m)
        for n, m in (("a", MODEL), ("b", OTHER))
    ]
    worths = [m for arm in compare(folders, "all").arms for m in arm.pairs[0].measures if m.measure == "reader_value"]
    assert [(m.difference, m.finding) for m in worths] == [(0.0, "not_distinguishable")] * len(worths)
    assert len(worths) >= 2


def test_one_language_has_no_gap(tmp_path: Path, data: Path) -> None:
    folders = [write_run(tmp_path / name, data, model=model) for name, model in (("a", MODEL), ("b", OTHER))]
    assert compare(folders).gaps == ()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seed": 5}, "seed (Model 1: 0; Model 2: 5)"),
        ({"preset": "lit"}, "preset (Model 1: full; Model 2: lit)"),
        ({"limit": 9}, "limit (Model 1: none; Model 2: 9)"),
        ({"canaries": 0.25}, "canaries (Model 1: 0"),
    ],
)
def test_runs_that_were_not_asked_the_same_are_refused_in_one_sentence(
    tmp_path: Path, data: Path, change: dict[str, object], named: str
) -> None:
    first = write_run(tmp_path / "a", data)
    second = write_run(tmp_path / "b", data, model=OTHER, **change)  # type: ignore[arg-type]
    with pytest.raises(UsageError) as refused:
        compare([first, second])
    assert named in str(refused.value)
    assert str(refused.value).startswith("These runs cannot be compared, because they were not asked the same")


def test_other_data_is_refused_with_both_digests(tmp_path: Path, data: Path) -> None:
    other = write_run(tmp_path / "b", write_dataset(tmp_path / "other", ("en", "ja"), mains=39), model=OTHER)
    with pytest.raises(UsageError, match=r"differ in dataset \(Model 1: [0-9a-f]{12}…; Model 2: [0-9a-f]{12}…\)"):
        compare([write_run(tmp_path / "a", data), other])


def test_what_else_differs_and_what_is_missing_is_said_before_the_figures(tmp_path: Path, data: Path) -> None:
    first = write_run(tmp_path / "a", data, judges=(JUDGE,))
    second = write_run(tmp_path / "b", data, lambda i, a, r: "-" if i.id == "Q-1" else all_right(i, a, r), model=OTHER)
    third = write_run(tmp_path / "c", data, judges=(RULE,), model=THIRD, repeats=2)
    told = compare([first, second, third]).notices
    assert any("Judged by different judges" in n and "Model 3: rule" in n for n in told)
    assert "They differ in repeats (Model 1: 1; Model 2: 1; Model 3: 2) besides the system." in told
    assert "Model 2 is not complete: 1 trials have no outcome yet." in told


def test_of_prompts_those_that_differ_are_named_and_no_mapping_is_printed_raw(tmp_path: Path, data: Path) -> None:
    prompts = {"answer.en": "a" * 64, "answer.ja": "b" * 64}
    first = write_run(tmp_path / "a", data, prompts=prompts)
    second = write_run(tmp_path / "b", data, model=OTHER, prompts={**prompts, "answer.en": "c" * 64})
    (told,) = compare([first, second]).notices
    assert told == (
        "They differ in prompts (Model 1: answer.en aaaaaaaaaaaa…; Model 2: answer.en cccccccccccc…) "
        "besides the system."
    )


def test_the_same_run_twice_is_said_to_be_no_comparison(tmp_path: Path, data: Path) -> None:
    run = write_run(tmp_path / "a", data)
    assert compare([run, run]).notices == ("a and a #2 are the same run, so there is nothing to compare.",)


@pytest.mark.slow
def test_arms_are_chosen_among_those_that_all_have(tmp_path: Path, data: Path) -> None:
    first = write_run(tmp_path / "a", data, arms=("gold", "none"))
    second = write_run(tmp_path / "b", data, arms=("none", "gold", "shuffled"), model=OTHER)
    assert [a.arm for a in compare([first, second]).arms] == ["gold", "none"]
    assert [a.arm for a in compare([first, second], ["none"]).arms] == ["none"]
    with pytest.raises(UsageError, match="not every run has shuffled; they share gold, none"):
        compare([first, second], ["shuffled"])
    third = write_run(tmp_path / "c", data, arms=("retrieved",), model=THIRD)
    with pytest.raises(UsageError, match="no arm in common"):
        compare([first, third])
    japanese = write_run(tmp_path / "d", data, arms=("gold",), langs=("ja",), model=THIRD)
    with pytest.raises(UsageError, match="no language in common"):
        compare([first, japanese])


def test_a_comparison_needs_two_runs_and_a_cost(tmp_path: Path, data: Path) -> None:
    run = write_run(tmp_path / "a", data)
    with pytest.raises(UsageError, match="at least two runs"):
        compare([run])
    with pytest.raises(UsageError, match="from 0 on, not -1"):
        compare([run, run], k=-1.0)
    assert [r.k for r in compare([run, run], k=0.5).arms[0].decision.rankings] == [0.5, 1, 2, 4, 9]


def test_models_of_one_name_are_told_apart_by_their_folders(tmp_path: Path, data: Path) -> None:
    folders = [write_run(tmp_path / name, data) for name in ("monday", "tuesday")]
    assert [s.name for s in compare(folders).systems] == ["monday", "tuesday"]


def test_a_manifest_of_before_still_compares(tmp_path: Path, data: Path) -> None:
    folders = [write_run(tmp_path / name, data, model=model) for name, model in (("a", MODEL), ("b", OTHER))]
    path = folders[0] / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    manifest["config"].pop("canaries", None)
    path.write_text(json.dumps(manifest), encoding="utf-8")
    assert compare(folders).arms[0].pairs[0].items == 82
