"""The board's sliders: list, sentence and column follow V(k, u), which is computed here from the outcomes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bench.dataset import load
from bench.records.leaderboard import Leaderboard
from tests.browser.conftest import Opened
from tests.browser.leaderboard.conftest import HOSTILE_SYSTEMS, MAINS
from tests.browser.leaderboard.reading import texts
from tests.browser.leaderboards import board_of, letters_of
from tests.runs import write_dataset

GRID = [(k, u) for k in ("0", "4", "20") for u in ("0", "0.1", "0.45", "1")]


@pytest.fixture(scope="module")
def rates(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Fraction, Fraction, Fraction]]:
    """r, w and f of the hostile systems in their order, counted from the letters that they were given."""
    folder = write_dataset(tmp_path_factory.mktemp("set"), ("en", "ja"), mains=MAINS)
    items = load(str(folder), ("en", "ja")).langs["en"].items
    found = []
    for system in HOSTILE_SYSTEMS:
        letters = letters_of(system)
        mains = [letters(i, "shuffled", 0) for i in items if i.kind == "main"]
        others = [letters(i, "shuffled", 0) for i in items if i.kind != "main"]
        right, wrong = Fraction(mains.count("c"), len(mains)), Fraction(mains.count("w"), len(mains))
        found.append((right, wrong, Fraction(others.count("w"), len(others))))
    return found


def move(opened: Opened, k: str, u: str) -> None:
    opened.page.locator("#k").fill(k)
    opened.page.locator("#u").fill(u)


def figures(opened: Opened) -> list[float]:
    return [float(text.replace("−", "-")) for text in texts(opened, "#at-k .figure")]


@pytest.mark.slow
def test_list_and_column_follow_both_sliders_and_the_address_keeps_them(
    show: Any, hostile: Leaderboard, rates: list[tuple[Fraction, Fraction, Fraction]], tmp_path: Path
) -> None:
    opened = show(hostile)
    for k, u in GRID:
        move(opened, k, u)
        cost, share = Fraction(k), Fraction(u)
        expected = sorted(((1 - share) * (r - cost * w) - share * cost * f for r, w, f in rates), reverse=True)
        shown = sorted([*map(float, expected), 0.0], reverse=True)
        assert figures(opened) == pytest.approx(shown, abs=0.0005 + 1e-9), (k, u)
        ranks = opened.page.locator("#at-k li").evaluate_all("all => all.map(li => li.value)")
        every = [*expected, Fraction(0)]
        assert sorted(ranks) == sorted(1 + sum(other > value for other in every) for value in every), (k, u)
        first = texts(opened, "#at-k li .name")[0]
        assert first in opened.page.locator("#standing li").first.inner_text()
    column = opened.page.locator("#table thead th").evaluate_all(
        "all => all.findIndex(th => th.innerText.startsWith('V(k'))"
    )
    cells = opened.page.locator(f"#table tbody tr:not(.published) td:nth-of-type({column})").all_inner_texts()
    assert len(cells) == len(board_of(hostile).ranked)
    assert set(cells) <= set(texts(opened, "#at-k .figure"))
    there = show(hostile)
    there.page.goto(opened.page.url)
    there.page.reload()
    assert figures(there) == figures(opened)
    opened.assert_clean(tmp_path / "leaderboard.html")


@pytest.mark.slow
def test_columns_can_be_left_out_and_filters_by_maker_and_price_leave_what_fits(
    show: Any, hostile: Leaderboard
) -> None:
    opened = show(hostile)
    opened.page.locator("#columns > summary").click()
    opened.page.locator("#columns input[name=date]").uncheck()
    assert "Date" not in opened.page.locator("#table thead").inner_text()
    assert "hide=date" in opened.page.url
    prices = sorted(e.usd_per_1000 for e in board_of(hostile).ranked if e.usd_per_1000 is not None)
    opened.page.fill("#price", f"{prices[1]:.9f}"[:9] + "9")
    opened.page.wait_for_url("**price=**")
    opened.page.locator("#facts", has_text="shown: 2").wait_for()
    opened.page.fill("#price", "")
    opened.page.locator("#facts", has_text=f"shown: {len(prices)}").wait_for()
    assert texts(opened, "#maker option") == ["all", "Example"]
