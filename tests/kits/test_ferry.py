"""The ferry kit, held to its second reader; `python -m bench.authoring.kit_check ferry` does the same over 50 seeds."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.authoring.kit_faults import Found, check_seed
from bench.authoring.kit_reader import second_reader
from bench.kits import load, names
from bench.kits.base import TIERS
from bench.kits.world import World

KIT = load("ferry")


def checked(seeds: range, programs: list[str]) -> Found:
    found = Found()
    for seed in seeds:
        check_seed(World(KIT, seed), second_reader("ferry"), programs, found)
    return found


def test_the_kits_are_found_by_their_folders() -> None:
    assert "ferry" in names()
    assert KIT.name == "ferry"


def test_every_tier_has_as_many_programs() -> None:
    tiers = Counter(made.tier for made in KIT.programs.values() if made.kind == "main")
    assert tiers == dict.fromkeys(TIERS, 2)
    assert sum(made.kind == "false_premise" for made in KIT.programs.values()) == 2


def test_the_second_reader_agrees_on_the_short_contexts() -> None:
    found = checked(range(1, 2), ["vehicle_fare", "fare_said"])
    assert found.faults == []
    assert found.counts["read"] == 12
    assert found.counts["left out"] == 8
    assert 300 <= sorted(found.chunk_tokens)[len(found.chunk_tokens) // 2] <= 650
    assert min(found.world_tokens) > 90_000
    for (tier, kind, lang), (tokens,) in found.sizes.items():
        assert lang == "ja" or 0.94 < tokens / TIERS[tier] < 1, (tier, kind)


@pytest.mark.slow
def test_the_second_reader_agrees_on_every_program_and_kind() -> None:
    assert checked(range(2, 7), list(KIT.programs)).faults == []
