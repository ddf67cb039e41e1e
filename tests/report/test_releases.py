"""Releases: what was asked of one release of the data is never ranked with another, and which one is the newest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.errors import UsageError
from bench.records.leaderboard import Board, Leaderboard
from bench.report.leaderboard import build, read
from bench.report.leaderboard_tables import comma_separated, markdown
from bench.report.releases import releases
from tests.report.desk import NOW, Desk
from tests.runs import write_dataset


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Board:
    """A board with one ranked entry, to be put on other data."""
    desk = Desk(tmp_path_factory.mktemp("desk"))
    desk.hand_in("one")
    return build(desk.folder, now=NOW).boards[0]


def on(board: Board, name: str, version: str, digit: str, *, date: str = "", ranked: bool = True) -> Board:
    dataset = board.dataset.model_copy(update={"name": name, "version": version, "sha256": digit * 64})
    (entry,) = board.ranked
    entry = entry.model_copy(update={"date": date or entry.date})
    kept = {"ranked": (entry,), "not_ranked": ()} if ranked else {"ranked": (), "not_ranked": (entry,)}
    return board.model_copy(update={"id": f"{name}-{version}-{digit}", "dataset": dataset, **kept})


def order(*boards: Board) -> list[tuple[str, str, bool]]:
    return [(each.dataset.name, each.dataset.version, each.newest) for each in releases(boards)]


def test_versions_are_ordered_as_numbers_and_the_greatest_is_the_newest(board: Board) -> None:
    found = order(on(board, "gib", "9.0.0", "a", date="2026-09-01T00:00:00Z"), on(board, "gib", "10.0.0", "b"))
    assert found == [("gib", "10.0.0", True), ("gib", "9.0.0", False)]


def test_other_versions_are_ordered_by_their_first_ranked_entry(board: Board) -> None:
    old, new = "2026-01-05T00:00:00Z", "2026-03-01T00:00:00Z"
    found = order(on(board, "lit", "f00d", "a", date=old), on(board, "lit", "beef", "b", date=new))
    assert found == [("lit", "beef", True), ("lit", "f00d", False)]


def test_sets_drawn_with_a_seed_are_one_line(board: Board) -> None:
    days = [("drawn-a", "2026-01-05T00:00:00Z"), ("drawn-b", "2026-02-05T00:00:00Z")]
    found = order(*(on(board, name, "1", name[-1], date=day) for name, day in days), on(board, "gib", "2.0.0", "c"))
    assert found == [("drawn-b", "1", True), ("drawn-a", "1", False), ("gib", "2.0.0", True)]


def test_data_on_which_nothing_is_ranked_are_never_the_newest(board: Board) -> None:
    unknown = on(board, "gib", "99.0.0", "b", ranked=False)
    assert order(on(board, "gib", "2.0.0", "a"), unknown) == [("gib", "2.0.0", True), ("gib", "99.0.0", False)]
    assert order(unknown) == [("gib", "99.0.0", False)]
    assert order() == []


def test_one_version_in_fewer_languages_is_as_new(board: Board) -> None:
    assert [newest for *_, newest in order(on(board, "lit", "f00d", "a"), on(board, "lit", "f00d", "b"))] == [
        True,
        True,
    ]


def test_entries_on_two_releases_are_never_in_one_ranking(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.hand_in("one")
    desk.hand_in("two", data=write_dataset(tmp_path / "next", ("en",), mains=9))
    found = build(desk.folder, now=NOW)
    assert [[entry.title for entry in board.ranked] for board in found.boards] in (
        [["one"], ["two"]],
        [["two"], ["one"]],
    )
    assert {len(each.boards) for each in found.releases} == {1}
    assert len({each.dataset.sha256 for each in found.releases}) == 2


def test_boards_of_an_earlier_leaderboard_are_taken_over_as_they_stood(tmp_path: Path) -> None:
    old, new = Desk(tmp_path / "old"), Desk(tmp_path / "new", mains=9)
    old.hand_in("then", langs=("en", "ja"))
    new.hand_in("now")
    (tmp_path / "older.json").write_text(build(old.folder, now=NOW).model_dump_json(), "utf-8")
    older = read(tmp_path / "older.json")
    found = build(new.folder, now=NOW, older=[older, older])
    assert [(board.carried, board.ranked[0].title) for board in found.boards] == [
        (False, "now"),
        (True, "then"),
        (True, "then"),
    ]
    assert found.gaps == older.gaps
    assert sorted(id for each in found.releases for id in each.boards) == sorted(board.id for board in found.boards)
    assert "An earlier release, taken over as it was ranked then." in markdown(found)
    again = build(old.folder, now=NOW, older=[older])
    assert [board.carried for board in again.boards] == [False, False], "what is checked here counts"


@pytest.mark.parametrize("text", ["{", "[]", '{"schema_version": "2"}', None])
def test_what_is_no_leaderboard_is_said_in_a_sentence(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "older.json"
    if text is not None:
        path.write_text(text, "utf-8")
    with pytest.raises(UsageError, match=r"--older: .*older\.json (is no leaderboard\.json|cannot be read)") as caught:
        read(path)
    assert "\n" not in str(caught.value)


def test_tables_say_which_release_and_round(board: Board) -> None:
    boards = (on(board, "gib", "2.0.0", "b"), on(board, "gib", "1.0.0", "a"))
    whole = Leaderboard(releases=releases(boards), boards=boards, gaps=(), published=(), duplicates=(), refused=())
    text = markdown(whole)
    assert "| gib | gib | 2.0.0 | bbbbbbbbbbbb | — | 2026-01-02 | newest |" in text
    assert "| gib | gib | 1.0.0 | aaaaaaaaaaaa | — | 2026-01-02 | older |" in text
    head, *lines = comma_separated(whole).splitlines()
    assert head.split(",")[:10] == "board dataset version sha256 preset limit lang arm round sealed".split()
    assert [line.split(",")[2] for line in lines] == ["2.0.0", "1.0.0"]
    assert json.loads(whole.model_dump_json())["releases"][0]["newest"] is True
