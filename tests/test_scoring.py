"""Scoring a run folder: what enters the summary, what is left out, and that it comes out the same every time."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from bench.errors import DataError, LogError
from bench.metrics import lit, rag
from bench.records import Arm, Item, Summary, Usage, Vote
from bench.scoring import outcomes_of, read_run, score, score_run
from tests import runs
from tests.runs import JUDGE, RULE, all_right, rescored, write_dataset, write_run


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "set", ("en", "ja"))


def one(letter: str, item_id: str = "Q-1") -> runs.Letters:
    """Everything right but for one item."""

    def letters(item: Item, arm: Arm, repeat: int) -> str:
        return letter if item.id == item_id else all_right(item, arm, repeat)

    return letters


def test_a_perfect_run_scores_one_everywhere(tmp_path: Path, data: Path) -> None:
    summary = score(write_run(tmp_path / "run", data, langs=("en", "ja"), arms=("gold", "shuffled", "none")))
    assert [(r.lang, r.arm) for r in summary.results] == [
        (lang, arm) for lang in ("en", "ja") for arm in ("gold", "shuffled", "none")
    ]
    shuffled = summary.results[1]
    assert (shuffled.overall_macro, shuffled.main_avg, shuffled.discrimination.rate) == (1, 1, 1)
    assert (shuffled.trials, shuffled.outcomes.correct) == (10, 10)
    assert shuffled.contradictory.named == 1
    assert summary.complete
    assert summary.missing == 0
    assert summary.exclusions == ()


def test_without_documents_abstention_is_undefined_and_so_is_the_overall(tmp_path: Path, data: Path) -> None:
    (result,) = score(write_run(tmp_path / "run", data, arms=("none",))).results
    assert result.categories["Abstention"].rate is None
    assert result.overall_macro is None
    assert result.main_avg == 1


def test_the_summary_is_written_and_is_the_same_to_the_byte_every_time(tmp_path: Path, data: Path) -> None:
    run = write_run(tmp_path / "run", data, one("w"), arms=("gold", "shuffled"), repeats=2)
    summary = score(run)
    first = (run / "summary.json").read_bytes()
    assert Summary.model_validate_json(first) == summary
    score(run)
    assert (run / "summary.json").read_bytes() == first


def test_the_order_of_the_log_does_not_matter(tmp_path: Path, data: Path) -> None:
    run = read_run(write_run(tmp_path / "run", data, one("a"), arms=("gold", "shuffled", "retrieved"), repeats=2))
    reference = score_run(run)
    shuffle = random.Random(1).sample
    answers, votes = shuffle(run.answers, len(run.answers)), shuffle(run.votes, len(run.votes))
    assert rescored(run, answers=answers, votes=votes) == reference


def test_a_failed_call_is_excluded_listed_and_never_wrong(tmp_path: Path, data: Path) -> None:
    summary = score(write_run(tmp_path / "run", data, one("f")))
    (result,) = summary.results
    assert (result.outcomes.failed, result.outcomes.wrong) == (1, 0)
    assert (result.overall_item_micro.k, result.overall_item_micro.n) == (9, 9)
    (exclusion,) = summary.exclusions
    assert (exclusion.item, exclusion.outcome, exclusion.stage, exclusion.reason) == (
        "Q-1",
        "failed",
        "generate",
        "truncated",
    )
    # The only Reasoning item failed: its category is undefined, not 0, and no mean is taken over the others.
    assert result.categories["Reasoning"].rate is None
    assert result.overall_macro is None
    assert summary.complete


def test_an_invalid_verdict_is_excluded_and_counted(tmp_path: Path, data: Path) -> None:
    summary = score(write_run(tmp_path / "run", data, one("i")))
    assert [(e.item, e.outcome, e.reason) for e in summary.exclusions] == [("Q-1", "invalid", "undecided")]
    assert (summary.judge.votes, summary.judge.invalid) == (10, 1)


@pytest.mark.parametrize("letter", ["-", "."])
def test_what_is_not_judged_or_not_answered_yet_is_missing_not_invalid(tmp_path: Path, data: Path, letter: str) -> None:
    summary = score(write_run(tmp_path / "run", data, one(letter)))
    assert (summary.complete, summary.missing, summary.exclusions) == (False, 1, ())
    assert summary.results[0].trials == 9
    assert not summary.judge.leaderboard


def test_a_failure_that_may_pass_leaves_the_run_incomplete(tmp_path: Path, data: Path) -> None:
    run = write_run(tmp_path / "run", data, one("f"))
    text = (run / "answers.jsonl").read_text("utf-8").replace('"truncated"', '"rate_limited"')
    (run / "answers.jsonl").write_text(text, encoding="utf-8")
    summary = score(run)
    assert (summary.complete, summary.missing) == (False, 0)
    assert summary.exclusions[0].reason == "rate_limited"


def test_a_damaged_line_is_reported_and_its_trial_is_missing(tmp_path: Path, data: Path) -> None:
    run = write_run(tmp_path / "run", data)
    first, *others = (run / "votes.jsonl").read_text("utf-8").split("\n")
    vote = json.loads(first)
    vote["confidence"] = float("nan")
    (run / "votes.jsonl").write_text("\n".join([json.dumps(vote), *others]) + '{"key": "half', encoding="utf-8")
    told: list[str] = []
    summary = score(run, told.append)
    assert summary.missing == 1
    assert any(text.startswith("votes.jsonl:1:") for text in told)
    assert any("half-written" in text for text in told)


def test_an_empty_log_has_no_rates_and_everything_is_missing(tmp_path: Path, data: Path) -> None:
    summary = score(write_run(tmp_path / "run", data, lambda *_: "."))
    assert summary.missing == 10
    assert summary.results[0].overall_item_micro.rate is None
    assert summary.usage.cost_usd is None
    assert summary.usage.latency_s.median is None


def test_other_data_than_was_run_is_refused(tmp_path: Path, data: Path) -> None:
    run = write_run(tmp_path / "run", data)
    items = data / "en" / "items.jsonl"
    items.write_text(items.read_text("utf-8").replace("day 10", "day 99"), encoding="utf-8")
    with pytest.raises(DataError, match="is not the one that run was run on"):
        score(run)
    assert not (run / "summary.json").exists()


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"no run folder.*Give a folder"):
        score(tmp_path)
    (tmp_path / "manifest.json").write_text('{"run": 3}', encoding="utf-8")
    with pytest.raises(LogError, match="not a manifest of this version"):
        score(tmp_path)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"item": "Q-99"}, "stranger: item Q-99 (en) is not in the dataset"),
        ({"kind": "incomplete"}, "stranger: item Q-0 is of kind main, not incomplete"),
        ({"model": "openai:other"}, "stranger: was given by openai:other, not by openai:model-1"),
        ({"arm": "gold"}, "stranger: arm gold, repeat 0 was not asked for"),
        ({"repeat": 7}, "stranger: arm shuffled, repeat 7 was not asked for"),
    ],
)
def test_answers_of_another_run_are_refused_by_name(
    tmp_path: Path, data: Path, change: dict[str, object], fault: str
) -> None:
    run = read_run(write_run(tmp_path / "run", data))
    stranger = run.answers[0].model_copy(update={"key": "stranger", **change})
    with pytest.raises(LogError) as refused:
        rescored(run, answers=[*run.answers, stranger])
    assert fault in str(refused.value)


def test_a_log_with_more_trials_than_planned_is_refused(tmp_path: Path, data: Path) -> None:
    run = read_run(write_run(tmp_path / "run", data))
    manifest = run.manifest.model_copy(update={"trials": 9})
    with pytest.raises(LogError, match="beyond the 9 of the manifest: 1"):
        rescored(run, manifest=manifest)


def test_the_newer_answer_of_a_trial_counts_and_votes_on_the_older_one_do_not(tmp_path: Path, data: Path) -> None:
    run = read_run(write_run(tmp_path / "run", data))
    newer = run.answers[0].model_copy(update={"key": "newer"})
    wrong = runs.vote(newer, JUDGE, "w")
    summary = rescored(run, answers=[*run.answers, newer], votes=[*run.votes, wrong])
    assert summary.results[0].outcomes.wrong == 1
    assert summary.missing == 0
    assert (summary.usage.calls, summary.judge.votes) == (10, 10)


def test_consistency_regrades_do_not_vote(tmp_path: Path, data: Path) -> None:
    run = read_run(write_run(tmp_path / "run", data))
    regrade = runs.vote(run.answers[0], JUDGE, "w", key="again", round=1)
    summary = rescored(run, votes=[*run.votes, regrade])
    assert summary.results[0].outcomes.wrong == 0


def test_several_judges_vote_and_the_majority_counts(tmp_path: Path, data: Path) -> None:
    panel = tuple(JUDGE.model_copy(update={"spec": f"openai:judge-{n}"}) for n in range(3))
    run = read_run(write_run(tmp_path / "run", data, judges=panel))
    flipped = [flip(v) if v.model == "openai:judge-0" else v for v in run.votes]
    summary = rescored(run, votes=flipped)
    assert summary.results[0].overall_item_micro.rate == 1
    assert summary.judge.votes == 30


def flip(vote: Vote) -> Vote:
    return vote.model_copy(update={"verdict": "incorrect", "abstained": False, "conflict_named": False})


def test_usage_and_cost_are_summed_by_role(tmp_path: Path, data: Path) -> None:
    summary = score(write_run(tmp_path / "run", data))
    assert (summary.usage.calls, summary.usage.prompt_tokens, summary.usage.completion_tokens) == (10, 1000, 100)
    assert summary.usage.cost_usd == pytest.approx((1000 * 1 + 100 * 4) / 1e6)
    assert summary.judge_usage.cost_usd == pytest.approx((500 * 2 + 50 * 8) / 1e6)
    assert (summary.usage.latency_s.median, summary.usage.latency_s.p90) == (0.5, 0.5)


def test_a_sum_with_an_unreported_part_is_unknown_not_too_low(tmp_path: Path, data: Path) -> None:
    run = read_run(write_run(tmp_path / "run", data))
    silent = run.answers[0].model_copy(update={"usage": Usage()})
    summary = rescored(run, answers=[silent, *run.answers[1:]])
    assert (summary.usage.prompt_tokens, summary.usage.cost_usd) == (None, None)
    assert summary.judge_usage.prompt_tokens == 500


@pytest.mark.parametrize(
    ("changes", "note"),
    [
        ({"judges": (RULE,)}, "rule results are not for the leaderboard"),
        ({"official": False}, "the dataset is not an official one"),
        ({"limit": 3}, "a sample of the dataset was run"),
        ({"preset": "smoke"}, "a sample of the dataset was run"),
        ({"model": runs.MODEL.model_copy(update={"weights": "none"})}, "built-in baselines are not ranked"),
    ],
)
def test_what_may_not_be_ranked_says_why(tmp_path: Path, data: Path, changes: dict[str, object], note: str) -> None:
    summary = score(write_run(tmp_path / "run", data, **{"official": True, **changes}))  # type: ignore[arg-type]
    assert (summary.judge.leaderboard, summary.judge.note) == (False, note)


def test_a_complete_official_run_with_a_model_as_judge_may_be_ranked(tmp_path: Path, data: Path) -> None:
    summary = score(write_run(tmp_path / "run", data, official=True))
    assert (summary.judge.leaderboard, summary.judge.note) == (True, "")


def test_flags_of_the_audit_go_with_the_items_of_the_run(tmp_path: Path, data: Path) -> None:
    run = read_run(write_run(tmp_path / "run", data))
    items = [i.model_copy(update={"flags": ("noted:x", "waived:y")}) if i.id == "Q-2" else i for i in run.items]
    summary = rescored(run, items=items)
    assert summary.flagged == {"Q-2": ("noted:x", "waived:y")}


def test_every_trial_has_exactly_one_outcome_and_the_counts_add_up(tmp_path: Path, data: Path) -> None:
    def mixed(item: Item, arm: Arm, repeat: int) -> str:
        possible = {"main": "cwaif", "contradictory": "ndwif"}.get(item.kind, "cwif")
        return possible[(len(item.id) + ord(item.id[2]) + repeat + len(arm)) % len(possible)]

    run = read_run(write_run(tmp_path / "run", data, mixed, arms=("gold", "shuffled"), repeats=4))
    summary = score_run(run)
    for result in summary.results:
        counts = result.outcomes
        assert result.trials == counts.correct + counts.wrong + counts.abstained + counts.invalid + counts.failed
        found = [o for o in outcomes_of(run) if o.arm == result.arm]
        assert result.overall_item_micro == lit.overall_item_micro(found)
        assert result.false_answer == rag.false_answer(found)
    assert len(summary.exclusions) == sum(r.outcomes.invalid + r.outcomes.failed for r in summary.results)
