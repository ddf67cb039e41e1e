"""One world for the tests of the machinery: it is drawn and rendered once."""

from __future__ import annotations

import pytest

from bench.kits.world import World
from tests.kits.toy import KIT


@pytest.fixture(scope="session")
def world() -> World:
    return World(KIT, "7")
