"""One kit held to its second reader where that is quick; test_every_kit.py does it for all kits and programs."""

from __future__ import annotations

import pytest

from bench.authoring.kit_faults import Found, check_seed
from bench.authoring.kit_reader import second_reader
from bench.kits import load
from bench.kits.base import TIERS
from bench.kits.world import World


@pytest.mark.slow
def test_the_second_reader_agrees_on_the_short_contexts() -> None:
    found = Found()
    check_seed(World(load("ferry"), 1), second_reader("ferry"), ["vehicle_fare", "fare_said"], found)
    assert found.faults == []
    assert found.counts["read"] == 12
    assert found.counts["left out"] == 8
    assert 300 <= sorted(found.chunk_tokens)[len(found.chunk_tokens) // 2] <= 650
    assert min(found.world_tokens) > 90_000
    for (tier, kind, lang), (tokens,) in found.sizes.items():
        assert lang == "ja" or 0.94 < tokens / TIERS[tier] < 1, (tier, kind)
