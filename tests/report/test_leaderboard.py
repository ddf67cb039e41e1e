"""The leaderboard: who is ranked where, who is not and why, and hostile names."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bench.errors import UsageError
from bench.log import write_whole
from bench.records import Arm, Item, ModelRef
from bench.records.submission import Board, Leaderboard, Submission
from bench.report.leaderboard import boards, build, markdown
from bench.report.submission import make_submission
from tests.runs import JUDGE, MODEL, RULE, Letters, all_right, write_dataset, write_run


def named(name: str, **changes: Any) -> ModelRef:
    return MODEL.model_copy(update={"spec": f"openai:{name}", "title": name, **changes})


def wrong_on(*ids: str) -> Letters:
    def letters(item: Item, arm: Arm, repeat: int) -> str:
        return "w" if item.id in ids else all_right(item, arm, repeat)

    return letters


class Desk:
    """A folder of submissions that grows."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "submissions"
        self.folder.mkdir()
        self._scratch = folder
        self.data = write_dataset(folder / "set", ("en", "ja"), mains=8)

    def hand_in(self, name: str, letters: Letters = all_right, **config: Any) -> Submission:
        number = len(list(self.folder.iterdir()))
        run = write_run(
            self._scratch / f"run{number}",
            config.pop("data", self.data),
            letters,
            model=config.pop("model", named(name)),
            official=config.pop("official", True),
            **config,
        )
        submission = make_submission(run, "Lab")
        write_whole(self.folder / f"{number}-{name.replace('/', '_')[:20]}.json", submission)
        return submission


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def ranks(board: Board) -> list[tuple[int | None, str]]:
    return [(e.rank, e.title) for e in board.ranked]


def test_results_are_ranked_by_the_macro_overall_and_equal_ones_share_a_rank(desk: Desk) -> None:
    desk.hand_in("weak", wrong_on("Q-0", "Q-1", "Q-2"))
    desk.hand_in("middle-b", wrong_on("Q-0"))
    desk.hand_in("middle-a", wrong_on("Q-4"))
    desk.hand_in("best")
    (board,) = build(desk.folder).boards
    assert ranks(board) == [(1, "best"), (2, "middle-a"), (2, "middle-b"), (4, "weak")]
    assert (board.lang, board.arm, board.headline) == ("en", "shuffled", True)


def test_a_figure_does_not_change_when_the_field_does(desk: Desk) -> None:
    desk.hand_in("one", wrong_on("Q-0"))
    desk.hand_in("two", wrong_on("Q-0", "Q-1"))
    (before,) = build(desk.folder).boards
    desk.hand_in("worst", lambda *_: "w")
    (after,) = build(desk.folder).boards
    assert after.ranked[:2] == before.ranked
    assert after.ranked[2].overall_macro == 0


def test_other_data_other_selections_languages_and_arms_are_other_boards(desk: Desk, tmp_path: Path) -> None:
    desk.hand_in("a", langs=("en", "ja"), arms=("gold", "shuffled"))
    desk.hand_in("b", langs=("en",), preset="lit", data=write_dataset(tmp_path / "other", ("en",), mains=12))
    found = build(desk.folder).boards
    assert len(found) == 5
    assert [(b.lang, b.arm) for b in found if b.preset == "full"] == [
        ("en", "shuffled"),
        ("en", "gold"),
        ("ja", "shuffled"),
        ("ja", "gold"),
    ]
    assert len({b.dataset.sha256 for b in found}) == 2


def test_rule_results_samples_and_baselines_are_listed_but_not_ranked(desk: Desk) -> None:
    desk.hand_in("ranked")
    desk.hand_in("ruled", judges=(RULE,))
    desk.hand_in("baseline", model=named("baseline", weights="none"))
    (board,) = build(desk.folder).boards
    assert ranks(board) == [(1, "ranked")]
    assert {e.title: e.note for e in board.not_ranked} == {
        "ruled": "rule results are not for the leaderboard",
        "baseline": "built-in baselines are not ranked",
    }
    assert all(e.rank is None for e in board.not_ranked)


def test_a_result_without_an_overall_is_not_ranked_over_fewer_categories(desk: Desk) -> None:
    desk.hand_in("closed-book", arms=("shuffled", "none"))
    closed_book = build(desk.folder).boards[1]
    assert closed_book.arm == "none"
    assert closed_book.ranked == ()
    assert closed_book.not_ranked[0].overall_macro is None
    assert closed_book.not_ranked[0].note == "no overall: Abstention has no scored trial in this arm"


def test_a_bad_file_is_refused_by_name_and_the_others_are_ranked(desk: Desk) -> None:
    desk.hand_in("good")
    document = json.loads(next(desk.folder.iterdir()).read_text("utf-8"))
    document["results"][0]["main_avg"] = 62.0
    (desk.folder / "percent.json").write_text(json.dumps(document), encoding="utf-8")
    (desk.folder / "broken.json").write_text("{", encoding="utf-8")
    found = build(desk.folder)
    assert [e.title for e in found.boards[0].ranked] == ["good"]
    assert {r.file: r.faults[0].split(":")[0] for r in found.refused} == {
        "broken.json": "document",
        "percent.json": "results[0].main_avg",
    }
    assert "percent.json" in markdown(found)


def test_hostile_names_stay_in_their_cells(desk: Desk) -> None:
    hostile = "x|y</td><script>alert(1)</script>\r\n# [link](javascript:1) `code`\n| z |"
    desk.hand_in("hostile", model=named("h", title=hostile))
    page = markdown(build(desk.folder))
    (row,) = [line for line in page.split("\n") if line.startswith("| 1 |")]
    header = next(line for line in page.split("\n") if line.startswith("| Rank"))
    assert len(re.findall(r"(?<!\\)\|", row)) == len(re.findall(r"\|", header))
    assert "<script>" not in page
    assert "\n# [link]" not in page


def test_the_names_of_similar_models_can_be_read_back_in_full(desk: Desk) -> None:
    names = ["qwen2.5", "qwen2.7", "gpt-4.1", "gpt-4.1-mini"]
    for name in names:
        desk.hand_in(name)
    (board,) = build(desk.folder).boards
    assert {e.spec for e in board.ranked} == {f"openai:{name}" for name in names}


def test_the_same_files_give_the_same_leaderboard_in_any_order(desk: Desk) -> None:
    handed_in = [("b.json", desk.hand_in("b", wrong_on("Q-0"))), ("a.json", desk.hand_in("a"))]
    assert [b.ranked for b in boards(handed_in)] == [b.ranked for b in boards(handed_in[::-1])]
    first = build(desk.folder)
    assert build(desk.folder) == first
    assert Leaderboard.model_validate_json(first.model_dump_json()) == first


def test_no_submissions_give_no_boards_and_no_folder_is_an_error(desk: Desk, tmp_path: Path) -> None:
    empty = build(desk.folder)
    assert empty.boards == ()
    assert "No submissions yet." in markdown(empty)
    with pytest.raises(UsageError, match="is no folder"):
        build(tmp_path / "nowhere")


def test_the_board_shows_who_judged_and_what_was_left_out(desk: Desk) -> None:
    desk.hand_in("partly", lambda item, *rest: "f" if item.id == "Q-0" else all_right(item, *rest))
    page = markdown(build(desk.folder))
    (row,) = [line for line in page.split("\n") if line.startswith("| 1 |")]
    assert "1 of 18" in row
    assert JUDGE.spec in row
    assert "Lab" in row
    assert "2026-01-02" in row
