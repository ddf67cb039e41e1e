"""The sliders of a report's page: ranking, values, sentence and address against V(k, u) that is computed here."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from bench.records import Arm, Item
from bench.report.site.run_page import page, report
from tests.runs import MODEL, write_dataset, write_run

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
MAINS = 20
SYSTEMS = {"steady": ("c" * 14 + "a" * 6, 1), "bold": ("c" * 18 + "ww", 11), "odd": ("c" * 15 + "www" + "aa", 4)}
"""What becomes of the Main items in their order, and how many of the unanswerable ones are attempted."""
GRID = [(k, u) for k in ("0", "0.5", "1.75", "4", "9.25", "20") for u in ("0", "0.1", "0.37", "0.8", "1")]


def rates(name: str) -> tuple[Fraction, Fraction, Fraction]:
    mains, attempted = SYSTEMS[name]
    return Fraction(mains.count("c"), MAINS), Fraction(mains.count("w"), MAINS), Fraction(attempted, MAINS + 2)


def worth(name: str, k: Fraction, u: Fraction) -> Fraction:
    if name == "always declining":
        return Fraction(0)
    r, w, f = rates(name)
    return (1 - u) * (r - k * w) - u * k * f


def letters(name: str) -> Any:
    mains, attempted = SYSTEMS[name]
    seen: dict[str, int] = {}

    def letter(item: Item, _arm: Arm, _repeat: int) -> str:
        if item.kind == "main":
            return mains[int(item.id[2:])]
        number = seen.setdefault(item.id, len(seen))
        return "w" if number < attempted else "n" if item.kind == "contradictory" else "c"

    return letter


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("situation")
    data = write_dataset(place / "set", mains=MAINS)
    runs = []
    for name in SYSTEMS:
        model = MODEL.model_copy(update={"title": name, "spec": f"openai:{name}"})
        runs.append(write_run(place / name, data, letters(name), model=model))
    made = place / "report.html"
    made.write_text(page(report(runs)), encoding="utf-8")
    return made


def move(view: Page, k: str, u: str) -> None:
    for name, value in (("k", k), ("u", u)):
        view.locator(f"#{name}").evaluate(
            "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input', {bubbles: true})); }",
            value,
        )


def standing(view: Page) -> list[tuple[int, str, float]]:
    rows = view.locator(".standing tbody tr").evaluate_all(
        "rows => rows.map(row => [row.cells[0].innerText, row.querySelector('bdi').innerText, row.cells[2].innerText])"
    )
    return [(int(rank), name, float(value.replace("−", "-"))) for rank, name, value in rows]


def sentences(view: Page) -> str:
    return " ".join(view.locator(".standing .lead li").all_inner_texts())


def test_ranking_and_values_follow_the_sliders_everywhere(open_page: Any, file: Path) -> None:
    opened = open_page(file)
    names = [*SYSTEMS, "always declining"]
    for k, u in GRID:
        move(opened.page, k, u)
        expected = {name: worth(name, Fraction(k), Fraction(u)) for name in names}
        shown = standing(opened.page)
        assert sorted(name for _, name, _ in shown) == sorted(names)
        for rank, name, value in shown:
            assert abs(value - expected[name]) <= 0.0005 + 1e-9, (k, u, name)
            assert rank == 1 + sum(other > expected[name] for other in expected.values()), (k, u, name)
        best = max(expected.values())
        first = [name for name in names if expected[name] == best]
        said = sentences(opened.page)
        assert all(name in said.split(".")[0] for name in first), (k, u, said)
    opened.assert_clean(file)


def test_the_sentence_says_where_it_turns(open_page: Any, file: Path) -> None:
    """Just before and just beyond each turn that is said, the systems that are said are first."""
    view = open_page(file).page
    names = [*SYSTEMS, "always declining"]
    turns = 0
    for k, u in (("0.5", "0.1"), ("4", "0.1"), ("4", "0.37"), ("9.25", "0.8")):
        move(view, k, u)
        here = standing(view)[0][1]
        for side, by, at, name in re.findall(
            r"(Above|Below) (k|u) = ([\d.]+)(?: %)?, (.+?) is worth more", sentences(view)
        ):
            turns += 1
            place, step = Fraction(at) / (1 if by == "k" else 100), Fraction(1, 100)
            beyond = place + step if side == "Above" else place - step
            before = place - step if side == "Above" else place + step
            for point, expected in ((beyond, name), (before, here)):
                asked = (point, Fraction(u)) if by == "k" else (Fraction(k), point)
                assert max(names, key=lambda n, asked=asked: worth(n, *asked)) == expected, (k, u, by, at)  # type: ignore[misc]
    assert turns >= 6


def test_the_address_keeps_k_and_u_and_the_usual_ones_are_not_in_it(open_page: Any, file: Path) -> None:
    opened = open_page(file)
    assert opened.page.locator("#k").input_value() == "4"
    assert opened.page.locator("#u").input_value() == "0.1"
    move(opened.page, "9.25", "0.37")
    opened.page.select_option("select[name=outcome]", "wrong")
    link = opened.page.url
    there = open_page(file).page
    there.goto(link)
    assert standing(there) == standing(opened.page)
    assert there.locator("#filters select[name=outcome]").input_value() == "wrong"
    move(there, "4", "0.1")
    assert "k=" not in there.url
    assert "u=" not in there.url.partition("#")[2].replace("outcome=", "")
    there.goto(file.as_uri() + "#k=-3&u=7")
    there.reload()
    assert there.locator("#k").input_value() == "4"


def test_a_link_to_an_item_leaves_the_sliders_where_they_are(open_page: Any, file: Path) -> None:
    view = open_page(file).page
    move(view, "9.25", "0.37")
    before = standing(view)
    view.evaluate("location.hash = 'item=Q-3&lang=en'")
    view.locator("[data-item='en/Q-3'] .body").wait_for()
    assert standing(view) == before
    assert "k=9.25" in view.url
