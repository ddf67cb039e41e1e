"""The tables: every figure with its count, nothing undefined as 0, and nobody's text in control of the terminal."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from bench.figures import columns
from bench.records import Arm, ArmResult, Item, OutcomeCounts, Quality, Rate, Share, Summary
from bench.report.run_report import markdown, print_summary
from bench.report.sections.parts import figure_lines, interval, percent, rate_lines, share_lines
from bench.scoring import score
from tests.runs import MODEL, RULE, all_right, write_dataset, write_run

COLUMNS = (*columns("categories"), *columns("rates"), *columns("penalties"))
HOSTILE = MODEL.model_copy(
    update={"title": "モデル｜壱 [red]x[/red] :smile: \x1b[31m\u202e|a|\r\n# <script>", "spec": "openai:壱|弐"}
)


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    folder = tmp_path_factory.mktemp("run")
    data = write_dataset(folder / "set", ("en", "ja"), mains=8)

    def letters(item: Item, arm: Arm, repeat: int) -> str:
        if item.id == "Q-1" and repeat == 0:
            return "f"
        if item.id == "Q-2":
            return "i" if repeat else "w"
        return "a" if item.id == "Q-3" else all_right(item, arm, repeat)

    arms: tuple[Arm, ...] = ("gold", "shuffled", "retrieved", "none")
    run = write_run(
        folder / "run", data, letters, langs=("ja", "en"), arms=arms, repeats=2, model=HOSTILE, judges=(RULE,)
    )
    return score(run)


def printed(summary: Summary, width: int = 80, files: Path = Path("results/runs/x")) -> str:
    out = io.StringIO()
    print_summary(summary, Console(file=out, width=width), files)
    return out.getvalue()


def test_it_fits_80_columns_and_has_no_colours_where_the_output_is_no_terminal(summary: Summary) -> None:
    text = printed(summary)
    assert max(cell_len(line) for line in text.split("\n")) <= 80
    assert "\x1b" not in text
    # Nothing was folded or cut to get there: every line of every cell stands whole.
    tables = text[: text.index("== What was run")]
    assert "…" not in tables
    for column in COLUMNS:
        for line in (*column.short, *(line for r in summary.results for line in figure_lines(r, column))):
            assert line in tables


def test_every_arm_of_every_language_is_there_with_counts_and_intervals(summary: Summary) -> None:
    whole = printed(summary)
    text = whole[: whole.index("== Where errors come from")]  # sections with tables of their own follow
    # The headline arm is marked in every table: categories, outcomes, rates and penalties (in two halves).
    shown = ("gold", r"shuffled\*", "retrieved", "none")
    assert [len(re.findall(rf"^{arm} ", text, re.MULTILINE)) for arm in shown] == [10, 10, 10, 10]
    assert text.index("Japanese: categories") < text.index("English: categories")
    shuffled = next(r for r in summary.results if r.arm == "shuffled")
    for line in rate_lines(shuffled.rate("overall_item_micro")):
        assert line in text


def test_what_is_undefined_is_a_dash(summary: Summary) -> None:
    closed_book = next(r for r in summary.results if r.arm == "none")
    cells = {c.name: figure_lines(closed_book, c) for c in COLUMNS}
    assert cells["categories.Abstention"] == cells["overall_macro"] == cells["false_answer"] == ["—"]
    assert cells["contradictory"] == ["—"]
    # A category in which everything is wrong or abstained is a real zero, and no dash.
    assert cells["categories.Table"] == ["50.0 %", "2/4", "15–85", "q9–91"]


def test_the_columns_are_narrow_enough(summary: Summary) -> None:
    for column in (*columns("categories"), *columns("rates")):
        for line in (*column.short, *(line for r in summary.results for line in figure_lines(r, column))):
            assert len(line) <= 7, line


def test_the_headline_and_what_qualifies_it_come_first(summary: Summary) -> None:
    text = printed(summary)
    first = text[: text.index("Japanese: categories")]
    shuffled = {r.lang: r for r in summary.results if r.arm == "shuffled"}
    rows = [line.split() for line in first.split("\n") if line.startswith(("Japanese", "English"))]
    assert [row[0] for row in rows] == ["Japanese", "English"]
    for row, lang in zip(rows, ("ja", "en"), strict=True):
        r = shuffled[lang]
        assert (
            " ".join(row[1:])
            == " ".join(figure_lines(r, column)[0] for column in columns("headline"))
            + f" {r.outcomes.failed + r.outcomes.invalid}"
        )
    assert "Headline: shuffled" in first
    excluded = "Excluded from every rate: 8 failed (cut by the token limit 8), 8 invalid (judge undecided 8)."
    assert excluded in " ".join(first.split())
    assert "Leaderboard: no (rule results are not for the leaderboard" in first.replace("\n", " ")


def test_without_the_headline_arm_the_first_one_stands_in_and_says_so(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "set"), arms=("gold", "none"))
    text = printed(score(run))
    assert "gold (the headline would be shuffled, which was not asked)" in text
    assert "gold*" not in text


def test_it_ends_with_the_judges_and_the_files(summary: Summary) -> None:
    text = printed(summary)
    assert re.search(r"Judged by +rule", text)
    assert text.rstrip().split("\n")[-2:] == [
        "Files: results/runs/x/",
        "As a page: bench report results/runs/x",
    ]


@pytest.mark.parametrize("width", [20, 40, 60, 79, 80, 120, 200])
def test_at_any_width_every_figure_stands_whole_and_no_line_of_a_table_is_too_long(
    summary: Summary, width: int
) -> None:
    text = printed(summary, width)
    lines = text.split("\n")
    paths = ("Files: ", "As a page: ")
    assert max(cell_len(line) for line in lines if not line.startswith(paths)) <= width
    for column in COLUMNS:
        for r in summary.results:
            for figure in figure_lines(r, column):
                assert any(figure in line for line in lines), (column.name, figure)


def test_the_path_of_the_files_is_never_broken_over_two_lines(summary: Summary) -> None:
    long = Path("results/runs") / ("x" * 120)
    assert f"Files: {long}/" in printed(summary, files=long)


def test_an_incomplete_run_says_so(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "set"), lambda i, *_: "." if i.id == "Q-1" else "f")
    text = printed(score(run))
    assert "run is not complete: 1 trials have no outcome yet." in text
    assert "Excluded from every rate: 9 failed (cut by the token limit 9)." in text


def test_a_hostile_name_controls_neither_terminal_nor_markup(summary: Summary) -> None:
    text = printed(summary)
    assert "[red]x[/red] :smile:" in text.replace("\n", " ")
    assert "\u202e" not in text
    assert "\r" not in text
    page = markdown(summary)
    assert "<script>" not in page
    assert page.split("\n")[0].startswith("# モデル")
    assert page.split("\n")[1] == ""


def test_japanese_width_does_not_shift_the_columns(summary: Summary) -> None:
    narrow, wide = printed(summary), printed(summary, width=140)
    header = next(line for line in narrow.split("\n") if line.startswith("Arm"))
    rows = [line for line in narrow.split("\n") if line.startswith("gold")]
    assert cell_len(rows[0].rstrip()) == cell_len(header.rstrip())
    assert "Japanese: categories" in wide


def test_markdown_shows_the_same_figures_in_well_formed_tables(summary: Summary) -> None:
    page = markdown(summary)
    widths: dict[int, list[str]] = {}
    for line in page[: page.index("## Where errors come from")].split("\n"):
        if line.startswith("| "):
            widths.setdefault(line.count(" | "), []).append(line)
    assert set(widths) == {9, 8, 6, 5}  # figures beside the arm: categories and rates, outcomes, penalties and headline
    assert "| Arm | Integration | Reasoning | Logic | Table | Abstention | Main (avg) | Overall (macro) |" in page
    assert "Over-abstention" in page
    assert "Discrimination" in page
    assert "Wrong of answerable | Wrong of attempted" in page
    shuffled = next(r for r in summary.results if r.arm == "shuffled")
    share, *details = rate_lines(shuffled.rate("over_abstention"))
    assert f"{share} ({', '.join(details)})" in page


def test_figures_as_text() -> None:
    assert percent(None) == "—"
    assert percent(0.0) == "0.0 %"
    assert interval((0.13, 0.349)) == "13–35"
    assert interval((-0.12, 0.3)) == "−12 to 30"
    assert interval(None) == "—"
    assert rate_lines(Rate(k=0, n=0, rate=None, ci95=None, questions=0, ci95_questions=None)) == ["—"]
    same = Rate(k=1, n=2, rate=0.5, ci95=(0.1, 0.9), questions=2, ci95_questions=(0.1, 0.9))
    assert rate_lines(same) == ["50.0 %", "1/2", "10–90"]
    assert share_lines(Share(value=None, ci95=None, n=0)) == ["—"]
    assert share_lines(Share(value=0.17, ci95=(0.1, 0.24), n=9)) == ["17.0", "[10–24]", "n 9"]
    assert share_lines(Share(value=0.17, ci95=None, n=1)) == ["17.0", "n 1"]
    assert share_lines(Share(value=-0.09, ci95=(-0.2, 0.1), n=9)) == ["−9.0", "[−20 to 10]", "n 9"]


def test_a_quality_has_a_true_minus_sign() -> None:
    quality = Quality(k=4, value=-0.091, ci95=(-0.33, -0.2))
    result = ArmResult.model_validate(
        {"lang": "en", "arm": "gold", "trials": 1, "outcomes": OutcomeCounts(), "quality": (quality,)}
    )
    shown = {column.name: figure_lines(result, column) for column in columns("penalties")}
    assert shown["quality.4"] == ["−0.091", "[−0.33, −0.20]"]
    assert shown["quality.9"] == ["—"]


def test_unusable_votes_of_a_model_come_with_the_way_to_cast_them_again(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "set")
    asked = printed(score(write_run(tmp_path / "model", data, lambda *_: "i")))
    assert "`bench judge RUN --backfill --invalid`" in asked.replace("\n", " ")
    ruled = printed(score(write_run(tmp_path / "rule", data, lambda *_: "i", judges=(RULE,))))
    assert "invalid (judge" in ruled
    assert "--backfill" not in ruled, "rules say the same again"


def test_a_result_that_no_board_would_rank_is_named_at_once(tmp_path: Path) -> None:
    def letters(item: Item, arm: Arm, repeat: int) -> str:
        return "i" if item.kind == "contradictory" else all_right(item, arm, repeat)

    few = write_run(tmp_path / "few", write_dataset(tmp_path / "set"), letters, official=True)
    text = printed(score(few), width=400)
    wanted = r"Leaderboard: yes, but for English, shuffled: \d+ of \d+ trials are invalid or failed, more than 5 %\."
    assert re.search(wanted, text)
