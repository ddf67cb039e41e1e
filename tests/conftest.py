"""Fixtures that any test may use: a real server on loopback."""

from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from tests.server import Server

# A busy machine is no fault of the code. The engines' own environments have no hypothesis.
if find_spec("hypothesis"):
    from hypothesis import settings

    settings.register_profile("suite", deadline=None)
    settings.load_profile("suite")


@pytest.fixture
def server() -> Iterator[Server]:
    """A running test server with an empty script: extend `server.script`, or set `server.answer`."""
    with Server() as running:
        yield running
