"""The leaderboard as a whole: a folder to rankings, one row for each run, gaps between languages, and `add`."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path

import pytest

from bench.errors import DataError, UsageError
from bench.records import Arm, Category, Item
from bench.records.leaderboard import Leaderboard, PublishedRow
from bench.report.leaderboard import add, build, of_submissions, published
from bench.report.leaderboard_tables import markdown
from bench.report.submission import file_name
from tests.report.desk import NOW, Desk, named, wrong_on
from tests.runs import all_right


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_bad_file_is_refused_by_name_and_the_others_are_ranked(desk: Desk) -> None:
    desk.hand_in("good")
    document = json.loads(next(desk.folder.iterdir()).read_text("utf-8"))
    document["config"]["canaries"] = 62.0
    (desk.folder / "percent.json").write_text(json.dumps(document), encoding="utf-8")
    (desk.folder / "broken.json").write_text("{", encoding="utf-8")
    found = build(desk.folder, now=NOW)
    assert [e.title for e in found.boards[0].ranked] == ["good"]
    assert {r.file: r.faults[0].split(":")[0] for r in found.refused} == {
        "broken.json": "document",
        "percent.json": "config.canaries",
    }
    assert "percent.json" in markdown(found)


def test_the_same_run_twice_gives_one_row_and_is_named(desk: Desk) -> None:
    desk.hand_in("once")
    shutil.copy(desk.folder / "0-once.json", desk.folder / "1-again.json")
    found = build(desk.folder, now=NOW)
    (board,) = found.boards
    assert [e.file for e in board.ranked] == ["0-once.json"]
    assert board.superseded == ()
    assert [(d.file, d.same_as) for d in found.duplicates] == [("1-again.json", "0-once.json")]


def test_a_copy_under_another_name_displaces_nobody(desk: Desk) -> None:
    honest = desk.hand_in("honest")
    better = honest.model_copy(update={"submitter": "Another Lab"})
    worse = better.model_copy(update={"rows": honest.rows[::-1]})
    found = of_submissions([("000.json", better), (file_name(honest), honest), ("001.json", worse)])
    assert [(e.file, e.submitter) for e in found.boards[0].ranked] == [(file_name(honest), "Lab")]
    assert [duplicate.file for duplicate in found.duplicates] == ["000.json"]
    (refused,) = found.refused
    assert refused.file == "001.json"
    assert refused.faults[0].startswith(f"log: is that of {file_name(honest)}, of another submitter and with other")


def test_the_same_files_give_the_same_leaderboard_in_any_order(desk: Desk) -> None:
    handed_in = [("b.json", desk.hand_in("b", wrong_on("Q-0"))), ("a.json", desk.hand_in("a"))]
    assert of_submissions(handed_in) == of_submissions(handed_in[::-1])
    first = build(desk.folder, now=NOW)
    assert build(desk.folder, now=NOW) == first
    assert Leaderboard.model_validate_json(first.model_dump_json()) == first


def test_no_submissions_give_no_boards_and_no_folder_is_an_error(desk: Desk, tmp_path: Path) -> None:
    empty = build(desk.folder, now=NOW)
    assert (empty.boards, empty.gaps) == ((), ())
    assert "No submissions yet." in markdown(empty)
    with pytest.raises(UsageError, match="is no folder"):
        build(tmp_path / "nowhere")


def test_published_rows_stand_apart_from_every_board(desk: Desk) -> None:
    desk.hand_in("a")
    found = build(desk.folder, now=NOW)
    assert "GPT-5" in [row.title for table in found.published for row in table.rows]
    assert [e.title for board in found.boards for e in board.ranked] == ["a"]


def better_in_japanese(item: Item, arm: Arm, repeat: int) -> str:
    return "w" if item.lang == "en" and item.id in ("Q-0", "Q-4") else all_right(item, arm, repeat)


def test_the_gap_between_languages_is_paired_and_in_points(desk: Desk) -> None:
    desk.hand_in("both", better_in_japanese, langs=("en", "ja"), arms=("gold", "shuffled", "none"))
    desk.hand_in("english", langs=("en",))
    gaps = build(desk.folder, now=NOW).gaps
    assert [(g.file, g.arm) for g in gaps] == [("0-both.json", arm) for arm in ("gold", "shuffled", "none")]
    # Both Integration questions are wrong in English: one of five categories is 0 there and 1 in Japanese.
    assert [g.value for g in gaps[:2]] == [pytest.approx(20.0), pytest.approx(20.0)]
    assert (gaps[1].n, gaps[0].n) == (18, 10)
    assert (gaps[2].value, gaps[2].ci95, gaps[2].n) == (None, None, 8)


def test_the_interval_of_a_gap_is_in_points_too(tmp_path: Path) -> None:
    desk = Desk(tmp_path, mains=40)

    def often_wrong(item: Item, arm: Arm, repeat: int) -> str:
        wrong = item.lang == "en" and item.kind == "main" and int(item.id.split("-")[1]) % 8 < 4
        return "w" if wrong else all_right(item, arm, repeat)

    desk.hand_in("both", often_wrong, langs=("en", "ja"))
    (gap,) = build(desk.folder, now=NOW).gaps
    assert gap.value == pytest.approx(40.0)  # half of each Main category: 4/5 of 50 points
    assert gap.ci95 is not None
    assert 20 < gap.ci95[0] < 40 < gap.ci95[1] < 60


def test_add_checks_and_copies_under_the_canonical_name(desk: Desk, tmp_path: Path) -> None:
    submission = desk.hand_in("Org/Model.1")
    given = next(desk.folder.iterdir())
    to = add(given, tmp_path / "board", now=NOW)
    assert to == tmp_path / "board" / file_name(submission)
    assert to.read_bytes() == given.read_bytes()
    assert [e.spec for e in build(tmp_path / "board", now=NOW).boards[0].ranked] == ["openai:Org/Model.1"]


def test_add_takes_no_run_twice_and_overwrites_nothing(desk: Desk, tmp_path: Path) -> None:
    desk.hand_in("a", model=named("m"))
    desk.hand_in("b", wrong_on("Q-1"), model=named("m"))  # the same configuration, run again
    first, second = sorted(desk.folder.iterdir())
    to = add(first, tmp_path / "board", now=NOW)
    with pytest.raises(UsageError, match="is the same run already"):
        add(first, tmp_path / "board", now=NOW)
    with pytest.raises(UsageError, match="holds another run of the same configuration"):
        add(second, tmp_path / "board", now=NOW)
    assert to.read_bytes() == first.read_bytes()
    assert list((tmp_path / "board").iterdir()) == [to]


def test_one_configuration_run_by_two_submitters_is_added_twice(desk: Desk, tmp_path: Path) -> None:
    first = desk.hand_in("a", model=named("m"))
    desk.hand_in("b", wrong_on("Q-1"), model=named("m"), submitter="Another Lab")
    added = [add(file, tmp_path / "board", now=NOW) for file in sorted(desk.folder.iterdir())]
    assert added[0].name == file_name(first)
    assert added[1].name.startswith(f"{added[0].stem}-Another-Lab-")
    (board,) = build(tmp_path / "board", now=NOW).boards
    assert [entry.submitter for entry in board.ranked] == ["Lab", "Another Lab"]


def test_add_refuses_with_every_fault_and_writes_nothing(desk: Desk, tmp_path: Path) -> None:
    desk.hand_in("a")
    (file,) = desk.folder.iterdir()
    document = json.loads(file.read_text("utf-8"))
    document["config"]["canaries"] = 62.0
    document["endorsed"] = True
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        add(file, tmp_path / "board", now=NOW)
    assert [fault.split(":")[0] for fault in refused.value.faults] == ["document", "config.canaries"]
    assert not (tmp_path / "board").exists()


VECTORS = tomllib.loads((Path(__file__).parent.parent / "vectors.toml").read_text("utf-8"))["lit"]
TAGGED: dict[str, int] = VECTORS["gpt5_ja"]["tagged"]
(LIT,) = [table for table in published() if table.dataset == "lit"]


def whole(share: float, of: int) -> bool:
    """Whether some count of `of` prints as this share with three digits."""
    return any(f"{k / of:.3f}" == f"{share:.3f}" for k in range(of + 1))


@pytest.mark.parametrize("row", LIT.rows, ids=lambda row: f"{row.title} {row.lang}")
def test_every_figure_is_a_whole_number_of_the_published_items(row: PublishedRow) -> None:
    assert all(whole(share, TAGGED[category.value]) for category, share in row.categories.items())
    assert row.overall is None or whole(row.overall, VECTORS["gpt5_ja"]["tags"])
    assert row.over_abstention is None or whole(row.over_abstention, 54)
    assert row.categories or row.main_avg is not None or row.overall is not None


def test_a_mean_fits_the_cells_that_it_is_the_mean_of() -> None:
    main = [c for c in Category if c is not Category.ABSTENTION]
    complete = [row for row in LIT.rows if row.main_avg is not None and set(main) <= row.categories.keys()]
    assert complete
    for row in complete:
        assert row.main_avg == pytest.approx(sum(row.categories[c] for c in main) / 4, abs=0.001)


def test_the_row_that_the_metrics_are_tested_with_is_the_same() -> None:
    (row,) = [row for row in LIT.rows if (row.title, row.lang) == ("GPT-5", "ja")]
    assert {c.value: share for c, share in row.categories.items()} == VECTORS["gpt5_ja"]["rates"]
    assert (row.main_avg, row.overall) == (0.852, VECTORS["gpt5_ja"]["overall_tag_micro"])


def test_no_row_stands_twice_and_the_source_is_named() -> None:
    names = [(row.title, row.lang) for row in LIT.rows]
    assert len(set(names)) == len(names)
    assert "2603.06198" in LIT.source
    assert LIT.url.startswith("https://arxiv.org/")
