"""The leaderboard as Markdown and CSV: complete, and safe against the names in it."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from bench.records.leaderboard import Leaderboard
from bench.records.submission import Submission
from bench.report.leaderboard import build, of_submissions
from bench.report.leaderboard_tables import comma_separated, markdown
from tests.report.desk import NOW, Desk, named, wrong_on
from tests.runs import JUDGE, RULE, all_right


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def lines(desk: Desk) -> list[dict[str, str]]:
    return cells(build(desk.folder, now=NOW))


def cells(leaderboard: Leaderboard) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(comma_separated(leaderboard))))


def unchecked(submission: Submission) -> Leaderboard:
    """A leaderboard of one submission whose names no check would take: tables are safe without it."""
    return of_submissions([("s.json", submission)])


def test_hostile_names_stay_in_their_cells(desk: Desk) -> None:
    hostile = "x|y</td><script>alert(1)</script>\r\n# [link](javascript:1) `code`\n| z |"
    page = markdown(unchecked(desk.hand_in("hostile", model=named("h", title=hostile))))
    (row,) = [line for line in page.split("\n") if line.startswith("| 1 |")]
    header = next(line for line in page.split("\n") if line.startswith("| Place"))
    assert len(re.findall(r"(?<!\\)\|", row)) == len(re.findall(r"\|", header))
    assert "<script>" not in page
    assert "\n# [link]" not in page


def test_the_board_shows_who_judged_where_it_ran_and_what_was_left_out(tmp_path: Path) -> None:
    desk = Desk(tmp_path, mains=19)
    desk.hand_in("partly", lambda item, *rest: "f" if item.id == "Q-0" else all_right(item, *rest))
    page = markdown(build(desk.folder, now=NOW))
    (row,) = [line for line in page.split("\n") if line.startswith("| 1 |")]
    for shown in ("1 of 40", JUDGE.spec, "Lab", "2026-01-02", "| provider |", "| 0.14 |"):
        assert shown in row


def test_published_rows_and_gaps_have_tables_of_their_own(desk: Desk) -> None:
    desk.hand_in("both", wrong_on("Q-0"), langs=("en", "ja"))
    page = markdown(build(desk.folder, now=NOW))
    assert "## Japanese minus English" in page
    assert "| both | shuffled | +0.0 points |" in page
    published = page[page.index("## Published for lit, not ranked") :]
    assert "| ja | GPT-5 | 83.3 % | 87.0 % | 86.7 % | 83.9 % | 90.0 % | 85.2 % | 87.2 % | — |" in published
    assert "GPT-5" not in page[: page.index("## Published for lit")]


def test_the_csv_has_one_line_for_each_result_and_says_why_one_is_not_ranked(desk: Desk) -> None:
    desk.hand_in("good", wrong_on("Q-0"), repeats=2)
    desk.hand_in("ruled", judges=(RULE,))
    by_title = {line["title"]: line for line in lines(desk)}
    good, ruled = by_title["good"], by_title["ruled"]
    assert (good["status"], good["rank"], good["place"], good["group"]) == ("ranked", "1", "1", "1")
    assert (ruled["status"], ruled["rank"], ruled["place"]) == ("not ranked", "", "")
    assert ruled["note"] == "rule results are not for the leaderboard"
    assert (good["overall_macro"], good["Integration"], good["trials"]) == ("0.9", "0.5", "36")
    assert float(good["q9"]) < 0  # a negative number stays a number
    assert (good["usd_per_1000"], good["served"]) == ("0.14", "provider")


def test_people_read_a_true_minus_sign_and_programs_a_hyphen(desk: Desk) -> None:
    desk.hand_in("poor", lambda *_: "w", langs=("en", "ja"))
    page = markdown(build(desk.folder, now=NOW))
    (row, *_) = [line for line in page.split("\n") if line.startswith("| 1 | poor")]
    assert "| −4.000 |" in row
    assert not re.search(r"[ \[]-\d", page)
    assert {line["q4"] for line in lines(desk)} == {"-4"}


def test_the_reason_stands_beside_the_name(desk: Desk) -> None:
    desk.hand_in("ruled", judges=(RULE,))
    page = markdown(build(desk.folder, now=NOW))
    assert "| Place | Model | Why | Served by | Overall (macro) |" in page
    assert "| rule results are not for the leaderboard | provider | 100.0 % |" in page


@pytest.mark.parametrize(
    "title", ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\t=1", "＝1", "|calc", '=HYPERLINK("http://x")']
)
def test_no_cell_of_the_csv_is_a_formula(desk: Desk, title: str) -> None:
    (line,) = cells(unchecked(desk.hand_in("h", model=named("h", title=title))))
    assert line["title"] == f"'{title}"


def test_a_line_break_or_a_quote_in_a_name_breaks_no_line(desk: Desk) -> None:
    title = 'two\nlines, "quoted"'
    (line,) = cells(unchecked(desk.hand_in("h", model=named("h", title=title))))
    assert (line["title"], line["submitter"]) == (title, "Lab")


def test_no_submissions_give_the_headings_alone(desk: Desk) -> None:
    assert comma_separated(build(desk.folder, now=NOW)).count("\n") == 1


def test_no_escape_code_reaches_a_terminal_that_shows_the_csv(desk: Desk) -> None:
    (line,) = cells(unchecked(desk.hand_in("h", model=named("h", title="red\x1b[31m\x9b2J\u202eend\r"))))
    assert line["title"] == "red\\x1b[31m\\x9b2J\\u{202e}end\\x0d"


def test_a_column_of_intervals_that_there_are_none_of_is_left_out_and_a_cell_of_none_is_empty(desk: Desk) -> None:
    desk.hand_in("one")
    desk.hand_in("two", wrong_on("Q-0"), model=named("two"))
    found = build(desk.folder, now=NOW)
    (board,) = [b for b in found.boards if b.ranked]
    known, none = {"overall_macro_ci95": (0.5, 0.9)}, {"overall_macro_ci95": None, "main_avg_ci95": None}

    def page(*updates: dict[str, object]) -> str:
        ranked = tuple(e.model_copy(update={**none, **u}) for e, u in zip(board.ranked, updates, strict=True))
        return markdown(found.model_copy(update={"boards": (board.model_copy(update={"ranked": ranked}),)}))

    assert "95 % interval" not in header(page({}, {}))
    assert header(page(known, {})).count("95 % interval") == 1
    rows = [line for line in page(known, {}).split("\n") if re.match(r"\| [12]", line)]
    assert "| 50–90 |" in rows[0]
    assert "|  |" in rows[1]


def header(page: str) -> str:
    return next(line for line in page.split("\n") if line.startswith("| Place"))
