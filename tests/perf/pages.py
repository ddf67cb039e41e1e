"""How long the page of a run takes in Chromium: for 1,440 trials, a usual run, and for 10,000 and more.

Measured are the size of the file, the seconds until the list stands and until the charts are drawn, the slowest filter,
a search at once, and one after the page had seconds of rest. Answers and votes are made up; documents and questions are
the suite's own, in both languages.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from bench.dataset import load
from bench.records import ARMS
from bench.report.site.run_page import page, report
from tests.browser.conftest import QUIET, browser_path
from tests.browser.leaderboards import SEVERAL, letters_of
from tests.perf.measuring import Figure
from tests.runs import write_lines, write_run

PRESETS = ("written", "full")
REST_MS = 3000
MEASURED = (
    ("size of the page", "MB", ""),
    ("until the list stands", "s", "under 5 s"),
    ("until the charts are drawn", "s", "under 5 s"),
    ("the slowest filter", "ms", "under 300 ms"),
    ("a search at once", "ms", ""),
    ("a search after a rest", "ms", "under 300 ms"),
)
CHOICES = {"outcome": "wrong", "lang": "ja", "arm": "shuffled", "category": "Reasoning", "kind": "main"}
CHANGE = """([name, value]) => {
  const control = document.querySelector(`#filters [name=${name}]`);
  control.value = value;
  const begun = performance.now();
  control.dispatchEvent(new Event('change', {bubbles: true}));
  document.body.offsetHeight;
  return performance.now() - begun;
}"""
SEARCH = """(word) => new Promise((done) => {
  const [field, found] = [document.querySelector('#filters [name=text]'), document.getElementById('found')];
  field.value = word;
  let begun = 0;
  const heard = () => { document.body.offsetHeight; done(performance.now() - begun - 150); };
  new MutationObserver(heard).observe(found, {childList: true});
  begun = performance.now();
  field.dispatchEvent(new Event('input', {bubbles: true}));
})"""
"""Without the 150 ms for which the page waits for more letters."""


def figures(folder: Path) -> Iterator[Figure]:
    path = browser_path()
    if path is None:
        raise RuntimeError("no Chromium on this machine: install it, or name it in BENCH_CHROMIUM")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, headless=True, args=list(QUIET))
        few, many = (opened(chromium, *made(folder, preset)) for preset in PRESETS)
        chromium.close()
    for (name, unit, wanted), one, other in zip(MEASURED, few[1:], many[1:], strict=True):
        usual = f"the same of {few[0]:.0f} trials"
        yield Figure("pages", f"{name}, {few[0]:.0f} trials", one, unit)
        yield Figure("pages", f"{name}, {many[0]:.0f} trials", other, unit, usual, other / one, wanted)


def made(folder: Path, preset: str) -> tuple[Path, int]:
    """The page of a run over a preset in every arm, with the documents that each arm shows; and its trials."""
    run = write_run(folder / preset, "gib", letters_of(SEVERAL[1]), langs=("en", "ja"), arms=ARMS, preset=preset)
    data = load("gib", ("en", "ja"))
    items = {(lang, item.id): item for lang in ("en", "ja") for item in data.langs[lang].items}
    rows = [json.loads(line) for line in (run / "answers.jsonl").read_text("utf-8").splitlines()]
    for row in rows:
        item = items[row["lang"], row["item"]]
        evidence = [*item.positive, *item.overlay.rival]
        row["chunks"] = {"none": [], "gold": evidence}.get(row["arm"], [*evidence, *item.negative])
        row["text"] = f"{item.answer} {item.reasoning}"
    write_lines(run / "answers.jsonl", rows)
    file = folder / f"{preset}.html"
    file.write_text(page(report([run])), encoding="utf-8")
    return file, len(rows)


def opened(chromium: Browser, file: Path, trials: int) -> tuple[float, ...]:
    """Trials, megabytes, seconds to the list and to the charts, milliseconds of a filter and of two searches."""
    view: Page = chromium.new_page(viewport={"width": 1280, "height": 800})
    begun = time.perf_counter()
    view.goto(file.as_uri())
    view.locator("#list .item").first.wait_for()
    listed = time.perf_counter() - begun
    view.locator("[data-chart][data-drawn]").last.wait_for()
    drawn = time.perf_counter() - begun
    slowest = max(view.evaluate(CHANGE, list(choice)) for choice in CHOICES.items())
    view.click("#filters button")
    first = view.evaluate(SEARCH, "December")
    view.wait_for_timeout(REST_MS)
    second = view.evaluate(SEARCH, "November")
    view.close()
    return trials, file.stat().st_size / 1e6, listed, drawn, slowest, first, second
