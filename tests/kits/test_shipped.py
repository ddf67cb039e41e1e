"""What the suite ships as drawn is what its kits draw: rows by the same seed, to the byte."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from functools import cache

import pytest

from bench import kits
from bench.kits.release import world_rows
from bench.kits.world import World
from bench.records import LANGS
from bench.shipped import shipped

FILES = ("chunks", "items", "abstention")


def shipped_rows(lang: str, file: str) -> list[str]:
    return (shipped("data") / lang / "drawn" / f"{file}.jsonl").read_text("utf-8").splitlines()


@cache
def drawn() -> list[dict[str, str]]:
    return [json.loads(line)["drawn"] for line in shipped_rows("en", "items")]


def test_every_program_of_a_shipped_kit_asks_as_many_questions_in_each_of_six_tiers() -> None:
    asked = Counter((row["kit"], row["program"]) for row in drawn())
    assert {row["tier"] for row in drawn()} == {1, 2, 3, 4, 5, 6}
    assert {name for name, _ in asked} <= set(kits.finished())
    assert set(asked) == {(name, program) for name, _ in asked for program in kits.load(name).programs}
    assert len(set(asked.values())) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({row["kit"] for row in drawn()})[::4])
def test_a_shipped_world_is_what_its_kit_draws(name: str) -> None:
    (seed,) = {row["seed"] for row in drawn()}
    (each,) = set(Counter(row["program"] for row in drawn() if row["kit"] == name).values())
    made: dict[tuple[str, str], list[str]] = defaultdict(list)
    for lang, file, rows in world_rows(World(kits.load(name), seed), each, LANGS, {}):
        made[lang, file] += [json.dumps(row, ensure_ascii=False) for row in rows]
    for (lang, file), lines in made.items():
        assert lines == [line for line in shipped_rows(lang, file) if line.startswith(f'{{"id": "{name}-{seed}-')]
