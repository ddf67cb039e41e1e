"""What a reader does with the leaderboard's page: sort, filter, choose a board, a k and colours, and link to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from bench.records.leaderboard import Entry, Leaderboard
from tests.browser.conftest import Opened
from tests.browser.leaderboard.reading import AT_K, ORDER, fits, texts
from tests.browser.leaderboards import board_of, crowd


def test_a_heading_sorts_by_click_and_by_key(opened: Opened, several: Leaderboard) -> None:
    head = opened.page.get_by_role("button", name="False answer", exact=True).first
    worst = sorted(board_of(several).ranked, key=lambda e: -(e.false_answer.rate or 0))
    head.click()
    assert texts(opened, ORDER)[0] == worst[0].title
    assert head.locator("xpath=..").get_attribute("aria-sort") == "descending"
    head.focus()
    opened.page.keyboard.press("Enter")
    rates = [e.false_answer.rate for e in reversed(worst)]
    by_title = {e.title: e.false_answer.rate for e in worst}
    assert [by_title[name] for name in texts(opened, ORDER)] == rates
    assert head.locator("xpath=..").get_attribute("aria-sort") == "ascending"
    assert "sort=false_answer" in opened.page.url


def test_filters_leave_what_fits_and_keep_the_places(opened: Opened, several: Leaderboard) -> None:
    ranked = board_of(several).ranked
    opened.page.select_option("#weights", "open")
    assert texts(opened, ORDER) == [e.title for e in ranked if e.weights == "open"]
    opened.page.fill("#name", "ＫＡＳＵＭＩ")
    opened.page.wait_for_function("() => document.querySelectorAll('#table tbody tr:not(.published)').length === 1")
    assert texts(opened, ORDER) == ["kasumi-7b"]
    assert texts(opened, "#table tbody td:first-child") == [next(e.place for e in ranked if e.title == "kasumi-7b")]
    opened.page.fill("#name", "nobody")
    opened.page.wait_for_function("() => document.querySelector('#table .notice')")
    assert texts(opened, "#table") == ["No ranked result fits the filters."]
    opened.page.click("#reset")
    assert len(texts(opened, ORDER)) == len(ranked)


def test_only_boards_that_exist_can_be_chosen(opened: Opened, several: Leaderboard) -> None:
    for dataset in ("lit", "gib"):
        label = opened.page.locator("#dataset option", has_text=dataset).inner_text()
        opened.page.select_option("#dataset", label=label)
        for lang in ("ja", "en"):
            opened.page.select_option("#lang", lang)
            arms = opened.page.locator("#arm option").evaluate_all("all => all.map(o => o.value)")
            there = {b.arm for b in several.boards if (b.dataset.name, b.lang) == (dataset, lang)}
            assert set(arms) == there
            assert arms[0] == "shuffled"


def test_protocols_are_told_apart_without_fingerprints_where_anything_else_does(
    show: Any, several: Leaderboard
) -> None:
    board = board_of(several)

    def variant(name: str, limit: int | None = None, **protocol: Any) -> Any:
        changed = board.protocol.model_copy(update=protocol)
        return board.model_copy(update={"id": name, "limit": limit, "protocol": changed})

    judges, prompts = board.protocol.judges[0].spec, {"answer": "0123456789abcdef"}
    plain, twin = variant("a", prompts={"answer": "fedcba9876543210"}), variant("b", prompts=prompts)
    limited, seeded = variant("c", 12, prompts=prompts), variant("d", seed=99, prompts=prompts)

    def names(*boards: Any) -> list[str]:
        opened = show(several.model_copy(update={"boards": boards}))
        return [text.replace(judges, "J") for text in texts(opened, "#protocol option")]

    assert names(plain, limited) == ["all items · J", "at most 12 items per language · J"]
    seeds = [f"all items · J · Seed: {seed}" for seed in (board.protocol.seed, 99)]
    assert names(plain, seeded) == seeds
    assert names(plain, twin) == [f"all items · J · Prompts: answer {digest}" for digest in ("fedcba98", "01234567")]


def test_one_pair_is_no_pairs(show: Any, several: Leaderboard) -> None:
    one = show(several.model_copy(update={"boards": (board_of(several).model_copy(update={"pairs": 1}),)}))
    assert "(1 pair, so nothing to correct for)" in one.page.locator("#ties-level").inner_text()
    more = show(several)
    assert f"corrected for {board_of(several).pairs} pairs" in more.page.locator("#ties-level").inner_text()


def worths(entries: Iterable[Entry], k: float, u: float) -> dict[str, float]:
    """V(k, u) by title, from the counts of attempts and of false answers."""
    found = {}
    for e in entries:
        false, mains = e.false_answer, e.penalty.n - e.false_answer.n
        r, w, f = e.penalty.correct / mains, (e.penalty.wrong - false.k) / mains, false.k / false.n
        found[e.title] = (1 - u) * (r - k * w) - u * k * f
    return found


def test_the_slider_moves_the_list_and_the_marker(opened: Opened, several: Leaderboard) -> None:
    ranked = board_of(several).ranked
    marker = opened.page.locator("[data-chart=penalty] svg .mark-rule line").last

    def ranking(k: float) -> list[float]:
        return sorted([*worths(ranked, k, 0.1).values(), 0.0], reverse=True)

    def shown() -> list[float]:
        return [float(text.replace("−", "-")) for text in texts(opened, "#at-k .figure")]

    orders, places = [], []
    slider = opened.page.locator("#k")
    slider.focus()
    for key, k in (("Home", 0.0), ("ArrowRight", 0.25), ("End", 20.0)):
        opened.page.keyboard.press(key)
        assert shown() == pytest.approx(ranking(k), abs=5e-4 + 1e-9)
        assert f"k = {k:g}" in str(slider.get_attribute("aria-valuetext"))
        assert f"{100 * k / (k + 1):.0f} %" in opened.page.locator("#k-text").inner_text()
        orders.append(texts(opened, AT_K))
        opened.page.wait_for_timeout(50)
        places.append(marker.evaluate("line => line.getBoundingClientRect().x"))
    assert orders[0] != orders[2]
    assert places[0] < places[1] < places[2]
    assert "k=20" in opened.page.url


def test_crossings_and_dominated_systems_are_those_at_the_chosen_share(opened: Opened, several: Leaderboard) -> None:
    """At the share that the data have themselves they are those of the records, whose Q is V there."""
    board = board_of(several)
    line = board.ranked[0].false_answer.n / board.ranked[0].penalty.n
    opened.page.evaluate("hash => { location.hash = hash; }", f"board={board.id}&u={line}")
    opened.page.wait_for_url("**u=**")
    opened.page.locator("#u-text", has_text=f"{100 * line:.0f}"[:2]).wait_for()
    crossing = [c.k for c in board.crossings if c.k <= 20]
    assert crossing
    opened.page.locator("summary", has_text="Crossings").click()
    rows = opened.page.locator("details", has=opened.page.locator("summary", has_text="Crossings")).locator("tbody tr")
    assert [float(r.locator("td,th").first.inner_text()) for r in rows.all()] == pytest.approx(crossing, abs=5e-3)
    worse = {d.worse for d in board.dominated}
    assert opened.page.locator("summary", has_text="Dominated").inner_text().endswith(f": {len(worse)}")
    titles = {e.title for e in board.ranked if e.file in worse}
    items = opened.page.locator("details", has=opened.page.locator("summary", has_text="Dominated")).locator("li")
    assert {text.split(":")[0] for text in items.all_inner_texts()} == titles


def test_the_address_leads_back_to_the_view(opened: Opened) -> None:
    page = opened.page
    page.select_option("#lang", "ja")
    page.select_option("#weights", "closed")
    page.locator("#k").fill("9")
    page.locator("#u").fill("0.3")
    page.select_option("#maker", "Example")
    page.fill("#price", "100")
    page.locator("#columns summary").click()
    page.locator("#columns input[name=submitter]").uncheck()
    page.wait_for_url("**price=100**")
    page.get_by_role("button", name="Main (avg)", exact=True).first.click()
    page.locator("#table input[type=checkbox]").first.uncheck()
    before = {id_: page.locator(id_).inner_text() for id_ in ("#table", "#at-k", "#facts")}
    address, boxes = page.url, page.locator("#table input:checked").count()
    page.click("#reset")
    assert page.locator("#table").inner_text() != before["#table"]
    page.goto(address)
    page.reload()
    assert {id_: page.locator(id_).inner_text() for id_ in before} == before
    assert page.locator("#table input:checked").count() == boxes
    assert page.input_value("#lang") == "ja"
    assert page.input_value("#k") == "9"
    assert page.input_value("#u") == "0.3"
    assert page.input_value("#maker") == "Example"
    assert "Submitter" not in page.locator("#table thead").inner_text()


def test_an_address_of_another_build_says_that_its_board_is_gone(opened: Opened) -> None:
    opened.page.goto(opened.page.url.split("#")[0] + "#board=<img src=x onerror=alert(1)>&k=900&sort=__proto__")
    notice = opened.page.locator("#notice")
    notice.wait_for()
    assert "<img src=x onerror=alert(1)>" in notice.inner_text()
    assert opened.page.input_value("#k") == "4"
    assert opened.dialogs == []


def test_at_most_eight_systems_have_a_colour_and_the_reader_chooses(show: Any, several: Leaderboard) -> None:
    opened = show(crowd(several, 60))
    boxes = opened.page.locator("#table input[type=checkbox]")
    assert boxes.count() == 60
    assert opened.page.locator("#table input:checked").count() == 8
    assert boxes.nth(30).is_disabled()
    boxes.nth(0).focus()
    opened.page.keyboard.press("Space")
    assert boxes.nth(0).evaluate("box => box === document.activeElement")
    boxes.nth(30).check()
    chosen = opened.page.locator("#table tbody th .name").nth(30).inner_text()
    assert chosen in texts(opened, "[data-figure=errors] .key .name")
    assert len(texts(opened, "[data-figure=errors] .key li")) == 9
    opened.charts_are_drawn()
    assert fits(opened)
