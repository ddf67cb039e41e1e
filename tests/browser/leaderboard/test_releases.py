"""What the page says of releases and sealed rounds: which is looked at, which is the newest, where the others are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bench.records.leaderboard import Board, Leaderboard
from bench.records.rounds import RoundOnBoard
from bench.report.releases import releases
from tests.browser.conftest import Opened
from tests.browser.leaderboard.reading import texts

ROUND = RoundOnBoard(
    name="winter",
    commitment="c" * 64,
    published="2026-01-01",
    revealed="2026-02-01",
    seed="winter0seed5k2p7",
    redrawn=True,
    sealed=True,
)


def whole(*boards: Board) -> Leaderboard:
    return Leaderboard(releases=releases(boards), boards=boards, gaps=(), published=(), duplicates=(), refused=())


@pytest.fixture
def board(hostile: Leaderboard) -> Board:
    return next(board for board in hostile.boards if board.lang == "en")


def on(board: Board, version: str, digit: str, **changes: object) -> Board:
    dataset = board.dataset.model_copy(update={"name": "gib", "version": version, "sha256": digit * 64})
    return board.model_copy(update={"id": f"gib-{version}", "dataset": dataset, **changes})


@pytest.mark.slow
def test_the_page_begins_with_the_newest_release_and_links_to_the_older_ones(
    show: Callable[..., Opened], board: Board
) -> None:
    opened = show(whole(on(board, "1.0.0", "a", carried=True), on(board, "2.0.0", "b")))
    assert texts(opened, "#release p") == [
        "Release of the data: gib 2.0.0, the newest one ranked here.",
        "Older releases, each with a ranking of its own: gib 1.0.0.",
    ]
    opened.page.click("#release a")
    said = texts(opened, "#release p")
    assert said[0].startswith("Release of the data: gib 1.0.0, an older one. The newest one ranked here is gib 2.0.0.")
    assert said[1] == "This ranking was taken over from an earlier leaderboard, as it stood then."
    assert "board=gib-1.0.0" in opened.page.url
    assert opened.serious_findings() == []


@pytest.mark.slow
def test_a_sealed_round_says_what_is_ranked_and_shows_its_proof(show: Callable[..., Opened], board: Board) -> None:
    later = ROUND.model_copy(update={"sealed": False})
    opened = show(whole(on(board, "1", "a", round=ROUND), on(board, "1", "a", id="after", round=later)))
    assert "Ranked are runs begun between the two" in texts(opened, "#release p")[1]
    assert "the same to the byte" in texts(opened, "#release p")[1]
    terms = opened.page.locator("#protocol-list dt").all_text_contents()
    assert {"Sealed round", "Commitment", "Seed of the round"} <= set(terms)
    sealed, after = texts(opened, "#protocol option")
    assert sealed.endswith("before the seed was revealed")
    assert after.endswith("after the seed was revealed")
    opened.page.select_option("#protocol", index=1)
    assert "they do not count as sealed" in texts(opened, "#release p")[1]


@pytest.mark.slow
def test_a_secret_seed_is_said_to_be_secret_in_japanese_too(show: Callable[..., Opened], board: Board) -> None:
    secret = ROUND.model_copy(update={"revealed": None, "seed": None, "redrawn": False})
    opened = show(whole(on(board, "1", "a", round=secret)), locale="ja-JP")
    assert "シードはまだ公開していません" in texts(opened, "#release p")[1]
