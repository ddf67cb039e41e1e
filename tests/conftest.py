"""Fixtures that any test may use: a real server on loopback."""

from collections.abc import Iterator

import pytest

from tests.server import Server


@pytest.fixture
def server() -> Iterator[Server]:
    """A running test server with an empty script: extend `server.script`, or set `server.answer`."""
    with Server() as running:
        yield running
