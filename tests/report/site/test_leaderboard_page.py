"""The leaderboard's page as a file: what goes into it, that it is the same each time, and that every word is there."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bench.records.leaderboard import Duplicate, Leaderboard, Refused
from bench.report.leaderboard import of_submissions
from bench.report.site.leaderboard_page import FAULTS_SHOWN, leaderboard_page
from tests.browser.leaderboards import SCRIPT_NAME, SEVERAL, System, leaderboard


def data_of(page: str) -> Any:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page)
    return json.loads(text)["page"]


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Leaderboard:
    systems = [*SEVERAL[:2], System(SCRIPT_NAME, 0.7, 0.7), System("a\u202eb\nc\x1b[31m", 0.6, 0.6)]
    return leaderboard(tmp_path_factory.mktemp("few"), systems, arms=("shuffled",), mains=12)


def test_the_same_leaderboard_gives_the_same_page(few: Leaderboard) -> None:
    assert leaderboard_page(few) == leaderboard_page(Leaderboard.model_validate_json(few.model_dump_json()))


def test_the_page_holds_the_figures_of_the_records(few: Leaderboard) -> None:
    found = data_of(leaderboard_page(few))
    assert [board["id"] for board in found["boards"]] == [board.id for board in few.boards]
    for board, records in zip(found["boards"], few.boards, strict=True):
        assert [e["overall_macro"] for e in board["ranked"]] == [e.overall_macro for e in records.ranked]
        assert [e["place"] for e in board["ranked"]] == [e.place for e in records.ranked]
        ids = {e["id"] for e in board["ranked"]}
        assert len(ids) == len(records.ranked)
        assert [c["k"] for c in board["crossings"]] == [c.k for c in records.crossings]
        assert {c[side] for c in board["crossings"] for side in ("below", "above")} <= ids
        assert {gap["id"] for gap in found["gaps"]} == ids


def test_names_cannot_leave_the_data_nor_turn_the_line(few: Leaderboard) -> None:
    page = leaderboard_page(few)
    assert SCRIPT_NAME not in page
    assert "<img src=x" not in page
    assert not re.search(
        r"[\u202a-\u202e\u2066-\u2069\x1b]", page.rpartition('id="data">')[2].partition("</script>")[0]
    )
    titles = {e["title"] for e in data_of(page)["boards"][0]["ranked"]}
    assert SCRIPT_NAME in titles
    assert "a\\u{202e}b⏎c\\x1b[31m" in titles


def test_a_file_with_endless_faults_does_not_fill_the_page(few: Leaderboard) -> None:
    refused = Refused(file="x.json", faults=tuple(f"rows[{n}]: {'y' * 5000}" for n in range(1000)))
    duplicate = Duplicate(file="b.json", same_as="a.json")
    page = leaderboard_page(few.model_copy(update={"refused": (refused,), "duplicates": (duplicate,)}))
    (shown,) = data_of(page)["refused"]
    assert len(shown["faults"]) == FAULTS_SHOWN
    assert shown["more"] == 1000 - FAULTS_SHOWN
    assert max(map(len, shown["faults"])) <= 600
    assert data_of(page)["duplicates"] == [{"file": "b.json", "same_as": "a.json"}]


def test_without_boards_there_is_a_page_without_charts() -> None:
    page = leaderboard_page(of_submissions([]))
    assert data_of(page)["boards"] == []
    assert len(page) < 200_000
    assert "bench leaderboard add" in page
