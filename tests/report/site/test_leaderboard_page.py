"""The leaderboard's page as a file: what goes into it, that it is the same each time, and that every word is there."""

from __future__ import annotations

import inspect
import json
import re
import shutil
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from bench.figures import RANKING, on_boards
from bench.records.leaderboard import Duplicate, Leaderboard, Refused
from bench.report import board_columns
from bench.report.leaderboard import of_submissions
from bench.report.site import leaderboard_charts
from bench.report.site.leaderboard_links import run_pages
from bench.report.site.leaderboard_page import ABOUT, FAULTS_SHOWN, leaderboard_page
from bench.report.submission import make_submission
from bench.words import interface_languages, words_of
from tests.browser.leaderboards import SCRIPT_NAME, SEVERAL, System, leaderboard

ASSETS = resources.files("bench.report.site") / "assets"
SOURCES = (
    *("leaderboard.html", "leaderboard.js", "leaderboard_view.js", "leaderboard_table.js", "leaderboard_plots.js"),
    *("leaderboard_sections.js", "leaderboard_releases.js"),
    *("frame.html", "page.js"),
)
PARTS_OF_KEYS = {
    "lb.weights.": ("open", "closed", "unknown", "none"),
    "lb.": ("forest", "penalty", "errors", "gap", "cost", "latency"),
    "lb.served.": ("provider", "own", "started", "built-in"),
    "lb.preset.": ("written", "core", "full", "lit", "smoke"),
    "lb.judging.": ("one-call", "two-stage"),
    "lb.p.": (
        *("data", "selection", "judges", "judging", "self_judged", "prompts", "seed", "canaries", "retriever", "k"),
        *("chunk_tokens", "overlap", "gold_position", "distractors", "round", "commitment", "round_seed"),
    ),
}
"""Keys that the scripts put together: what stands before, and what the data may hold behind."""


def data_of(page: str) -> Any:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page)
    return json.loads(text)["page"]


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Leaderboard:
    systems = [*SEVERAL[:2], System(SCRIPT_NAME, 0.7, 0.7), System("a\u202eb\nc\x1b[31m", 0.6, 0.6)]
    return leaderboard(tmp_path_factory.mktemp("few"), systems, arms=("shuffled",), mains=12)


@pytest.mark.slow
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
        assert {gap["id"] for gap in found["gaps"]} == ids


def test_figures_stand_before_what_else_is_known_and_what_ranks_comes_first(few: Leaderboard) -> None:
    columns = data_of(leaderboard_page(few))["columns"]["page"]
    kinds = ["about" if column["format"] in ABOUT else "figure" for column in columns]
    assert [column["key"] for column in columns[:4]] == ["place", "title", RANKING, "q"]
    assert kinds == sorted(kinds, key=lambda kind: kind == "about")
    assert all(column["means"] for column in columns if column["word"].startswith("figure."))


def test_a_row_opens_the_page_of_its_own_run_only(tmp_path: Path) -> None:
    few = leaderboard(tmp_path / "made", SEVERAL[:2], arms=("shuffled",), mains=4)
    folder, out = tmp_path / "made", tmp_path / "results"
    for number in (0, 1):
        (out / "submissions").mkdir(parents=True, exist_ok=True)
        text = make_submission(folder / f"run-{number}", "somebody").model_dump_json()
        (out / "submissions" / f"{number:03d}.json").write_text(text, encoding="utf-8")
    assert run_pages(few, out / "submissions", out) == {}
    shutil.copytree(folder / "run-1", out / "runs" / "run 1#")
    assert run_pages(few, out / "submissions", out) == {}
    (out / "runs" / "run 1#" / "report.html").write_text("", encoding="utf-8")
    pages = run_pages(few, out / "submissions", out)
    assert pages == {"001.json": "runs/run%201%23/report.html"}
    found = data_of(leaderboard_page(few, pages))
    (linked,) = found["pages"]
    assert [e["title"] for e in found["boards"][0]["ranked"] if e["id"] == linked] == [SEVERAL[1].name]


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


def test_every_word_that_is_asked_for_is_there_and_none_is_left_over() -> None:
    text = "\n".join((ASSETS / name).read_text("utf-8") for name in SOURCES)
    for module in (leaderboard_charts, board_columns):
        text += inspect.getsource(module)
    for start, ends in PARTS_OF_KEYS.items():
        text += "".join(f' "{start}{end}"' for end in ends)
    kinds = ("forest", "penalty", "errors", "gap", "cost", "latency")
    for tail in ("label", "head", "text", "none", "front", "lacking"):
        text += "".join(f' "lb.{kind}.{tail}"' for kind in kinds)
    words = {key for key in words_of("en") if key.startswith("lb.")}
    said = {key for key in words if f'"{key}"' in text or f"`{key}`" in text}
    assert words - said == {"lb.title"}
    asked = set(re.findall(r"\bt\(\"([\w.-]+)\"", text)) | set(re.findall(r"\bsay\(\"([\w.-]+)\"", text))
    assert {key for key in asked if not key.endswith(".")} <= words_of("en").keys()
    assert {column.word for column in board_columns.BOARD_COLUMNS if column.word} <= words_of("en").keys()


def test_the_columns_of_the_page_are_those_of_the_other_leaderboards(few: Leaderboard) -> None:
    shown = data_of(leaderboard_page(few))["columns"]["page"]
    assert [column["key"] for column in shown][:2] == ["place", "title"]
    for figure in on_boards():
        if figure.board == "column" and figure.unit in ("rate", "share"):
            (column,) = [column for column in shown if column["path"] == figure.name]
            assert column["head"] == {lang: figure.words[lang] for lang in interface_languages()}
