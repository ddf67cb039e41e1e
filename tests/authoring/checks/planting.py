"""Planting one fault in a sound world, in a scratch copy, and what the validator says of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bench.authoring.findings import Finding
from bench.authoring.validate import validate
from tests.dataset.world import Rows, World, sound_world, write

Break = Callable[[World], object]
EN, JA = "en", "ja"
COUNTS = {"composition", "small_world", "median_length", "not_solved"}


def broken(folder: Path, change: Break, settings: str = "") -> list[Finding]:
    """Errors, warnings and infos of the world after `change`, without the counts that a small world always gives."""
    world = sound_world()
    change(world)
    found = validate(str(write(folder, world, settings)), ["en", "ja"])
    return [finding for finding in found if finding.code not in COUNTS]


def chunk(world: World, number: int, lang: str = EN) -> dict:  # type: ignore[type-arg]
    return world[lang]["chunks"][number - 1]


def item(world: World, number: int, lang: str = EN) -> dict:  # type: ignore[type-arg]
    return world[lang]["items"][number - 1]


def overlay(world: World, name: str, lang: str = EN) -> dict:  # type: ignore[type-arg]
    return next(row for row in world[lang]["abstention"] if row["id"] == name)


def both(change: Callable[[World, str], object]) -> Break:
    """The same change in both languages, so that only the check in question speaks."""
    return lambda world: [change(world, lang) for lang in (EN, JA)]


def put(row: Callable[[World], dict], field: str, value: object) -> Break:  # type: ignore[type-arg]
    return lambda world: row(world).__setitem__(field, value)


def append(row: Callable[[World], dict], text: str, field: str = "text") -> Break:  # type: ignore[type-arg]
    return lambda world: row(world).__setitem__(field, row(world)[field] + text)


def swap(old: str, new: str) -> Break:
    """The fees of 2026 with other words, in Japanese alone."""

    def change(world: World) -> None:
        row = chunk(world, 1, JA)
        row.update({name: row[name].replace(old, new) for name in ("title", "text")})

    return change


def rival(world: World, name: str = "TST-001-CON", lang: str = EN) -> dict:  # type: ignore[type-arg]
    return overlay(world, name, lang)["add"]  # type: ignore[no-any-return]


def third(world: World, lang: str, name: str = "TST-003", **changes: object) -> Rows:
    """One more item, sound as far as it goes."""
    question = "On which weekday is the counter open?" if lang == EN else "窓口が開くのは何曜日か。"
    quote = "The counter is open on Saturdays." if lang == EN else "窓口は土曜日に開く。"
    world[lang]["items"].append({
        **item(world, 2, lang), "id": name, "question": question, "answer": "Saturday" if lang == EN else "土曜日",
        "accept": [], "aspects": ["synonym"], "positive": ["T01-05"], "evidence": [{"chunk": "T01-05", "quote": quote}],
        "negative": [f"T01-{n:02}" for n in (1, 2, 3, 4, 6, 7, 8, 9)], **changes,
    })  # fmt: skip
    return world[lang]["items"]


def solve(
    world: World, context: str = "with_evidence", agrees: bool = True, given: str = "1,360 yen", add: bool = False
) -> None:
    review = {"solver": "reader-1", "context": context, "given": given, "agrees": agrees, "date": "2026-06-02"}
    item(world, 1)["reviews"] = [*(item(world, 1)["reviews"] if add else ()), review]
