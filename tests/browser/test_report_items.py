"""One item of a report in a real browser: its tables, two answers beside each other, and the address of a view."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.report.site.run_page import page, report
from tests.browser.conftest import Opened
from tests.browser.hostile_tables import BY_HAND, generated
from tests.browser.test_report_page import HOSTILE
from tests.runs import MODEL, write_dataset, write_lines, write_run

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
TABLE = (
    "Before.\n<table><thead><tr><th>Pier</th><th>Day</th></tr></thead><tbody>"
    '<tr><td rowspan="2">0</td><td>10</td></tr><tr><td colspan="1">11 &amp; <b>12</b></td></tr></tbody></table>\nAfter.'
)
QUOTE = '<tr><td colspan="1">11 &amp; <b>12</b></td></tr>'
ANSWERS = ("The gauge was serviced on day 10, early.", "The gauge was serviced on day 11.")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs. Q-0 was shown a table and every hostile one; its answers differ in a few words."""
    place = tmp_path_factory.mktemp("items")
    data = write_dataset(place / "set", mains=4)
    chunks = [json.loads(line) for line in (data / "en" / "chunks.jsonl").read_text("utf-8").splitlines()]
    chunks += [{"id": f"H-{n}", "title": "t", "text": text} for n, text in enumerate([*BY_HAND, *generated(), HOSTILE])]
    write_lines(data / "en" / "chunks.jsonl", [*chunks, {"id": "W-T", "title": "The table", "text": TABLE}])
    items = [json.loads(line) for line in (data / "en" / "items.jsonl").read_text("utf-8").splitlines()]
    items[0] |= {"positive": ["W-0", "W-T"], "reasoning": "The second row of the table."}
    items[0]["evidence"].append({"chunk": "W-T", "quote": QUOTE})
    write_lines(data / "en" / "items.jsonl", items)
    shown = [c["id"] for c in chunks if c["id"].startswith("H-")]
    runs = []
    for name, text in zip(("one", "two"), ANSWERS, strict=True):
        model = MODEL.model_copy(update={"title": name, "spec": f"openai:{name}"})
        run = write_run(place / name, data, lambda *_, n=name: "w" if n == "two" else "c", model=model)
        rows = [json.loads(line) for line in (run / "answers.jsonl").read_text("utf-8").splitlines()]
        write_lines(run / "answers.jsonl", [{**row, "text": text, "chunks": ["W-T", *shown]} for row in rows])
        runs.append(run)
    made = place / "report.html"
    made.write_text(page(report(runs)), encoding="utf-8")
    return made


def opened_item(open_page: Any, file: Path) -> Opened:
    opened: Opened = open_page(Path(file))
    opened.page.evaluate("location.hash = 'item=Q-0&lang=en'")
    opened.page.locator("[data-item='en/Q-0'] .body").wait_for()
    opened.page.locator("[data-item='en/Q-0'] details.shown > summary").first.click()
    return opened


def test_an_html_table_is_a_table_with_its_evidence_marked_and_the_source_stays(open_page: Any, file: Path) -> None:
    item = opened_item(open_page, file).page.locator("[data-item='en/Q-0']")
    assert "The second row of the table." in item.locator(".facts").inner_text()
    document = item.locator("ol.documents > li").first
    assert document.locator(".rendered tr").all_inner_texts() == ["Pier\tDay", "0\t10", "11 & 12"]
    assert document.locator(".rendered tr.evidence").all_inner_texts() == ["11 & 12"]
    assert document.locator(".rendered td").first.get_attribute("rowspan") == "2"
    document.locator(".source > summary").click()
    written = document.locator(".source .text").evaluate(
        "place => { place = place.cloneNode(true); place.querySelectorAll('.tag').forEach(t => t.remove());"
        " return place.textContent; }"
    )
    assert written == TABLE


def test_no_hostile_table_runs_loads_or_covers_anything(open_page: Any, file: Path) -> None:
    opened = opened_item(open_page, file)
    view = opened.page
    documents = view.locator("[data-item='en/Q-0'] ol.documents > li > details")
    assert documents.count() == len(BY_HAND) + 50 + 2
    view.evaluate("document.querySelectorAll('ol.documents details').forEach(d => { d.open = true; })")
    view.wait_for_function(
        "[...document.querySelectorAll('ol.documents > li > details')].every(d => d.children.length > 1)"
    )
    found = view.evaluate(
        """() => [...document.querySelectorAll('.rendered table, .rendered table *')].flatMap(node =>
             [node.tagName, ...node.getAttributeNames().map(name => '@' + name)])"""
    )
    assert len(found) > 20
    assert set(found) <= {
        *("TABLE", "CAPTION", "THEAD", "TBODY", "TFOOT", "TR", "TH", "TD", "B", "SPAN"),
        *("@class", "@colspan", "@rowspan"),
    }
    assert view.locator("ol.documents").locator("img, script, svg, iframe, style, a, form, input").count() == 0
    for cell in view.locator(".rendered td, .rendered th").all()[:40]:
        cell.dispatch_event("click")
    assert view.evaluate("window.hacked") is None
    opened.assert_clean(file)


def test_two_answers_stand_beside_each_other_with_the_words_that_differ_marked(open_page: Any, file: Path) -> None:
    item = opened_item(open_page, file).page.locator("[data-item='en/Q-0']")
    pair = item.locator(".pair .answer")
    assert pair.all_inner_texts() == list(ANSWERS)
    left, right = (pair.nth(side).locator("mark").all_inner_texts() for side in (0, 1))
    assert "".join(left).replace(" ", "") == "10,early"
    assert right == ["11"]
    boxes = [pair.nth(side).bounding_box() for side in (0, 1)]
    assert boxes[0]["y"] == boxes[1]["y"]  # type: ignore[index]


def test_the_address_leads_back_to_the_filters(open_page: Any, file: Path) -> None:
    first = open_page(file).page
    first.select_option("select[name=outcome]", "wrong")
    first.select_option("select[name=run]", "1")
    first.fill("input[name=text]", "pier 2")
    first.wait_for_url("**text=**")
    second = open_page(file).page
    second.goto(first.url)
    assert second.locator("#found").inner_text() == first.locator("#found").inner_text() != ""
    assert second.locator("input[name=text]").input_value() == "pier 2"
    second.locator("#filters button").click()
    assert "outcome" not in second.url


def test_a_term_says_what_it_means_on_focus_and_escape_hides_it(open_page: Any, file: Path) -> None:
    view = open_page(file).page
    view.locator("#side_by_side summary").first.click()
    term = view.locator("#side_by_side .term").filter(has_text="Over-abstention").first
    term.focus()
    assert "declined" in view.locator("#hint").inner_text()
    assert "lower is better" in view.locator("#hint").inner_text()
    view.keyboard.press("Escape")
    assert view.locator("#hint").is_hidden()


@pytest.mark.daily(1)
@pytest.mark.parametrize(("width", "shown"), [(1280, ".card dd, #verdict .lead"), (400, ".card:first-child dd")])
def test_the_score_is_seen_at_first_sight_and_facts_come_last(
    open_page: Any, tmp_path: Path, width: int, shown: str
) -> None:
    made = tmp_path / "report.html"
    run = write_run(tmp_path / "run", write_dataset(tmp_path / "set", mains=8))
    made.write_text(page(report([run])), encoding="utf-8")
    view = open_page(made, viewport={"width": width, "height": 800}).page
    ends = view.locator(shown).evaluate_all("all => all.map(part => part.getBoundingClientRect().bottom)")
    assert ends
    assert max(ends) <= 800
    parts = view.locator("main section").evaluate_all("all => all.map(part => part.id)")
    assert [part for part in parts if part in ORDER] == ORDER
    assert parts[-1] == "run"


ORDER = ["verdict", "situation", "headline", "results", "items", "quality"]
