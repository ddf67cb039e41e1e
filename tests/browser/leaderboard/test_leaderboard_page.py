"""What the leaderboard's page shows: the records' figures, in both languages and colours, to every reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.records.leaderboard import Leaderboard
from bench.report.leaderboard import of_submissions
from tests.browser.conftest import Opened
from tests.browser.leaderboard.reading import ORDER, fits, texts
from tests.browser.leaderboards import SCRIPT_NAME, board_of, crowd

Open = Callable[..., Opened]


# ---- what it shows ----


def test_the_ranking_is_that_of_the_records_with_ties_as_ranges(opened: Opened, several: Leaderboard) -> None:
    board = board_of(several)
    assert texts(opened, ORDER) == [e.title for e in board.ranked]
    places = texts(opened, "#table tbody tr:not(.published) td:first-child")
    assert places == [e.place for e in board.ranked]
    twins = [e.place for e in board.ranked if e.title.startswith("borealis")]
    assert twins[0] == twins[1]
    assert "–" in str(twins[0])
    shown = opened.page.locator("[data-chart=forest] svg text").all_text_contents()
    assert shown.count(str(twins[0])) == sum(e.place == twins[0] for e in board.ranked)


def test_a_row_shows_every_figure_with_its_count(opened: Opened, several: Leaderboard) -> None:
    best = board_of(several).ranked[0]
    row = opened.page.locator("#table tbody tr").first.inner_text()
    for rate in (*best.categories.values(), best.over_abstention, best.false_answer, best.overall_tag_micro):
        assert f"{100 * (rate.rate or 0):.1f} %" in row
        assert f"{rate.k}/{rate.n}" in row
    assert f"{100 * (best.overall_macro or 0):.1f} %" in row
    assert best.date[:10] in row
    assert best.submitter in row


def test_published_rows_stand_on_their_dataset_without_a_place(opened: Opened, several: Leaderboard) -> None:
    printed = [row.title for row in several.published[0].rows if row.lang == "en"]
    rows = opened.page.locator("#table tr.published")
    assert sorted(texts(opened, "#table tr.published th .name")) == sorted(printed)
    assert {row.locator("td").first.inner_text() for row in rows.all()} == {"—"}
    assert set(texts(opened, "#table tr.published .badge")) == {"published"}
    opened.page.select_option("#dataset", index=0 if "gib" in texts(opened, "#dataset option")[0] else 1)
    assert opened.page.locator("#table tr.published").count() == 0


def test_what_is_not_ranked_stands_below_with_its_reason(opened: Opened, several: Leaderboard) -> None:
    gib = next(b for b in several.boards if b.dataset.name == "gib")
    opened.page.select_option("#dataset", label=opened.page.locator("#dataset option", has_text="gib").inner_text())
    assert "No result on this board is ranked." in opened.page.locator("#table").inner_text()
    assert sorted(texts(opened, "#not-ranked th .name")) == sorted(e.title for e in gib.not_ranked)
    assert sorted(texts(opened, "#not-ranked .note")) == sorted(e.note for e in gib.not_ranked)
    assert opened.page.locator("[data-chart]").count() == 0
    assert [text.strip(" ↕↑↓") for text in texts(opened, "#not-ranked thead th")][:2] == ["Model", "Why"]
    reason = opened.page.locator("#not-ranked .note").first.bounding_box()
    assert reason is not None
    assert reason["x"] + reason["width"] < 1280


def test_printed_figures_of_another_dataset_are_headed_by_its_name(show: Any, several: Leaderboard) -> None:
    gib = several.model_copy(update={"boards": tuple(b for b in several.boards if b.dataset.name == "gib")})
    heading = "#published h2"
    assert texts(show(several), heading) == []
    assert texts(show(gib), heading) == ["Another dataset: LIT-RAGBench (published figures)"]
    assert texts(show(of_submissions([])), heading) == ["Published figures: LIT-RAGBench"]
    japanese = show(gib, locale="ja-JP")
    assert texts(japanese, heading) == ["別のデータセット：LIT-RAGBench（論文の公表値）"]
    source, remark = japanese.page.locator("#published p.soft [lang=en]").all_inner_texts()
    (printed,) = gib.published
    assert (source, remark) == (printed.source, printed.note)
    assert f"{printed.source}。判定者：{printed.judge}。" in japanese.page.locator("#published").inner_text()


def test_a_table_that_is_wider_than_its_place_says_so_and_only_then(show: Any, several: Leaderboard) -> None:
    opened = show(several, viewport={"width": 900, "height": 900})
    region, hint = opened.page.locator("#table .wide"), opened.page.locator(".sideways:has(+ #table)")
    shades = "r => ['::before', '::after'].map(side => getComputedStyle(r, side).opacity)"
    opened.page.wait_for_function("() => document.querySelector('#table .wide.clipped.beyond')")
    assert hint.is_visible()
    assert region.evaluate(shades) == ["0", "1"]
    region.evaluate("r => { r.scrollLeft = r.scrollWidth; }")
    opened.page.wait_for_function("() => document.querySelector('#table .wide.before:not(.beyond)')")
    assert region.evaluate(shades) == ["1", "0"]
    opened.page.add_style_tag(content="main { max-width: none !important; }")
    opened.page.set_viewport_size({"width": 4000, "height": 900})
    opened.page.wait_for_function("() => document.querySelector('#table .wide:not(.clipped)')")
    assert hint.is_hidden()


def test_a_system_without_a_price_is_named_and_not_drawn_at_zero(opened: Opened, several: Leaderboard) -> None:
    lacking = [e.title for e in board_of(several).ranked if e.usd_per_1000 is None]
    assert lacking
    sentence = opened.page.locator("[data-figure=cost] figcaption").inner_text()
    without = sentence.split("Without a price")[1]
    assert all(name in without for name in lacking)
    opened.page.locator("[data-figure=cost] details summary").click()
    drawn = texts(opened, "[data-figure=cost] tbody th")
    assert sorted([*drawn, *lacking]) == sorted(e.title for e in board_of(several).ranked)
    cell = opened.page.locator("#table tbody tr", has_text="kasumi").locator("td .served").last
    assert cell.inner_text() == "own server"


def test_the_pareto_front_is_of_systems_that_none_beats_in_both(opened: Opened, several: Leaderboard) -> None:
    priced = [e for e in board_of(several).ranked if e.usd_per_1000 is not None]

    def beaten(e: Any) -> bool:
        return any(
            o.usd_per_1000 <= e.usd_per_1000
            and o.overall_macro >= e.overall_macro
            and (o.usd_per_1000, o.overall_macro) != (e.usd_per_1000, e.overall_macro)
            for o in priced
        )

    front = {e.title for e in priced if not beaten(e)}
    assert 0 < len(front) < len(priced)
    opened.page.locator("[data-figure=cost] details summary").click()
    rows = opened.page.locator("[data-figure=cost] tbody tr").all()
    on = {r.locator("th").inner_text() for r in rows if r.locator("td").last.inner_text() == "yes"}
    assert on == front


def test_every_chart_has_a_sentence_and_its_rows_as_a_table(opened: Opened, several: Leaderboard) -> None:
    names = ["forest", "penalty", "errors", "gap", "cost", "latency"]
    assert opened.page.locator("[data-figure]").evaluate_all("all => all.map(f => f.dataset.figure)") == names
    for name in names:
        chart = opened.page.locator(f"[data-chart={name}]")
        assert chart.get_attribute("role") == "img"
        assert str(chart.get_attribute("aria-label")).startswith("Chart:")
        opened.page.locator(f"[data-figure={name}] > details > summary").click()
        assert opened.page.locator(f"[data-figure={name}] tbody tr").count() >= 4
    gaps = {g.title: g for g in several.gaps if g.arm == "shuffled" and g.dataset.name == "lit"}
    for row in opened.page.locator("[data-figure=gap] tbody tr").all():
        gap = gaps[row.locator("th").inner_text()]
        assert f"{gap.value:+.1f}".replace("-", "−") in row.inner_text()


def test_the_heat_map_has_the_figures_in_its_cells(opened: Opened, several: Leaderboard) -> None:
    cells = [c for e in board_of(several).ranked for c in e.categories.values()]
    shown = [" ".join(text.split()) for text in texts(opened, ".heat-map td")]
    assert shown == [f"{100 * (c.rate or 0):.0f} % {c.k}/{c.n}" for c in cells]


# ---- languages and colours ----

SAID = """() => {
  for (const details of document.querySelectorAll('details')) details.open = true;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const place = walker.currentNode.parentElement;
    if (!place.closest('script, style, noscript, bdi, code, [lang]:not(html), #protocol option, #dataset, #maker'))
      found.push(walker.currentNode.textContent.trim());
  }
  for (const name of ['aria-label', 'aria-valuetext'])
    for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name));
  return [document.title, ...found];
}"""


def test_a_change_of_language_leaves_no_word_behind(opened: Opened, several: Leaderboard) -> None:
    english = set(opened.page.evaluate(SAID))
    opened.page.select_option("#language", "ja")
    opened.charts_are_drawn("ja")
    japanese = set(opened.page.evaluate(SAID))
    assert opened.page.evaluate("document.documentElement.lang") == "ja"
    names = {e.title for e in board_of(several).ranked}
    formulas = re.compile(r"[QV]\([\d.,\sku]+\)( = .*)?|k\*|p\d+")
    same = {text for text in english & japanese if re.search(r"[A-Za-z]{2,}|[A-Za-z]\(", text)}
    assert {text for text in same if not formulas.fullmatch(text)} - names == set()
    figures = re.compile(r"[\d.,\s%/·–—−\-\[\]()*:;|+QVkus=$、。％]*")
    spoken = {text for text in japanese if not figures.fullmatch(text)} - names
    foreign = {t for t in spoken if not re.search(r"[\u3040-\u30ff\u3400-\u9fff]", t)}
    assert len(spoken) > 60
    assert foreign <= {"RAG generator bench"}


def test_a_change_of_colours_repaints_the_page_and_the_charts(opened: Opened) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    painted = "document.querySelector('[data-chart=forest] svg').style.backgroundColor"
    light = opened.page.evaluate(ground), opened.page.evaluate(painted)
    opened.page.select_option("#theme", "dark")
    opened.page.wait_for_function(
        "() => [...document.querySelectorAll('[data-chart]')].every(p => p.dataset.drawn === 'en-dark')"
    )
    dark = opened.page.evaluate(ground), opened.page.evaluate(painted)
    assert light[0] == light[1]
    assert dark[0] == dark[1]
    assert light[0] != dark[0]


# ---- other people's text ----


@pytest.mark.parametrize("width", [400, pytest.param(1280, marks=pytest.mark.slow)])
def test_hostile_names_are_shown_as_text_and_do_nothing(
    show: Any, hostile: Leaderboard, tmp_path: Path, width: int
) -> None:
    opened = show(hostile, viewport={"width": width, "height": 900})
    assert SCRIPT_NAME in opened.page.locator("#table th .name").all_text_contents()
    assert opened.page.locator("#content img, #content script").count() == 0
    assert fits(opened)
    point = opened.page.locator("[data-chart=forest] svg .mark-symbol path").nth(3)
    point.scroll_into_view_if_needed()
    point.hover()
    opened.page.locator("#vg-tooltip-element.visible").wait_for()
    for text in ("<img", "=HYP"):
        opened.page.fill("#name", text)
        opened.page.wait_for_function("() => document.querySelectorAll('#table tbody tr:not(.published)').length === 1")
        opened.charts_are_drawn()
    seen = opened.page.content()
    assert "\u202e" not in seen
    assert opened.page.evaluate("document.querySelectorAll('[onerror]').length") == 0
    opened.assert_clean(tmp_path / "leaderboard.html")


# ---- every reader, every size ----


@pytest.mark.parametrize(
    ("which", "context"),
    [
        pytest.param("several", {"color_scheme": "light"}, marks=pytest.mark.slow),
        pytest.param("several", {"color_scheme": "dark", "locale": "ja-JP"}, marks=pytest.mark.slow),
        pytest.param(
            "several", {"color_scheme": "light", "viewport": {"width": 400, "height": 800}}, marks=pytest.mark.slow
        ),
        ("hostile", {"color_scheme": "dark", "viewport": {"width": 400, "height": 800}}),
    ],
    ids=["light", "dark-ja", "narrow", "hostile"],
)
def test_no_barrier_is_found_and_nothing_else_is_loaded(
    show: Any, request: pytest.FixtureRequest, tmp_path: Path, which: str, context: dict[str, Any]
) -> None:
    opened = show(request.getfixturevalue(which), **context)
    opened.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert opened.serious_findings() == []
    assert fits(opened)
    opened.assert_clean(tmp_path / "leaderboard.html")


@pytest.mark.daily(1)
@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
def test_without_results_the_page_says_so_and_how_to_submit(show: Any, tmp_path: Path, locale: str) -> None:
    opened = show(of_submissions([]), locale=locale)
    assert opened.page.locator("#empty").is_visible()
    assert opened.page.locator("#board").is_hidden()
    steps = " ".join(texts(opened, "#submit-head ~ ol code"))
    assert "bench submit results/runs/RUN bench leaderboard build" in steps
    assert "--judge openai-compatible:NAME@http://HOST:PORT/v1" in steps
    assert "bench leaderboard add FILE.json" in opened.page.locator("#submit-head ~ pre").inner_text()
    assert opened.page.locator("#published tbody tr").count() > 0
    assert opened.serious_findings() == []
    opened.assert_clean(tmp_path / "leaderboard.html")


@pytest.mark.parametrize("count", [1, 2, 60])
def test_any_number_of_systems_is_drawn(show: Any, several: Leaderboard, tmp_path: Path, count: int) -> None:
    opened = show(crowd(several, count), viewport={"width": 400, "height": 800})
    assert len(texts(opened, ORDER)) == count
    height = opened.page.locator("[data-chart=forest] svg").bounding_box()["height"]
    assert height >= 26 * count
    assert fits(opened)
    opened.assert_clean(tmp_path / "leaderboard.html")


def test_the_command_line_writes_the_page_beside_the_tables(open_page: Open, baselines: Path) -> None:
    file = baselines / "results/leaderboard.html"
    opened = open_page(file)
    assert sorted(texts(opened, "#not-ranked th .name")) == ["baseline always-abstain", "baseline extractive"]
    assert opened.page.input_value("#arm") == "shuffled"
    opened.assert_clean(file)
