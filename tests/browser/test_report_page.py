"""The report's page in a real browser: every item can be found and read, and nothing in it runs but its own script."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from bench.report.site.run_page import page, report
from tests.browser.conftest import Opened
from tests.runs import MODEL, write_dataset, write_lines, write_run

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
HOSTILE = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>{{7*7}} \u202eevil"
NARROW = {"viewport": {"width": 400, "height": 800}}
NAMES = re.compile(
    "gold|shuffled|retrieved|none|baseline|extractive|rule judge|rule|full|sha256|Main|Recall|Precision|English"
)
"""Arms, figures, models and languages by their own name: the same in every language."""


def bench(*arguments: str | Path, cwd: Path) -> str:
    command = [sys.executable, "-m", "bench", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def baseline(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extractive baseline on the suite's own data in both languages and all arms, through the command line."""
    place = tmp_path_factory.mktemp("baseline")
    bench("run", "baseline:extractive", "--judge", "rule", "--limit", "24", "--arms", "gold,shuffled,retrieved,none",
          "--out", place / "run", "--quiet", cwd=place)  # fmt: skip
    bench("report", place / "run", cwd=place)
    return place / "run" / "report.html"


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two systems that disagree on one item, with names, answers and chunks that try to get out of the page."""
    place = tmp_path_factory.mktemp("hostile")
    data = write_dataset(place / "set", mains=6)
    chunks = [json.loads(line) for line in (data / "en" / "chunks.jsonl").read_text("utf-8").splitlines()]
    write_lines(data / "en" / "chunks.jsonl", [{**c, "title": HOSTILE, "text": c["text"] + HOSTILE} for c in chunks])
    runs = []
    for name, wrong in (("one", "Q-2"), ("two", "")):
        model = MODEL.model_copy(update={"title": f"{name} {HOSTILE}", "spec": f"openai:{name}"})
        run = write_run(
            place / name,
            data,
            lambda i, *_, wrong=wrong: "w" if i.id == wrong else "c",
            model=model,
            arms=("gold", "shuffled"),
        )
        rows = [json.loads(line) for line in (run / "answers.jsonl").read_text("utf-8").splitlines()]
        for row in rows:
            row |= {"text": HOSTILE + " " + row["text"], "chunks": [f"W-{row['item'][2]}", "W-5"]}
        write_lines(run / "answers.jsonl", rows)
        runs.append(run)
    file = place / "report.html"
    file.write_text(page(report(runs)), encoding="utf-8")
    return file


def shown(page: Page) -> list[str]:
    return page.locator("#list .item .id").all_inner_texts()


def search(page: Page, text: str) -> None:
    page.fill("input[name=text]", text)
    page.wait_for_timeout(250)


@pytest.mark.slow
def test_search_finds_words_of_question_answer_and_document(open_page: Any, baseline: Path) -> None:
    view = open_page(baseline).page
    every = view.locator("#found").inner_text()
    search(view, "Nezasa Spring Works")
    found = shown(view)
    assert found
    assert view.locator("#found").inner_text() != every
    assert all(identifier.endswith("en") for identifier in found)
    search(view, "no such words anywhere")
    assert shown(view) == []


@pytest.mark.slow
def test_filters_combine(open_page: Any, baseline: Path) -> None:
    view = open_page(baseline).page
    view.select_option("select[name=lang]", "ja")
    view.select_option("select[name=kind]", "main")
    view.select_option("select[name=outcome]", "wrong")
    found = shown(view)
    assert found
    assert all(re.fullmatch(r"GIB-\d+ · ja", identifier) for identifier in found)
    assert view.locator("#list .chips").count() == view.locator("#list .chips:has(.wrong)").count()
    view.click("#filters button")
    assert len(shown(view)) > len(found)


@pytest.mark.slow
def test_wrong_items_stand_before_over_cautious_ones_and_those_before_the_right_ones(
    open_page: Any, baseline: Path
) -> None:
    view = open_page(baseline).page
    view.select_option("select[name=arm]", "gold")
    ranks = []
    while True:
        for chip in view.locator("#list .chips").all():
            gold = chip.locator(".chip").filter(has_text="gold").locator("[aria-hidden]").inner_text()
            ranks.append({"✗": 0, "–": 1, "?": 2, "✓": 3}[gold[-1]])
        following = view.locator("#pager button").last
        if following.is_disabled():
            break
        following.click()
    assert ranks == sorted(ranks)
    assert set(ranks) == {0, 1, 2, 3}


@pytest.mark.slow
def test_an_opened_item_shows_documents_in_order_with_gold_and_evidence_marked(open_page: Any, baseline: Path) -> None:
    opened: Opened = open_page(baseline)
    view = opened.page
    view.select_option("select[name=lang]", "en")
    view.select_option("select[name=kind]", "main")
    item = view.locator("#list .item").first
    assert item.locator(".body").count() == 0
    item.locator("> summary").press("Enter")
    item.locator("details.shown > summary").first.click()
    assert item.locator("ol.documents").first.locator(".tag.gold").first.inner_text() == "gold"
    mark = item.locator("mark").first
    assert mark.inner_text().startswith("evidence")
    quote = mark.evaluate("mark => mark.lastChild.textContent")
    held = json.loads(view.locator("#data").evaluate("data => data.textContent"))["page"]["browser"]
    identifier = item.locator(".id").inner_text().partition(" ")[0]
    stored = next(i for i in held["items"] if i["id"] == identifier and i["lang"] == "en")
    assert quote in [evidence for _, evidence in stored["evidence"]]
    first = next(t for t in stored["trials"] if t["arm"] == "gold")
    documents = item.locator("ol.documents").first.locator("small.soft").all_inner_texts()
    assert documents == [held["chunks"][n]["id"] for n in held["contexts"][first["context"]]]
    assert item.locator(".answer").first.inner_text().strip() == first["text"].strip()
    assert "rule" in item.locator(".votes").first.inner_text()
    opened.assert_clean(baseline)


@pytest.mark.slow
def test_arrow_keys_go_from_item_to_item(open_page: Any, baseline: Path) -> None:
    view = open_page(baseline).page
    view.locator("#list .item > summary").first.focus()
    view.keyboard.press("ArrowDown")
    assert view.evaluate("document.activeElement.parentElement.dataset.item") == view.locator("#list .item").nth(
        1
    ).get_attribute("data-item")


@pytest.mark.slow
def test_a_link_opens_its_item_whatever_page_it_is_on(open_page: Any, baseline: Path) -> None:
    view = open_page(baseline).page
    held = json.loads(view.locator("#data").evaluate("data => data.textContent"))["page"]["browser"]["items"]
    last = held[-1]
    view.evaluate("hash => { location.hash = hash; }", f"item={last['id']}&lang={last['lang']}")
    place = view.locator(f"[data-item='{last['lang']}/{last['id']}']")
    place.locator(".body").wait_for()
    assert place.get_attribute("open") is not None
    view.evaluate("location.hash = 'item=NOBODY'")
    view.wait_for_function("document.getElementById('found').textContent.includes('NOBODY')")


@pytest.mark.slow
def test_another_language_leaves_no_word_behind(open_page: Any, baseline: Path) -> None:
    opened: Opened = open_page(baseline)
    view = opened.page
    opened.charts_are_drawn("en")
    view.locator("#list .item > summary").first.click()
    english = set(words_of_the_interface(view))
    view.select_option("#language", "ja")
    opened.charts_are_drawn("ja")
    japanese = words_of_the_interface(view)
    left = {text for text in japanese if text in english and re.search(r"[a-z]{4}", text)}
    assert {text for text in left if re.search(r"[a-z]{4}", NAMES.sub("", text))} == set()
    assert view.locator("html").get_attribute("lang") == "ja"
    opened.assert_clean(baseline)


def words_of_the_interface(view: Page) -> list[str]:
    """Every text outside the data itself: not in elements that say their own language, and not in an answer."""
    texts: list[str] = view.evaluate(
        """() => {
          const found = [];
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const parent = walker.currentNode.parentElement;
            if (parent.closest("script, style, noscript, .text, .asked, option[lang], .chart [lang]")) continue;
            if (walker.currentNode.data.trim()) found.push(walker.currentNode.data.trim());
          }
          return found;
        }"""
    )
    return texts


@pytest.mark.slow
def test_the_theme_changes_page_and_charts(open_page: Any, baseline: Path) -> None:
    opened: Opened = open_page(baseline)
    opened.charts_are_drawn()
    ground = "getComputedStyle(document.body).backgroundColor"
    light = opened.page.evaluate(ground)
    opened.page.select_option("#theme", "dark")
    opened.page.wait_for_function("document.querySelector('[data-chart]').dataset.drawn === 'en-dark'")
    assert opened.page.evaluate(ground) != light
    opened.assert_clean(baseline)


@pytest.mark.slow
def test_two_runs_show_where_they_disagree(open_page: Any, hostile: Path) -> None:
    opened: Opened = open_page(hostile)
    opened.charts_are_drawn()
    opened.page.check("input[name=disagree]")
    assert shown(opened.page) == ["Q-2 · en"]
    assert (
        "is better by" in opened.page.locator("#differences").inner_text()
        or "not distinguishable" in opened.page.locator("#differences").inner_text()
    )
    assert opened.page.locator("#side_by_side table").first.locator("thead th").count() == 3
    opened.assert_clean(hostile)


def test_nothing_runs_from_a_name_an_answer_or_a_chunk(open_page: Any, hostile: Path) -> None:
    opened: Opened = open_page(hostile)
    view = opened.page
    opened.charts_are_drawn()
    for item in view.locator("#list .item > summary").all()[:3]:
        item.click()
    for document in view.locator("details.shown > summary").all()[:3]:
        document.click()
    assert HOSTILE.split("{", 1)[0] in view.locator(".answer").first.inner_text()
    assert view.locator("ol.documents").first.inner_text().count("onerror") >= 1
    assert view.evaluate("window.hacked") is None
    assert view.locator("img").count() == 0
    assert "49" not in view.locator("h1").inner_text()
    assert "\u202e" not in view.locator("h1").inner_text()
    opened.assert_clean(hostile)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"color_scheme": "light"}, marks=pytest.mark.slow),
        pytest.param({"color_scheme": "dark"}, marks=pytest.mark.slow),
        {**NARROW, "locale": "ja-JP"},
    ],
    ids=["light", "dark", "narrow, Japanese"],
)
def test_axe_finds_nothing_serious(open_page: Any, baseline: Path, options: dict[str, Any]) -> None:
    opened: Opened = open_page(baseline, **options)
    opened.charts_are_drawn("ja" if "locale" in options else "en")
    opened.page.locator("#list .item > summary").first.click()
    opened.page.locator("details.shown > summary").first.click()
    assert opened.serious_findings() == []


@pytest.mark.slow
def test_a_narrow_screen_does_not_scroll_sideways(open_page: Any, baseline: Path, hostile: Path) -> None:
    for file in (baseline, hostile):
        opened: Opened = open_page(file, **NARROW)
        opened.charts_are_drawn()
        assert opened.page.evaluate("document.documentElement.scrollWidth") == 400
