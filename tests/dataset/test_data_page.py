"""docs/data.md: its example rows are what it says they are, because the suite reads them."""

from __future__ import annotations

from pathlib import Path

from bench.contexts import context, overlaid
from bench.dataset import load
from bench.dataset.importers.jsonl import KEYS
from bench.records import KINDS
from bench.retrieval import Bm25
from tests.docs.pages import ROOT, blocks

PAGE = ROOT / "docs" / "data.md"


def example(file: str) -> str:
    """The block that the page tells its reader to save as `file`."""
    (block,) = (block.text for block in blocks(PAGE) if block.saved_as == file)
    return block


def test_the_single_file_is_read_in_both_languages(tmp_path: Path) -> None:
    file = tmp_path / "ferry.jsonl"
    file.write_text(example("ferry.jsonl"), "utf-8")
    langs = load(str(file), ["en", "ja"]).langs
    main, removed = langs["en"].items
    assert (main.kind, removed.kind, removed.cluster) == ("main", "insufficient", main.id)
    assert [item.id for item in langs["ja"].items] == [main.id]
    assert len(langs["en"].corpus) == 3


def test_every_field_of_the_single_file_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    table = text[text.index("## Your own questions") : text.index("## The own format")]
    assert [name for name in (*KEYS, *KINDS) if f"`{name}`" not in table] == []


def test_the_own_format_is_read_and_its_overlays_do_what_the_page_says(tmp_path: Path) -> None:
    folder = tmp_path / "ferry" / "en"
    folder.mkdir(parents=True)
    for name in ("chunks", "items", "abstention"):
        (folder / f"{name}.jsonl").write_text(example(f"ferry/en/{name}.jsonl"), "utf-8")
    data = load(str(folder.parent), ["en"]).langs["en"]
    by_kind = {item.kind: item for item in data.items}
    assert set(by_kind) == set(KINDS)
    assert by_kind["insufficient"].id == "FER-001-INS"
    assert overlaid(by_kind["incomplete"], data.corpus)["F01-01"].text.endswith("| Bicycle | 300 | ")
    shown = context(
        by_kind["contradictory"],
        "gold",
        corpus=data.corpus,
        retriever=Bm25(data.corpus, "en"),
        k=10,
        seed=0,
        repeat=0,
    )
    assert {chunk.id for chunk in shown} == {"F01-01", "F01-03", "F01-91"}
