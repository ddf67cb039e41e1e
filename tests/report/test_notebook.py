"""A run shows itself: short sentences at a prompt, and in a notebook a verdict, one table and one chart."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from bench.records import Summary
from bench.report.notebook import Run
from bench.scoring import score
from tests.report.desk import mixed_run
from tests.runs import write_dataset

HOSTILE = "</svg><script>alert(1)</script>&\u202e"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("notebook")
    run = mixed_run(folder / "run", write_dataset(folder / "set", ("en", "ja")))
    return Run.of(score(run), run)


class Tags(HTMLParser):
    """The tags that are open after a document, and every tag that it has."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        del attrs
        self.seen.append(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        del attrs
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_notebook_gets_a_verdict_a_table_and_a_chart_in_little_html(own: Run) -> None:
    html = own._repr_html_()
    tags = Tags(html)
    assert tags.open == []
    assert (tags.seen.count("table"), tags.seen.count("svg"), tags.seen.count("ul")) == (1, 1, 1)
    assert "Situation: a wrong answer costs 4 right ones" in html
    assert "Over-abstention" in html
    assert len(html.encode()) < 20_000


def test_it_speaks_each_interface_language(own: Run) -> None:
    assert "前提：誤答1件は" in own.html("ja")
    with pytest.raises(KeyError):
        own.html("xx")


def test_names_of_others_are_text(own: Run) -> None:
    model = own.model.model_copy(update={"title": HOSTILE})
    data = own.dataset.model_copy(update={"name": HOSTILE})
    hostile = Run.of(own.model_copy(update={"model": model, "dataset": data, "run": HOSTILE}), Path(HOSTILE))
    tags = Tags(hostile.html())
    assert "script" not in tags.seen
    assert "\u202e" not in hostile.html() + repr(hostile)


def test_at_a_prompt_it_is_the_verdict_and_a_bare_summary_one_line(own: Run) -> None:
    assert repr(own) == str(own)
    assert 5 < len(repr(own).splitlines()) < 25
    bare = Summary.model_validate_json(own.model_dump_json())
    assert repr(bare) == f"Summary(run={own.run!r}, model={own.model.spec!r}, complete={own.complete})"


def test_it_is_the_summary_and_knows_its_folder(own: Run) -> None:
    bare = Summary.model_validate_json(own.model_dump_json())
    assert own == bare
    assert bare == own
    assert own != bare.model_copy(update={"run": "another"})
    assert own.folder is not None
    assert (own.folder / "summary.json").parent == own.folder
