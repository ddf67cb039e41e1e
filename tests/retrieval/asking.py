"""A small bilingual corpus with items, and a short way to get retrievers for it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from bench.clients import Pacing
from bench.records import Chunk, Cut, Item, Lang, Overlay
from bench.retrieval import Retriever, read_spec, ready
from bench.retrieval.vectors import VectorCache

QUICK = Pacing(max_retries=2, first_wait_s=0.001, max_wait_s=0.002)

CORPORA: dict[Lang, dict[str, Chunk]] = {
    "en": {
        "a": Chunk(id="a", title="Fees", text="The fee for a mooring berth is 12,500 yen a month."),
        "b": Chunk(id="b", text="Dogs are welcome on the pier."),
        "c": Chunk(id="c", text="The berth at the north pier was repaired."),
    },
    "ja": {
        "a": Chunk(id="a", text="係留料は月額１２，５００円とする。"),
        "b": Chunk(id="b", text="桟橋には犬を連れて入ることができます。"),
        "c": Chunk(id="c", text="北桟橋を補修した。"),
    },
}
RIVAL = Chunk(id="r", text="Mooring fee: the monthly fee for mooring is 14,000 yen.")


def item(name: str, lang: Lang = "en", question: str = "What is the monthly fee for a berth?", **more: object) -> Item:
    fields = {"id": name, "lang": lang, "kind": "main", "question": question, "answer": "x", "cluster": name, **more}
    return Item.model_validate(fields)


MAIN = item("Q", positive=("a",))
MAIN_JA = item("Q", "ja", "係留料は月額いくらか", positive=("a",))
REMOVED = item("Q-INS", kind="insufficient", overlay=Overlay(remove=("a",)), base="Q")
ADDED = item("Q-CON", kind="contradictory", positive=("a",), overlay=Overlay(add=(RIVAL,), rival=(RIVAL.id,)), base="Q")
SHORT = item("Q-INC", kind="incomplete", positive=("a",), overlay=Overlay(cuts=(Cut(chunk="a", end=3),)), base="Q")
ITEMS = (MAIN, MAIN_JA, REMOVED, ADDED, SHORT)


def retrievers(
    spec: str, folder: Path, asked: tuple[Item, ...] = ITEMS, told: list[str] | None = None
) -> Mapping[Lang, Retriever]:
    read = read_spec(spec, ("en", "ja"))
    tell = (told if told is not None else []).append
    return asyncio.run(ready(read, CORPORA, ITEMS, asked, VectorCache(folder / "v.sqlite"), pacing=QUICK, tell=tell))
