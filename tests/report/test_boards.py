"""Boards: what may stand in one ranking, who is ranked, who is superseded, and who is not ranked and why."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bench.cascade import cascade_ref
from bench.outcomes import Outcome, from_letter
from bench.records import Arm, Aspect, Item
from bench.records.answered_by import AnsweredByReport
from bench.records.leaderboard import Board, PenaltyLine
from bench.records.submission import ItemTags
from bench.report.boards import SubmittedRun, judges_itself, protocol
from bench.report.leaderboard import build, of_submissions
from bench.report.leaderboard_tables import markdown
from bench.report.standings import crossings, difference, dominated, groups, penalty_line, places
from tests.report.desk import NOW, Desk, named, wrong_on
from tests.runs import JUDGE, RULE, Letters, all_right, outcomes, write_dataset


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def boards(desk: Desk) -> tuple[Board, ...]:
    return build(desk.folder, now=NOW).boards


def ranks(board: Board) -> list[tuple[int | None, str]]:
    return [(e.rank, e.title) for e in board.ranked]


def test_results_are_ranked_by_the_macro_overall_and_equal_ones_share_a_rank(desk: Desk) -> None:
    desk.hand_in("weak", wrong_on("Q-0", "Q-1", "Q-2"))
    desk.hand_in("middle-b", wrong_on("Q-0"))
    desk.hand_in("middle-a", wrong_on("Q-4"))
    desk.hand_in("best")
    (board,) = boards(desk)
    assert ranks(board) == [(1, "best"), (2, "middle-a"), (2, "middle-b"), (4, "weak")]
    assert (board.lang, board.arm, board.headline) == ("en", "shuffled", True)
    assert (board.pairs, board.level) == (6, 0.05 / 6)


def test_so_few_questions_cannot_tell_anyone_apart_and_all_show_the_same_place(desk: Desk) -> None:
    desk.hand_in("best")
    desk.hand_in("weak", wrong_on("Q-0", "Q-1", "Q-2"))
    (board,) = boards(desk)
    assert [(e.group, e.place) for e in board.ranked] == [(1, "1–2"), (1, "1–2")]


def test_enough_questions_do(tmp_path: Path) -> None:
    desk = Desk(tmp_path, mains=40)
    desk.hand_in("best")
    desk.hand_in("as good", wrong_on("Q-1"))
    desk.hand_in("bad", wrong_on(*(f"Q-{n}" for n in range(0, 40, 1))))
    (board,) = boards(desk)
    assert [(e.title, e.group, e.place) for e in board.ranked] == [
        ("best", 1, "1–2"),
        ("as good", 1, "1–2"),
        ("bad", 2, "3"),
    ]


def test_a_figure_does_not_change_when_the_field_does(desk: Desk) -> None:
    desk.hand_in("one", wrong_on("Q-0"))
    desk.hand_in("two", wrong_on("Q-0", "Q-1"))
    (before,) = boards(desk)
    desk.hand_in("worst", lambda *_: "w")
    (after,) = boards(desk)
    own = {"group", "place"}
    assert [e.model_dump(exclude=own) for e in after.ranked[:2]] == [e.model_dump(exclude=own) for e in before.ranked]
    assert after.ranked[2].overall_macro == 0


def test_other_data_other_selections_languages_and_arms_are_other_boards(desk: Desk, tmp_path: Path) -> None:
    desk.hand_in("a", langs=("en", "ja"), arms=("gold", "shuffled"))
    desk.hand_in("b", langs=("en",), preset="lit", data=write_dataset(tmp_path / "other", ("en",), mains=12))
    found = boards(desk)
    assert len(found) == 5
    assert [(b.lang, b.arm) for b in found if b.preset == "full"] == [
        ("en", "shuffled"),
        ("en", "gold"),
        ("ja", "shuffled"),
        ("ja", "gold"),
    ]
    assert len({b.dataset.sha256 for b in found}) == 2
    assert len({b.id for b in found}) == 5


@pytest.mark.parametrize(
    "config",
    [
        {"judges": (JUDGE.model_copy(update={"spec": "openai:judge-2"}),)},
        {"judges": (JUDGE.model_copy(update={"params": {"temperature": 1}}),)},
        {"judges": (cascade_ref(JUDGE, "rule/4"),), "left": True},
        {"prompts": {"answer.en": "f" * 64}},
        {"seed": 7},
    ],
    ids=str,
)
def test_another_protocol_is_another_board(desk: Desk, config: dict[str, Any]) -> None:
    desk.hand_in("a")
    desk.hand_in("b", **config)
    found = boards(desk)
    assert sorted(ranks(board) for board in found) == [[(1, "a")], [(1, "b")]]
    assert found[0].id != found[1].id


def test_cascades_are_named_with_the_version_of_their_rules_and_held_apart_by_it(desk: Desk) -> None:
    for title, version in (("a", "rule/4"), ("b", "rule/5")):
        desk.hand_in(title, judges=(cascade_ref(JUDGE, version),), left=True)
    found = build(desk.folder, now=NOW)
    assert sorted(ranks(board) for board in found.boards) == [[(1, "a")], [(1, "b")]]
    shown = markdown(found)
    assert f"Judged by rule+{JUDGE.spec} (rule/4)" in shown
    assert f"Judged by rule+{JUDGE.spec} (rule/5)" in shown


def test_a_cascade_whose_model_decided_nothing_is_ranked_as_the_rule_judge_is(desk: Desk) -> None:
    """The verdicts are the same, so the model that was asked for the audit alone buys no place."""
    desk.hand_in("rules alone", judges=(RULE,))
    desk.hand_in("nothing left", judges=(cascade_ref(JUDGE, "rule/5"),))
    desk.hand_in("some left", judges=(cascade_ref(JUDGE, "rule/5"),), left=True)
    found = boards(desk)
    assert [title for board in found for _, title in ranks(board)] == ["some left"]
    assert {entry.title: entry.note for board in found for entry in board.not_ranked} == {
        "rules alone": "rule results are not for the leaderboard",
        "nothing left": "the rules settled every answer, and rule results are ranked on drawn items alone",
    }


def test_a_protocol_holds_only_what_bears_on_the_arm(desk: Desk) -> None:
    prompts = {"answer.en": "a", "answer.ja": "b", "closed-book.en": "c", "judge.en": "d"}
    config = desk.hand_in("a", prompts=prompts, k=7, seed=3).config
    shuffled, retrieved, none = (protocol(config, "en", arm) for arm in ("shuffled", "retrieved", "none"))
    assert (shuffled.k, shuffled.retriever) == (None, None)
    assert (retrieved.k, retrieved.retriever) == (7, "bm25")
    assert set(shuffled.prompts) == {"answer.en", "judge.en"}
    assert set(none.prompts) == {"closed-book.en", "judge.en"}
    laid_out = config.model_copy(update={"gold_position": 0.5, "chunk_tokens": 100, "judging": "two-stage"})
    assert protocol(laid_out, "en", "shuffled").gold_position == 0.5
    assert protocol(laid_out, "en", "gold").gold_position is None
    assert protocol(laid_out, "en", "gold").chunk_tokens == 100
    assert protocol(laid_out, "en", "none").chunk_tokens is None
    assert protocol(laid_out, "en", "gold").judging == "two-stage"


def test_k_matters_to_the_retrieved_arm_alone(desk: Desk) -> None:
    desk.hand_in("a", arms=("shuffled", "retrieved"), k=5)
    desk.hand_in("b", arms=("shuffled", "retrieved"), k=10)
    assert [(b.arm, len(b.ranked)) for b in boards(desk)] == [("shuffled", 2), ("retrieved", 1), ("retrieved", 1)]


def test_rule_results_samples_and_baselines_are_listed_but_not_ranked(desk: Desk) -> None:
    desk.hand_in("ranked")
    desk.hand_in("baseline", model=named("baseline", weights="none"))
    desk.hand_in("ruled", judges=(RULE,))
    told = {e.title: e.note for board in boards(desk) for e in board.not_ranked}
    assert told == {
        "ruled": "rule results are not for the leaderboard",
        "baseline": "built-in baselines are not ranked",
    }
    unranked = [e for board in boards(desk) for e in board.not_ranked]
    assert all((e.rank, e.group, e.place) == (None, None, None) for e in unranked)


def test_a_result_without_an_overall_is_not_ranked_over_fewer_categories(desk: Desk) -> None:
    desk.hand_in("closed-book", arms=("shuffled", "none"))
    closed_book = boards(desk)[1]
    assert closed_book.arm == "none"
    assert closed_book.ranked == ()
    assert closed_book.not_ranked[0].overall_macro is None
    assert closed_book.not_ranked[0].note == "no overall: Abstention has no scored trial in this arm"


def failing(count: int) -> Letters:
    def letters(item: Item, arm: Arm, repeat: int) -> str:
        number = int(item.id.split("-")[1])
        return "f" if item.kind == "main" and number < count else all_right(item, arm, repeat)

    return letters


def test_more_than_a_twentieth_of_the_trials_excluded_is_not_ranked(tmp_path: Path) -> None:
    desk = Desk(tmp_path, mains=19)  # 40 trials: 2 are exactly a twentieth
    desk.hand_in("two", failing(2))
    desk.hand_in("three", failing(3))
    (board,) = boards(desk)
    assert ranks(board) == [(1, "two")]
    (out,) = board.not_ranked
    assert (out.title, out.excluded, out.trials) == ("three", 3, 40)
    assert out.note == "3 of 40 trials are invalid or failed, more than 5 %"


def test_of_several_results_of_one_model_the_newest_is_ranked(desk: Desk) -> None:
    model = named("same")
    desk.hand_in("old", date="2026-01-01T00:00:00Z", model=model)
    desk.hand_in("new", wrong_on("Q-0"), date="2026-01-02T00:00:00Z", model=model, repeats=2)
    desk.hand_in("warm", model=named("same", params={"temperature": 1}))
    (board,) = boards(desk)
    assert [e.file for e in board.ranked] == ["2-warm.json", "1-new.json"]
    (older,) = board.superseded
    assert (older.file, older.rank) == ("0-old.json", None)
    assert older.note == "superseded by 1-new.json of 2026-01-02"
    assert board.pairs == 1


def test_a_newer_file_of_another_submitter_takes_nobodys_place(desk: Desk) -> None:
    model = named("same")
    desk.hand_in("honest", date="2026-01-01T00:00:00Z", model=model)
    desk.hand_in("rival", lambda *_: "w", date="2026-01-02T00:00:00Z", model=model, repeats=2, submitter="Another Lab")
    (board,) = boards(desk)
    assert [e.submitter for e in board.ranked] == ["Lab", "Another Lab"]
    assert board.superseded == ()


def test_names_that_look_alike_and_parameters_that_are_one_supersede_each_other(desk: Desk) -> None:
    desk.hand_in("old", date="2026-01-01T00:00:00Z", model=named("same", params={"temperature": 0}))
    again = named("SAME", params={"temperature": 0.0, "top_p": None})
    desk.hand_in("new", wrong_on("Q-0"), date="2026-01-02T00:00:00Z", model=again, submitter="LAB")
    (board,) = boards(desk)
    assert [e.file for e in board.ranked] == ["1-new.json"]


def test_a_result_that_nobody_has_signed_takes_nobodys_place(desk: Desk) -> None:
    for number in (1, 2):
        date = f"2026-01-0{number}T00:00:00Z"
        desk.hand_in(f"m{number}", date=date, model=named("same"), repeats=number, submitter="")
    (board,) = boards(desk)
    assert len(board.ranked) == 2


@pytest.mark.parametrize("spec", ["openai:judge-1", "openrouter:somebody/judge-1", "openai:judge-1-2026-01-01"])
def test_a_model_that_is_its_own_judge_is_ranked_apart(desk: Desk, spec: str) -> None:
    desk.hand_in("other")
    desk.hand_in("itself", model=named("itself").model_copy(update={"spec": spec}))
    found = boards(desk)
    assert sorted((board.protocol.self_judged, ranks(board)) for board in found) == [
        (False, [(1, "other")]),
        (True, [(1, "itself")]),
    ]


def test_a_judge_that_calls_itself_by_the_models_name_is_the_model(desk: Desk) -> None:
    submission = desk.hand_in("same")
    said = AnsweredByReport(
        spec=JUDGE.spec, role="judge", calls=1, models={"same": 1}, fingerprints={}, providers={}, others=("same",)
    )
    assert not judges_itself(submission)
    assert judges_itself(submission.model_copy(update={"answered_by": (said,)}))


def test_a_board_is_of_the_data_by_their_digest_and_of_a_run_file_by_its_content(desk: Desk) -> None:
    arms = ("retrieved",)
    one = desk.hand_in("a", arms=arms, retriever="trec:a.run@0123456789ab")
    two = desk.hand_in("b", arms=arms, retriever="trec:b.run@0123456789ab")
    other = two.config.dataset.model_copy(update={"licence": "another word"})
    two = two.model_copy(update={"config": two.config.model_copy(update={"dataset": other})})
    found = of_submissions([("a.json", one), ("b.json", two)]).boards
    assert [len(board.ranked) for board in found] == [2]


def test_a_result_that_is_not_ranked_supersedes_nothing(tmp_path: Path) -> None:
    desk = Desk(tmp_path, mains=19)
    desk.hand_in("old", date="2026-01-01T00:00:00Z", model=named("same"))
    desk.hand_in("new", failing(5), model=named("same"), repeats=2)
    (board,) = boards(desk)
    assert [e.file for e in board.ranked] == ["0-old.json"]
    assert [e.file for e in board.not_ranked] == ["1-new.json"]


def test_an_entry_holds_what_a_page_shows(desk: Desk) -> None:
    submission = desk.hand_in("partly", wrong_on("Q-0", "Q-0-INS"), repeats=2)
    (board,) = boards(desk)
    (entry,) = board.ranked
    result, usage = SubmittedRun.of("", submission).results[0], submission.arm_usage[0].usage
    assert entry.overall_tag_micro == result.overall_tag_micro
    assert entry.categories["Abstention"] == result.categories["Abstention"]
    assert entry.quality == result.quality
    assert [q.k for q in entry.quality] == [1, 2, 4, 9]
    line = entry.penalty
    assert line.n == result.trials
    for quality in entry.quality:
        assert quality.value == pytest.approx((line.correct - quality.k * line.wrong) / line.n)
    assert entry.usd_per_1000 == pytest.approx(0.14)
    assert usage.cost_usd is not None
    assert entry.usd_per_correct == pytest.approx(usage.cost_usd / result.outcomes.correct)
    assert (entry.latency_median_s, entry.latency_p90_s) == (0.5, 0.5)
    assert (entry.trials, entry.excluded, entry.repeats, entry.judges) == (36, 0, 2, (JUDGE.spec,))
    assert (entry.submitter, entry.date[:10], entry.served) == ("Lab", "2026-01-02", "provider")


def test_the_interval_of_the_overall_holds_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path, mains=40)
    desk.hand_in("middling", wrong_on(*(f"Q-{n}" for n in range(0, 40, 3))))
    (board,) = boards(desk)
    (entry,) = board.ranked
    assert entry.overall_ci95 is not None
    assert entry.overall_macro is not None
    low, high = entry.overall_ci95
    assert 0.5 < low < entry.overall_macro < high < 1


def test_a_model_at_an_own_server_has_no_cost_and_another_place_than_the_providers(desk: Desk) -> None:
    desk.hand_in("provider", model=named("same"))
    desk.hand_in("own", model=named("same").model_copy(update={"spec": "vllm:same"}), date="2026-01-02T00:00:00Z")
    (board,) = boards(desk)
    at = {e.served: e for e in board.ranked}
    assert set(at) == {"provider", "started"}  # tests/runs.py logs no address: an engine in the suite's own process
    assert (at["started"].usd_per_1000, at["started"].usd_per_correct) == (None, None)
    assert at["provider"].usd_per_1000 is not None


def test_crossings_and_dominated_name_the_files(tmp_path: Path) -> None:
    desk = Desk(tmp_path, mains=20)

    def careful(item: Item, arm: Arm, repeat: int) -> str:
        number = int(item.id.split("-")[1])
        return "a" if item.kind == "main" and number < 8 else all_right(item, arm, repeat)

    desk.hand_in("careful", careful)
    desk.hand_in("bold", wrong_on("Q-0", "Q-1", "Q-2", "Q-3"))
    desk.hand_in("worse", wrong_on(*(f"Q-{n}" for n in range(10))))
    (board,) = boards(desk)
    (crossing,) = [c for c in board.crossings if {c.below, c.above} == {"1-bold.json", "0-careful.json"}]
    assert (crossing.below, crossing.above) == ("1-bold.json", "0-careful.json")
    lines = {e.file: e.penalty for e in board.ranked}
    q = [(lines[f].correct - crossing.k * lines[f].wrong) / lines[f].n for f in (crossing.below, crossing.above)]
    assert q[0] == pytest.approx(q[1])
    assert ("1-bold.json", "2-worse.json") in [(d.better, d.worse) for d in board.dominated]


MAIN = (Aspect.MULTI_SOURCE, Aspect.MULTI_HOP, Aspect.SYNONYM, Aspect.HTML)
PER_CATEGORY = 30


def system(right: int) -> list[Outcome]:
    """A system with `right` of 30 questions right in each category."""
    letters = "c" * right + "w" * (PER_CATEGORY - right)
    main = [o for a in MAIN for o in outcomes(letters, "main", a, prefix=f"{a.value}-")]
    return main + outcomes(letters, "insufficient", Aspect.INSUFFICIENT, prefix="x-")


def line(correct: int, wrong: int, abstained: int) -> PenaltyLine:
    return PenaltyLine(correct=correct, wrong=wrong, abstained=abstained, n=correct + wrong + abstained)


def test_equal_systems_share_a_group_and_a_far_worse_one_opens_the_next() -> None:
    assert groups([system(29), system(29), system(10)], 0.05 / 3) == [1, 1, 2]


def test_members_are_compared_with_the_first_of_their_group_and_not_with_their_neighbour() -> None:
    chain = [system(right) for right in (29, 28, 27, 26, 25)]
    level = 0.05 / 10
    neighbours = [difference(one, next_one, level).finding for one, next_one in pairwise(chain)]
    assert set(neighbours) == {"not_distinguishable"}
    assert difference(chain[0], chain[2], level).finding == "first"
    assert groups(chain, level) == [1, 1, 2, 2, 3]


def test_a_stricter_level_separates_fewer() -> None:
    pair = [system(29), system(27)]
    p = difference(pair[0], pair[1], 0.05).p
    assert p is not None
    assert groups(pair, p * 1.01) == [1, 2]
    assert groups(pair, p) == [1, 1]


def test_a_board_of_sixty_still_separates_what_is_far_apart() -> None:
    level = 0.05 / (60 * 59 // 2)
    assert level < 1e-4, "below the floor of p with the usual number of resamples"
    assert groups([system(29), system(28), system(5)], level) == [1, 1, 2]


def test_too_few_questions_separate_nobody() -> None:
    few = [outcomes("cc", "main", Aspect.HTML), outcomes("ww", "main", Aspect.HTML)]
    assert groups(few, 0.05) == [1, 1]
    assert groups([], 0.05) == []


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([], []),
        ([1], ["1"]),
        ([1, 1, 1], ["1–3", "1–3", "1–3"]),
        ([1, 2, 2, 3], ["1", "2–3", "2–3", "4"]),
    ],
)
def test_a_group_shows_the_places_that_it_covers(numbers: list[int], expected: list[str]) -> None:
    assert places(numbers) == expected


def test_q_follows_from_the_line_for_every_k() -> None:
    found = penalty_line([*outcomes("ccwa"), *outcomes("cw", "insufficient")])
    assert found == line(2, 2, 2)
    assert (found.correct - 4 * found.wrong) / found.n == pytest.approx(-1.0)


def test_a_right_attempt_at_a_canary_is_wrong_on_the_line() -> None:
    tags = ItemTags(id="a", lang="en", kind="main", cluster="a")
    canary = from_letter(tags, "shuffled", 0, "c", canary=True)
    assert penalty_line([canary, *outcomes("c")]) == line(1, 1, 0)


def test_lines_cross_where_both_have_the_same_q_and_the_careful_one_is_better_above() -> None:
    (found,) = crossings({"bold": line(80, 20, 0), "careful": line(70, 5, 25)})
    assert found.k == pytest.approx(10 / 15)
    assert (found.below, found.above) == ("bold", "careful")
    assert dominated({"bold": line(80, 20, 0), "careful": line(70, 5, 25)}) == ()


def test_a_system_below_another_for_every_k_is_dominated_and_crosses_nowhere() -> None:
    systems = {"better": line(90, 5, 5), "worse": line(80, 15, 5)}
    assert crossings(systems) == ()
    (found,) = dominated(systems)
    assert (found.better, found.worse) == ("better", "worse")


def test_nothing_scored_crosses_nothing() -> None:
    systems = {"none": line(0, 0, 0), "some": line(1, 0, 0)}
    assert (crossings(systems), dominated(systems)) == ((), ())
