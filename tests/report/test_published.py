"""Published figures: only what can have been printed, and never among runs."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bench.records import Category
from bench.records.leaderboard import PublishedRow
from bench.report.leaderboard import published

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
